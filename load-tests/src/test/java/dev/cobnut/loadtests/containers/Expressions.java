package dev.cobnut.loadtests.containers;

import dev.cobnut.lab.service.ServiceCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// All expressions of the dashboards and the alert rules, read from their files.
///
/// @param where file and panel, or the name of the alert
record Expressions(String where, String text) {

    static final Path DASHBOARDS = ServiceCommand.home().resolve("docker/grafana/dashboards");
    static final Path ALERTS = ServiceCommand.home().resolve("docker/prometheus/alerts.yml");

    /// Words with an underscore that no parenthesis follows; that would be a function.
    private static final Pattern METRIC =
            Pattern.compile("\\b(up|[a-z][a-z0-9]*_[a-z0-9_]*)\\b(?!\\()");

    private static final Pattern IN_BRACES = Pattern.compile("\\{[^}]*}|\"[^\"]*\"");

    static List<Path> dashboards() throws IOException {
        try (Stream<Path> files = Files.list(DASHBOARDS)) {
            return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
        }
    }

    /// As Grafana sends them: with the variables' values for all nodes and a minute's window.
    static List<Expressions> ofDashboards() throws IOException {
        List<Expressions> all = new ArrayList<>();
        for (Path file : dashboards()) {
            JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(file));
            for (JsonNode panel : dashboard.path("panels")) {
                for (JsonNode target : panel.path("targets")) {
                    all.add(
                            new Expressions(
                                    file.getFileName() + ": " + panel.path("title").asString(),
                                    target.path("expr")
                                            .asString()
                                            .replace("$__rate_interval", "1m")
                                            .replace("$instance", ".*")));
                }
            }
        }
        return all;
    }

    /// The annotation queries, one of each dashboard.
    static List<Expressions> ofAnnotations() throws IOException {
        List<Expressions> all = new ArrayList<>();
        for (Path file : dashboards()) {
            JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(file));
            for (JsonNode annotation : dashboard.at("/annotations/list")) {
                all.add(
                        new Expressions(
                                file.getFileName() + ": " + annotation.path("name").asString(),
                                annotation.at("/target/expr").asString()));
            }
        }
        return all;
    }

    static List<Expressions> ofAlerts() throws IOException {
        List<Expressions> all = new ArrayList<>();
        JsonNode rules = new YAMLMapper().readTree(Files.readString(ALERTS));
        for (JsonNode group : rules.path("groups")) {
            for (JsonNode rule : group.path("rules")) {
                all.add(
                        new Expressions(
                                rule.path("alert").asString(), rule.path("expr").asString()));
            }
        }
        return all;
    }

    /// Names of the metrics in it.
    Set<String> metrics() {
        Set<String> names = new TreeSet<>();
        Matcher matcher = METRIC.matcher(IN_BRACES.matcher(text).replaceAll(" "));
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }
}
