package images

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/catalogue"
)

func TestJDK(t *testing.T) {
	for image, want := range map[string]int{
		"eclipse-temurin:17-jre-jammy":                       17,
		"eclipse-temurin:21.0.2_13-jre":                      21,
		"docker.io/library/openjdk:8u252-jre-slim":           8,
		"openjdk:11.0.4":                                     11,
		"public.ecr.aws/amazoncorretto/amazoncorretto:17":    17,
		"azul/zulu-openjdk-alpine:21-jre":                    21,
		"bellsoft/liberica-openjdk-alpine:11.0.20":           11,
		"mcr.microsoft.com/openjdk/jdk:17-ubuntu":            17,
		"gcr.io/distroless/java17-debian12:nonroot":          17,
		"registry.access.redhat.com/ubi9/openjdk-21-runtime": 21,
		"registry.access.redhat.com/ubi8/openjdk-8:1.18":     8,
		"maven:3.9-eclipse-temurin-17":                       17,
		"gradle:jdk8":                                        8,
		"gradle:8.5-jdk17-alpine":                            17,
		"tomcat:9.0.85-jdk11-temurin-jammy":                  11,
		"example.com:5000/team/app:1.4.2-jre17@sha256:00ff":  17,
		"adoptopenjdk/openjdk11:jre":                         11,
		"team/app:1.0-jdk1.8":                                8,
		"team/app:1.0-8u181":                                 8,

		"openjdk:latest":                    0,
		"eclipse-temurin":                   0,
		"team/app:17":                       0,
		"team/java-app:17.3":                0,
		"example.com:5000/java":             0,
		"hazelcast/hazelcast:5.3.1":         0,
		"elasticsearch:8.17.10":             0,
		"team/javascript-runner:2":          0,
		"team/jdk-tools:3":                  0,
		"team/app:release-java-2":           0,
		"nodejs17/app:1":                    0,
		"team/app:20240117":                 0,
		"gcr.io/distroless/java-debian12:1": 0,
	} {
		b, known := BuildOf(Parse(image))
		assert.Equal(t, want, b.Release, image)
		assert.Equal(t, want != 0, known, image)
	}
}

func TestOtherJVM(t *testing.T) {
	for image, want := range map[string]string{
		"ibm-semeru-runtimes:open-17-jre":         "OpenJ9",
		"adoptopenjdk/openjdk11-openj9:jre":       "OpenJ9",
		"adoptopenjdk:8-jre-openj9":               "OpenJ9",
		"icr.io/appcafe/open-liberty:full-java17": "OpenJ9",
		"eclipse-temurin:17":                      "",
		"team/open-liberty-guide:1":               "",
		"docker.io/apache/kafka-native:4.0.0":     "a native image of GraalVM",
	} {
		assert.Equal(t, want, OtherJVM(Parse(image)), image)
	}
}

func TestLikeProducts(t *testing.T) {
	for image, want := range map[string]bool{
		"hyperledger/fabric-kafka": true, "ghcr.io/acme/docker-quarkus-jvm:1.9": true, "acme/kafka-broker": true, "acme/my-tomcat9": true,
		"acme/kafka-exporter": false, "acme/elasticsearch-curator": false, "acme/shop": false, "acme/javascript-runner": false, "eclipse-temurin:21": false,
		"acme/jvm": false, "acme/quarkus-native": false, "strimzi/kafka-topic-operator": false,
	} {
		_, known := Table(nil).Find(Parse(image))
		assert.Equal(t, want, known, image)
	}
}

func TestJDKOfKnownImages(t *testing.T) {
	for image, want := range map[string]int{
		"apachepulsar/pulsar-all:2.9.0": 11, "apachepulsar/pulsar:2.11.1": 17, "apachepulsar/pulsar:3.0.5": 17, "apachepulsar/pulsar:2.7.4": 0, "apachepulsar/pulsar:4.0.0": 21,
		"apachepulsar/pulsar:3.2.4": 17, "apachepulsar/pulsar:3.3.1": 21, "apachepulsar/pulsar:3.3.2": 21,
	} {
		build, _ := Table(nil).Build(Parse(image))
		jdk := build.Release
		assert.Equal(t, want, jdk, image)
	}
}

