package dev.cobnut.test.slice;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

/// Reads the settings of [CobnutTest].
final class CobnutTestBootstrapper extends TestSliceTestContextBootstrapper<CobnutTest> {}
