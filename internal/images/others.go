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
	if base.MatchString(r.Repository) {
		return false
	}
	names, others := imagename.Candidates(r.Repository), withoutJVM()
	return slices.ContainsFunc(names, func(name string) bool {
		owner, rest, has := strings.Cut(name, "/")
		return slices.Contains(others.names, name) || has && (slices.Contains(others.publishers, owner) ||
			slices.Contains(others.packagers, owner) && slices.Contains(others.names, path.Base(rest)))
	}) || others.endsSo(path.Base(names[0]))
}

// IsServerWithoutJVM reports whether an image is known to be a server that runs no JVM,
// whatever variables it is given: not one of a system or of a language, into which a JVM
// may be installed.
func (t Table) IsServerWithoutJVM(r Reference) bool {
	return t.RunsNoJVM(r) && serversOfOthers.MatchString(path.Base(r.Repository))
}

// IsSystem reports whether an image is that of a system, into which anything may be
// installed.
func IsSystem(r Reference) bool {
	return systems.MatchString(path.Base(imagename.Local(r.Repository)))
}

var systems = lazyregexp.New(`^(?:ubuntu|debian|alpine|centos|fedora|rockylinux|almalinux|oraclelinux|amazonlinux|photon|archlinux|opensuse|leap|ubi\d*(?:-\w+)?|ubuntu-upstart|baseimage(?:-docker)?|buildpack-deps)$`)

var serversOfOthers = lazyregexp.New(`^(?:kibana|redis(?:-\w+)?|valkey|postgres(?:ql)?|mysql|mariadb|mongo(?:db)?|nginx|httpd|haproxy|traefik|envoy|grafana|prometheus|alertmanager|rabbitmq|memcached|consul|vault|minio|influxdb|etcd|fluentd|fluent-bit|filebeat|metricbeat|telegraf)$`)

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
