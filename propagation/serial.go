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
	o.NewID = serial(lock, o.NewID)
	o.Changed, o.Touched, o.Overridden = serial(lock, o.Changed), serial(lock, o.Touched), serial(lock, o.Overridden)
	if of := o.Progress; of != nil {
		o.Progress = func(done, total int) {
			lock.Lock()
			defer lock.Unlock()
			of(done, total)
		}
	}
	return o
}

func serial[T any](lock *sync.Mutex, of func(override.Ref) T) func(override.Ref) T {
	if of == nil {
		return nil
	}
	return func(ref override.Ref) T {
		lock.Lock()
		defer lock.Unlock()
		return of(ref)
	}
}
