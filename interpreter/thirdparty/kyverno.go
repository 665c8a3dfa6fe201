package thirdparty

// kyverno returns the kinds of Kyverno.
func kyverno() []definition {
	var all []definition
	for _, kind := range []string{"ClusterPolicy", "Policy"} {
		all = append(all, definition{
			apiVersion: "kyverno.io/v1", kind: kind,
			status:    reportFields("autogen", "conditions", "ready", "rulecount"),
			aggregate: aggregateKyverno,
			health:    kyvernoHealthy,
		})
	}
	return all
}

// kyvernoHealthy reports whether a policy is ready.
//
//  1. status.ready counts if it is there. Anything but a boolean is an error.
//  2. Otherwise a condition Ready with the status True and the reason Succeeded counts.
func kyvernoHealthy(r *run, object any) bool {
	status := r.get(object, "status")
	if status == nil {
		return false
	}
	if ready := r.get(status, "ready"); ready != nil {
		is, ok := ready.(bool)
		if !ok {
			r.fail([]string{"status", "ready"}, "is %s, expected a boolean", describe(ready))
		}
		return is
	}
	return r.hasCondition(status, "Ready", "True", "Succeeded")
}

// aggregateKyverno makes a new status.
//
//  1. Without a cluster, the object does not change.
//  2. autogen and ready are those of the last member that has them.
//  3. The numbers of rulecount are added up. A member without any of the four is an error, unless it has no rulecount at all.
//  4. conditions are merged.
func aggregateKyverno(r *run, object map[string]any, items []item) map[string]any {
	if items == nil {
		return object
	}
	counters := []string{"validate", "generate", "mutate", "verifyimages"}
	status, count := map[string]any{}, map[string]float64{}
	for _, member := range r.reports(items) {
		for _, field := range []string{"autogen", "ready"} {
			if v := r.get(member, field); v != nil {
				status[field] = v
			}
		}
		rules := r.get(member, "rulecount")
		if rules == nil {
			continue
		}
		for _, counter := range counters {
			count[counter] += r.number(rules, counter)
		}
	}
	rules := map[string]any{}
	for _, counter := range counters {
		rules[counter] = count[counter]
	}
	status["rulecount"] = rules
	status["conditions"] = r.mergeConditions(items)
	object["status"] = status
	return object
}
