// RUN: rmlir-translate --mlir-to-llvmir %s

llvm.func @loop(%n: i64, %p: !llvm.ptr) -> i64 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^header(%zero, %zero : i64, i64)
^header(%i: i64, %sum: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more weights([7, 1]), ^body, ^exit(%sum : i64)
^body:
  %at = llvm.getelementptr inbounds|nuw %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %value = llvm.load %at {alignment = 8 : i64} : !llvm.ptr -> i64
  %next_sum = llvm.add %sum, %value overflow<nsw, nuw> : i64
  %next = llvm.add %i, %one overflow<nsw> : i64
  llvm.br ^header(%next, %next_sum : i64, i64)
^exit(%result: i64):
  llvm.return %result : i64
}

// One block is reached twice from one terminator, with different values.
llvm.func @both(%c: i1, %a: i32, %b: i32) -> i32 {
  llvm.cond_br %c, ^end(%a : i32), ^end(%b : i32)
^end(%r: i32):
  llvm.return %r : i32
}

llvm.func @choose(%x: i32) -> i32 {
  %c = llvm.mlir.constant(10 : i32) : i32
  llvm.switch %x : i32, ^default(%x : i32) [
    -1: ^one,
    5: ^default(%c : i32)
  ] {branch_weights = array<i32: 1, 2, 3>}
^one:
  llvm.unreachable
^default(%r: i32):
  llvm.return %r : i32
}

llvm.func @jump(%n: i64) -> i64 {
  %0 = llvm.blockaddress <function = @jump, tag = <id = 1>> : !llvm.ptr
  llvm.indirectbr %0 : !llvm.ptr, [
    ^here
  ]
^here:
  llvm.blocktag <id = 1>
  llvm.return %n : i64
}
