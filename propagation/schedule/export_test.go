package schedule

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ShouldSchedule reports whether a binding is accepted and triggered.
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
