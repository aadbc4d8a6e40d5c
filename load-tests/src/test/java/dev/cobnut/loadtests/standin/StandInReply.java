package dev.cobnut.loadtests.standin;

/// Status and JSON body of an answer.
record StandInReply(int status, String body) {}
