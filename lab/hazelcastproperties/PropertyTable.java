import java.io.File;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * Prints what a Hazelcast jar, which must be on the class path, knows of
 * properties: the objects that declare them, by reflection; how the code reads
 * each of them, and which names it reads as system properties only, out of the
 * byte code. Needs JDK 24 or later for java.lang.classfile.
 */
public class PropertyTable {
    static final String PROPERTY = "com/hazelcast/spi/properties/HazelcastProperty";
    static final String PROPERTIES = "com/hazelcast/spi/properties/HazelcastProperties";
    static final Pattern NAME = Pattern.compile("hazelcast(\\.[A-Za-z0-9_-]+)+");

    static final String FACTORIES = "hazelcast.serialization.ds."; // names of serializers, and no properties

    static class Row {
        String unit = "", standard = "", parent = "", deprecated = "", refused = "";
        boolean declared, member, client;
        final TreeSet<String> reads = new TreeSet<>();
    }

    final Map<String, Row> rows = new TreeMap<>();
    final Map<String, String> names = new TreeMap<>(); // of fields: class.field

    Row row(String name) {
        return rows.computeIfAbsent(name, n -> new Row());
    }

    public static void main(String[] args) throws Exception {
        PropertyTable table = new PropertyTable();
        try (JarFile jar = new JarFile(new File(args[0]))) {
            List<byte[]> classes = new ArrayList<>();
            for (var e : jar.stream().filter(e -> e.getName().startsWith("com/hazelcast/") && e.getName().endsWith(".class")).toList()) {
                classes.add(jar.getInputStream(e).readAllBytes());
            }
            for (byte[] c : classes) {
                table.declared(ClassFile.of().parse(c));
            }
            for (byte[] c : classes) {
                table.read(ClassFile.of().parse(c));
            }
        }
        table.tryValues();
        table.rows.forEach((name, r) -> System.out.println(String.join("\t", name, r.declared ? r.client && !r.member ? "client" : "member" : "",
                r.standard, r.unit, r.parent, r.deprecated, r.refused, String.join(",", r.reads))));
        System.out.flush();
        Runtime.getRuntime().halt(0); // members that did not start leave threads behind
    }

    /** Takes the static fields of a class that hold properties. */
    void declared(java.lang.classfile.ClassModel model) throws Exception {
        String name = model.thisClass().asInternalName();
        if (model.fields().stream().noneMatch(f -> f.fieldType().stringValue().equals("L" + PROPERTY + ";"))) {
            return;
        }
        for (Field f : Class.forName(name.replace('/', '.')).getDeclaredFields()) {
            if (!Modifier.isStatic(f.getModifiers()) || !f.getType().getName().equals(PROPERTY.replace('/', '.'))) {
                continue;
            }
            f.setAccessible(true);
            Object property = f.get(null);
            if (property == null) {
                continue;
            }
            String key = get(property, "name").toString();
            names.put(name + "." + f.getName(), key);
            Row r = row(key);
            r.declared = true;
            if (name.contains("/client/properties/") || name.contains("/client/impl/spi/") || name.contains("HazelcastCloud")) {
                r.client = true;
            } else {
                r.member = true;
            }
            Object parent = get(property, "parent");
            r.parent = parent == null ? "" : get(parent, "name").toString();
            r.deprecated = text(get(property, "deprecatedName"));
            r.unit = text(get(property, "timeUnit"));
            r.standard = get(property, "function") != null ? "computed" : text(get(property, "defaultValue"));
            if (r.standard.equals(System.getProperty("user.dir"))) {
                r.standard = "computed";
            }
        }
    }

    /**
     * Starts a member with a word that is no value of any property, for each of
     * them: those that it refuses it reads at start.
     */
    void tryValues() throws Exception {
        System.setProperty("hazelcast.logging.type", "none");
        System.setProperty("hazelcast.phone.home.enabled", "false");
        starts(); // a member that is told nothing must start, or nothing can be learned
        for (var e : rows.entrySet()) {
            if (!e.getValue().member || e.getKey().equals("hazelcast.logging.type")) {
                continue;
            }
            System.setProperty(e.getKey(), "1k");
            try {
                starts();
            } catch (Exception x) {
                e.getValue().refused = "start";
            }
            System.clearProperty(e.getKey());
        }
    }

