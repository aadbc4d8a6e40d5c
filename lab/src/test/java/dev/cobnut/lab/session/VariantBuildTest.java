package dev.cobnut.lab.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.lab.plan.SessionPlan.Variant;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Uses a separate repository in which no build succeeds.
class VariantBuildTest {

    private static final Subject SUBJECT = new SampleSubject();

    @TempDir Path folder;

    private Path home = Path.of("");

    @BeforeEach
    void aRepository() throws Exception {
        home = Files.createDirectories(folder.resolve("repository"));
        git("init", "-q");
        Files.writeString(home.resolve("pom.xml"), "<project>this is no project</project>");
        commit("first");
    }

    @Test
    void aMissingRefIsOneSentence() {
        assertThatThrownBy(() -> build(variant("no-such-branch")))
                .isInstanceOf(SessionException.class)
                .hasMessageStartingWith("There is no commit, tag or branch 'no-such-branch' in ");
    }

    @Test
    void aRefThatDoesNotBuildIsASentenceWithTheEndOfTheLogAndItsCheckoutIsRemoved()
            throws Exception {
        assertThatThrownBy(() -> build(variant("HEAD")))
                .isInstanceOf(SessionException.class)
                .hasMessageMatching("(?s)'HEAD' \\([0-9a-f]{40}\\) does not build; the end of .*")
                .hasMessageContaining("[ERROR]");

        assertThat(git("worktree", "list").output().lines()).hasSize(1);
        try (var files = Files.list(folder.resolve("cache"))) {
            assertThat(files.filter(Files::isDirectory)).isEmpty();
        }
    }

    @Test
    void aCommitThatWasBuiltBeforeIsNotBuiltAgain() throws Exception {
        String commit = git("rev-parse", "HEAD").output().strip();
        Files.createDirectories(folder.resolve("cache"));
        Files.writeString(
                folder.resolve("cache").resolve(commit + ".jvmargs"), "# flags\n-Xmx1g\n");
        jar(folder.resolve("cache").resolve(commit + ".jar"), "built before");

        BuiltVariant built = build(variant("HEAD"));

        assertThat(built.commit()).isEqualTo(commit);
        assertThat(built.ownJvmFlags()).containsExactly("-Xmx1g");
        assertThat(built.words())
                .anyMatch(word -> word.startsWith(folder.resolve("jars") + "/" + commit));
    }

    @Test
    void theSameContentIsTheSameVariantWheneverItWasPacked() throws Exception {
        String commit = git("rev-parse", "HEAD").output().strip();
        Path jar = folder.resolve("cache").resolve(commit + ".jar");
        Files.createDirectories(jar.getParent());
        Files.writeString(folder.resolve("cache").resolve(commit + ".jvmargs"), "");
        jar(jar, "content");
        String before = build(variant("HEAD")).content();
        Files.delete(jar);
        jar(jar, "content");
        assertThat(build(variant("HEAD")).content()).isEqualTo(before);

        Files.delete(jar);
        jar(jar, "other content");
        assertThat(build(variant("HEAD")).content()).isNotEqualTo(before);
    }

    @Test
    void onlyChangesOfTheServiceMarkTheWorkingTreeAsChanged() throws Exception {
        SourceRepository sources = new SourceRepository(home, List.of("shop"));
        String commit = git("rev-parse", "HEAD").output().strip();
        Files.writeString(home.resolve("README.md"), "words");
        assertThat(sources.workingTree()).isEqualTo(commit);

        Files.createDirectories(home.resolve("shop/src"));
        Files.writeString(home.resolve("shop/src/A.java"), "class A {}");
        assertThat(sources.workingTree()).isEqualTo(commit + "+");
    }

    @Test
    void everyVariantIsStartedWithTheSameLauncherAlsoWithoutPlugins() {
        List<String> without = start(List.of(Path.of("/none")));
        List<String> with = start(List.of(Path.of("/p/one.jar"), Path.of("/p/two.jar")));

        assertThat(without)
                .contains("-Xmx1g", "-Dloader.path=/none")
                .endsWith(
                        "-cp",
                        "/service.jar",
                        "org.springframework.boot.loader.launch.PropertiesLauncher",
                        "--a=1",
                        "--x=1");
        assertThat(with).contains("-Dloader.path=/p/one.jar,/p/two.jar").hasSameSizeAs(without);
    }

    private static List<String> start(List<Path> plugins) {
        return new BuiltVariant(
                        "A",
                        new Variant("before", null, List.of(), List.of("--a=1"), List.of(), true),
                        "abc",
                        VariantBuild.words("shop.Main", Path.of("/service.jar"), plugins),
                        List.of(),
                        "")
                .command(SUBJECT.startContract(), List.of("-Xmx1g"), List.of("--x=1"))
                .words();
    }

    private BuiltVariant build(Variant variant) throws Exception {
        Progress progress =
                new Progress(new PrintStream(PrintStream.nullOutputStream()), () -> Instant.EPOCH);
        return new VariantBuild(home, SUBJECT, folder.resolve("cache"), progress)
                .build("A", variant, folder.resolve("jars"));
    }

    private static Variant variant(@Nullable String ref) {
        return new Variant("before", ref, List.of(), List.of(), List.of(), true);
    }

    private static void jar(Path file, String content) throws Exception {
        try (var out = new JarOutputStream(Files.newOutputStream(file))) {
            out.putNextEntry(new ZipEntry("content.txt"));
            out.write(content.getBytes(StandardCharsets.UTF_8));
            out.closeEntry();
        }
    }

    private void commit(String message) throws Exception {
        git("add", "-A");
        git(
                "-c",
                "user.name=test",
                "-c",
                "user.email=test@example.org",
                "commit",
                "-q",
                "-m",
                message);
    }

    private ExternalProgram git(String... arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of("git"));
        words.addAll(List.of(arguments));
        ExternalProgram git =
                ExternalProgram.run(
                        words, home, Map.of(), folder.resolve("git.log"), Duration.ofMinutes(1));
        assertThat(git.exitCode()).as(git.output()).isZero();
        return git;
    }
}
