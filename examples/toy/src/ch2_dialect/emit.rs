//! The IR of a syntax tree.
//!
//! Plan: 1. structs get their types; 2. each function becomes a `toy.func` with one block; names are resolved in
//! program order, so what is used must be defined before, and there is no recursion; 3. expressions become operations
//! with the locations of their first bytes.

use std::collections::HashMap;

use rmlir::core::dense::from_elements;
use rmlir::diag::Span;
use rmlir::prelude::*;

use super::{
    AddOp, CastOp, ConstantOp, FuncOp, GenericCallOp, MulOp, PrintOp, ReshapeOp, ReturnOp, SubOp, TransposeOp, ranked,
    unranked,
};
use crate::ch1_language::ast::{Expr, ExprKind, Function, Name, Operator, Program, Statement, Struct, Variable};
use crate::ch7_structs::{StructAccessOp, StructConstantOp, StructType};

/// The number of tensors and structs of which a struct may consist. It bounds the size of types, which would double
/// with each of a list of structs that have two fields of the previous one.
const MAX_PARTS: usize = 256;

type Emitted<T> = Result<T, Box<Diagnostic>>;

fn error<T>(span: Span, message: impl Into<String>) -> Emitted<T> {
    Err(Box::new(Diagnostic::error(span, message)))
}

fn loc(span: Span) -> Loc {
    Loc::at(span.start)
}

/// The module of `program`, which is not verified yet.
///
/// # Errors
/// The first use of a name or a value that is not correct.
pub fn emit<'c>(cx: &'c Context, program: &Program) -> Emitted<Box<Body<'c>>> {
    let mut names = Names { cx, structs: HashMap::new(), functions: HashMap::new() };
    for structure in &program.structs {
        names.define_struct(structure)?;
    }
    let mut module = Box::new(Body::new(cx, cx.op_name("builtin.module"), loc(program.start), 1));
    let block = module.create_block(&[], &[]);
    let region = module.region(module.root(), 0);
    module.append_block(region, block);
    for function in &program.functions {
        names.emit_function(&mut module, block, function)?;
    }
    Ok(module)
}

/// The type of a value in the language. Structs of different names may have the same type in the IR.
#[derive(Clone, PartialEq)]
enum Kind {
    Tensor,
    Struct(String),
}

/// A struct: its type, its fields in order, and the number of its parts.
struct Structure {
    ty: Type,
    fields: Vec<(String, Kind)>,
    n_parts: usize,
}

/// The kinds of the parameters and of the result of a function.
struct Signature {
    parameters: Vec<Kind>,
    result: Option<Kind>,
}

/// The structs and functions that are defined so far.
struct Names<'c> {
    cx: &'c Context,
    structs: HashMap<String, Structure>,
    functions: HashMap<String, Signature>,
}

impl Names<'_> {
    fn kind(&self, variable: &Variable) -> Emitted<Kind> {
        match &variable.ty {
            None => Ok(Kind::Tensor),
            Some(ty) if self.structs.contains_key(&ty.text) => Ok(Kind::Struct(ty.text.clone())),
            Some(ty) => error(ty.span, format!("the struct '{}' is not defined", ty.text)),
        }
    }

    fn structure(&self, name: &str) -> &Structure {
        &self.structs[name]
    }

    fn ty(&self, kind: &Kind) -> Type {
        match kind {
            Kind::Tensor => unranked(self.cx),
            Kind::Struct(name) => self.structure(name).ty,
        }
    }

    fn define_struct(&mut self, definition: &Struct) -> Emitted<()> {
        let name = &definition.name;
        let (mut fields, mut n_parts) = (Vec::new(), 1);
        for field in &definition.fields {
            let kind = self.kind(field)?;
            if fields.iter().any(|(other, _)| *other == field.name.text) {
                return error(field.name.span, format!("the field '{}' is declared twice", field.name.text));
            }
            n_parts += match &kind {
                Kind::Tensor => 1,
                Kind::Struct(name) => self.structure(name).n_parts,
            };
            fields.push((field.name.text.clone(), kind));
        }
        if n_parts > MAX_PARTS {
            return error(name.span, format!("the struct '{}' has more than {MAX_PARTS} parts", name.text));
        }
        let types = fields.iter().map(|(_, kind)| self.ty(kind)).collect();
        let structure = Structure { ty: StructType::get(self.cx, types).ty(), fields, n_parts };
        match self.structs.insert(name.text.clone(), structure) {
            Some(_) => error(name.span, format!("the struct '{}' is defined twice", name.text)),
            None => Ok(()),
        }
    }
}

