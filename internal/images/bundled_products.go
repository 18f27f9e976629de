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
}

const (
	confluentPlatform = "confluentinc/cp-{{,enterprise-}kafka,kafka-rest,{kafka,server}-connect{,-base}" +
		",server,zookeeper,schema-registry,ksqldb-server}"
	confluentBase = "https://github.com/confluentinc/common-docker/blob/"
)
