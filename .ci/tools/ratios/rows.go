package main

// row is a line of the table: a benchmark, what it measures in each language, and Karmada's time in copies of the object where it was
// measured, otherwise 0.
type row struct {
	benchmark, english, chinese string
	upstream                    float64
}

var rows = []row{
	{"B1/object", "one policy, one image override", "一个策略，一次镜像覆盖", 33},
	{"JSON/b1/bytes", "– only AppendJSON, without the policies", "– 只有 AppendJSON，不含策略计算", 0},
	{"B1/changes", "– only the changes, without the object", "– 只要变更，不要对象", 0},
	{"B2/object", "one policy, every overrider", "一个策略，所有覆盖器", 88},
	{"JSON/b2/marshal", "– json.Marshal of this object", "– 对该对象做 json.Marshal", 0},
	{"JSON/b2/first", "– as JSON bytes, the first result", "– 输出为 JSON 字节，第一个结果", 0},
	{"JSON/b2/bytes", "– as JSON bytes, further results", "– 输出为 JSON 字节，后续结果", 0},
	{"B3/object", "1,000 policies, three match", "1,000 个策略，三个匹配", 77},
	{"B4/object", "10,000 policies, three match", "10,000 个策略，三个匹配", 290},
	{"B6/object", "100,000 policies, three match", "100,000 个策略，三个匹配", 0},
	{"B5/object", "500 clusters × 20 policies, one by one", "500 个集群 × 20 个策略，逐个计算", 192_000},
	{"Bytes/b5", "– the same as JSON bytes", "– 同上，输出为 JSON 字节", 0},
	{"Variants/b5", "500 clusters × 20 policies, each distinct result once", "500 个集群 × 20 个策略，每种不同的结果计算一次", 192_000},
	{"Variants/regions", "– with rules for regions and zones: 30 distinct results", "– 规则按地域和可用区区分：30 种不同的结果", 0},
	{"Select", "an object whose kind none of 10,000 policies selects", "10,000 个策略都不选择其类型的对象", 270},
	{"Compile", "compile and index 10,000 policies", "编译 10,000 个策略并建立索引", 0},
	{"With/with", "add one policy to a set of 10,000", "向 10,000 个策略的集合添加一个策略", 0},
	{"Explain", "explain one object against 10,000 policies", "针对 10,000 个策略解释一个对象", 0},
	{"Inventory", "2,000 objects × 500 clusters × 1,000 policies, all changes", "2,000 个对象 × 500 个集群 × 1,000 个策略，所有变更", 0},
	{"Large/resource/changes", "one edit of a custom resource of 200 KB", "对 200 KB 的自定义资源做一次编辑", 0},
	{"Large/text/changes", "one edit inside a YAML string of 100 KB", "在 100 KB 的 YAML 字符串中做一次编辑", 0},
}

// page is a README: its file, the sentence about the unit, the headings of the table, and its text for a row.
type page struct {
	file    string
	unit    string
	columns []string
	text    func(row) string
}

var pages = []page{
	{
		"README.md", "One DeepCopy of the object is about %.0f µs.",
		[]string{"µs", "DeepCopies", "Karmada, DeepCopies", "Karmada ÷ overridekit"}, func(r row) string { return r.english },
	},
	{
		"README.zh-CN.md", "对该对象做一次 DeepCopy 约需 %.0f µs。",
		[]string{"µs", "DeepCopy 次数", "Karmada 的 DeepCopy 次数", "Karmada ÷ overridekit"}, func(r row) string { return r.chinese },
	},
}
