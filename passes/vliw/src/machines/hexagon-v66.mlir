// Qualcomm Hexagon V66, after LLVM's model of it (HexagonScheduleV66.td, HexagonDepIICScalar.td): four slots; loads in
// slots 0 and 1, stores in slot 0, or 1 beside one; 32-bit arithmetic anywhere, multiplication, shifts and floats in
// slots 2 and 3; results after 1 cycle (class tc_1), 2 (tc_2, tc_3x, loads), 3 (tc_4x); 32 registers, which hold 64
// bits in pairs, 4 predicates; a hardware loop whose end takes no slot. Ours: no operands from the same packet (.new),
// and a divider, which the machine does not have.
vliw.machine @hexagon_v66 issue 4 delay 0 min_ii 1 writes early {
  vliw.unit @slot0 count 1
  vliw.unit @slot1 count 1
  vliw.unit @slot2 count 1
  vliw.unit @slot3 count 1
  vliw.registers @p size 4 holds [i1, !pvec.pred]
  vliw.registers @r size 32 pairs [i64, f64]
  vliw.class @load latency 2 runs ["memref.load"] on @slot1 or @slot0
  vliw.class @store latency 1 runs ["memref.store"] on @slot0 or @slot1
  vliw.class @endloop latency 1 runs ["vliw.branch"] on nothing
  vliw.class @float latency 3 runs ["arith.addf", "arith.subf", "arith.mulf", "arith.cmpf", "arith.maximumf", "arith.minimumf", "math.fma"] on @slot3 or @slot2
  vliw.class @multiply latency 2 runs ["arith.muli", "arith.shli", "arith.shrsi", "arith.shrui"] on @slot3 or @slot2
  vliw.class @divide latency 20 runs ["arith.divf", "math.sqrt", "arith.divsi", "arith.divui", "arith.remsi", "arith.remui"] on @slot3 for 20
  vliw.class @alu latency 1 runs ["*"] on @slot3 or @slot2 or @slot1 or @slot0
}
