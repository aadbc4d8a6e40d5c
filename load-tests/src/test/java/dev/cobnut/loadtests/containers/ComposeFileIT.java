package dev.cobnut.loadtests.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.loadtests.Needs;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Checks the required settings of every service, in the compose file as Compose reads it.
class ComposeFileIT {

    /// They run once and say by their exit code how it went.
    private static final Set<String> WITHOUT_HEALTH = Set.of("load");

    @Test
    void everyServiceIsLimitedAndClosed() throws Exception {
        Needs.engine();
        Stack stack = Stack.of("file", null);
        JsonNode file =
                JsonMapper.shared()
                        .readTree(stack.compose(Stack.COMMAND_MAX, "config", "--format", "json"));

        assertThat(file.path("services").propertyNames())
                .containsExactlyInAnyOrder(
                        "cobnut",
                        "cobnut-profiled",
                        "cobnut-1",
                        "cobnut-2",
                        "cobnut-3",
                        "postgres",
                        "balancer",
                        "prometheus",
                        "grafana",
                        "jaeger",
                        "load");
        assertThat(file.at("/services/cobnut-1/stop_grace_period").asString())
                .as("drain 3 s, requests 20 s, commands 10 s, journal 30 s, partitions 60 s")
                .isEqualTo("2m20s");
        for (String node :
                new String[] {"cobnut", "cobnut-profiled", "cobnut-1", "cobnut-2", "cobnut-3"}) {
            assertThat(
                            file.at("/services/" + node + "/environment/COBNUT_HTTP_HOSTS")
                                    .asString()
                                    .split(","))
                    .as(node + " answers no name of another site")
                    .contains(node, "balancer", "members");
        }
        for (int node = 1; node <= 3; node++) {
            JsonNode member = file.path("services").path("cobnut-" + node);
            assertThat(member.path("environment").path("MANAGEMENT_SERVER_PORT").asString())
                    .as("the actuator has a port of its own, and the balancer does not know it")
                    .isEqualTo("8081");
            assertThat(member.has("ports")).isFalse();
        }
        assertThat(Files.readString(ServiceCommand.home().resolve("docker/haproxy/haproxy.cfg")))
                .doesNotContain("8081");
        for (Map.Entry<String, JsonNode> entry : file.path("services").properties()) {
            String name = entry.getKey();
            JsonNode service = entry.getValue();
            assertThat(service.path("cpus").asDouble()).as(name + ": cpus").isPositive();
            assertThat(service.path("mem_limit").asLong()).as(name + ": mem_limit").isPositive();
            assertThat(service.path("pids_limit").asInt()).as(name + ": pids_limit").isPositive();
            assertThat(service.path("read_only").asBoolean()).as(name + ": read_only").isTrue();
            assertThat(service.path("cap_drop").toString()).as(name).isEqualTo("[\"ALL\"]");
            assertThat(service.path("security_opt").toString())
                    .as(name)
                    .contains("no-new-privileges:true");
            assertThat(service.path("stop_grace_period").asString()).as(name).isNotEmpty();
            assertThat(service.path("privileged").asBoolean(false)).as(name).isFalse();
            for (JsonNode port : service.path("ports")) {
                assertThat(port.path("host_ip").asString("")).as(name).isEqualTo("127.0.0.1");
            }
            if (!WITHOUT_HEALTH.contains(name)) {
                assertThat(service.path("healthcheck").path("test").size())
                        .as(name + ": healthcheck")
                        .isPositive();
            }
            assertThat(service.path("environment").toString())
                    .as(name + ": a password comes from a file")
                    .doesNotContainIgnoringCase("password\":\"")
                    .doesNotContainPattern("(?i)password=[^/]");
        }
    }
}
