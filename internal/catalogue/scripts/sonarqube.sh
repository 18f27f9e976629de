# SonarQube 7.9 to 2026, of any edition but Data Center. Its own JVM takes no options from outside; a Java program
# starts three more, of which each has two variables, or the same in sonar.properties.
# https://github.com/SonarSource/docker-sonarqube/blob/10.7.0-9.9.7/10/community/entrypoint.sh
# https://docs.sonarsource.com/sonarqube-server/latest/setup-and-upgrade/environment-variables/
dump=-XX:+HeapDumpOnOutOfMemoryError
java ${SONAR_SEARCH_JAVAOPTS:--Xmx512m -Xms512m -XX:MaxDirectMemorySize=256m $dump} $SONAR_SEARCH_JAVAADDITIONALOPTS \
  org.elasticsearch.bootstrap.Elasticsearch &
java ${SONAR_WEB_JAVAOPTS:--Xmx512m -Xms128m $dump} $SONAR_WEB_JAVAADDITIONALOPTS org.sonar.server.app.WebServer &
java ${SONAR_CE_JAVAOPTS:--Xmx512m -Xms128m $dump} $SONAR_CE_JAVAADDITIONALOPTS org.sonar.ce.app.CeServer &
exec java -jar lib/sonarqube.jar -Dsonar.log.console=true
