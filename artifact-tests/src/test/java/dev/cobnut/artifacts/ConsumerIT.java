package dev.cobnut.artifacts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cobnut.artifacts.ConsumerBuild.Ended;
import dev.cobnut.artifacts.ConsumerBuild.Running;
import dev.cobnut.sink.kafka.LocalBroker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Applications of strangers: a POM as Spring Initializr writes it, the starter, and the decider of
/// README.md. Maven builds them from a repository in a folder.
class ConsumerIT {

    private static final String BOOT = "4.1.1";

    /// Its version is that of the BOM.
    private static final String SINK =
            "<dependency><groupId>dev.cobnut</groupId><artifactId>cobnut-sink-http</artifactId></dependency>";

    /// With Spring Boot's parent there is no BOM.
    private static final String KAFKA =
            "<dependency><groupId>dev.cobnut</groupId><artifactId>cobnut-sink-kafka</artifactId><version>"
                    + Artifacts.version()
                    + "</version></dependency>";

    private static final String ENDS =
            "System.exit(SpringApplication.exit(SpringApplication.run(ShopApplication.class, args)));";

    private static final String STAYS = "SpringApplication.run(ShopApplication.class, args);";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    @SuppressWarnings("NullAway.Init")
    static ConsumerBuild build;

    @BeforeAll
    static void buildApplications() throws Exception {
        build = ConsumerBuild.staged(folder);
        application("managed", withParent("", ""), ENDS);
        application("imported", withBom("cobnut-spring-boot-starter"), ENDS);
        application("postgresql", withBom("cobnut-spring-boot-starter-postgresql"), ENDS);
        application(
                "kafka", withParent("<hazelcast.version>5.7.0</hazelcast.version>", KAFKA), STAYS);
        Files.writeString(
                folder.resolve("pom.xml"),
                """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>com.example</groupId><artifactId>all</artifactId><version>1</version><packaging>pom</packaging>
                  <modules><module>managed</module><module>imported</module><module>postgresql</module><module>kafka</module></modules>
                </project>
                """);
        Ended built = build.mvn(folder, "package");
        assumeTrue(
                !built.lacksArtifactsOfOthers(),
                () -> "Maven could not get what the applications need: " + built.firstError());
        assertThat(built.code()).as(built.output()).isZero();
    }

    @AfterAll
    static void removeLinks() throws IOException {
        if (build != null) {
            build.close();
        }
    }

    @Test
    void withTheParentOfSpringBootTheStartIsRefusedUntilTheLineOfTheSentenceIsInThePom()
            throws Exception {
        assertThat(build.libraries("managed")).contains("hazelcast-5.5.0.jar");
        Ended refused = build.start("managed");
        assertThat(refused.code()).as(refused.output()).isEqualTo(1);
        Matcher line =
                Pattern.compile("add (<hazelcast\\.version>.*</hazelcast\\.version>) to")
                        .matcher(refused.output());
        assertThat(line.find()).as(refused.output()).isTrue();
        assertThat(refused.output())
                .contains("Hazelcast 5.5.0 is on the class path and Cobnut needs 5.7.0 or newer")
                .doesNotContain("\tat ");

        application("managed", withParent(line.group(1), ""), ENDS);
        Ended rebuilt = build.mvn(folder.resolve("managed"), "package");
        assertThat(rebuilt.code()).as(rebuilt.output()).isZero();
        assertThat(build.libraries("managed")).contains("hazelcast-5.7.0.jar");
        Ended started = build.start("managed");
        assertThat(started.code()).as(started.output()).isZero();
        assertThat(started.output())
                .contains("outcome: Accepted[")
                .as("the manifest of docs/jvm.md has all flags but this one")
                .contains("--sun-misc-unsafe-memory-access=allow")
                .doesNotContain("--add-opens", "--add-exports", "--enable-native-access");
    }

    @Test
    void withTheBomBeforeTheOneOfSpringBootNoLineIsNeeded() throws Exception {
        assertThat(build.libraries("imported"))
                .contains("hazelcast-5.7.0.jar")
                .contains("cobnut-sink-http-" + Artifacts.version() + ".jar")
                .anyMatch(name -> name.startsWith("sqlite-jdbc-3.54"))
                .noneMatch(name -> name.startsWith("postgresql"))
                .as("libraries of the sink's tests")
                .noneMatch(name -> name.matches("(cloudevents|jackson-databind-2|jsr305).*"));
        Ended started = build.start("imported");
        assertThat(started.code()).as(started.output()).isZero();
        assertThat(started.output()).contains("outcome: Accepted[");
    }

    @Test
    void theStarterForPostgresqlHasItsDriverPoolAndMigrationAndNoSqlite() throws Exception {
        assertThat(build.libraries("postgresql"))
                .contains("hazelcast-5.7.0.jar", "postgresql-42.7.14.jar")
                .anyMatch(name -> name.startsWith("HikariCP"))
                .anyMatch(name -> name.startsWith("flyway-database-postgresql"))
                .noneMatch(name -> name.startsWith("sqlite"));
        Ended refused = build.start("postgresql");
        assertThat(refused.code()).as(refused.output()).isEqualTo(1);
        assertThat(refused.output())
                .contains("there is no org.xerial:sqlite-jdbc", "cobnut.journal.type=postgresql");
    }

