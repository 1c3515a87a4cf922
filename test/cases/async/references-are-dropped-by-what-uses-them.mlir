// RUN: rmlir-opt %s --async-runtime-policy-based-ref-counting

func.func @uses(%token: !async.token, %value: !async.value<f32>, %group: !async.group, %unused: !async.token) -> f32 {
  %failed = async.runtime.is_error %token : !async.token
  %rank = async.runtime.add_to_group %token, %group : !async.token
  %other = async.runtime.add_to_group %value, %group : !async.value<f32>
  async.runtime.await %group : !async.group
  %group_failed = async.runtime.is_error %group : !async.group
  %value_failed = async.runtime.is_error %value : !async.value<f32>
  %loaded = async.runtime.load %value : <f32>
  return %loaded : f32
}
