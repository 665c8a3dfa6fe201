package content

import (
	"fmt"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// CheckWork returns an error if a manifest of a Work contains a value that cannot be copied.
func CheckWork(w *api.Work) error {
	for i, m := range w.Spec.Workload.Manifests {
		if err := Check(m); err != nil {
			return fmt.Errorf("%s: manifest %d: %w", w.Ref(), i, err)
		}
	}
	return nil
}
