package dev.cobnut.lab.load;

/// One second of a load.
///
/// @param second counted from the start of the interval
/// @param arrived requests that began
/// @param usersDue users that the plan starts
/// @param succeeded expected answers that came in this second
/// @param errors other outcomes of this second
/// @param p99Ms of the requests that began; 0 without requests
public record LoadSecond(
        int second,
        long arrived,
        long usersDue,
        long usersBegun,
        long succeeded,
        long errors,
        double p99Ms) {}
