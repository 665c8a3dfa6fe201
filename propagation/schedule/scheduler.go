package schedule

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// scheduler is what all runs for one binding share.
type scheduler struct {
	in        Input
	fresh     bool            // all replicas are divided again
	targets   map[string]bool // clusters that have the object
	assigned  map[string]int64
	evicted   map[string]bool // clusters that the object is being evicted from
	spreading spreading       // the meaning of the spread constraints
	fleet     *Fleet
	judge     judge
	known     []known          // of the candidates: all clusters of the fleet that are not being deleted
	verdicts  []verdict        // of the candidates that do not pass, whatever the affinity
	weights   []int64          // of the candidates, see staticWeights; nil: not computed yet
	tallied   tally            // of the verdicts; zero: not counted yet
	previous  map[string][]int // the indexes of a cluster in the binding; nil: not computed yet
}

// known is what was found about a candidate. Most affinities match a part of the clusters, and nothing is found about the others.
type known struct {
	verdict   int32 // the index of its verdict plus one, or passes; 0: not known
	capacity  int32 // see Allocatable
	estimated bool  // the capacity is known
}

// passes is the verdict of a candidate if there are no reasons against it.
const passes = -1

// candidate is a cluster that may be chosen.
type candidate struct {
	cluster *api.Cluster
	facts   *selector.Cluster

	available int64 // capacity plus the replicas that it has
	score     int64 // 100 if it has the object, else 0
	capacity  int32 // how many more replicas it can take, see Allocatable
	at        int32 // its index
	tier      int   // 0 for the affinity itself, then its overflow affinities
}

func newScheduler(in Input) *scheduler {
	fleet := in.Fleet
	if fleet == nil {
		fleet = NewFleet(in.Clusters...)
	}
	s := &scheduler{
		in: in, fleet: fleet, fresh: rescheduled(in), spreading: newSpreading(in.Spec.Placement, in.Options),
		targets: map[string]bool{}, assigned: map[string]int64{}, evicted: map[string]bool{},
		known: make([]known, len(fleet.clusters)),
	}
	for _, t := range in.Spec.Clusters {
		s.targets[t.Name] = true
		s.assigned[t.Name] += int64(t.Replicas)
	}
	for _, t := range in.Spec.GracefulEvictionTasks {
		s.evicted[t.FromCluster] = true
	}
	s.judge = s.newJudge()
	return s
}

// candidate returns a candidate of a tier by its index.
func (s *scheduler) candidate(r reached) candidate {
	c, known := s.fleet.clusters[r.at], &s.known[r.at]
	if !known.estimated {
		known.capacity, known.estimated = Allocatable(s.in, c), true
	}
	made := candidate{cluster: c, facts: s.fleet.facts[r.at], at: int32(r.at), tier: r.tier, capacity: known.capacity, available: int64(known.capacity) + s.assigned[c.Name]}
	if s.targets[c.Name] {
		made.score = 100
	}
	return made
}

// firstTerm returns the index of the affinity term to begin with.
func (s *scheduler) firstTerm(observed string) int {
	if s.fresh || s.in.Options.PreferredAffinityFirst {
		return 0
	}
	return metTerm(s.in.Spec.Placement, observed)
}

// metTerm returns the index of the first affinity term with a name, or 0.
func metTerm(p *api.Placement, observed string) int {
	return max(0, slices.IndexFunc(p.ClusterAffinities, func(t api.ClusterAffinityTerm) bool { return t.AffinityName == observed }))
}

// run runs the stages once. The warnings are those of this run, whether it succeeds or not. Beside an error, a result has only Rejected. If short, only
// the message of the error is used.
func (s *scheduler) run(term *term, name string, short bool) (*Result, []string, error) {
	passed, taken := s.filter(term)
	if len(passed) == 0 {
		return nil, nil, s.fitError(taken, short)
	}
	slices.SortFunc(passed, inOrder)
	chosen, err := s.spread(slices.Clone(passed))
	if err != nil {
		if chosen.full {
			chosen.warnings = append(chosen.warnings, s.unreported(passed)...)
		}
		return s.failed(passed, taken, chosen, "selecting clusters", short), chosen.warnings, fmt.Errorf("failed to select clusters: %w", err)
	}
	clusters, err := s.assign(term, chosen.clusters)
	if err != nil {
		if errors.As(err, new(*UnschedulableError)) {
			chosen.warnings = append(append(chosen.warnings, s.room(chosen.clusters)...), s.unreported(chosen.clusters)...)
		}
		return s.failed(passed, taken, chosen, "assigning replicas", short), chosen.warnings, fmt.Errorf("failed to assign replicas: %w", err)
	}
	if len(clusters) > 1 {
		chosen.warnings = append(chosen.warnings, undivided(s.in.Spec)...)
	}
	result := &Result{Clusters: clusters, AffinityName: name}
	if s.in.ChosenOnly {
		return result, chosen.warnings, nil
	}
	result.Rejected = s.rejected(clusters, s.against(passed, taken, chosen), "it gets no replicas")
	return result, chosen.warnings, nil
}

// failed returns what is known about the clusters when a stage after the filters fails. The binding keeps its clusters.
func (s *scheduler) failed(passed []candidate, taken []reached, chosen choice, stage string, short bool) *Result {
	if short || s.in.ChosenOnly {
		return nil
	}
	return &Result{Rejected: s.rejected(s.in.Spec.Clusters, s.against(passed, taken, chosen), "it passes the filters, but "+stage+" fails")}
}

// against returns the reasons of the filters and of the spread constraints against each candidate, by name.
func (s *scheduler) against(passed []candidate, taken []reached, chosen choice) map[string][]string {
	reasons := s.reasons(taken)
	for i := range passed {
		if why := chosen.skipped[passed[i].facts.Name]; why != "" {
			reasons[passed[i].facts.Name] = []string{why}
		}
	}
	return reasons
}

// inOrder compares by preference: tier, having the object, capacity, name.
func inOrder(a, b candidate) int {
	return cmp.Or(cmp.Compare(a.tier, b.tier), cmp.Compare(b.score, a.score), cmp.Compare(b.available, a.available), strings.Compare(a.facts.Name, b.facts.Name))
}

// rejected returns every cluster that is not chosen, with its known reasons or else with the given one.
func (s *scheduler) rejected(chosen []api.TargetCluster, reasons map[string][]string, otherwise string) []Rejection {
	has := make(map[string]bool, len(chosen))
	for _, c := range chosen {
		has[c.Name] = true
	}
	var out []Rejection
	for _, name := range s.fleet.deleting {
		if !has[name] {
			out = append(out, Rejection{name, []string{"cluster is being deleted"}})
		}
	}
	for _, facts := range s.fleet.facts {
		name := facts.Name
		if has[name] {
			continue
		}
		why := reasons[name]
		if len(why) == 0 {
			why = []string{otherwise}
		}
		out = append(out, Rejection{name, why})
	}
	slices.SortStableFunc(out, func(a, b Rejection) int { return strings.Compare(a.Cluster, b.Cluster) })
	return out
}
