package dev.cobnut.test.archive;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A stored name of an event type, and a version of its shape.
record StoredVersion(String type, int schemaVersion) implements Comparable<StoredVersion> {

    private static final Pattern FILE = Pattern.compile("(.+)\\.v([1-9][0-9]{0,8})\\.json");

    private static final Comparator<StoredVersion> ORDER =
            Comparator.comparing(StoredVersion::type)
                    .thenComparingInt(StoredVersion::schemaVersion);

    /// @throws AssertionError when no version has a file of this name
    static StoredVersion of(String file) {
        Matcher name = FILE.matcher(file);
        if (!name.matches()) {
            throw new AssertionError(
                    "an archive has files like CardIssued.v1.json, and not " + file);
        }
        return new StoredVersion(name.group(1), Integer.parseInt(name.group(2)));
    }

    String file() {
        return type + ".v" + schemaVersion + ".json";
    }

    @Override
    public int compareTo(StoredVersion other) {
        return ORDER.compare(this, other);
    }
}
