package kubeadmiral

import "slices"

// Divergence is a kind of difference between KubeAdmiral and this package. Where one occurs, [override.Result.Divergences] or
// [override.Error] reports it with its Code.
type Divergence struct {
	Code     string
	Upstream string // what KubeAdmiral does
	Here     string // what this package does
	Why      string
}

// The codes of all divergences. A code never changes its meaning; a missing number belongs to another dialect, or to a divergence that
// no longer exists.
const (
	CodeCrash          = "D1"
	CodeHalfChanged    = "D2" // holds everywhere, and is not reported
	CodeBrokenImage    = "D5"
	CodeConversion     = "D11"
	CodeNoOperator     = "D12"
	CodeUnescapedValue = "D13"
	CodeRewrittenEnv   = "D14"
	CodeReplacedMap    = "D16"
	CodeTruncatedPath  = "D17"
	CodeAllClusters    = "D18" // holds everywhere, and is not reported
	CodeMissingPolicy  = "D22" // reported by [override.Selection.Missing]
)

var divergences = []Divergence{
	{
		CodeCrash,
		"crashes on some inputs, for example on a patch below null, and on a test of a list that contains null",
		"an error is returned",
		"One policy must not stop the controller.",
	}, {
		CodeHalfChanged,
		"leaves the object half changed when an overrider fails",
		"there is no result, and the input is never written",
		"A cluster must not get half of a policy.",
	}, {
		CodeBrokenImage,
		"leaves a broken image reference such as host/:tag in the object, and starts again from the image before the rule when a second entry has an imagePath that the first entry has cleared",
		"this is an error, unless the same rule repairs the reference",
		"No cluster can pull the image.",
	}, {
		CodeConversion,
		"fails if any field of the pod spec does not convert to its Go type",
		"only the fields that the override needs are read; the first entry of each type of overrider that meets the field reports it, as KubeAdmiral does not reach the later ones",
		"A field that the override does not need must not stop it.",
	}, {
		CodeNoOperator,
		"fails on a command or args entry without an operator",
		"the entry overwrites the list",
		"The API documentation says that overwrite is the default.",
	}, {
		CodeUnescapedValue,
		"inserts the value of an image operation into JSON without escaping it",
		"the value is used as written",
		"A quotation mark in a value must not change the patch.",
	}, {
		CodeRewrittenEnv,
		"passes all environment variables of the container through a Go type, which drops empty values, adds a divisor and loses unknown fields",
		"the variables that the override does not name stay unchanged",
		"The policy does not ask for these changes.",
	}, {
		CodeReplacedMap,
		"reads labels or annotations as empty if one value is not a string, and replaces them",
		"this is an error",
		"The other keys would be lost.",
	}, {
		CodeTruncatedPath,
		"drops the first token of a path that does not begin with a slash",
		"this is an error",
		"The policy would change another field.",
	}, {
		CodeAllClusters,
		"fails an object for all clusters when it fails for one",
		"each cluster has its own result or error",
		"One cluster must not stop the others.",
	}, {
		CodeMissingPolicy,
		"fails an object whose labels name a policy that does not exist",
		"the other policies act, and [override.Selection.Missing] lists the missing ones",
		"A set may have only some of the policies.",
	},
}

// Divergences lists all kinds of differences, in the order of their codes. The slice is the caller's.
func Divergences() []Divergence { return slices.Clone(divergences) }
