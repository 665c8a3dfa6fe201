package propagation_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/validation"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// knownDifference is a place where a plan in which the scheduler looks at every binding differs from the control plane, whose scheduler did not.
type knownDifference struct{ recording, object, path, reason string }

const (
	newCluster    = "the scheduler does not look at the binding when the cluster m8 is added"
	otherCapacity = "the scheduler does not look at the binding when the capacity of m2 changes"
)

// knownDifferences has all of them.
var knownDifferences = []knownDifference{
	{"03-label", "ResourceBinding shop/fieldzone-deployment", "/spec/clusters", newCluster},
	{"03-label", "Work karmada-es-m8/fieldzone-776885d486", "", newCluster},
	{"04-scale", "ResourceBinding shop/fieldzone-deployment", "/spec/clusters", newCluster},
	{"04-scale", "Work karmada-es-m8/fieldzone-776885d486", "", newCluster},
	{"17-handover", "ResourceBinding shop/ovbad-deployment", "/spec/clusters/0/name", otherCapacity},
	{"17-handover", "ResourceBinding shop/ovbad-deployment", "/spec/clusters/1/name", otherCapacity},
	{"17-handover", "ResourceBinding shop/spreadrd-deployment", "/spec/clusters/0/name", otherCapacity},
	{"17-handover", "ResourceBinding shop/spreadrd-deployment", "/spec/clusters/2/name", otherCapacity},
	{"17-handover", "ResourceBinding shop/spreadrd-deployment", "/spec/clusters/3/name", otherCapacity},
	{"17-handover", "ResourceBinding shop/susp-deployment", "/spec/clusters/0/name", otherCapacity},
	{"17-handover", "ResourceBinding shop/susp-deployment", "/spec/clusters/1/name", otherCapacity},
	{"17-handover", "ResourceBinding shop/suspon-deployment", "/spec/clusters/0/name", otherCapacity},
	{"17-handover", "ResourceBinding shop/suspon-deployment", "/spec/clusters/1/name", otherCapacity},
	{"18-release", "ResourceBinding shop/ovbad-deployment", "/spec/clusters/0/name", otherCapacity},
	{"18-release", "ResourceBinding shop/ovbad-deployment", "/spec/clusters/1/name", otherCapacity},
	{"18-release", "ResourceBinding shop/spreadrd-deployment", "/spec/clusters/0/name", otherCapacity},
	{"18-release", "ResourceBinding shop/spreadrd-deployment", "/spec/clusters/2/name", otherCapacity},
	{"18-release", "ResourceBinding shop/spreadrd-deployment", "/spec/clusters/3/name", otherCapacity},
	{"18-release", "ResourceBinding shop/susp-deployment", "/spec/clusters/0/name", otherCapacity},
	{"18-release", "ResourceBinding shop/susp-deployment", "/spec/clusters/1/name", otherCapacity},
	{"18-release", "ResourceBinding shop/suspon-deployment", "/spec/clusters/0/name", otherCapacity},
	{"18-release", "ResourceBinding shop/suspon-deployment", "/spec/clusters/1/name", otherCapacity},
}

// TestControlPlane plans what a control plane had stored before each of a row of events, and compares the result with what it had stored
// afterwards (testdata/controlplane). If the scheduler looks at the same bindings there is no difference. With -short, each recording is planned in
// one of the two ways.
func TestControlPlane(t *testing.T) {
	t.Parallel()
	recordings := readRecordings(t, "testdata/controlplane/recordings.jsonl.gz")
	require.Len(t, recordings, 10)
	var before propagation.PlanInput
	applied := 0
	for _, r := range recordings {
		in := r.input(t)
		touched, overridden, changed := propagation.TouchedSince(before, in)
		before = in
		known := map[objectPlace]bool{}
		for _, d := range knownDifferences {
			if d.recording == r.Name {
				known[objectPlace{d.object, d.path}] = true
			}
		}
		applied += len(known)
		require.Greater(t, len(r.Want["bindings"])+len(r.Want["works"]), 200)
		t.Run(r.Name, func(t *testing.T) {
			if testing.Short() && len(known) > 0 {
				t.Skip("it is planned with all touched")
			}
			in.Options.Touched, in.Options.Overridden, in.Options.Changed = touched, overridden, changed
			r.compare(t, in, nil)
		})
		t.Run(r.Name+", all touched", func(t *testing.T) {
			if testing.Short() && len(known) == 0 {
				t.Skip("it is planned with what was touched")
			}
			in.Options.Touched, in.Options.Overridden, in.Options.Changed = nil, nil, nil
			r.compare(t, in, known)
		})
	}
	require.Len(t, knownDifferences, applied, "an entry is repeated or names no recording")
}

