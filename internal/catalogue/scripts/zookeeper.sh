# A server of ZooKeeper 3.5 to 3.9 in the foreground: zkServer.sh start-foreground. Of variables that a java.env
# in the folder of the configuration sets, nothing is known here.
# https://github.com/apache/zookeeper/blob/release-3.9.2/bin/zkServer.sh
jmx=
if [ "${JMXDISABLE:-false}" = false ]; then
  jmx=-Dcom.sun.management.jmxremote
  if [ -z "$JMXPORT" ]; then
    jmx="$jmx -Dcom.sun.management.jmxremote.local.only=${JMXLOCALONLY:-false}"
  else
    jmx="$jmx ${JMXHOSTNAME:+-Djava.rmi.server.hostname=$JMXHOSTNAME} -Dcom.sun.management.jmxremote.port=$JMXPORT
      -Dcom.sun.management.jmxremote.authenticate=${JMXAUTH:-false} -Dcom.sun.management.jmxremote.ssl=${JMXSSL:-false}
      -Dzookeeper.jmx.log4j.disable=${JMXLOG4J:-true}"
  fi
fi
exec java ${ZOO_DATADIR_AUTOCREATE_DISABLE:+-Dzookeeper.datadir.autocreate=false} \
  "-Dzookeeper.log.dir=${ZOO_LOG_DIR:-/logs}" \
  "-Dzookeeper.log.file=${ZOO_LOG_FILE:-zookeeper-server.log}" \
  -XX:+HeapDumpOnOutOfMemoryError '-XX:OnOutOfMemoryError=kill -9 %p' \
  -cp /apache-zookeeper/lib -Xmx${ZK_SERVER_HEAP:-1000}m $SERVER_JVMFLAGS $JVMFLAGS $jmx \
  org.apache.zookeeper.server.quorum.QuorumPeerMain /conf/zoo.cfg
