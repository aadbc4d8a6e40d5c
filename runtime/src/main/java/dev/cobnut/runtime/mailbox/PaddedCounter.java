package dev.cobnut.runtime.mailbox;

/// A counter that shares no cache line with the next object. It prevents false sharing: without the
/// padding each write would take the line from the processors that read its neighbours. The padding
/// is 128 bytes because processors fetch lines in pairs.
@SuppressWarnings("UnusedVariable") // padding is not read
final class PaddedCounter extends Counter {
    long padding00;
    long padding01;
    long padding02;
    long padding03;
    long padding04;
    long padding05;
    long padding06;
    long padding07;
    long padding08;
    long padding09;
    long padding10;
    long padding11;
    long padding12;
    long padding13;
    long padding14;
    long padding15;
}
