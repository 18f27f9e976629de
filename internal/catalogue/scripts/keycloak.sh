# Keycloak 25 and 26: kc.sh start --optimized. Without --optimized it runs java once more before, with the same
# options, to build itself. Quotes and backslashes in JAVA_OPTS and the variables beside it count as xargs reads
# them, and nothing is expanded.
# https://github.com/keycloak/keycloak/blob/26.0.7/quarkus/dist/src/main/content/bin/kc.sh
heap='-XX:MaxRAMPercentage=70 -XX:MinRAMPercentage=70 -XX:InitialRAMPercentage=50'
[ "${KC_RUN_IN_CONTAINER-true}" = true ] || heap='-Xms64m -Xmx512m'
: "${JAVA_OPTS:=-XX:MetaspaceSize=96M -XX:MaxMetaspaceSize=256m -Dfile.encoding=UTF-8 -Dsun.stdout.encoding=UTF-8
  -Dsun.err.encoding=UTF-8 -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8 -XX:+ExitOnOutOfMemoryError
  -Djava.security.egd=file:/dev/urandom -XX:+UseG1GC -XX:FlightRecorderOptions=stackdepth=512
  ${JAVA_OPTS_KC_HEAP:-$heap}}"
: "${JAVA_ADD_OPENS:=--add-opens=java.base/java.util=ALL-UNNAMED
  --add-opens=java.base/java.util.concurrent=ALL-UNNAMED --add-opens=java.base/java.security=ALL-UNNAMED}"
all="$JAVA_OPTS $JAVA_ADD_OPENS ${JAVA_LOCALE:--Duser.language=en -Duser.country=US} $JAVA_OPTS_APPEND"
if [ "$DEBUG" = true ]; then
  case $all in
  *-agentlib:jdwp*) ;;
  *) all="$all -agentlib:jdwp=transport=dt_socket,address=${DEBUG_PORT:-8787},server=y,suspend=${DEBUG_SUSPEND:-n}" ;;
  esac
fi
echo "-Djava.util.concurrent.ForkJoinPool.common.threadFactory=io.quarkus.bootstrap.forkjoin.QuarkusForkJoinWorkerThreadFactory
  $all -Dkc.home.dir=/opt/keycloak -Djboss.server.config.dir=/opt/keycloak/conf
  -Djava.util.logging.manager=org.jboss.logmanager.LogManager -Dpicocli.disable.closures=true
  -Dquarkus-log-max-startup-records=10000 -cp /opt/keycloak/lib/quarkus-run.jar
  io.quarkus.bootstrap.runner.QuarkusEntryPoint start --optimized" | xargs java
