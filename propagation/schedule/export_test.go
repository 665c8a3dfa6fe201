package schedule

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ShouldSchedule reports whether a binding must be scheduled now, and why or why not: it must be [Accepted] and [Triggered]. binding is the object
// whose spec is in.Spec; only its labels, annotations, name and deletion timestamp are read, and a nil binding has none of them. Without a
// placement the result is true, and [Schedule] returns an error.
func ShouldSchedule(in Input, binding metav1.Object) (needed bool, reason string) {
	if accepted, why := Accepted(in, binding); !accepted {
		return false, why
	}
	needed, reason, err := Triggered(in, binding)
	if err != nil {
		return true, err.Error()
	}
	return needed, reason
}
