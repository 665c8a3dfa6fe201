// Package words has what messages need: the word that a misspelt one may mean, strings of one line, escaped, or of a limited length, long values that are cut
// around their difference, code in Markdown, and the faults of validation.
//
// Other packages of this module use it. It is not for others: there is no promise that its API stays.
package words
