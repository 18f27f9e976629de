# Logstash 8.5 to 9 in its image. A Java program reads the options: it splits LS_JAVA_OPTS at spaces, and leaves out
# each word that stands before already, so that -Xmx1g behind another -Xmx does not count.
# https://github.com/elastic/logstash/blob/v9.0.0/tools/jvm-options-parser/src/main/java/org/logstash/launchers/JvmOptionsParser.java
options=" -Xms1g -Xmx1g -Djava.awt.headless=true -Dfile.encoding=UTF-8 -Djruby.compile.invokedynamic=true \
  -XX:+HeapDumpOnOutOfMemoryError -Djava.security.egd=file:/dev/urandom -Dlog4j2.isThreadContextMapInheritable=true \
  -Dls.cgroup.cpuacct.path.override=/ -Dls.cgroup.cpu.path.override=/ " # the last two: its entry point
set -f
IFS=' '
for option in $LS_JAVA_OPTS; do
  case $options in
  *" $option "*) ;;
  *) options="$options$option " ;;
  esac
done
set +f
unset IFS
order=-Dio.netty.allocator.maxOrder=11
case $options in *' -Dio.netty.allocator.maxOrder'*) order= ;; esac
exec java $options -Djruby.regexp.interruptible=true -Djdk.io.File.enableADS=true \
  --add-exports=jdk.compiler/com.sun.tools.javac.api=ALL-UNNAMED \
  --add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED \
  --add-exports=jdk.compiler/com.sun.tools.javac.parser=ALL-UNNAMED \
  --add-exports=jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED \
  --add-exports=jdk.compiler/com.sun.tools.javac.util=ALL-UNNAMED \
  --add-opens=java.base/java.security=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED \
  --add-opens=java.base/java.nio.channels=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED \
  --add-opens=java.management/sun.management=ALL-UNNAMED $order \
  -cp '/usr/share/logstash/vendor/jruby/lib/jruby.jar' org.logstash.Logstash
