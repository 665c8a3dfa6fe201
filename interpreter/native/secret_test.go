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
		{"token", "the member fills it in, hence all data are its own", `{desired: ` + aToken + `, data: {a: YQ==}}, observed: ` + aToken + `, data: {token: Yg==}}}`,
			`{object: ` + aToken + `, data: {token: Yg==}}}`, ""},
		{"no data yet", "the desired ones stay", `{desired: ` + aToken + `, data: null}, observed: ` + aToken + `}}`, `{object: ` + aToken + `, data: null}}`, ""},
		{"empty data", "are data", `{desired: ` + aToken + `, data: {a: YQ==}}, observed: ` + aToken + `, data: {}}}`, `{object: ` + aToken + `, data: {}}}`, ""},
		{"other type", "belongs to the template", `{desired: ` + aSecret + `, type: Opaque, data: {a: YQ==}}, observed: ` + aToken + `, data: {a: Yg==}}}`,
			`{object: ` + aSecret + `, type: Opaque, data: {a: YQ==}}}`, ""},
		{"no type", "the same; observed data do not matter", `{desired: ` + aSecret + `}, observed: ` + aSecret + `, data: 5}}`, `{object: ` + aSecret + `}}`, ""},
		{"type of a list", "the same", `{desired: ` + aSecret + `, type: [a]}, observed: ` + aSecret + `, data: {a: YQ==}}}`, `{object: ` + aSecret + `, type: [a]}}`, ""},
		{"null data", "are none that could be kept", `{desired: ` + aToken + `}, observed: ` + aToken + `, data: null}}`,
			"", "Retain: Secret shop/key: /data of the observed object is null, expected an object of strings"},
		{"data of a text", "it is not shown", `{desired: ` + aToken + `}, observed: ` + aToken + `, data: hunter2}}`,
			"", "Retain: Secret shop/key: /data of the observed object is ***, expected an object of strings"},
		{"data of a number", "are none", `{desired: ` + aToken + `}, observed: ` + aToken + `, data: {a: 1}}}`, "", "/data of the observed object is an object, expected an object of strings"},
	})
}