    @Test
    void withTheSinkForKafkaAndTheParentOfSpringBootAnEventReachesABroker() throws Exception {
        assertThat(build.libraries("kafka"))
                .contains("cobnut-sink-kafka-" + Artifacts.version() + ".jar")
                .as("the versions that the sink is tested with")
                .containsAll(ofThisBuild("kafka-clients-", "spring-kafka-"))
                .as("libraries of the sink's tests")
                .noneMatch(name -> name.matches("(kafka_|kafka-server|cloudevents|jsr305).*"));
        LocalBroker broker = LocalBroker.shared();
        broker.createTopic("stock");
        try (Running shop =
                build.serve(
                        folder.resolve("kafka"),
                        build.jar("kafka"),
                        "--spring.main.keep-alive=true",
                        "--spring.kafka.bootstrap-servers=" + broker.address(),
                        "--cobnut.sink.kafka.topic=stock",
                        "--cobnut.sink.kafka.source=/shop",
                        "--cobnut.sink.kafka.categories=stock")) {
            await().atMost(ConsumerBuild.START_MAX)
                    .until(() -> !shop.process().isAlive() || !broker.records("stock").isEmpty());
            assertThat(broker.records("stock"))
                    .as(shop.output())
                    .extracting(ConsumerRecord::key)
                    .containsExactly("stock-hazel-500");
            assertThat(shop.output()).contains("outcome: Accepted[");
        }
    }

    /// The jars of the class path of this build whose names begin so.
    private static List<String> ofThisBuild(String... names) {
        List<String> jars =
                Pattern.compile(Pattern.quote(File.pathSeparator))
                        .splitAsStream(System.getProperty("java.class.path"))
                        .map(jar -> Path.of(jar).getFileName().toString())
                        .filter(jar -> Stream.of(names).anyMatch(jar::startsWith))
                        .toList();
        assertThat(jars).hasSize(names.length);
        return jars;
    }

    private static void application(String name, String pom, String run) throws IOException {
        Path sources = Files.createDirectories(folder.resolve(name + "/src/main/java/com/example"));
        Files.writeString(folder.resolve(name + "/pom.xml"), pom.replace("APPLICATION", name));
        Files.writeString(
                sources.resolve("StockDecider.java"),
                "package com.example;\n"
                        + CodeBlocks.of("README.md").block("java", "import module java.base;"));
        Files.writeString(
                sources.resolve("ShopApplication.java"),
                """
                package com.example;

                import dev.cobnut.framework.command.*;
                import dev.cobnut.framework.event.StreamId;
                import org.springframework.boot.ApplicationRunner;
                import org.springframework.boot.SpringApplication;
                import org.springframework.boot.autoconfigure.SpringBootApplication;
                import org.springframework.context.annotation.Bean;

                @SpringBootApplication
                class ShopApplication {
                    public static void main(String[] args) {
                        RUN
                    }

                    @Bean
                    ApplicationRunner first(CommandGateway<Stock, StockCommand> gateway) {
                        return _ -> System.out.println("outcome: " + gateway.send(
                                Command.beginning(StreamId.of("stock", "hazel-500"), new StockCommand.Receive(5))));
                    }
                }
                """
                        .replace("RUN", run));
    }

    /// A POM as Spring Initializr writes it, with the manifest of docs/jvm.md.
    private static String withParent(String property, String more) {
        return """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <parent>
            <groupId>org.springframework.boot</groupId>
            <artifactId>spring-boot-starter-parent</artifactId>
            <version>%s</version>
            <relativePath/>
          </parent>
          <groupId>com.example</groupId>
          <artifactId>APPLICATION</artifactId>
          <version>1</version>
          <properties>
            <java.version>25</java.version>
            %s
          </properties>
          %s
          <build>
            <plugins>
              <plugin>
                <groupId>org.springframework.boot</groupId>
                <artifactId>spring-boot-maven-plugin</artifactId>
              </plugin>
              %s
            </plugins>
          </build>
        </project>
        """
                .formatted(
                        BOOT,
                        property,
                        dependency("cobnut-spring-boot-starter", more),
                        CodeBlocks.of("docs/jvm.md").block("xml", "<plugin>"));
    }

    /// A POM without a parent: the BOM first, then the one of Spring Boot.
    private static String withBom(String starter) {
        return """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>com.example</groupId>
          <artifactId>APPLICATION</artifactId>
          <version>1</version>
          <properties>
            <maven.compiler.release>25</maven.compiler.release>
            <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
          </properties>
          <dependencyManagement>
            <dependencies>
              <dependency>
                <groupId>dev.cobnut</groupId><artifactId>cobnut-bom</artifactId><version>%s</version>
                <type>pom</type><scope>import</scope>
              </dependency>
              <dependency>
                <groupId>org.springframework.boot</groupId><artifactId>spring-boot-dependencies</artifactId><version>%s</version>
                <type>pom</type><scope>import</scope>
              </dependency>
            </dependencies>
          </dependencyManagement>
          %s
          <build>
            <plugins>
              <plugin>
                <groupId>org.apache.maven.plugins</groupId>
                <artifactId>maven-compiler-plugin</artifactId>
                <version>3.15.0</version>
              </plugin>
              <plugin>
                <groupId>org.springframework.boot</groupId>
                <artifactId>spring-boot-maven-plugin</artifactId>
                <version>%s</version>
                <executions><execution><goals><goal>repackage</goal></goals></execution></executions>
              </plugin>
            </plugins>
          </build>
        </project>
        """
                .formatted(Artifacts.version(), BOOT, dependency(starter, SINK), BOOT);
    }

    private static String dependency(String starter, String more) {
        return """
        %s
          <dependencies>
            <dependency><groupId>dev.cobnut</groupId><artifactId>%s</artifactId><version>%s</version></dependency>
            %s
          </dependencies>
        """
                .formatted(build.repositories(), starter, Artifacts.version(), more);
    }
}
