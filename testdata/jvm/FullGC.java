import java.util.ArrayList;
import java.util.List;

/** Fills most of the heap and asks for a full GC of it. */
public class FullGC {
    public static void main(String[] args) {
        List<byte[]> kept = new ArrayList<>();
        Runtime r = Runtime.getRuntime();
        while (r.totalMemory() - r.freeMemory() < r.maxMemory() / 10 * 6) {
            kept.add(new byte[100_000]);
        }
        System.gc();
        System.out.println(kept.size());
    }
}
