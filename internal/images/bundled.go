package images

import "slices"

// bundled are the JDKs of images whose scripts are known or not, by the versions in their tags, where
// the tag does not name a JDK itself. A version of which no source tells is in no row.
var bundled = slices.Concat(vendorJDKs, officialJDKs, productJDKs)

// vendorJDKs are those of images that their makers publish.
var vendorJDKs = []Image{
	// https://github.com/jenkinsci/jep/blob/5ff68bfb2aed7a4af2ff68f88869a0bd67f0f219/jep/232/README.adoc: JDK 11 from
	// 2.307 and 2.303.1 on. 2.504.2, of the long-term line, has the JDK of 2.509.
	{
		Name: "jenkins/jenkins", Tag: "2.{[0-9],[0-9][0-9],[12][0-9][0-9]}{,.[0-9]}" + jenkins8,
		JDK: 8, Source: jenkinsBefore11,
	},
	{Name: "jenkins/jenkins", Tag: "2.30[0-6]" + jenkins8, JDK: 8, Source: jenkinsBefore11},
	{
		Name: "jenkins/jenkins", Tag: "2.{303.[0-9],30[7-9],414,414.[12],41[5-9],42[0-5]}" + jenkins11,
		JDK: 11, Source: jenkins425,
	},
	{Name: "jenkins/jenkins", Tag: "2.{3[1-9][0-9],40[0-9],41[0-3]}{,.[0-9]}" + jenkins11, JDK: 11, Source: jenkins425},
	{Name: "jenkins/jenkins", Tag: "2.{414.3,50[0-8],504.1}" + jenkins17, JDK: 17, Source: jenkins426},
	{Name: "jenkins/jenkins", Tag: "2.{42[6-9],4[3-9][0-9]}{,.[0-9]}" + jenkins17, JDK: 17, Source: jenkins426},
	{Name: "jenkins/jenkins", Tag: "2.{504.[23],509}" + jenkins17, JDK: 21, Source: jenkins509},
	{Name: "jenkins/jenkins", Tag: "2.{5[1-6][0-9],57[0-8]}{,.[0-9]}" + jenkins17, JDK: 21, Source: jenkins509},

	// 390 requires 17 at least, which https://github.com/trinodb/trino/pull/19553 replaced in 432. JDK 23 came out
	// after 457, JDK 24 after 469.
	{Name: "trinodb/trino", Tag: "{39[0-9],4[0-2][0-9],43[01]}" + trino, JDK: 17, Source: trinoNotes + "390.md"},
	{Name: "trinodb/trino", Tag: "{43[2-9],44[0-3]}" + trino, JDK: 21, Source: trinoNotes + "432.md"},
	{Name: "trinodb/trino", Tag: "{44[4-9],45[0-7]}" + trino, JDK: 22, Source: trinoNotes + "444.md"},
	{Name: "trinodb/trino", Tag: "{45[89],46[0-3]}" + trino, Least: 22, Source: trinoNotes + "447.md"},
	{Name: "trinodb/trino", Tag: "46[4-9]" + trino, JDK: 23, Source: trinoNotes + "464.md"},
	{Name: "trinodb/trino", Tag: "47[0-5]" + trino, Least: 23, Source: trinoNotes + "464.md"},
	{Name: "trinodb/trino", Tag: "47[67]" + trino, Least: 24, Source: trinoNotes + "476.md"},
	{Name: "trinodb/trino", Tag: "478" + trino, JDK: 25, Source: trinoNotes + "478.md"},

	// Later releases of 3.84 to 3.86 were built beside 3.88, and 3.92.2 both before and after the way back from JDK 25.
	{Name: "sonatype/nexus3", Tag: "3.{[0-9],[1-6][0-9]}.[0-9]{,-0[0-9]}", JDK: 8, Source: nexus + "3.66.0/Dockerfile"},
	{Name: "sonatype/nexus3", Tag: "3.70.[01]{,-ubi}", JDK: 8, Source: nexus + "3.70.1/Jenkinsfile-Release"},
	{Name: "sonatype/nexus3", Tag: "3.{7[1-9],8[0-3]}.[0-9]" + nexusVariants, JDK: 17, Source: nexus17},
	{Name: "sonatype/nexus3", Tag: "3.{84.[01],85.0,86.[0-2]}" + nexusVariants, JDK: 17, Source: nexus17},
	{Name: "sonatype/nexus3", Tag: "3.{84.2,85.1,86.3,87.[0-2],92.3}" + nexusVariants, JDK: 21, Source: nexus21},
	{Name: "sonatype/nexus3", Tag: "3.{88,89,90,91,93,94,95}.[0-9]" + nexusVariants, JDK: 21, Source: nexus21},
	{
		Name: "sonatype/nexus3", Tag: "3.92.[01]" + nexusVariants, JDK: 25,
		Source: nexus + "a47c791f040af95c1daaec37fa2c1786f2093fe6/Dockerfile.java25",
	},
	{
		Name: "sonatype/nexus3", Tag: "3.92.2" + nexusVariants, Least: 21,
		Source: nexus + "27f431f3b2b3623b568b07718def10c737a6077b/Dockerfile.java21",
	},
}

const (
	jenkinsBefore11 = "https://github.com/jenkinsci/docker/blob/7bebac26606cfb885e63f9f9ec76803da9e1e1e1/docker-bake.hcl"
	jenkins425      = "https://github.com/jenkinsci/docker/blob/2.425/docker-bake.hcl"
	jenkins426      = "https://github.com/jenkinsci/docker/blob/2.426/docker-bake.hcl"
	jenkins509      = "https://github.com/jenkinsci/docker/blob/2.509/docker-bake.hcl"

	// The images that follow the default: others have a newer JDK, or stay with an older one.
	jenkins8  = "{,-lts}{,-alpine,-slim,-centos,-centos7}"
	jenkins11 = "{,-alpine,-slim,-centos7}"
	jenkins17 = "{,-alpine,-slim}"

	nexus         = "https://github.com/sonatype/docker-nexus3/blob/"
	nexus17       = nexus + "0701ce58ab039df5c154a0592234847b6aa29587/Jenkinsfile-Release"
	nexus21       = nexus + "7b38e1c8a0e8ecd741887babfece4b3c21f9926e/Dockerfile.java21"
	nexusVariants = "{,-ubi,-alpine}"

	trino      = "{,-amd64,-arm64,-ppc64le}"
	trinoNotes = "https://github.com/trinodb/trino/blob/master/docs/src/main/sphinx/release/release-"
)

// withBundled is an image with the JDK that its tag decides, where neither it nor its name tells one.
func withBundled(i Image, names []string, r Reference) Image {
	if _, named := BuildOf(r); named || i.JDK != 0 {
		return i
	}
	if b, is := first(bundled, names, r.Tag); is {
		i.JDK, i.Least = b.JDK, max(i.Least, b.Least)
	}
	return i
}
