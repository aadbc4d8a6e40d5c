package dev.cobnut.framework.table;

/// A table reached a limit and does not go on until it is rebuilt.
final class TableStoppedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    TableStoppedException(String sentence) {
        super(sentence);
    }
}
