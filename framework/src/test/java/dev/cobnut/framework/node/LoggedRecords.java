package dev.cobnut.framework.node;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/// What a package and those below it log, until it is closed.
public final class LoggedRecords extends Handler implements AutoCloseable {

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    /// Kept, because `java.util.logging` forgets a logger that nobody refers to, and its handlers.
    private final Logger logger;

    private LoggedRecords(Logger logger) {
        this.logger = logger;
    }

    public static LoggedRecords of(String name) {
        LoggedRecords records = new LoggedRecords(Logger.getLogger(name));
        records.logger.addHandler(records);
        return records;
    }

    /// In the order in which they were logged.
    public List<LogRecord> at(Level level) {
        return records.stream().filter(record -> record.getLevel().equals(level)).toList();
    }

    /// The message with its parameters.
    public static String text(LogRecord record) {
        return new SimpleFormatter().formatMessage(record);
    }

    @Override
    public void publish(LogRecord record) {
        records.add(record);
    }

    @Override
    public void flush() {
        // Nothing is kept back.
    }

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
