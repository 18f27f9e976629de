# A node of Solr 9 on JDK 17, and of any other from 8 on as far as they are alike, in the foreground: solr-foreground
# without arguments. Variables are split at blanks, and no quotes count. Options of TLS are properties, and not here.
# https://github.com/apache/solr/blob/f63b937ec3571c7e7e8ca3a811fea754852e321e/solr/bin/solr
if [ -z "$SOLR_INCLUDE" ] && [ -f /opt/solr/bin/solr.in.sh ]; then
  echo "/opt/solr/bin/solr.in.sh is not read in this image: SOLR_INCLUDE names /etc/default/solr.in.sh"
fi
logs=${SOLR_LOGS_DIR:-/var/solr/logs}
words=(-server)
if [ -z "$SOLR_HEAP" ] && [ -n "$SOLR_JAVA_MEM" ]; then
  words+=($SOLR_JAVA_MEM)
else
  words+=("-Xms${SOLR_HEAP:-512m}" "-Xmx${SOLR_HEAP:-512m}")
fi
if [ "$VERSION" = any ]; then exec java "${words[@]}" $GC_TUNE $SOLR_OPTS -jar start.jar; fi
words+=(${GC_TUNE:--XX:+UseG1GC -XX:+PerfDisableSharedMem -XX:+ParallelRefProcEnabled -XX:MaxGCPauseMillis=250
  -XX:+UseLargePages -XX:+AlwaysPreTouch -XX:+ExplicitGCInvokesConcurrent})
for option in ${GC_LOG_OPTS:--Xlog:gc*}; do
  case $option in
  -Xlog:gc*:*) ;;
  -Xlog:gc*) option="$option:file=$logs/solr_gc.log:time,uptime:filecount=9,filesize=20M" ;;
  esac
  words+=("$option")
done
words+=("-Dsolr.jetty.inetaccess.includes=$SOLR_IP_ALLOWLIST" "-Dsolr.jetty.inetaccess.excludes=$SOLR_IP_DENYLIST")

port=${SOLR_PORT:-8983}
if [ "$ENABLE_REMOTE_JMX_OPTS" = true ]; then
  rmi=${RMI_PORT:-$((port + 10000))}
  words+=(-Dcom.sun.management.jmxremote -Dcom.sun.management.jmxremote.local.only=false \
    -Dcom.sun.management.jmxremote.ssl=false -Dcom.sun.management.jmxremote.authenticate=false \
    "-Dcom.sun.management.jmxremote.port=$rmi" "-Dcom.sun.management.jmxremote.rmi.port=$rmi")
  [ -z "$SOLR_HOST" ] || words+=("-Djava.rmi.server.hostname=$SOLR_HOST")
fi
if [ -n "$ZK_HOST" ] || [ "$SOLR_MODE" = solrcloud ]; then
  words+=("-DzkClientTimeout=${ZK_CLIENT_TIMEOUT:-30000}")
  if [ -n "$ZK_HOST" ]; then words+=("-DzkHost=$ZK_HOST"); else words+=(-DzkRun); fi
  [ -z "$ZK_CREATE_CHROOT" ] || words+=("-DcreateZkChroot=$ZK_CREATE_CHROOT")
fi
words+=("-Dsolr.log.dir=$logs" "-Djetty.port=$port" "-DSTOP.PORT=${STOP_PORT:-$((port - 1000))}" \
  "-DSTOP.KEY=${STOP_KEY:-solrrocks}" ${SOLR_HOST:+"-Dhost=$SOLR_HOST"} "-Duser.timezone=${SOLR_TIMEZONE:-UTC}" \
  -XX:-OmitStackTraceInFastThrow -XX:+CrashOnOutOfMemoryError "-XX:ErrorFile=$logs/jvm_crash_%p.log" \
  -Djetty.home=/opt/solr/server "-Dsolr.solr.home=${SOLR_HOME:-/var/solr/data}" -Dsolr.install.dir=/opt/solr \
  -Dsolr.install.symDir=/opt/solr -Dsolr.default.confdir=/opt/solr/server/solr/configsets/_default/conf \
  -Djava.util.logging.manager=org.apache.logging.log4j.jul.LogManager -Dlog4j.configurationFile=/var/solr/log4j2.xml \
  "-Dsolr.jetty.host=${SOLR_JETTY_HOST-0.0.0.0}" "-Dsolr.zk.embedded.host=${SOLR_ZK_EMBEDDED_HOST-0.0.0.0}" \
  ${SOLR_JAVA_STACK_SIZE:--Xss256k} $SOLR_AUTHENTICATION_OPTS)
if [ -n "$SOLR_HEAP_DUMP_DIR" ] || [ "$SOLR_HEAP_DUMP" = true ]; then
  words+=(-XX:+HeapDumpOnOutOfMemoryError "-XX:HeapDumpPath=${SOLR_HEAP_DUMP_DIR:-$logs/dumps}/solr.hprof")
fi
words+=(-XX:CompileCommand=exclude,com.github.benmanes.caffeine.cache.BoundedLocalCache::put)
if [ "${SOLR_SECURITY_MANAGER_ENABLED:-true}" = true ]; then
  words+=(-Djava.security.manager -Djava.security.policy=/opt/solr/server/etc/security.policy \
    -Djava.security.properties=/opt/solr/server/etc/security.properties '-Dsolr.internal.network.permission=*')
fi
exec java "${words[@]}" "-DdisableAdminUI=${SOLR_ADMIN_UI_DISABLED:-false}" $SOLR_OPTS -jar start.jar
