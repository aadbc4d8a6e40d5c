package dev.cobnut.framework.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import com.hazelcast.jet.config.JetConfig;
import org.junit.jupiter.api.Test;

class SingleNodeConfigTest {

    /// A member keeps Jet's default, because jobs of an application may send to other members.
    @Test
    void aNodeThatJoinsNobodyRarelyPreparesFlowControl() {
        Config config = new Config();

        ClusterConfig.singleNode(config, "127.0.0.1", 0);

        assertThat(config.getJetConfig().getFlowControlPeriodMs())
                .isGreaterThan(100 * new JetConfig().getFlowControlPeriodMs());
    }
}
