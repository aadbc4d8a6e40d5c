package dev.cobnut.loadtests.feed;

import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// Follows the feed of a service under load:
///
/// 1. Each reader follows one customer, some follow all. Orders are placed at a fixed rate.
/// 2. The latency from an answer to its event is measured, alone and beside readers that do not
///    read.
/// 3. Some readers fall and come back. Then the service gets SIGKILL and is started again.
/// 4. At the end every reader has every version of its orders, once and in order.
/// 5. Without load, thousands of idle readers connect: memory and processor time before and with
///    them.
final class FeedRun {

    private static final long END_SECONDS_MAX = 120;
    private static final int SENDERS = 24;
    private static final String JCMD =
            Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    private static final String ALL = "/orders/feed";

    /// @param readers that follow a customer each
    /// @param followers that follow all orders
    /// @param ordersPerSecond that are placed; a quarter is confirmed
    /// @param falling readers that fall and come back
    /// @param silent readers that do not read
    /// @param idle readers without load
    /// @param phase time of a measurement, and of each fault
    record Settings(
            ServiceCommand command,
            Path folder,
            int readers,
            int followers,
            int ordersPerSecond,
            int falling,
            int silent,
            int idle,
            Duration phase,
            Duration readyMax) {}

    private final Settings settings;
    private final FeedLedger ledger = new FeedLedger();
    private final Map<FeedReader, String> readers = new LinkedHashMap<>();
    private final List<FeedReader> followers = new ArrayList<>();
    private final Map<String, Object> figures = new LinkedHashMap<>();
    private volatile ServiceProcess service;

    private FeedRun(Settings settings, ServiceProcess service) {
        this.settings = settings;
        this.service = service;
    }

    /// @param figures what was measured, by name
    /// @param findings what is wrong, by reader
    record Report(Map<String, Object> figures, List<String> findings) {

        long number(String figure) {
            return ((Number) figures.getOrDefault(figure, -1L)).longValue();
        }
    }

    static Report run(Settings settings) throws IOException, InterruptedException {
        var run = new FeedRun(settings, start(settings));
        try {
            return run.run();
        } finally {
            run.readers.keySet().forEach(FeedReader::close);
            run.followers.forEach(FeedReader::close);
            run.service.kill9();
        }
    }

    private static ServiceProcess start(Settings settings)
            throws IOException, InterruptedException {
        return ServiceProcess.start(
                settings.command(),
                settings.folder().resolve("data"),
                settings.folder().resolve("service.log"),
                settings.readyMax());
    }

    private InetSocketAddress address() {
        return service.address();
    }

