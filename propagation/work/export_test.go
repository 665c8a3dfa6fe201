package work

// Completions is completions, for tests.
var Completions = completions
