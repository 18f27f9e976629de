package verdict

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// javaInt asks for what Integer.parseInt takes, and at least for a number.
func javaInt(least int64, message string, patterns ...string) []setting {
	refuses := func(p place) string {
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
	}
	return all(refuses, patterns)
}

func notNegative(message string, patterns ...string) []setting {
	return each(message, func(p place) bool { return strings.HasPrefix(p.text(), "-") }, patterns...)
}

// number asks something of whole numbers, and nothing of what is none.
func number(message string, wrong func(int64) bool, patterns ...string) []setting {
	return each(message, func(p place) bool {
		n, err := strconv.ParseInt(p.text(), 10, 64)
		return err == nil && wrong(n)
	}, patterns...)
}

// below asks for less than a limit.
func below(pattern string, limit int64, message string) []setting {
	return number(message, func(n int64) bool { return n >= limit && n <= 1<<31-1 }, pattern)
}

const anyNumber = -1 << 31

var numbers = slices.Concat(
	javaInt(1, "poolSize is %d but must be > 0", "hazelcast/durable-executor-service/*/pool-size", "hazelcast/scheduled-executor-service/*/pool-size"),
	javaInt(0, "durability can't be smaller than 0",
		"hazelcast/durable-executor-service/*/durability", "hazelcast/scheduled-executor-service/*/durability"),
	javaInt(1, "capacity can't be smaller than 1", "hazelcast/durable-executor-service/*/capacity"),
	javaInt(0, "capacity can't be smaller than 0", "hazelcast/scheduled-executor-service/*/capacity"),
	javaInt(1, "batchSize is %d but must be > 0", "**/merge-policy/batch-size"),
	never("**/port/port", "Port out of range: %s. Allowed range [0,65535]", "65536"),
	number("CP Subsystem must have at least 3 CP members", func(n int64) bool { return n == 1 || n == 2 }, "hazelcast/cp-subsystem/cp-member-count"),
	javaInt(2, "Minimum cluster size configured for split-brain protection cannot be less than 2", "hazelcast/split-brain-protection/*/minimum-cluster-size"),
	javaInt(1, "cpMapLimit is %d but must be > 0", "hazelcast/cp-subsystem/map-limit"),
	javaInt(1, "storeInitialDelaySeconds is %d but must be > 0", "**/preloader/store-initial-delay-seconds"),
	javaInt(1, "storeIntervalSeconds is %d but must be > 0", "**/preloader/store-interval-seconds"),
	javaInt(1, "flowControlPeriodMs should be a positive number", "hazelcast/jet/instance/flow-control-period", "hazelcast/jet/flow-control-period"),
	javaInt(0, "Port out of range: %d. Allowed range [0,65535]", "**/port/port"),
	javaInt(1, "port count can't be smaller than 0", "**/port/port-count"),
	javaInt(0, "multicastPort can't be smaller than 0", "**/multicast/multicast-port"),
	javaInt(1, "receiveBufferSizeKB is %d but must be > 0", "**/tpc-socket/receive-buffer-size-kb"),
	javaInt(1, "sendBufferSizeKB is %d but must be > 0", "**/tpc-socket/send-buffer-size-kb"),
	below("**/socket-options/keep-count", 127, "socketKeepCount value %s is outside valid range 1 - 127"),
	javaInt(1, "socketKeepCount is %d but must be > 0", "**/socket-options/keep-count"),
	below("**/socket-options/keep-idle-seconds", 32767, "socketKeepIdleSeconds value %s is outside valid range 1 - 32767"),
	javaInt(1, "socketKeepIdleSeconds is %d but must be > 0", "**/socket-options/keep-idle-seconds"),
	below("**/socket-options/keep-interval-seconds", 32767, "socketKeepIntervalSeconds value %s is outside valid range 1 - 32767"),
	javaInt(1, "socketKeepIntervalSeconds is %d but must be > 0", "**/socket-options/keep-interval-seconds"),
	javaInt(1, "capacity is %d but must be > 0", "**/event-journal/capacity"),
	javaInt(0, "backup-count can't be smaller than 0", "hazelcast/jet/instance/backup-count", "hazelcast/jet/backup-count"),
	javaInt(1, "cooperativeThreadCount should be a positive number",
		"hazelcast/jet/instance/cooperative-thread-count", "hazelcast/jet/cooperative-thread-count"),
	javaInt(1, "packetSizeLimit should be a positive number", "hazelcast/jet/edge-defaults/packet-size-limit"),
	javaInt(1, "queueSize should be a positive number", "hazelcast/jet/edge-defaults/queue-size"),
	javaInt(1, "receiveWindowMultiplier should be a positive number", "hazelcast/jet/edge-defaults/receive-window-multiplier"),
	javaInt(1, "eventloopCount is %d but must be > 0", "hazelcast/tpc/eventloop-count"),
	javaInt(0, "Portable version cannot be negative!", "**/serialization/portable-version"),
	number("maxProcessorAccumulatedRecords must be a positive number", func(n int64) bool { return n < 1 },
		"hazelcast/jet/max-processor-accumulated-records", "hazelcast/jet/instance/max-processor-accumulated-records"),
	notNegative("The delay must be >=0", "hazelcast/jet/scale-up-delay-millis", "hazelcast/jet/instance/scale-up-delay-millis"),
	notNegative("tokenValidityDuration cannot be negative.", "hazelcast/rest/token-validity-seconds"),
	notNegative("Polling interval cannot be negative!", "**/secure-store/vault/polling-interval", "**/secure-store/keystore/polling-interval"),
	notNegative("maxLoginAttempts cannot be negative.", "hazelcast/rest/max-login-attempts"),
	notNegative("timeToLiveSeconds can't be smaller than 0", "hazelcast/ringbuffer/*/time-to-live-seconds"),
	notNegative("Timeout cannot be negative", "hazelcast/sql/statement-timeout-millis"),
	each("Invalid integer value for parameter numa-node: %s", func(p place) bool {
		_, err := strconv.ParseInt(p.text(), 10, 32)
		return err != nil && p.text() != ""
	}, "**/persistent-memory/directories/*/numa-node"),
	javaInt(1, "Key length has to be positive number", "**/config-replacers/replacers/*/properties/keyLengthBits"),
	javaInt(anyNumber, "", "**/config-replacers/replacers/*/properties/iterations", "**/config-replacers/replacers/*/properties/saltLengthBytes"),
)
