import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;

/**
 * Keeps some MiB and throws others away, in arrays of the given size, asks for
 * full GCs, and prints what the JVM itself counted of its collections.
 *
 * usage: Allocates KEPT THROWN BYTES GCS, where KEPT and THROWN are MiB
 */
public class Allocates {
    public static void main(String[] args) {
        long kept = Long.parseLong(args[0]) << 20, thrown = Long.parseLong(args[1]) << 20;
        int bytes = Integer.parseInt(args[2]), gcs = Integer.parseInt(args[3]);
        ArrayDeque<byte[]> live = new ArrayDeque<>();
        for (long done = 0; done < thrown; done += bytes) {
            live.add(new byte[bytes]);
            if ((long) live.size() * bytes > kept) {
                live.remove();
            }
        }
        for (int i = 0; i < gcs; i++) {
            System.gc();
        }
        for (GarbageCollectorMXBean b : ManagementFactory.getGarbageCollectorMXBeans()) {
            System.out.println(b.getName() + "\t" + b.getCollectionCount() + "\t" + b.getCollectionTime());
        }
        System.out.println("kept\t" + (long) live.size() * bytes);
    }
}
