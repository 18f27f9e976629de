package images

// productJDKs are the JDKs of products whose makers build the images beside the code. Where a row covers a range,
// the sources at both of its ends say the same.
var productJDKs = []Image{
	{
		Name: confluentPlatform, Tag: "5.[0-3].*", JDK: 8,
		Source: "https://github.com/confluentinc/cp-docker-images/blob/v5.3.8/debian/base/Dockerfile",
	},
	{Name: confluentPlatform, Tag: "5.[45].*", JDK: 8, Source: confluentBase + "v5.5.15/base/Dockerfile.ubi8"},
	{Name: confluentPlatform, Tag: "{6.[012],7.[0-6]}.*", JDK: 11, Source: confluentBase + "v7.6.5/base/Dockerfile.ubi8"},
	{Name: confluentPlatform, Tag: "7.[789].*", JDK: 17, Source: confluentBase + "v7.7.0/base/Dockerfile.ubi8"},
	{Name: confluentPlatform, Tag: "8.[012].*", JDK: 21, Source: confluentBase + "v8.2.0/base-java/Dockerfile.ubi9"},
	{Name: confluentPlatform, Tag: "8.3.[01]*", JDK: 25, Source: confluentBase + "v8.3.1/base/Dockerfile.ubi9"},

	// The image of 17.0.1 and 19.0.2 is as that of 20.0.3, and that of 21.1.1 and 23.0.7 as those of 22. While 25 was
	// made it moved from JDK 17, with which the work on it began, to 21. 21.0 lies between.
	{Name: keycloak, Tag: "{1[789],20}.[0-9]{,.[0-9]}", JDK: 11, Source: keycloak11},
	{Name: keycloak, Tag: "{2[234].[0-9]{,.[0-9],.1[0-2]},21.1{,.[12]}}", JDK: 17, Source: keycloak17},
	{Name: keycloak, Tag: "25.0{,.[0-9]}", JDK: 21, Source: keycloak25},
	{Name: keycloak, Tag: "21.0{,.[0-9]}", Least: 11, Source: keycloak11},

	// The images with WildFly.
	{
		Name: "{jboss,keycloak}/keycloak", Tag: "{{1.[89],2.[0-5],3.[0-4],4.[0-8]}.[0-9].Final,{5,6}.0.[01],7.0.0}", JDK: 8,
		Source: keycloakContainers + "7.0.0/server/Dockerfile",
	},
	{
		Name: "{jboss,keycloak}/keycloak", Tag: "{7.0.1,{8,9,1[0-6]}.[01].[0-4],1[789].0.[0-3]-legacy}", JDK: 11,
		Source: keycloakContainers + "16.1.1/server/Dockerfile",
	},

	// Before 7.10 a package of CentOS came with the image, later the JDK of the archive.
	{Name: logstashes, Tag: "{6.[78].*,7.0.0}", JDK: 8, Source: logstashCode + "v6.8.23/docker/templates/Dockerfile.j2"},
	{
		Name: logstashes, Tag: "7.{0.1,[1-9].[0-3]}", JDK: 11,
		Source: logstashCode + "v7.9.3/docker/templates/Dockerfile.j2",
	},
	{Name: logstashes, Tag: "7.1[0-7].*", JDK: 11, Source: logstashCode + "v7.17.29/versions.yml"},
	{Name: logstashes, Tag: "8.[0-3].[0-9]", JDK: 11, Source: logstashCode + "v8.3.3/versions.yml"},
	{Name: logstashes, Tag: "8.{[4-9],1[0-4]}.[0-9]", JDK: 17, Source: logstashCode + "v8.14.3/versions.yml"},
	{Name: logstashes, Tag: "8.1[5-9].*", JDK: 21, Source: logstashCode + "v8.19.20/versions.yml"},
	{Name: logstashes, Tag: "9.[0-5].*", JDK: 21, Source: logstashCode + "v9.5.2/versions.yml"},

	// Each Kafka has the base image of its operator.
	{Name: strimzi, Tag: "0.{19,2[0-9],3[0-2]}.[0-9]-kafka-*", JDK: 11, Source: strimziBase + "0.32.0/" + strimziFile},
	{Name: strimzi, Tag: "0.{3[3-9],4[0-9]}.[0-9]-kafka-*", JDK: 17, Source: strimziBase + "0.49.1/" + strimziFile},
	{Name: strimzi, Tag: "{0.50,1.[01]}.[0-9]-kafka-*", JDK: 21, Source: strimziBase + "1.1.0/" + strimziFile},

	{
		Name: "rundeck/rundeck", Tag: "{3.4,4.[0-9],4.1[0-7]}.[0-9]*", JDK: 11,
		Source: "https://github.com/rundeck/rundeck/blob/v4.17.4/docker/ubuntu-base/Dockerfile",
	},
	{
		Name: "rundeck/rundeck", Tag: "3.0.[0-9]*", JDK: 8,
		Source: "https://github.com/rundeck/rundeck/blob/v3.0.0/docker/ubuntu-base/Dockerfile",
	},

	{Name: openSearch, Tag: "1.[0-2].[0-9]", JDK: 15, Source: openSearchDocs},
	{Name: openSearch, Tag: "1.3.{[0-9],1[0-9],20}", JDK: 11, Source: openSearchDocs},
	{Name: openSearch, Tag: "2.{[0-9],1[01]}.[0-9]", JDK: 17, Source: openSearchCode + "2.11.0/" + openSearchFile},
	{Name: openSearch, Tag: "2.1[2-9].[0-4]", JDK: 21, Source: openSearchCode + "2.19.4/" + openSearchFile},
	{Name: openSearch, Tag: "3.[01].0", JDK: 21, Source: openSearchCode + "3.1.0/" + openSearchFile},
	{Name: openSearch, Tag: "3.3.[0-2]", JDK: 24, Source: openSearchCode + "3.3.0/" + openSearchFile},
	{Name: openSearch, Tag: "3.[456].0", JDK: 25, Source: openSearchCode + "3.6.0/" + openSearchFile},

	// Where two releases have the same JDK, those between them have it: 7.3.1 and 7.3.2, 7.14.0 and 7.14.1, 8.6 and 8.10.1
	// lie between a release with a JDK and the day of the next JDK. 8.13 went back from 22 to 21 in between.
	{
		Name: elastic, Tag: "6.6.[0-2]", JDK: 11,
		Source: elastic6 + "b8631499d0038e34604adb3280b53160396f9040/" + elasticFile,
	},
	{
		Name: elastic, Tag: "6.{7.[0-2],8.[0-3]}", JDK: 12,
		Source: elastic6 + "0de29e961051db6cee6cac6e6226f131be07aadc/" + elasticFile,
	},
	{
		Name: elastic, Tag: "6.8.[4-7]", JDK: 13,
		Source: elastic6 + "5404ea37f8392ab6f4c32c9657a954ee70af43e1/" + elasticFile,
	},
	{
		Name: elastic, Tag: "6.8.{8,9,1[0-2]}", JDK: 14,
		Source: elastic6 + "47e4529c0b69d2f9224207da199c8ff0c7444d1d/" + elasticFile,
	},
	{
		Name: elastic, Tag: "6.8.{1[3-9],2[0-3]}", JDK: 15,
		Source: elastic6 + "7e1830d844137e9a0c9ef1fef5b1075cc6a0e16b/" + elasticFile,
	},
	{Name: elastic, Tag: "7.{0.[01],1.[01],2.[01],3.[0-2]}", JDK: 12, Source: elasticCode + "v7.3.0/" + elastic7},
	{Name: elastic, Tag: "7.{4.2,5.[0-2],6.[0-2]}", JDK: 13, Source: elasticCode + "v7.6.2/" + elastic7},
	{Name: elastic, Tag: "7.{7,8,9}.[01]", JDK: 14, Source: elasticCode + "v7.9.1/" + elastic7},
	{Name: elastic, Tag: "7.10.[0-2]", JDK: 15, Source: elasticCode + "v7.10.2/" + elastic7},
	{Name: elastic, Tag: "7.{12.1,13.[0-4],14.[01]}", JDK: 16, Source: elasticCode + "v7.13.4/" + elastic7},
	{Name: elastic, Tag: "7.16.[0-3]", JDK: 17, Source: elasticPulls + "80318"},
	{Name: elastic, Tag: "7.17.[01]", JDK: 17, Source: elasticPulls + "83243"},
	{Name: elastic, Tag: "7.17.[7-9]", JDK: 19, Source: elasticPulls + "90857"},
	{Name: elastic, Tag: "7.17.10", JDK: 20, Source: elasticPulls + "94606"},
	{Name: elastic, Tag: "7.17.17", JDK: 21, Source: elasticPulls + "104486"},
	{Name: elastic, Tag: "7.17.2[5-9]", JDK: 22, Source: elasticCode + "v7.17.29/" + elastic8},
	{Name: elastic, Tag: "8.{0.[01],1.0}", JDK: 17, Source: elasticCode + "v8.1.0/" + elastic8},
	{Name: elastic, Tag: "8.4.3", JDK: 18, Source: elasticCode + "v8.4.3/" + elastic8},
	{Name: elastic, Tag: "8.{5.[1-3],6.[0-2]}", JDK: 19, Source: elasticPulls + "91030"},
	{Name: elastic, Tag: "8.7.1", JDK: 20, Source: elasticPulls + "95373"},
	{Name: elastic, Tag: "8.{[89].[0-2],10.[01]}", JDK: 20, Source: elasticPulls + "97758"},
	{Name: elastic, Tag: "8.12.[12]", JDK: 21, Source: elasticPulls + "104485"},
	{Name: elastic, Tag: "8.{13.0,14.[0-3],15.[0-4]}", JDK: 22, Source: elasticCode + "v8.14.1/" + elastic8},
	{Name: elastic, Tag: "8.16.0", JDK: 23, Source: elasticCode + "v8.16.0/" + elastic8},
	{Name: elastic, Tag: "9.{0.[0-4],1.0}", JDK: 24, Source: elasticCode + "v9.1.0/" + elastic8},

	// Bitnami builds a version again and again, with the same release of the JDK in all that were read: of Kafka from
	// June 2023 to July 2025, of ZooKeeper to September 2025. Kafka before 3.4.1 moved from 11 to 17.
	{
		Name: bitnami + "kafka", Tag: "2.{4.1,[5-8].0}{,-debian-10-r[0-9]*}", JDK: 11,
		Source: bitnamiOld + "940464d9943ab71237f636dce88983596965da4c/2/debian-10/Dockerfile",
	},
	{
		Name: bitnami + "kafka", Tag: "{3.{4.1,[567].[0-2],[89].[01]},4.0.0}" + bitnamiTag, JDK: 17,
		Source: bitnamiCode + "01ffc6f453eb816c6f1739b8890c4bef5184f4fd/bitnami/kafka/4.0/debian-12/Dockerfile",
	},
	{
		Name: bitnami + "zookeeper", Tag: "3.{8.[1-4],9.[0-4]}" + bitnamiTag, JDK: 11,
		Source: bitnamiCode + "031d7a5f0eb62fa2ff0c6779dd93d891a01e1a00/bitnami/zookeeper/3.9/debian-12/Dockerfile",
	},
}

