import java.nio.ByteBuffer;

/** Takes 16 MiB of direct memory, and ends when its input does. */
public final class Waits {
    public static void main(String[] args) throws Exception {
        ByteBuffer direct = ByteBuffer.allocateDirect(16 << 20);
        System.out.println("ready");
        while (System.in.read() >= 0) {
            direct.put(0, (byte) 1);
        }
    }
}
