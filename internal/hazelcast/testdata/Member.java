import com.hazelcast.config.Config;
import com.hazelcast.config.MapConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.spi.properties.ClusterProperty;
import com.hazelcast.spi.properties.HazelcastProperties;
import com.hazelcast.spi.properties.HazelcastProperty;
import java.lang.reflect.Field;

/**
 * Reads the configuration that -Dhazelcast.config names as a member does, with
 * what environment and system properties put over it, and answers questions:
 *
 *   start               starts the member first, and stops it at the end
 *   property NAME       the effective value
 *   set NAME            what the configuration itself holds of a property
 *   map NAME GETTER     of the configuration of a map: map m getBackupCount
 *   cluster             the name of the cluster
 *   bad NAME VALUE      whether a member starts with a system property of this value
 *   pair SECONDS        how many members two see of each other after a while
 *   puts N              a map of 20000 entries at most takes N more: thousands a second, and the longest in ms
 *
 * A line for each answer; what kills the member is the last line.
 */
public class Member {
    public static void main(String[] questions) throws Exception {
        HazelcastInstance member = null;
        try {
            Config config = Config.load();
            HazelcastProperties properties = new HazelcastProperties(config);
            for (String question : questions) {
                String[] words = question.split(" ");
                switch (words[0]) {
                    case "start":
                        member = Hazelcast.newHazelcastInstance(config);
                        System.out.println("started");
                        break;
                    case "property":
                        System.out.println(words[1] + "=" + properties.getString(declared(words[1])));
                        break;
                    case "set":
                        System.out.println(words[1] + "=" + config.getProperty(words[1]));
                        break;
                    case "map":
                        MapConfig map = member == null ? config.findMapConfig(words[1]) : member.getConfig().findMapConfig(words[1]);
                        System.out.println(words[1] + " " + words[2] + "=" + MapConfig.class.getMethod(words[2]).invoke(map));
                        break;
                    case "cluster":
                        System.out.println("cluster=" + config.getClusterName());
                        break;
                    case "bad":
                        System.out.println(words[1] + " " + bad(words[1], words[2]));
                        break;
                    case "pair":
                        System.out.println("pair=" + pair(Long.parseLong(words[1])));
                        break;
                    case "puts":
                        System.out.println("puts=" + puts(member, Integer.parseInt(words[1])));
                        break;
                    default:
                        throw new IllegalArgumentException(question);
                }
            }
        } catch (Throwable t) {
            StringBuilder chain = new StringBuilder("died");
            for (; t != null; t = t.getCause()) {
                chain.append(": ").append(t.getClass().getSimpleName()).append(' ').append(String.valueOf(t.getMessage()).split("\n")[0]);
            }
            System.out.println(chain);
            System.out.flush();
            Runtime.getRuntime().halt(1);
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    static HazelcastProperty declared(String name) throws Exception {
        for (Field f : ClusterProperty.class.getFields()) {
            if (f.getType() == HazelcastProperty.class && ((HazelcastProperty) f.get(null)).getName().equals(name)) {
                return (HazelcastProperty) f.get(null);
            }
        }
        return new HazelcastProperty(name);
    }

    static String bad(String name, String value) {
        System.setProperty(name, value);
        try {
            Hazelcast.newHazelcastInstance(Config.load());
            return "started";
        } catch (Throwable t) {
            return t.getClass().getSimpleName();
        } finally {
            System.clearProperty(name);
            Hazelcast.getAllHazelcastInstances().forEach(h -> h.getLifecycleService().terminate());
        }
    }

    static String pair(long seconds) throws Exception {
        HazelcastInstance[] members = new HazelcastInstance[2];
        for (int i = 0; i < 2; i++) {
            Config config = Config.load();
            config.setClusterName("pair");
            config.getNetworkConfig().setPort(15801).getJoin().getTcpIpConfig().setEnabled(true).addMember("127.0.0.1:15801").addMember("127.0.0.1:15802");
            members[i] = Hazelcast.newHazelcastInstance(config);
        }
        String sizes = members[0].getCluster().getMembers().size() + " at first,";
        Thread.sleep(seconds * 1000);
        return sizes + " " + members[0].getCluster().getMembers().size() + " then";
    }

    static String puts(HazelcastInstance member, int n) {
        IMap<Integer, byte[]> map = member.getMap("full");
        byte[] value = new byte[100];
        int key = 0;
        for (; key < 25000; key++) {
            map.set(key, value);
        }
        long began = System.nanoTime();
        long limit = began + 10_000_000_000L;
        long longest = 0;
        int done = 0;
        for (long last = began; done < n && last < limit; done++) {
            map.set(key++, value);
            long now = System.nanoTime();
            longest = Math.max(longest, now - last);
            last = now;
        }
        return done * 1_000_000L / (System.nanoTime() - began) + " longest=" + longest / 1_000_000 + " size=" + map.size();
    }
}
