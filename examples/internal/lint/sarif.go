package lint

import (
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/policy/lint"
)

// The parts of SARIF 2.1.0 (OASIS Standard, 27 March 2020) that the output has.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		Results     []sarifResult     `json:"results"`
	}
	sarifInvocation struct {
		Successful bool `json:"executionSuccessful"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID       lint.Code          `json:"id"`
		Short    sarifText          `json:"shortDescription"`
		Full     sarifText          `json:"fullDescription"`
		Help     sarifText          `json:"help"`
		Defaults sarifConfiguration `json:"defaultConfiguration"`
	}
	sarifConfiguration struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    lint.Code       `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`

		Suppressions []sarifSuppression `json:"suppressions"` // in all results of a run or in none (§3.27.23)
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
	sarifLocation struct {
		Physical *sarifPhysical `json:"physicalLocation,omitempty"` // nil: of standard input
		Logical  []sarifLogical `json:"logicalLocations"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI    string `json:"uri"`
		BaseID string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
		Kind string `json:"kind"`
	}
)

// levels are the levels of SARIF.
var levels = map[lint.Severity]string{lint.Error: "error", lint.Warning: "warning", lint.Info: "note"}

// sarifOf returns the findings as one run. It is not successful if something could not be read.
func sarifOf(all []finding, successful bool) sarifLog {
	driver := sarifDriver{Name: "overridekit", InformationURI: "https://github.com/overridekit/overridekit"}
	index := map[lint.Code]int{}
	for i, info := range lint.Codes() {
		index[info.Code] = i
		about := sarifText{info.About}
		driver.Rules = append(driver.Rules, sarifRule{info.Code, about, about, sarifText{helpOf(info.Code)}, sarifConfiguration{levels[info.Severity]}})
	}
	if slices.ContainsFunc(all, func(f finding) bool { return f.Code == unreadable }) {
		index[unreadable] = len(driver.Rules)
		about := sarifText{"A document, a file or a path cannot be read, so nothing is known about what it has."}
		help := sarifText{"Correct the document, or leave its file out with --exclude."}
		driver.Rules = append(driver.Rules, sarifRule{unreadable, about, about, help, sarifConfiguration{levels[lint.Error]}})
	}
	results := []sarifResult{}
	for i := range all {
		f := &all[i]
		results = append(results, sarifResult{f.Code, index[f.Code], levels[f.Severity], sarifText{f.text()}, locationsOf(f), suppressionsOf(f)})
	}
	return sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{{sarifTool{driver}, []sarifInvocation{{successful}}, results}},
	}
}

// suppressionsOf returns the silence of a finding, which is in the document itself (§3.35). An empty list means that the result is not suppressed.
func suppressionsOf(f *finding) []sarifSuppression {
	if f.Silenced == "" {
		return []sarifSuppression{}
	}
	return []sarifSuppression{{"inSource", f.Silenced}}
}

// helpOf returns how to silence a code.
func helpOf(code lint.Code) string {
	of := "policy"
	switch code {
	case lint.BadSilence, lint.UnusedSilence:
		return "Correct or remove the line in the annotation " + lint.SilenceAnnotation + "."
	case lint.MissingPolicy:
		of = "object"
	}
	return fmt.Sprintf("To silence the finding, add a line to the annotation %s of the %s: \"%s: REASON\".", lint.SilenceAnnotation, of, code)
}

// standardInput is the name that package files gives standard input.
const standardInput = "standard input"

// locationsOf returns the place of a finding, or nil if the file is not known.
func locationsOf(f *finding) []sarifLocation {
	if f.File == "" {
		return nil
	}
	at := sarifLocation{Logical: []sarifLogical{{Name: f.about().String() + ": " + f.Path, Kind: "property"}}}
	if f.Code == unreadable {
		at.Logical[0] = sarifLogical{Name: f.File, Kind: "module"}
	}
	if f.File == standardInput {
		return []sarifLocation{at} // it has no URI
	}
	at.Physical = &sarifPhysical{Artifact: artifactOf(f.File)}
	if f.Line > 0 {
		at.Physical.Region = &sarifRegion{f.Line}
	}
	return []sarifLocation{at}
}

// artifactOf returns the URI of a file. A relative path is relative to the root of the sources, which is the current folder in CI.
func artifactOf(file string) sarifArtifact {
	name := filepath.ToSlash(file)
	if !filepath.IsAbs(file) {
		return sarifArtifact{URI: (&url.URL{Path: path.Clean(name)}).String(), BaseID: "%SRCROOT%"}
	}
	if !strings.HasPrefix(name, "/") {
		name = "/" + name // of Windows: C:/folder
	}
	return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: path.Clean(name)}).String()}
}
