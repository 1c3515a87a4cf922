// RUN: rmlir-opt %s --test-grid-process-multi-index-op-lowering

shard.grid @plane(shape = 2x4)

func.func @places() -> (index, index, index) {
  %0 = shard.process_multi_index on @plane axes = [1] : index
  %1:2 = shard.process_multi_index on @plane : index, index
  return %0, %1#0, %1#1 : index, index, index
}
