# A node of Cassandra in the foreground, cassandra -f: of 5 on JDK 17, which VERSION tells from 4.0 on JDK 11 and 3 on
# JDK 8. Variables are split at blanks, and no quotes count.
# What JVM_OPTS holds stands before the options of its files, and what JVM_EXTRA_OPTS holds behind them.
# https://github.com/apache/cassandra/blob/1163dd9a084c7887059b34268bb01377825a1ed4/conf/cassandra-env.sh
# https://github.com/docker-library/cassandra/issues/172 shows the options of 3.11
home=/opt/cassandra young=
cms="-XX:+UseConcMarkSweepGC -XX:+CMSParallelRemarkEnabled -XX:SurvivorRatio=8 -XX:MaxTenuringThreshold=1
  -XX:CMSInitiatingOccupancyFraction=75 -XX:+UseCMSInitiatingOccupancyOnly -XX:CMSWaitDuration=10000
  -XX:+CMSParallelInitialMarkEnabled -XX:+CMSEdenChunksRecordAlways -XX:+CMSClassUnloadingEnabled"
case $VERSION in
3) gc="-XX:+UseParNewGC $cms" ;;
4.0) gc=$cms ;;
*) gc="-XX:+UseG1GC -XX:+ParallelRefProcEnabled -XX:MaxTenuringThreshold=1 -XX:G1HeapRegionSize=16m
  -XX:G1RSetUpdatingPauseTimePercent=5 -XX:MaxGCPauseMillis=300 -XX:InitiatingHeapOccupancyPercent=70" ;;
esac
case "$gc $JVM_OPTS" in
*+UseG1GC*)
  case $JVM_OPTS in *Xmn*) echo "JVM_OPTS sets -Xmn beside G1" && exit 1 ;; esac
  ;;
*)
  if [ -n "$MAX_HEAP_SIZE" ] && [ -z "$HEAP_NEWSIZE" ]; then
    echo "MAX_HEAP_SIZE needs HEAP_NEWSIZE beside it, because CMS is the collector" && exit 1
  elif [ -z "$MAX_HEAP_SIZE" ] && [ -n "$HEAP_NEWSIZE" ]; then
    echo "HEAP_NEWSIZE needs MAX_HEAP_SIZE beside it, because CMS is the collector" && exit 1
  fi
  case $JVM_OPTS in *Xmn*) ;; *) young=${HEAP_NEWSIZE:+-Xmn$HEAP_NEWSIZE} ;; esac
  ;;
esac
# https://github.com/apache/cassandra/blob/11dc50a8098701273ce83640a8de4624050adb40/bin/nodetool
case $JVM_OPTS-$MAX_HEAP_SIZE in
*-Xms[0-9][mM]*- | *-Xms[0-9]*[kK]*- | *-Xms[0-9][0-9][mM]*- | *-Xms1[01][0-9][mM]*- | *-Xms12[0-8][mM]*-) ;;
*-Xms*-) echo "JVM_OPTS is for nodetool in this container, too: with -Xms it does not start beside its own -Xmx128m" ;;
esac
case $JVM_OPTS in
*Xms*) case $JVM_OPTS in *Xmx*) heap= ;; *) echo "JVM_OPTS sets -Xms without -Xmx" && exit 1 ;; esac ;;
*Xmx*) echo "JVM_OPTS sets -Xmx without -Xms" && exit 1 ;;
*)
  if [ -z "$MAX_HEAP_SIZE" ]; then
    memory=$(free -m | awk '/:/ {print $2; exit}') # of the machine, whatever the container may take
    half=$((memory / 2)) quarter=$((memory / 4))
    [ "$half" -le 1024 ] || half=1024
    [ "$quarter" -le 8192 ] || quarter=8192
    [ "$half" -le "$quarter" ] || quarter=$half
    MAX_HEAP_SIZE=${quarter}M
  fi
  heap="-Xms$MAX_HEAP_SIZE -Xmx$MAX_HEAP_SIZE"
  ;;
esac
log=-Xlog:gc=info,heap*=trace,age*=debug,safepoint=info,promotion*=trace:file=$home/logs/gc.log
log=$log:time,uptime,pid,tid,level:filecount=10,filesize=10485760
case $JVM_OPTS in *-Xlog:gc*) log= ;; esac
jmx="-Dcassandra.jmx.local.port=7199 -Dcom.sun.management.jmxremote.authenticate=false"
[ "${LOCAL_JMX:-yes}" = yes ] || jmx="-Dcassandra.jmx.remote.port=7199 -Dcom.sun.management.jmxremote.rmi.port=7199
  -Dcom.sun.management.jmxremote.authenticate=true"
modules="-Djdk.attach.allowAttachSelf=true \
  --add-exports java.base/jdk.internal.misc=ALL-UNNAMED \
  --add-exports java.management.rmi/com.sun.jmx.remote.internal.rmi=ALL-UNNAMED \
  --add-exports java.rmi/sun.rmi.registry=ALL-UNNAMED --add-exports java.rmi/sun.rmi.server=ALL-UNNAMED \
  --add-exports java.sql/java.sql=ALL-UNNAMED --add-exports java.base/java.lang.ref=ALL-UNNAMED \
  --add-exports jdk.unsupported/sun.misc=ALL-UNNAMED --add-opens java.base/java.lang.module=ALL-UNNAMED \
  --add-opens java.base/jdk.internal.loader=ALL-UNNAMED --add-opens java.base/jdk.internal.ref=ALL-UNNAMED \
  --add-opens java.base/jdk.internal.reflect=ALL-UNNAMED --add-opens java.base/jdk.internal.math=ALL-UNNAMED \
  --add-opens java.base/jdk.internal.module=ALL-UNNAMED --add-opens java.base/jdk.internal.util.jar=ALL-UNNAMED \
  --add-opens jdk.management/com.sun.management.internal=ALL-UNNAMED --add-opens java.base/sun.nio.ch=ALL-UNNAMED \
  --add-opens java.base/java.io=ALL-UNNAMED --add-opens java.base/java.lang.reflect=ALL-UNNAMED \
  --add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.util=ALL-UNNAMED \
  --add-opens java.base/java.nio=ALL-UNNAMED -Dio.netty.tryReflectionSetAccessible=true \
  -Dio.netty.allocator.useCacheForAllThreads=true -Dio.netty.allocator.maxOrder=11"
[ "$VERSION" != 3 ] || modules= log=
exec java $JVM_OPTS -ea -da:net.openhft... -XX:+UseThreadPriorities -XX:+HeapDumpOnOutOfMemoryError -Xss256k \
  -XX:+AlwaysPreTouch -XX:+UseTLAB -XX:+ResizeTLAB -XX:+UseNUMA -XX:+PerfDisableSharedMem \
  -Djava.net.preferIPv4Stack=true $gc $modules $log $heap $young \
  -XX:CompileCommandFile=$home/conf/hotspot_compiler -javaagent:$home/lib/jamm-0.4.0.jar \
  ${CASSANDRA_HEAPDUMP_DIR:+-XX:HeapDumpPath=$CASSANDRA_HEAPDUMP_DIR/cassandra.hprof} $jmx \
  -Dcom.sun.management.jmxremote.password.file=/etc/cassandra/jmxremote.password $JVM_EXTRA_OPTS \
  '-XX:OnOutOfMemoryError=kill -9 %p' -Dlogback.configurationFile=logback.xml -Dcassandra.logdir=$home/logs \
  -Dcassandra.storagedir=$home/data -Dcassandra-foreground=yes -cp "$home/lib/*" \
  org.apache.cassandra.service.CassandraDaemon
