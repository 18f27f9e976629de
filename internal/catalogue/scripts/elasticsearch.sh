# A node of Elasticsearch 8 and 9 in its image, or, with VERSION=7, of 7.17, on JDK 17. A Java program reads the
# options, sizes the heap by the memory where none of them does, and ends where one is wrong. By the heap it also
# chooses -XX:G1HeapRegionSize and -XX:G1ReservePercent, which are not here.
# https://github.com/elastic/elasticsearch/blob/v7.17.9/distribution/src/bin/elasticsearch
# https://github.com/elastic/elasticsearch/blob/037b5e396d8d93a404a4532aa407921a4fee4d5c/distribution/tools/server-cli/src/main/java/org/elasticsearch/server/cli/JvmOptionsParser.java
unset JAVA_TOOL_OPTIONS
options=$ES_JAVA_OPTS
sized=$options
case $options in
*-Xm[sx]* | *-XX:MaxHeapSize=* | *-XX:InitialHeapSize=* | *-XX:MinHeapSize=*) ;;
*) sized="$options -Xms$(share of the memory) -Xmx$(share of the memory)" ;; # it overrides a percentage
esac
case $options in
*-XX:MaxDirectMemorySize=*) ;;
*) sized="$sized -XX:MaxDirectMemorySize=$(half of the heap)" ;;
esac
case $options in
*-XX:InitiatingHeapOccupancyPercent=*) ;;
*) sized="$sized -XX:InitiatingHeapOccupancyPercent=30" ;;
esac
if [ "$VERSION" = 7 ]; then
  system=(-XX:+AlwaysPreTouch -Xss1m -Djava.awt.headless=true -Dfile.encoding=UTF-8 -Djna.nosys=true \
    -XX:-OmitStackTraceInFastThrow -XX:+ShowCodeDetailsInExceptionMessages -Dio.netty.noUnsafe=true \
    -Dio.netty.noKeySetOptimization=true -Dio.netty.recycler.maxCapacityPerThread=0 \
    -Dio.netty.allocator.numDirectArenas=0 -Dlog4j.shutdownHookEnabled=false -Dlog4j2.disable.jmx=true \
    -Dlog4j2.formatMsgNoLookups=true -Djava.locale.providers=SPI,COMPAT --add-opens=java.base/java.io=ALL-UNNAMED)
  sized="-Des.cgroups.hierarchy.override=/ $sized"
else
  system=(-Djava.security.manager=allow -XX:+AlwaysPreTouch -Xss1m -Djava.awt.headless=true -Dfile.encoding=UTF-8 \
    -Djna.nosys=true -XX:-OmitStackTraceInFastThrow -Dio.netty.noUnsafe=true -Dio.netty.noKeySetOptimization=true \
    -Dio.netty.recycler.maxCapacityPerThread=0 -Dlog4j.shutdownHookEnabled=false -Dlog4j2.disable.jmx=true \
    -Dlog4j2.formatMsgNoLookups=true -Djava.locale.providers=CLDR -Des.distribution.type=docker \
    -Des.cgroups.hierarchy.override=/ -XX:ReplayDataFile=logs/replay_pid%p.log)
fi
exec java -Xshare:auto -Des.networkaddress.cache.ttl=60 -Des.networkaddress.cache.negative.ttl=10 "${system[@]}" \
  -XX:+UseG1GC -Djava.io.tmpdir=/tmp -XX:+HeapDumpOnOutOfMemoryError -XX:+ExitOnOutOfMemoryError \
  -XX:HeapDumpPath=data -XX:ErrorFile=logs/hs_err_pid%p.log \
  '-Xlog:gc*,gc+age=trace,safepoint:file=logs/gc.log:utctime,pid,tags:filecount=32,filesize=64m' $sized \
  -Des.path.home=/usr/share/elasticsearch -Des.path.conf=/usr/share/elasticsearch/config \
  -Des.distribution.flavor=default -Des.distribution.type=docker -Des.bundled_jdk=true \
  -cp '/usr/share/elasticsearch/lib/*' org.elasticsearch.bootstrap.Elasticsearch
