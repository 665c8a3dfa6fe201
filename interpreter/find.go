package interpreter

import "k8s.io/apimachinery/pkg/runtime/schema"

// ReplicaInterpreter returns the first interpreter registered for the kind that implements [ReplicaInterpreter], or false if none does.
func (r *Registry) ReplicaInterpreter(kind schema.GroupVersionKind) (ReplicaInterpreter, bool) {
	return find[ReplicaInterpreter](r, kind)
}

// ComponentInterpreter returns the first interpreter registered for the kind that implements [ComponentInterpreter], or false if none does.
func (r *Registry) ComponentInterpreter(kind schema.GroupVersionKind) (ComponentInterpreter, bool) {
	return find[ComponentInterpreter](r, kind)
}

// ReplicaReviser returns the first interpreter registered for the kind that implements [ReplicaReviser], or false if none does.
func (r *Registry) ReplicaReviser(kind schema.GroupVersionKind) (ReplicaReviser, bool) {
	return find[ReplicaReviser](r, kind)
}

// Retainer returns the first interpreter registered for the kind that implements [Retainer], or false if none does.
func (r *Registry) Retainer(kind schema.GroupVersionKind) (Retainer, bool) {
	return find[Retainer](r, kind)
}

// StatusAggregator returns the first interpreter registered for the kind that implements [StatusAggregator], or false if none does.
func (r *Registry) StatusAggregator(kind schema.GroupVersionKind) (StatusAggregator, bool) {
	return find[StatusAggregator](r, kind)
}

// StatusInterpreter returns the first interpreter registered for the kind that implements [StatusInterpreter], or false if none does.
func (r *Registry) StatusInterpreter(kind schema.GroupVersionKind) (StatusInterpreter, bool) {
	return find[StatusInterpreter](r, kind)
}

// HealthInterpreter returns the first interpreter registered for the kind that implements [HealthInterpreter], or false if none does.
func (r *Registry) HealthInterpreter(kind schema.GroupVersionKind) (HealthInterpreter, bool) {
	return find[HealthInterpreter](r, kind)
}

// DependencyInterpreter returns the first interpreter registered for the kind that implements [DependencyInterpreter], or false if none does.
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
