package karmada

import "slices"

// Divergence is a kind of difference between Karmada and this package. Where one occurs, [override.Result.Divergences] or
// [override.Error] reports it with its Code.
type Divergence struct {
	Code     string
	Upstream string // what Karmada does
	Here     string // what this package does
	Why      string
}

// The codes of all divergences. A code never changes its meaning; a missing number is a divergence that no longer exists.
const (
	CodeCrash         = "D1"
	CodeHalfChanged   = "D2" // holds everywhere, and is not reported
	CodeLostDigest    = "D3"
	CodeBrokenImage   = "D5"
	CodeRewrittenYAML = "D6"
	CodeEscapedKey    = "D7"
	CodeEmptiedField  = "D8"
	CodeReplacedMap   = "D9"
	CodePrintedItem   = "D10"
	CodeConversion    = "D11"
	CodeTruncatedPath = "D17"
	CodeSecretData    = "D20"
	CodeRewrittenJSON = "D21"
)

var divergences = []Divergence{
	{
		CodeCrash,
		"crashes on some inputs, for example on a predicate whose index is out of range, on a container that is not an object, and on a patch below null",
		"an error is returned",
		"One policy must not stop the controller.",
	}, {
		CodeHalfChanged,
		"leaves the object half changed when an overrider fails",
		"there is no result, and the input is never written",
		"A cluster must not get half of a policy.",
	}, {
		CodeLostDigest,
		"drops the digest of an image that has a tag and a digest",
		"a change of the registry or repository keeps both, and a change of the tag replaces both",
		"The digest pins the image.",
	}, {
		CodeBrokenImage,
		"leaves a broken image reference such as host/:tag in the object",
		"this is an error, unless the same rule repairs the reference",
		"No cluster can pull the image.",
	}, {
		CodeRewrittenYAML,
		"encodes the YAML in a field again, which loses comments, the order of keys, later documents and the spelling of words such as on and 0777",
		"only the bytes that the operations touch change; a path finds a key as Kubernetes reads it (/true) and as it is spelled (/on), and an alias is written out only where an edit needs it",
		"The text belongs to an application, which may read it in another way.",
	}, {
		CodeEscapedKey,
		"replaces ~0 and ~1 in the keys of labels and annotations, and does not replace them in the path of a predicate",
		"label and annotation keys are used as written, and the path of a predicate is a JSON pointer",
		"Escapes belong to JSON pointers, not to keys.",
	}, {
		CodeEmptiedField,
		"writes an empty string to the field of a fieldOverrider without operations",
		"the field stays unchanged",
		"The policy asks for no edit.",
	}, {
		CodeReplacedMap,
		"replaces labels or annotations that are not an object of strings when the operator is add",
		"this is an error",
		"The other keys would be lost.",
	}, {
		CodePrintedItem,
		"turns an item of command or args that is not a string into the string that Go prints for it, such as %!s(int64=5)",
		"this is an error",
		"A command with that string cannot be meant.",
	}, {
		CodeConversion,
		"fails if any field of the workload does not convert to its Go type",
		"only the fields that the override needs are read; the first entry that meets the field reports it, as Karmada does not reach the later ones",
		"A field that the override does not need must not stop it.",
	}, {
		CodeTruncatedPath,
		"drops the first token of a path that does not begin with a slash",
		"this is an error",
		"The policy would change another field.",
	}, {
		CodeSecretData,
		"patches the base64 text of a string in the data of a Secret, and fails in most cases",
		"the string is decoded, patched and encoded",
		"The API documentation promises support for Secrets.",
	}, {
		CodeRewrittenJSON,
		"encodes the JSON in a field again without spaces, and leaves one of two equal keys behind as null when it removes them",
		"only the bytes that the operations touch change, and both keys are removed",
		"The text belongs to an application.",
	},
}

// Divergences lists all kinds of differences, in the order of their codes. The slice is the caller's.
func Divergences() []Divergence { return slices.Clone(divergences) }
