package schedule

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

func TestUntolerated(t *testing.T) {
	t.Parallel()
	gpu := api.Taint{Key: "gpu", Value: "big", Effect: api.TaintNoSchedule}
	for _, c := range []struct {
		name, reason string
		taint        api.Taint
		toleration   api.Toleration
		want         string // the taint, if it is not tolerated
	}{
		{"the same", "key, value and effect", gpu, api.Toleration{Key: "gpu", Value: "big", Effect: api.TaintNoSchedule}, ""},
		{"any effect", "no effect matches every one", gpu, api.Toleration{Key: "gpu", Operator: api.TolerationEqual, Value: "big"}, ""},
		{"any value", "Exists ignores it", gpu, api.Toleration{Key: "gpu", Operator: api.TolerationExists}, ""},
		{"any taint", "Exists without a key", gpu, api.Toleration{Operator: api.TolerationExists}, ""},
		{"any key", "with this value", gpu, api.Toleration{Value: "big"}, ""},
		{"another value", "is not equal", gpu, api.Toleration{Key: "gpu", Value: "small"}, "gpu=big:NoSchedule"},
		{"another key", "is another taint", gpu, api.Toleration{Key: "cpu", Operator: api.TolerationExists}, "gpu=big:NoSchedule"},
		{"another effect", "is another taint", gpu, api.Toleration{Key: "gpu", Value: "big", Effect: api.TaintNoExecute}, "gpu=big:NoSchedule"},
		{"Gt", "is not enabled", api.Taint{Key: "n", Value: "5", Effect: api.TaintNoExecute}, api.Toleration{Key: "n", Operator: api.TolerationGt, Value: "1"}, "n=5:NoExecute"},
		{"no value", "is not written", api.Taint{Key: "gpu", Effect: api.TaintNoExecute}, api.Toleration{Value: "x"}, "gpu:NoExecute"},
		{"only preferred", "it rejects nothing", api.Taint{Key: "gpu", Effect: api.TaintPreferNoSchedule}, api.Toleration{}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.want != "" {
				c.want = "cluster(s) had untolerated taint {" + c.want + "}"
			}
			list := []api.Toleration{c.toleration}
			for range 2 {
				tolerations := newTolerations(list)
				got := strings.Join(tolerations.untolerated([]api.Taint{c.taint}), "")
				require.Equal(t, c.want, got, "%s; of %d tolerations", c.reason, len(list))
				for i := range 20 {
					list = append(list, api.Toleration{Key: fmt.Sprint("other", i), Operator: api.TolerationExists})
				}
			}
		})
	}
}
