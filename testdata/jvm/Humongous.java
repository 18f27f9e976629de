/** Allocates one array, and has the heap logged by a full GC. */
public class Humongous {
    static byte[] kept;
    public static void main(String[] args) {
        kept = new byte[Integer.parseInt(args[0])];
        System.gc();
    }
}
