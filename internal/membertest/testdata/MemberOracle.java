import com.hazelcast.config.Config;
import com.hazelcast.config.EvictionConfig;
import com.hazelcast.config.EvictionPolicy;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MaxSizePolicy;
import com.hazelcast.config.YamlConfigBuilder;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.map.LocalMapStats;
import com.hazelcast.map.listener.EntryEvictedListener;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.DataSerializable;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import javax.management.ObjectName;

/**
 * Asks real Hazelcast members. It reads commands from standard input, a line
 * each with tabs between the words, and answers each with one line of words.
 * What a member throws is answered as "error", its class and its message.
 *
 *   java -cp hazelcast-5.3.1.jar MemberOracle.java PORT
 *
 * Members listen at 127.0.0.1 from PORT on.
 */
public class MemberOracle {
    private final int port;
    private int used;
    private final List<HazelcastInstance> members = new ArrayList<>();

    MemberOracle(int port) {
        this.port = port;
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("hazelcast.phone.home.enabled", "false");
        System.setProperty("hazelcast.logging.type", "none");
        System.setProperty("hazelcast.shutdownhook.enabled", "false");
        PrintStream out = System.out;
        System.setOut(System.err); // nothing but answers goes to standard output
        MemberOracle oracle = new MemberOracle(Integer.parseInt(args[0]));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split("\t", -1);
            String answer;
            try {
                answer = oracle.answer(words);
            } catch (Throwable e) {
                String message = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
                answer = "error\t" + e.getClass().getSimpleName() + "\t" + message;
            }
            out.write((answer + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    private String answer(String[] words) throws Exception {
        switch (words[0]) {
            case "match": // name, patterns: the entry that a map of that name gets
                return match(words[1], Arrays.asList(words).subList(2, words.length));
            case "effective": // map, configuration: the settings that the map gets
                return effective(config(words[2]).findMapConfig(words[1]));
            case "maps": // configuration in either format: each map's name and settings, with what options and variables put over them
                return maps(new String(Base64.getDecoder().decode(words[1]), StandardCharsets.UTF_8));
            case "start": // number of members, configuration
                return start(Integer.parseInt(words[1]), words[2]);
            case "use": // configuration: creates a map with the settings of its entry m
                return use(config(words[1]).getMapConfig("m"));
            case "add": // map, size, max-size policy: adds an LRU map as a client message does, the operator's too
                members.get(0).getConfig().addMapConfig(new MapConfig(words[1]).setEvictionConfig(new EvictionConfig()
                    .setSize(Integer.parseInt(words[2])).setMaxSizePolicy(MaxSizePolicy.valueOf(words[3])).setEvictionPolicy(EvictionPolicy.LRU)));
                return "ok";
            case "members": // how many the first one sees
                return "" + members.get(0).getCluster().getMembers().size();
            case "put": // map, number of entries, bytes of each value
                for (int i = 0; i < Integer.parseInt(words[2]); i++) {
                    map(words[1]).set(i, new byte[Integer.parseInt(words[3])]);
                }
                return "ok";
            case "entries": // map, first and last key, bytes of each value: arrays; beans with an attribute to index where a word follows
                for (int i = Integer.parseInt(words[2]); i < Integer.parseInt(words[3]); i++) {
                    byte[] bytes = new byte[Integer.parseInt(words[4])];
                    members.get(0).<Integer, Object>getMap(words[1]).set(i, words.length > 5 ? new Bean(i, bytes) : bytes);
                }
                return "ok";
            case "destroy": // map
                map(words[1]).destroy();
                return "ok";
            case "victims": // map, number of entries, milliseconds between: how many were evicted meanwhile, and their mean place among those of their partition, oldest first, in millionths
                return victims(map(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3]));
            case "fill": // map, number of entries, bytes of each value: how many were put before one failed, and what it failed of
                for (int i = 0; i < Integer.parseInt(words[2]); i++) {
                    try {
                        map(words[1]).set(i, new byte[Integer.parseInt(words[3])]);
                    } catch (Throwable e) {
                        return i + "\t" + e.getClass().getSimpleName();
                    }
                }
                return words[2] + "\tnone";
            case "string": // map, key, value: both are strings
                members.get(0).getMap(words[1]).set(words[2], words[3]);
                return "ok";
            case "has": // map, key
                return "" + map(words[1]).containsKey(Integer.parseInt(words[2]));
            case "touch": // map, key, times, milliseconds between: reads the entry, and tells how often it was there, and after how many milliseconds it was gone
                int there = 0;
                long began = System.nanoTime(), gone = -1;
                for (int i = 0; i < Integer.parseInt(words[3]); i++) {
                    if (map(words[1]).get(Integer.parseInt(words[2])) != null) {
                        there++;
                    } else if (gone < 0) {
                        gone = (System.nanoTime() - began) / 1_000_000;
                    }
                    Thread.sleep(Long.parseLong(words[4]));
                }
                return there + "\t" + gone;
            case "size": // map: entries of the cluster
                return "" + map(words[1]).size();
            case "stats": // map: owned entries, backup entries, bytes of both as Hazelcast counts them, by member
                return stats(words[1]);
            case "view": // map, key: what is kept of an entry
                var view = map(words[1]).getEntryView(Integer.parseInt(words[2]));
                return view.getCreationTime() + "\t" + view.getLastStoredTime() + "\t" + view.getLastAccessTime() + "\t" + view.getHits();
            case "sleep": // milliseconds
                Thread.sleep(Long.parseLong(words[1]));
                return "ok";
            case "heap": // bytes in use after a collection: the least of several, as a member that has just started still allocates
                long least = Long.MAX_VALUE;
                for (int i = 0; i < 5; i++) {
                    System.gc();
                    least = Math.min(least, Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
                }
                return "" + least;
            case "histogram": // bytes of the live objects of each class, and then its name
                return histogram();
            case "kill": // number of members: the last ones, all at once and without migration
                kill(Integer.parseInt(words[1]));
                return "ok";
            case "leave": // the last member, which hands its partitions over
                members.remove(members.size() - 1).shutdown();
                return "ok";
            case "stop":
                members.forEach(m -> m.getLifecycleService().terminate());
                members.clear();
                return "ok";
            default:
                throw new IllegalArgumentException("no such command: " + words[0]);
        }
    }

    private String victims(IMap<Integer, byte[]> map, int entries, int pause) throws InterruptedException {
        Queue<Integer> evicted = new ConcurrentLinkedQueue<>();
        map.addLocalEntryListener((EntryEvictedListener<Integer, byte[]>) e -> evicted.add(e.getKey()));
        Map<Integer, TreeSet<Integer>> there = new HashMap<>(); // keys by their partitions
        long count = 0, places = 0;
        for (int i = 0; i < entries; i++) {
            map.set(i, new byte[10]);
            Thread.sleep(pause);
            there.computeIfAbsent(partition(i), p -> new TreeSet<>()).add(i);
            for (Integer key = evicted.poll(); key != null; key = evicted.poll()) {
                TreeSet<Integer> beside = there.get(partition(key));
                places += 1_000_000L * beside.headSet(key).size() / beside.size();
                count++;
                beside.remove(key);
            }
        }
        return count + "\t" + places / Math.max(1, count);
    }

    private int partition(int key) {
        return members.get(0).getPartitionService().getPartition(key).getPartitionId();
    }

    public static class Bean implements DataSerializable {
        public int id;
        private byte[] rest;

        public Bean() {
        }

        Bean(int id, byte[] rest) {
            this.id = id;
            this.rest = rest;
        }

        @Override
        public void writeData(ObjectDataOutput out) throws IOException {
            out.writeInt(id);
            out.writeByteArray(rest);
        }

        @Override
        public void readData(ObjectDataInput in) throws IOException {
            id = in.readInt();
            rest = in.readByteArray();
        }
    }

    private static String histogram() throws Exception {
        Object lines = ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"),
            "gcClassHistogram", new Object[] {new String[0]}, new String[] {String[].class.getName()});
        StringBuilder words = new StringBuilder();
        for (String line : ((String) lines).split("\n")) {
            String[] columns = line.trim().split("\\s+"); // "1:", instances, bytes, class
            if (columns.length >= 4 && columns[0].endsWith(":") && columns[2].matches("\\d+")) {
                words.append(words.length() == 0 ? "" : "\t").append(columns[2]).append(' ').append(columns[3]);
            }
        }
        return words.toString();
    }

    private IMap<Integer, byte[]> map(String name) {
        return members.get(0).getMap(name);
    }

    private static Config config(String base64) {
        Properties none = new Properties();
        return new YamlConfigBuilder(new ByteArrayInputStream(Base64.getDecoder().decode(base64))).setProperties(none).build();
    }

    private static String match(String name, List<String> patterns) {
        Config config = new Config();
        config.getMapConfigs().clear();
        for (String pattern : patterns) {
            config.addMapConfig(new MapConfig(pattern));
        }
        MapConfig found = config.getMapConfigOrNull(name);
        return found == null ? "none" : "found\t" + found.getName();
    }

    private static String maps(String text) {
        return Config.loadFromString(text).getMapConfigs().values().stream()
            .map(map -> map.getName() + "\t" + effective(map)).collect(Collectors.joining("\t"));
    }

    private static String effective(MapConfig map) {
        EvictionConfig eviction = map.getEvictionConfig();
        return String.join("\t", List.of(
                "backup-count=" + map.getBackupCount(),
                "async-backup-count=" + map.getAsyncBackupCount(),
                "time-to-live-seconds=" + map.getTimeToLiveSeconds(),
                "max-idle-seconds=" + map.getMaxIdleSeconds(),
                "in-memory-format=" + map.getInMemoryFormat(),
                "per-entry-stats-enabled=" + map.isPerEntryStatsEnabled(),
                "cache-deserialized-values=" + map.getCacheDeserializedValues(),
                "eviction-policy=" + eviction.getEvictionPolicy(),
                "max-size-policy=" + eviction.getMaxSizePolicy(),
                "size=" + eviction.getSize(),
                "comparator-class-name=" + text(eviction.getComparatorClassName()),
                "merge-policy=" + map.getMergePolicyConfig().getPolicy(),
                "split-brain-protection-ref=" + text(map.getSplitBrainProtectionName())));
    }

    private static String text(String s) {
        return s == null ? "" : s;
    }

    private String start(int count, String base64) {
        for (int i = 0; i < count; i++) {
            Config config = config(base64);
            config.setClusterName("jvmlint-" + port);
            boolean kubernetes = config.getNetworkConfig().getJoin().getKubernetesConfig().isEnabled();
            config.setProperty("hazelcast.wait.seconds.before.join", kubernetes ? "5" : "0"); // in which it asks
            config.setProperty("hazelcast.socket.bind.any", "false");
            config.getNetworkConfig().setPort(port).setPortCount(8).getInterfaces().setEnabled(true).addInterface("127.0.0.1");
            var join = config.getNetworkConfig().getJoin();
            join.getAutoDetectionConfig().setEnabled(false);
            join.getMulticastConfig().setEnabled(false);
            join.getTcpIpConfig().setEnabled(!kubernetes).addMember("127.0.0.1:" + port).addMember("127.0.0.1:" + (port + 1));
            members.add(Hazelcast.newHazelcastInstance(config));
        }
        return "ok";
    }

    private String use(MapConfig settings) {
        String name = "used-" + used++;
        members.get(0).getConfig().addMapConfig(new MapConfig(settings).setName(name));
        members.get(0).getMap(name).set(1, "value");
        return "ok";
    }

    private void kill(int count) throws InterruptedException {
        List<Thread> killers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            HazelcastInstance victim = members.remove(members.size() - 1);
            killers.add(new Thread(() -> victim.getLifecycleService().terminate()));
        }
        killers.forEach(Thread::start);
        for (Thread killer : killers) {
            killer.join();
        }
    }

    private String stats(String name) {
        List<String> words = new ArrayList<>();
        for (HazelcastInstance member : members) {
            LocalMapStats stats = member.getMap(name).getLocalMapStats();
            words.add(stats.getOwnedEntryCount() + "," + stats.getBackupEntryCount() + "," + stats.getHeapCost());
        }
        return String.join("\t", words);
    }
}
