package member

import (
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	toolscache "k8s.io/client-go/tools/cache"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller/internal/informer"
	"github.com/overridekit/overridekit/propagation/status"
	"github.com/overridekit/overridekit/propagation/work"
)

// task is what must be done for a Work: sync it, or look at events of its objects in the member.
type task struct {
	sync   bool                              // the Work, or its cluster, has changed
	events map[override.Ref]work.MemberEvent // by object; several changes of an object are one
}

// memory is what is kept of a Work between two tasks.
type memory struct {
	written map[override.Ref]string // the resourceVersion that the last write of an object returned
	version string                  // the resourceVersion of the Work after its last write
	edited  bool                    // an object of the Work was changed in the member since the last sync
}

// inbox has the tasks of the Works of a member, by the name of the Work. A queue has the names.
type inbox struct {
	space string       // the execution namespace of the member
	add   func(string) // adds a name to the queue

	mu       sync.Mutex
	tasks    map[string]*task
	memories map[string]*memory
}

func newInbox(cluster string, add func(string)) *inbox {
	return &inbox{space: api.ExecutionNamespace(cluster), add: add, tasks: map[string]*task{}, memories: map[string]*memory{}}
}

// put changes the task of a Work.
func (b *inbox) put(name string, change func(*task)) {
	b.change(name, change)
	b.add(name)
}

// change is put without the queue.
func (b *inbox) change(name string, change func(*task)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tasks[name] == nil {
		b.tasks[name] = &task{}
	}
	change(b.tasks[name])
}

// sync asks for a sync of a Work.
func (b *inbox) sync(name string) { b.put(name, func(t *task) { t.sync = true }) }

// take returns the task of a Work, and removes it from the inbox.
func (b *inbox) take(name string) task {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.tasks[name]
	delete(b.tasks, name)
	if t == nil {
		return task{}
	}
	return *t
}

// restore asks for a sync of a Work whose task has failed. Its events need not be restored, because a sync reads the objects.
func (b *inbox) restore(name string) { b.change(name, func(t *task) { t.sync = true }) }

// remember returns what is known of a Work. Only the worker that has the name of the Work may use it.
func (b *inbox) remember(name string) *memory {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.memories[name]
	if m == nil {
		m = &memory{written: map[override.Ref]string{}}
		b.memories[name] = m
	}
	return m
}

// forget drops what is known of a Work that is gone.
func (b *inbox) forget(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.memories, name)
}

// handler returns a handler of the events of the member.
func (b *inbox) handler() toolscache.ResourceEventHandler {
	return informer.Events(func(old, updated *unstructured.Unstructured, _ bool) { b.event(old, updated) })
}

// event adds a change of an object to the tasks of the Works that the object names, before and after. The objects are in a cache, and only read.
//
// An object can only name Works of its own member: a member must not write the status of another.
func (b *inbox) event(old, updated *unstructured.Unstructured) {
	before, after := b.workOf(old), b.workOf(updated)
	for _, name := range slices.Compact([]string{before, after}) {
		if name == "" {
			continue
		}
		b.put(name, func(t *task) { t.merge(old, updated) })
	}
}

// workOf returns the name of the Work of an object, or "".
func (b *inbox) workOf(object *unstructured.Unstructured) string {
	if object == nil {
		return ""
	}
	if ref, found, err := status.WorkOf(object); err == nil && found && ref.Namespace == b.space {
		return ref.Name
	}
	return ""
}

// merge adds an event. The result has the oldest and the newest state of the object.
func (t *task) merge(old, updated *unstructured.Unstructured) {
	key := updated
	if key == nil {
		key = old
	}
	ref := override.RefOf(key)
	if earlier, ok := t.events[ref]; ok && (earlier.Old != nil || old == nil) {
		old = earlier.Old
	}
	if t.events == nil {
		t.events = map[override.Ref]work.MemberEvent{}
	}
	t.events[ref] = work.MemberEvent{Old: old, New: updated}
}
