package dev.cobnut.web.request;

import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.CRC32C;

/// Names writes, so that a list can be asked for that contains them: the header
/// `Cobnut-Consistency` of an answer to a command, which a client sends with a later request for a
/// list. Opaque to clients.
///
/// ```text
/// token   base64url of  form (1 byte) · positions of the last events of the commands in the
///         journal (8 bytes each) · CRC-32C of both (4 bytes)
/// ```
///
/// It guards nothing: it makes a list later, not other.
public final class ConsistencyToken {

    public static final String HEADER = "Cobnut-Consistency";

    /// Most writes that a token, or all tokens of a request, may name.
    public static final int WRITES_MAX = 100;

    private static final byte FORM = 1;
    private static final int OVERHEAD = 1 + Integer.BYTES;
    private static final int TOKEN_LENGTH_MAX = (OVERHEAD + WRITES_MAX * Long.BYTES) * 4 / 3 + 1;

    private ConsistencyToken() {}

    /// @param position of the command's last event in the journal
    public static String of(long position) {
        return of(List.of(position));
    }

    /// @param positions at least one, at most [#WRITES_MAX]
    public static String of(Collection<Long> positions) {
        if (positions.isEmpty() || positions.size() > WRITES_MAX) {
            throw new IllegalArgumentException(
                    "a token names 1 to %d writes, not %d".formatted(WRITES_MAX, positions.size()));
        }
        ByteBuffer bytes = ByteBuffer.allocate(OVERHEAD + positions.size() * Long.BYTES);
        bytes.put(FORM);
        positions.forEach(bytes::putLong);
        bytes.putInt(checksum(bytes.array()));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /// The positions that the tokens of a request name; empty when it has none. A client joins the
    /// tokens of several writes with commas, or sends the header several times.
    ///
    /// @throws ProblemException 400 when one is not a token as [#of] makes it, or when they name
    ///   too many writes
    public static List<Long> positions(HttpServletRequest request) {
        Enumeration<String> headers = request.getHeaders(HEADER);
        if (!headers.hasMoreElements()) {
            return List.of();
        }
        List<Long> positions = new ArrayList<>();
        while (headers.hasMoreElements()) {
            for (String token : headers.nextElement().split(",", -1)) {
                addPositions(token.strip(), positions);
                if (positions.size() > WRITES_MAX) {
                    throw ProblemException.of(
                            ProblemType.MALFORMED_HEADER,
                            HEADER + " may name at most " + WRITES_MAX + " writes.");
                }
            }
        }
        return positions;
    }

    private static void addPositions(String token, List<Long> positions) {
        ByteBuffer bytes = ByteBuffer.wrap(decoded(token));
        int positionBytes = bytes.capacity() - OVERHEAD;
        if (positionBytes < Long.BYTES
                || positionBytes % Long.BYTES != 0
                || bytes.getInt(1 + positionBytes) != checksum(bytes.array())
                || bytes.get() != FORM) {
            throw malformed();
        }
        for (int i = 0; i < positionBytes / Long.BYTES; i++) {
            positions.add(bytes.getLong());
        }
    }

    private static byte[] decoded(String token) {
        if (token.length() > TOKEN_LENGTH_MAX) {
            throw malformed();
        }
        try {
            return Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException _) {
            throw malformed();
        }
    }

    private static int checksum(byte[] token) {
        CRC32C checksum = new CRC32C();
        checksum.update(token, 0, token.length - Integer.BYTES);
        return (int) checksum.getValue();
    }

    private static ProblemException malformed() {
        return ProblemException.of(
                ProblemType.MALFORMED_HEADER,
                HEADER
                        + " must be a token that an answer to a command had, or several with commas.");
    }
}
