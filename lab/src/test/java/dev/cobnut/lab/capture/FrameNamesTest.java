package dev.cobnut.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameNamesTest {

    @ParameterizedTest
    @CsvSource({
        "a.B$$Lambda.0x00007f2a1c00a3c8, accept, a.B$$Lambda.accept",
        "a.B$$Lambda/0x0000000801234567, accept, a.B$$Lambda.accept",
        "a.B$$Lambda$14/0x0000000801234567, run, a.B$$Lambda.run",
        "a.B$$Lambda$14/123456789, run, a.B$$Lambda.run",
        "a.B, lambda$poll$3, a.B.lambda$poll",
        "a.B, lambda$static$0, a.B.lambda$static",
        "a.B, lambda$of$40f5d6ca$1, a.B.lambda$of",
        "a.B, access$100, a.B.access$100",
        "java.lang.invoke.LambdaForm$MH.0x00007f2a1c00a3c8, invoke, java.lang.invoke.LambdaForm$MH.invoke",
        "java.lang.invoke.LambdaForm$DMH/0x0000000801234567, invokeStatic, java.lang.invoke.LambdaForm$DMH.invokeStatic",
        "a.Service$$SpringCGLIB$$0, place, a.Service$$SpringCGLIB.place",
        "a.Service$$SpringCGLIB$$12, place, a.Service$$SpringCGLIB.place",
        "a.Service$$EnhancerBySpringCGLIB$$1f2e3d, place, a.Service$$EnhancerBySpringCGLIB.place",
        "jdk.proxy2.$Proxy42, size, jdk.proxy.$Proxy.size",
        "com.sun.proxy.$Proxy7, size, jdk.proxy.$Proxy.size",
        "jdk.internal.reflect.GeneratedMethodAccessor12, invoke, jdk.internal.reflect.GeneratedMethodAccessor.invoke",
        "jdk.internal.reflect.GeneratedConstructorAccessor3, newInstance, jdk.internal.reflect.GeneratedConstructorAccessor.newInstance",
        "java.lang.String$$StringConcat.0x00007f2a1c00a3c8, concat, java.lang.String$$StringConcat.concat",
        "dev.cobnut.framework.outbox.OutboxPublisher, poll, dev.cobnut.framework.outbox.OutboxPublisher.poll"
    })
    void whatAJvmNumbersWhileItRunsHasTheSameNameInEachJvm(
            String type, String method, String name) {
        assertThat(FrameNames.ofJava(type, method)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({
        "JavaThread::run, JavaThread::run",
        "memcpy+0x1a, memcpy",
        "I2C/C2I adapters(0xbabababa), I2C/C2I adapters",
        "/tmp/sqlite-3.54.1.0-1f2e3d4c-aaaa-bbbb-cccc-0123456789ab-libsqlitejdbc.so, libsqlitejdbc.so",
        "libasyncProfiler-12638760852143454709.so, libasyncProfiler.so"
    })
    void nativeSymbolsKeepTheirNameWithoutPlacesAndOffsets(String symbol, String name) {
        assertThat(FrameNames.ofNative(symbol)).isEqualTo(name);
    }

    @Test
    void framesOfTheKernelEndInTheirSuffixOnce() {
        assertThat(FrameNames.ofKernel("do_syscall_64")).isEqualTo("do_syscall_64_[k]");
        assertThat(FrameNames.ofKernel("do_syscall_64_[k]")).isEqualTo("do_syscall_64_[k]");
    }

    @Test
    void aNameNeverBreaksTheLinesOfATable() {
        assertThat(FrameNames.ofNative("a\tb\nc")).isEqualTo("a b c");
    }
}
