package main

import (
	"flag"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/controller/admission"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		name  string
		args  []string
		want  options // the fields that differ from the defaults
		error string
	}{
		{"no flags", nil, options{port: 9443}, ""},
		{"an address", []string{"-bind-address", "127.0.0.1:9000"}, options{host: "127.0.0.1", port: 9000}, ""},
		{"a URL", []string{"-url", "https://127.0.0.1:9443"}, options{url: "https://127.0.0.1:9443", port: 9443, names: []string{"127.0.0.1"}}, ""},
		{"a URL that API servers do not take", []string{"-url", "http://host"}, options{}, `-url: found "http://host", expected https and a host`},
		{"a URL without a host", []string{"-url", "https://:9443"}, options{}, `-url: found "https://:9443", expected https and a host`},
		{"no port", []string{"-bind-address", "host"}, options{}, "-bind-address: address host: missing port in address"},
		{"port 0", []string{"-bind-address", ":0"}, options{}, `-bind-address: found the port "0", expected 1 to 65535`},
		{"more writers", []string{"-writers", "admin,anna", "-writer-groups", "system:masters"}, options{port: 9443, writers: admission.Writers{
			Users: append(admission.DefaultWriters("overridekit-system").Users, "admin", "anna"), Groups: []string{"system:masters"},
		}}, ""},
		{"an argument", []string{"install"}, options{}, `found the argument "install", expected only flags`},
		{"a flag twice", []string{"-url", "https://a", "-url", "https://b"}, options{}, "found -url twice, expected it once"},
	} {
		t.Run(c.name, func(t *testing.T) {
			flags := flag.NewFlagSet("webhook", flag.ContinueOnError)
			flags.SetOutput(io.Discard)
			got, err := parse(flags, c.args)
			if c.error != "" {
				require.EqualError(t, err, c.error)
				return
			}
			require.NoError(t, err)
			c.want.namespace, c.want.service, c.want.metrics.Address, c.want.probes = "overridekit-system", "overridekit-webhook", ":8443", ":8081"
			if c.want.writers.Users == nil {
				c.want.writers = admission.DefaultWriters("overridekit-system")
			}
			require.Equal(t, c.want, got)
		})
	}
}
