// RUN: rmlir-opt %s --verify-diagnostics --async-to-async-runtime

func.func @loop(%value: !async.value<i32>, %n: index, %step: index) {
  %token = async.execute {
    // expected-error @+1 {{failed to legalize operation 'scf.for' that was explicitly marked illegal}}
    scf.for %i = %n to %n step %step {
      %x = async.await %value : !async.value<i32>
    }
    async.yield
  }
  return
}
