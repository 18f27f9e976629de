import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * Fills the heap with values, drops some of them at random and asks for a full
 * GC, as often as asked, or for ten seconds.
 *
 * usage: FullGCs SHAPE ORDER BYTES FILL LIVE ROUNDS SEED
 * where ORDER is allocated, values lie in memory as they are reached, or
 * shuffled, they do not; FILL and LIVE are percent of the maximum heap
 */
public final class FullGCs {
    /** Where values are kept. */
    interface Store {
        void put(int slot);

        void drop(int slot);
    }

    public static void main(String[] args) {
        int bytes = Integer.parseInt(args[2]), fill = Integer.parseInt(args[3]), live = Integer.parseInt(args[4]);
        long heap = Runtime.getRuntime().maxMemory();
        int slots = (int) (heap / (bytes + 24) + 1);
        Store store = args[0].equals("boxed") ? new Boxed(args[1], slots) : new Slots(args[0], args[1], slots, bytes);
        run(store, slots, bytes, heap, fill, live, Integer.parseInt(args[5]), new Random(Long.parseLong(args[6])));
    }

    static void run(Store store, int slots, int bytes, long heap, int fill, int live, int rounds, Random random) {
        boolean[] kept = new boolean[slots];
        int check = Math.max(1, (256 << 10) / (bytes + 24));
        long end = System.nanoTime() + 10_000_000_000L;
        for (int round = 0; round < rounds && System.nanoTime() < end; round++) {
            try {
                for (int slot = 0, put = 0; slot < slots; slot++) {
                    if (kept[slot]) {
                        continue;
                    }
                    if (put++ % check == 0 && (used() > heap / 100 * fill || System.nanoTime() > end)) {
                        break;
                    }
                    store.put(slot);
                    kept[slot] = true;
                }
            } catch (OutOfMemoryError full) {
                System.out.println("full");
            }
            for (int slot = 0; slot < slots; slot++) {
                if (kept[slot] && random.nextInt(fill) >= live) {
                    store.drop(slot);
                    kept[slot] = false;
                }
            }
            System.gc();
        }
    }

    static long used() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** Where the value of a slot is kept: a prime scatters them. */
    static int place(String order, int slot, int slots) {
        return order.equals("shuffled") ? (int) (slot * 2_147_483_629L % slots) : slot;
    }

    static final class Slots implements Store {
        private final Object[] values;
        private final String shape, order;
        private final int bytes;

        Slots(String shape, String order, int slots, int bytes) {
            this.values = new Object[slots];
            this.shape = shape;
            this.order = order;
            this.bytes = bytes;
        }

        @Override public void put(int slot) {
            values[place(order, slot, values.length)] = value(slot);
        }

        @Override public void drop(int slot) {
            values[place(order, slot, values.length)] = null;
        }

        private Object value(int slot) {
            switch (shape) {
                case "arrays":
                    return new byte[bytes];
                case "entries":
                    return new Entry(bytes);
                case "records":
                    return new Record(slot, bytes);
                default:
                    throw new IllegalArgumentException(shape);
            }
        }
    }

    /** A map of boxed numbers: three small objects for each. */
    static final class Boxed implements Store {
        private final Map<Integer, Long> values = new HashMap<>();
        private final String order;
        private final int slots;

        Boxed(String order, int slots) {
            this.order = order;
            this.slots = slots;
        }

        @Override public void put(int slot) {
            values.put(place(order, slot, slots), (long) slot << 20);
        }

        @Override public void drop(int slot) {
            values.remove(place(order, slot, slots));
        }
    }

    /** As an in-memory store keeps a value: five small objects around it. */
    static final class Entry {
        final Wrapper key = new Wrapper(new byte[24]);
        final Value value;
        final long hash = 31;
        Entry next;

        Entry(int bytes) {
            value = new Value(new Wrapper(new byte[bytes]));
        }
    }

    static final class Wrapper {
        final byte[] payload;

        Wrapper(byte[] payload) {
            this.payload = payload;
        }
    }

    static final class Value {
        final Wrapper data;
        final long created = 1, read = 2, written = 3, expires = 4, cost = 5;
        final int hits = 6, version = 7;

        Value(Wrapper data) {
            this.data = data;
        }
    }

    /** As a business program keeps a row: text, numbers and a date. */
    static final class Record {
        final Long id;
        final char[] text;
        final Double amount;
        final java.util.Date date;
        final String[] tags;

        Record(int slot, int bytes) {
            id = (long) slot << 20;
            text = new char[bytes / 2];
            amount = slot * 1.5;
            date = new java.util.Date(slot);
            tags = new String[] {new String(new char[8]), new String(new char[8])};
        }
    }
}
