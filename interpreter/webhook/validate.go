package webhook

import (
	"net/url"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/interpreter"
)

// Validate returns every fault that Karmada's admission would refuse a configuration for, in the order of its fields.
//
//  1. A webhook's name is a unique domain of at least two segments.
//  2. No list of a rule is empty. Any is the only entry of its list. Operations are those of package interpreter; a version or a kind is
//     not empty.
//  3. A timeout is from 1 to 30 seconds.
//  4. Exactly one of url and service is set. The url is https and has a host, but no user, no fragment and no query. The service has
//     a name and a namespace, a valid port, and a path that begins with a slash and consists of subdomains.
//  5. The versions of the protocol are unique DNS labels, v1alpha1 among them.
func (c Configuration) Validate() field.ErrorList {
	var errs field.ErrorList
	seen := map[string]bool{}
	for i, w := range c.Webhooks {
		at := field.NewPath("webhooks").Index(i)
		errs = append(errs, validation.IsFullyQualifiedDomainName(at.Child("name"), w.Name)...)
		if seen[w.Name] {
			errs = append(errs, field.Duplicate(at.Child("name"), w.Name))
		}
		seen[w.Name] = true
		errs = append(errs, w.ClientConfig.validate(at.Child("clientConfig"))...)
		for j, r := range w.Rules {
			errs = append(errs, r.validate(at.Child("rules").Index(j))...)
		}
		if t := w.TimeoutSeconds; t != nil && (*t < 1 || *t > 30) {
			errs = append(errs, field.Invalid(at.Child("timeoutSeconds"), *t, "the timeout value must be between 1 and 30 seconds"))
		}
		errs = append(errs, validateVersions(at.Child("interpreterContextVersions"), w.InterpreterContextVersions)...)
	}
	return errs
}

func (c ClientConfig) validate(at *field.Path) field.ErrorList {
	switch {
	case (c.URL == nil) == (c.Service == nil):
		return field.ErrorList{field.Required(at, "exactly one of url or service is required")}
	case c.URL != nil:
		return validateURL(at.Child("url"), *c.URL)
	}
	return c.Service.validate(at.Child("service"))
}

// validateURL never shows a URL that may contain a password.
func validateURL(at *field.Path, text string) field.ErrorList {
	var errs field.ErrorList
	u, err := url.Parse(text)
	if err != nil {
		return field.ErrorList{field.Required(at, "must be a valid URL, such as https://host[:port]/path")}
	}
	if u.Scheme != "https" {
		errs = append(errs, field.Invalid(at, u.Scheme, "the scheme must be https"))
	}
	if u.Host == "" {
		errs = append(errs, field.Invalid(at, u.Host, "must have a host"))
	}
	if u.User != nil {
		errs = append(errs, field.Invalid(at, u.User.Username(), "must not have a user"))
	}
	if u.Fragment != "" {
		errs = append(errs, field.Invalid(at, u.Fragment, "must not have a fragment"))
	}
	if u.RawQuery != "" {
		errs = append(errs, field.Invalid(at, u.RawQuery, "must not have a query"))
	}
	return errs
}

func (s ServiceReference) validate(at *field.Path) field.ErrorList {
	var errs field.ErrorList
	if s.Name == "" {
		errs = append(errs, field.Required(at.Child("name"), ""))
	}
	if s.Namespace == "" {
		errs = append(errs, field.Required(at.Child("namespace"), ""))
	}
	for _, wrong := range validation.IsValidPortNum(int(s.port())) {
		errs = append(errs, field.Invalid(at.Child("port"), s.port(), wrong))
	}
	if s.Path == nil || *s.Path == "" || *s.Path == "/" {
		return errs
	}
	at = at.Child("path")
	steps, ok := strings.CutPrefix(*s.Path, "/")
	if !ok {
		errs = append(errs, field.Invalid(at, *s.Path, "must start with a '/'"))
	}
	for step := range strings.SplitSeq(strings.TrimSuffix(steps, "/"), "/") {
		for _, wrong := range validation.IsDNS1123Subdomain(step) {
			errs = append(errs, field.Invalid(at, *s.Path, "segment \""+step+"\": "+wrong))
		}
	}
	return errs
}

func (r Rule) validate(at *field.Path) field.ErrorList {
	errs := validateList(at.Child("operations"), r.Operations, "operations", false)
	for i, op := range r.Operations {
		if known := append(interpreter.Operations(), interpreter.Any); op != "" && !slices.Contains(known, op) {
			errs = append(errs, field.NotSupported(at.Child("operations").Index(i), op, known))
		}
	}
	errs = append(errs, validateList(at.Child("apiGroups"), r.APIGroups, "API groups", true)...)
	errs = append(errs, validateList(at.Child("apiVersions"), r.APIVersions, "API versions", false)...)
	return append(errs, validateList(at.Child("kinds"), r.Kinds, "kinds", false)...)
}

func validateList[S ~string](at *field.Path, list []S, what string, empty bool) field.ErrorList {
	var errs field.ErrorList
	if len(list) == 0 {
		errs = append(errs, field.Required(at, ""))
	}
	if len(list) > 1 && slices.Contains(list, interpreter.Any) {
		errs = append(errs, field.Invalid(at, list, "if '*' is present, must not specify other "+what))
	}
	for i, s := range list {
		if s == "" && !empty {
			errs = append(errs, field.Required(at.Index(i), ""))
		}
	}
	return errs
}

func validateVersions(at *field.Path, versions []string) field.ErrorList {
	if len(versions) == 0 {
		return field.ErrorList{field.Required(at, "must specify one of "+contextVersion)}
	}
	var errs field.ErrorList
	seen := map[string]bool{}
	for i, v := range versions {
		if seen[v] {
			errs = append(errs, field.Invalid(at.Index(i), v, "duplicate version"))
		}
		seen[v] = true
		for _, wrong := range validation.IsDNS1035Label(v) {
			errs = append(errs, field.Invalid(at.Index(i), v, wrong))
		}
	}
	if !slices.Contains(versions, contextVersion) {
		errs = append(errs, field.Invalid(at, versions, "must include "+contextVersion))
	}
	return errs
}
