//! A syntax tree as text: one line for each node, indented by its depth, with its line and column.

use std::fmt::Write;

use rmlir::diag::{SourceMap, Span};

use super::ast::{Expr, ExprKind, Program, Statement, Variable};

/// The text of `program`.
pub fn dump(program: &Program, sources: &SourceMap) -> String {
    let mut out = Dump { sources, text: String::new(), depth: 0 };
    for structure in &program.structs {
        out.line(structure.name.span, &format!("struct {}", structure.name.text));
        out.inside(|out| structure.fields.iter().for_each(|field| out.line(field.name.span, &declared(field))));
    }
    for function in &program.functions {
        let parameters: Vec<String> = function.parameters.iter().map(declared).collect();
        out.line(function.name.span, &format!("def {}({})", function.name.text, parameters.join(", ")));
        out.inside(|out| function.body.iter().for_each(|statement| out.statement(statement)));
    }
    out.text
}

fn declared(variable: &Variable) -> String {
    let ty = variable.ty.as_ref().map_or("var", |ty| &ty.text);
    format!("{ty} {}", variable.name.text)
}

/// The text so far.
struct Dump<'s> {
    sources: &'s SourceMap,
    text: String,
    depth: usize,
}

impl Dump<'_> {
    fn line(&mut self, span: Span, what: &str) {
        let (_, at) = self.sources.locate(span.pos()).expect("the tree was read from these sources");
        let indent = 2 * self.depth;
        writeln!(self.text, "{:indent$}{what} @{}:{}", "", at.line, at.col).expect("writing to a string succeeds");
    }

    fn inside(&mut self, write: impl FnOnce(&mut Self)) {
        self.depth += 1;
        write(self);
        self.depth -= 1;
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Declare(variable, shape, value) => {
                let shape = shape.as_ref().map_or(String::new(), |shape| format!(" {shape:?}"));
                self.line(variable.name.span, &format!("{}{shape} =", declared(variable)));
                self.inside(|out| out.expr(value));
            }
            Statement::Return(span, value) => {
                self.line(*span, "return");
                self.inside(|out| value.iter().for_each(|value| out.expr(value)));
            }
            Statement::Evaluate(value) => self.expr(value),
        }
    }

    fn expr(&mut self, expr: &Expr) {
        let (what, operands): (String, &[Expr]) = match &expr.kind {
            ExprKind::Number(_) | ExprKind::List(_) => (literal(expr), &[]),
            ExprKind::Name(name) => (name.clone(), &[]),
            ExprKind::Record(fields) => ("{}".to_owned(), fields),
            ExprKind::Call(function, arguments) => (format!("call {}", function.text), arguments),
            ExprKind::Field(base, fields) => {
                let fields: Vec<&str> = fields.iter().map(|field| field.text.as_str()).collect();
                (format!("field {}", fields.join(".")), std::slice::from_ref(&**base))
            }
            ExprKind::Chain(first, rest) => {
                self.line(expr.span, "chain");
                return self.inside(|out| {
                    out.expr(first);
                    for (operator, span, operand) in rest {
                        out.line(*span, operator.symbol());
                        out.inside(|out| out.expr(operand));
                    }
                });
            }
        };
        self.line(expr.span, &what);
        self.inside(|out| operands.iter().for_each(|operand| out.expr(operand)));
    }
}

/// A number or a list of literals, on one line.
fn literal(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Number(value) => value.to_string(),
        ExprKind::List(elements) => {
            format!("[{}]", elements.iter().map(literal).collect::<Vec<_>>().join(", "))
        }
        _ => String::new(),
    }
}
