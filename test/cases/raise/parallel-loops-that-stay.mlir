// RUN: rmlir-opt %s --raise-simd-loops --split-input-file --remarks-filter=raise -o /dev/null
// Annotated loops are left unchanged, with a remark at the cause, if the annotation does not say that their iterations
// are independent.

#group = #llvm.access_group<id = distinct[0]<>>
#other = #llvm.access_group<id = distinct[1]<>>
#vectorize = #llvm.loop_vectorize<disable = false>
#parallel = #llvm.loop_annotation<vectorize = #vectorize, parallelAccesses = #group>

// Other accesses may depend on one another.
func.func @other_accesses(%n: index, %a: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = llvm.load %a {access_groups = [#other]} : !llvm.ptr -> f32
  } {loop_annotation = #parallel}
  return
}

// -----

#group = #llvm.access_group<id = distinct[0]<>>
#vectorize = #llvm.loop_vectorize<disable = false>
#parallel = #llvm.loop_annotation<vectorize = #vectorize, parallelAccesses = #group>

func.func private @touch(!llvm.ptr)

// The address of local memory that each iteration may have for itself is passed on.
func.func @passed(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %t = llvm.alloca %one x f32 : (i32) -> !llvm.ptr
  scf.for %i = %c0 to %n step %c1 {
    func.call @touch(%t) {access_groups = [#group]} : (!llvm.ptr) -> ()
  } {loop_annotation = #parallel}
  return
}

// -----

#group = #llvm.access_group<id = distinct[0]<>>
#vectorize = #llvm.loop_vectorize<disable = false>
#parallel = #llvm.loop_annotation<vectorize = #vectorize, parallelAccesses = #group>

// It is used after the loop: the last iteration's value might be.
func.func @last(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %t = llvm.alloca %one x f32 : (i32) -> !llvm.ptr
  scf.for %i = %c0 to %n step %c1 {
    llvm.store %x, %t {access_groups = [#group]} : f32, !llvm.ptr
  } {loop_annotation = #parallel}
  %y = llvm.load %t : !llvm.ptr -> f32
  return %y : f32
}

// -----

#vectorize = #llvm.loop_vectorize<disable = false, width = 4 : i32>
#hint = #llvm.loop_annotation<vectorize = #vectorize>

// A request for vectorization says nothing of dependences.
func.func @hint(%n: index, %a: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = llvm.load %a : !llvm.ptr -> f32
  } {loop_annotation = #hint}
  return
}

// -----

#group = #llvm.access_group<id = distinct[0]<>>
#vectorize = #llvm.loop_vectorize<disable = false, width = 128 : i32>
#parallel = #llvm.loop_annotation<vectorize = #vectorize, parallelAccesses = #group>

func.func @too_many(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
  } {loop_annotation = #parallel}
  return
}
