package dev.cobnut.lab.generator;

import java.util.HashMap;
import java.util.Map;
import java.util.prefs.AbstractPreferences;
import java.util.prefs.Preferences;
import java.util.prefs.PreferencesFactory;
import org.jspecify.annotations.Nullable;

/// Preferences that live as long as the JVM; `java.util.prefs.PreferencesFactory` names this class.
///
/// Gatling looks up its newest release on Maven Central unless its preferences say that it did so
/// lately. No setting prevents that. These preferences say so, and they write nothing to the user's
/// home folder.
public final class NoPreferences implements PreferencesFactory {

    private static final String GATLING = "/io/gatling/latestVersion";

    private final Preferences user = new Node(null, "");
    private final Preferences system = new Node(null, "");

    public NoPreferences() {
        Preferences gatling = user.node(GATLING);
        gatling.putLong("lastCheckTimestamp", System.currentTimeMillis());
        gatling.putBoolean("lastCheckSuccess", false);
    }

    @Override
    public Preferences userRoot() {
        return user;
    }

    @Override
    public Preferences systemRoot() {
        return system;
    }

    private static final class Node extends AbstractPreferences {

        private final Map<String, String> values = new HashMap<>();
        private final Map<String, Node> children = new HashMap<>();

        Node(@Nullable Node parent, String name) {
            super(parent, name);
        }

        @Override
        protected void putSpi(String key, String value) {
            values.put(key, value);
        }

        @Override
        protected @Nullable String getSpi(String key) {
            return values.get(key);
        }

        @Override
        protected void removeSpi(String key) {
            values.remove(key);
        }

        @Override
        protected void removeNodeSpi() {
            values.clear();
        }

        @Override
        protected String[] keysSpi() {
            return values.keySet().toArray(new String[0]);
        }

        @Override
        protected String[] childrenNamesSpi() {
            return children.keySet().toArray(new String[0]);
        }

        @Override
        protected AbstractPreferences childSpi(String name) {
            return children.computeIfAbsent(name, child -> new Node(this, child));
        }

        @Override
        protected void syncSpi() {}

        @Override
        protected void flushSpi() {}
    }
}
