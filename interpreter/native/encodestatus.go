package native

// The kinds whose status is a Go type upstream implement interpreter.StatusEncoder: they write its fields in the order of that type.

func (d daemonSet) EncodeStatus(status any) ([]byte, error) { return d.workload().encodeStatus(status) }
func (d deployment) EncodeStatus(status any) ([]byte, error) {
	return d.workload().encodeStatus(status)
}
func (r replicaSet) EncodeStatus(status any) ([]byte, error) {
	return r.workload().encodeStatus(status)
}
func (s statefulSet) EncodeStatus(status any) ([]byte, error) {
	return s.workload().encodeStatus(status)
}

func (job) EncodeStatus(status any) ([]byte, error)     { return jobKind.encodeStatus(status) }
func (service) EncodeStatus(status any) ([]byte, error) { return serviceKind.encodeStatus(status) }

func (horizontalPodAutoscaler) EncodeStatus(status any) ([]byte, error) {
	return horizontalPodAutoscalerKind.encodeStatus(status)
}

func (podDisruptionBudget) EncodeStatus(status any) ([]byte, error) {
	return podDisruptionBudgetKind.encodeStatus(status)
}

// encodeStatus encodes a status as JSON, with the generations first.
func (k kind) encodeStatus(status any) ([]byte, error) { return k.statusType().Marshal(status) }
