# The controller of Jenkins. Quotes and backslashes in the variables count as xargs reads them, and nothing is
# expanded.
# https://github.com/jenkinsci/docker/blob/ab3f5e0a80d666b1d554c2b7cad38b5c5ee35f1c/jenkins.sh
options="$JAVA_OPTS $JENKINS_JAVA_OPTS"
case $options in
' ' | *[![:space:]]*) ;;
*) options="''" ;; # of blanks alone, it makes an empty word
esac
agents=-Djenkins.model.Jenkins.slaveAgentPort
case $options in
*"${agents#-D}"*) ;;
*) port=${JENKINS_SLAVE_AGENT_PORT:+$agents=$JENKINS_SLAVE_AGENT_PORT} ;;
esac
case $JAVA_OPTS in
*hudson.lifecycle*) ;;
*) lifecycle=-Dhudson.lifecycle=hudson.lifecycle.ExitLifecycle ;;
esac
debug=${DEBUG:+-Xdebug -Xrunjdwp:server=y,transport=dt_socket,address=*:5005,suspend=y}
echo "-Duser.home=${JENKINS_HOME:-/var/jenkins_home} $options $port $lifecycle $debug
  -jar ${JENKINS_WAR:-/usr/share/jenkins/jenkins.war} $JENKINS_OPTS" | xargs java
