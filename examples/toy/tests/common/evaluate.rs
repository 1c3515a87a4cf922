//! An evaluator of syntax trees, which shares no code with the compiler. Programs are expected to be correct.

use std::collections::HashMap;

use toy::ch1_language::ast::{Expr, ExprKind, Function, Operator, Program, Statement};

use super::Lines;

/// A tensor in row-major order, or the values of the fields of a struct by their names.
#[derive(Clone)]
enum Value {
    Tensor(Vec<usize>, Vec<f64>),
    Struct(HashMap<String, Value>),
}

/// The lines that `main` prints.
pub fn evaluate(program: &Program) -> Lines {
    let mut machine = Machine { program, lines: Vec::new() };
    machine.call("main", Vec::new());
    machine.lines
}

struct Machine<'p> {
    program: &'p Program,
    lines: Lines,
}

type Variables = HashMap<String, Value>;

impl<'p> Machine<'p> {
    fn function(&self, name: &str) -> &'p Function {
        self.program.functions.iter().find(|function| function.name.text == name).expect("the function exists")
    }

    fn call(&mut self, name: &str, arguments: Vec<Value>) -> Option<Value> {
        let function = self.function(name);
        let names = function.parameters.iter().map(|parameter| parameter.name.text.clone());
        let mut variables: Variables = names.zip(arguments).collect();
        for statement in &function.body {
            match statement {
                Statement::Return(_, value) => return value.as_ref().and_then(|value| self.maybe(value, &variables)),
                Statement::Evaluate(value) => _ = self.maybe(value, &variables),
                Statement::Declare(variable, shape, value) => {
                    let mut result = match (&variable.ty, &value.kind) {
                        (Some(ty), ExprKind::Record(_)) => self.record(&ty.text, value),
                        _ => self.value(value, &variables),
                    };
                    if let (Some(shape), Value::Tensor(old, _)) = (shape, &mut result) {
                        *old = shape.iter().map(|&size| size as usize).collect();
                    }
                    variables.insert(variable.name.text.clone(), result);
                }
            }
        }
        None
    }

    fn record(&self, name: &str, expr: &Expr) -> Value {
        let ExprKind::Record(values) = &expr.kind else { return literal(expr) };
        let structure = self.program.structs.iter().find(|other| other.name.text == name).expect("the struct exists");
        let field = |(field, value): (&toy::ch1_language::ast::Variable, &Expr)| {
            (field.name.text.clone(), self.record(field.ty.as_ref().map_or("", |ty| &ty.text), value))
        };
        Value::Struct(structure.fields.iter().zip(values).map(field).collect())
    }

    fn value(&mut self, expr: &Expr, variables: &Variables) -> Value {
        self.maybe(expr, variables).expect("the expression has a value")
    }

    fn tensor(&mut self, expr: &Expr, variables: &Variables) -> (Vec<usize>, Vec<f64>) {
        match self.value(expr, variables) {
            Value::Tensor(shape, elements) => (shape, elements),
            Value::Struct(_) => panic!("a tensor is expected"),
        }
    }

    fn maybe(&mut self, expr: &Expr, variables: &Variables) -> Option<Value> {
        Some(match &expr.kind {
            ExprKind::Number(_) | ExprKind::List(_) => literal(expr),
            ExprKind::Name(name) => variables[name].clone(),
            ExprKind::Record(_) => panic!("a struct literal initializes a variable"),
            ExprKind::Field(base, fields) => {
                let base = self.value(base, variables);
                fields.iter().fold(base, |value, field| match value {
                    Value::Struct(fields) => fields[&field.text].clone(),
                    Value::Tensor(..) => panic!("a struct is expected"),
                })
            }
            ExprKind::Chain(first, rest) => {
                let (shape, mut elements) = self.tensor(first, variables);
                for (operator, _, operand) in rest {
                    let (other, right) = self.tensor(operand, variables);
                    assert_eq!(shape, other, "operands have equal shapes");
                    elements = elements.iter().zip(right).map(|(&left, right)| apply(*operator, left, right)).collect();
                }
                Value::Tensor(shape, elements)
            }
            ExprKind::Call(callee, arguments) => {
                let arguments: Vec<Value> = arguments.iter().map(|argument| self.value(argument, variables)).collect();
                match (callee.text.as_str(), arguments.as_slice()) {
                    ("print", [Value::Tensor(shape, elements)]) => {
                        let row = shape.last().copied().unwrap_or(1);
                        self.lines.extend(elements.chunks(row).map(<[f64]>::to_vec));
                        return None;
                    }
                    ("transpose", [Value::Tensor(shape, elements)]) => transposed(shape, elements),
                    _ => return self.call(&callee.text, arguments),
                }
            }
        })
    }
}

fn apply(operator: Operator, left: f64, right: f64) -> f64 {
    match operator {
        Operator::Add => left + right,
        Operator::Sub => left - right,
        Operator::Mul => left * right,
    }
}

fn literal(expr: &Expr) -> Value {
    match &expr.kind {
        ExprKind::Number(value) => Value::Tensor(Vec::new(), vec![*value]),
        ExprKind::List(list) => {
            let (mut shape, mut elements) = (Vec::new(), Vec::new());
            for element in list {
                if let Value::Tensor(inner, values) = literal(element) {
                    shape = inner;
                    elements.extend(values);
                }
            }
            shape.insert(0, list.len());
            Value::Tensor(shape, elements)
        }
        _ => panic!("a literal is expected"),
    }
}

/// Element (i, j, ..) of the result is element (.., j, i) of the operand.
fn transposed(shape: &[usize], elements: &[f64]) -> Value {
    let reversed: Vec<usize> = shape.iter().rev().copied().collect();
    let mut result = Vec::new();
    for position in 0..elements.len() {
        let mut rest = position;
        let mut from = 0;
        // The last index of the result is the first of the operand.
        let mut stride = elements.len();
        for (dim, &size) in reversed.iter().enumerate().rev() {
            stride /= shape[shape.len() - 1 - dim];
            from += rest % size * stride;
            rest /= size;
        }
        result.push(elements[from]);
    }
    Value::Tensor(reversed, result)
}
