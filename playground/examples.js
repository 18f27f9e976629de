// The examples: how the authors of five field reports began, and the mistakes that are made most.
import store from '../testdata/field-report/start.yaml';

const pod = (image, env, limits) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: orders}
spec:
  selector: {matchLabels: {app: orders}}
  template:
    metadata: {labels: {app: orders}}
    spec:
      containers:
        - name: orders
          image: ${image}
          command: [java, -jar, orders.jar]
          env:
            - name: JAVA_TOOL_OPTIONS
              value: >-
                ${env}
          resources:
            limits: {${limits}}
`;

export const examples = [
  { title: 'Heap over the limit of its container', name: 'deployment.yaml', text: pod('eclipse-temurin:17', '-Xms2g -Xmx2g', 'memory: 2Gi, cpu: "2"') },
  { title: 'Field report: a store of strings in Hazelcast', name: 'values.yaml', text: store },
  { title: 'Field report: a message broker', name: '', facts: { jdk: '8', cpus: '4', memory: '8Gi' }, text: 'java -Xmx4g -XX:+UseConcMarkSweepGC -jar broker.jar\n' },
  { title: 'Field report: a pipeline of Hazelcast Jet', name: '', facts: { jdk: '11', cpus: '8', memory: '36Gi', members: '3' }, text: 'java -Xmx32g -XX:+UseParallelGC -jar pipeline.jar\n' },
  { title: 'Field report: an index that is swapped', name: '', facts: { jdk: '11', cpus: '16', memory: '16Gi', live: '1Gi' }, text: 'java -Xmx12g -XX:G1HeapRegionSize=16m -XX:MaxGCPauseMillis=100 -XX:MaxMetaspaceSize=512m -jar search.jar\n' },
  { title: 'Field report: Cassandra, mostly read', name: '', facts: { jdk: '8', cpus: '16', memory: '60Gi' }, text: 'java -Xmx8g -Xms8g -Xmn800m -XX:+UseParNewGC -XX:+UseConcMarkSweepGC -jar cassandra.jar\n' },
  { title: 'G1: 12,800 regions', name: '', text: 'JAVA_OPTS="-Xms50g -Xmx50g -XX:G1HeapRegionSize=4m"\n' },
  { title: 'A flag that the JDK does not know', name: '', facts: { jdk: '17' }, text: 'java -XX:+UseConcMarkSweepGC -XX:MaxPermSize=256m -Xmx1g -jar app.jar\n' },
  { title: 'A size that is no size', name: '', facts: { jdk: '21' }, text: 'java -Xmx2gb -XX:MaxMetaspaceSize=256 -jar app.jar\n' },
  { title: 'Serial by accident: one CPU', name: 'deployment.yaml', text: pod('eclipse-temurin:21', '-Xms6g -Xmx6g', 'memory: 8Gi, cpu: "1"') },
  { title: 'A build that does not see its limit', name: 'deployment.yaml', text: pod('eclipse-temurin:11.0.13_8-jre', '-XX:MaxRAMPercentage=75', 'memory: 2Gi, cpu: "2"') },
  { title: 'A request above the limit', name: 'deployment.yaml', text: pod('eclipse-temurin:17', '-Xmx512m', 'memory: 1Gi, cpu: "1"').replace('limits:', 'requests: {memory: 2Gi}\n            limits:') },
  { title: 'Options that override each other', name: 'jvm.options', facts: { jdk: '17' }, text: '-Xms1g\n-Xmx4g\n-XX:+UseG1GC\n-XX:NewRatio=1\n-Xmn2g\n-Xmx2g\n' },
  { title: 'A debugger that nobody reaches', name: 'docker-compose.yaml', text: `services:
  orders:
    image: eclipse-temurin:17
    command: java -agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=5005 -Xmx1g -jar app.jar
    ports: ["8080:8080", "5005:5005"]
    mem_limit: 2g
` },
  { title: 'Hazelcast: a word that no release knows', name: 'hazelcast.yaml', text: `hazelcast:
  cluster-name: shop
  map:
    carts:
      backup-count: 1
      time-to-live-seconds: 300
      eviction:
        eviction-polcy: LRU
        max-size-policy: PER_NODE
        size: 10000
  network:
    join:
      multicast: {enabled: false}
      kubernetes: {enabled: true, service-dns: ""}
` },
  { title: 'A line of ps', name: '', text: `UID        PID  PPID  C STIME TTY          TIME CMD
kafka     4711     1  9 08:12 ?        01:12:33 /usr/lib/jvm/java-17-openjdk/bin/java -Xmx6g -Xms1g -XX:+UseG1GC -XX:MaxGCPauseMillis=20 -Dcom.sun.management.jmxremote.port=9999 -Dcom.sun.management.jmxremote.authenticate=false -Dcom.sun.management.jmxremote.ssl=false -cp /opt/kafka/libs/* kafka.Kafka server.properties
` },
  { title: 'A GC log', name: 'gc.log', text: `[0.004s][info][gc] Using G1
[0.006s][info][gc,init] Version: 17.0.9+9 (release)
[0.006s][info][gc,init] CPUs: 4 total, 4 available
[0.006s][info][gc,init] Memory: 8192M
[0.006s][info][gc,init] Heap Region Size: 1M
[0.006s][info][gc,init] Heap Min Capacity: 1G
[0.006s][info][gc,init] Heap Initial Capacity: 1G
[0.006s][info][gc,init] Heap Max Capacity: 1G
[10.100s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 512M->180M(1024M) 24.113ms
[61.400s][info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 900M->840M(1024M) 61.820ms
[62.900s][info][gc] GC(2) To-space exhausted
[62.900s][info][gc] GC(2) Pause Young (Normal) (G1 Evacuation Pause) 1010M->1008M(1024M) 180.402ms
[65.100s][info][gc] GC(3) Pause Full (G1 Compaction Pause) 1020M->870M(1024M) 2114.311ms
[70.400s][info][gc] GC(4) Pause Full (G1 Compaction Pause) 1021M->885M(1024M) 2301.842ms
` },
];
