package dev.cobnut.framework.journal;

/// Who has to get every event: a projection, in one version of its code. Members of different
/// builds may know different versions. Each version is a consumer of its own.
///
/// @param name lower-case letters, digits and `-`
/// @param version from 1
public record Consumer(String name, int version) {

    /// The form in which a member says which consumers it serves.
    @Override
    public String toString() {
        return name + "/" + version;
    }
}
