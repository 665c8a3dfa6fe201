package lint

import (
	"slices"

	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
)

// Code is the kind of a finding. A code never changes its meaning.
type Code string

// The codes, except those of divergences, which are the codes of the dialects. [Codes] describes them.
const (
	Invalid              Code = "invalid"
	UnescapedSlash       Code = "unescaped-slash"
	Fails                Code = "fails"
	MissingParent        Code = "missing-parent"
	InvalidResult        Code = "invalid-result"
	UnknownField         Code = "unknown-field"
	UnmatchedSelector    Code = "unmatched-selector"
	UnknownCluster       Code = "unknown-cluster"
	UnreachedRule        Code = "unreached-rule"
	UnknownContainer     Code = "unknown-container"
	NoEffect             Code = "no-effect"
	MixedKinds           Code = "mixed-kinds"
	MissingPolicy        Code = "missing-policy"
	ReplacesWhole        Code = "replaces-whole"
	LostDigest           Code = "lost-digest"
	PathSyntax           Code = "path-syntax"
	IgnoredLabelSelector Code = "ignored-label-selector"
	IdentityField        Code = "identity-field"
	ChangesIdentity      Code = "changes-identity"
	CoversSecrets        Code = "covers-secrets"
	DeprecatedField      Code = "deprecated-field"
	IndexPath            Code = "index-path"
	OrderByName          Code = "order-by-name"
	SamePlace            Code = "same-place"
	EvictionLoop         Code = "eviction-loop"
	FailoverUndone       Code = "failover-undone"
	StateLost            Code = "state-lost"
	NothingEvicts        Code = "nothing-evicts"
	StaleHealth          Code = "stale-health"
	DependencyLeaves     Code = "dependency-leaves"
	EmptyRule            Code = "empty-rule"
	BadSilence           Code = "bad-silence"
	UnusedSilence        Code = "unused-silence"
)

// CodeInfo describes a code.
type CodeInfo struct {
	Code     Code
	Severity Severity // of its findings; those of D21 and ChangesIdentity may be a Warning
	About    string   // one sentence: what is found, and why it matters

	objects, clusters bool // the rule needs them: without them, a silence of the code is not unused
}