    static void starts() {
        try {
            var config = new com.hazelcast.config.Config();
            config.setClusterName("table-" + ProcessHandle.current().pid());
            config.getNetworkConfig().setPort(15901);
            config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
            config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
            com.hazelcast.core.Hazelcast.newHazelcastInstance(config);
        } finally {
            com.hazelcast.core.Hazelcast.getAllHazelcastInstances().forEach(h -> h.getLifecycleService().terminate());
        }
    }

    static String text(Object o) {
        return o == null ? "" : o.toString();
    }

    static Object get(Object property, String field) throws Exception {
        Field f = property.getClass().getDeclaredField(field);
        f.setAccessible(true);
        return f.get(property);
    }

    /** Follows what the code pushes just before it calls a reader. */
    void read(java.lang.classfile.ClassModel model) {
        for (var e : model.constantPool()) { // any mention: of some names nothing else is known
            if (e instanceof StringEntry s && NAME.matcher(s.stringValue()).matches() && !s.stringValue().startsWith(FACTORIES)) {
                row(s.stringValue());
            }
        }
        for (var method : model.methods()) {
            method.code().ifPresent(code -> {
                List<Object> pushed = new ArrayList<>();
                String property = null; // on the stack, as an object or by its name
                for (CodeElement element : code) {
                    switch (element) {
                        case ConstantInstruction c -> pushed.add(c.constantValue());
                        case FieldInstruction f -> {
                            pushed.clear();
                            property = names.get(f.owner().asInternalName() + "." + f.name().stringValue());
                        }
                        case InvokeInstruction call -> {
                            String owner = call.owner().asInternalName();
                            String called = call.name().stringValue();
                            if (owner.equals(PROPERTY) && called.equals("getName") && property != null) {
                                continue;
                            }
                            String reader = reader(owner, called);
                            int parameters = call.typeSymbol().parameterCount();
                            if (reader != null && property != null) {
                                row(property).reads.add(reader);
                            } else if (reader != null && parameters > 0 && pushed.size() >= parameters
                                    && pushed.get(pushed.size() - parameters) instanceof String s) {
                                if (NAME.matcher(s).matches()) {
                                    row(s).reads.add(reader);
                                    if (parameters == 2 && !row(s).declared) {
                                        row(s).standard = text(pushed.getLast());
                                    }
                                }
                            }
                            pushed.clear();
                            property = null;
                        }
                        case Instruction i -> {
                            pushed.clear();
                            property = null;
                        }
                        default -> { }
                    }
                }
            });
        }
    }

    /** Names the way in which a call reads a property, if it does. */
    static String reader(String owner, String called) {
        return switch (owner + "." + called) {
            case "java/lang/System.getProperty" -> "system:string";
            case "java/lang/Integer.getInteger" -> "system:int";
            case "java/lang/Long.getLong" -> "system:long";
            case "java/lang/Boolean.getBoolean" -> "system:boolean";
            case PROPERTY + ".getSystemProperty" -> "system:string";
            case PROPERTIES + ".getInteger" -> "int";
            case PROPERTIES + ".getLong", PROPERTIES + ".getMillis", PROPERTIES + ".getSeconds", PROPERTIES + ".getNanos",
                 PROPERTIES + ".getPositiveMillisOrDefault" -> "long";
            case PROPERTIES + ".getBoolean" -> "boolean";
            case PROPERTIES + ".getFloat" -> "float";
            case PROPERTIES + ".getDouble" -> "double";
            case PROPERTIES + ".getString" -> "string";
            case PROPERTIES + ".getEnum" -> "enum";
            case PROPERTIES + ".get", "com/hazelcast/config/Config.getProperty", "java/util/Properties.getProperty" -> "name";
            default -> null;
        };
    }
}
