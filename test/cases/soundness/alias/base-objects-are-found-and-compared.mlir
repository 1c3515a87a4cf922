// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-alias-analysis),llvm.func(test-alias-analysis))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-alias-analysis{across}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-alias-analysis{count noalias-arguments}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-alias-analysis{count local}))'
// What the alias analysis finds.

memref.global "private" @g : memref<8xf32> = dense<1.0>
memref.global "private" @h : memref<8xf32> = dense<2.0>
func.func private @keep(memref<8xf32>)
func.func private @make() -> memref<8xf32>

func.func @arguments(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32> {llvm.noalias}) attributes {test.ptr = "f"} {
  %g0 = memref.get_global @g : memref<8xf32> {test.ptr = "g0"}
  %g1 = memref.get_global @g : memref<8xf32> {test.ptr = "g1"}
  %h = memref.get_global @h : memref<8xf32> {test.ptr = "h"}
  %u = func.call @make() {test.ptr = "made"} : () -> memref<8xf32>
  return
}

// An allocation that is passed to a call may come back from one, another one does not.
func.func @captures(%at: index) -> memref<8xf32> {
  %kept = memref.alloc() {test.ptr = "kept"} : memref<8xf32>
  %cast = memref.cast %kept : memref<8xf32> to memref<?xf32>
  %back = memref.cast %cast : memref<?xf32> to memref<8xf32>
  func.call @keep(%back) : (memref<8xf32>) -> ()
  %own = memref.alloc() {test.ptr = "own"} : memref<8xf32>
  %x = memref.load %own[%at] : memref<8xf32>
  memref.store %x, %own[%at] : memref<8xf32>
  %n = memref.dim %own, %at : memref<8xf32>
  %number = memref.alloc() {test.ptr = "number"} : memref<8xf32>
  %address = memref.extract_aligned_pointer_as_index %number : memref<8xf32> -> index
  %held = memref.alloc() {test.ptr = "held"} : memref<8xf32>
  %holder = memref.alloc() {test.ptr = "holder"} : memref<1xmemref<8xf32>>
  memref.store %held, %holder[%at] : memref<1xmemref<8xf32>>
  %made = func.call @make() {test.ptr = "made"} : () -> memref<8xf32>
  %loaded = memref.load %holder[%at] {test.ptr = "loaded"} : memref<1xmemref<8xf32>>
  return %own : memref<8xf32>
}

func.func @ways(%a: memref<8xf32>, %b: memref<8xf32>, %c: i1) {
  %p = memref.alloc() {test.ptr = "p"} : memref<8xf32>
  %q = memref.alloc() {test.ptr = "q"} : memref<8xf32>
  %r = memref.alloc() {test.ptr = "r"} : memref<8xf32>
  %s = arith.select %c, %p, %q {test.ptr = "select"} : memref<8xf32>
  %i = scf.if %c -> memref<8xf32> {
    scf.yield %q : memref<8xf32>
  } else {
    scf.yield %r : memref<8xf32>
  } {test.ptr = "if"}
  %t = memref.transpose %p (i) -> (i) {test.ptr = "transpose"} : memref<8xf32> to memref<8xf32, strided<[1]>>
  %base, %o, %n, %st = memref.extract_strided_metadata %q : memref<8xf32> -> memref<f32>, index, index, index {test.ptr = "metadata"}
  cf.cond_br %c, ^bb1(%p : memref<8xf32>), ^bb1(%r : memref<8xf32>)
^bb1(%arg: memref<8xf32>):
  %v = memref.assume_alignment %arg, 4 {test.ptr = "aligned"} : memref<8xf32>
  return
}

// In a loop values are others in each iteration; `across` asks about any two.
func.func @loops(%a: memref<8xf32>, %b: memref<8xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %d:2 = memref.distinct_objects %a, %b {test.ptr = "before"} : memref<8xf32>, memref<8xf32>
  %p = memref.alloc() {test.ptr = "p"} : memref<8xf32>
  %q = memref.alloc() {test.ptr = "q"} : memref<8xf32>
  %r:2 = scf.for %i = %c1 to %n step %c1 iter_args(%x = %p, %y = %q) -> (memref<8xf32>, memref<8xf32>) {
    %e:2 = memref.distinct_objects %x, %y {test.ptr = "inside"} : memref<8xf32>, memref<8xf32>
    scf.yield %y, %x : memref<8xf32>, memref<8xf32>
  } {test.ptr = "swap", test.loop}
  return
}

// Distinct objects of the iteration before are not those of this one.
func.func @stale(%a: memref<8xf32>, %b: memref<8xf32>, %n: index, %c: i1) {
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c1 to %n step %c1 iter_args(%x = %a) -> (memref<8xf32>) {
    %s = arith.select %c, %a, %b : memref<8xf32>
    %e:2 = memref.distinct_objects %s, %b {test.ptr = "inside"} : memref<8xf32>, memref<8xf32>
    scf.yield %e#0 : memref<8xf32>
  } {test.ptr = "carried"}
  return
}

llvm.mlir.global internal @i() : i32
llvm.mlir.global internal @j() : i32
llvm.func @use(!llvm.ptr)

llvm.func @pointers(%a: !llvm.ptr {llvm.noalias}, %b: !llvm.ptr, %n: i64) attributes {test.ptr = "f"} {
  %one = llvm.mlir.constant(1 : i64) : i64
  %i = llvm.mlir.addressof @i {test.ptr = "i"} : !llvm.ptr
  %j = llvm.mlir.addressof @j {test.ptr = "j"} : !llvm.ptr
  %s = llvm.alloca %one x i32 {test.ptr = "alloca"} : (i64) -> !llvm.ptr
  %k = llvm.alloca %one x i32 {test.ptr = "used"} : (i64) -> !llvm.ptr
  llvm.call @use(%k) : (!llvm.ptr) -> ()
  %e = llvm.getelementptr %s[%n] {test.ptr = "element"} : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %c = llvm.addrspacecast %b {test.ptr = "space"} : !llvm.ptr to !llvm.ptr<1>
  %z = llvm.inttoptr %n {test.ptr = "number"} : i64 to !llvm.ptr
  %l = llvm.load %b {test.ptr = "loaded"} : !llvm.ptr -> !llvm.ptr
  llvm.return
}