impl<'c> Names<'c> {
    fn emit_function(&mut self, module: &mut Body<'c>, block: BlockId, function: &Function) -> Emitted<()> {
        let name = &function.name;
        self.check_name(name)?;
        let parameters =
            function.parameters.iter().map(|parameter| self.kind(parameter)).collect::<Emitted<Vec<_>>>()?;
        let types: Vec<Type> = parameters.iter().map(|kind| self.ty(kind)).collect();
        let mut rw = Rewriter::new(module);
        rw.at_end(block);
        // The type is set when the result is known.
        let state = FuncOp::build(self.cx.str_attr(&name.text), self.cx.type_attr(self.cx.function_type(&types, &[])));
        let op = rw.create(state.at(loc(name.span))).id();
        let body = rw.body_mut().nested_mut(op).expect("a function has a body of its own");
        let result = self.emit_body(body, function, &parameters)?;
        if name.text == "main" && (!parameters.is_empty() || result.is_some()) {
            return error(name.span, "'main' takes no arguments and returns nothing");
        }
        let results: Vec<Type> = result.iter().map(|kind| self.ty(kind)).collect();
        let root = body.root();
        body.set_prop(root, FuncOp::FUNCTION_TYPE, self.cx.type_attr(self.cx.function_type(&types, &results)));
        if name.text != "main" {
            body.set_prop(root, FuncOp::SYM_VISIBILITY, self.cx.str_attr("private"));
        }
        self.functions.insert(name.text.clone(), Signature { parameters, result });
        Ok(())
    }

