// Package imageparser splits a container image reference into its components, and joins it again with
// one component changed.
//
// # Grammar
//
// A reference is a string that github.com/distribution/reference (v0.6.0) accepts. This is its grammar,
// with the names that this package uses:
//
//	image     := name [ ":" tag ] [ "@" digest ]
//	name      := [ host "/" ] path
//	host      := ( label { "." label } | "[" ipv6 "]" ) [ ":" port ]
//	label     := letters and digits of either case, with "-" inside
//	ipv6      := hexadecimal digits and ":", without a zone
//	port      := digits
//	path      := segment { "/" segment }                     ; at most 255 bytes
//	segment   := word { separator word }
//	word      := lower case letters and digits
//	separator := "." | "_" | "__" | "-" { "-" }
//	tag       := letter, digit or "_", then at most 127 of letter, digit, "_", "." or "-"
//	digest    := algorithm ":" at least 32 hexadecimal digits
//	algorithm := "sha256", "sha384", "sha512"; others match the grammar, but Parse rejects them
//
// A string has at most one reading: only a digest follows an "@", and a ":" after the last "/" begins a
// tag. Therefore "reg:5000" is the repository "reg" with the tag "5000", not a host with a port. Only the
// host is ambiguous; the limit of 255 bytes excludes the first segment whenever it could be a host.
//
// # Host rule
//
// The grammar does not define whether the first segment of a name is a host: "team/app" matches both
// ways, and distribution takes "team" as a domain. The [Registry] of an [Image] follows another rule,
// which Karmada and KubeAdmiral use. The first segment of a name is the registry if
//
//  1. a "/" follows it, and
//  2. it contains a "." or a ":", or is exactly "localhost".
//
// Otherwise the image has no registry and the whole name is the [Repository]. "team/app" and "MyReg/app"
// are repositories; so is "localhost" alone, but not "localhost/app".
//
// The rule depends only on the string: if the registry of "app" is set to "mirror", the image
// "mirror/app" has no registry. See [Image.With].
//
// # Two types
//
// An [Image] is always valid: [Parse] returns it, and [Image.With] returns a changed copy. It keeps the
// original string. [Parts] are not checked: they are four strings that a caller may set in any order.
// Intermediate combinations may be invalid; [Parts.Check] checks the final ones.
//
// Both are values. No function changes an Image or Parts in place, and all of them are safe for
// concurrent use.
//
// # Non-goals
//
//   - No defaults. "nginx" does not become "docker.io/library/nginx:latest": the components of an image
//     are those in its string, and the string is not changed. (That normalization also takes a first
//     segment with an upper-case letter as a host; the rule above does not.)
//   - No loss. An image may have both a tag and a digest, and keeps both.
//   - No network, and no check of the content. A host need not exist, and a port may be 99999999.
//   - No grammar of its own. Common references are recognized without regular expressions, which is many
//     times faster; for all others distribution decides.
package imageparser
