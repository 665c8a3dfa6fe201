package thirdparty

// The members that show how current a status is.
const (
	generation         = "generation"                 // of the member's object
	templateGeneration = "resourceTemplateGeneration" // of the template that it was made of
	observedGeneration = "observedGeneration"         // that the member's controller has observed
)

// generationAnnotation has the generation of the template that a member's object was made of.
const generationAnnotation = "resourcetemplate.karmada.io/generation"

// reportGenerations returns the members of the status with these names, and the three generations. Without a status it is empty.
//
//  1. The generation is that of the object. The template's generation is the number in an annotation. It is left out if the annotation is not a number.
//  2. An object without metadata has neither. An object without a status has nothing.
func (r *run) reportGenerations(object any, fields ...string) any {
	status := r.report(object, append(fields, observedGeneration)...)
	metadata := r.get(object, "metadata")
	if r.get(object, "status") == nil || metadata == nil {
		return status
	}
	set(status, generation, r.get(metadata, generation))
	if annotations := r.get(metadata, "annotations"); annotations != nil {
		if n, ok := toNumber(r.get(annotations, generationAnnotation)); ok {
			status[templateGeneration] = n
		}
	}
	return status
}

// report returns the members of the status with these names. Without a status it is empty.
func (r *run) report(object any, fields ...string) map[string]any {
	from := r.get(object, "status")
	status := map[string]any{}
	if from != nil {
		for _, field := range fields {
			set(status, field, r.get(from, field))
		}
	}
	return status
}

// aggregateGenerations writes the status of an object whose members report their generations.
//
//  1. An absent metadata.generation or status.observedGeneration becomes 0.
//  2. Without a cluster (items is nil), the object is up to date, and none writes the status.
//  3. If all members are up to date, see isCurrent, observedGeneration becomes the generation of the object; otherwise it stays. some
//     writes the status.
//  4. Other members of the status stay.
func (r *run) aggregateGenerations(object map[string]any, items []item, none, some func(status map[string]any)) map[string]any {
	return r.aggregateCurrent(object, items, r.isCurrent, none, some)
}

// isCurrent reports whether a member's object was made of the newest template, and its controller has observed its newest generation. Absent
// numbers are 0, also without a status.
func (r *run) isCurrent(template, status any) bool {
	made, own, seen := r.find(status, templateGeneration), r.find(status, generation), r.find(status, observedGeneration)
	return same(or(made, 0.0), template) && same(or(own, 0.0), or(seen, 0.0))
}

// aggregateCurrent is aggregateGenerations with another rule for members that are up to date.
func (r *run) aggregateCurrent(
	object map[string]any, items []item, isCurrent func(template, status any) bool, none, some func(status map[string]any),
) map[string]any {
	status, metadata := r.statusOf(object), r.table(object, "metadata")
	if metadata[generation] == nil {
		metadata[generation] = 0.0
	}
	if status[observedGeneration] == nil {
		status[observedGeneration] = 0.0
	}
	if items == nil {
		r.setObserved(status, metadata)
		none(status)
		return object
	}
	current := 0
	for status := range r.members(items) {
		if isCurrent(metadata[generation], status) {
			current++
		}
	}
	if current == len(items) {
		r.setObserved(status, metadata)
	}
	some(status)
	return object
}

// setObserved writes the generation of an object as the observed one. An object or a list cannot be in a result twice.
func (r *run) setObserved(status, metadata map[string]any) {
	if !isScalar(metadata[generation]) {
		r.fail([]string{"metadata", generation}, "is %s, expected a number", describe(metadata[generation]))
	}
	status[observedGeneration] = metadata[generation]
}

// statusOf returns the status of an object. An absent status becomes an empty one.
func (r *run) statusOf(object map[string]any) map[string]any {
	if object["status"] == nil {
		object["status"] = map[string]any{}
	}
	return r.table(object, "status")
}

// members iterates over the statuses of the items; nil for one without. Errors name the cluster.
func (r *run) members(items []item) func(yield func(status any) bool) {
	return func(yield func(any) bool) {
		defer func(before source) { r.status = before }(r.status)
		for _, i := range items {
			r.status = i.source()
			if r.err != nil || !yield(i.status) {
				return
			}
		}
	}
}

// sum adds up a member of the statuses of the items. Absent ones count 0.
func (r *run) sum(items []item, path ...string) float64 {
	total := 0.0
	for status := range r.members(items) {
		if r.find(status, path...) != nil {
			total += r.number(status, path...)
		}
	}
	return total
}

// last returns the last member of a name in the statuses of the items that is neither absent nor an empty string; otherwise a default.
func (r *run) last(items []item, otherwise any, path ...string) any {
	for status := range r.members(items) {
		if v := r.find(status, path...); v != nil && v != "" {
			otherwise = v
		}
	}
	return otherwise
}

// lastPresent is last, but an empty string counts as well.
func (r *run) lastPresent(items []item, otherwise any, path ...string) any {
	for status := range r.members(items) {
		if v := r.find(status, path...); v != nil {
			otherwise = v
		}
	}
	return otherwise
}