    private Report run() throws IOException, InterruptedException {
        for (int i = 0; i < settings.readers(); i++) {
            String customer = "customer-" + i;
            readers.put(new FeedReader(this::address, ALL + "?customerId=" + customer), customer);
        }
        for (int i = 0; i < settings.followers(); i++) {
            followers.add(new FeedReader(this::address, ALL));
        }
        readers.keySet().forEach(FeedReader::start);
        followers.forEach(FeedReader::start);
        until(() ->
                readers.keySet().stream().allMatch(FeedReader::hasBegun)
                        && followers.stream().allMatch(FeedReader::hasBegun));
        var goesOn = new AtomicBoolean(true);
        var schedule =
                new OrderSender.Schedule(
                        new AtomicLong(),
                        System.nanoTime(),
                        1_000_000_000L / settings.ordersPerSecond(),
                        settings.readers(),
                        goesOn);
        try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < SENDERS; i++) {
                senders.execute(new OrderSender(this::address, schedule, ledger));
            }
            try {
                pause(); // warms the service up
                measure("alone");
                withSilentReaders();
                fall();
                kill();
                pause();
            } finally {
                goesOn.set(false);
            }
        }
        figures.put("answers", ledger.answers());
        List<String> findings = findings();
        readers.keySet().forEach(FeedReader::close);
        followers.forEach(FeedReader::close);
        idle();
        return new Report(figures, findings);
    }

    private void measure(String name) throws InterruptedException {
        long begin = System.nanoTime();
        long before = ledger.answers();
        Duration cpu = service.cpuTime();
        pause();
        long end = System.nanoTime();
        double seconds = (end - begin) / 1e9;
        figures.put(name + " commands/s", Math.round((ledger.answers() - before) / seconds));
        figures.put(
                name + " cores",
                Math.round(100 * service.cpuTime().minus(cpu).toNanos() / 1e9 / seconds) / 100.0);
        // What was answered last may still be on its way to its customer's reader or a follower.
        long due = ledger.answers(begin, end) * (1 + followers.size());
        until(() -> latencies(begin, end).size() >= due);
        long[] sorted =
                latencies(begin, end).stream().mapToLong(Long::longValue).sorted().toArray();
        figures.put(name + " events", (long) sorted.length);
        for (int percent : new int[] {50, 99}) {
            long at = sorted.length == 0 ? -1 : sorted[(sorted.length - 1) * percent / 100];
            figures.put(name + " p" + percent + " micros", at / 1_000);
        }
        figures.put(
                name + " max micros",
                Arrays.stream(sorted).max().stream().map(max -> max / 1_000).sum());
    }

    private List<Long> latencies(long begin, long end) {
        List<Long> nanos = new ArrayList<>();
        readers.keySet().forEach(reader -> ledger.latencies(reader.seen(), begin, end, nanos));
        followers.forEach(reader -> ledger.latencies(reader.seen(), begin, end, nanos));
        return nanos;
    }

    /// They follow all orders and read nothing.
    private void withSilentReaders() throws IOException, InterruptedException {
        List<Socket> silent = new ArrayList<>();
        try (OrdersClient client = new OrdersClient(service.uri())) {
            for (int i = 0; i < settings.silent(); i++) {
                silent.add(connected(ALL));
            }
            measure("beside silent");
            until(() -> cutOff(client) >= settings.silent());
            figures.put("cut off", cutOff(client));
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    private static long cutOff(OrdersClient client) {
        try {
            return (long) client.metric("feed_cut_off_total").orElse(0);
        } catch (IOException _) {
            return -1;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    /// A reader that does not read.
    private Socket connected(String path) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(address());
        socket.getOutputStream()
                .write(
                        ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private void fall() throws InterruptedException {
        List<FeedReader> some = new ArrayList<>(readers.keySet());
        Collections.shuffle(some, new Random(1));
        for (FeedReader reader : some.subList(0, settings.falling())) {
            reader.fall();
            TimeUnit.MILLISECONDS.sleep(20);
        }
        figures.put("fallen", (long) settings.falling());
        pause();
    }

    private void kill() throws IOException, InterruptedException {
        service.kill9();
        service = start(settings);
        figures.put("ready after kill ms", service.startToReady().toMillis());
    }

    private List<String> findings() throws InterruptedException {
        until(() ->
                readers.entrySet().stream()
                                .allMatch(one ->
                                        ledger.isComplete(one.getValue(), one.getKey().seen()))
                        && followers.stream()
                                .allMatch(one ->
                                        readers.values().stream()
                                                .allMatch(customer ->
                                                        ledger.isComplete(customer, one.seen()))));
        List<String> findings = new ArrayList<>();
        readers.forEach((reader, customer) ->
                ledger.findings(customer, reader.seen())
                        .forEach(finding -> findings.add(customer + ": " + finding)));
        for (FeedReader follower : followers) {
            for (String customer : readers.values()) {
                ledger.findings(customer, follower.seen())
                        .forEach(finding -> findings.add("all: " + finding));
            }
        }
        figures.put(
                "connections", readers.keySet().stream().mapToLong(FeedReader::connections).sum());
        return findings;
    }

    private void idle() throws IOException, InterruptedException {
        List<Socket> idle = new ArrayList<>();
        try (OrdersClient client = new OrdersClient(service.uri())) {
            until(() -> clients(client) == 0);
            idleFigures("without readers", client);
            for (int i = 0; i < settings.idle(); i++) {
                idle.add(connected(ALL + "?customerId=nobody"));
            }
            until(() -> clients(client) == settings.idle());
            figures.put("idle readers", clients(client));
            idleFigures("with idle readers", client);
        } finally {
            for (Socket socket : idle) {
                socket.close();
            }
        }
    }

    private void idleFigures(String name, OrdersClient client)
            throws IOException, InterruptedException {
        Duration cpu = service.cpuTime();
        long begin = System.nanoTime();
        pause();
        double seconds = (System.nanoTime() - begin) / 1e9;
        figures.put(
                name + " cores",
                Math.round(1_000 * service.cpuTime().minus(cpu).toNanos() / 1e9 / seconds)
                        / 1_000.0);
        figures.put(name + " MB resident", service.residentBytes().orElse(0) >> 20);
        Path said = settings.folder().resolve("gc.txt");
        int code =
                new ProcessBuilder(JCMD, Long.toString(service.pid()), "GC.run")
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start()
                        .waitFor();
        if (code != 0) {
            throw new IOException("jcmd ended with " + code + ": " + Files.readString(said));
        }
        double old =
                client.metric("jvm_memory_used_bytes{area=\"heap\",id=\"PS Old Gen\"}")
                        .orElseThrow();
        figures.put(name + " MB heap after GC", (long) old >> 20);
    }

    private static long clients(OrdersClient client) {
        try {
            return (long) client.metric("feed_clients").orElse(-1);
        } catch (IOException _) {
            return -1;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    private void pause() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(settings.phase().toNanos());
    }

    private interface Condition {
        boolean holds();
    }

    /// What does not become true is found by what is checked afterwards.
    private static void until(Condition condition) throws InterruptedException {
        long due = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS_MAX);
        while (!condition.holds() && System.nanoTime() < due) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }
}