var codes = slices.Concat([]CodeInfo{
	{Code: Invalid, Severity: Error, About: "The dialect refuses the field, or the field cannot work."},
	{Code: UnescapedSlash, Severity: Error, About: "A JSON pointer has an unescaped slash in a key, so it points to a field that does not exist."},
	{Code: Fails, Severity: Error, objects: true, About: "An overrider fails on an object, so the object does not reach the cluster."},
	{Code: MissingParent, Severity: Error, objects: true, About: "A JSON patch adds a value below a field that an object does not have, which fails."},
	{Code: InvalidResult, Severity: Warning, objects: true, About: "An overrider makes an object invalid for its kind, so an API server refuses it."},
	{Code: UnknownField, Severity: Warning, objects: true, About: "An overrider writes a field that the kind does not have, so an API server drops it."},
	{Code: UnmatchedSelector, Severity: Warning, objects: true, About: "A selector matches no object, so the policy does nothing there."},
	{Code: UnknownCluster, Severity: Warning, clusters: true, About: "A rule or a placement names a cluster that does not exist."},
	{Code: UnreachedRule, Severity: Warning, clusters: true, About: "A rule selects no cluster, so it does nothing."},
	{Code: UnknownContainer, Severity: Warning, objects: true, About: "An overrider names a container that no object it covers has."},
	{Code: NoEffect, Severity: Warning, objects: true, About: "An overrider changes none of the objects that it covers."},
	{Code: MixedKinds, Severity: Warning, objects: true, About: "An overrider fits only some of the kinds that the policy selects."},
	{Code: MissingPolicy, Severity: Warning, objects: true, About: "An object names a policy that does not exist; KubeAdmiral does not send such an object (D22)."},
	{Code: ReplacesWhole, Severity: Warning, objects: true, About: "An add operation on a map or a list replaces it, so existing entries are lost."},
	{Code: LostDigest, Severity: Warning, objects: true, About: "An overrider of images drops a digest, so the image is no longer pinned."},
	{Code: PathSyntax, Severity: Warning, About: "A path is not a valid RFC 6901 pointer, so only json-patch accepts it."},
	{Code: IgnoredLabelSelector, Severity: Warning, About: "A selector has a name, so its labelSelector is ignored."},
	{Code: IdentityField, Severity: Warning, About: "An overrider writes a field that identifies the object or belongs to the system: kind, apiVersion, name, namespace, uid, ownerReferences or status."},
	{Code: ChangesIdentity, Severity: Error, About: "An overrider changes the apiVersion, kind, namespace or name, so a cluster gets an object that the author of the policy may not be allowed to write; a warning for a cluster-wide policy."},
	{Code: CoversSecrets, Severity: Warning, About: "A policy without selectors covers Secrets, too."},
	{Code: DeprecatedField, Severity: Warning, About: "A field is deprecated in the policy's own system."},
	{Code: EmptyRule, Severity: Warning, About: "A rule or a policy has no overriders, so it does nothing."},
	{Code: IndexPath, Severity: Info, About: "A path addresses a container by its index, which may change; an overrider can select it by name."},
	{Code: OrderByName, Severity: Warning, objects: true, About: "Two policies of equal rank write different values to one place, and only their names decide."},
	{Code: SamePlace, Severity: Info, objects: true, About: "A policy overwrites what another policy wrote."},
	{Code: EvictionLoop, Severity: Warning, About: "A toleration of duplicated replicas ends, so the object leaves its cluster and returns every ten seconds."},
	{Code: FailoverUndone, Severity: Warning, About: "The failover of an application with duplicated replicas returns to the cluster that failed."},
	{Code: StateLost, Severity: Warning, About: "A state is preserved with a purge mode other than Directly, so no cluster gets it."},
	{Code: NothingEvicts, Severity: Warning, clusters: true, About: "A policy has a failover of clusters, but no taint evicts."},
	{Code: StaleHealth, Severity: Info, About: "A graceful eviction of divided replicas may end before the new replicas run."},
	{Code: DependencyLeaves, Severity: Info, About: "A graceful eviction keeps the object in its cluster, but not what it depends on."},
}, divergenceCodes, []CodeInfo{
	{Code: BadSilence, Severity: Warning, About: "A silence has no reason or no known code, so it silences nothing."},
	{Code: UnusedSilence, Severity: Warning, About: "A silence has nothing to silence."},
})

// divergenceCodes are the divergences that come with a result. Those that come with an error are part of the finding [Fails].
var divergenceCodes = []CodeInfo{
	divergenceCode(karmada.CodeLostDigest, "Karmada drops the digest of an image that has a tag and a digest."),
	divergenceCode(karmada.CodeRewrittenYAML, "Karmada encodes the YAML in a field again."),
	divergenceCode(karmada.CodeEscapedKey, "Karmada reads ~0 and ~1 in keys, but not in the path of a predicate."),
	divergenceCode(karmada.CodeEmptiedField, "Karmada empties the field of a fieldOverrider without operations."),
	divergenceCode(karmada.CodeConversion, "The policy's own system fails, because a field unrelated to the override has the wrong type."),
	divergenceCode(kubeadmiral.CodeNoOperator, "KubeAdmiral fails on a command or args entry without an operator."),
	divergenceCode(kubeadmiral.CodeUnescapedValue, "KubeAdmiral inserts the value of an image operation into JSON without escaping it."),
	divergenceCode(kubeadmiral.CodeRewrittenEnv, "KubeAdmiral also rewrites environment variables that the override does not name."),
	divergenceCode(karmada.CodeSecretData, "Karmada patches the base64 in the data of a Secret, and fails in most cases."),
	{Code: Code(karmada.CodeRewrittenJSON), Severity: Info, objects: true, About: "Karmada encodes the JSON in a field again; a warning if it fails or writes another value."},
}

func divergenceCode(code, about string) CodeInfo {
	return CodeInfo{Code: Code(code), Severity: Warning, objects: true, About: about}
}

// Codes describes all codes. The slice is the caller's.
func Codes() []CodeInfo { return slices.Clone(codes) }

// divergent has the codes of divergences.
var divergent = func() map[Code]bool {
	set := map[Code]bool{}
	for _, info := range divergenceCodes {
		set[info.Code] = true
	}
	return set
}()

var infoOf = func() map[Code]CodeInfo {
	infos := make(map[Code]CodeInfo, len(codes))
	for _, info := range codes {
		infos[info.Code] = info
	}
	return infos
}()
