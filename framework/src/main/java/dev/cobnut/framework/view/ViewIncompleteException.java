package dev.cobnut.framework.view;

/// The lookups of a view are still being built, so a list would lack streams.
public final class ViewIncompleteException extends RuntimeException {

    private static final long serialVersionUID = 1;

    ViewIncompleteException(String view, BuildProgress progress) {
        super(
                "the view "
                        + view
                        + " is being built from the events before it, "
                        + progress.percent()
                        + " % done");
    }
}
