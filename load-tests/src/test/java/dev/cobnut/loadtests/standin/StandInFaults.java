package dev.cobnut.loadtests.standin;

/// The promises that a [StandInService] breaks.
///
/// @param loseEvery every n-th event is acknowledged and then forgotten; 0 is none
/// @param forgetKeys a repeated placement makes another order
public record StandInFaults(int loseEvery, boolean forgetKeys) {

    public static StandInFaults none() {
        return new StandInFaults(0, false);
    }
}
