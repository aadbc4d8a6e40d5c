package dev.cobnut.loadtests.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// Checks the Kubernetes example against types that are generated from the published API. An
/// unknown field, a missing field and a wrong type are errors. No cluster runs the example.
class ManifestsTest {

    private static final Path FOLDER =
            Path.of("..", "docker", "kubernetes").toAbsolutePath().normalize();

    private static final Map<String, Class<?>> TYPES =
            Map.of(
                    "apps/v1/StatefulSet", V1StatefulSet.class,
                    "v1/Service", V1Service.class,
                    "v1/ConfigMap", V1ConfigMap.class,
                    "v1/Secret", V1Secret.class,
                    "policy/v1/PodDisruptionBudget", V1PodDisruptionBudget.class,
                    "networking.k8s.io/v1/NetworkPolicy", V1NetworkPolicy.class);

    @Test
    void everyManifestIsValidByThePublishedApi() throws Exception {
        List<JsonNode> manifests = manifests();

        assertThat(manifests).hasSize(7);
        for (JsonNode manifest : manifests) {
            assertThat(parse(manifest)).as(title(manifest)).isNotNull();
        }
    }

    @Test
    void aFieldThatTheApiDoesNotKnowIsAnError() throws Exception {
        String broken =
                JsonMapper.shared()
                        .writeValueAsString(manifest("StatefulSet"))
                        .replace("\"readOnlyRootFilesystem\"", "\"readonlyRootFilesystem\"");

        assertThatThrownBy(() -> parse(JsonMapper.shared().readTree(broken)))
                .hasMessageContaining("readonlyRootFilesystem");
    }

    @Test
    void everyFileIsAppliedButTheExampleOfASecret() throws Exception {
        List<String> resources = new ArrayList<>();
        yaml(FOLDER.resolve("kustomization.yaml"))
                .getFirst()
                .path("resources")
                .forEach(name -> resources.add(name.asString()));

        assertThat(files())
                .extracting(file -> file.getFileName().toString())
                .filteredOn(name -> !name.equals("kustomization.yaml"))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(resources.stream(), Stream.of("secret.example.yaml"))
                                .toList());
    }

    @Test
    void thePodHasNoPrivilegesAndEveryLimit() throws Exception {
        V1PodSpec pod = pod();
        V1Container container = pod.getContainers().getFirst();

        assertThat(pod.getAutomountServiceAccountToken()).isFalse();
        assertThat(Objects.requireNonNull(pod.getSecurityContext()).getRunAsNonRoot()).isTrue();
        var security = Objects.requireNonNull(container.getSecurityContext());
        assertThat(security.getReadOnlyRootFilesystem()).isTrue();
        assertThat(security.getAllowPrivilegeEscalation()).isFalse();
        assertThat(Objects.requireNonNull(security.getCapabilities()).getDrop())
                .containsExactly("ALL");
        var resources = Objects.requireNonNull(container.getResources());
        assertThat(resources.getLimits()).containsKeys("cpu", "memory");
        assertThat(resources.getRequests()).containsKeys("cpu", "memory");
        assertThat(container.getStartupProbe()).isNotNull();
        assertThat(container.getLivenessProbe()).isNotNull();
        assertThat(container.getReadinessProbe()).isNotNull();
    }

    @Test
    void theManifestsFitTogether() throws Exception {
        V1StatefulSet set = (V1StatefulSet) parse(manifest("StatefulSet"));
        Map<String, String> labels =
                Objects.requireNonNull(
                        Objects.requireNonNull(
                                        Objects.requireNonNull(set.getSpec())
                                                .getTemplate()
                                                .getMetadata())
                                .getLabels());
        List<String> services = new ArrayList<>();
        for (JsonNode manifest : manifests()) {
            JsonNode selector =
                    switch (manifest.path("kind").asString()) {
                        case "Service" -> manifest.at("/spec/selector");
                        case "PodDisruptionBudget" -> manifest.at("/spec/selector/matchLabels");
                        case "NetworkPolicy" -> manifest.at("/spec/podSelector/matchLabels");
                        case "StatefulSet" -> manifest.at("/spec/selector/matchLabels");
                        default -> null;
                    };
            if (selector != null) {
                assertThat(selector.size()).as(title(manifest)).isPositive();
                selector.properties()
                        .forEach(label ->
                                assertThat(labels)
                                        .as(title(manifest))
                                        .containsEntry(
                                                label.getKey(), label.getValue().asString()));
            }
            if (manifest.path("kind").asString().equals("Service")) {
                services.add(manifest.at("/metadata/name").asString());
            }
        }
        assertThat(services).contains(Objects.requireNonNull(set.getSpec()).getServiceName());
        assertThat(manifest("ConfigMap").at("/data/COBNUT_CLUSTER_MEMBERS").asString())
                .as("the majority is counted from what runs")
                .isEqualTo(String.valueOf(set.getSpec().getReplicas()));
    }

    @Test
    void theActuatorHasAPortThatNoServiceRoutesTo() throws Exception {
        String port = manifest("ConfigMap").at("/data/MANAGEMENT_SERVER_PORT").asString();
        assertThat(pod().getContainers().getFirst().getPorts())
                .anySatisfy(open -> {
                    assertThat(open.getName()).isEqualTo("management");
                    assertThat(String.valueOf(open.getContainerPort())).isEqualTo(port);
                });
        for (JsonNode manifest : manifests()) {
            if (manifest.path("kind").asString().equals("Service")) {
                assertThat(manifest.at("/spec/ports").toString())
                        .as(title(manifest))
                        .doesNotContain("management", port);
            }
        }
        for (JsonNode rule : manifest("NetworkPolicy").at("/spec/ingress")) {
            if (rule.path("ports").toString().contains(port)) {
                assertThat(rule.path("from").toString()).contains("may-manage");
                assertThat(rule.path("ports").size()).isOne();
            }
        }
        JsonNode container = manifest("StatefulSet").at("/spec/template/spec/containers/0");
        for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            assertThat(container.path(probe).path("httpGet").path("port").asString())
                    .as(probe + ": what answers it is what answers clients")
                    .isEqualTo("http");
        }
    }

    private static V1PodSpec pod() throws IOException {
        V1StatefulSet set = (V1StatefulSet) parse(manifest("StatefulSet"));
        return Objects.requireNonNull(
                Objects.requireNonNull(set.getSpec()).getTemplate().getSpec());
    }

    private static Object parse(JsonNode manifest) {
        Class<?> type =
                TYPES.get(
                        manifest.path("apiVersion").asString()
                                + "/"
                                + manifest.path("kind").asString());
        assertThat(type).as(title(manifest)).isNotNull();
        return JSON.deserialize(JsonMapper.shared().writeValueAsString(manifest), type);
    }

    private static JsonNode manifest(String kind) throws IOException {
        return manifests().stream()
                .filter(manifest -> manifest.path("kind").asString().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static List<JsonNode> manifests() throws IOException {
        List<JsonNode> manifests = new ArrayList<>();
        for (Path file : files()) {
            if (!file.endsWith("kustomization.yaml")) {
                manifests.addAll(yaml(file));
            }
        }
        return manifests;
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
        }
    }

    private static List<JsonNode> yaml(Path file) throws IOException {
        try (MappingIterator<JsonNode> documents =
                new YAMLMapper().readerFor(JsonNode.class).readValues(Files.readString(file))) {
            return documents.readAll();
        }
    }

    private static String title(JsonNode manifest) {
        return manifest.path("kind").asString() + " " + manifest.at("/metadata/name").asString();
    }
}
