package dev.cobnut.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.web.HttpSettings;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class KnownHostsTest {

    private static final String[] ALWAYS = {
        "", "localhost", "LocalHost", "localhost.", "a.localhost", "127.0.0.1", "10.1.2.3", "[::1]"
    };
    private static final String[] NEVER = {
        "evil.example",
        "localhost.evil.example",
        "evillocalhost",
        "127.0.0.1.evil.example",
        "1.2.3",
        "1.2.3.4.5",
        "1.2.3.",
        ".1.2.3",
        "1.2.3.1234",
        "1.2.3.x"
    };

    @Test
    void onLoopbackOnlyThisMachineIsKnown() {
        KnownHosts hosts = hosts(List.of(), InetAddress.getLoopbackAddress());

        assertThat(ALWAYS).allMatch(hosts::knows);
        assertThat(NEVER).noneMatch(hosts::knows);
    }

    @Test
    void aSettingAddsNamesWhereverTheServiceListens() throws Exception {
        for (InetAddress address :
                new InetAddress[] {
                    InetAddress.getLoopbackAddress(), InetAddress.getByName("0.0.0.0")
                }) {
            KnownHosts hosts = hosts(List.of("Orders.example", "cobnut"), address);

            assertThat(ALWAYS).allMatch(hosts::knows);
            assertThat(NEVER).noneMatch(hosts::knows);
            assertThat(hosts.knows("orders.EXAMPLE")).isTrue();
            assertThat(hosts.knows("cobnut")).isTrue();
            assertThat(hosts.knows("x.orders.example")).isFalse();
        }
    }

    @Test
    void beyondLoopbackEveryNameIsKnownWithoutTheSetting() {
        assertThat(NEVER).allMatch(hosts(List.of(), null)::knows);
    }

    private static KnownHosts hosts(List<String> names, @Nullable InetAddress address) {
        Duration time = Duration.ofSeconds(1);
        return CobnutServerAutoConfiguration.hosts(
                new HttpSettings(DataSize.ofKilobytes(1), 1, time, time, time, names, false),
                address);
    }
}
