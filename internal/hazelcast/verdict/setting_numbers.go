package verdict

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// javaInt asks for what Integer.parseInt takes, and at least for a number.
func javaInt(pattern string, least int64, message string) setting {
	return setting{pattern: pattern, refuses: func(p place) string {
		text := p.text()
		if p.scalar() && (slices.Contains(p.path, "durable-executor-service") || slices.Contains(p.path, "config-replacers")) {
			text = p.value.Text // which are not trimmed
		}
		n, err := strconv.ParseInt(text, 10, 32)
		switch {
		case err != nil:
			return fmt.Sprintf("For input string: %q", text)
		case n < least:
			return strings.ReplaceAll(message, "%d", strconv.FormatInt(n, 10))
		}
		return ""
	}}
}

func notNegative(pattern, message string) setting {
	return setting{pattern: pattern, refuses: func(p place) string {
		if strings.HasPrefix(p.text(), "-") {
			return message
		}
		return ""
	}}
}

func positiveLong(pattern, message string) setting {
	return setting{pattern: pattern, refuses: func(p place) string {
		if n, err := strconv.ParseInt(p.text(), 10, 64); err == nil && n < 1 {
			return message
		}
		return ""
	}}
}

// below asks for less than a limit.
func below(pattern string, limit int64, message string) setting {
	return setting{pattern: pattern, refuses: func(p place) string {
		if n, err := strconv.ParseInt(p.text(), 10, 32); err == nil && n >= limit {
			return strings.ReplaceAll(message, "%d", p.text())
		}
		return ""
	}}
}

const anyNumber = -1 << 31

var numbers = []setting{
	javaInt("hazelcast/durable-executor-service/*/pool-size", 1, "poolSize is %d but must be > 0"),
	javaInt("hazelcast/durable-executor-service/*/durability", 0, "durability can't be smaller than 0"),
	javaInt("hazelcast/durable-executor-service/*/capacity", 1, "capacity can't be smaller than 1"),
	javaInt("hazelcast/scheduled-executor-service/*/pool-size", 1, "poolSize is %d but must be > 0"),
	javaInt("hazelcast/scheduled-executor-service/*/durability", 0, "durability can't be smaller than 0"),
	javaInt("hazelcast/scheduled-executor-service/*/capacity", 0, "capacity can't be smaller than 0"),
	javaInt("**/merge-policy/batch-size", 1, "batchSize is %d but must be > 0"),
	never("**/port/port", "Port out of range: %s. Allowed range [0,65535]", "65536"),
	{pattern: "hazelcast/cp-subsystem/cp-member-count", refuses: func(p place) string {
		if n, err := strconv.Atoi(p.text()); err == nil && (n == 1 || n == 2) {
			return "CP Subsystem must have at least 3 CP members"
		}
		return ""
	}},
	javaInt("hazelcast/split-brain-protection/*/minimum-cluster-size", 2, "Minimum cluster size configured for split-brain protection cannot be less than 2"),
	javaInt("hazelcast/cp-subsystem/map-limit", 1, "cpMapLimit is %d but must be > 0"),
	javaInt("**/preloader/store-initial-delay-seconds", 1, "storeInitialDelaySeconds is %d but must be > 0"),
	javaInt("**/preloader/store-interval-seconds", 1, "storeIntervalSeconds is %d but must be > 0"),
	javaInt("hazelcast/jet/instance/flow-control-period", 1, "flowControlPeriodMs should be a positive number"),
	javaInt("hazelcast/jet/flow-control-period", 1, "flowControlPeriodMs should be a positive number"),
	javaInt("**/port/port", 0, "Port out of range: %d. Allowed range [0,65535]"),
	javaInt("**/port/port-count", 1, "port count can't be smaller than 0"),
	javaInt("**/multicast/multicast-port", 0, "multicastPort can't be smaller than 0"),
	javaInt("**/tpc-socket/receive-buffer-size-kb", 1, "receiveBufferSizeKB is %d but must be > 0"),
	javaInt("**/tpc-socket/send-buffer-size-kb", 1, "sendBufferSizeKB is %d but must be > 0"),
	below("**/socket-options/keep-count", 127, "socketKeepCount value %d is outside valid range 1 - 127"),
	javaInt("**/socket-options/keep-count", 1, "socketKeepCount is %d but must be > 0"),
	below("**/socket-options/keep-idle-seconds", 32767, "socketKeepIdleSeconds value %d is outside valid range 1 - 32767"),
	javaInt("**/socket-options/keep-idle-seconds", 1, "socketKeepIdleSeconds is %d but must be > 0"),
	below("**/socket-options/keep-interval-seconds", 32767, "socketKeepIntervalSeconds value %d is outside valid range 1 - 32767"),
	javaInt("**/socket-options/keep-interval-seconds", 1, "socketKeepIntervalSeconds is %d but must be > 0"),
	javaInt("**/event-journal/capacity", 1, "capacity is %d but must be > 0"),
	javaInt("hazelcast/jet/instance/backup-count", 0, "backup-count can't be smaller than 0"),
	javaInt("hazelcast/jet/backup-count", 0, "backup-count can't be smaller than 0"),
	javaInt("hazelcast/jet/instance/cooperative-thread-count", 1, "cooperativeThreadCount should be a positive number"),
	javaInt("hazelcast/jet/cooperative-thread-count", 1, "cooperativeThreadCount should be a positive number"),
	javaInt("hazelcast/jet/edge-defaults/packet-size-limit", 1, "packetSizeLimit should be a positive number"),
	javaInt("hazelcast/jet/edge-defaults/queue-size", 1, "queueSize should be a positive number"),
	javaInt("hazelcast/jet/edge-defaults/receive-window-multiplier", 1, "receiveWindowMultiplier should be a positive number"),
	javaInt("hazelcast/tpc/eventloop-count", 1, "eventloopCount is %d but must be > 0"),
	javaInt("**/serialization/portable-version", 0, "Portable version cannot be negative!"),
	positiveLong("hazelcast/jet/max-processor-accumulated-records", "maxProcessorAccumulatedRecords must be a positive number"),
	positiveLong("hazelcast/jet/instance/max-processor-accumulated-records", "maxProcessorAccumulatedRecords must be a positive number"),
	notNegative("hazelcast/jet/scale-up-delay-millis", "The delay must be >=0"),
	notNegative("hazelcast/jet/instance/scale-up-delay-millis", "The delay must be >=0"),
	notNegative("hazelcast/rest/token-validity-seconds", "tokenValidityDuration cannot be negative."),
	notNegative("**/secure-store/vault/polling-interval", "Polling interval cannot be negative!"),
	notNegative("**/secure-store/keystore/polling-interval", "Polling interval cannot be negative!"),
	notNegative("hazelcast/rest/max-login-attempts", "maxLoginAttempts cannot be negative."),
	notNegative("hazelcast/ringbuffer/*/time-to-live-seconds", "timeToLiveSeconds can't be smaller than 0"),
	notNegative("hazelcast/sql/statement-timeout-millis", "Timeout cannot be negative"),
	{pattern: "**/persistent-memory/directories/*/numa-node", refuses: func(p place) string {
		if _, err := strconv.ParseInt(p.text(), 10, 32); err != nil && p.text() != "" {
			return "Invalid integer value for parameter numa-node: " + p.text()
		}
		return ""
	}},
	javaInt("**/config-replacers/replacers/*/properties/keyLengthBits", 1, "Key length has to be positive number"),
	javaInt("**/config-replacers/replacers/*/properties/iterations", anyNumber, ""),
	javaInt("**/config-replacers/replacers/*/properties/saltLengthBytes", anyNumber, ""),
}
