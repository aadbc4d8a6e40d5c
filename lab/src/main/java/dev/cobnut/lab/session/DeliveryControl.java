package dev.cobnut.lab.session;

import java.io.IOException;

/// The delivery of a running service's events: held back, released, slowed down, watched. One
/// thread. The message of an [IOException] is a sentence.
public interface DeliveryControl extends AutoCloseable {

    /// Holds the delivery and makes events until so many wait. The delivery stays held.
    ///
    /// @param name unique in the run, so that what makes the events is not taken for a repetition
    void fill(long events, String name) throws IOException, InterruptedException;

    /// Ends the hold.
    void release() throws IOException, InterruptedException;

    /// @param perSecond events that may be delivered; 0 for no limit
    void limit(double perSecond) throws IOException, InterruptedException;

    /// Committed events that are not delivered yet.
    long undelivered() throws IOException, InterruptedException;

    @Override
    void close();
}
