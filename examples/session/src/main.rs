//! Parses a text, runs a pipeline and prints the result, or the diagnostics.
use rmlir::Session;

const TEXT: &str = "func.func @area(%width: i32) -> i32 {
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %a = arith.muli %width, %two : i32
  %b = arith.muli %a, %three : i32
  return %b : i32
}";

/// The text after the pipeline, or the text of the diagnostics.
fn transform(session: &Session, text: &str, pipeline: &str) -> Result<String, String> {
    let mut module = session.parse("area.mlir", text).map_err(|errors| session.render(&errors))?;
    session.run(&mut module, pipeline).map_err(|errors| session.render(&errors))?;
    Ok(session.print(&module))
}

fn main() -> Result<(), String> {
    print!("{}", transform(&Session::new(), TEXT, "builtin.module(func.func(canonicalize,cse))")?);
    Ok(())
}

#[cfg(test)]
mod tests;
