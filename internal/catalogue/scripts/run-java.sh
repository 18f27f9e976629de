# Red Hat's images of OpenJDK: run-java.sh, without JAVA_DIAGNOSTICS, proxies and files of options. RATIO is the share of
# the memory that the heap gets. Where JAVA_OPTS is set, even to nothing, the script adds nothing to it, and does not read
# JAVA_OPTS_APPEND: but with BESIDE=yes, up to 1.16 of ubi8, where JAVA_OPTS comes first.
# https://github.com/rh-openjdk/redhat-openjdk-containers/blob/ubi9-openjdk-containers-1.21/modules/run/artifacts/opt/jboss/container/java/run/run-java.sh
# https://github.com/rh-openjdk/redhat-openjdk-containers/blob/ubi9-openjdk-containers-1.21/modules/jvm/artifacts/opt/jboss/container/java/jvm/java-default-options
heap=-XX:MaxRAMPercentage=$RATIO
case $JAVA_MAX_MEM_RATIO in
0) heap= ;;
?*) heap=-XX:MaxRAMPercentage=${JAVA_MAX_MEM_RATIO%.*}.0 ;;
esac
added="${JAVA_DEBUG:+-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=${JAVA_DEBUG_PORT:-5005}} $heap
  ${GC_CONTAINER_OPTIONS:--XX:+UseParallelGC} -XX:MinHeapFreeRatio=${GC_MIN_HEAP_FREE_RATIO:-10}
  -XX:MaxHeapFreeRatio=${GC_MAX_HEAP_FREE_RATIO:-20} -XX:GCTimeRatio=${GC_TIME_RATIO:-4}
  -XX:AdaptiveSizePolicyWeight=${GC_ADAPTIVE_SIZE_POLICY_WEIGHT:-90}
  ${GC_MAX_METASPACE_SIZE:+-XX:MaxMetaspaceSize=${GC_MAX_METASPACE_SIZE}m} -XX:+ExitOnOutOfMemoryError $JAVA_OPTS_APPEND"
if [ "$BESIDE" = yes ]; then
  added="$JAVA_OPTS $added"
else
  case ${JAVA_OPTS+set}$JAVA_OPTS_APPEND in
  set*-X*) echo "JAVA_OPTS_APPEND reaches no JVM: the start script reads it only where JAVA_OPTS is not set" ;;
  esac
  added=${JAVA_OPTS-$added}
fi
exec java $added -cp . -jar "${JAVA_APP_JAR:-/deployments/app.jar}"
