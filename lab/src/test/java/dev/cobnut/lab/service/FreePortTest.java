package dev.cobnut.lab.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreePortTest {

    @Test
    void noPortIsGivenTwiceAndNoneIsOneThatTheSystemGives() throws Exception {
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            ports.add(FreePort.next());
        }

        assertThat(ports)
                .doesNotHaveDuplicates()
                .allSatisfy(port -> assertThat(port).isBetween(20_000, 31_999));
    }

    @Test
    void aPortInUseIsLeftOut() throws Exception {
        int taken = FreePort.next();
        try (ServerSocket _ = new ServerSocket(taken, 1, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < FreePort.COUNT; i++) {
                assertThat(FreePort.next()).isNotEqualTo(taken);
            }
        }
    }
}
