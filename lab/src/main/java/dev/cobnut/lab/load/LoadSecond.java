package dev.cobnut.lab.load;

/// One second of a load.
///
/// @param second from the begin of the interval
/// @param arrived requests that were begun
/// @param usersDue users that the plan has
/// @param succeeded answers that were expected and came in this second
/// @param errors other outcomes of this second
/// @param p99Ms of the requests that were begun; 0 without any
public record LoadSecond(
        int second,
        long arrived,
        long usersDue,
        long usersBegun,
        long succeeded,
        long errors,
        double p99Ms) {}
