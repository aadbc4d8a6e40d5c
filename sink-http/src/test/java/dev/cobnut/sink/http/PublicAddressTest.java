package dev.cobnut.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The first and the last address of each special network, and their neighbours.
class PublicAddressTest {

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, false",
        "0.255.255.255, false",
        "1.0.0.0, true",
        "8.8.8.8, true",
        "9.255.255.255, true",
        "10.0.0.0, false",
        "10.255.255.255, false",
        "11.0.0.0, true",
        "100.63.255.255, true",
        "100.64.0.0, false",
        "100.127.255.255, false",
        "100.128.0.0, true",
        "126.255.255.255, true",
        "127.0.0.0, false",
        "127.0.0.1, false",
        "127.255.255.255, false",
        "128.0.0.0, true",
        "168.63.129.15, true",
        "168.63.129.16, false", // Azure's host
        "168.63.129.17, true",
        "169.253.255.255, true",
        "169.254.0.0, false",
        "169.254.169.254, false",
        "169.254.255.255, false",
        "169.255.0.0, true",
        "172.15.255.255, true",
        "172.16.0.0, false",
        "172.31.255.255, false",
        "172.32.0.0, true",
        "191.255.255.255, true",
        "192.0.0.0, false",
        "192.0.0.255, false",
        "192.0.1.0, true",
        "192.0.2.1, false",
        "192.0.3.0, true",
        "192.88.98.255, true",
        "192.88.99.1, false",
        "192.88.100.0, true",
        "192.167.255.255, true",
        "192.168.0.0, false",
        "192.168.255.255, false",
        "192.169.0.0, true",
        "198.17.255.255, true",
        "198.18.0.0, false",
        "198.19.255.255, false",
        "198.20.0.0, true",
        "198.51.100.1, false",
        "198.51.101.0, true",
        "203.0.113.1, false",
        "203.0.114.0, true",
        "223.255.255.255, true",
        "224.0.0.0, false",
        "239.255.255.255, false",
        "240.0.0.0, false",
        "255.255.255.255, false",
        "2130706433, false", // 127.0.0.1 as one number
        "127.1, false",
        "::, false",
        "::1, false",
        "::127.0.0.1, false", // IPv4-compatible
        "::ffff:127.0.0.1, false", // IPv4-mapped
        "::ffff:10.0.0.1, false",
        "::ffff:169.254.169.254, false",
        "::ffff:8.8.8.8, true",
        "64:ff9b::8.8.8.8, false", // NAT64
        "64:ff9b:1::1, false",
        "100::1, false", // discard
        "1fff:ffff::1, false",
        "2000::1, true",
        "2001::1, false", // Teredo
        "2001:1ff:ffff::1, false", // protocol assignments
        "2001:200::1, true",
        "2001:4860:4860::8888, true",
        "2001:db8::1, false", // documentation
        "2001:db9::1, true",
        "2002:7f00:1::1, false", // 6to4 of 127.0.0.1
        "2003::1, true",
        "2606:4700::1111, true",
        "3ffe::1, true",
        "3fff::1, false", // documentation
        "3fff:fff:ffff::1, false",
        "3fff:1000::1, true",
        "4000::1, false",
        "5f00::1, false", // segment routing
        "fc00::1, false", // unique-local
        "fdff:ffff::1, false",
        "fd00:ec2::254, false", // metadata service
        "fe80::1, false", // link-local
        "fec0::1, false", // site-local
        "ff02::1, false", // multicast
    })
    void anAddressIsPublicOrOfASpecialNetwork(String address, boolean isPublic) throws Exception {
        assertThat(PublicAddress.is(InetAddress.getByName(address))).isEqualTo(isPublic);
    }
}
