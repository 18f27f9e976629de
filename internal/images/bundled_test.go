package images

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// bundledJDK is what is known of the JDK of an image: the release, or the oldest that it may be.
type bundledJDK struct{ JDK, Least int }

func TestBundledJDK(t *testing.T) {
	for image, want := range map[string]bundledJDK{
		"jenkins/jenkins:2.0":                {JDK: 8},
		"jenkins/jenkins:2.164.2":            {JDK: 8},
		"jenkins/jenkins:2.190.1-alpine":     {JDK: 8},
		"jenkins/jenkins:2.289.3-lts-slim":   {JDK: 8},
		"jenkins/jenkins:2.303":              {JDK: 8},
		"jenkins/jenkins:2.306":              {JDK: 8},
		"jenkins/jenkins:2.303.1":            {JDK: 11},
		"jenkins/jenkins:2.307-centos7":      {JDK: 11},
		"jenkins/jenkins:2.401.3":            {JDK: 11},
		"jenkins/jenkins:2.414.2-alpine":     {JDK: 11},
		"jenkins/jenkins:2.425":              {JDK: 11},
		"jenkins/jenkins:2.414.3":            {JDK: 17},
		"jenkins/jenkins:2.426":              {JDK: 17},
		"jenkins/jenkins:2.504.1":            {JDK: 17},
		"jenkins/jenkins:2.508-slim":         {JDK: 17},
		"jenkins/jenkins:2.504.2":            {JDK: 21},
		"jenkins/jenkins:2.509":              {JDK: 21},
		"jenkins/jenkins:2.578":              {JDK: 21},
		"jenkins/jenkins:2.579":              {},
		"jenkins/jenkins:2.426-almalinux":    {},
		"jenkins/jenkins:2.289.1-almalinux":  {},
		"jenkins/jenkins:1.651.3":            {},
		"jenkins/jenkins:lts":                {},
		"jenkins/jenkins":                    {},
		"team/jenkins:2.164.2":               {},
		"jenkins/inbound-agent:2.164.2":      {},
		"mirror:5000/jenkins/jenkins:2.60.3": {JDK: 8},

		"trinodb/trino:389":       {},
		"trinodb/trino:390":       {JDK: 17},
		"trinodb/trino:431":       {JDK: 17},
		"trinodb/trino:432":       {JDK: 21},
		"trinodb/trino:443-arm64": {JDK: 21},
		"trinodb/trino:444":       {JDK: 22},
		"trinodb/trino:457":       {JDK: 22},
		"trinodb/trino:458":       {Least: 22},
		"trinodb/trino:463":       {Least: 22},
		"trinodb/trino:464":       {JDK: 23},
		"trinodb/trino:469":       {JDK: 23},
		"trinodb/trino:470":       {Least: 23},
		"trinodb/trino:475":       {Least: 23},
		"trinodb/trino:476":       {Least: 24},
		"trinodb/trino:478":       {JDK: 25},
		"trinodb/trino:479":       {},
		"trinodb/trino:4310":      {},
		"trinodb/trino":           {},
		"acme/trino:431":          {},

		"sonatype/nexus3:3.0.1":         {JDK: 8},
		"sonatype/nexus3:3.39.0":        {JDK: 8},
		"sonatype/nexus3:3.61.0-01":     {JDK: 8},
		"sonatype/nexus3:3.69.0":        {JDK: 8},
		"sonatype/nexus3:3.69.0-alpine": {},
		"sonatype/nexus3:3.70.1-ubi":    {JDK: 8},
		"sonatype/nexus3:3.70.1-alpine": {},
		"sonatype/nexus3:3.70.2":        {},
		"sonatype/nexus3:3.71.0":        {JDK: 17},
		"sonatype/nexus3:3.83.1-alpine": {JDK: 17},
		"sonatype/nexus3:3.84.1":        {JDK: 17},
		"sonatype/nexus3:3.86.2":        {JDK: 17},
		"sonatype/nexus3:3.84.2":        {JDK: 21},
		"sonatype/nexus3:3.86.3":        {JDK: 21},
		"sonatype/nexus3:3.87.0":        {JDK: 21},
		"sonatype/nexus3:3.91.1":        {JDK: 21},
		"sonatype/nexus3:3.92.1":        {JDK: 25},
		"sonatype/nexus3:3.92.2":        {Least: 21},
		"sonatype/nexus3:3.92.3":        {JDK: 21},
		"sonatype/nexus3:3.95.2":        {JDK: 21},
		"sonatype/nexus3:3.96.0":        {},
		"sonatype/nexus3:latest":        {},
		"sonatype/nexus:3.39.0":         {},

		"elasticsearch:7.17.6":                                {Least: 17},
		"elasticsearch:7.17.7":                                {JDK: 19, Least: 17},
		"elasticsearch:7.17.9":                                {JDK: 19, Least: 17},
		"elasticsearch:7.17.10":                               {JDK: 20, Least: 17},
		"elasticsearch:7.17.11":                               {Least: 17},
		"elasticsearch:7.17.16":                               {Least: 17},
		"elasticsearch:7.17.17":                               {JDK: 21, Least: 17},
		"elasticsearch:7.17.18":                               {Least: 17},
		"elasticsearch:8.5.0":                                 {Least: 17},
		"elasticsearch:8.5.1":                                 {JDK: 19, Least: 17},
		"elasticsearch:8.7.0":                                 {Least: 17},
		"elasticsearch:8.8.0":                                 {JDK: 20, Least: 17},
		"elasticsearch:8.9.2":                                 {JDK: 20, Least: 17},
		"elasticsearch:8.10.2":                                {Least: 17},
		"docker.elastic.co/elasticsearch/elasticsearch:8.9.0": {JDK: 20, Least: 17},
	} {
		i, _ := Table(nil).Find(Parse(image))
		assert.Equal(t, want, bundledJDK{i.JDK, i.Least}, image)
	}
}

