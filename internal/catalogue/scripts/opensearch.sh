# A node of OpenSearch 2 in its image, on JDK 17. A Java program reads the options, and ends where one is wrong.
# https://github.com/opensearch-project/OpenSearch/blob/2.11.0/distribution/src/bin/opensearch
unset JAVA_TOOL_OPTIONS
options="-Dopensearch.cgroups.hierarchy.override=/ $OPENSEARCH_JAVA_OPTS"
direct=
case $options in
*-XX:MaxDirectMemorySize=*) ;;
*) direct=-XX:MaxDirectMemorySize=$(half of the heap) ;;
esac
exec java -Xshare:auto -Dopensearch.networkaddress.cache.ttl=60 -Dopensearch.networkaddress.cache.negative.ttl=10 \
  -XX:+AlwaysPreTouch -Xss1m -Djava.awt.headless=true -Dfile.encoding=UTF-8 -Djna.nosys=true \
  -XX:-OmitStackTraceInFastThrow -XX:+ShowCodeDetailsInExceptionMessages -Dio.netty.noUnsafe=true \
  -Dio.netty.noKeySetOptimization=true -Dio.netty.recycler.maxCapacityPerThread=0 \
  -Dio.netty.allocator.numDirectArenas=0 -Dlog4j.shutdownHookEnabled=false -Dlog4j2.disable.jmx=true \
  -Djava.locale.providers=SPI,COMPAT -Xms1g -Xmx1g -XX:+UseG1GC -XX:G1ReservePercent=25 \
  -XX:InitiatingHeapOccupancyPercent=30 -Djava.io.tmpdir=/tmp -XX:+HeapDumpOnOutOfMemoryError -XX:HeapDumpPath=data \
  -XX:ErrorFile=logs/hs_err_pid%p.log \
  '-Xlog:gc*,gc+age=trace,safepoint:file=logs/gc.log:utctime,pid,tags:filecount=32,filesize=64m' \
  -Djava.util.concurrent.ForkJoinPool.common.threadFactory=org.opensearch.secure_sm.SecuredForkJoinWorkerThreadFactory \
  $options $direct -Dopensearch.path.home=/usr/share/opensearch \
  -Dopensearch.path.conf=/usr/share/opensearch/config -Dopensearch.distribution.type=docker \
  -Dopensearch.bundled_jdk=true -cp '/usr/share/opensearch/lib/*' org.opensearch.bootstrap.OpenSearch
