// RUN: rmlir-opt %s

// A comment.
func.func // in between
  @f(  %a:i32)   ->i32{return %a:i32} // at the end
