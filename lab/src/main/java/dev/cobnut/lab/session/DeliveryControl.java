package dev.cobnut.lab.session;

import java.io.IOException;

/// Controls the delivery of a running service's events: hold, release, limit, observe. For use by
/// one thread. The message of an [IOException] is a sentence.
public interface DeliveryControl extends AutoCloseable {

    /// Holds the delivery and creates events until the given number waits. The delivery stays held.
    ///
    /// @param name unique in the run, so that the requests are not taken for repetitions
    void fill(long events, String name) throws IOException, InterruptedException;

    /// Ends the hold.
    void release() throws IOException, InterruptedException;

    /// @param perSecond events per second that may be delivered; 0 for no limit
    void limit(double perSecond) throws IOException, InterruptedException;

    /// The committed events that are not delivered yet.
    long undelivered() throws IOException, InterruptedException;

    @Override
    void close();
}