func TestKnownImages(t *testing.T) {
	for _, i := range allKnown() {
		for _, p := range []Pattern{i.Name, i.Tag} {
			_, err := NewPattern(string(p))
			assert.NoError(t, err, i.Name)
		}
		for _, a := range i.Arguments {
			for _, s := range slices.Concat(a.If, a.Unless) {
				_, err := NewPattern(string(s.Value))
				assert.NoError(t, err, i.Name)
			}
		}
		assert.NotEmpty(t, i.Source, "%s: what proves it?", i.Name)
	}
	for image, want := range map[string]string{
		"tomcat:10.1-jdk17":                                    catalina,
		"docker.io/library/tomcat:9":                           catalina,
		"mirror.example.org/library/tomcat:9":                  catalina,
		"team/tomcat:9":                                        "https://github.com/docker-library/official-images",
		"elasticsearch:8.17.10":                                systemOptions,
		"docker.elastic.co/elasticsearch/elasticsearch:7.17.1": systemOptions,
		"opensearchproject/opensearch:2":                       "https://github.com/opensearch-project/OpenSearch/blob/2.11.0/distribution/src/config/jvm.options",
		"zookeeper:3.9.2":                                      zkEnv,
		"zookeeper:3.8":                                        zkEnv,
		"apache/kafka:3.7.0":                                   "https://github.com/apache/kafka/blob/3.7.0/docker/jvm/Dockerfile",
		"docker.io/apache/kafka:4.0.0":                         "https://github.com/apache/kafka/blob/3.7.0/bin/kafka-run-class.sh",
		"bitnamilegacy/kafka:4.0.0-debian-12-r10":              "https://github.com/bitnami/containers/blob/main/bitnami/kafka/4.0/debian-12/rootfs/opt/bitnami/scripts/kafka-env.sh",
		"quay.io/keycloak/keycloak:26.0":                       "https://github.com/keycloak/keycloak/blob/26.0.0/quarkus/dist/src/main/content/bin/kc.sh",
		"jenkins/jenkins:lts-jdk17":                            "https://github.com/jenkinsci/docker/blob/ab3f5e0a80d666b1d554c2b7cad38b5c5ee35f1c/jenkins.sh",
		"registry:5000/jenkins/jenkins@sha256:0":               "https://github.com/jenkinsci/docker/blob/ab3f5e0a80d666b1d554c2b7cad38b5c5ee35f1c/jenkins.sh",
	} {
		i, _ := Table{}.Find(Parse(image))
		assert.Equal(t, want, i.Source, image)
	}
}

func TestSetting(t *testing.T) {
	for _, c := range []struct {
		setting Setting
		holds   []string
		not     []string
	}{
		{Setting{Variable: "JAVA_OPTS"}, []string{"-Xmx1g", " "}, []string{""}},
		{Setting{"MODE", "standalone"}, []string{"standalone"}, []string{"", "cluster", "Standalone"}},
		{Setting{"USE_AIKAR_FLAGS", "{[tT][rR][uU][eE],[yY][eE][sS],[oO][nN],1}"}, []string{"true", "TRUE", "Yes", "on", "1"}, []string{"", "false", "0", "11", "truest"}},
	} {
		for _, value := range c.holds {
			assert.True(t, c.setting.Holds(value), "%s=%s", c.setting.Variable, value)
		}
		for _, value := range c.not {
			assert.False(t, c.setting.Holds(value), "%s=%s", c.setting.Variable, value)
		}
	}
}

// What is known of these is that they start a JVM.
func TestImagesOfJVMsThatAreNotKnown(t *testing.T) {
	for image, want := range map[string]string{
		"elasticsearch:7.12.0":                    byMachine,
		"elasticsearch":                           byMachine,
		"cassandra:4.1":                           byNode,
		"cassandra:5.0":                           byNode,
		"apache/nifi:1.9.2":                       byBootstrap,
		"apache/nifi":                             byBootstrap,
		"itzg/minecraft-server":                   "",
		"nacos/nacos-server:v2.3.2":               "",
		"nacos/nacos-server:0.8.0":                "takes its options from variables that depend on its mode",
		"graylog/graylog:3.3":                     unread,
		"debezium/connect:1.6":                    "",
		"debezium/connect:2.7":                    unread,
		"confluentinc/cp-ksqldb-server:7.5.0":     "",
		"opensearchproject/opensearch:1.3.0":      unread,
		"zookeeper:3.4.14":                        unread,
		"zookeeper":                               unread,
		"bitnami/zookeeper:3.9":                   unread,
		"bitnami/kafka:2.8":                       unread,
		"quay.io/keycloak/keycloak:25.0.1":        unread,
		"ghcr.io/openzipkin/zipkin-slim:2":        unread,
		"flink:1.18-java11":                       "sizes its JVMs by the memory model of Flink",
		"apache/flink:1.18":                       "sizes its JVMs by the memory model of Flink",
		"apache/spark-py:3.4":                     "sizes its JVMs by Spark's memory settings",
		"trinodb/trino:455":                       "takes its options from jvm.config, which deployments replace",
		"mirror.example.org/team/kafka:3.9":       "is named like an image that starts a JVM by a script that jvmlint does not know",
		"elasticsearch:${TAG:-8.11.0}":            byMachine,
		"opensearchproject/opensearch-dashboards": "",
		"apache/spark-history-ui":                 "",
		"team/elasticsearch-exporter:1":           "",
		"bitnami/kafka-exporter:1":                "",
		"apache/airflow:2":                        "",
	} {
		i, _ := Table{}.Find(Parse(image))
		assert.Equal(t, want, i.Unsized, image)
	}
}