// objectPlace is a place in an object.
type objectPlace struct{ object, path string }

// compare plans the input. The result must differ from the recording exactly where that is known.
func (r recording) compare(t *testing.T, in propagation.PlanInput, known map[objectPlace]bool) *propagation.Plan {
	t.Helper()
	plan := plantest.PlanOf(t, in)
	want, got := settledObjects(t, objectsOf(t, r.Want)), settledObjects(t, objectsOf(t, listsOf(t, plan)))
	found := map[objectPlace]bool{}
	for _, d := range compareObjects(want, got) {
		place := objectPlace{d.object, d.path}
		if found[place] = true; !known[place] {
			t.Errorf("%s %s\n  control plane: %.400s\n  plan:          %.400s", d.object, d.path, d.want, d.got)
		}
	}
	for place := range known {
		if !found[place] {
			t.Errorf("%s %s no longer differs: remove it from the table", place.object, place.path)
		}
	}
	return plan
}

// recording is one event: the stored objects before, with the changed ones put in, and the bindings and Works when the control plane had settled.
type recording struct {
	Name     string
	In, Want map[string][]json.RawMessage
}

// readRecordings reads a stream of objects, and after them recordings, which refer to the objects by their index.
func readRecordings(t *testing.T, name string) (all []recording) {
	t.Helper()
	file, err := os.Open(name)
	require.NoError(t, err)
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	require.NoError(t, err)
	var objects []json.RawMessage
	for decoder := json.NewDecoder(unzipped); ; {
		var text json.RawMessage
		if err := decoder.Decode(&text); errors.Is(err, io.EOF) {
			return all
		} else {
			require.NoError(t, err)
		}
		var refers struct {
			Name     string
			In, Want map[string][]int
		}
		if !bytes.HasPrefix(text, []byte(`{"name":`)) {
			objects = append(objects, text)
			continue
		}
		require.NoError(t, json.Unmarshal(text, &refers))
		resolve := func(from map[string][]int) map[string][]json.RawMessage {
			lists := map[string][]json.RawMessage{}
			for list, indexes := range from {
				for _, i := range indexes {
					lists[list] = append(lists[list], objects[i])
				}
			}
			return lists
		}
		all = append(all, recording{refers.Name, resolve(refers.In), resolve(refers.Want)})
	}
}

// input decodes the stored objects, with the defaults of admission.
func (r recording) input(t *testing.T) propagation.PlanInput {
	t.Helper()
	var stream bytes.Buffer
	for _, list := range r.In {
		for _, object := range list {
			fmt.Fprintf(&stream, "---\n%s\n", object)
		}
	}
	return inputOf(t, stream.Bytes())
}

// inputOf decodes documents. Clusters that report no APIs have all.
func inputOf(t *testing.T, stream []byte) propagation.PlanInput {
	t.Helper()
	bundle, err := policy.Decoder{Namespace: "default"}.Decode(bytes.NewReader(stream))
	require.NoError(t, err)
	for i, p := range bundle.Propagation {
		bundle.Propagation[i] = validation.DefaultPropagation(p, nil)
	}
	in := propagation.InputOf(bundle)
	in.Registry, in.Options.AssumeAPIs, in.Options.Reasons = plantest.Natives, true, true
	return in
}

// listsOf returns the bindings and Works of a plan as JSON, with those that are left.
func listsOf(t *testing.T, plan *propagation.Plan) map[string][]json.RawMessage {
	t.Helper()
	type lists struct{ Bindings, Works []json.RawMessage }
	var all struct {
		lists
		Left lists
	}
	require.NoError(t, json.Unmarshal([]byte(casetest.Frozen(t, plan)), &all))
	return map[string][]json.RawMessage{
		"bindings": slices.Concat(all.Bindings, all.Left.Bindings), "works": slices.Concat(all.Works, all.Left.Works),
	}
}
