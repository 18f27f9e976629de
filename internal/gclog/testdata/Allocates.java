import java.io.File;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;

/**
 * Keeps some MiB and throws others away, in arrays of the given size, asks for
 * full GCs, and prints what the JVM itself counted of its collections, and how
 * long its log was by then: some collectors go on until the JVM ends.
 *
 * usage: Allocates KEPT THROWN BYTES GCS LOG, where KEPT and THROWN are MiB
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
        List<GarbageCollectorMXBean> beans = ManagementFactory.getGarbageCollectorMXBeans();
        File log = new File(args[4]);
        long[] counted;
        long length;
        do { // until no collection comes between
            counted = counted(beans);
            length = log.length();
        } while (!Arrays.equals(counted, counted(beans)));
        for (int i = 0; i < beans.size(); i++) {
            System.out.println(beans.get(i).getName() + "\t" + counted[2 * i] + "\t" + counted[2 * i + 1]);
        }
        System.out.println("log\t" + length);
        System.out.println("kept\t" + (long) live.size() * bytes);
    }

    /** Number and milliseconds of each kind of collection. */
    private static long[] counted(List<GarbageCollectorMXBean> beans) {
        long[] all = new long[2 * beans.size()];
        for (int i = 0; i < beans.size(); i++) {
            all[2 * i] = beans.get(i).getCollectionCount();
            all[2 * i + 1] = beans.get(i).getCollectionTime();
        }
        return all;
    }
}
