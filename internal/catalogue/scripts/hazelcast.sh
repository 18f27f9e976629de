# A member of Hazelcast 5.0 to 5.7: hz start. PAUSE is what its image adds up to 5.3.
# https://github.com/hazelcast/hazelcast/blob/v5.5.0/distribution/src/bin-filemode-755/hz
# https://github.com/hazelcast/hazelcast-docker/blob/v5.5.0/hazelcast-oss/Dockerfile
home=/opt/hazelcast
JAVA_OPTS="$JAVA_OPTS ${MIN_HEAP_SIZE:+-Xms$MIN_HEAP_SIZE} ${MAX_HEAP_SIZE:+-Xmx$MAX_HEAP_SIZE}"
agent=-javaagent:$home/lib/jmx_prometheus_javaagent.jar=$PROMETHEUS_PORT:$home/config/jmx_agent_config.yaml
exec java -cp "$home/lib/*" --add-modules java.se --add-exports java.base/jdk.internal.ref=ALL-UNNAMED \
  --add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/sun.nio.ch=ALL-UNNAMED \
  --add-opens java.management/sun.management=ALL-UNNAMED \
  --add-opens jdk.management/com.sun.management.internal=ALL-UNNAMED \
  -Dlog4j.shutdownHookEnabled=false -Dhazelcast.logging.shutdown=true -Dhazelcast.logging.type=log4j2 \
  "-Dlog4j.configurationFile=$home/config/log4j2.properties" \
  "-Dhazelcast.config=${HAZELCAST_CONFIG:-$home/config/hazelcast.xml}" "-Djet.custom.lib.dir=$home/custom-lib" \
  ${PROMETHEUS_PORT:+$agent} \
  ${HAZELCAST_LICENSE_KEY:+-Dhazelcast.enterprise.license.key=$HAZELCAST_LICENSE_KEY} \
  ${JAVA_OPTS_DEFAULT--Djava.net.preferIPv4Stack=true -XX:MaxRAMPercentage=80.0 $PAUSE} $JAVA_OPTS \
  com.hazelcast.commandline.HazelcastServerCommandLine start
