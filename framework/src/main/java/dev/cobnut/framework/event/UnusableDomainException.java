package dev.cobnut.framework.event;

/// A part of a domain cannot be used as it is, or does not fit the stored events: a category, a
/// codec or a projection. The start ends with its message.
public final class UnusableDomainException extends IllegalArgumentException {

    public UnusableDomainException(String sentence) {
        super(sentence);
    }
}
