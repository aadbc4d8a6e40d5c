package dev.cobnut.web.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

class ConsistencyTokenTest {

    private static List<Long> read(String... headers) {
        var request = new MockHttpServletRequest();
        for (String header : headers) {
            request.addHeader(ConsistencyToken.HEADER, header);
        }
        return ConsistencyToken.positions(request);
    }

    @Test
    void theWritesOfAllTokensAreRead() {
        String one = ConsistencyToken.of(1);
        String last = ConsistencyToken.of(Long.MAX_VALUE);
        List<Long> many = LongStream.rangeClosed(5, 90).boxed().toList();

        assertThat(read()).isEmpty();
        assertThat(read(one)).containsExactly(1L);
        assertThat(read(one + " ,\t" + last, one)).containsExactly(1L, Long.MAX_VALUE, 1L);
        assertThat(read(ConsistencyToken.of(many))).isEqualTo(many);
    }

    @Test
    void aTokenThatWasChangedInAnyCharacterIsRefused() {
        String token = ConsistencyToken.of(List.of(4711L, 4712L));
        for (int i = 0; i < token.length(); i++) {
            char other = token.charAt(i) == 'A' ? 'B' : 'A';
            assertRefused(token.substring(0, i) + other + token.substring(i + 1));
            assertRefused(token.substring(0, i));
        }
        assertRefused(token + "A");
        assertRefused(token + ",");
    }

    @Test
    void bytesThatAreNoTokenAreRefusedAndNothingElseHappens() {
        Random random = new Random(3);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[random.nextInt(1_200)];
            random.nextBytes(bytes);
            assertRefused(Base64.getUrlEncoder().encodeToString(bytes));
        }
    }

    @Test
    void aTokenAndARequestNameABoundedNumberOfWrites() {
        List<Long> most = Collections.nCopies(ConsistencyToken.WRITES_MAX, 7L);

        assertThat(read(ConsistencyToken.of(most))).hasSize(100);
        assertRefused(ConsistencyToken.of(most) + "," + ConsistencyToken.of(1));
        assertThatThrownBy(() -> ConsistencyToken.of(List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ConsistencyToken.of(Collections.nCopies(101, 7L)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertRefused(String header) {
        assertThatThrownBy(() -> read(header))
                .as(header)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused ->
                                assertThat(refused.problem().type())
                                        .isEqualTo(ProblemType.MALFORMED_HEADER));
    }
}
