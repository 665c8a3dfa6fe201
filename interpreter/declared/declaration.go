package declared

// Declaration defines where the objects of a kind have the fields that the hooks need. Every pointer is a JSON pointer from the root of
// the object. Interpreters have no hook for anything that a declaration leaves out; other interpreters may have it.
type Declaration struct {
	APIVersion string `json:"apiVersion"` // group/version, or the version alone; each may be interpreter.Any
	Kind       string `json:"kind"`       // may be interpreter.Any

	// Replicas is for InterpretReplica and ReviseReplica.
	Replicas Replicas `json:"replicas,omitzero"`

	// Template points to a pod template or a pod spec. It gives the requirements of a replica, and the objects that it names are
	// dependencies.
	Template string `json:"template,omitempty"`

	// Components is for InterpretComponent. The objects that their templates name are dependencies too.
	Components []Component `json:"components,omitempty"`

	// Retain points to the fields that the member cluster decides.
	Retain []string `json:"retain,omitempty"`

	// Status is for AggregateStatus, if a field is aggregated, and for InterpretStatus, if one is reported.
	Status []StatusField `json:"status,omitempty"`

	// Health is for InterpretHealth. All conditions must be met.
	Health []Condition `json:"health,omitempty"`

	// Dependencies is for InterpretDependency, in addition to those of the templates.
	Dependencies []Dependency `json:"dependencies,omitempty"`
}

// Replicas is a number of replicas. The zero value declares no replicas.
type Replicas struct {
	Pointer string `json:"pointer"`           // to an integer
	Default int32  `json:"default,omitempty"` // where the integer is absent
}

// Component is a part of the object that has its own number of replicas.
type Component struct {
	Name     string   `json:"name"`
	Replicas Replicas `json:"replicas"`
	Template string   `json:"template,omitempty"` // to a pod template or a pod spec
}

// StatusField is a field of the status.
type StatusField struct {
	Pointer   string      `json:"pointer"`             // begins with /status/ and goes through objects only
	Aggregate Aggregation `json:"aggregate,omitempty"` // how the values of the members are aggregated; empty: they are not
	Report    bool        `json:"report,omitempty"`    // whether a member reports it
}

// Condition is a test that a healthy object passes. It has exactly one of the tests below. An absent value is the default of [Replicas] if
// the pointer is the same. Otherwise it equals the zero value of the other side: 0, false, an empty string, list or object.
type Condition struct {
	// Pointer points to the tested value. With Condition it points to the list of conditions; empty is /status/conditions.
	Pointer string `json:"pointer,omitempty"`

	Equals         any    `json:"equals,omitempty"`         // a string, a boolean or a number
	EqualsPointer  string `json:"equalsPointer,omitempty"`  // to any value
	AtLeast        *int64 `json:"atLeast,omitempty"`        // both must be integers
	AtLeastPointer string `json:"atLeastPointer,omitempty"` // both must be integers
	Condition      string `json:"condition,omitempty"`      // a type of condition: the first of this type must have the status True
}

// Dependency is an object that the object names. It is in the namespace of the object, or in the namespace that the object names.
type Dependency struct {
	APIVersion       string `json:"apiVersion"`
	Kind             string `json:"kind"`
	NamePointer      string `json:"namePointer"`                // to a string; no dependency if it is absent or empty
	NamespacePointer string `json:"namespacePointer,omitempty"` // to a string; the object's namespace if it is absent or empty
}
