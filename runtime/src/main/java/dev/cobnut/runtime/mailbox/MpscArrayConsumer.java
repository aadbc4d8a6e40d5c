package dev.cobnut.runtime.mailbox;

/// The field of [MpscArrayMailbox] that the consumer writes, with a line of padding on either side.
abstract class MpscArrayConsumer extends MpscArrayPaddingBetween {
    volatile long polled;
    long after00;
    long after01;
    long after02;
    long after03;
    long after04;
    long after05;
    long after06;
    long after07;
    long after08;
    long after09;
    long after10;
    long after11;
    long after12;
    long after13;
    long after14;
    long after15;
}

/// The lines between.
abstract class MpscArrayPaddingBetween extends MpscArrayProducers {
    long between00;
    long between01;
    long between02;
    long between03;
    long between04;
    long between05;
    long between06;
    long between07;
    long between08;
    long between09;
    long between10;
    long between11;
    long between12;
    long between13;
    long between14;
    long between15;
}
