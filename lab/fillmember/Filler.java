import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;

/**
 * Puts values into a map, each under a new key, one after another, and says how
 * it goes: "puts N" as they are made, "size N" of the map and "members N" of the
 * cluster now and then and at the end, "failed ..." if a put fails, after which
 * it ends.
 *
 * usage: Filler.java CLUSTER ADDRESS MAP MEMBERS BYTES PUTS MILLISECONDS
 */
public final class Filler {
    private static final long SILENCE = 500; // milliseconds, at most
    private static final int LARGE = 1 << 20; // bytes of a value after which it never keeps silent

    public static void main(String[] args) {
        ClientConfig config = new ClientConfig().setClusterName(args[0]);
        config.getNetworkConfig().addAddress(args[1]);
        config.setProperty("hazelcast.client.statistics.enabled", "false");
        config.setProperty("hazelcast.client.invocation.timeout.seconds", "20");
        config.getConnectionStrategyConfig().getConnectionRetryConfig().setClusterConnectTimeoutMillis(20_000);
        int status = 0;
        try {
            HazelcastInstance client = HazelcastClient.newHazelcastClient(config);
            await(client, Integer.parseInt(args[3]));
            fill(client, client.getMap(args[2]), new byte[Integer.parseInt(args[4])], Integer.parseInt(args[5]), Long.parseLong(args[6]));
        } catch (Throwable e) {
            System.out.println("failed " + e.toString().replaceAll("\\s+", " "));
            status = 1;
        }
        System.out.flush();
        Runtime.getRuntime().halt(status);
    }

    /** Waits until the client sees the whole cluster. */
    private static void await(HazelcastInstance client, int members) throws InterruptedException {
        while (client.getCluster().getMembers().size() < members) {
            Thread.sleep(20);
        }
    }

    private static void fill(HazelcastInstance client, IMap<Integer, byte[]> map, byte[] value, int puts, long milliseconds) {
        long start = System.currentTimeMillis(), told = start;
        int made = 0;
        for (long now = start; made < puts || now - start < milliseconds; now = System.currentTimeMillis()) {
            map.set(made++, value);
            if (value.length >= LARGE || now - told >= SILENCE) {
                told = now;
                tell(map, made);
            }
        }
        tell(map, made);
        System.out.println("members " + client.getCluster().getMembers().size());
    }

    private static void tell(IMap<Integer, byte[]> map, int made) {
        System.out.println("puts " + made);
        System.out.println("size " + map.size());
    }
}
