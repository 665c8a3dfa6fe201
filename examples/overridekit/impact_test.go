package main

import (
	"strings"
	"testing"
)

// sameName is the beginning of two files with Deployments and policies of the same name in several API groups.
const sameName = "testdata/impact/same-name-"

// propagationBefore and propagationAfter differ only in a weight of a propagation policy.
const propagationBefore, propagationAfter = "testdata/impact/propagation-before.yaml", "testdata/impact/propagation-after.yaml"

// brokenBefore is a folder with clusters, a document that is not valid YAML, and one that is not a Kubernetes object.
const brokenBefore = "testdata/impact/broken"

const impactBefore, impactAfter = "testdata/impact/before", "testdata/impact/after"

func TestImpact(t *testing.T) { testGolden(t, "impact", impactCases()) }

func impactCases() []golden {
	compare := func(args ...string) []string { return append(args, impactBefore, impactAfter) }
	const joined = "apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: c1}\n"
	return []golden{
		{"empty-stdin", "an empty state would be a change that deletes everything", []string{quickstart, "-"}, "\n"},
		{"text", "each distinct difference once, with policies, lines and reasons; a new error is an error", compare(), ""},
		{"json", "the same as JSON", compare("-o", "json"), ""},
		{"markdown", "for a pull request: the counts first, and each difference folded", compare("-o", "markdown"), ""},
		{"same-markdown", "only the counts", []string{"-o", "markdown", impactBefore, impactBefore}, ""},
		{"secret-markdown", "without values of Secrets", compare("-o", "markdown", "--object", "Secret/login", "--cluster", "tokyo"), ""},
		{"hostile-markdown", "no text from documents ends a code span, a code block or an element", []string{"-o", "markdown", "testdata/impact/hostile-before.yaml", "testdata/impact/hostile-after.yaml"}, ""},
		{"html", "a page with everything in it", compare("-o", "html"), ""},
		{"same-html", "only unchanged cells", []string{"-o", "html", "--cluster", "paris", impactBefore, impactBefore}, ""},
		{"secret-html", "without values of Secrets", compare("-o", "html", "--object", "Secret/login", "--cluster", "tokyo"), ""},
		{"hostile-html", "no text from documents is markup or script", []string{"-o", "html", "testdata/impact/hostile-before.yaml", "testdata/impact/hostile-after.yaml"}, ""},
		{"tenant", "a policy that a guard refuses is a new error", []string{"--guard", "namespaced", "--cluster", "member1", "-", "testdata/render/tenant.yaml"},
			"{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: tenant}, data: {a: b}}\n---\n" + strings.Replace(joined, "c1", "member1", 1)},
		{"same", "nothing changes", []string{"--fail-on", "changes", impactBefore, impactBefore}, ""},
		{"same-json", "the lists are empty, not null", []string{"-o", "json", impactBefore, impactBefore}, ""},
		{"fixed", "an error that is gone is shown, and the status is 0", compare("--object", "ConfigMap/settings", "--cluster", "tokyo"), ""},
		{"fail-on-changes", "status 1, because something changes", compare("--fail-on", "changes", "--object", "deployment/web"), ""},
		{"cluster-joins", "all objects are added in it", compare("--cluster", "lima"), ""},
		{"cluster-leaves", "all objects are removed in it", compare("--cluster", "oslo"), ""},
		{"object-added", "in every cluster", compare("--object", "Job/report"), ""},
		{"object-removed", "in every cluster, also in one that leaves", compare("--object", "ConfigMap/legacy"), ""},
		{"secret", "the output shows that values differ, but not the values", compare("--object", "Secret/login", "--cluster", "tokyo"), ""},
		{"secret-json", "also as JSON", compare("-o", "json", "--object", "Secret/login", "--cluster", "tokyo"), ""},
		{"secret-shown", "the flag shows them", compare("--show-secrets", "--object", "Secret/login", "--cluster", "tokyo"), ""},
		{"control", "control characters that the parser of YAML refuses are escaped in the diff", []string{"testdata/impact/control-before.yaml", "testdata/impact/control-after.yaml"}, ""},
		{"same-name", "two objects or policies with the same kind and name have their API versions", []string{sameName + "before.yaml", sameName + "after.yaml"}, ""},
		{"same-name-markdown", "the same in a comment", []string{"-o", "markdown", sameName + "before.yaml", sameName + "after.yaml"}, ""},
		{"same-name-html", "the same in a page", []string{"-o", "html", sameName + "before.yaml", sameName + "after.yaml"}, ""},
		{"stdin", "one path may be standard input", []string{"-", "testdata/impact/facts.yaml"}, joined},
		{"no-clusters", "an error, unless the command line names them", []string{"testdata/impact/bare.yaml", "testdata/impact/bare.yaml"}, ""},
		{"bare-cluster", "without Cluster documents only names are known", []string{"--cluster", "c1", "-", "testdata/impact/bare.yaml"}, configMap},
		{"missing-policy", "an object that names a missing policy is not compared", []string{"testdata/render/missing.yaml", "testdata/render/missing.yaml"}, ""},
		{"missing-policy-markdown", "the comment lists the objects that are not compared", []string{"-o", "markdown", "testdata/render/missing.yaml", "testdata/render/missing.yaml"}, ""},
		{"missing-policy-html", "and so does the page", []string{"-o", "html", "testdata/render/missing.yaml", "testdata/render/missing.yaml"}, ""},
		{"missing-policy-json", "and the JSON", []string{"-o", "json", "testdata/render/missing.yaml", "testdata/render/missing.yaml"}, ""},
		{"missing-policy-before", "a change that repairs the label is not an error", []string{"testdata/render/missing.yaml", "-"}, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: far, namespace: shop}\n---\n" + joined},
		{"propagation", "no pair differs, but objects may go elsewhere", []string{propagationBefore, propagationAfter}, ""},
		{"propagation-markdown", "the comment says so", []string{"-o", "markdown", propagationBefore, propagationAfter}, ""},
		{"propagation-html", "the page says so", []string{"-o", "html", propagationBefore, propagationAfter}, ""},
		{"propagation-json", "the JSON says so", []string{"-o", "json", propagationBefore, propagationAfter}, ""},
		{"propagation-same", "they are the same, but not applied", []string{propagationBefore, propagationBefore}, ""},
		{"repaired", "documents before the change that cannot be read are shown, and the others are compared", []string{"--object", "Secret/login", brokenBefore, impactAfter}, ""},
		{"repaired-markdown", "the comment lists them", []string{"-o", "markdown", "--object", "Secret/login", brokenBefore, impactAfter}, ""},
		{"repaired-json", "and the JSON", []string{"-o", "json", "--object", "Secret/login", brokenBefore, impactAfter}, ""},
		{"unreadable-before", "nothing before the change can be read", []string{"-", impactBefore}, "kind: [\n"},
		{"excluded", "a pattern may match in one of the states, and one that matches in none is probably misspelt", []string{"--exclude", "settings.yaml", "--exclude", "values-*.yml", brokenBefore, brokenBefore}, ""},
		{"unreadable", "nothing is compared, because the missing documents would count as deleted", []string{impactBefore, "testdata/render/failing"}, ""},
		{"faults", "faults of policies are warnings with the line", []string{"--fail-on", "findings", "testdata/render/faulty.yaml", "testdata/render/faulty.yaml"}, ""},
		{"no-objects", "probably a mistake", []string{"testdata/impact/before/clusters.yaml", "testdata/impact/before/clusters.yaml"}, ""},
		{"unknown-cluster", "a misspelt cluster is an error", compare("--cluster", "osol"), ""},
		{"unknown-object", "the error lists the objects", compare("--object", "Deployment/wbe"), ""},
		{"one-path", "two are compared", []string{impactBefore}, ""},
		{"no-path", "the error, and how to get help", nil, ""},
		{"both-stdin", "standard input is read once", []string{"-", "-"}, ""},
		{"bad-format", "the formats", compare("-o", "yaml"), ""},
		{"help", "the flags and the JSON", []string{"-h"}, ""},
	}
}
