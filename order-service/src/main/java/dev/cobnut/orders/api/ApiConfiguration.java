package dev.cobnut.orders.api;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.feed.FeedRules;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.web.problem.ProblemType;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.OpenAPI;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/// Wires the API.
@Configuration(proxyBeanMethods = false)
class ApiConfiguration {

    /// The description of the API, from a file. SnakeYAML reads it, because Jackson knows no YAML
    /// aliases. The setting `springdoc.paths-to-exclude` switches the generated description off.
    @Bean
    OpenAPI description() throws IOException {
        try (InputStream in = new ClassPathResource("openapi.yaml").getInputStream()) {
            Object document = new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
            return Json31.mapper().convertValue(document, OpenAPI.class);
        }
    }

    @Bean
    RouterFunction<ServerResponse> startPage() throws IOException {
        return StartPage.route();
    }

    @Bean
    FeedRules orderFeedRules(
            CommandGateway<Order, OrderCommand> orders,
            Decider<Order, OrderCommand, OrderEvent> decider) {
        return new OrderFeedRules(orders, decider.codec());
    }

    @Bean
    ProblemType malformedOrderId() {
        return OrderAnswers.MALFORMED_ORDER_ID;
    }

    @Bean
    ProblemType orderNotFound() {
        return OrderAnswers.ORDER_NOT_FOUND;
    }

    @Bean
    ProblemType noSuchVersion() {
        return OrderAnswers.NO_SUCH_VERSION;
    }

    @Bean
    ProblemType statisticsBuilding() {
        return StatsController.BUILDING;
    }
}
