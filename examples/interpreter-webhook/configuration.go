package main

import (
	"io"
	"net"
	"net/url"

	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

// configuration returns the configuration of this webhook for Karmada: a rule for each kind and its hooks.
func configuration(endpoint string, bundle []byte) webhook.Configuration {
	w := webhook.Webhook{
		Name:                       "workloads.example.com",
		ClientConfig:               webhook.ClientConfig{URL: &endpoint, CABundle: bundle},
		InterpreterContextVersions: []string{"v1alpha1"},
	}
	for _, hook := range interpreter.NewRegistry(workloads{}).Hooks() { // sorted by kind
		at := len(w.Rules) - 1
		if at < 0 || !w.Rules[at].Matches(hook.Kind, w.Rules[at].Operations[0]) {
			w.Rules = append(w.Rules, webhook.Rule{APIGroups: []string{hook.Kind.Group}, APIVersions: []string{hook.Kind.Version}, Kinds: []string{hook.Kind.Kind}})
			at++
		}
		w.Rules[at].Operations = append(w.Rules[at].Operations, hook.Operation)
	}
	c := webhook.Configuration{Webhooks: []webhook.Webhook{w}}
	c.APIVersion, c.Kind, c.Name = webhook.APIVersion, webhook.ConfigurationKind, "examples"
	return c
}

// printConfiguration prints the configuration of a webhook with a name that listens at an address.
func printConfiguration(out io.Writer, host string, at net.Addr, bundle []byte) error {
	_, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return err
	}
	endpoint := url.URL{Scheme: "https", Host: net.JoinHostPort(host, port), Path: path}
	text, err := yaml.Marshal(configuration(endpoint.String(), bundle))
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	return err
}
