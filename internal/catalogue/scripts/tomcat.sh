# Tomcat 9 to 11 in the foreground: catalina.sh run. A setenv.sh of the user may set any of the variables before.
# The command line is read twice: quotes in JAVA_OPTS and CATALINA_OPTS keep words together, one that is not closed
# reaches into the next variable, and a semicolon or the end of a line ends the command.
# https://github.com/apache/tomcat/blob/10.1.34/bin/catalina.sh
home=/usr/local/tomcat
if [ "$IMAGE" = bitnami ]; then # its setenv.sh sets JAVA_OPTS, whatever the container gives
  JAVA_OPTS="-Djava.awt.headless=true -XX:+UseG1GC -Dfile.encoding=UTF-8 -Djava.net.preferIPv4Stack=true \
-Djava.net.preferIPv4Addresses=true -Duser.home=/opt/bitnami/tomcat"
  [ -z "$TOMCAT_EXTRA_JAVA_OPTS" ] || JAVA_OPTS="$JAVA_OPTS $TOMCAT_EXTRA_JAVA_OPTS"
fi
logging=${CATALINA_LOGGING_CONFIG:--Djava.util.logging.config.file=$home/conf/logging.properties}
manager=${LOGGING_MANAGER:--Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager}
release=$(java -version 2>&1 | sed -E -n 's/.* version "([0-9]*).*$/\1/p')
opens="--add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED \
--add-opens=java.base/java.util=ALL-UNNAMED --add-opens=java.base/java.util.concurrent=ALL-UNNAMED \
--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED"
[ "$release" -ge 9 ] || opens=
JAVA_OPTS="$JAVA_OPTS ${JSSE_OPTS:--Djdk.tls.ephemeralDHKeySize=2048} \
-Djava.protocol.handler.pkgs=org.apache.catalina.webresources \
-Dorg.apache.catalina.security.SecurityListener.UMASK=${UMASK:-0027} \
$opens"
eval exec java "\"$logging\"" $manager "$JAVA_OPTS" "$CATALINA_OPTS" -classpath "$home/bin/bootstrap.jar" \
  -Dcatalina.base="$home" -Dcatalina.home="$home" -Djava.io.tmpdir="$home/temp" \
  org.apache.catalina.startup.Bootstrap start
