package dev.cobnut.lab.statistics;

/// A confidence interval.
public record Interval(double low, double high) {}
