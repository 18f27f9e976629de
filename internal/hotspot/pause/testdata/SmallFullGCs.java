import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Asks for full GCs of a heap that is filled step by step, while threads wait,
 * for HotSpot counts them.
 *
 * usage: SmallFullGCs FILL GCS THREADS, where FILL is percent of the maximum heap
 */
public class SmallFullGCs {
    public static void main(String[] args) throws Exception {
        int fill = Integer.parseInt(args[0]), gcs = Integer.parseInt(args[1]);
        CountDownLatch end = new CountDownLatch(1);
        for (int i = Integer.parseInt(args[2]); i > 0; i--) {
            new Thread(() -> {
                try {
                    end.await();
                } catch (InterruptedException ignored) {
                }
            }).start();
        }
        List<byte[]> kept = new ArrayList<>();
        Runtime r = Runtime.getRuntime();
        for (int gc = 1; gc <= gcs; gc++) {
            while (r.totalMemory() - r.freeMemory() < r.maxMemory() / 100 * fill / gcs * gc) {
                kept.add(new byte[20_000]);
            }
            System.gc();
        }
        end.countDown();
    }
}
