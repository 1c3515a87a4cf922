//! Value names are scoped to their body, whatever names other bodies use.

use rmlir_properties::threads::{run, try_to_run};

/// A function with `n` sums of type `ty`, named by number.
fn function(name: &str, n: usize, ty: &str) -> String {
    let mut text = format!("func.func @{name}(%0: {ty}) -> {ty} {{\n");
    for index in 1..=n {
        text.push_str(&format!("  %{index} = arith.addi %{}, %0 : {ty}\n", index - 1));
    }
    text + &format!("  return %{n} : {ty}\n}}\n")
}

/// The printed form of a module with `functions`, without the module operation.
fn printed(functions: &str) -> String {
    let text = String::from_utf8(run(functions, &[], 1)).expect("text is text");
    text.strip_prefix("module {\n").and_then(|rest| rest.strip_suffix("}\n\n")).expect("a module").to_owned()
}

#[test]
fn functions_are_read_as_if_each_were_alone() {
    let functions = [("a", 3, "i8"), ("b", 20_000, "i16"), ("c", 2, "i32"), ("d", 6_000, "i64"), ("e", 5_000, "index")];
    let texts = functions.map(|(name, n, ty)| function(name, n, ty));
    assert_eq!(printed(&texts.concat()), texts.map(|text| printed(&text)).concat());
}

#[test]
fn a_name_of_another_function_is_unknown() {
    let text = function("many", 9_000, "i8") + &function("few", 5, "i8").replace("return %5", "return %6");
    let (code, said) = try_to_run(&text, &[], 1);
    assert_ne!(code, 0);
    assert!(String::from_utf8_lossy(&said).contains("use of undeclared SSA value name"));
}
