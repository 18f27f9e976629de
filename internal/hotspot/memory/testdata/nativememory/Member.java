import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;

/** A member of Hazelcast, alone in its cluster, that is given some seconds of work. */
public final class Member {
    public static void main(String[] args) throws Exception {
        Config config = new Config();
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.logging.type", "none");
        config.getNetworkConfig().setPublicAddress("127.0.0.1").setPortAutoIncrement(true);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        NativeMemory.print("started");
        IMap<Integer, String> map = member.getMap("strings");
        char[] letters = new char[1024];
        java.util.Arrays.fill(letters, 'x');
        long end = System.currentTimeMillis() + Integer.getInteger("seconds", 5) * 1000L;
        for (int n = 0; System.currentTimeMillis() < end; n++) {
            map.set(n % 20_000, n + new String(letters));
            map.get((n * 7919) % 20_000);
        }
        NativeMemory.print("worked");
        member.shutdown();
    }
}
