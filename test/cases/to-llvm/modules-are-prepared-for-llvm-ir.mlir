// RUN: rmlir-opt %s --llvm-legalize-for-export --llvm-request-c-wrappers --set-llvm-module-datalayout=data-layout=e-i64:64

func.func @wrapped(%m: memref<4xf32>) {
  return
}

llvm.func @choice(%c: i1, %a: i32, %b: i32) -> i32 {
  llvm.cond_br %c, ^one(%a : i32), ^one(%b : i32)
^one(%x: i32):
  llvm.switch %x : i32, ^two(%a : i32) [
    1: ^two(%b : i32),
    2: ^three,
    3: ^two(%x : i32)
  ]
^two(%y: i32):
  llvm.return %y : i32
^three:
  // Without arguments it may stay.
  llvm.cond_br %c, ^four, ^four
^four:
  llvm.return %a : i32
}
