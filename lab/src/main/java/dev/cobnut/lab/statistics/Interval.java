package dev.cobnut.lab.statistics;

/// An interval that a quantity lies in.
public record Interval(double low, double high) {}
