package images

import (
	"path"
	"slices"
	"strings"
	"sync"

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
	names := imagename.Candidates(r.Repository)
	return slices.ContainsFunc(names, func(name string) bool {
		owner, rest, has := strings.Cut(name, "/")
		return others()[name] || has && (others()[owner+"/*"] || others()[path.Base(rest)] && slices.Contains(packagers, owner))
	}) || ofOthers.MatchString(path.Base(names[0]))
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

// others are official images of Docker Hub without a JVM, and publishers of nothing but such.
var others = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for name := range strings.FieldsSeq(`
		adminer alpine amazonlinux arangodb archlinux bash buildpack-deps busybox caddy centos chronograf cirros clefos composer consul couchbase couchdb
		debian docker dragonfly drupal eggdrop elixir emqx envoy erlang etcd eclipse-mosquitto express-gateway fedora fluentd gcc ghost git golang grafana haproxy haskell hello-world
		httpd influxdb iojs joomla julia kapacitor kibana kong kubectl mariadb mariadb-galera matomo mattermost mediawiki memcached minideb minio mongo mongodb mongo-express
		mysql nats nats-streaming nextcloud nginx nginx-ingress-controller nginx-unprivileged node nodejs odoo opensuse oraclelinux os-shell percona perl photon php php-fpm phpmyadmin postgres postgresql
		postgresql-repmgr pgpool pgbouncer prometheus pypy python rabbitmq rails redis redis-cluster redis-sentinel redis-stack redmine registry rethinkdb rockylinux ruby rust scratch shell sl spiped swarm
		swift telegraf traefik ubuntu ubuntu-debootstrap valkey varnish vault wordpress yourls znc bitnami-shell
		alertmanager node-exporter pushgateway blackbox-exporter thanos cert-manager external-dns oauth2-proxy fluent-bit kube-state-metrics metallb harbor sealed-secrets
		grafana/* prometheus/* minio/* fluent/* cilium/* calico/* istio/* linkerd/* jetstack/* traefik/* gitea/* gitlab/* envoyproxy/* cloudflare/* hashicorp/*
		ingress-nginx/* kube-state-metrics/* sig-storage/* k8s-staging-sig-storage/* metallb/* kiwigrid/* weaveworks/* fluxcd/* argoproj/* openpolicyagent/* kyverno/* aquasecurity/*
		redis/* pgvector/* postgis/* timescale/* dpage/* axllent/* mailhog/* maildev/* temporalio/* qdrant/* ollama/* getmeili/* typesense/* clickhouse/* victoriametrics/*
		otel/* open-telemetry/* opentelemetry/* tiangolo/* rancher/* nginxinc/* mysql/* percona/* vitess/* cockroachdb/* yugabytedb/* scylladb/* edoburu/*
		redpandadata/* vectorized/* nodered/* emqx/* vernemq/* natsio/* milvusdb/* mccutchen/* prom/* jaegertracing/* alpine/* swaggerapi/* zabbix/* locustio/* migrate/* localstack/* certbot/* kanboard/* chromadb/* devcontainers/* mher/* clair/* apache/airflow apache/superset curlimages/* dduportal/* portainer/* containrrr/* jwilder/* linuxserver/* homeassistant/* pihole/* vaultwarden/* jupyter/* tensorflow/* pytorch/* nvidia/* huggingface/* kennethreitz/* ealen/* stefanprodan/* kindest/*
		k8s.gcr.io/* registry.k8s.io/* distroless/* dotnet/* mssql/* kibana/* beats/* apm/*`) {
		all[name] = true
	}
	return all
})

// packagers publish images of the products of others under their names.
var packagers = strings.Fields("bitnami bitnamilegacy bitnamicharts rancher cimg circleci arm64v8 amd64 arm32v7 mirror library centos sclorg ubuntu balenalib chainguard cgr.dev docker")

// ofOthers finds images that watch a product, or wait for one, by how their names end.
var ofOthers = lazyregexp.New(`(?:^|[-_])(?:exporter|kubectl|nginx|redis|redis-commander|postgres|postgresql|mysql|mariadb|mongo|mongodb|memcached|rabbitmq|python3?|nodejs|golang|php|php-fpm|busybox|kube-rbac-proxy|configmap-reload|wait-for|wait-for-it|dockerize|pause|coredns|fluentd|fluent-bit|filebeat|metricbeat|kibana|haproxy|envoy|proxyv2|oauth2-proxy)$`)
