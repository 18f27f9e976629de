# A broker of Kafka 2.4 to 3.9, a worker of Kafka Connect, or the ZooKeeper that comes with them.
# PROGRAM is broker, connect or zookeeper. LAUNCH is what starts the script in an image: apache, confluent,
# or nothing.
# https://github.com/apache/kafka/blob/3.7.0/bin/kafka-run-class.sh
# https://github.com/apache/kafka/blob/3.7.0/docker/jvm/launch
# https://github.com/confluentinc/kafka-images/blob/f8e3015a9a60a4f4713de29f61c3ffa15a18b3ae/kafka/include/etc/confluent/docker/launch
logs=/opt/kafka/logs
log4j=-Dlog4j.configuration=file:/opt/kafka/config/log4j.properties
case ${PROGRAM:-broker} in
broker) heap='-Xmx1G -Xms1G' extra='-name kafkaServer -loggc' main=kafka.Kafka ;;
connect) heap='-Xms256M -Xmx2G' extra='-name connectDistributed' main=org.apache.kafka.connect.cli.ConnectDistributed ;;
zookeeper) heap='-Xmx512M -Xms512M' extra='-name zookeeper -loggc' main=org.apache.zookeeper.server.quorum.QuorumPeerMain ;;
esac

jmx="-Dcom.sun.management.jmxremote$([ -z "$LAUNCH" ] || echo =true)"
: "${KAFKA_JMX_OPTS:=$jmx -Dcom.sun.management.jmxremote.authenticate=false -Dcom.sun.management.jmxremote.ssl=false}"
if [ -n "$LAUNCH" ] && [ -n "$KAFKA_JMX_PORT" ]; then
  JMX_PORT=$KAFKA_JMX_PORT
  KAFKA_JMX_OPTS="$KAFKA_JMX_OPTS -Djava.rmi.server.hostname=${KAFKA_JMX_HOSTNAME:-$(hostname -i)}
    -Dcom.sun.management.jmxremote.local.only=false -Dcom.sun.management.jmxremote.rmi.port=$JMX_PORT
    -Dcom.sun.management.jmxremote.port=$JMX_PORT"
fi
if [ -n "$JMX_PORT" ]; then
  KAFKA_JMX_OPTS="$KAFKA_JMX_OPTS -Dcom.sun.management.jmxremote.port=$JMX_PORT"
  case $KAFKA_JMX_OPTS in
  *-Dcom.sun.management.jmxremote.rmi.port=*) ;;
  *) KAFKA_JMX_OPTS="$KAFKA_JMX_OPTS -Dcom.sun.management.jmxremote.rmi.port=$JMX_PORT" ;;
  esac
fi

# The image of Apache adds an archive of classes: the variable is never empty, and the script leaves out its own options.
if [ "$LAUNCH" = apache ]; then
  KAFKA_JVM_PERFORMANCE_OPTS="$KAFKA_JVM_PERFORMANCE_OPTS -XX:SharedArchiveFile=/opt/kafka/kafka.jsa"
fi

if [ -n "$KAFKA_DEBUG" ]; then
  debug=-agentlib:jdwp=transport=dt_socket,server=y,suspend=${DEBUG_SUSPEND_FLAG:-n},address=${JAVA_DEBUG_PORT:-5005}
  KAFKA_OPTS="${JAVA_DEBUG_OPTS:-$debug} $KAFKA_OPTS"
fi

# What stands in EXTRA_ARGS behind the script's own options are words of java, before the main class.
name='' log=''
set -- ${EXTRA_ARGS-$extra} "$main" "$@"
while [ $# -gt 0 ]; do
  case $1 in
  -name) name=$2 && shift 2 ;;
  -loggc) [ -n "$KAFKA_GC_LOG_OPTS" ] || log=yes; shift ;;
  -daemon) shift ;;
  *) break ;;
  esac
done
if [ -n "$log" ]; then
  KAFKA_GC_LOG_OPTS="-Xlog:gc*:file=${LOG_DIR:-$logs}/$name-gc.log:time,tags:filecount=10,filesize=100M"
fi

exec java ${KAFKA_HEAP_OPTS:-$heap} \
  ${KAFKA_JVM_PERFORMANCE_OPTS:--server -XX:+UseG1GC -XX:MaxGCPauseMillis=20 -XX:InitiatingHeapOccupancyPercent=35
  -XX:+ExplicitGCInvokesConcurrent -XX:MaxInlineLevel=15 -Djava.awt.headless=true} \
  $KAFKA_GC_LOG_OPTS $KAFKA_JMX_OPTS -Dkafka.logs.dir=${LOG_DIR:-$logs} ${KAFKA_LOG4J_OPTS:-$log4j} \
  -cp '/opt/kafka/libs/*' $KAFKA_OPTS "$@"
