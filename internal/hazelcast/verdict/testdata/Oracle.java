import com.hazelcast.client.config.YamlClientConfigBuilder;
import com.hazelcast.client.config.YamlClientFailoverConfigBuilder;
import com.hazelcast.config.YamlConfigBuilder;
import com.hazelcast.internal.config.SchemaViolationConfigurationException;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;

/**
 * Asks the parser of Hazelcast about documents. Standard input holds them, each
 * as a byte for its kind (m, c or f: member, client, client failover), its length in four
 * bytes, and its text. The answer is a line of JSON: what was thrown, from the
 * outermost to the cause, and each violation of the schema that has no further
 * causes. Where nothing was thrown both are empty.
 */
public class Oracle {
    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), true, "UTF-8");
        DataInputStream in = new DataInputStream(System.in);
        for (int kind = in.read(); kind >= 0; kind = in.read()) {
            byte[] text = new byte[in.readInt()];
            in.readFully(text);
            out.println(ask(kind, new ByteArrayInputStream(text)));
        }
    }

    private static String ask(int kind, InputStream text) {
        StringBuilder thrown = new StringBuilder();
        StringBuilder violations = new StringBuilder();
        try {
            build(kind, text);
        } catch (Throwable t) {
            for (Throwable cause = t; cause != null; cause = cause.getCause()) {
                String separator = cause == t ? "" : ",";
                thrown.append(separator).append(quote(cause.getClass().getSimpleName() + ": " + cause.getMessage()));
                if (cause instanceof SchemaViolationConfigurationException) {
                    leaves((SchemaViolationConfigurationException) cause, violations);
                }
                if (cause == cause.getCause()) {
                    break;
                }
            }
        }
        return "{\"thrown\":[" + thrown + "],\"violations\":[" + violations + "]}";
    }

    private static void build(int kind, InputStream text) {
        if (kind == 'c') {
            new YamlClientConfigBuilder(text).build();
        } else if (kind == 'f') {
            new YamlClientFailoverConfigBuilder(text).build();
        } else {
            new YamlConfigBuilder(text).build();
        }
    }

    private static void leaves(SchemaViolationConfigurationException e, StringBuilder out) {
        for (SchemaViolationConfigurationException cause : e.getErrors()) {
            leaves(cause, out);
        }
        if (e.getErrors().isEmpty()) {
            out.append(out.length() == 0 ? "" : ",").append("{\"location\":").append(quote(e.getInstanceLocation()))
                    .append(",\"message\":").append(quote(e.getMessage())).append("}");
        }
    }

    private static String quote(String s) {
        StringBuilder b = new StringBuilder("\"");
        for (char c : String.valueOf(s).toCharArray()) {
            if (c == '"' || c == '\\') {
                b.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                b.append(String.format("\\u%04x", (int) c));
            } else {
                b.append(c);
            }
        }
        return b.append('"').toString();
    }
}