const (
	confluentPlatform = "confluentinc/cp-{{,enterprise-}kafka,kafka-rest,{kafka,server}-connect{,-base}" +
		",server,zookeeper,schema-registry,ksqldb-server}"
	confluentBase = "https://github.com/confluentinc/common-docker/blob/"

	keycloak   = "keycloak/keycloak"
	keycloak11 = "https://github.com/keycloak/keycloak/issues/16441"
	keycloak17 = "https://github.com/keycloak/keycloak/blob/0463815bc93acbe22cf0b347af7cbd11e5a56d65/" + keycloakFile
	keycloak25 = "https://github.com/TonyBaasanjav/identity-access-management-platform/blob/" +
		"784044e23154ab0f420a17ffe80cd6b0f7d76854/" + keycloakFile
	keycloakFile       = "quarkus/container/Dockerfile"
	keycloakContainers = "https://github.com/keycloak/keycloak-containers/blob/"

	logstashes   = "{logstash/logstash{,-oss},{library/,}logstash}"
	logstashCode = "https://github.com/elastic/logstash/blob/"

	strimzi     = "strimzi/kafka"
	strimziBase = "https://github.com/strimzi/strimzi-kafka-operator/blob/"
	strimziFile = "docker-images/base/Dockerfile"

	openSearch     = "opensearchproject/opensearch"
	openSearchCode = "https://github.com/opensearch-project/OpenSearch/blob/"
	openSearchFile = "buildSrc/version.properties" // read in the archive of build-tools of that version
	openSearchDocs = "https://github.com/opensearch-project/documentation-website/blob/" +
		"035cd96425a4402a83c0ef52c4c91b92b045e46d/_install-and-configure/install-opensearch/index.md"

	elastic      = "{{library/,}elasticsearch,elasticsearch/elasticsearch{,-oss}}"
	elasticPulls = "https://github.com/elastic/elasticsearch/pull/"
	elasticCode  = "https://github.com/elastic/elasticsearch/blob/" // read in the archive of build-tools of that version
	elastic7     = "buildSrc/version.properties"
	elastic8     = "build-tools-internal/version.properties"

	bitnami     = "{bitnami,bitnamilegacy}/"
	bitnamiOld  = "https://github.com/bitnami/bitnami-docker-kafka/blob/"
	bitnamiCode = "https://github.com/bitnami/containers/blob/"
	bitnamiTag  = "{,-debian-1[12]-r[0-9]*}"
	elastic6    = "https://github.com/elastic/dockerfiles/blob/"
	elasticFile = "elasticsearch/Dockerfile"
)
