package dev.cobnut.framework.autoconfigure.platform;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/// Libraries that the build chose and flags of the JVM, at the start of a service.
class PlatformCheckTest {

    private static final Map<ManagedLibrary, String> ENOUGH =
            Map.of(
                    ManagedLibrary.HAZELCAST, "5.7.0",
                    ManagedLibrary.SQLITE, "3.53.2.1",
                    ManagedLibrary.POSTGRESQL, "42.7.13");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private static Function<ManagedLibrary, Optional<String>> enoughBut(
            ManagedLibrary library, String version) {
        return one -> Optional.of(one == library ? version : ENOUGH.getOrDefault(one, "0"));
    }

    @Test
    void theVersionsThatSpringBootManagesAreRefusedForHazelcastOnly() {
        assertThat(ManagedLibrary.mistakes(enoughBut(ManagedLibrary.HAZELCAST, "5.5.0")))
                .containsExactly(
                        "Hazelcast 5.5.0 is on the class path and Cobnut needs 5.7.0 or newer, because"
                                + " the delivery rests on its indexes and on Jet as they are there:"
                                + " add <hazelcast.version>5.7.0</hazelcast.version> to the"
                                + " <properties> of the POM (Gradle: ext['hazelcast.version'] ="
                                + " '5.7.0').");
        assertThat(ManagedLibrary.mistakes(enoughBut(ManagedLibrary.HAZELCAST, "5.7.0"))).isEmpty();
        assertThat(ManagedLibrary.mistakes(enoughBut(ManagedLibrary.HAZELCAST, "5.10.0")))
                .isEmpty();
    }

    @Test
    void aDriverThatIsTooOldIsRefusedWithItsReason() {
        assertThat(ManagedLibrary.mistakes(enoughBut(ManagedLibrary.SQLITE, "3.50.3.0")))
                .singleElement()
                .asString()
                .contains("SQLite's driver 3.50.3.0", "3.51.3", "<sqlite-jdbc.version>", "WAL");
        assertThat(ManagedLibrary.mistakes(enoughBut(ManagedLibrary.POSTGRESQL, "42.7.10")))
                .singleElement()
                .asString()
                .contains("PostgreSQL's driver 42.7.10", "<postgresql.version>42.7.11<", "CVE");
    }

    @Test
    void aLibraryThatIsAbsentIsNotJudged() {
        assertThat(ManagedLibrary.mistakes(_ -> Optional.empty())).isEmpty();
    }

    @Test
    void theVersionsOfTheLibrariesOnThisClassPathAreFound() {
        Function<ManagedLibrary, Optional<String>> versions =
                ManagedLibrary.versionsOf(getClass().getClassLoader());
        assertThat(ManagedLibrary.values())
                .allSatisfy(library ->
                        assertThat(versions.apply(library))
                                .as("the version of " + library)
                                .hasValueSatisfying(version ->
                                        assertThat(version).matches("\\d+\\.\\d+\\..*")));
        assertThat(ManagedLibrary.mistakes(versions)).isEmpty();
    }

    @Test
    void anOldHazelcastEndsTheStartWithTheSentence() throws Exception {
        try (URLClassLoader old = new OldHazelcast(jarOf("5.5.0"))) {
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(CobnutPlatformAutoConfiguration.class))
                    .withClassLoader(old)
                    .run(context -> {
                        Throwable failure = requireNonNull(context.getStartupFailure());
                        assertThat(failure).isInstanceOf(PlatformException.class);
                        assertThat(new PlatformFailureAnalyzer().analyze(failure))
                                .isNotNull()
                                .satisfies(shown ->
                                        assertThat(shown.getDescription())
                                                .startsWith(
                                                        "Hazelcast 5.5.0 is on the class path"));
                    });
        }
    }

    @Test
    void aServiceWithoutAnyFlagGetsOneLineOfAdviceAndRuns() throws Exception {
        List<String> flags = advised(List.of());
        assertThat(flags)
                .contains(
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");
        assertThat(advised(flags)).as("a JVM with the advised flags").isEmpty();
    }

    @Test
    void aJvmThatDeniesNativeAccessIsRefusedUnlessTheFlagIsGiven() {
        Module closed = Object.class.getModule();
        Module here = getClass().getModule();
        List<String> denied = List.of("--illegal-native-access=deny");
        assertThat(here.isNativeAccessEnabled()).as("the tests run with the flag").isTrue();
        assertThat(JvmFlag.mistakes(here, denied, true)).isEmpty();
        Module without = ModuleLayer.boot().findModule("java.logging").orElse(closed);
        assertThat(without.isNativeAccessEnabled()).isFalse();
        assertThat(JvmFlag.mistakes(without, denied, true))
                .singleElement()
                .asString()
                .contains("--enable-native-access=ALL-UNNAMED", "SQLite's driver");
        assertThat(JvmFlag.mistakes(without, denied, false)).isEmpty();
        assertThat(JvmFlag.mistakes(without, List.of(), true)).isEmpty();
    }

    /// The flags that a JVM with these flags is advised to add.
    private static List<String> advised(List<String> flags)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(
                        List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
        command.addAll(flags);
        command.addAll(
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        AdvisedFlags.class.getName()));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String printed =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
        return printed.lines().toList();
    }

    /// A jar with an interface of Hazelcast and the version in its manifest.
    private Path jarOf(String version) throws IOException {
        Path jar = folder.resolve("hazelcast.jar");
        String type = "com/hazelcast/core/HazelcastInstance.class";
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (var in = getClass().getClassLoader().getResourceAsStream(type)) {
            assertThat(in).isNotNull();
            in.transferTo(content);
        }
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            out.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
            out.write(
                    "Manifest-Version: 1.0\nImplementation-Version: %s\n\n"
                            .formatted(version)
                            .getBytes(StandardCharsets.UTF_8));
            out.putNextEntry(new ZipEntry(type));
            out.write(content.toByteArray());
        }
        return jar;
    }

    /// Takes Hazelcast out of one jar, and everything else as it is.
    private static final class OldHazelcast extends URLClassLoader {

        OldHazelcast(Path jar) throws IOException {
            super(new URL[] {jar.toUri().toURL()}, PlatformCheckTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("com.hazelcast.core.HazelcastInstance")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }
    }
}
