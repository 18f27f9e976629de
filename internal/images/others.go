package images

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/imagename"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// RunsNoJVM reports whether an image is known to run no JVM: a project says so, or it is
// one of those that nearly every cluster has.
func (t Table) RunsNoJVM(r Reference) bool {
	if i, found := t.Find(r); found {
		return i.JVM == None
	}
	if othersBuildOn(r.Repository) {
		return false
	}
	names, others := imagename.Candidates(r.Repository), withoutJVM()
	return slices.ContainsFunc(names, func(name string) bool {
		owner, rest, has := strings.Cut(name, "/")
		return slices.Contains(others.names, name) || has && (slices.Contains(others.publishers, owner) ||
			slices.Contains(others.packagers, owner) && slices.Contains(others.names, path.Base(rest)))
	}) || others.endsSo(path.Base(names[0]))
}

// IsServerWithoutJVM reports whether an image is known to be a server that runs no JVM, whatever variables it is given:
// not one of a system or of a language, into which a JVM may be installed.
func (t Table) IsServerWithoutJVM(r Reference) bool {
	return t.RunsNoJVM(r) && serversOfOthers.MatchString(path.Base(r.Repository))
}

// IsSystem reports whether an image is that of a system, into which anything may be installed.
func IsSystem(r Reference) bool { return systems.MatchString(path.Base(imagename.Local(r.Repository))) }

var systems = lazyregexp.New(`^(?:ubuntu|debian|alpine|centos|fedora|rockylinux|almalinux|oraclelinux|amazonlinux|photon|archlinux|opensuse|leap|ubi\d*(?:-\w+)?|ubuntu-upstart|baseimage(?:-docker)?|buildpack-deps)$`)

var serversOfOthers = lazyregexp.New(`^(?:[\w-]+[-_]nginx|kibana|redis(?:-\w+)?|valkey|postgres(?:ql)?|mysql|mariadb|mongo(?:db)?|nginx|httpd|haproxy|traefik|envoy|grafana|prometheus|alertmanager|rabbitmq|memcached|consul|vault|minio|influxdb|etcd|fluentd|fluent-bit|filebeat|metricbeat|telegraf)$`)

// others are official images of Docker Hub without a JVM, publishers of nothing but such, those who publish the
// products of others under their names, and how the names of images end that watch a product, or wait for one.
type others struct{ names, publishers, packagers, endings []string }

var withoutJVM = sync.OnceValue(func() others {
	f := catalogue.Facts("Without JVM")[0]
	return others{f.Words("Names"), f.Words("Publishers"), f.Words("Packagers"), f.Words("Endings")}
})

// endsSo reports whether the last parts of a name are one of the endings.
func (o others) endsSo(name string) bool {
	return slices.ContainsFunc(o.endings, func(ending string) bool {
		before, ends := strings.CutSuffix(name, ending)
		return ends && (before == "" || strings.HasSuffix(before, "-") || strings.HasSuffix(before, "_"))
	})
}

// product is what is known of an image of a product that runs on a JVM, of which nobody has read the start script. A
// name without a part before it is an official image of Docker Hub.
func product(names []string) (Image, bool) {
	for _, name := range names {
		owner, image, has := strings.Cut(name, "/")
		if !has {
			owner, image = "library", name
		}
		for _, f := range catalogue.Facts("Publishers") {
			if slices.Contains(f.Words(owner), image) {
				return Image{Name: Pattern(name), Unsized: unread, Source: "https://hub.docker.com/r/" + name}, true
			}
		}
	}
	return Image{}, false
}

// likeProduct is what is known of an image whose name ends as a product's does, or begins
// as an application server's: acme/fabric-kafka, acme/docker-quarkus-jvm, acme/tomcat-shop.
// Of what goes with a product, and is mostly none of the JVM, nothing is: kafka-exporter.
func likeProduct(names []string) Image {
	parts := nameParts.FindAllString(strings.ToLower(path.Base(names[0])), -1)
	if len(parts) < 2 || !partsLike(parts) {
		return Image{}
	}
	return Image{Name: Pattern(names[0]), Unsized: likeOne, TakesArguments: true, Source: "https://github.com/docker-library/official-images"}
}

// partsLike reports whether the parts of a name end as a product's does, or begin as an
// application server's, and none says that it only goes with one.
func partsLike(parts []string) bool {
	words := catalogue.Facts("Words")[0]
	beside, partOf := words.Words("Beside"), words.Words("Parts")
	if slices.ContainsFunc(parts, func(p string) bool { return slices.Contains(beside, p) }) {
		return false
	}
	last := len(parts) - 1
	for last > 0 && slices.Contains(partOf, parts[last]) {
		last--
	}
	return slices.Contains(words.Words("Products"), parts[last]) || slices.Contains(words.Words("Servers"), parts[0])
}

var nameParts = lazyregexp.New(`[a-z]+`)
