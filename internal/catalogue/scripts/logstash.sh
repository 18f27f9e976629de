# Logstash 8.5 to 9 in its image. A Java program reads the options: it splits LS_JAVA_OPTS at blanks, and leaves out
# each word that stands before already, so that -Xmx1g behind another -Xmx does not count.
# https://github.com/elastic/logstash/blob/v9.0.0/tools/jvm-options-parser/src/main/java/org/logstash/launchers/JvmOptionsParser.java
options='-Xms1g -Xmx1g -Djava.awt.headless=true -Dfile.encoding=UTF-8 -Djruby.compile.invokedynamic=true
  -XX:+HeapDumpOnOutOfMemoryError -Djava.security.egd=file:/dev/urandom -Dlog4j2.isThreadContextMapInheritable=true'
# in the image, its entry point adds the first two
set -f
set -- $options
for option in -Dls.cgroup.cpuacct.path.override=/ -Dls.cgroup.cpu.path.override=/ $LS_JAVA_OPTS; do
  case " $* " in
  *" $option "*) ;;
  *) set -- "$@" "$option" ;;
  esac
done
set +f
order=-Dio.netty.allocator.maxOrder=11
case " $*" in *' -Dio.netty.allocator.maxOrder'*) order= ;; esac
exec java "$@" -Djruby.regexp.interruptible=true -Djdk.io.File.enableADS=true \
  --add-exports=jdk.compiler/com.sun.tools.javac.api=ALL-UNNAMED \
  --add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED \
  --add-exports=jdk.compiler/com.sun.tools.javac.parser=ALL-UNNAMED \
  --add-exports=jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED \
  --add-exports=jdk.compiler/com.sun.tools.javac.util=ALL-UNNAMED \
  --add-opens=java.base/java.security=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED \
  --add-opens=java.base/java.nio.channels=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED \
  --add-opens=java.management/sun.management=ALL-UNNAMED $order \
  -cp '/usr/share/logstash/vendor/jruby/lib/jruby.jar' org.logstash.Logstash
