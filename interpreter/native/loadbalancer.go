package native

import (
	"cmp"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
)

const loadBalancer = "LoadBalancer"

// address is the address of a load balancer.
type address struct {
	hostname, ip string
	mode         optional // of a Service
}

// port is the status of one port of a load balancer.
type port struct {
	number   int64
	protocol string
	failure  optional
}

// optional is a string that may be absent, which differs from empty.
type optional struct {
	value   string
	present bool
}

// compareAddresses orders by hostname, with absent ones last; then by IP, as strings; then by mode, with absent ones last.
func compareAddresses(a, b address) int {
	return cmp.Or(
		compareFlags(b.hostname != "", a.hostname != ""), cmp.Compare(a.hostname, b.hostname), cmp.Compare(a.ip, b.ip),
		compareFlags(b.mode.present, a.mode.present), cmp.Compare(a.mode.value, b.mode.value),
	)
}

// comparePorts orders by number, protocol and error; an absent error comes first.
func comparePorts(a, b port) int {
	return cmp.Or(
		cmp.Compare(a.number, b.number), cmp.Compare(a.protocol, b.protocol),
		compareFlags(a.failure.present, b.failure.present), cmp.Compare(a.failure.value, b.failure.value),
	)
}

// compareFlags orders false before true.
func compareFlags(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// point is an address and its ports.
type point struct {
	address address
	ports   map[port]struct{}
}

// aggregateIngress gives a checked object the ingress points of all members' load balancers as its whole status.
//
//  1. Members without a status have none. The other statuses are decoded by members.
//  2. Points with an equal key are merged: the result has the address of the last and the ports of all, without duplicates.
//  3. Ports and points are sorted, see comparePorts and compareAddresses.
//  4. A status that has these points already does not change. Without points that requires an empty list.
func (k kind) aggregateIngress(o *unstructured.Unstructured, items []interpreter.StatusItem, same func(address) address) (*unstructured.Unstructured, error) {
	members, err := k.members(o, items)
	if err != nil {
		return nil, err
	}
	points := map[address]point{}
	for _, m := range members {
		for entry := range objects(object(m.status, "loadBalancer"), "ingress") {
			add(points, entry, same)
		}
	}
	list := encodePoints(points)
	result, err := k.replace(o, map[string]any{"loadBalancer": map[string]any{"ingress": list}})
	if err != nil {
		return nil, err
	}
	if _, isList := object(content(o), "status", "loadBalancer")["ingress"].([]any); len(list) == 0 && !isList {
		result.Object["status"] = map[string]any{"loadBalancer": map[string]any{}}
	}
	return result, nil
}

func add(points map[address]point, entry map[string]any, same func(address) address) {
	a := address{text(entry, "hostname"), text(entry, "ip"), option(entry, "ipMode")}
	ports := points[same(a)].ports
	if ports == nil {
		ports = map[port]struct{}{}
	}
	for p := range objects(entry, "ports") {
		ports[port{number(p["port"]), text(p, "protocol"), option(p, "error")}] = struct{}{}
	}
	points[same(a)] = point{a, ports}
}

func option(m map[string]any, key string) optional {
	s, ok := m[key].(string)
	return optional{s, ok}
}

// encodePoints returns the points as a list of decoded JSON.
func encodePoints(points map[address]point) []any {
	var list []any
	for _, e := range slices.SortedFunc(maps.Values(points), func(a, b point) int { return compareAddresses(a.address, b.address) }) {
		entry := map[string]any{}
		set(entry, "hostname", optional{e.address.hostname, e.address.hostname != ""})
		set(entry, "ip", optional{e.address.ip, e.address.ip != ""})
		set(entry, "ipMode", e.address.mode)
		var ports []any
		for _, p := range slices.SortedFunc(maps.Keys(e.ports), comparePorts) {
			encoded := map[string]any{"port": p.number, "protocol": p.protocol}
			set(encoded, "error", p.failure)
			ports = append(ports, encoded)
		}
		if ports != nil {
			entry["ports"] = ports
		}
		list = append(list, entry)
	}
	return list
}

func set(m map[string]any, key string, s optional) {
	if s.present {
		m[key] = s.value
	}
}

// isReachable reports whether the load balancer of a checked object has a hostname or an IP.
func isReachable(o *unstructured.Unstructured) bool {
	for entry := range objects(object(content(o), "status", "loadBalancer"), "ingress") {
		if text(entry, "hostname") != "" || text(entry, "ip") != "" {
			return true
		}
	}
	return false
}
