import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A small program: a few threads that fill and sort strings. */
public final class Small {
    public static void main(String[] args) throws Exception {
        NativeMemory.print("started");
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Future<?>[] tasks = new Future<?>[4];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = pool.submit(() -> {
                for (int round = 0; round < 20; round++) {
                    java.util.List<String> words = new java.util.ArrayList<>();
                    for (int n = 0; n < 20_000; n++) {
                        words.add(Integer.toString(n * 7919 % 100_003, 36));
                    }
                    words.sort(java.util.Comparator.comparing(String::length).thenComparing(w -> w));
                }
            });
        }
        for (Future<?> task : tasks) {
            task.get();
        }
        pool.shutdown();
        NativeMemory.print("worked");
    }
}
