// Package textedit knows JSON and YAML as text: what a YAML text comes to when it is read, and what is lost when it is read and
// written anew.
package textedit
