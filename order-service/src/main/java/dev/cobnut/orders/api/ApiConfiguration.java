package dev.cobnut.orders.api;

import dev.cobnut.framework.feed.FeedRules;
import dev.cobnut.orders.CustomersOfOrders;
import dev.cobnut.orders.stats.OrderStatistic;
import dev.cobnut.orders.webhook.Webhooks;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.Correlation;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.headers.Header;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.webmvc.actuate.endpoint.web.AbstractWebMvcEndpointHandlerMapping;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.servlet.HandlerMapping;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/// Wires the API.
@Configuration(proxyBeanMethods = false)
class ApiConfiguration {

    /// An order after that of the controllers' mapping, which is 0.
    static final int BEHIND_THE_API = 1;

    private static final String DESCRIPTION = "description";
    private static final String SPRINGDOC = "org.springdoc.";

    /// The description of the API, from a file, without what is not enabled. SnakeYAML reads it,
    /// because Jackson knows no YAML aliases. The setting `springdoc.paths-to-exclude` switches the
    /// generated description off.
    @Bean(DESCRIPTION)
    OpenAPI description(ObjectProvider<Webhooks> webhooks, ObjectProvider<OrderStatistic> statistic)
            throws IOException {
        try (InputStream in = new ClassPathResource("openapi.yaml").getInputStream()) {
            Object document = new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
            OpenAPI description = Json31.mapper().convertValue(document, OpenAPI.class);
            Set<String> paths = description.getPaths().keySet();
            if (webhooks.getIfAvailable() == null) {
                paths.removeIf(path -> path.startsWith(WebhookController.PATH));
            }
            if (statistic.getIfAvailable() == null) {
                paths.remove(StatsController.PATH);
                paths.remove(StatsFeedController.PATH);
            }
            return withCorrelationId(description);
        }
    }

    /// Every answer has the header, so no response of the file repeats it.
    private static OpenAPI withCorrelationId(OpenAPI description) {
        Stream.concat(
                        description.getComponents().getResponses().values().stream(),
                        description.getPaths().values().stream()
                                .flatMap(path -> path.readOperations().stream())
                                .flatMap(operation -> operation.getResponses().values().stream())
                                .filter(response -> response.get$ref() == null))
                .forEach(response ->
                        response.addHeaderObject(
                                Correlation.HEADER,
                                new Header().$ref("#/components/headers/X-Correlation-Id")));
        return description;
    }

    /// The description, and what serves it, are made when somebody asks for them, so a start does
    /// not wait for them. Spring MVC finds the beans of controllers by name.
    @Bean
    static BeanFactoryPostProcessor descriptionOnDemand() {
        return beans -> {
            for (String name : beans.getBeanDefinitionNames()) {
                BeanDefinition bean = beans.getBeanDefinition(name);
                String factory = bean.getFactoryBeanName();
                if (name.equals(DESCRIPTION)
                        || (factory != null && factory.startsWith(SPRINGDOC))) {
                    bean.setLazyInit(true);
                }
            }
        };
    }

    @Bean
    HandlerMapping startPage() throws IOException {
        return StartPage.mapping();
    }

    /// Spring Boot asks the actuator's mapping first, which then looks at each of its endpoints for
    /// each order.
    @Bean
    static BeanPostProcessor actuatorBehindTheApi() {
        return new BeanPostProcessor() {

            @Override
            public Object postProcessBeforeInitialization(Object bean, String name) {
                if (bean instanceof AbstractWebMvcEndpointHandlerMapping actuator) {
                    actuator.setOrder(BEHIND_THE_API);
                }
                return bean;
            }
        };
    }

    @Bean
    FeedRules orderFeedRules(CustomersOfOrders customers) {
        return new OrderFeedRules(customers);
    }

    @Bean
    @ConditionalOnProperty("cobnut.webhooks.enabled")
    ProblemType malformedWebhookId() {
        return WebhookController.MALFORMED_WEBHOOK_ID;
    }

    @Bean
    @ConditionalOnProperty("cobnut.webhooks.enabled")
    ProblemType webhookNotFound() {
        return WebhookController.WEBHOOK_NOT_FOUND;
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
    @ConditionalOnProperty(name = "cobnut.stats.enabled", matchIfMissing = true)
    ProblemType statisticsBuilding() {
        return StatsController.BUILDING;
    }
}
