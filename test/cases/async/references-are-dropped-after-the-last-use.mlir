// RUN: rmlir-opt %s --async-runtime-ref-counting

func.func private @take(!async.token)
func.func private @give() -> !async.value<i32>

func.func @unused(%token: !async.token) {
  %value = call @give() : () -> !async.value<i32>
  return
}

// A function that gets it drops it, so the caller adds a reference; what is returned keeps its own.
func.func @passed(%token: !async.token, %value: !async.value<i32>) -> !async.value<i32> {
  call @take(%token) : (!async.token) -> ()
  async.runtime.await %value : !async.value<i32>
  return %value : !async.value<i32>
}

// Uses in regions count as uses of the operation around.
func.func @nested(%token: !async.token, %c: i1) {
  scf.if %c {
    async.runtime.await %token : !async.token
  }
  return
}

// Where it is not used it is dropped on the way; two branches to one block get a block between each.
func.func @ways(%token: !async.token, %c: i1) {
  cf.cond_br %c, ^used, ^end
^used:
  async.runtime.await %token : !async.token
  cf.br ^end
^end:
  return
}

func.func @only_way(%c: i1) {
  %token = async.runtime.create : !async.token
  %value = async.runtime.create : !async.value<f32>
  cf.cond_br %c, ^one, ^other
^one:
  async.runtime.await %token : !async.token
  return
^other:
  async.runtime.await %value : !async.value<f32>
  return
}

// A loop keeps it until it ends.
func.func @loop(%token: !async.token, %c: i1) {
  cf.br ^head
^head:
  async.runtime.await %token : !async.token
  cf.cond_br %c, ^head, ^end
^end:
  return
}

// A suspended coroutine comes to the use sooner or later.
func.func @suspended(%token: !async.token) {
  %id = async.coro.id
  %handle = async.coro.begin %id
  %state = async.coro.save %handle
  async.runtime.await_and_resume %token, %handle : !async.token
  async.coro.suspend %state, ^suspend, ^resume, ^cleanup
^resume:
  %failed = async.runtime.is_error %token : !async.token
  cf.br ^cleanup
^cleanup:
  async.coro.free %id, %handle
  cf.br ^suspend
^suspend:
  async.coro.end %handle
  return
}
