import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.util.Random;

/**
 * FullGCs with a member of Hazelcast as its store: a map of byte arrays.
 *
 * usage: HazelcastFullGCs BYTES FILL LIVE ROUNDS SEED
 */
public final class HazelcastFullGCs {
    public static void main(String[] args) {
        Config config = new Config();
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.logging.type", "none");
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        IMap<Integer, byte[]> map = member.getMap("values");
        int bytes = Integer.parseInt(args[0]), fill = Integer.parseInt(args[1]), live = Integer.parseInt(args[2]);
        byte[] value = new byte[bytes];
        FullGCs.Store store = new FullGCs.Store() {
            @Override public void put(int slot) {
                map.set(slot, value);
            }

            @Override public void drop(int slot) {
                map.delete(slot);
            }
        };
        long heap = Runtime.getRuntime().maxMemory();
        int slots = (int) (heap / (bytes + 100) + 1);
        FullGCs.run(store, slots, bytes, heap, fill, live, Integer.parseInt(args[3]), new Random(Long.parseLong(args[4])));
        System.out.println("entries " + map.size());
        Runtime.getRuntime().halt(0);
    }
}
