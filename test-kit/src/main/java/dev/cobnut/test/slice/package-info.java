/// Tests of a running service without its web server and its database: a Spring Boot test slice.
///
/// ```text
/// CobnutTest           on a test class: the domain's beans, a journal in memory, one member on a random port
/// AutoConfigureCobnut  the journal and the member alone, for a @SpringBootTest
/// ServiceUnderTest     a bean of both: waits until every event is delivered
/// ```
///
/// The journal in memory fulfils the contract of a journal except durability. So the slice shows
/// commands, events, delivery and views. It does not show what a crash, a full disk or another
/// member does, nor the time of an fsync. The node reads every stream from the journal and keeps no
/// copies of streams, as one whose journal others write.
@NullMarked
package dev.cobnut.test.slice;

import org.jspecify.annotations.NullMarked;
