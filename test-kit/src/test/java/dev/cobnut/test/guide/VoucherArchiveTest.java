package dev.cobnut.test.guide;

import dev.cobnut.test.archive.EventArchive;
import dev.cobnut.test.guide.VoucherEvent.VoucherIssued;
import dev.cobnut.test.guide.VoucherEvent.VoucherRedeemed;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class VoucherArchiveTest {

    private static final Instant NOW = Instant.parse("2026-11-20T10:15:30Z");

    @Test
    void everyStoredEventIsReadAsItWas() {
        EventArchive.of(new VoucherDecider().codec(), Path.of("src/test/resources/voucher-events"))
                .check(new VoucherIssued("ada", "EUR", 50_00), new VoucherRedeemed(30_00, NOW));
    }
}
