//! The dialect in the opt tool: what is verified, canonicalized and refused to be lowered.

/// The module after a pipeline, or the errors.
fn run(text: &str, pipeline: &str) -> String {
    let session = toy::session();
    let mut module = match session.parse("input.mlir", text) {
        Ok(module) => module,
        Err(errors) => return session.render(&errors),
    };
    match session.run(&mut module, pipeline) {
        Ok(_) => session.print(&module),
        Err(errors) => session.render(&errors),
    }
}

#[test]
fn operations_are_verified() {
    let bodies = [
        "%0 = toy.add %a, %b : (tensor<2xf64>, tensor<3xf64>) -> tensor<*xf64>",
        "%0 = toy.transpose %c : (tensor<2x3xf64>) -> tensor<2x3xf64>",
        "%0 = toy.reshape %a : (tensor<2xf64>) -> tensor<*xf64>",
        "%0 = toy.reshape %c : (tensor<2x3xf64>) -> tensor<4xf64>",
        "%0 = toy.cast %a : tensor<2xf64> to tensor<3xf64>",
        "%0 = toy.generic_call @main(%a) : (tensor<2xf64>) -> tensor<*xf64>",
        "%0 = toy.generic_call @none() : () -> tensor<*xf64>",
        "%0 = toy.struct_constant [1.0] : !toy.struct<tensor<*xf64>>",
        "%0 = toy.struct_access %s[1] : !toy.struct<tensor<*xf64>> -> tensor<*xf64>",
        "toy.return %a : tensor<2xf64>",
        "toy.print %s : !toy.struct<tensor<*xf64>>",
    ];
    let results = bodies.map(|body| {
        let arguments = "%a: tensor<2xf64>, %b: tensor<3xf64>, %c: tensor<2x3xf64>, %s: !toy.struct<tensor<*xf64>>";
        let end = if body.starts_with("toy.return") { "" } else { "toy.return" };
        run(&format!("toy.func @main({arguments}) {{\n  {body}\n  {end}\n}}"), "builtin.module(canonicalize)")
    });
    insta::assert_snapshot!(results.join("\n"));
}

#[test]
fn pairs_of_transposes_and_reshapes_disappear() {
    let text = "toy.func @f(%x: tensor<*xf64>, %y: tensor<6xf64>) -> tensor<2x3xf64> {
      %0 = toy.transpose %x : (tensor<*xf64>) -> tensor<*xf64>
      %1 = toy.transpose %0 : (tensor<*xf64>) -> tensor<*xf64>
      %2 = toy.reshape %1 : (tensor<*xf64>) -> tensor<6xf64>
      %3 = toy.reshape %2 : (tensor<6xf64>) -> tensor<2x3xf64>
      %4 = toy.reshape %y : (tensor<6xf64>) -> tensor<3x2xf64>
      %5 = toy.transpose %4 : (tensor<3x2xf64>) -> tensor<2x3xf64>
      %6 = toy.add %3, %5 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
      %7 = toy.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf64>
      %8 = toy.reshape %7 : (tensor<6xf64>) -> tensor<2x3xf64>
      %9 = toy.mul %6, %8 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
      toy.return %9 : tensor<2x3xf64>
    }";
    insta::assert_snapshot!(run(text, "builtin.module(canonicalize)"));
}

#[test]
fn inlining_casts_where_a_call_and_its_function_differ() {
    let text = "toy.func private @f(%x: tensor<*xf64>, %y: tensor<2xf64>) -> tensor<*xf64> {
      %0 = toy.mul %x, %y : (tensor<*xf64>, tensor<2xf64>) -> tensor<*xf64>
      toy.return %0 : tensor<*xf64>
    }
    toy.func @g(%a: tensor<2xf64>, %b: tensor<*xf64>) {
      %0 = toy.generic_call @f(%a, %b) : (tensor<2xf64>, tensor<*xf64>) -> tensor<2xf64>
      toy.print %0 : tensor<2xf64>
      toy.return
    }";
    insta::assert_snapshot!(run(text, "builtin.module(inline{default-pipeline=})"));
}

#[test]
fn unknown_shapes_are_reported() {
    let text = "toy.func @main(%x: tensor<*xf64>) {
      %0 = toy.transpose %x : (tensor<*xf64>) -> tensor<*xf64>
      toy.print %0 : tensor<*xf64>
      toy.return
    }";
    let errors = run(text, "builtin.module(toy.func(toy-shape-inference))");
    assert!(errors.contains("2:12: error: 'toy.transpose' op has a result whose shape cannot be inferred"), "{errors}");
    assert!(run(text, "builtin.module(convert-toy-to-affine)").contains("failed to legalize operation 'toy.func'"));
    let text = "toy.func @main() {
      %0 = toy.constant dense<1.0> : tensor<2xf64>
      %1 = toy.transpose %0 : (tensor<2xf64>) -> tensor<*xf64>
      toy.print %1 : tensor<*xf64>
      toy.return
    }";
    let errors = run(text, "builtin.module(convert-toy-to-affine)");
    assert!(errors.contains("failed to legalize operation 'toy.transpose'"), "{errors}");
}
