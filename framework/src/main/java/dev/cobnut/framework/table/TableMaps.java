package dev.cobnut.framework.table;

import com.hazelcast.config.EvictionPolicy;
import com.hazelcast.config.IndexConfig;
import com.hazelcast.config.IndexType;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.core.DistributedObject;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The maps of tables and their configuration.
///
/// ```text
/// map                              key                       value        lifetime
/// tables                           <name>.<version>/live     TableState   while a member runs
///                                  <name>.<version>/build    TableState   while a build runs
///                                  <name>.<version>/parked   ParkedEvents
///                                  <name>.<version>/rebuild  true         until the build begins
/// table-<name>.<version>.<build>   key of the row            TableRow     until a later build is read
/// ```
///
/// The indexes of a map are added when its build begins, and not by its configuration: a member of
/// an older build, which does not know the table, has partitions of the map, too.
public final class TableMaps {

    /// The map of what members know of tables.
    public static final String STATES = "tables";

    /// All maps of rows.
    public static final String ROWS = "table-*";

    private static final String ROWS_PREFIX = "table-";

    private TableMaps() {}

    public static MapConfig states() {
        return memory(STATES);
    }

    public static MapConfig rows() {
        return memory(ROWS);
    }

    private static MapConfig memory(String name) {
        MapConfig map =
                new MapConfig(name)
                        .setBackupCount(1)
                        .setReadBackupData(false)
                        .setTimeToLiveSeconds(0)
                        .setMaxIdleSeconds(0);
        map.getEvictionConfig().setEvictionPolicy(EvictionPolicy.NONE);
        return map;
    }

    /// Registers the serializers of the maps' values and entry processors.
    public static void registerSerializers(SerializationConfig serialization) {
        serialization
                .getCompactSerializationConfig()
                .addSerializer(new TableState.Serializer())
                .addSerializer(new ParkedEvents.Serializer())
                .addSerializer(new TableRow.Serializer())
                .addSerializer(new PutRow.Serializer());
    }

    /// The part of a map's name that all builds of a version of a table share.
    static String prefix(String table, int version) {
        return ROWS_PREFIX + table + "." + version + ".";
    }

    /// The other versions of a table whose rows are in the memory of the cluster.
    static Set<Integer> otherVersions(HazelcastInstance hazelcast, Table<?> table) {
        Pattern ofTable =
                Pattern.compile(Pattern.quote(ROWS_PREFIX + table.name()) + "\\.(\\d+)\\.\\d+");
        Set<Integer> versions = new TreeSet<>();
        for (DistributedObject object : hazelcast.getDistributedObjects()) {
            Matcher name = ofTable.matcher(object.getName());
            if (object instanceof IMap && name.matches()) {
                versions.add(Integer.parseInt(name.group(1)));
            }
        }
        versions.remove(table.version());
        return versions;
    }

    /// Drops all rows of a version of a table but those of two builds.
    static void drop(
            HazelcastInstance hazelcast, String table, int version, long build, long other) {
        String prefix = prefix(table, version);
        for (DistributedObject object : hazelcast.getDistributedObjects()) {
            String name = object.getName();
            if (object instanceof IMap
                    && name.startsWith(prefix)
                    && !name.equals(prefix + build)
                    && !name.equals(prefix + other)) {
                object.destroy();
            }
        }
    }

    /// Creates the map of a build, with its indexes.
    static IMap<String, TableRow> create(HazelcastInstance hazelcast, Table<?> table, long build) {
        IMap<String, TableRow> map = of(hazelcast, table, build);
        for (int i = 0; i < table.indexes().size(); i++) {
            map.addIndex(
                    new IndexConfig(IndexType.SORTED, TableRow.attribute(i))
                            .setName(map.getName() + "/" + table.indexes().get(i).name()));
        }
        return map;
    }

    static IMap<String, TableRow> of(HazelcastInstance hazelcast, Table<?> table, long build) {
        return hazelcast.getMap(prefix(table.name(), table.version()) + build);
    }
}
