module github.com/overridekit/overridekit/override/jsontree/upsertfuzz

go 1.25.0

require (
	github.com/evanphx/json-patch v5.6.0+incompatible
	github.com/overridekit/overridekit v0.0.0
	github.com/stretchr/testify v1.12.1
)

require (
	github.com/pkg/errors v0.9.1 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
)

replace github.com/overridekit/overridekit => ../../..
