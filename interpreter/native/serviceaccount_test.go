package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

const anAccount = `{apiVersion: v1, kind: ServiceAccount, metadata: {name: bot, namespace: shop}`

func TestServiceAccountRetain(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.Retain, []hookCase{
		{"token", "observed entries come after the desired ones",
			`{desired: ` + anAccount + `, secrets: [{name: own}]}, observed: ` + anAccount + `, secrets: [{name: bot-token-1}, {name: own}, {name: bot-token-2}], imagePullSecrets: [{name: pull}]}}`,
			`{object: ` + anAccount + `, secrets: [{name: own}, {name: bot-token-1}, {name: bot-token-2}], imagePullSecrets: [{name: pull}]}}`, ""},
		{"equal names", "the desired entry does not change; the first observed one is used",
			`{desired: ` + anAccount + `, secrets: [{name: a, x: 1}]}, observed: ` + anAccount + `, secrets: [{name: a, x: 2}, {name: b, x: 1}, {name: b, x: 2}]}}`,
			`{object: ` + anAccount + `, secrets: [{name: a, x: 1}, {name: b, x: 1}], imagePullSecrets: null}}`, ""},
		{"desired twice", "duplicates stay", `{desired: ` + anAccount + `, secrets: [{name: a}, {name: a}]}, observed: ` + anAccount + `}}`,
			`{object: ` + anAccount + `, secrets: [{name: a}, {name: a}], imagePullSecrets: null}}`, ""},
		{"empty", "an empty list becomes null", `{desired: ` + anAccount + `, secrets: []}, observed: ` + anAccount + `, imagePullSecrets: []}}`,
			`{object: ` + anAccount + `, secrets: null, imagePullSecrets: null}}`, ""},
		{"empty name", "it is a name", `{desired: ` + anAccount + `, secrets: [{name: ""}]}, observed: ` + anAccount + `, secrets: [{name: ""}]}}`,
			`{object: ` + anAccount + `, secrets: [{name: ""}], imagePullSecrets: null}}`, ""},
		{"null desired", "null is not a list", `{desired: ` + anAccount + `, secrets: null}, observed: ` + anAccount + `}}`,
			"", "Retain: ServiceAccount shop/bot: /secrets is null, expected a list"},
		{"observed object", "an object is not a list", `{desired: ` + anAccount + `}, observed: ` + anAccount + `, imagePullSecrets: {name: a}}}`,
			"", "/imagePullSecrets of the observed object is an object, expected a list"},
		{"entry of a string", "it crashes Karmada", `{desired: ` + anAccount + `, secrets: [{name: a}, b]}, observed: ` + anAccount + `}}`,
			"", `/secrets/1 is the string "b", expected an object`},
		{"entry without a name", "it crashes Karmada", `{desired: ` + anAccount + `, secrets: [{}]}, observed: ` + anAccount + `}}`,
			"", "/secrets/0/name is null, expected a string"},
		{"observed null", "it crashes Karmada", `{desired: ` + anAccount + `}, observed: ` + anAccount + `, imagePullSecrets: [null]}}`,
			"", "/imagePullSecrets/0 of the observed object is null, expected an object"},
		{"observed name of a number", "it crashes Karmada", `{desired: ` + anAccount + `}, observed: ` + anAccount + `, secrets: [{name: 1}]}}`,
			"", "/secrets/0/name of the observed object is the number 1, expected a string"},
	})
}
