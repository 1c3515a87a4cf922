//! The syntax tree. Spans are positions in the source map of the context.

use rmlir::diag::Span;

/// A program.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The position of the first byte of the file.
    pub start: Span,
    /// The definitions of structs, in order.
    pub structs: Vec<Struct>,
    /// The functions, in order.
    pub functions: Vec<Function>,
}

/// A name and its position.
#[derive(Clone, PartialEq, Debug)]
pub struct Name {
    /// The text.
    pub text: String,
    /// The position.
    pub span: Span,
}

/// The definition of a struct.
#[derive(Clone, PartialEq, Debug)]
pub struct Struct {
    /// The name.
    pub name: Name,
    /// The fields.
    pub fields: Vec<Variable>,
}

/// A variable, a parameter, or a field of a struct.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    /// The name of its struct; without one it is a tensor.
    pub ty: Option<Name>,
    /// The name.
    pub name: Name,
}

/// A function.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// The name.
    pub name: Name,
    /// The parameters.
    pub parameters: Vec<Variable>,
    /// The statements.
    pub body: Vec<Statement>,
}

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Statement {
    /// `var x<2, 3> = value;`
    Declare(Variable, Option<Vec<i64>>, Expr),
    /// `return value;`
    Return(Span, Option<Expr>),
    /// `value;`
    Evaluate(Expr),
}

/// An expression and its position.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// The position.
    pub span: Span,
    /// The expression.
    pub kind: ExprKind,
}

/// An elementwise operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
}

/// The kinds of expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// `1.5`
    Number(f64),
    /// `[[1, 2], [3, 4]]`, of numbers or lists
    List(Vec<Expr>),
    /// `{[1, 2], 3}`, the fields of a struct
    Record(Vec<Expr>),
    /// `x`
    Name(String),
    /// `x.a.b`
    Field(Box<Expr>, Vec<Name>),
    /// `f(x, y)`, where `f` may be `print` or `transpose`
    Call(Name, Vec<Expr>),
    /// `x - y + z`: operands joined by operators of one precedence, evaluated from left to right. It is a list so that
    /// long sums are not deep trees.
    Chain(Box<Expr>, Vec<(Operator, Span, Expr)>),
}

impl Operator {
    /// The operator as it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Sub => "-",
            Operator::Mul => "*",
        }
    }
}
