package dev.cobnut.web.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceParentTest {

    private static final String VALID = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @Test
    void aValidHeaderIsTakenAsItIs() {
        assertThat(TraceParent.parse(VALID)).isEqualTo(VALID);
    }

    @Test
    void aLaterVersionMayGoOnAndIsBroughtToTheFirst() {
        assertThat(TraceParent.parse("cc" + VALID.substring(2) + "-what-ever")).isEqualTo(VALID);
        assertThat(TraceParent.parse("cc" + VALID.substring(2))).isEqualTo(VALID);
        assertThat(TraceParent.parse("cc" + VALID.substring(2) + "x")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0x",
                "00-0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x"
            })
    void anInvalidHeaderIsIgnored(String header) {
        assertThat(TraceParent.parse(header)).isNull();
    }

    @Test
    void noHeaderIsNoTrace() {
        assertThat(TraceParent.parse(null)).isNull();
    }
}
