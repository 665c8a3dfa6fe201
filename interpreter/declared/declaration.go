package declared

// Declaration says where the objects of a kind have what the hooks need. Every pointer is a JSON pointer from the root of the
// object. What a declaration leaves out, its interpreters do not answer, and others may.
type Declaration struct {
	APIVersion string `json:"apiVersion"` // group/version, or the version alone; each may be interpreter.Any
	Kind       string `json:"kind"`       // may be interpreter.Any

	// Replicas is for InterpretReplica and ReviseReplica.
	Replicas Replicas `json:"replicas,omitzero"`

	// Template points to a pod template or a pod spec. What it asks for are the requirements of a replica, and what it names are
	// dependencies.
	Template string `json:"template,omitempty"`

	// Components is for InterpretComponent, and what their templates name are dependencies too.
	Components []Component `json:"components,omitempty"`

	// Retain points to what the member cluster decides about.
	Retain []string `json:"retain,omitempty"`

	// Status is for AggregateStatus, if a field is aggregated, and for InterpretStatus, if one is reported.
	Status []StatusField `json:"status,omitempty"`

	// Health is for InterpretHealth. All conditions must hold.
	Health []Condition `json:"health,omitempty"`

	// Dependencies is for InterpretDependency, beside those of the templates.
	Dependencies []Dependency `json:"dependencies,omitempty"`
}

// Replicas is a number of replicas. The zero value is none.
type Replicas struct {
	Pointer string `json:"pointer"`           // to an integer
	Default int32  `json:"default,omitempty"` // where the integer is absent
}

// Component is a part of the object that has replicas of its own.
type Component struct {
	Name     string   `json:"name"`
	Replicas Replicas `json:"replicas"`
	Template string   `json:"template,omitempty"` // to a pod template or a pod spec
}

// StatusField is a field of the status.
type StatusField struct {
	Pointer   string      `json:"pointer"`             // begins with /status/ and goes through objects only
	Aggregate Aggregation `json:"aggregate,omitempty"` // how those of the members come together; empty: not at all
	Report    bool        `json:"report,omitempty"`    // whether a member reports it
}

// Condition is something that must hold of a healthy object: exactly one of the tests below. An absent value is the default of
// [Replicas] where the pointer is the same, and else stands for the zero of what it is compared with: 0, false, an empty text,
// list or object.
type Condition struct {
	// Pointer is to what is tested. With Condition it is to the list of conditions, /status/conditions if it is empty.
	Pointer string `json:"pointer,omitempty"`

	Equals         any    `json:"equals,omitempty"`         // a string, a boolean or a number
	EqualsPointer  string `json:"equalsPointer,omitempty"`  // to any value
	AtLeast        *int64 `json:"atLeast,omitempty"`        // both are integers
	AtLeastPointer string `json:"atLeastPointer,omitempty"` // both are integers
	Condition      string `json:"condition,omitempty"`      // a type of condition: the first of this type must have the status True
}

// Dependency is an object of which the object has the name. It is in the namespace of the object, or in that which the object
// names.
type Dependency struct {
	APIVersion       string `json:"apiVersion"`
	Kind             string `json:"kind"`
	NamePointer      string `json:"namePointer"`                // to a string; none where it is absent or empty
	NamespacePointer string `json:"namespacePointer,omitempty"` // to a string; the object's namespace where it is absent or empty
}
