package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"k8s.io/apimachinery/pkg/util/uuid"
	yamlstream "k8s.io/apimachinery/pkg/util/yaml"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/interpreter/thirdparty"
	"github.com/overridekit/overridekit/interpreter/webhook"
	"github.com/overridekit/overridekit/override/yamltext"
)

// registry returns the interpreters in the order in which they are asked: those of two files, which may be empty, those of the kinds of other
// projects, and those of the kinds of Kubernetes.
func registry(declarations, webhooks string) (*interpreter.Registry, error) {
	var all []interpreter.Interpreter
	for _, source := range []struct {
		file string
		read func(text []byte) ([]interpreter.Interpreter, error)
	}{{declarations, readDeclarations}, {webhooks, readWebhooks}} {
		if source.file == "" {
			continue
		}
		text, err := os.ReadFile(source.file)
		if err != nil {
			return nil, err
		}
		custom, err := source.read(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", source.file, err)
		}
		all = append(all, custom...)
	}
	all = append(all, thirdparty.Interpreters(time.Now)...)
	return interpreter.NewRegistry(append(all, native.Interpreters(time.Now)...)...), nil
}

func readDeclarations(text []byte) ([]interpreter.Interpreter, error) {
	declarations, err := declared.Decode(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return declared.Interpreters(declarations...)
}

// readWebhooks returns the interpreters of a stream of ResourceInterpreterWebhookConfigurations. Each webhook has a connection of its own, and all
// share a budget.
func readWebhooks(text []byte) ([]interpreter.Interpreter, error) {
	var all []webhook.Configuration
	clients := map[string]webhook.Client{}
	budget, newID := &webhook.Budget{}, func() string { return string(uuid.NewUUID()) }
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		text = append(text, '\n') // the reader loses a last line of n × 4096 bytes without a line break
	}
	for documents := yamlstream.NewYAMLReader(bufio.NewReader(bytes.NewReader(text))); ; {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return webhook.Interpreters(func(id string, _ webhook.Webhook) webhook.Client { return clients[id] }, all...)
		}
		if err != nil {
			return nil, err
		}
		var c webhook.Configuration
		if err := yamltext.UnmarshalStrict(document, &c); err != nil {
			return nil, err
		}
		if c.Kind != "ResourceInterpreterWebhookConfiguration" {
			return nil, fmt.Errorf("found the kind %q, expected ResourceInterpreterWebhookConfiguration", c.Kind)
		}
		if faults := c.Validate(); len(faults) > 0 {
			return nil, fmt.Errorf("configuration %s: %w", c.Name, faults.ToAggregate())
		}
		for _, w := range c.Webhooks {
			connection, err := w.ClientConfig.HTTPClient(nil)
			if err != nil {
				return nil, fmt.Errorf("configuration %s: webhook %s: %w", c.Name, w.Name, err)
			}
			id := c.Name + "/" + w.Name
			client := w.Client(id, connection, newID)
			client.Budget = budget
			clients[id] = client
		}
		all = append(all, c)
	}
}
