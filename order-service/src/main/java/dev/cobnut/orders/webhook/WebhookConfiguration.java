package dev.cobnut.orders.webhook;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.handler.Handlers;
import dev.cobnut.framework.handler.RuntimeHandlers;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.orders.CustomersOfOrders;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.sink.http.GuardedClient;
import dev.cobnut.sink.http.HttpSink;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the webhooks, when they are enabled.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WebhookSettings.class)
class WebhookConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty("cobnut.webhooks.enabled")
    static class Enabled {

        @Bean
        WebhookDecider webhookDecider() {
            return new WebhookDecider();
        }

        @Bean
        WebhookSecrets webhookSecrets(WebhookSettings settings) {
            return new WebhookSecrets(settings.keys());
        }

        @Bean
        GuardedClient webhookClient(WebhookSettings settings) {
            return settings.client();
        }

        @Bean
        WebhookIndex webhookIndex(
                Journal journal, CommandGateway<Webhook, WebhookCommand> webhooks) {
            return new WebhookIndex(journal, webhooks);
        }

        @Bean
        WebhookMetrics webhookMetrics(MeterRegistry registry) {
            return new WebhookMetrics(registry);
        }

        /// The runner starts and closes it.
        @Bean(destroyMethod = "")
        RuntimeHandlers webhookSenders(
                Journal journal, WebhookSettings settings, WebhookMetrics metrics) {
            RuntimeHandlers senders =
                    new RuntimeHandlers(
                            "cobnut-webhook-reader",
                            journal,
                            settings.handlers(),
                            metrics,
                            System::nanoTime);
            metrics.observe(senders);
            return senders;
        }

        @Bean
        Webhooks.HttpSinks webhookSinks(
                CustomersOfOrders customers,
                GuardedClient client,
                WebhookSecrets secrets,
                WebhookSettings settings) {
            return (webhook, signing) -> {
                List<String> whsecs = new ArrayList<>();
                for (Webhook.Secret named : signing) {
                    String secret = secrets.secret(webhook.webhookId(), named);
                    if (secret != null) {
                        whsecs.add(secret);
                    }
                }
                String customerId = webhook.customerId();
                return whsecs.isEmpty()
                        ? null
                        : HttpSink.named(webhook.cursor())
                                .to(URI.create(webhook.url()))
                                .source(settings.source())
                                .categories(OrderDecider.CATEGORY)
                                .types(webhook.types())
                                .when(event ->
                                        customerId == null
                                                || customers.of(event).equals(customerId))
                                .secrets(whsecs)
                                .connectDeadline(settings.connectDeadline())
                                .answerDeadline(settings.answerDeadline())
                                .pauseMax(settings.pauseMax())
                                .through(client)
                                .build();
            };
        }

        @Bean
        WebhookRunner webhookRunner(
                WebhookIndex index,
                Webhooks.HttpSinks sinks,
                RuntimeHandlers webhookSenders,
                ObjectProvider<Handlers> handlers,
                CommandGateway<Webhook, WebhookCommand> webhooks,
                WebhookMetrics metrics,
                InstantSource clock) {
            return new WebhookRunner(
                    index::all,
                    (webhook, secrets) -> {
                        HttpSink sink = sinks.of(webhook, secrets);
                        return sink == null ? null : new WebhookSender(sink, metrics, clock);
                    },
                    webhookSenders,
                    () -> handlers.getObject().runsHere(WebhookIndexer.NAME),
                    webhook ->
                            webhooks.state(webhooks.stream(webhook.webhookId().toString()))
                                    .map(now ->
                                            now.state().deleted()
                                                    || now.state().run() != webhook.run())
                                    .orElse(false),
                    clock);
        }

        @Bean
        WebhookIndexer webhookIndexer(
                CommandGateway<Webhook, WebhookCommand> webhooks,
                WebhookDecider decider,
                WebhookIndex index,
                RuntimeHandlers webhookSenders,
                WebhookRunner runner) {
            return new WebhookIndexer(
                    webhooks, decider.codec(), index, webhookSenders, runner::changed);
        }

        @Bean
        Webhooks webhooks(
                CommandGateway<Webhook, WebhookCommand> gateway,
                Journal journal,
                WebhookIndex index,
                RuntimeHandlers webhookSenders,
                WebhookRunner runner,
                Webhooks.HttpSinks sinks,
                GuardedClient client,
                WebhookSecrets secrets,
                WebhookSettings settings,
                TimeOrderedIds ids,
                InstantSource clock) {
            return new Webhooks(
                    gateway,
                    journal,
                    index,
                    webhookSenders,
                    runner,
                    sinks,
                    client,
                    secrets,
                    settings,
                    ids,
                    clock);
        }
    }
}
