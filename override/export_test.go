package override

// ForgetText lets the next AppendJSON make the text of the result again.
func (r *Result) ForgetText() { r.run.text = text{} }

// ForgetEncoding is ForgetText, without the encoding of the input object.
func (r *Result) ForgetEncoding() {
	r.ForgetText()
	r.run.shared = &shared{}
}
