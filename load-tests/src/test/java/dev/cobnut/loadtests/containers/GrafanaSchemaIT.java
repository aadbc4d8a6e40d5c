package dev.cobnut.loadtests.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.loadtests.Needs;
import dev.cobnut.loadtests.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Checks the dashboards against Grafana's published types with a strict compiler. It does not
/// check that Grafana draws them.
class GrafanaSchemaIT {

    private static final String SCHEMA = "@grafana/schema@11.6.0";
    private static final String COMPILER = "typescript@5.8.3";
    private static final Duration INSTALL_MAX = Duration.ofMinutes(8);

    @TempDir Path folder;

    @Test
    void everyDashboardHasGrafanasTypes() throws Exception {
        install();
        for (Path dashboard : Expressions.dashboards()) {
            assertThat(compile(Files.readString(dashboard)))
                    .as(dashboard.getFileName() + " against " + SCHEMA)
                    .isEmpty();
        }

        assertThat(
                        compile(
                                Files.readString(Expressions.dashboards().getFirst())
                                        .replace("\"refresh\"", "\"refreshes\"")))
                .as("the negative control")
                .contains("refreshes\"' does not exist");
    }

    @Test
    void everyDashboardHasAnIdOfItsOwnAndTheSourceThatIsProvisioned() throws Exception {
        Set<String> ids = new TreeSet<>();
        for (Path file : Expressions.dashboards()) {
            JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(file));
            assertThat(ids.add(dashboard.path("uid").asString())).as("uid of " + file).isTrue();
            for (JsonNode panel : dashboard.path("panels")) {
                if (!panel.path("type").asString().equals("row")) {
                    assertThat(panel.at("/datasource/uid").asString()).isEqualTo("prometheus");
                    assertThat(panel.path("targets").size())
                            .as(panel.path("title").asString())
                            .isPositive();
                }
            }
        }
        assertThat(
                        Files.readString(
                                Expressions.DASHBOARDS.resolveSibling(
                                        "provisioning/datasources/prometheus.yml")))
                .contains("uid: prometheus");
    }

    private void install() throws IOException, InterruptedException {
        Needs.npm();
        Shell shell = new Shell(Map.of("npm_config_update_notifier", "false"));
        Files.writeString(folder.resolve("package.json"), "{\"private\":true}");
        Shell.Ended npm =
                shell.run(
                        INSTALL_MAX,
                        "npm",
                        "install",
                        "--prefix",
                        folder.toString(),
                        "--no-audit",
                        "--no-fund",
                        "--ignore-scripts",
                        "--prefer-offline",
                        SCHEMA,
                        COMPILER);
        if (npm.code() != 0) {
            throw Needs.skipped(
                    "npm cannot have Grafana's types: "
                            + npm.error().lines().findFirst().orElse("it does not say why"));
        }
    }

    /// What the compiler has against it; empty when nothing.
    private String compile(String dashboard) throws IOException, InterruptedException {
        // Enumerations of texts are texts in JSON.
        Files.writeString(
                folder.resolve("dashboard.ts"),
                """
                import type { AnnotationQuery, Dashboard, DataQuery } from '@grafana/schema';
                // What Grafana's Prometheus source reads of an annotation query (packages/grafana-prometheus).
                type Annotation = Omit<AnnotationQuery, 'target'> & {
                  target: DataQuery & { expr: string; interval?: string };
                  titleFormat?: string; textFormat?: string; tagKeys?: string;
                };
                type Provisioned = Omit<Dashboard, 'annotations'> & { annotations: { list: Annotation[] } };
                type Json<T> = T extends string ? `${T}`
                  : T extends number | boolean | null | undefined ? T
                  : T extends (infer U)[] ? Json<U>[]
                  : { [K in keyof T]: Json<T[K]> };
                export const dashboard: Json<Provisioned> = %s;
                """
                        .formatted(dashboard));
        return new Shell(Map.of())
                .run(
                        INSTALL_MAX,
                        "node",
                        folder.resolve("node_modules/typescript/bin/tsc").toString(),
                        "--strict",
                        "--noEmit",
                        "--skipLibCheck",
                        "--target",
                        "es2022",
                        "--module",
                        "esnext",
                        "--moduleResolution",
                        "bundler",
                        folder.resolve("dashboard.ts").toString())
                .output();
    }
}
