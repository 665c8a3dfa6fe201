package interpreter

import "k8s.io/apimachinery/pkg/runtime/schema"

// ReplicaInterpreter returns the first interpreter registered for the kind that implements [ReplicaInterpreter], and false if there is none.
func (r *Registry) ReplicaInterpreter(kind schema.GroupVersionKind) (ReplicaInterpreter, bool) {
	return find[ReplicaInterpreter](r, kind)
}

// ComponentInterpreter returns the first interpreter registered for the kind that implements [ComponentInterpreter], and false if there is none.
func (r *Registry) ComponentInterpreter(kind schema.GroupVersionKind) (ComponentInterpreter, bool) {
	return find[ComponentInterpreter](r, kind)
}

// ReplicaReviser returns the first interpreter registered for the kind that implements [ReplicaReviser], and false if there is none.
func (r *Registry) ReplicaReviser(kind schema.GroupVersionKind) (ReplicaReviser, bool) {
	return find[ReplicaReviser](r, kind)
}

// Retainer returns the first interpreter registered for the kind that implements [Retainer], and false if there is none.
func (r *Registry) Retainer(kind schema.GroupVersionKind) (Retainer, bool) {
	return find[Retainer](r, kind)
}

// StatusAggregator returns the first interpreter registered for the kind that implements [StatusAggregator], and false if there is none.
func (r *Registry) StatusAggregator(kind schema.GroupVersionKind) (StatusAggregator, bool) {
	return find[StatusAggregator](r, kind)
}

// StatusInterpreter returns the first interpreter registered for the kind that implements [StatusInterpreter], and false if there is none.
func (r *Registry) StatusInterpreter(kind schema.GroupVersionKind) (StatusInterpreter, bool) {
	return find[StatusInterpreter](r, kind)
}

// HealthInterpreter returns the first interpreter registered for the kind that implements [HealthInterpreter], and false if there is none.
func (r *Registry) HealthInterpreter(kind schema.GroupVersionKind) (HealthInterpreter, bool) {
	return find[HealthInterpreter](r, kind)
}

// DependencyInterpreter returns the first interpreter registered for the kind that implements [DependencyInterpreter], and false if there is none.
func (r *Registry) DependencyInterpreter(kind schema.GroupVersionKind) (DependencyInterpreter, bool) {
	return find[DependencyInterpreter](r, kind)
}

func find[H any](r *Registry, kind schema.GroupVersionKind) (hook H, found bool) {
	if r == nil {
		return hook, false
	}
	for _, i := range r.registered {
		if hook, found = i.Interpreter.(H); found && i.understands(kind) {
			return hook, true
		}
	}
	var none H
	return none, false
}
