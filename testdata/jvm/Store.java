import java.util.SplittableRandom;

/**
 * Keeps a store of values full, and replaces one after the other at random.
 * Arguments: MiB of live data, bytes of a value, MiB to allocate, bytes of short-lived data beside each value.
 */
public class Store {
    static volatile byte[] shortLived;

    public static void main(String[] args) {
        long live = Long.parseLong(args[0]) << 20;
        int value = Integer.parseInt(args[1]);
        long total = Long.parseLong(args[2]) << 20;
        int beside = Integer.parseInt(args[3]);
        byte[][] store = new byte[(int) (live / (value + 16 + 4))][]; // a header and a reference
        for (int i = 0; i < store.length; i++) {
            store[i] = new byte[value];
        }
        System.out.println("filled");
        SplittableRandom random = new SplittableRandom(1);
        for (long done = 0; done < total; done += value + beside) {
            store[random.nextInt(store.length)] = new byte[value];
            shortLived = new byte[beside];
        }
    }
}
