package impact

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/change"
	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/internal/shard"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
)

// common is what is found in the whole input.
type common struct {
	Read      input.Noted `json:"read"`
	Fail      string      `json:"fail,omitempty"`   // why nothing is compared
	Faults    []cli.Fault `json:"faults,omitempty"` // what cannot be read, if that is why
	Head      head        `json:"head"`
	Ambiguous []string    `json:"ambiguous"` // names that several objects or policies have, see [cli.Names]
}

// own is the impact on the objects of a shard.
type own struct {
	Counts   impact.Counts    `json:"counts"`
	Clusters []impact.Cluster `json:"clusters"`
	Groups   []groupReport    `json:"groups"`
	Lists    [][]string       `json:"lists"`          // of clusters
	Omitted  int              `json:"omitted"`        // pairs
	Fail     string           `json:"fail,omitempty"` // why a patch cannot be written

	details *detailer // of a whole run, which needs details only of what it prints
	limit   diffLimit
}

// groupReport is a group of a shard.
type groupReport struct {
	ID       string        `json:"id"` // with a key, so that it does not help to guess the value of a Secret
	Shown    string        `json:"shown"`
	Kind     impact.Kind   `json:"kind"`
	Before   string        `json:"before,omitempty"`
	After    string        `json:"after,omitempty"`
	Policies policiesJSON  `json:"policies"`
	Pairs    int           `json:"pairs"`
	Omitted  int           `json:"omitted,omitempty"`
	Members  []member      `json:"members"`
	Patch    []operation   `json:"patch,omitempty"` // with -o json
	First    *storedDetail `json:"first,omitempty"`
	Error    string        `json:"error,omitempty"` // as an error of the command

	group *impact.Group
}

// member is an object of a group.
type member struct {
	Object override.Ref `json:"object"`
	List   int          `json:"list"` // the index of its clusters

	ByObject bool `json:"byObject,omitempty"` // the object is new or gone, not its clusters
}

// operation is an operation of the patch.
type operation struct {
	JSON   json.RawMessage `json:"json"` // without oldVaries
	Old    string          `json:"old"`  // a digest of the old value, with a key
	Varies bool            `json:"varies,omitempty"`
}

// observe compares the objects of the shard.
func observe(r *cli.Recorder, of shard.Shard, opts options) (*common, *own) {
	c, all := &common{}, &own{Groups: []groupReport{}, limit: limits[opts.format]}
	changed, err := change.Read(r.Env, opts.Options, opts.paths, r.Notes)
	c.Read = r.Take()
	if err != nil {
		c.Fail, c.Faults = err.Error(), cli.FaultsIn(err)
		return c, all
	}
	r.Reads(changed.Before)
	r.Reads(changed.After)
	c.Head, c.Ambiguous = headOf(changed), changed.Names.Ambiguous()
	limits := impact.Limits{}
	if of.Of > 0 {
		limits = impact.Limits{Groups: math.MaxInt, Members: math.MaxInt} // other shards may have earlier ones
		changed = changed.Only(of.Owns)
	}
	shown, done := changed.Shown(r.Progress)
	found := shown.Impact(limits)
	done()
	details := newDetailer(changed)
	all.Counts, all.Clusters, all.Omitted, all.details = found.Counts, found.Clusters, found.Omitted, &details
	lists, key := map[*string]int{}, r.Key()
	for i := range found.Groups {
		g := &found.Groups[i]
		report := groupReport{
			ID: keyed(key, g.ID[:]), Shown: hex.EncodeToString(g.Shown[:]), Kind: g.Kind, Before: g.Before, After: g.After,
			Policies: policiesJSON(g.Policies), Pairs: g.Pairs, Omitted: g.Omitted, group: g,
		}
		for _, m := range g.Members {
			list, known := lists[&m.Clusters[0]]
			if !known {
				list = len(all.Lists)
				lists[&m.Clusters[0]], all.Lists = list, append(all.Lists, m.Clusters)
			}
			o := changed.Object(m.Object)
			report.Members = append(report.Members, member{m.Object, list, o.Before == nil || o.After == nil})
		}
		if opts.format == "json" {
			if report.Patch, err = operationsOf(g.Patch, key); err != nil {
				all.Fail = err.Error()
			}
		}
		all.Groups = append(all.Groups, report)
	}
	return c, all
}

// operationsOf returns the operations of a patch.
func operationsOf(p impact.Patch, key []byte) ([]operation, error) {
	all := make([]operation, len(p))
	for i, o := range p {
		varies := o.OldVaries
		o.OldVaries = false
		text, err := cli.Raw(o)
		if err != nil {
			return nil, err
		}
		old, err := json.Marshal(o.Old)
		if err != nil {
			return nil, err
		}
		all[i] = operation{text, keyed(key, old), varies}
	}
	return all, nil
}

// keyed returns a digest that cannot be computed without the input.
func keyed(key, text []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write(text)
	return hex.EncodeToString(mac.Sum(nil))
}

// Seal computes the details of all groups: which of them are printed depends on the other shards.
func (o *own) Seal() {
	if o.details == nil {
		return
	}
	groups := make([]impact.Group, len(o.Groups))
	var failing []int
	for i := range o.Groups {
		groups[i] = *o.Groups[i].group
		if groups[i].After != "" {
			failing = append(failing, i)
		}
	}
	for i, d := range o.details.firsts(groups, o.limit) {
		o.Groups[i].First = d.stored()
	}
	some := make([]impact.Group, len(failing))
	for n, i := range failing {
		some[n] = groups[i]
	}
	o.details.Firsts(some, func(n int, d *impact.Difference) {
		o.Groups[failing[n]].Error = o.details.ErrorOf(d).Error()
	})
}

// limits are the limits of diffs by format.
var limits = map[string]diffLimit{"text": textDiff, "markdown": markdownDiff}

// clustersOf returns a list of a shard, or nil if it has no list with this index.
func (o *own) clustersOf(list int) []string {
	if list < 0 || list >= len(o.Lists) {
		return nil
	}
	return slices.Clip(o.Lists[list])
}
