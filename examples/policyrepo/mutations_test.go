package policyrepo

// mutation is a mistake that somebody may make.
type mutation struct {
	name     string // what the mistake is
	file     string
	old, new string
	caught   string // the case that fails
	message  string // a part of its failures
}

var mutations = []mutation{
	{
		name: "wrong label", file: "policies/platform/environment.yaml",
		old: "matchLabels: {environment: staging}", new: "matchLabels: {environment: stage}",
		caught: "matrix/sessions,staging", message: "-    environment: staging",
	},
	{
		name: "dropped rule", file: "policies/platform/storage.yaml",
		old: `  - targetCluster: {fieldSelector: {matchExpressions: [{key: provider, operator: In, values: [azure]}]}}
    overriders:
      plaintext:
      - {path: /spec/volumeClaimTemplates/0/spec/storageClassName, operator: replace, value: managed-csi-premium}
`,
		caught: "matrix/orders-db,staging", message: "managed-csi-premium",
	},
	{
		name: "swapped rules", file: "policies/teams/web.yaml",
		old: `  - targetCluster: {labelSelector: {matchExpressions: [{key: environment, operator: In, values: [dev, staging]}]}}
    overriders:
      plaintext: # small, and then larger in staging
      - {path: /spec/template/spec/containers/0/resources/requests/cpu, operator: replace, value: 50m}
  - targetCluster: {labelSelector: {matchLabels: {environment: staging}}}
    overriders:
      plaintext:
      - {path: /spec/template/spec/containers/0/resources/requests/cpu, operator: replace, value: 100m}
`,
		new: `  - targetCluster: {labelSelector: {matchLabels: {environment: staging}}}
    overriders:
      plaintext:
      - {path: /spec/template/spec/containers/0/resources/requests/cpu, operator: replace, value: 100m}
  - targetCluster: {labelSelector: {matchExpressions: [{key: environment, operator: In, values: [dev, staging]}]}}
    overriders:
      plaintext: # small, and then larger in staging
      - {path: /spec/template/spec/containers/0/resources/requests/cpu, operator: replace, value: 50m}
`,
		caught: "matrix/storefront,staging", message: "cpu: 50m",
	},
	{
		name: "wrong container", file: "policies/teams/web.yaml",
		old: "{containerName: proxy, operator: add, value: [--concurrency=4]}", new: "{containerName: envoy, operator: add, value: [--concurrency=4]}",
		caught: "matrix/storefront,prod", message: `has no container "envoy"`,
	},
	{
		name: "wrong cluster name", file: "policies/teams/catalog.yaml",
		old: "clusters: [prod-azure-us]", new: "clusters: [prod-azure-uk]",
		caught: untested, message: "overrideRules[3]",
	},
	{
		name: "In becomes NotIn", file: "policies/teams/web.yaml",
		old:    "environment, operator: In, values: [dev, staging]",
		new:    "environment, operator: NotIn, values: [dev, staging]",
		caught: "matrix/storefront,prod", message: "cpu: 50m",
	},
	{
		name: "wrong component of the image", file: "policies/platform/image-mirror.yaml",
		old:    "{component: Registry, operator: replace, value: shopus.azurecr.io}",
		new:    "{component: Repository, operator: replace, value: shopus.azurecr.io}",
		caught: "matrix/checkout,prod", message: "registry.shop.example/shopus.azurecr.io",
	},
	{
		name: "wrong region of a mirror", file: "policies/platform/image-mirror.yaml",
		old: "values: [us-east-1]", new: "values: [us-west-1]",
		caught: "images", message: "registry.shop.example/web/storefront:4.12.0",
	},
	{
		name: "objects left out", file: "policies/platform/image-mirror.yaml",
		old:    "kind: Deployment\n    labelSelector: {matchExpressions: [{key: kubeadmiral.io/cluster-override-policy-name, operator: DoesNotExist}]}",
		new:    "kind: Deployment\n    labelSelector: {matchExpressions: [{key: kubeadmiral.io/cluster-override-policy-name, operator: Exists}]}",
		caught: "unlabelled", message: "-        image: shopeu.azurecr.io/catalog/catalog:7.0.1",
	},
	{
		name: "removed step", file: "policies/platform/environment.yaml",
		old:    "      - {path: /spec/template/spec/priorityClassName, operator: add, value: business}\n",
		caught: "matrix/catalog,prod", message: "priorityClassName: business",
	},
	{
		name: "wrong path", file: "policies/teams/web.yaml",
		old: "{path: /spec/shards, operator: replace, value: 3}", new: "{path: /spec/shard, operator: replace, value: 3}",
		caught: "matrix/sessions,prod", message: "/spec/shard",
	},
	{
		name: "other variable", file: "policies/teams/orders.yaml",
		old: `containers/0/env/2/value, operator: replace, value: "https`, new: `containers/0/env/1/value, operator: replace, value: "https`,
		caught: "isolation", message: "https://payments.example",
	},
	{
		name: "conflict with another team", file: "policies/teams/web.yaml",
		old: "containers/0/env/1/value, operator: replace, value: eu", new: "containers/0/env/0/value, operator: replace, value: eu",
		caught: "quality", message: "OverridePolicy shop/region",
	},
	{
		name: "wrong replicas", file: "policies/teams/orders.yaml",
		old: "{path: /spec/replicas, operator: replace, value: 2}", new: "{path: /spec/replicas, operator: replace, value: 20}",
		caught: "matrix/checkout,staging", message: "replicas: 20",
	},
	{
		name: "wrong type", file: "policies/teams/web.yaml",
		old:    "{path: /spec/persistence/enabled, operator: replace, value: true}",
		new:    `{path: /spec/persistence/enabled, operator: replace, value: "true"}`,
		caught: "quality", message: `/spec/persistence/enabled is the string "true", expected a boolean`,
	},
	{
		name: "more than the custom resource allows", file: "policies/teams/web.yaml",
		old: "{path: /spec/shards, operator: replace, value: 3}", new: "{path: /spec/shards, operator: replace, value: 30}",
		caught: "quality", message: "/spec/shards should be less than or equal to 12",
	},
	{
		name: "typo in a label of KubeAdmiral", file: "workloads/reindex.yaml",
		old: "kubeadmiral.io/override-policy-name: reindex", new: "kubeadmiral.io/override-policy-name: re-index",
		caught: "quality", message: "re-index",
	},
	{
		name: "wrong kind", file: "policies/platform/storage.yaml",
		old: "kind: StatefulSet", new: "kind: Statefulset",
		caught: untested, message: "ClusterOverridePolicy storage-class",
	},
	{
		name: "wrong version", file: "policies/teams/web.yaml",
		old: "networking.k8s.io/v1,", new: "networking.k8s.io/v1beta1,",
		caught: "matrix/storefront,dev", message: "-  - host: dev.shop.example",
	},
	{
		name: "wrong namespace", file: "policies/teams/orders.yaml",
		old: "{name: orders-db, namespace: shop}", new: "{name: orders-db, namespace: shops}",
		caught: "quality", message: "shops/orders-db",
	},
	{
		name: "operator that changes existing keys only", file: "policies/platform/kubeadmiral.yaml",
		old: "operator: addIfAbsent", new: "operator: overwrite",
		caught: "matrix/catalog,prod", message: "cost-center",
	},
	{
		name: "swapped values", file: "policies/teams/catalog.yaml",
		old: `"s3://shop-index"`, new: `"https://shopindex.blob.core.windows.net/index"`,
		caught: "matrix/reindex,prod", message: "s3://shop-index",
	},
	{
		name: "wrong region", file: "policies/teams/web.yaml",
		old: "values: [eu-central-1, westeurope]", new: "values: [eu-central-1, westeurop]",
		caught: "matrix/storefront,staging", message: "value: unknown",
	},
	{
		name: "silence without a reason", file: "policies/teams/orders.yaml",
		old:    "      D6: checkout does not read the comments in its features.yaml, which Karmada removes\n",
		new:    "      D6\n",
		caught: "quality", message: "D6",
	},
	{
		name: "silence removed", file: "policies/teams/orders.yaml",
		old: `  annotations:
    overridekit.dev/lint-ignore: |
      D6: checkout does not read the comments in its features.yaml, which Karmada removes
`,
		caught: "quality", message: "D6",
	},
	{
		name: "dev everywhere", file: "policies/teams/orders.yaml",
		old: `  - targetCluster: {labelSelector: {matchLabels: {environment: dev}}}
    overriders:
      fieldOverrider:
`,
		new: `  - overriders:
      fieldOverrider:
`,
		caught: "isolation", message: "ConfigMap shop/checkout",
	},
	{
		name: "one mirror for all regions", file: "policies/platform/kubeadmiral.yaml",
		old: "clusterSelector: {provider: azure, continent: us}", new: "clusterSelector: {provider: azure}",
		caught: "matrix/reindex,staging", message: "shopus.azurecr.io/catalog/reindex",
	},
	{
		name: "other weight", file: "propagation/web.yaml",
		old: "continent: eu}}}, weight: 3}", new: "continent: eu}}}, weight: 2}",
		caught: "placement", message: "Deployment shop/storefront",
	},
	{
		name: "duplicated instead of divided", file: "propagation/web.yaml",
		old: "replicaSchedulingType: Divided", new: "replicaSchedulingType: Duplicated",
		caught: "placement", message: "Deployment shop/storefront",
	},
	{
		name: "toleration removed", file: "propagation/platform.yaml",
		old: "    clusterTolerations:\n    - {key: environment, operator: Exists}\n", new: "    clusterAffinity: {}\n",
		caught: "placement", message: "CustomResourceDefinition caches.data.shop.example",
	},
	{
		name: "wrong continent", file: "propagation/orders.yaml",
		old: "matchLabels: {continent: eu}", new: "matchLabels: {continent: us}",
		caught: "placement", message: "StatefulSet shop/orders-db",
	},
	{
		name: "rolled out to too few clusters", file: "propagation/orders.yaml",
		old: "{spreadByField: cluster, minGroups: 4, maxGroups: 50}", new: "{spreadByField: cluster, minGroups: 1, maxGroups: 50}",
		caught: "failover", message: "Deployment shop/checkout",
	},
	{
		name: "dependencies stay behind", file: "propagation/orders.yaml",
		old: "  propagateDeps: true\n", new: "",
		caught: "placement", message: "ConfigMap shop/checkout",
	},
	{
		name: "no failover", file: "propagation/catalog.yaml",
		old:    "    - affinityName: azure\n      labelSelector: {matchLabels: {environment: prod, provider: azure}}\n",
		caught: "failover", message: "CronJob shop/reindex",
	},
	{
		name: "two write the index", file: "propagation/catalog.yaml",
		old: "{spreadByField: cluster, minGroups: 1, maxGroups: 1}", new: "{spreadByField: cluster, minGroups: 1, maxGroups: 2}",
		caught: "placement", message: "CronJob shop/reindex",
	},
}
