package dev.cobnut.runtime.mailbox;

/// The fields of [MpscArrayMailbox] that producers write, with a line of padding on either side
/// (fields of a class lie before those of its subclasses; 128 bytes because processors fetch lines
/// in pairs).
abstract class MpscArrayProducers extends MpscArrayPaddingBefore {
    volatile long word;
    long limit;
}

/// The line before.
abstract class MpscArrayPaddingBefore {
    long before00;
    long before01;
    long before02;
    long before03;
    long before04;
    long before05;
    long before06;
    long before07;
    long before08;
    long before09;
    long before10;
    long before11;
    long before12;
    long before13;
    long before14;
    long before15;
}
