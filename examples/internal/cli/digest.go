package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// digest returns a digest of everything in a report except Digest. It finds reports that were edited or damaged. Whoever can write a report can also
// write its digest.
func (r *Report) digest() string {
	head := *r
	head.Digest, head.Common, head.Own = "", nil, nil
	head.Arguments, head.Unused = asRead(r.Arguments), asRead(r.Unused)
	sum := sha256.New()
	_ = json.NewEncoder(sum).Encode(head) // strings and numbers are JSON
	for _, part := range []json.RawMessage{r.Common, r.Own} {
		sum.Write(part)
		sum.Write([]byte("\n"))
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))
}

// asRead returns strings as they are after they were written as JSON and read again: each byte that is not UTF-8 is replaced.
func asRead(all []string) []string {
	if all == nil {
		return nil
	}
	read := make([]string, len(all))
	for i, s := range all {
		read[i] = string([]rune(s))
	}
	return read
}
