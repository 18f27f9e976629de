import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Paths;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Prints what Native Memory Tracking says of this very JVM, and what it takes of the machine. */
final class NativeMemory {
    static void print(String moment) throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
        Object summary = beans.invoke(commands, "vmNativeMemory", new Object[] {new String[] {"summary"}},
                new String[] {String[].class.getName()});
        System.out.println("moment: " + moment);
        System.out.println(summary);
        for (String line : Files.readAllLines(Paths.get("/proc/self/status"))) {
            if (line.startsWith("VmRSS") || line.startsWith("RssAnon") || line.startsWith("Threads")) {
                System.out.println(line);
            }
        }
    }
}