func TestBringsJVM(t *testing.T) {
	ours := Table{{Name: "registry.example.org/base/**", Declared: true}}
	for image, want := range map[string]bool{
		"eclipse-temurin:17":                                 true,
		"docker.io/library/openjdk:8-jdk-alpine":             true,
		"adoptopenjdk/openjdk11:jre":                         true,
		"adoptopenjdk:8-jre":                                 true,
		"gcr.io/distroless/java17-debian12":                  true,
		"registry.access.redhat.com/ubi9/openjdk-21-runtime": true,
		"azul/zulu-openjdk-alpine:17":                        true,
		"ghcr.io/graalvm/jdk-community:21":                   true,
		"registry.example.org/base/app:1":                    true,
		"gcr.io/distroless/javascript":                       false,
		"tomcat:9":                                           false,
		"team/openjdk-app:1":                                 false,
		"team/app:1-jre17":                                   false,
	} {
		assert.Equal(t, want, ours.BringsJVM(Parse(image)), image)
	}
}

// What a project says overrides what is known here, and the name.
func TestTable(t *testing.T) {
	ours := Table{{Name: "registry.example.org/base/**", Tag: "2*", JDK: 21, JVM: OpenJ9}, {Name: "ibm-semeru-runtimes", JVM: HotSpot}, {Name: "apache/kafka", JDK: 17}}
	type answer struct {
		JDK   int
		Known bool
		Other string
	}
	for image, want := range map[string]answer{
		"registry.example.org/base/java/11:2.1-jdk11": {21, true, OpenJ9},
		"registry.example.org/base/java:1.9-jdk11":    {11, true, ""},
		"ibm-semeru-runtimes:open-17-jre":             {0, false, ""},
		"apache/kafka:3.7.0":                          {17, true, ""},
		"eclipse-temurin:17":                          {17, true, ""},
		"ibmjava:8":                                   {0, false, OpenJ9},
	} {
		build, known := ours.Build(Parse(image))
		jdk := build.Release
		assert.Equal(t, want, answer{jdk, known, ours.OtherJVM(Parse(image))}, image)
	}
}

// An image that somebody is known to publish is that one, and not one that is only named like a product.
func TestPublishedIsNotGuessed(t *testing.T) {
	for image, want := range map[string]bool{"foxiswho/rocketmq:4.8.0": false, "acme/rocketmq:4.8.0": true, "team/shop-kafka": true} {
		found, known := Table{}.Find(Parse(image))
		assert.True(t, known, image)
		assert.Equal(t, want, found.Guessed(), image)
	}
}

// Names of official images count whole, those of publishers by their folder, and an
// image that waits for a product by its last word.
func TestRunsNoJVM(t *testing.T) {
	ours := Table{{Name: "acme/web", Declared: true, JVM: None}, {Name: "acme/shop", Declared: true}}
	for image, want := range map[string]bool{
		"nginx:1.27":                            true,
		"docker.io/library/redis":               true,
		"mirror.example.org/library/nginx":      true,
		"quay.io/prometheus/node-exporter:1":    true,
		"registry.k8s.io/kube-proxy:v1.30":      true,
		"bitnami/postgresql:16":                 true,
		"acme/orders-postgres":                  true,
		"registry.example.org/nginx":            true,
		"gcr.io/distroless/static":              true,
		"docker.elastic.co/kibana/kibana:8":     true,
		"acme/web:1":                            true,
		"acme/shop:1":                           false,
		"acme/nginx-like":                       false,
		"team/redis-store":                      false,
		"apache/kafka:3.9.0":                    false,
		"gcr.io/distroless/java17-debian12":     false,
		"eclipse-temurin:21":                    false,
		"docker.elastic.co/logstash/logstash:8": false,
	} {
		assert.Equal(t, want, ours.RunsNoJVM(Parse(image)), image)
	}
}

// Of what runs no JVM these are servers: what a container hands them reaches none. A name that only ends in that of a
// database may be what brings something to it.
func TestIsServerWithoutJVM(t *testing.T) {
	for image, want := range map[string]bool{
		"nginx:1.27": true, "acme/shop-nginx": true, "acme/shop_nginx:2": true, "redis:7": true,
		"acme/kafka-connect-mongodb": false, "acme/debezium-postgres": false, "acme/nginx-like": false, "ubuntu:24.04": false,
	} {
		assert.Equal(t, want, Table{}.IsServerWithoutJVM(Parse(image)), image)
	}
}

// allKnown are the images of the catalogue.
func allKnown() []Image {
	var all []Image
	for _, kind := range []string{"Image", "Unread", "Named like"} {
		for _, f := range catalogue.Facts(kind) {
			all = append(all, imageOf(f))
		}
	}
	return all
}

const (
	catalina      = "https://github.com/apache/tomcat/blob/10.1.x/bin/catalina.sh"
	systemOptions = "https://github.com/elastic/elasticsearch/blob/v8.11.0/distribution/tools/server-cli/src/main/java/org/elasticsearch/server/cli/SystemJvmOptions.java"
	zkEnv         = "https://github.com/apache/zookeeper/blob/release-3.9.2/bin/zkEnv.sh"

	byMachine   = "sizes its heap by the machine unless an option does"
	byNode      = "sizes its heap by the memory of the node, not by its limit, unless an option does"
	byBootstrap = "takes its options from bootstrap.conf"
)