// Tags of official images: those of a line count where all of its releases have the same JDK.
func TestBundledJDKOfOfficialImages(t *testing.T) {
	for image, want := range map[string]bundledJDK{
		"cassandra:3.11.3":                {JDK: 8},
		"cassandra:3.11":                  {JDK: 8},
		"docker.io/cassandra:3.0.29":      {JDK: 8},
		"cassandra:4.0.20-bookworm":       {JDK: 11},
		"cassandra:4.1":                   {JDK: 11},
		"mirror.io/library/cassandra:4":   {JDK: 11},
		"cassandra:5.0.8":                 {JDK: 17},
		"cassandra:5.0.99":                {},
		"cassandra:3.11.20":               {},
		"cassandra:2.1.22":                {},
		"cassandra:latest":                {},
		"cassandra":                       {},
		"acme/cassandra:4.1":              {},
		"bitnami/cassandra:4.1.3":         {},
		"k8ssandra/cass-management-api:4": {},

		"zookeeper:3.4.14":                 {JDK: 8},
		"zookeeper:3.5.6":                  {JDK: 8},
		"zookeeper:3.5.7":                  {JDK: 11},
		"library/zookeeper:3.6.3":          {JDK: 11},
		"zookeeper:3.7":                    {JDK: 11},
		"zookeeper:3.8.1-temurin":          {JDK: 11},
		"zookeeper:3.9.1":                  {JDK: 11},
		"zookeeper:3.8.4":                  {JDK: 17},
		"zookeeper:3.9.4":                  {JDK: 17},
		"zookeeper:3.9":                    {Least: 11},
		"zookeeper:3.8":                    {Least: 11},
		"zookeeper:3.5":                    {},
		"zookeeper:3.10.0":                 {},
		"zookeeper":                        {},
		"confluentinc/cp-zookeeper:3.4.14": {},

		"solr:5.5.5":                   {JDK: 8},
		"solr:6.6.6-alpine":            {JDK: 8},
		"solr:7.7.1-alpine":            {JDK: 8},
		"solr:7.7.1":                   {JDK: 11},
		"solr:8":                       {JDK: 11},
		"solr:8.6.3-slim":              {JDK: 11},
		"solr:8.11.2":                  {JDK: 11},
		"solr:9":                       {JDK: 17},
		"docker.io/library/solr:9.0.0": {JDK: 17},
		"solr:9.10.1-slim":             {JDK: 17},
		"solr:10.0.0":                  {JDK: 25},
		"solr:10":                      {},
		"solr:7":                       {},
		"solr:7.3.0":                   {},
		"solr:7.4.0":                   {},
		"solr:slim":                    {},
		"apache/solr:9.6.0":            {},

		"sonarqube:6.7.7-community":            {JDK: 8},
		"sonarqube:7.1-alpine":                 {JDK: 8},
		"sonarqube:7.9.1-community":            {JDK: 11},
		"sonarqube:8.9.10-community":           {JDK: 11},
		"sonarqube:8.9-datacenter-app":         {JDK: 11},
		"sonarqube:9.7.1-enterprise":           {JDK: 11},
		"sonarqube:9.8.0-community":            {JDK: 17},
		"sonarqube:9.9.8-developer":            {JDK: 17},
		"docker.io/sonarqube:10.7.0-community": {JDK: 17},
		"sonarqube:10-community":               {JDK: 17},
		"sonarqube:25.1.0.102122-community":    {JDK: 17},
		"sonarqube:25.10.0.114319-community":   {JDK: 21},
		"sonarqube:2025.1.3-enterprise":        {JDK: 21},
		"sonarqube:2026.1.2-datacenter-search": {JDK: 21},
		"sonarqube:26.4.0.121862-community":    {JDK: 25},
		"sonarqube:2026.3-developer":           {JDK: 25},
		"sonarqube:2025.1.0-enterprise":        {},
		"sonarqube:9.9.9":                      {},
		"sonarqube:lts-community":              {},
		"sonarqube:community":                  {},
		"sonarqube:2027.1.0-developer":         {},

		"neo4j:3.5.35-enterprise":        {JDK: 8},
		"neo4j:4.4":                      {JDK: 11},
		"neo4j:4.4.15-enterprise":        {JDK: 11},
		"neo4j:5.20.0":                   {JDK: 17},
		"neo4j:5.12.0-enterprise-ubi8":   {JDK: 17},
		"neo4j:5.16.0-ubi8":              {},
		"docker.io/library/neo4j:5.26.1": {JDK: 17},
		"neo4j:5.26.20":                  {JDK: 21},
		"neo4j:5.26.20-bullseye":         {JDK: 17},
		"neo4j:5.26":                     {Least: 17},
		"neo4j:5-enterprise":             {Least: 17},
		"neo4j:2025.03.0-enterprise":     {JDK: 21},
		"neo4j:2026.02.2-ubi9":           {JDK: 21},
		"neo4j:2026.02.2":                {JDK: 25},
		"neo4j:latest":                   {},
		"neo4j:2025":                     {},
		"neo4j:6.0.0":                    {},
	} {
		i, _ := Table(nil).Find(Parse(image))
		assert.Equal(t, want, bundledJDK{i.JDK, i.Least}, image)
	}
}