    fn check_name(&self, name: &Name) -> Emitted<()> {
        match name.text.as_str() {
            "print" | "transpose" => error(name.span, format!("'{}' is a builtin function", name.text)),
            text if self.functions.contains_key(text) => {
                error(name.span, format!("the function '{text}' is defined twice"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the kind of the result.
    fn emit_body(&self, body: &mut Body<'c>, function: &Function, kinds: &[Kind]) -> Emitted<Option<Kind>> {
        let types: Vec<Type> = kinds.iter().map(|kind| self.ty(kind)).collect();
        let locs: Vec<Loc> = function.parameters.iter().map(|parameter| loc(parameter.name.span)).collect();
        let region = body.region(body.root(), 0);
        let mut rw = Rewriter::new(body);
        let entry = rw.create_block(region, &types, &locs);
        let mut scope = Scope { names: self, variables: HashMap::new(), rw };
        for (index, (parameter, kind)) in function.parameters.iter().zip(kinds).enumerate() {
            let value = scope.rw.arg(entry, index);
            scope.declare(&parameter.name, value, kind.clone())?;
        }
        scope.emit_block(function)
    }

    /// The attribute of a constant of this kind.
    fn literal(&self, expr: &Expr, kind: &Kind) -> Emitted<Attr> {
        match (&expr.kind, kind) {
            (ExprKind::Record(values), Kind::Struct(name)) => {
                let structure = self.structure(name);
                if values.len() != structure.fields.len() {
                    let wanted = structure.fields.len();
                    let given = values.len();
                    return error(expr.span, format!("the number of fields of '{name}' is {wanted}, and not {given}"));
                }
                let fields = values.iter().zip(&structure.fields).map(|(value, (_, kind))| self.literal(value, kind));
                Ok(self.cx.array_attr(&fields.collect::<Emitted<Vec<_>>>()?))
            }
            (ExprKind::Number(_) | ExprKind::List(_), Kind::Tensor) => self.tensor_literal(expr),
            _ => error(expr.span, "a field of a struct literal must be a constant of the type of the field"),
        }
    }

    fn tensor_literal(&self, expr: &Expr) -> Emitted<Attr> {
        let mut elements = Vec::new();
        let shape = flatten(expr, &mut elements)?;
        let elements: Vec<Attr> =
            elements.into_iter().map(|value| self.cx.float_attr(Type::F64, ApFloat::from_f64_exact(value))).collect();
        let value = from_elements(self.cx, ranked(self.cx, &shape), &elements);
        Ok(value.expect("a literal has as many elements as its shape"))
    }
}

/// Appends the elements of a literal. Returns its shape.
fn flatten(expr: &Expr, elements: &mut Vec<f64>) -> Emitted<Vec<i64>> {
    let list = match &expr.kind {
        ExprKind::Number(value) => {
            elements.push(*value);
            return Ok(Vec::new());
        }
        ExprKind::List(list) => list,
        _ => return error(expr.span, "an element of a list must be a number or a list"),
    };
    let mut shape = None;
    for element in list {
        let inner = flatten(element, elements)?;
        if *shape.get_or_insert_with(|| inner.clone()) != inner {
            return error(element.span, "the elements of a list must have equal shapes");
        }
    }
    let mut shape = shape.unwrap_or_default();
    shape.insert(0, list.len() as i64);
    Ok(shape)
}

/// The body of a function: its variables, and the end of its IR.
struct Scope<'n, 'b, 'c> {
    names: &'n Names<'c>,
    variables: HashMap<String, (Value, Kind)>,
    rw: Rewriter<'b, 'c>,
}

impl Scope<'_, '_, '_> {
    fn declare(&mut self, name: &Name, value: Value, kind: Kind) -> Emitted<()> {
        match self.variables.insert(name.text.clone(), (value, kind)) {
            Some(_) => error(name.span, format!("the variable '{}' is declared twice", name.text)),
            None => Ok(()),
        }
    }

    fn op<T: Op>(&mut self, span: Span, build: Build<T>) -> Value {
        self.rw.value(build.at(loc(span)))
    }

    /// Emits the statements of a function. Returns the kind of the result.
    fn emit_block(&mut self, function: &Function) -> Emitted<Option<Kind>> {
        for (index, statement) in function.body.iter().enumerate() {
            match statement {
                Statement::Declare(variable, shape, value) => {
                    self.emit_declaration(variable, shape.as_deref(), value)?
                }
                Statement::Evaluate(value) => _ = self.emit_maybe(value)?,
                Statement::Return(span, _) if index + 1 < function.body.len() => {
                    return error(*span, "a return must be the last statement of its function");
                }
                Statement::Return(span, value) => return self.emit_return(*span, value.as_ref()),
            }
        }
        self.emit_return(function.name.span, None)
    }

    fn emit_return(&mut self, span: Span, value: Option<&Expr>) -> Emitted<Option<Kind>> {
        let Some(value) = value else {
            self.rw.create(ReturnOp::build(None).at(loc(span)));
            return Ok(None);
        };
        let (mut result, kind) = self.emit(value)?;
        let ty = self.names.ty(&kind);
        if self.rw.ty(result) != ty {
            result = self.op(span, CastOp::build(ty, result));
        }
        self.rw.create(ReturnOp::build(Some(result)).at(loc(span)));
        Ok(Some(kind))
    }

    fn emit_declaration(&mut self, variable: &Variable, shape: Option<&[i64]>, value: &Expr) -> Emitted<()> {
        let kind = self.names.kind(variable)?;
        let (mut result, given) = match (&kind, &value.kind) {
            (Kind::Struct(name), ExprKind::Record(_)) => {
                let (ty, constant) = (self.names.structure(name).ty, self.names.literal(value, &kind)?);
                (self.op(value.span, StructConstantOp::build(ty, constant)), kind.clone())
            }
            _ => self.emit(value)?,
        };
        if given != kind {
            return error(value.span, format!("'{}' is declared with another type", variable.name.text));
        }
        match shape {
            Some(_) if kind != Kind::Tensor => return error(variable.name.span, "a struct has no shape"),
            Some(shape) => {
                let ty = ranked(self.rw.cx(), shape);
                result = self.op(variable.name.span, ReshapeOp::build(ty, result));
            }
            None => {}
        }
        self.declare(&variable.name, result, kind)
    }

    /// Emits an expression that has a value.
    fn emit(&mut self, expr: &Expr) -> Emitted<(Value, Kind)> {
        match self.emit_maybe(expr)? {
            Some(result) => Ok(result),
            None => error(expr.span, "the call returns nothing"),
        }
    }

    fn emit_tensor(&mut self, expr: &Expr) -> Emitted<Value> {
        match self.emit(expr)? {
            (value, Kind::Tensor) => Ok(value),
            _ => error(expr.span, "a tensor is expected, and not a struct"),
        }
    }

    /// Emits an expression, which has no value if it is a call of a function that returns nothing.
    fn emit_maybe(&mut self, expr: &Expr) -> Emitted<Option<(Value, Kind)>> {
        let value = match &expr.kind {
            ExprKind::Number(_) | ExprKind::List(_) => {
                let constant = self.names.tensor_literal(expr)?;
                self.op(expr.span, ConstantOp::build(constant))
            }
            ExprKind::Record(_) => return error(expr.span, "a struct literal must be the value of a declared struct"),
            ExprKind::Name(name) => match self.variables.get(name) {
                Some(found) => return Ok(Some(found.clone())),
                None => return error(expr.span, format!("the variable '{name}' is not declared")),
            },
            ExprKind::Field(base, fields) => return self.emit_fields(base, fields).map(Some),
            ExprKind::Call(callee, arguments) => return self.emit_call(expr.span, callee, arguments),
            ExprKind::Chain(first, rest) => self.emit_chain(first, rest)?,
        };
        Ok(Some((value, Kind::Tensor)))
    }

    fn emit_chain(&mut self, first: &Expr, rest: &[(Operator, Span, Expr)]) -> Emitted<Value> {
        let mut lhs = self.emit_tensor(first)?;
        for (operator, span, operand) in rest {
            let rhs = self.emit_tensor(operand)?;
            // The shape of the result is that of either operand.
            let types = [lhs, rhs].map(|value| self.rw.ty(value));
            let ty = types.into_iter().find(|ty| ty.shape(self.rw.cx()).is_some()).unwrap_or(types[0]);
            lhs = match operator {
                Operator::Add => self.op(*span, AddOp::build(ty, lhs, rhs)),
                Operator::Sub => self.op(*span, SubOp::build(ty, lhs, rhs)),
                Operator::Mul => self.op(*span, MulOp::build(ty, lhs, rhs)),
            };
        }
        Ok(lhs)
    }

    fn emit_fields(&mut self, base: &Expr, fields: &[Name]) -> Emitted<(Value, Kind)> {
        let (mut value, mut kind) = self.emit(base)?;
        for field in fields {
            let Kind::Struct(name) = &kind else { return error(field.span, "a tensor has no fields") };
            let structure = self.names.structure(name);
            let Some(index) = structure.fields.iter().position(|(name, _)| *name == field.text) else {
                return error(field.span, format!("'{name}' has no field '{}'", field.text));
            };
            let of_field = structure.fields[index].1.clone();
            let ty = self.names.ty(&of_field);
            value = self.op(field.span, StructAccessOp::build(ty, value, self.rw.cx().i64_attr(index as i64)));
            kind = of_field;
        }
        Ok((value, kind))
    }

    fn emit_call(&mut self, span: Span, callee: &Name, arguments: &[Expr]) -> Emitted<Option<(Value, Kind)>> {
        match (callee.text.as_str(), arguments) {
            ("print", [value]) => {
                let value = self.emit_tensor(value)?;
                self.rw.create(PrintOp::build(value).at(loc(span)));
                Ok(None)
            }
            ("transpose", [value]) => {
                let value = self.emit_tensor(value)?;
                let ty = unranked(self.rw.cx());
                Ok(Some((self.op(span, TransposeOp::build(ty, value)), Kind::Tensor)))
            }
            ("print" | "transpose", _) => error(span, format!("'{}' takes one argument", callee.text)),
            _ => self.emit_generic_call(span, callee, arguments),
        }
    }

    fn emit_generic_call(&mut self, span: Span, callee: &Name, arguments: &[Expr]) -> Emitted<Option<(Value, Kind)>> {
        let Some(signature) = self.names.functions.get(&callee.text) else {
            return error(callee.span, format!("the function '{}' is not defined before this call", callee.text));
        };
        let (wanted, given) = (signature.parameters.len(), arguments.len());
        if wanted != given {
            let name = &callee.text;
            return error(span, format!("the number of arguments of '{name}' is {wanted}, and not {given}"));
        }
        let mut values = Vec::new();
        for (argument, wanted) in arguments.iter().zip(&signature.parameters) {
            let (value, kind) = self.emit(argument)?;
            if kind != *wanted {
                return error(argument.span, "the argument has another type than the parameter");
            }
            values.push(value);
        }
        let result = signature.result.as_ref().map(|kind| self.names.ty(kind));
        let name = self.rw.cx().symbol_ref(self.rw.cx().ident(&callee.text));
        let call = self.rw.create(GenericCallOp::build(result, &values, name).at(loc(span)));
        Ok(call.output(&self.rw).zip(signature.result.clone()))
    }
}
