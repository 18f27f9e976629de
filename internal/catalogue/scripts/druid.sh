# A node of Druid to 30, which the first argument names. Of the jvm.config of its role only the collector stands here:
# its sizes differ by role and release, and mostly variables take their place. JAVA_OPTS is split at blanks.
# https://github.com/apache/druid/blob/014967a4540b041583d3ca278add57dbabdd014c/distribution/docker/druid.sh
# https://github.com/apache/druid/pull/17078
words=-server
case $0 in coordinator | overlord | router) words="$words -XX:+UseG1GC" ;; esac
[ -z "$DRUID_XMX" ] || words="$words -Xmx$DRUID_XMX"
[ -z "$DRUID_XMS" ] || words="$words -Xms$DRUID_XMS"
[ -z "$DRUID_MAXNEWSIZE" ] || words="$words -XX:MaxNewSize=$DRUID_MAXNEWSIZE"
[ -z "$DRUID_NEWSIZE" ] || words="$words -XX:NewSize=$DRUID_NEWSIZE"
[ -z "$DRUID_MAXDIRECTMEMORYSIZE" ] || words="$words -XX:MaxDirectMemorySize=$DRUID_MAXDIRECTMEMORYSIZE"
exec java $words $JAVA_OPTS -cp "/tmp/conf/druid/cluster/_common:lib/*:" org.apache.druid.cli.Main server
