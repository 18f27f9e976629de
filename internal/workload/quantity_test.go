package workload

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/jvmlint/jvmlint/internal/source"
)

// written is text as a file would hold it.
func written(s string) source.Text {
	return source.Verbatim(source.NewFile("values.yaml", []byte(s)).Span(0, len(s)))
}

// reader is what Bytes, CPUs and Count have in common.
type reader func(source.Text, source.Origin) (source.Value, error)

type quantityCase struct {
	in   string
	want int64
	err  string
}

func checkQuantities(t *testing.T, read reader, why string, cases []quantityCase) {
	for _, c := range cases {
		t.Run(c.in, func(t *testing.T) {
			text := written(c.in)
			got, err := read(text, source.Configured)
			if c.err != "" {
				assert.EqualError(t, err, c.err)
				assert.Equal(t, source.Value{}, got)
				return
			}
			assert.NoError(t, err)
			assert.Equal(t, source.Value{N: c.want, Origin: source.Configured, Text: text, Why: why}, got)
		})
	}
}

func TestBytes(t *testing.T) {
	checkQuantities(t, Bytes, "limit", []quantityCase{
		{in: "10Gi", want: 10 << 30},
		{in: " 10Gi ", want: 10 << 30},
		{in: "512M", want: 512_000_000},
		{in: "512Mi", want: 512 << 20},
		{in: "1.5G", want: 1_500_000_000},
		{in: "1.5Gi", want: 3 << 29},
		{in: "1073741824", want: 1 << 30},
		{in: "128974848000m", want: 128974848}, // thousandths of a byte
		{in: "1500m", want: 2},                 // rounded up
		{in: "1e9", want: 1_000_000_000},
		{in: "8Ei", err: `"8Ei" is more than any machine has`},
		{in: "10GB", err: `"10GB" is not a Kubernetes quantity, such as 10Gi, 512M or 500m`},
		{in: "10g", err: `"10g" is not a Kubernetes quantity, such as 10Gi, 512M or 500m`},
		{in: "10 Gi", err: `"10 Gi" is not a Kubernetes quantity, such as 10Gi, 512M or 500m`},
		{in: "", err: `"" is not a Kubernetes quantity, such as 10Gi, 512M or 500m`},
		{in: "${LIMIT}", err: `"${LIMIT}" is not a Kubernetes quantity, such as 10Gi, 512M or 500m`},
		{in: "0", err: `"0" is not greater than zero`},
		{in: "-1Gi", err: `"-1Gi" is not greater than zero`},
	})
}

func TestCPUs(t *testing.T) {
	checkQuantities(t, CPUs, "limit", []quantityCase{
		{in: "8", want: 8},
		{in: "500m", want: 1},
		{in: "1000m", want: 1},
		{in: "1001m", want: 2},
		{in: "1.5", want: 2},
		{in: "0.1", want: 1},
		{in: "1m", want: 1},
		{in: "2.0", want: 2},
		{in: "100n", want: 1},
		{in: "9223372036854775807", err: `"9223372036854775807" is more than any machine has`},
		{in: "0", err: `"0" is not greater than zero`},
		{in: "two", err: `"two" is not a Kubernetes quantity, such as 10Gi, 512M or 500m`},
	})
}

func TestCount(t *testing.T) {
	checkQuantities(t, Count, "", []quantityCase{
		{in: "3", want: 3},
		{in: " 3\n", want: 3},
		{in: "2147483647", want: 1<<31 - 1},
		{in: "2147483648", err: `"2147483648" is not a whole number greater than zero`},
		{in: "0", err: `"0" is not a whole number greater than zero`},
		{in: "-3", err: `"-3" is not a whole number greater than zero`},
		{in: "3.0", err: `"3.0" is not a whole number greater than zero`},
		{in: "", err: `"" is not a whole number greater than zero`},
	})
}

func TestFormatBytes(t *testing.T) {
	for n, want := range map[int64]string{
		1:               "256Mi",
		256 << 20:       "256Mi",
		256<<20 + 1:     "512Mi",
		1 << 30:         "1Gi",
		1<<30 + 1:       "1280Mi",
		10_500_000_000:  "10Gi",
		10<<30 + 1<<20:  "10496Mi",
		64<<30 - 1<<10:  "64Gi",
		100_000_000_000: "95488Mi",
	} {
		got := formatBytes(n)
		assert.Equal(t, want, got, n)
		held, err := Bytes(written(got), source.Configured)
		assert.NoError(t, err, n)
		assert.GreaterOrEqual(t, held.N, n, "the limit that is proposed must hold the sum")
	}
}

// What Kubernetes itself reads is the oracle for texts of the characters of quantities.
func TestQuantitiesAsKubernetes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	read, wrong := 0, 0
	for range 200_000 {
		text := drawnQuantity(random)
		q, err := resource.ParseQuantity(text)
		bytes, failed := Bytes(written(text), source.Configured)
		millis, _ := Millicores(written(text), source.Configured)
		switch {
		case !strings.ContainsAny(text, "0123456789"): // Kubernetes takes Mi alone for zero
			assert.Error(t, failed, text)
		case err != nil:
			assert.ErrorContains(t, failed, "is not a Kubernetes quantity", text)
			wrong++
		case q.Sign() <= 0 || q.CmpInt64(mostQuantity) > 0:
			assert.Error(t, failed, text)
		default:
			assert.NoError(t, failed, text)
			assert.Equal(t, []int64{q.Value(), q.MilliValue()}, []int64{bytes.N, millis.N}, text)
			read++
		}
	}
	assert.Greater(t, min(read, wrong), 20_000)
}

// drawnQuantity is a number and often one of the suffixes, or what looks like one.
func drawnQuantity(random *rand.Rand) string {
	draw := func(from string, most int) string {
		var b strings.Builder
		for range random.IntN(most + 1) {
			b.WriteByte(from[random.IntN(len(from))])
		}
		return b.String()
	}
	text := draw("0123456789", 6)
	if random.IntN(3) == 0 {
		text += "." + draw("0123456789", 12)
	}
	if random.IntN(8) == 0 {
		text = draw("+-", 1) + text
	}
	if random.IntN(6) == 0 {
		text += draw("eE", 1) + draw("+-", 1) + draw("0123456789", 2)
	}
	return text + draw("numkKMGTPEiieE.", 2)
}
