// What `toy-opt toy.mlir --canonicalize --toy-expand-scale` prints is in toy.expected.mlir.
func.func @f(%a: i64, %b: !toy.box<f32>) -> (i64, !toy.box<f32>) {
  %0 = toy.scale %a by 1 <fast> : i64
  %1 = toy.scale %0 by 3 <exact> : i64
  %2 = toy.scale %b by 2 <fast> {note = #toy.mode<exact>} : !toy.box<f32>
  toy.scope {
    %3 = toy.scale %1 by 5 <fast> : i64
  }
  return %1, %2 : i64, !toy.box<f32>
}
