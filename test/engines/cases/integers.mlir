// Integers of widths that registers do not have, and of those that they have.

func.func @odd(%a: i5, %b: i5) -> (i5, i5, i5, i1, i1) {
  %c1 = arith.constant 1 : i5
  %0 = arith.addi %a, %b : i5
  %1 = arith.muli %0, %a : i5
  %2 = arith.shrsi %1, %c1 : i5
  %3 = arith.cmpi slt, %2, %b : i5
  %4 = arith.cmpi ult, %2, %b : i5
  return %0, %1, %2, %3, %4 : i5, i5, i5, i1, i1
}

func.func @widths(%a: i24, %b: i48) -> (i48, i24, i7, i72) {
  %0 = arith.extsi %a : i24 to i48
  %1 = arith.subi %0, %b : i48
  %2 = arith.trunci %1 : i48 to i24
  %3 = arith.trunci %2 : i24 to i7
  %4 = arith.extsi %3 : i7 to i72
  return %1, %2, %3, %4 : i48, i24, i7, i72
}

func.func @wide(%a: i128, %b: i128) -> (i128, i128, i128, i128, i1) {
  %c1 = arith.constant 1 : i128
  %c77 = arith.constant 77 : i128
  %odd = arith.ori %b, %c1 : i128
  %0 = arith.muli %a, %b : i128
  %1 = arith.divui %a, %odd : i128
  %2 = arith.remui %a, %odd : i128
  %3 = arith.shrsi %0, %c77 : i128
  %4 = arith.cmpi sgt, %0, %b : i128
  return %0, %1, %2, %3, %4 : i128, i128, i128, i128, i1
}

func.func @divisions(%a: i8, %b: i8) -> (i8, i8, i8, i8, i8, i8, i8) {
  %c127 = arith.constant 127 : i8
  %c1 = arith.constant 1 : i8
  %small = arith.andi %b, %c127 : i8
  %odd = arith.ori %small, %c1 : i8
  %0 = arith.divsi %a, %odd : i8
  %1 = arith.remsi %a, %odd : i8
  %2 = arith.divui %a, %odd : i8
  %3 = arith.remui %a, %odd : i8
  %4 = arith.floordivsi %a, %odd : i8
  %5 = arith.ceildivsi %a, %odd : i8
  %6 = arith.ceildivui %a, %odd : i8
  return %0, %1, %2, %3, %4, %5, %6 : i8, i8, i8, i8, i8, i8, i8
}

func.func @extended(%a: i32, %b: i32, %c: i13, %d: i13) -> (i32, i1, i32, i32, i32, i32, i13, i13) {
  %sum, %carry = arith.addui_extended %a, %b : i32, i1
  %low, %high = arith.mului_extended %a, %b : i32
  %slow, %shigh = arith.mulsi_extended %a, %b : i32
  %0 = arith.maxsi %c, %d : i13
  %1 = arith.minui %c, %d : i13
  return %sum, %carry, %low, %high, %slow, %shigh, %0, %1 : i32, i1, i32, i32, i32, i32, i13, i13
}

func.func @bits(%a: i32, %b: i24, %c: i64) -> (i32, i32, i32, i24, i24, i24, i64) {
  %0 = math.ctlz %a : i32
  %1 = math.cttz %a : i32
  %2 = math.ctpop %a : i32
  %3 = math.ctlz %b : i24
  %4 = math.cttz %b : i24
  %5 = math.absi %b : i24
  %6 = math.absi %c : i64
  return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i32, i24, i24, i24, i64
}

llvm.func @overflow(%a: i32, %b: i32, %c: i12, %d: i12, %e: i128) -> !llvm.struct<(i32, i1, i12, i12, i12, i12, i1, i1)> {
  %0 = "llvm.intr.sadd.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(i32, i1)>
  %2 = llvm.extractvalue %0[1] : !llvm.struct<(i32, i1)>
  %3 = llvm.intr.sadd.sat(%c, %d) : (i12, i12) -> i12
  %4 = llvm.intr.usub.sat(%c, %d) : (i12, i12) -> i12
  %5 = llvm.intr.ssub.sat(%c, %d) : (i12, i12) -> i12
  %6 = llvm.intr.uadd.sat(%c, %d) : (i12, i12) -> i12
  %7 = "llvm.intr.smul.with.overflow"(%c, %d) : (i12, i12) -> !llvm.struct<(i12, i1)>
  %8 = llvm.extractvalue %7[1] : !llvm.struct<(i12, i1)>
  %9 = "llvm.intr.umul.with.overflow"(%e, %e) : (i128, i128) -> !llvm.struct<(i128, i1)>
  %10 = llvm.extractvalue %9[1] : !llvm.struct<(i128, i1)>
  %u = llvm.mlir.undef : !llvm.struct<(i32, i1, i12, i12, i12, i12, i1, i1)>
  %s0 = llvm.insertvalue %1, %u[0] : !llvm.struct<(i32, i1, i12, i12, i12, i12, i1, i1)>
  %s1 = llvm.insertvalue %2, %s0[1] : !llvm.struct<(i32, i1, i12, i12, i12, i12, i1, i1)>
  %s2 = llvm.insertvalue %3, %s1[2] : !llvm.struct<(i32, i1, i12, i12, i12, i12, i1, i1)>
  %s3 = llvm.insertvalue %4, %s2[3] : !llvm.struct<(i32, i1, i12, i12, i12, i12, i1, i1)>
  %s4 = llvm.insertvalue %5, %s3[4] : !llvm.struct<(i32, i1, i12, i12, i12, i12, i1, i1)>
  %s5 = llvm.insertvalue %6, %s4[5] : !llvm.struct<(i32, i1, i12, i12, i12, i12, i1, i1)>
  %s6 = llvm.insertvalue %8, %s5[6] : !llvm.struct<(i32, i1, i12, i12, i12, i12, i1, i1)>
  %s7 = llvm.insertvalue %10, %s6[7] : !llvm.struct<(i32, i1, i12, i12, i12, i12, i1, i1)>
  llvm.return %s7 : !llvm.struct<(i32, i1, i12, i12, i12, i12, i1, i1)>
}

llvm.func @funnel(%a: i32, %b: i32, %c: i32, %d: i16) -> !llvm.struct<(i32, i32, i16, i16)> {
  %0 = llvm.intr.fshl(%a, %b, %c) : (i32, i32, i32) -> i32
  %1 = llvm.intr.fshr(%a, %b, %c) : (i32, i32, i32) -> i32
  %2 = llvm.intr.bswap(%d) : (i16) -> i16
  %3 = llvm.intr.bitreverse(%d) : (i16) -> i16
  %u = llvm.mlir.undef : !llvm.struct<(i32, i32, i16, i16)>
  %s0 = llvm.insertvalue %0, %u[0] : !llvm.struct<(i32, i32, i16, i16)>
  %s1 = llvm.insertvalue %1, %s0[1] : !llvm.struct<(i32, i32, i16, i16)>
  %s2 = llvm.insertvalue %2, %s1[2] : !llvm.struct<(i32, i32, i16, i16)>
  %s3 = llvm.insertvalue %3, %s2[3] : !llvm.struct<(i32, i32, i16, i16)>
  llvm.return %s3 : !llvm.struct<(i32, i32, i16, i16)>
}
