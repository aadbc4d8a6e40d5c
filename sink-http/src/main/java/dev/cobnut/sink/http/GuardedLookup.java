package dev.cobnut.sink.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.DnsResolver;

/// Looks up names of receivers, and lets only allowed addresses through. The message of its failure
/// is the end of a sentence whose subject is the host.
///
/// A lookup blocks its thread in native code, and a stranger's name server decides for how long. So
/// lookups have platform threads of their own, few of them, and one for each name at a time. A
/// virtual thread would hold a carrier that requests need.
final class GuardedLookup implements DnsResolver, AutoCloseable {

    private static final int THREADS_MAX = 16;
    private static final int WAITING_MAX = 256;

    /// Most addresses of a host that are tried. Each may take the deadline of connecting, nothing
    /// ends that earlier, and a stranger's name can have thousands.
    private static final int ADDRESSES_MAX = 3;

    /// Looks up a name, or reads the text of an address.
    @FunctionalInterface
    interface Names {
        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    private final boolean isPrivateAllowed;
    private final Names names;
    private final Duration deadline;
    private final ThreadPoolExecutor threads;
    private final ConcurrentHashMap<String, CompletableFuture<InetAddress[]>> running =
            new ConcurrentHashMap<>();

    GuardedLookup(boolean isPrivateAllowed, Names names, Duration deadline) {
        this.isPrivateAllowed = isPrivateAllowed;
        this.names = names;
        this.deadline = deadline;
        this.threads =
                new ThreadPoolExecutor(
                        THREADS_MAX,
                        THREADS_MAX,
                        10,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(WAITING_MAX),
                        Thread.ofPlatform().name("cobnut-lookup-", 0).daemon().factory());
        this.threads.allowCoreThreadTimeOut(true);
    }

    /// @return the first addresses of the host, all of which are allowed
    /// @throws UnknownHostException when there is none, or one that is not allowed
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        InetAddress[] addresses = lookUp(host);
        if (addresses.length == 0) {
            throw new UnknownHostException("has no address");
        }
        for (InetAddress address : addresses) {
            if (!isPrivateAllowed && !PublicAddress.is(address)) {
                throw new UnknownHostException(
                        "has an address in a private or special network, which is not allowed");
            }
        }
        return addresses.length <= ADDRESSES_MAX
                ? addresses
                : Arrays.copyOf(addresses, ADDRESSES_MAX);
    }

    private InetAddress[] lookUp(String host) throws UnknownHostException {
        try {
            CompletableFuture<InetAddress[]> lookup =
                    running.computeIfAbsent(
                            host,
                            _ -> CompletableFuture.supplyAsync(() -> addresses(host), threads));
            var _ = lookup.whenComplete((_, _) -> running.remove(host, lookup));
            return lookup.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException _) {
            throw new UnknownHostException("has no address");
        } catch (TimeoutException | RejectedExecutionException _) {
            throw new UnknownHostException("was not found in time");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new UnknownHostException("was not found: interrupted");
        }
    }

    private InetAddress[] addresses(String host) {
        try {
            return names.addresses(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
