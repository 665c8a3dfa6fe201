package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

const (
	aSecret = `{apiVersion: v1, kind: Secret, metadata: {name: key, namespace: shop}`
	aToken  = aSecret + `, type: kubernetes.io/service-account-token`
)

func TestSecretRetain(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.Retain, []hookCase{
		{"token", "the member sets all data", `{desired: ` + aToken + `, data: {a: YQ==}}, observed: ` + aToken + `, data: {token: Yg==}}}`,
			`{object: ` + aToken + `, data: {token: Yg==}}}`, ""},
		{"no data yet", "the desired data stay", `{desired: ` + aToken + `, data: null}, observed: ` + aToken + `}}`, `{object: ` + aToken + `, data: null}}`, ""},
		{"empty data", "they are kept", `{desired: ` + aToken + `, data: {a: YQ==}}, observed: ` + aToken + `, data: {}}}`, `{object: ` + aToken + `, data: {}}}`, ""},
		{"other type", "its data come from the template", `{desired: ` + aSecret + `, type: Opaque, data: {a: YQ==}}, observed: ` + aToken + `, data: {a: Yg==}}}`,
			`{object: ` + aSecret + `, type: Opaque, data: {a: YQ==}}}`, ""},
		{"no type", "observed data are not read", `{desired: ` + aSecret + `}, observed: ` + aSecret + `, data: 5}}`, `{object: ` + aSecret + `}}`, ""},
		{"type of a list", "it is not a token", `{desired: ` + aSecret + `, type: [a]}, observed: ` + aSecret + `, data: {a: YQ==}}}`, `{object: ` + aSecret + `, type: [a]}}`, ""},
		{"null data", "they cannot be kept", `{desired: ` + aToken + `}, observed: ` + aToken + `, data: null}}`,
			"", "Retain: Secret shop/key: /data of the observed object is null, expected an object of strings"},
		{"data of a string", "the value is hidden", `{desired: ` + aToken + `}, observed: ` + aToken + `, data: hunter2}}`,
			"", "Retain: Secret shop/key: /data of the observed object is ***, expected an object of strings"},
		{"data with a number", "they are not all strings", `{desired: ` + aToken + `}, observed: ` + aToken + `, data: {a: 1}}}`, "", "/data of the observed object is an object, expected an object of strings"},
	})
}
