package dev.cobnut.test.transaction;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/// A database whose commits can be made to fail at random: some are not made, of others only the
/// answer is lost.
final class FaultyDataSource extends DelegatingDataSource {

    private final Random random = new Random(20_261_123);
    private final AtomicInteger notMade = new AtomicInteger();
    private final AtomicInteger answersLost = new AtomicInteger();
    private final AtomicInteger rolledBack = new AtomicInteger();
    private volatile int percent;

    FaultyDataSource(DataSource database) {
        super(database);
    }

    /// @param share of the commits that are not made, and the same share of lost answers, in
    ///   percent
    void failCommits(int share) {
        percent = share;
    }

    int notMade() {
        return notMade.get();
    }

    int answersLost() {
        return answersLost.get();
    }

    int rolledBack() {
        return rolledBack.get();
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return (Connection)
                Proxy.newProxyInstance(
                        FaultyDataSource.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (_, method, arguments) -> {
                            int draw = random.nextInt(100);
                            boolean isCommit = method.getName().equals("commit");
                            if (isCommit && draw < percent) {
                                notMade.incrementAndGet();
                                connection.rollback();
                                throw new SQLException("planted: the commit is not made");
                            }
                            if (method.getName().equals("rollback")) {
                                rolledBack.incrementAndGet();
                            }
                            Object answer;
                            try {
                                answer = method.invoke(connection, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                            if (isCommit && draw < 2 * percent) {
                                answersLost.incrementAndGet();
                                throw new SQLException("planted: the answer is lost");
                            }
                            return answer;
                        });
    }
}
