package dev.cobnut.framework.sqltable;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// A database whose connections, commits and answers to commits fail now and then.
final class FailingDatabase implements DataSource {

    @FunctionalInterface
    interface Connecting {
        Connection connect() throws SQLException;
    }

    private final Connecting connecting;
    private final Random random = new Random(4_711);
    private volatile int every;
    private volatile boolean commits = true;
    private final AtomicReference<@Nullable String> failingOnce = new AtomicReference<>();

    FailingDatabase(Connecting connecting) {
        this.connecting = connecting;
    }

    /// @param nth one in so many calls fails, at random; 0 for none
    void failOneIn(int nth) {
        every = nth;
    }

    /// @param sql the next statement with this part fails
    void failOnce(String sql) {
        failingOnce.set(sql);
    }

    /// From now on, connections are as those of a pool that is set so.
    void commitNothingByItself() {
        commits = false;
    }

    private void mayFail(String what) throws SQLException {
        int nth = every;
        if (nth > 0 && random.nextInt(nth) == 0) {
            throw new SQLException(what, "08006");
        }
    }

    private void mayFail(Method method, @Nullable Object @Nullable [] arguments)
            throws SQLException {
        String failing = failingOnce.get();
        if (failing != null
                && arguments != null
                && method.getName().equals("prepareStatement")
                && String.valueOf(arguments[0]).contains(failing)
                && failingOnce.compareAndSet(failing, null)) {
            throw new SQLException("planted fault of " + failing, "08006");
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        mayFail("no connection");
        Connection real = connecting.connect();
        real.setAutoCommit(commits);
        return (Connection)
                Proxy.newProxyInstance(
                        Connection.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (_, method, arguments) -> {
                            mayFail(method, arguments);
                            boolean isCommit = method.getName().equals("commit");
                            if (isCommit) {
                                mayFail("not committed");
                            }
                            try {
                                Object answer = method.invoke(real, arguments);
                                if (isCommit) {
                                    mayFail("committed, and the answer is lost");
                                }
                                return answer;
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
