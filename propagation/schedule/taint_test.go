package schedule

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada"
)

func TestUntolerated(t *testing.T) {
	t.Parallel()
	gpu := karmada.Taint{Key: "gpu", Value: "big", Effect: karmada.TaintNoSchedule}
	for _, c := range []struct {
		name, reason string
		taint        karmada.Taint
		toleration   karmada.Toleration
		want         string // the taint, if it is not tolerated
	}{
		{"the same", "key, value and effect", gpu, karmada.Toleration{Key: "gpu", Value: "big", Effect: karmada.TaintNoSchedule}, ""},
		{"any effect", "none is any", gpu, karmada.Toleration{Key: "gpu", Operator: karmada.TolerationEqual, Value: "big"}, ""},
		{"any value", "it exists", gpu, karmada.Toleration{Key: "gpu", Operator: karmada.TolerationExists}, ""},
		{"any taint", "no key, and it exists", gpu, karmada.Toleration{Operator: karmada.TolerationExists}, ""},
		{"any key", "but this value", gpu, karmada.Toleration{Value: "big"}, ""},
		{"another value", "is not equal", gpu, karmada.Toleration{Key: "gpu", Value: "small"}, "gpu=big:NoSchedule"},
		{"another key", "is another taint", gpu, karmada.Toleration{Key: "cpu", Operator: karmada.TolerationExists}, "gpu=big:NoSchedule"},
		{"another effect", "is another taint", gpu, karmada.Toleration{Key: "gpu", Value: "big", Effect: karmada.TaintNoExecute}, "gpu=big:NoSchedule"},
		{"Gt", "is not enabled", karmada.Taint{Key: "n", Value: "5", Effect: karmada.TaintNoExecute}, karmada.Toleration{Key: "n", Operator: karmada.TolerationGt, Value: "1"}, "n=5:NoExecute"},
		{"no value", "is not written", karmada.Taint{Key: "gpu", Effect: karmada.TaintNoExecute}, karmada.Toleration{Value: "x"}, "gpu:NoExecute"},
		{"only preferred", "keeps nothing away", karmada.Taint{Key: "gpu", Effect: karmada.TaintPreferNoSchedule}, karmada.Toleration{}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.want != "" {
				c.want = "cluster(s) had untolerated taint {" + c.want + "}"
			}
			list := []karmada.Toleration{c.toleration}
			for range 2 {
				tolerations := newTolerations(list)
				got := strings.Join(tolerations.untolerated([]karmada.Taint{c.taint}), "")
				require.Equal(t, c.want, got, "%s; of %d tolerations", c.reason, len(list))
				for i := range 20 {
					list = append(list, karmada.Toleration{Key: fmt.Sprint("other", i), Operator: karmada.TolerationExists})
				}
			}
		})
	}
}
