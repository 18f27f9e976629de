import com.hazelcast.client.config.XmlClientConfigBuilder;
import com.hazelcast.client.config.XmlClientFailoverConfigBuilder;
import com.hazelcast.client.config.YamlClientConfigBuilder;
import com.hazelcast.client.config.YamlClientFailoverConfigBuilder;
import com.hazelcast.config.Config;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.XmlConfigBuilder;
import com.hazelcast.config.YamlConfigBuilder;
import com.hazelcast.internal.config.SchemaViolationConfigurationException;
import com.hazelcast.internal.config.override.ExternalConfigurationOverride;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Properties;

/**
 * Asks the parser of Hazelcast about documents. Standard input holds them, each
 * as a byte for its kind (m, c or f: member, client, client failover; in capitals
 * where it is XML; o: system properties that go over a configuration, a line each),
 * its length in four bytes, and its text. The answer is a line of JSON: what was
 * thrown, from the outermost to the cause, and each violation of the schema that has
 * no further causes. Where nothing was thrown both are empty, and
 * the settings of a member's maps are given, and its properties.
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
        StringBuilder settings = new StringBuilder();
        try {
            Object config = build(kind, text);
            if (config instanceof Config) {
                settings((Config) config, settings);
            }
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
        return "{\"thrown\":[" + thrown + "],\"violations\":[" + violations + "],\"settings\":{" + settings + "}}";
    }

    private static Object build(int kind, InputStream text) throws IOException {
        switch (kind) {
            case 'o':
                Properties given = new Properties();
                given.load(text);
                System.getProperties().putAll(given);
                try {
                    return new ExternalConfigurationOverride().overwriteMemberConfig(new Config());
                } finally {
                    System.getProperties().keySet().removeAll(given.keySet());
                }
            case 'c':
                return new YamlClientConfigBuilder(text).build();
            case 'C':
                return new XmlClientConfigBuilder(text).build();
            case 'f':
                return new YamlClientFailoverConfigBuilder(text).build();
            case 'F':
                return new XmlClientFailoverConfigBuilder(text).build();
            case 'M':
                return new XmlConfigBuilder(text).build();
            default:
                return new YamlConfigBuilder(text).build();
        }
    }

    private static void settings(Config config, StringBuilder out) {
        for (MapConfig m : config.getMapConfigs().values()) {
            String name = "map/" + m.getName() + "/";
            setting(out, name + "backup-count", m.getBackupCount());
            setting(out, name + "async-backup-count", m.getAsyncBackupCount());
            setting(out, name + "time-to-live-seconds", m.getTimeToLiveSeconds());
            setting(out, name + "max-idle-seconds", m.getMaxIdleSeconds());
            setting(out, name + "in-memory-format", m.getInMemoryFormat());
            setting(out, name + "per-entry-stats-enabled", m.isPerEntryStatsEnabled());
            setting(out, name + "cache-deserialized-values", m.getCacheDeserializedValues());
            setting(out, name + "merge-policy", m.getMergePolicyConfig().getPolicy());
            setting(out, name + "split-brain-protection-ref", m.getSplitBrainProtectionName());
            setting(out, name + "eviction-policy", m.getEvictionConfig().getEvictionPolicy());
            setting(out, name + "max-size-policy", m.getEvictionConfig().getMaxSizePolicy());
            setting(out, name + "size", m.getEvictionConfig().getSize());
            setting(out, name + "comparator-class-name", m.getEvictionConfig().getComparatorClassName());
        }
        for (String name : config.getProperties().stringPropertyNames()) {
            setting(out, "properties/" + name, config.getProperties().getProperty(name));
        }
        config.getSplitBrainProtectionConfigs().forEach((name, rule) -> {
            setting(out, "split-brain-protection/" + name + "/enabled", rule.isEnabled());
            setting(out, "split-brain-protection/" + name + "/minimum-cluster-size", rule.getMinimumClusterSize());
        });
        setting(out, "native-memory/enabled", config.getNativeMemoryConfig().isEnabled());
        setting(out, "jet/enabled", config.getJetConfig().isEnabled());
    }

    private static void setting(StringBuilder out, String name, Object value) {
        out.append(out.length() == 0 ? "" : ",").append(quote(name)).append(':').append(quote(value == null ? "" : value.toString()));
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
