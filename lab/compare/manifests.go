package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

var images = []string{
	"eclipse-temurin:17-jre", "eclipse-temurin:21", "openjdk:11-jre", "registry.example.com/shop/app:1.4.2", "amazoncorretto:17", "hazelcast/hazelcast:5.3.1",
}

var optionLines = []string{
	"-Xms{heap}m -Xmx{heap}m",
	"-Xmx{heap}m -XX:+UseG1GC -XX:MaxGCPauseMillis=200",
	"-XX:MaxRAMPercentage=75.0",
	"-Xmx{heap}m -XX:+UseG1GC -XX:G1HeapRegionSize=16m -Xlog:gc*:file=/var/log/gc.log",
	"-Xms{heap}m -Xmx{heap}m -XX:+AlwaysPreTouch -XX:+HeapDumpOnOutOfMemoryError -XX:HeapDumpPath=/dumps",
	"-server -Xmx{heap}m -XX:MaxMetaspaceSize=256m -Dfile.encoding=UTF-8",
}

// manifest is a JVM with its service, the same for each number.
func manifest(n int) []byte {
	random := rand.New(rand.NewPCG(7, uint64(n)))
	heap := []int{512, 768, 1024, 2048, 3072}[random.IntN(5)]
	return []byte(strings.NewReplacer(
		"{name}", fmt.Sprintf("app-%d", n),
		"{kind}", []string{"Deployment", "Deployment", "StatefulSet"}[random.IntN(3)],
		"{replicas}", fmt.Sprint(1+random.IntN(5)),
		"{image}", images[random.IntN(len(images))],
		"{variable}", []string{"JAVA_OPTS", "JAVA_TOOL_OPTIONS"}[random.IntN(2)],
		"{options}", strings.ReplaceAll(optionLines[random.IntN(len(optionLines))], "{heap}", fmt.Sprint(heap)),
		"{memory}", fmt.Sprint(2*heap),
		"{cpus}", fmt.Sprint(1+random.IntN(8)),
	).Replace(`apiVersion: apps/v1
kind: {kind}
metadata:
  name: {name}
  labels: {app: {name}}
spec:
  replicas: {replicas}
  selector:
    matchLabels: {app: {name}}
  template:
    metadata:
      labels: {app: {name}}
    spec:
      containers:
        - name: app
          image: {image}
          ports:
            - containerPort: 8080
          env:
            - name: SPRING_PROFILES_ACTIVE
              value: production
            - name: {variable}
              value: "{options}"
          resources:
            requests: {cpu: 500m, memory: {memory}Mi}
            limits: {cpu: "{cpus}", memory: {memory}Mi}
          readinessProbe:
            httpGet: {path: /health, port: 8080}
          livenessProbe:
            httpGet: {path: /health, port: 8080}
---
apiVersion: v1
kind: Service
metadata:
  name: {name}
spec:
  selector: {app: {name}}
  ports:
    - port: 80
      targetPort: 8080
`))
}
