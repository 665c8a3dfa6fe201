// Package imageparser takes a container image reference apart and puts it together again with one
// component changed.
//
// # Grammar
//
// What a reference is, github.com/distribution/reference (v0.6.0) decides; this is its grammar in
// the words of this package:
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
//	algorithm := "sha256", "sha384", "sha512"; others follow the grammar, but Parse refuses them
//
// A string has at most one reading: only a digest follows an "@", and a ":" behind the last "/"
// opens a tag. So "reg:5000" is the repository "reg" with the tag "5000", not a host with its port.
// Only the host can be read two ways; the limit of 255 bytes then spares the first segment whenever
// it could be one.
//
// # Host rule
//
// The grammar leaves open whether the first segment of a name is a host: "team/app" fits both ways,
// and distribution takes "team" for a domain. An [Image] has its [Registry] by another rule, the one
// that Karmada and KubeAdmiral use. The first segment of a name is the registry when
//
//  1. a "/" follows it, and
//  2. it contains a "." or a ":", or is exactly "localhost".
//
// Otherwise there is no registry and the name is all [Repository]. "team/app" and "MyReg/app" are
// repositories; "localhost" alone is one too, "localhost/app" is not.
//
// The rule reads text, never intentions: put the registry "mirror" before "app", and the image
// "mirror/app" has no registry. See [Image.With].
//
// # Two types
//
// An [Image] is checked: [Parse] makes it, and [Image.With] makes another from it. It remembers the
// text that was typed. [Parts] are not checked: four strings that a caller may fill in any order,
// passing through combinations that are no image, until [Parts.Check] says whether they are one now.
//
// Both are values. Nothing here changes an Image or Parts in place, and all functions may be called
// from any number of goroutines.
//
// # What it does not do
//
//   - No defaults. "nginx" does not become "docker.io/library/nginx:latest": the components of an image
//     are those in its text, and the text stays as it was typed. (That normalisation also takes a
//     first segment with an upper case letter for a host; the rule above does not.)
//   - No loss. A tag and a digest may stand together, and both are kept.
//   - No network, and no look at what an image contains. A host need not exist, a port may be 99999999.
//   - No grammar of its own. Common spellings are recognised without regular expressions, because
//     that is many times faster; whatever they do not cover is distribution's to accept or refuse.
package imageparser
