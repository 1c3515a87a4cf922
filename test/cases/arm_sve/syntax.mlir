// RUN: rmlir-opt %s --mlir-print-op-generic | rmlir-opt

func.func @products(%i: vector<[4]xi32>, %b: vector<[16]xi8>, %l: vector<[2]xi64>, %h: vector<[8]xi16>,
                    %f: vector<[4]xf32>, %s: vector<[8]xbf16>) {
  %0 = arm_sve.sdot %l, %h, %h : vector<[8]xi16> to vector<[2]xi64>
  %1 = arm_sve.udot %i, %b, %b : vector<[16]xi8> to vector<[4]xi32>
  %2 = arm_sve.smmla %i, %b, %b : vector<[16]xi8> to vector<[4]xi32>
  %3 = arm_sve.ummla %i, %b, %b : vector<[16]xi8> to vector<[4]xi32>
  %4 = arm_sve.usmmla %i, %b, %b {note = "mixed"} : vector<[16]xi8> to vector<[4]xi32>
  %5 = arm_sve.intr.bfmmla %f, %s, %s : vector<[8]xbf16> to vector<[4]xf32>
  return
}

func.func @masked(%m: vector<[2]xi1>, %i: vector<[2]xi64>, %f: vector<[2]xf64>, %mm: vector<3x[4]xi1>, %s: vector<3x[4]xf16>) {
  %0 = arm_sve.masked.addi %m, %i, %i : vector<[2]xi1>, vector<[2]xi64>
  %1 = arm_sve.masked.subi %m, %i, %i : vector<[2]xi1>, vector<[2]xi64>
  %2 = arm_sve.masked.muli %m, %i, %i : vector<[2]xi1>, vector<[2]xi64>
  %3 = arm_sve.masked.divi_signed %m, %i, %i : vector<[2]xi1>, vector<[2]xi64>
  %4 = arm_sve.masked.divi_unsigned %m, %i, %i : vector<[2]xi1>, vector<[2]xi64>
  %5 = arm_sve.masked.addf %m, %f, %f : vector<[2]xi1>, vector<[2]xf64>
  %6 = arm_sve.masked.subf %m, %f, %f : vector<[2]xi1>, vector<[2]xf64>
  %7 = arm_sve.masked.mulf %m, %f, %f : vector<[2]xi1>, vector<[2]xf64>
  %8 = arm_sve.masked.divf %mm, %s, %s : vector<3x[4]xi1>, vector<3x[4]xf16>
  return
}

func.func @predicates(%a: vector<5x[2]xi1>, %b: vector<[1]xi1>, %c: vector<[16]xi1>, %i: index) {
  %0 = arm_sve.convert_to_svbool %a : vector<5x[2]xi1>
  %1 = arm_sve.convert_from_svbool %0 : vector<5x[8]xi1>
  %2 = arm_sve.psel %b, %c[%i] : vector<[1]xi1>, vector<[16]xi1>
  return
}

func.func @orders(%a: vector<[8]xbf16>, %b: vector<[2]xf64>) {
  %0 = arm_sve.dupq_lane %a[3] : vector<[8]xbf16>
  %1, %2 = arm_sve.zip.x2 %a, %0 : vector<[8]xbf16>
  %3, %4, %5, %6 = arm_sve.zip.x4 %b, %b, %b, %b : vector<[2]xf64>
  return
}

func.func @intrinsics(%i: vector<[4]xi32>, %b: vector<[16]xi8>, %m: vector<[4]xi1>, %full: vector<[16]xi1>, %n: i64, %at: i32) {
  %0 = "arm_sve.intr.usmmla"(%i, %b, %b) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
  %1 = "arm_sve.intr.add"(%m, %i, %i) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
  %2 = "arm_sve.intr.convert.from.svbool"(%full) : (vector<[16]xi1>) -> vector<[4]xi1>
  %3 = "arm_sve.intr.convert.to.svbool"(%m) : (vector<[4]xi1>) -> vector<[16]xi1>
  %4 = "arm_sve.intr.zip.x2"(%i, %i) : (vector<[4]xi32>, vector<[4]xi32>) -> !llvm.struct<(vector<[4]xi32>, vector<[4]xi32>)>
  %5 = "arm_sve.intr.psel"(%full, %m, %at) : (vector<[16]xi1>, vector<[4]xi1>, i32) -> vector<[16]xi1>
  %6 = "arm_sve.intr.whilelt"(%n, %n) : (i64, i64) -> vector<[4]xi1>
  %7 = "arm_sve.intr.dupq_lane"(%i) <{lane = 1 : i64}> : (vector<[4]xi32>) -> vector<[4]xi32>
  return
}
