// RUN: rmlir-opt %s --async-runtime-ref-counting-opt

func.func private @take(!async.token)

func.func @pair(%token: !async.token) {
  async.runtime.add_ref %token {count = 1 : i64} : !async.token
  call @take(%token) : (!async.token) -> ()
  async.runtime.drop_ref %token {count = 1 : i64} : !async.token
  return
}

// The function may drop the last reference before the token is waited for.
func.func @used_after_call(%token: !async.token) {
  async.runtime.add_ref %token {count = 1 : i64} : !async.token
  call @take(%token) : (!async.token) -> ()
  async.runtime.await %token : !async.token
  async.runtime.drop_ref %token {count = 1 : i64} : !async.token
  return
}

// Counts differ.
func.func @other_count(%token: !async.token) {
  async.runtime.add_ref %token {count = 2 : i64} : !async.token
  async.runtime.drop_ref %token {count = 1 : i64} : !async.token
  return
}

// Pairs do not span blocks; what is in a region is a use of what is around.
func.func @regions(%token: !async.token, %c: i1) {
  async.runtime.add_ref %token {count = 1 : i64} : !async.token
  scf.if %c {
    async.runtime.add_ref %token {count = 1 : i64} : !async.token
    async.runtime.await %token : !async.token
    async.runtime.drop_ref %token {count = 1 : i64} : !async.token
    async.runtime.drop_ref %token {count = 1 : i64} : !async.token
  }
  return
}
