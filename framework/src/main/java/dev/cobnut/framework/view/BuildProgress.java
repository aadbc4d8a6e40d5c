package dev.cobnut.framework.view;

/// How far the lookups of a view are built from the events that were there before the view.
///
/// @param built streams that began up to this position of the journal are built
/// @param through the position through which streams are to be built
/// @param usable true when the lookups may be read meanwhile, because an older version of Cobnut
///   has filled them
public record BuildProgress(long built, long through, boolean usable) {

    /// There is nothing to build.
    public static final BuildProgress NOT_NEEDED = new BuildProgress(0, 0, true);

    public boolean isComplete() {
        return built >= through;
    }

    /// True when the lookups may be read.
    boolean answers() {
        return usable || isComplete();
    }

    /// From 0 to 100; 100 only when it is complete.
    int percent() {
        return isComplete() ? 100 : (int) Math.min(99, built * 100 / through);
    }
}
