package propagation

import (
	"context"
	"sync"

	"github.com/overridekit/overridekit/override"
)

// serialized returns the options with functions that are not called concurrently.
func (o PlanOptions) serialized() PlanOptions {
	lock := &sync.Mutex{}
	if of := o.PriorityClass; of != nil {
		o.PriorityClass = func(ctx context.Context, name string) (int32, bool, error) {
			lock.Lock()
			defer lock.Unlock()
			return of(ctx, name)
		}
	}
	if of := o.NewID; of != nil {
		o.NewID = func(ref override.Ref) string {
			lock.Lock()
			defer lock.Unlock()
			return of(ref)
		}
	}
	if of := o.Changed; of != nil {
		o.Changed = serial(lock, of)
	}
	if of := o.Touched; of != nil {
		o.Touched = serial(lock, of)
	}
	if of := o.Overridden; of != nil {
		o.Overridden = serial(lock, of)
	}
	if of := o.Progress; of != nil {
		o.Progress = func(done, total int) {
			lock.Lock()
			defer lock.Unlock()
			of(done, total)
		}
	}
	return o
}

func serial(lock *sync.Mutex, of func(override.Ref) bool) func(override.Ref) bool {
	return func(ref override.Ref) bool {
		lock.Lock()
		defer lock.Unlock()
		return of(ref)
	}
}
