package dev.cobnut.sink.kafka;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;

/// A real producer whose sends have another outcome; a post-processor of Spring Kafka.
final class ProducerProxy {

    /// Decides what becomes of a send.
    interface Outcome {

        /// @param real sends the record as it would be without the proxy
        Future<RecordMetadata> of(Callable<Future<RecordMetadata>> real) throws Exception;
    }

    private ProducerProxy() {}

    @SuppressWarnings("unchecked")
    static <K, V> Producer<K, V> around(Producer<K, V> real, Outcome outcome) {
        return (Producer<K, V>)
                Proxy.newProxyInstance(
                        ProducerProxy.class.getClassLoader(),
                        new Class<?>[] {Producer.class},
                        (_, method, arguments) ->
                                method.getName().equals("send")
                                        ? outcome.of(() ->
                                                (Future<RecordMetadata>)
                                                        call(real, method, arguments))
                                        : call(real, method, arguments));
    }

    static Future<RecordMetadata> failed(Exception failure) {
        return CompletableFuture.failedFuture(failure);
    }

    private static Object call(Object real, Method method, Object[] arguments) throws Exception {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }
}
