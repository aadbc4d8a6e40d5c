package dev.cobnut.framework.event;

/// What becomes of JSON fields that the record of an event does not have.
public enum UnknownFields {

    /// As the mapper is set.
    AS_THE_MAPPER,

    /// They are passed over. A member of the build before then reads an event to which a later one
    /// has added a field without a new schema version.
    IGNORED,

    /// The event is unreadable. So a field that was misspelt or forgotten is found.
    REFUSED
}
