// Package words has what messages need: the word that a misspelt one may mean, strings of one line, escaped, or of a limited length, long values that are cut
// around their difference, code in Markdown, and the faults of validation.
package words
