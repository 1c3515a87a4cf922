// RUN: rmlir-opt %s --arith-emulate-wide-int=widest-int-supported=3
// RUN: rmlir-opt %s --arith-emulate-wide-int=widest-int-supported=0
// RUN: rmlir-opt %s --arith-emulate-wide-int=widest-int-supported=1
// RUN: rmlir-opt %s --memref-emulate-wide-int=widest-int-supported=24
// RUN: rmlir-opt %s --memref-emulate-wide-int=widest-int-supported=4294967295

// A pass that fails says why: a width that is no power of two has no pairs.
func.func @f(%a: i32) -> i32 {
  return %a : i32
}
