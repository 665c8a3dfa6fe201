package propagation_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/work"
)

// TestRowJSON has every field: all keys are in lowerCamelCase, and the error is there.
func TestRowJSON(t *testing.T) {
	t.Parallel()
	ref := override.Ref{APIVersion: "v1", Kind: "K", Namespace: "shop", Name: "n"}
	row := propagation.Row{
		Template: ref, Policy: ref, Binding: ref, Reason: "r", Replicas: 3,
		Clusters: []api.TargetCluster{{Name: "m1", Replicas: 3, Components: []api.TargetComponent{{Name: "c", Replicas: 1}}}},
		Rejected: []schedule.Rejection{{Cluster: "m2", Reasons: []string{"full"}}}, Warnings: []string{"w"}, Err: errors.New("a < b"),
		Evictions: []eviction.Decision{{Cluster: "m3", Dropped: true, Kind: eviction.TimedOut, Reason: "over", Until: &metav1.Time{Time: time.Unix(0, 0)}}},
	}
	const ofRef = `{"apiVersion":"v1","kind":"K","namespace":"shop","name":"n"}`
	const want = `{"template":` + ofRef + `,"policy":` + ofRef + `,"binding":` + ofRef + `,"reason":"r","replicas":3,` +
		`"clusters":[{"name":"m1","replicas":3,"components":[{"name":"c","replicas":1}]}],` +
		`"rejected":[{"cluster":"m2","reasons":["full"]}],"warnings":["w"],` +
		`"evictions":[{"cluster":"m3","dropped":true,"kind":"TimedOut","reason":"over","until":"1970-01-01T00:00:00Z"}],"error":"a < b"}`
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	require.NoError(t, encoder.Encode(&row))
	require.Equal(t, want+"\n", out.String())
	escaped, err := json.Marshal(row)
	require.NoError(t, err)
	require.JSONEq(t, want, string(escaped))
	require.Contains(t, string(escaped), `a \u003c b`, "escaping is up to the caller")

	plan, err := json.Marshal(propagation.Plan{Rows: []*propagation.Row{{Reason: "r"}}, Deleted: []work.Orphan{{Work: ref, Reason: "gone"}}})
	require.NoError(t, err)
	require.JSONEq(t, `{"rows":[{"template":{"kind":"","name":""},"reason":"r"}],"bindings":null,"works":null,`+
		`"left":{"bindings":null,"works":null},"deleted":[{"work":`+ofRef+`,"reason":"gone"}],"warnings":null}`, string(plan), "without an error there is no such key")
}

// The JSON of a row has its error.
func ExampleRow_MarshalJSON() {
	row := propagation.Row{Template: override.Ref{Kind: "Deployment", Namespace: "shop", Name: "web"}, Reason: "it was claimed", Err: errors.New("no cluster fits")}
	text, err := json.Marshal(row)
	fmt.Println(string(text), err)
	// Output: {"template":{"kind":"Deployment","namespace":"shop","name":"web"},"reason":"it was claimed","error":"no cluster fits"} <nil>
}