func TestBundledJDKOfProducts(t *testing.T) {
	for image, want := range map[string]bundledJDK{
		"confluentinc/cp-kafka:5.2.1":                {JDK: 8},
		"confluentinc/cp-kafka-connect:5.5.1-1-ubi8": {JDK: 8},
		"confluentinc/cp-server:6.2.0":               {JDK: 11},
		"confluentinc/cp-zookeeper:7.6.1":            {JDK: 11},
		"confluentinc/cp-kafka:7.7.0":                {JDK: 17},
		"confluentinc/cp-schema-registry:7.9.1":      {JDK: 17},
		"confluentinc/cp-ksqldb-server:8.0.0":        {JDK: 21},
		"confluentinc/cp-server-connect:8.3.1":       {JDK: 25},
		"confluentinc/cp-kafka:latest":               {},
		"confluentinc/cp-kafka:8.4.0":                {},
		"confluentinc/cp-kafka:6.3.0":                {},
		"confluentinc/cp-kafkacat:7.1.0":             {},

		"quay.io/keycloak/keycloak:17.0.1":        {JDK: 11},
		"quay.io/keycloak/keycloak:20.0.3":        {JDK: 11},
		"quay.io/keycloak/keycloak:21.0.2":        {Least: 11},
		"keycloak/keycloak:21.1.1":                {JDK: 17},
		"quay.io/keycloak/keycloak:24.0":          {JDK: 17},
		"quay.io/keycloak/keycloak:25.0.2":        {JDK: 21},
		"quay.io/keycloak/keycloak:26.0":          {JDK: 21},
		"quay.io/keycloak/keycloak:18.0.2-legacy": {JDK: 11},
		"quay.io/keycloak/keycloak:15.0.2":        {JDK: 11},
		"jboss/keycloak:4.8.3.Final":              {JDK: 8},
		"jboss/keycloak:7.0.0":                    {JDK: 8},
		"jboss/keycloak:7.0.1":                    {JDK: 11},
		"jboss/keycloak:16.1.1":                   {JDK: 11},
		"jboss/keycloak:1.7.0.Final":              {},
		"jboss/keycloak:latest":                   {},
		"quay.io/keycloak/keycloak:27.0.0":        {},
		"quay.io/keycloak/keycloak:nightly":       {},
		"bitnami/keycloak:20.0.3":                 {},

		"docker.elastic.co/logstash/logstash:6.8.23":    {JDK: 8},
		"docker.elastic.co/logstash/logstash:7.0.0":     {JDK: 8},
		"docker.elastic.co/logstash/logstash-oss:7.9.3": {JDK: 11},
		"logstash:7.17.3": {JDK: 11},
		"docker.elastic.co/logstash/logstash:8.3.3": {JDK: 11},
		"docker.elastic.co/logstash/logstash:8.4.0": {JDK: 17},
		"logstash:8.14.1": {JDK: 17},
		"logstash:8.15.0": {JDK: 21},
		"docker.elastic.co/logstash/logstash:9.1.2": {JDK: 21},
		"logstash:6.6.0":                      {},
		"logstash:9.6.0":                      {},
		"logstash:8":                          {},
		"docker.elastic.co/logstash/logstash": {},

		"quay.io/strimzi/kafka:0.32.0-kafka-3.3.1": {JDK: 11},
		"quay.io/strimzi/kafka:0.33.0-kafka-3.3.2": {JDK: 17},
		"quay.io/strimzi/kafka:0.45.0-kafka-3.9.0": {JDK: 17},
		"quay.io/strimzi/kafka:0.50.0-kafka-4.1.1": {JDK: 21},
		"quay.io/strimzi/kafka:1.2.0-kafka-4.3.0":  {},
		"quay.io/strimzi/kafka:latest-kafka-3.9.0": {},

		"rundeck/rundeck:3.0.5":    {JDK: 8},
		"rundeck/rundeck:3.2.0":    {},
		"rundeck/rundeck:3.4.0":    {JDK: 11},
		"rundeck/rundeck:4.17.1":   {JDK: 11},
		"rundeck/rundeck:5.8.0":    {JDK: 11},
		"rundeck/rundeck:SNAPSHOT": {},

		"opensearchproject/opensearch:1.2.4":             {JDK: 15},
		"opensearchproject/opensearch:1.3.0":             {JDK: 11},
		"opensearchproject/opensearch:2.0.0":             {JDK: 17},
		"opensearchproject/opensearch:2.11.1":            {JDK: 17},
		"opensearchproject/opensearch:2.12.0":            {JDK: 21},
		"docker.io/opensearchproject/opensearch:2.19.1":  {JDK: 21},
		"opensearchproject/opensearch:3.1.0":             {JDK: 21},
		"opensearchproject/opensearch:3.2.0":             {},
		"opensearchproject/opensearch:3.3.2":             {JDK: 24},
		"opensearchproject/opensearch:3.5.0":             {JDK: 25},
		"opensearchproject/opensearch:2":                 {},
		"opensearchproject/opensearch:latest":            {},
		"opensearchproject/opensearch-dashboards:2.11.0": {},

		"elasticsearch:6.8.23": {},
		"docker.elastic.co/elasticsearch/elasticsearch-oss:7.0.1": {JDK: 12},
		"elasticsearch:7.3.2": {JDK: 12},
		"elasticsearch:7.4.0": {},
		"docker.elastic.co/elasticsearch/elasticsearch:7.6.2": {JDK: 13},
		"elasticsearch:7.9.1": {JDK: 14},
		"elasticsearch:7.9.3": {},
		"docker.elastic.co/elasticsearch/elasticsearch:7.10.2": {JDK: 15},
		"elasticsearch:7.11.1":                                 {},
		"elasticsearch:7.13.4":                                 {JDK: 16},
		"elasticsearch:7.15.2":                                 {},
		"elasticsearch:7.16.2":                                 {JDK: 17},
		"elasticsearch:7.17.1":                                 {JDK: 17, Least: 17},
		"elasticsearch:7.17.28":                                {JDK: 22, Least: 17},
		"docker.elastic.co/elasticsearch/elasticsearch:8.1.0":  {JDK: 17, Least: 17},
		"elasticsearch:8.1.3":                                  {Least: 17},
		"elasticsearch:8.4.3":                                  {JDK: 18, Least: 17},
		"elasticsearch:8.7.1":                                  {JDK: 20, Least: 17},
		"elasticsearch:8.12.2":                                 {JDK: 21, Least: 17},
		"elasticsearch:8.13.0":                                 {JDK: 22, Least: 17},
		"elasticsearch:8.13.4":                                 {Least: 17},
		"elasticsearch:8.15.3":                                 {JDK: 22, Least: 17},
		"elasticsearch:8.17.0":                                 {Least: 17},
		"docker.elastic.co/elasticsearch/elasticsearch:9.0.1":  {JDK: 24, Least: 17},
		"elasticsearch:9.4.0":                                  {Least: 17},
		"elasticsearch:latest":                                 {},

		"bitnami/kafka:2.8.0-debian-10-r55":              {JDK: 11},
		"docker.io/bitnami/kafka:3.4.1-debian-11-r0":     {JDK: 17},
		"bitnami/kafka:3.5.1":                            {JDK: 17},
		"bitnamilegacy/kafka:4.0.0-debian-12-r10":        {JDK: 17},
		"bitnami/kafka:3.4":                              {},
		"bitnami/kafka:3.2.3-debian-11-r65":              {},
		"bitnami/kafka:latest":                           {},
		"docker.io/bitnami/zookeeper:3.9.3-debian-12-r8": {JDK: 11},
		"bitnamilegacy/zookeeper:3.8.4":                  {JDK: 11},
		"bitnami/zookeeper:3.9":                          {},
		"bitnami/zookeeper:3.7.0":                        {},
	} {
		i, _ := Table(nil).Find(Parse(image))
		assert.Equal(t, want, bundledJDK{i.JDK, i.Least}, image)
	}
}

// A JDK that the tag names comes before the one that its version decides.
func TestBundledJDKIsNotTheNamedOne(t *testing.T) {
	for image, want := range map[string]int{
		"jenkins/jenkins:2.190.1-jdk11": 11, "jenkins/jenkins:2.346.3-jdk8": 8, "jenkins/jenkins:2.440.1-jdk21": 21,
		"sonatype/nexus3:3.69.0-java11-alpine": 11,
	} {
		build, _ := Table(nil).Build(Parse(image))
		assert.Equal(t, want, build.Release, image)
	}
}

func TestBundledImages(t *testing.T) {
	for _, i := range bundled {
		for _, p := range []Pattern{i.Name, i.Tag} {
			_, err := NewPattern(string(p))
			assert.NoError(t, err, i.Name)
		}
		assert.NotEmpty(t, i.Source, "%s:%s: what proves it?", i.Name, i.Tag)
		assert.NotEqual(t, i.JDK == 0, i.Least == 0, "%s:%s: one of both", i.Name, i.Tag)
	}
}
