package dev.cobnut.loadtests.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.Needs;
import dev.cobnut.loadtests.RealService;
import dev.cobnut.loadtests.Shell;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Clients that a generator makes from the served document (openapi-generator) compile, and place
/// an order.
class GeneratedClientIT {

    private static final String TYPESCRIPT = "5.9.3";
    private static final Duration STEP_MAX = Duration.ofMinutes(5);
    private static final String PLACED = "placed PLACED 35.98";

    /// The generator with all that it needs, and the annotations of the generated code: the build
    /// copies them there. The generator's jar has what the generated Java code needs, too.
    private static final Path TOOLS =
            ServiceCommand.home().resolve("load-tests/target/document-tools");

    @TempDir private static Path folder;

    private static ServiceProcess service;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        service = RealService.start(folder);
    }

    @AfterAll
    static void stop() throws IOException {
        if (service != null) {
            service.close();
        }
    }

    @Test
    void theJavaClientPlacesAnOrder() throws Exception {
        Path client = folder.resolve("java");
        generate(
                "java",
                client,
                "--library=native",
                "--additional-properties=openApiNullable=false,useJakartaEe=true,useSingleRequestParameter=true");
        Path program = client.resolve("PlaceOrder.java");
        copy("PlaceOrder.java.txt", program);
        List<String> compile =
                new ArrayList<>(
                        List.of(
                                tool("javac"),
                                "-proc:none",
                                "-nowarn",
                                "-d",
                                client.resolve("classes").toString(),
                                "-cp",
                                classPath(),
                                program.toString()));
        try (Stream<Path> sources = Files.walk(client.resolve("src/main/java"))) {
            sources.map(Path::toString)
                    .filter(name -> name.endsWith(".java"))
                    .forEach(compile::add);
        }
        run(client, compile);

        assertThat(
                        run(
                                client,
                                List.of(
                                        tool("java"),
                                        "-cp",
                                        client.resolve("classes")
                                                + File.pathSeparator
                                                + classPath(),
                                        "PlaceOrder",
                                        address())))
                .contains(PLACED);
    }

    @Test
    void theTypescriptClientPlacesAnOrder() throws Exception {
        Needs.npm();
        Path project = Files.createDirectories(folder.resolve("typescript"));
        generate("typescript-fetch", project.resolve("client"));
        copy("place-order.ts", project.resolve("place-order.ts"));
        Path compiler = typescript();
        run(
                project,
                List.of(
                        "node",
                        compiler.toString(),
                        "--strict",
                        "--target",
                        "es2022",
                        "--module",
                        "commonjs",
                        "--lib",
                        "es2022,dom",
                        "--outDir",
                        "out",
                        "place-order.ts"));

        assertThat(run(project, List.of("node", "out/place-order.js", address()))).contains(PLACED);
    }

    private static String address() {
        String address = service.uri().toString();
        return address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
    }

    private static void generate(String language, Path into, String... more) throws Exception {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                tool("java"),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                classPath(),
                                "org.openapitools.codegen.OpenAPIGenerator",
                                "generate",
                                "-i",
                                address() + "/v3/api-docs",
                                "-g",
                                language,
                                "-o",
                                into.toString(),
                                "--global-property=apis,models,supportingFiles,apiDocs=false,modelDocs=false,apiTests=false,modelTests=false"));
        words.addAll(List.of(more));
        run(folder, words);
    }

    /// The compiler of TypeScript, in a folder below target.
    private static Path typescript() throws Exception {
        Path folder = ServiceCommand.home().resolve("load-tests/target/typescript-" + TYPESCRIPT);
        Path compiler = folder.resolve("node_modules/typescript/bin/tsc");
        if (!Files.exists(compiler)) {
            Shell.Ended npm =
                    Shell.in(Files.createDirectories(folder))
                            .run(
                                    STEP_MAX,
                                    "npm",
                                    "install",
                                    "--no-audit",
                                    "--no-fund",
                                    "--prefix",
                                    folder.toString(),
                                    "typescript@" + TYPESCRIPT);
            if (npm.code() != 0) {
                throw Needs.skipped(
                        "typescript " + TYPESCRIPT + " cannot be installed by npm: " + npm.both());
            }
        }
        return compiler;
    }

    private static String run(Path folder, List<String> words) throws Exception {
        return Shell.in(folder).must(STEP_MAX, words.toArray(String[]::new));
    }

    private static void copy(String resource, Path to) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        GeneratedClientIT.class.getResourceAsStream("/document/" + resource))) {
            Files.copy(in, to);
        }
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    private static String classPath() throws IOException {
        try (Stream<Path> jars = Files.list(TOOLS)) {
            return jars.map(Path::toString)
                    .filter(name -> name.endsWith(".jar"))
                    .sorted()
                    .reduce((one, other) -> one + File.pathSeparator + other)
                    .orElseThrow();
        }
    }
}
