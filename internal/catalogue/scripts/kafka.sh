# A broker of Kafka 2.4 to 3.9, a worker of Kafka Connect, the ZooKeeper that comes with them, or one of their tools:
# PROGRAM is broker, connect, zookeeper or tool. LAUNCH is what starts the script: the image of apache or of confluent,
# or the script itself; local is that of confluent-local: https://github.com/confluentinc/kafka-images/issues/252
# https://github.com/apache/kafka/blob/3.7.0/bin/kafka-run-class.sh
# https://github.com/apache/kafka/blob/3.7.0/docker/jvm/launch
# https://github.com/confluentinc/kafka-images/blob/f8e3015a9a60a4f4713de29f61c3ffa15a18b3ae/kafka/include/etc/confluent/docker/launch
case $0 in kafka-server-start.sh) LAUNCH=script ;; esac
if [ "$LAUNCH" = local ]; then # beside the broker it runs a check, and a REST proxy
  LAUNCH=script
  case $KAFKA_OPTS in
  -X*\ *) echo "KAFKA_OPTS reaches the readiness check of this image as one option, and the check fails: put the heap into KAFKA_HEAP_OPTS" ;;
  esac
fi
logs=/opt/kafka/logs
log4j=-Dlog4j.configuration=file:/opt/kafka/config/log4j.properties
case $PROGRAM in
broker) heap='-Xmx1G -Xms1G' extra='-name kafkaServer -loggc' main=kafka.Kafka ;;
connect) heap='-Xms256M -Xmx2G' extra='-name connectDistributed' main=org.apache.kafka.connect.cli.ConnectDistributed ;;
zookeeper)
  heap='-Xmx512M -Xms512M' extra='-name zookeeper -loggc' main=org.apache.zookeeper.server.quorum.QuorumPeerMain
  ;;
tool) heap=-Xmx256M extra='' EXTRA_ARGS='' main=Tool ;;
esac

jmx=-Dcom.sun.management.jmxremote
[ "$LAUNCH" = script ] || jmx=$jmx=true
: "${KAFKA_JMX_OPTS:=$jmx -Dcom.sun.management.jmxremote.authenticate=false -Dcom.sun.management.jmxremote.ssl=false}"
if [ "$LAUNCH" != script ] && [ -n "$KAFKA_JMX_PORT" ]; then
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

# The image of Apache adds an archive of classes: the variable is never empty, and the script leaves out its own.
if [ "$LAUNCH" = apache ]; then
  KAFKA_JVM_PERFORMANCE_OPTS="$KAFKA_JVM_PERFORMANCE_OPTS -XX:SharedArchiveFile=/opt/kafka/kafka.jsa"
fi

if [ -n "$KAFKA_DEBUG" ]; then
  debug=-agentlib:jdwp=transport=dt_socket,server=y,suspend=${DEBUG_SUSPEND_FLAG:-n},address=${JAVA_DEBUG_PORT:-5005}
  KAFKA_OPTS="${JAVA_DEBUG_OPTS:-$debug} $KAFKA_OPTS"
fi

# Of EXTRA_ARGS, what stands behind the script's own options are words of java, before the main class.
name='' log='' last='' own=yes words=()
for word in ${EXTRA_ARGS-$extra}; do
  if [ "$last" = -name ]; then
    name=$word last=''
    continue
  fi
  if [ -n "$own" ]; then
    last=$word
    case $word in
    -name | -daemon) continue ;;
    -loggc) [ -n "$KAFKA_GC_LOG_OPTS" ] || log=yes; continue ;;
    esac
  fi
  own='' last=''
  words+=("$word")
done
if [ -n "$log" ]; then
  release=$(java -version 2>&1 | sed -E -n 's/.* version "([0-9]*).*$/\1/p')
  if [ "$release" -ge 9 ]; then
    KAFKA_GC_LOG_OPTS="-Xlog:gc*:file=${LOG_DIR:-$logs}/$name-gc.log:time,tags:filecount=10,filesize=100M"
  else
    KAFKA_GC_LOG_OPTS="-Xloggc:${LOG_DIR:-$logs}/$name-gc.log -verbose:gc -XX:+PrintGCDetails -XX:+PrintGCDateStamps
      -XX:+PrintGCTimeStamps -XX:+UseGCLogFileRotation -XX:NumberOfGCLogFiles=10 -XX:GCLogFileSize=100M"
  fi
fi

exec java ${KAFKA_HEAP_OPTS:-$heap} \
  ${KAFKA_JVM_PERFORMANCE_OPTS:--server -XX:+UseG1GC -XX:MaxGCPauseMillis=20 -XX:InitiatingHeapOccupancyPercent=35
  -XX:+ExplicitGCInvokesConcurrent -XX:MaxInlineLevel=15 -Djava.awt.headless=true} \
  $KAFKA_GC_LOG_OPTS $KAFKA_JMX_OPTS -Dkafka.logs.dir=${LOG_DIR:-$logs} ${KAFKA_LOG4J_OPTS:-$log4j} \
  -cp '/opt/kafka/libs/*' $KAFKA_OPTS "${words[@]}" "$main" config/server.properties
