package images

// officialJDKs are the JDKs of official images of Docker Hub: which commit and folder each tag was built from last
// stands in the history of https://github.com/docker-library/official-images/tree/master/library. A tag of a version
// line is here only where all releases of the line have the same JDK; Least, where it moved on to another.
var officialJDKs = []Image{
	// Before 3.0.20 and 3.11.6 the image takes the JRE that Cassandra's package asks of Debian.
	{
		Name: officialCassandra, Tag: "{3.0.{[0-9],1[0-9]},3.11.[0-5]}", JDK: 8,
		Source: "https://github.com/apache/cassandra/blob/034a9375e5c72ef0f522e75e79a71c601e7b0536/debian/control",
	},
	{
		Name: officialCassandra, Tag: "{3.0{,.2[0-9],.3[0-2]},3.11{,.[6-9],.1[0-9]}}" + cassandraBases, JDK: 8,
		Source: cassandraImages + "a1e2446ab30903f6a21e1c06831a45ab763f2719/3.11/Dockerfile",
	},
	{
		Name: officialCassandra, Tag: "{4,4.0{,.[0-9],.1[0-9],.20},4.1{,.[0-9],.1[01]}}" + cassandraBases, JDK: 11,
		Source: cassandraImages + "7b9da8f4f58f48af79feb0fc2f7a1e2c639965f1/4.1/Dockerfile",
	},
	{
		Name: officialCassandra, Tag: "5{,.0{,.[0-8]}}" + cassandraBases, JDK: 17,
		Source: cassandraImages + "7b9da8f4f58f48af79feb0fc2f7a1e2c639965f1/5.0/Dockerfile",
	},

	// The open lines of ZooKeeper 3.8 and 3.9 moved from JDK 11 to 17.
	{
		Name: officialZooKeeper, Tag: "{3.4{,.[89],.1[0-4]},3.5.[56]}", JDK: 8,
		Source: zooKeeperImages + "95e63be6a0767ed462db2e5aa779047672cc3b35/3.4.14/Dockerfile",
	},
	{
		Name: officialZooKeeper, Tag: "{3.5.{[789],10},3.6{,.[0-4]},3.7{,.[0-2]}}{,-temurin,-openjdk}", JDK: 11,
		Source: zooKeeperImages + "80d975e5c07f2f1e981fd2d61c9e1dfc3f980b80/3.6.4/Dockerfile",
	},
	{
		Name: officialZooKeeper, Tag: "{3.8.[0-3],3.9.[01]}{,-temurin,-openjdk}", JDK: 11,
		Source: zooKeeperImages + "dd520cb108da9eafe6914dce4e5dbd4877dd2411/3.9.1/Dockerfile",
	},
	{
		Name: officialZooKeeper, Tag: "{3.8.[456],3.9.[234]}", JDK: 17,
		Source: zooKeeperImages + "52a83649bc332b3324e0f0ecd96a1c88b2793022/3.8.6/Dockerfile",
	},
	{
		Name: officialZooKeeper, Tag: "3.[89]", Least: 11,
		Source: zooKeeperImages + "dd520cb108da9eafe6914dce4e5dbd4877dd2411/3.9.1/Dockerfile",
	},

	{
		Name: officialSolr, Tag: "{5.[345],6.[0-6],7.[012]}{,.[0-9]}{,-slim,-alpine}", JDK: 8,
		Source: solrImages8 + "d61313b443fb798a3a4e873d2255216e7b5c3a69/7.2/Dockerfile",
	},
	{
		Name: officialSolr, Tag: "{7.3.1,7.[3-6]{,.0},7.7{,.[01]},8.0{,.0}}-alpine", JDK: 8,
		Source: solrImages8 + "6f7a6e812247d00f9f3c293993e26d6d041c119e/8.0/alpine/Dockerfile",
	},
	{
		Name: officialSolr, Tag: "{7.6{,.0},7.7{,.[0-3]},8,8.[0-9]{,.[0-3]},8.1[01]{,.[01]}}{,-slim}", JDK: 11,
		Source: solrImages8 + "d9aceb632fcad5d5e7ab42b94dd25a008f5b9112/7.7/Dockerfile",
	},
	{
		Name: officialSolr, Tag: "8.11.[234]{,-slim}", JDK: 11,
		Source: solrImages + "f11dfe66709370492d5b7b251d5eba5d70b8301d/8.11/Dockerfile",
	},
	{
		Name: officialSolr, Tag: "9{,.[0-9]{,.[01]},.10{,.[01]}}{,-slim}", JDK: 17,
		Source: solrImages + "9c4aa799df40c506a48bc487cc6b4aaed24f9149/9.10/Dockerfile",
	},
	{
		Name: officialSolr, Tag: "10.0{,.0}{,-slim}", JDK: 25,
		Source: solrImages + "884b2e6692174ea09cdb5183b8dd585760b5e9fb/10.0/Dockerfile",
	},

	{
		Name: officialSonarQube, Tag: "{5.[1-6],6.[0-7],7.[01]}{,.[0-9]}{,-alpine}", JDK: 8,
		Source: sonarQubeImages + "0697dfe652397fc2990e5002292f5e32c851738f/5.6.7/Dockerfile",
	},
	{
		Name: officialSonarQube, Tag: "{6.7{,.[67]},7.[4-8]}-community{,-alpine}", JDK: 8,
		Source: sonarQubeImages + "2a00a59b94b64d52ce202f104c816d4ab73a5837/7.8-community/Dockerfile",
	},
	{
		Name: officialSonarQube, Tag: "{7.9{,.[1-6]},8,8.[0-9]{,.[0-9],.10},9.[0-7]{,.[0-4]}}" + sonarQubeEditions, JDK: 11,
		Source: sonarQubeImages + "8.9.10/9/community/Dockerfile",
	},
	{
		Name: officialSonarQube, Tag: "9.{8{,.0},9{,.[0-8]}}" + sonarQubeEditions, JDK: 17,
		Source: sonarQubeImages + "9.9.6/9/community/Dockerfile",
	},
	{
		Name: officialSonarQube, Tag: "10{,.[0-8]{,.[01]}}" + sonarQubeEditions, JDK: 17,
		Source: sonarQubeImages + "10.8.1/10/developer/Dockerfile",
	},
	{
		Name: officialSonarQube, Tag: "2{4.12,5.[123]}.0.[0-9]*-community", JDK: 17,
		Source: sonarQubeImages + "25.3.0.104237/community-build/Dockerfile",
	},
	{
		Name: officialSonarQube, Tag: "2{5.{[4-9],1[0-2]},6.[123]}.0.[0-9]*-community", JDK: 21,
		Source: sonarQubeImages + "26.2.0.119303/community-build/Dockerfile",
	},
	{
		Name: officialSonarQube, Tag: "2025.{1.[1-8],2,2.0,3,3.[01],4.[0-7],5,5.0,6,6.[01]}" + sonarQubeEditions, JDK: 21,
		Source: sonarQubeImages + "2025.6.1/commercial-editions/developer/Dockerfile",
	},
	{
		Name: officialSonarQube, Tag: "2026.1.[0-3]" + sonarQubeEditions, JDK: 21,
		Source: sonarQubeImages + "2026.1.3/commercial-editions/developer/Dockerfile",
	},
	{
		Name: officialSonarQube, Tag: "26.[456].0.[0-9]*-community", JDK: 25,
		Source: sonarQubeImages + "26.6.0.123539/community-build/Dockerfile",
	},
	{
		Name: officialSonarQube, Tag: "2026.{2,2.[01],3,3.[01]}" + sonarQubeEditions, JDK: 25,
		Source: sonarQubeImages + "2026.3.1/commercial-editions/developer/Dockerfile",
	},

	// Some releases of Neo4j have another JDK on a newer base. The folders of ubi8 of 5.15 to 5.18 do not tell it.
	{
		Name: officialNeo4j, Tag: "{2.3,3.[0-5]}{,.[0-9],.[12][0-9],.3[0-5]}" + neo4jEditions, JDK: 8,
		Source: neo4jImages + "a68e29db3f0acfcdc104a2cdd545aa8e48533231/3.5.35/community/Dockerfile",
	},
	{
		Name: officialNeo4j, Tag: "4.[0-4]{,.[0-9],.[1-3][0-9],.4[0-8]}" + neo4jEditions, JDK: 11,
		Source: neo4jImages + "a3f58105abfd307a24467da003f46d4bd13813f3/4.4.48/bullseye/community/Dockerfile",
	},
	{
		Name: officialNeo4j, Tag: "5.{[1-9],1[0-9],2[0-5]}{,.[012]}" + neo4jEditions + "{,-bullseye}", JDK: 17,
		Source: neo4jImages + "c0776401a41452ffbad1160f8b2b474c6c85a2a5/5.25.1/bullseye/community/Dockerfile",
	},
	{
		Name: officialNeo4j, Tag: "5.1[0-4]{,.0}" + neo4jEditions + "-ubi8", JDK: 17,
		Source: neo4jImages + "a39a0b8e97fea5e7c232771059a1a857345f6715/5.14.0/ubi8/community/Dockerfile",
	},
	{
		Name: officialNeo4j, Tag: "5.{19,2[0-5]}{,.[012]}" + neo4jEditions + "-ubi9", JDK: 17,
		Source: neo4jImages + "7c6df60835e7d09c6c21f9885bd802a45c6eb31f/5.19.0/ubi9/community/Dockerfile",
	},
	{
		Name: officialNeo4j, Tag: "5.26.{[0-9],1[0-9]}" + neo4jEditions + "{,-bullseye,-ubi9}", JDK: 17,
		Source: neo4jImages + "78f760a7c0f43c772bbcb71aee05bbefcc7bf85c/5.26.19/bullseye/community/Dockerfile",
	},
	{
		Name: officialNeo4j, Tag: "5.26{,.2[0-4]}" + neo4jEditions + "-{bullseye,ubi9}", JDK: 17,
		Source: neo4jImages + "cfc668624e7bd4b57d9574cda61f466832134807/5.26.24/ubi9/community/Dockerfile",
	},
	{
		Name: officialNeo4j, Tag: "5.26.2[0-8]" + neo4jEditions + "{,-trixie,-ubi10}", JDK: 21,
		Source: neo4jImages + "6fa21e49ad7f4dc4b3f6808cd7e0d44a7fdd47d2/5.26.28/trixie/community/Dockerfile",
	},
	{
		Name: officialNeo4j, Tag: "5{,.26}" + neo4jEditions, Least: 17,
		Source: neo4jImages + "78f760a7c0f43c772bbcb71aee05bbefcc7bf85c/5.26.19/bullseye/community/Dockerfile",
	},
	{
		Name: officialNeo4j, Tag: "2025.{0[1-9],1[012]}{,.[012]}" + neo4jEditions + "{,-bullseye,-ubi9}", JDK: 21,
		Source: neo4jImages + "1b20f87c4c1a15215188793eace59114d47fe0e0/2025.12.1/bullseye/community/Dockerfile",
	},
	{
		Name: officialNeo4j, Tag: "2026.0[1-4]{,.[0-4]}" + neo4jEditions + "-{bullseye,ubi9}", JDK: 21,
		Source: neo4jImages + "ae06064fb16112cbf1fd11ed327240dfc27d3d5c/2026.04.0/bullseye/community/Dockerfile",
	},
	{
		Name: officialNeo4j, Tag: "2026.0[1-6]{,.[0-4]}" + neo4jEditions + "{,-trixie,-ubi10}", JDK: 25,
		Source: neo4jImages + "a9a15fb56de488a4d311a8ba385e20e1e7713918/2026.06.0/trixie/community/Dockerfile",
	},

	// Without a JDK in its tag Tomcat has the newest that its release had at the time. Releases on either side of a
	// change were built with both.
	{
		Name: officialTomcat, Tag: "{7.0.{5[6-9],[678][0-9],9[0-3]},8.0{,.[0-9],.[1-4][0-9],.5[0-3]}}", JDK: 7,
		Source: tomcatImages + "ccf0fa74f05274f8e00e2a27ca0cc8e04d28f0ec/8.0/jre7/Dockerfile",
	},
	{
		Name: officialTomcat, Tag: "{7.0.{9[6-9],10[0-9]},8.5.{[0-9],[1-6][0-9]}}", JDK: 8,
		Source: tomcatImages + "9a5bf55f171b4d8f9c283d99b0ae2032db7c3e9f/8.5/jdk8/openjdk-buster/Dockerfile",
	},
	{
		Name: officialTomcat, Tag: "{8.5.7[1-9],9.0.{[2-5][0-9],6[0-3]}}", JDK: 11,
		Source: tomcatImages + "ddb12368ca6507de7c23394c4f36f1e242c638eb/9.0/jdk11/openjdk-bullseye/Dockerfile",
	},
	{
		Name: officialTomcat, Tag: "10.0.{[0-9],1[0-9],2[01]}", JDK: 11,
		Source: tomcatImages + "ef23d48c9592f61dfce7729d3d0958d5403a9541/10.0/jdk11/openjdk-bullseye/Dockerfile",
	},
	{
		Name: officialTomcat, Tag: "{8.5.{8[2-9],9[0-3]},9.0.{6[5-9],7[0-9],80}}", JDK: 17,
		Source: tomcatImages + "ad1ce61765fcc0421e91cf8ee0370c79eeaa7d79/9.0/jdk17/temurin-jammy/Dockerfile",
	},
	{
		Name: officialTomcat, Tag: "10.{0.2[3-7],1.{[1-9],1[0-3]}}", JDK: 17,
		Source: tomcatImages + "4505ae69aa030beba88a68fe410866ee375a8fc0/10.1/jdk17/temurin-jammy/Dockerfile",
	},
	{
		Name: officialTomcat, Tag: "{8.5.{9[4-9],100},9.0.{8[1-9],9[0-9],10[0-8]}}", JDK: 21,
		Source: tomcatImages + "8a4801e7747ab025c37f76b8521e450089610dcc/9.0/jdk21/temurin-noble/Dockerfile",
	},
	{
		Name: officialTomcat, Tag: "{10.1.{1[4-9],[23][0-9],4[0-5]},11.0.{[1-9],10}}", JDK: 21,
		Source: tomcatImages + "67ef06d6f9bd429fd227362daea64bf640488948/11.0/jdk21/temurin-noble/Dockerfile",
	},
	{
		Name: officialTomcat, Tag: "{9.0.1{1[0-9],2[01]},10.1.{4[7-9],5[0-9]},11.0.{1[2-9],2[0-5]}}", JDK: 25,
		Source: tomcatImages + "b7738e888d6a3e872240508062b59131f637bf94/11.0/jdk25/temurin-noble/Dockerfile",
	},
}

const (
	officialCassandra = "{library/,}cassandra"
	cassandraImages   = "https://github.com/docker-library/cassandra/blob/"
	cassandraBases    = "{,-bionic,-focal,-jammy,-bookworm}"

	officialZooKeeper = "{library/,}zookeeper"
	zooKeeperImages   = "https://github.com/31z4/zookeeper-docker/blob/"

	officialSolr = "{library/,}solr"
	solrImages8  = "https://github.com/docker-solr/docker-solr/blob/"
	solrImages   = "https://github.com/apache/solr-docker/blob/"

	officialSonarQube = "{library/,}sonarqube"
	sonarQubeImages   = "https://github.com/SonarSource/docker-sonarqube/blob/"
	sonarQubeEditions = "-{community,developer,enterprise,datacenter-app,datacenter-search}"

	officialNeo4j = "{library/,}neo4j"
	neo4jImages   = "https://github.com/neo4j/docker-neo4j-publish/blob/"
	neo4jEditions = "{,-community,-enterprise}"

	officialTomcat = "{library/,}tomcat"
	tomcatImages   = "https://github.com/docker-library/tomcat/blob/"
)
