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
    private static final long SILENCE = 500; // milliseconds between two sizes

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
        for (int i = 0; i < puts || System.currentTimeMillis() - start < milliseconds; i++) {
            map.set(i, value);
            long now = System.currentTimeMillis();
            if (value.length >= 1 << 20 || now - told >= SILENCE) {
                System.out.println("puts " + (i + 1));
            }
            if (now - told >= SILENCE) {
                told = now;
                System.out.println("size " + map.size());
            }
            if (i + 1 >= puts && now - start >= milliseconds) {
                System.out.println("puts " + (i + 1));
            }
        }
        System.out.println("size " + map.size());
        System.out.println("members " + client.getCluster().getMembers().size());
    }
}
