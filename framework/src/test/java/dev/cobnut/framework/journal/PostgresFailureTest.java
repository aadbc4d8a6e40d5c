package dev.cobnut.framework.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresFailureTest {

    private static final PostgresSettings SETTINGS =
            PostgresSettings.of("jdbc:postgresql://db/orders?password=s3cret", "app", "s3cret");

    @ParameterizedTest
    @CsvSource({
        "08006, LOST",
        "57P01, LOST",
        "57P02, LOST",
        "57P03, LOST",
        "25P03, LOST",
        "28P01, LOST",
        "25006, READ_ONLY",
        "CNW01, WAITING",
        "CNW02, NOT_DURABLE",
        "53100, NO_RESOURCES",
        "58030, NO_RESOURCES",
        "XX000, NO_RESOURCES",
        "55P03, BUSY",
        "57014, BUSY",
        "40P01, BUSY",
        "40001, RACED",
        "23505, RACED",
        "42501, NO_RIGHTS",
        "42P01, NO_RIGHTS",
        "22021, STATEMENT",
        "42601, STATEMENT"
    })
    void aStateOfTheServerMeans(String state, PostgresFailure meaning) {
        assertThat(PostgresFailure.of(new SQLException("?", state))).isEqualTo(meaning);
    }

    @Test
    void anErrorOfTheNetworkIsALostConnectionWhateverItsState() {
        SQLException failure = new SQLException("?", new SocketTimeoutException("Read timed out"));
        assertThat(PostgresFailure.of(failure)).isEqualTo(PostgresFailure.LOST);
        assertThat(PostgresFailure.of(new SQLException("?"))).isEqualTo(PostgresFailure.STATEMENT);
    }

    @ParameterizedTest
    @CsvSource({"08006", "25006", "CNW01", "CNW02", "53100", "55P03", "40001", "42501", "22021"})
    void theSentenceForTheOperatorNamesThePlaceWithoutThePassword(String state) {
        assertThat(PostgresFailure.sentence(SETTINGS, new SQLException("first\nsecond", state)))
                .doesNotContain("s3cret", "second")
                .hasLineCount(1);
    }
}
