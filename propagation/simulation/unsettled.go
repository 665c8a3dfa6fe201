package simulation

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// UnsettledError means that a world still changes after 50 rounds.
type UnsettledError struct {
	Rounds int

	// Changing describes what changed in the last round, sorted. It has at most 5 elements; More is the number of the
	// others.
	Changing []string
	More     int
}

// Error returns, for example: the world still changes after 50 rounds: ConfigMap shop/a in cluster m1.
func (e *UnsettledError) Error() string {
	text := fmt.Sprintf("the world still changes after %d rounds: %s", e.Rounds, strings.Join(e.Changing, ", "))
	if e.More > 0 {
		text += fmt.Sprintf(" and %d more", e.More)
	}
	return text
}

// versions returns the hash of each object of the control plane and the clusters, by its description.
func (w *World) versions() map[string]string {
	all := map[string]string{}
	add := func(of override.Ref, where string, object any) {
		text, _ := json.Marshal(object)
		sum := sha256.Sum256(text)
		all[content.ClipRef(of).String()+where] = string(sum[:])
	}
	for ref, o := range w.templates {
		add(ref, "", o)
	}
	for ref, b := range w.bindings {
		add(ref, "", b)
	}
	for ref, stored := range w.works {
		add(ref, "", stored)
	}
	for name, server := range w.members {
		for _, o := range server.All() {
			add(override.RefOf(o), " in cluster "+name, o)
		}
	}
	return all
}

// changing returns the error for what differs between two results of versions.
func changing(before, after map[string]string) error {
	e := &UnsettledError{Rounds: maxRounds}
	for name, version := range after {
		if before[name] != version {
			e.Changing = append(e.Changing, name)
		}
	}
	for name := range before {
		if _, found := after[name]; !found {
			e.Changing = append(e.Changing, name)
		}
	}
	slices.Sort(e.Changing)
	if most := 5; len(e.Changing) > most {
		e.Changing, e.More = e.Changing[:most], len(e.Changing)-most
	}
	return e
}
