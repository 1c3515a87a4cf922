// RUN: rmlir-opt %s --tosa-convert-integer-type-to-signless

// Elements of tensors lose their sign, in signatures and regions too; other types keep it.

func.func @f(%arg0: tensor<1x1xui8>, %s: tensor<*xsi16>, %e: ui8) -> (tensor<1x1xui8>, tensor<*xsi16>) {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %sh = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zi = "tosa.const"() <{values = dense<127> : tensor<1xui8>}> : () -> tensor<1xui8>
  %zo = "tosa.const"() <{values = dense<-1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.rescale %arg0, %m, %sh, %zi, %zo {rounding_mode = SINGLE_ROUND, scale32 = true, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<1x1xui8>, tensor<1xi32>, tensor<1xi8>, tensor<1xui8>, tensor<1xi8>) -> tensor<1x1xi8>
  %1 = tosa.add %arg0, %arg0 {x = 1} : (tensor<1x1xui8>, tensor<1x1xui8>) -> tensor<1x1xui8>
  return %1, %s : tensor<1x1xui8>, tensor<*xsi16>
}
func.func @g(%arg0: tensor<1xui8>, %c: tensor<i1>) -> tensor<1xui8> {
  %0 = tosa.cond_if %c (%a = %arg0) : tensor<i1> (tensor<1xui8>) -> tensor<1xui8> {
  ^bb0(%a: tensor<1xui8>):
    tosa.yield %a : tensor<1xui8>
  } else {
  ^bb0(%a: tensor<1xui8>):
    %1 = tosa.add %a, %a : (tensor<1xui8>, tensor<1xui8>) -> tensor<1xui8>
    tosa.yield %1 : tensor<1xui8>
  }
  return %0 : tensor<1xui8>
}
func.func @h() -> tensor<3xui8> {
  %0 = "tosa.const"() <{values = dense<[1,2,255]> : tensor<3xui8>}> {a = 1}  : () -> tensor<3xui8>
  return %0 : tensor<3xui8>
}
func.func private @decl(tensor<3xui8>) -> tensor<3xui8>
func.func @call(%arg0: tensor<3xui8>) -> tensor<3xui8> {
  %0 = func.call @decl(%arg0) : (tensor<3xui8>) -> tensor<3xui8>
  return %0 : tensor<3xui8>
}
