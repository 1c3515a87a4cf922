//! Random valid modules: functions with control flow, arithmetic, regions, unregistered operations.
//!
//! Values are indexed by type, so that an operand can always be found; a block uses values that dominate it: those of
//! the entry block, its arguments, and its own.

use std::fmt::Write;

use crate::numbers::Numbers;

const TYPES: [&str; 6] = ["i1", "i32", "i64", "f32", "index", "!odd.pair<i8, vector<2xf32>>"];
const INTEGERS: [&str; 6] = ["addi", "muli", "subi", "andi", "xori", "minui"];
const FLOATS: [&str; 4] = ["addf", "mulf", "subf", "maximumf"];
const ATTRS: [&str; 12] = [
    "1 : i8",
    "-1.5 : f64",
    "\"te\\22xt\\0A\"",
    "unit",
    "[1, @a::@b, i32]",
    "{x = {}, y = array<i32: 1, 2>}",
    "dense<[1, -2]> : tensor<2xi16>",
    "dense<1.0> : vector<4xf16>",
    "affine_map<(d0)[s0] -> (d0 + s0 * 2, d0 mod 3)>",
    "affine_set<(d0) : (d0 >= 0)>",
    "#odd.range<-1 to 4>",
    "tensor<?x2xbf16>",
];

/// A value in scope.
#[derive(Clone)]
struct Value {
    name: String,
    ty: &'static str,
}

/// The text so far.
struct Writer {
    numbers: Numbers,
    text: String,
    n_values: usize,
}

/// The module of `seed`, in custom syntax.
pub fn module(seed: u64) -> String {
    let mut writer = Writer { numbers: Numbers::new(seed), text: String::new(), n_values: 0 };
    let n_functions = 1 + writer.numbers.below(3);
    for index in 0..n_functions {
        writer.function(index);
    }
    writer.graph();
    writer.text
}

impl Writer {
    fn line(&mut self, line: std::fmt::Arguments) {
        self.text.write_fmt(line).expect("writing to memory does not fail");
        self.text.push('\n');
    }

    fn fresh(&mut self, ty: &'static str) -> Value {
        self.n_values += 1;
        // Some names are integers, some are words.
        let name = match self.n_values % 3 {
            0 => format!("%{}", self.n_values),
            _ => format!("%v{}", self.n_values),
        };
        Value { name, ty }
    }

    fn function(&mut self, index: usize) {
        let result = *self.numbers.one_of(&TYPES);
        let args: Vec<Value> = TYPES.iter().map(|&ty| self.fresh(ty)).collect();
        let list: Vec<String> = args.iter().map(|arg| format!("{}: {}", arg.name, arg.ty)).collect();
        let attr = *self.numbers.one_of(&ATTRS);
        self.line(format_args!(
            "func.func @f{index}({}) -> ({result} {{a.b}}) attributes {{a.c = {attr}}} {{",
            list.join(", ")
        ));
        let n_blocks = self.numbers.below(4);
        let params: Vec<&'static str> = (0..n_blocks).map(|_| *self.numbers.one_of(&TYPES)).collect();
        let shared = self.block(index, args, result, &params);
        for (block, &ty) in params.iter().enumerate() {
            let arg = self.fresh(ty);
            self.line(format_args!("^b{block}({}: {ty}):", arg.name));
            let mut scope = shared.clone();
            scope.push(arg);
            self.block(index, scope, result, &params);
        }
        self.line(format_args!("}}"));
    }

    /// Operations and a terminator. Returns the values in scope afterwards.
    fn block(
        &mut self,
        function: usize,
        mut scope: Vec<Value>,
        result: &'static str,
        params: &[&'static str],
    ) -> Vec<Value> {
        for _ in 0..self.numbers.below(6) {
            self.operation(&mut scope, 0);
        }
        match (params.len(), self.numbers.below(4)) {
            (0, _) | (_, 0) => {
                let value = self.any(&scope, result);
                self.line(format_args!("  func.return {value} : {result}"));
            }
            (n, 1) => {
                let target = self.target(&scope, params, n);
                self.line(format_args!("  cf.br {target}"));
            }
            (n, 2) => {
                let (condition, yes, no) =
                    (self.any(&scope, "i1"), self.target(&scope, params, n), self.target(&scope, params, n));
                self.line(format_args!("  cf.cond_br {condition}, {yes}, {no}"));
            }
            (n, _) => {
                let (flag, default, case) =
                    (self.any(&scope, "i32"), self.target(&scope, params, n), self.target(&scope, params, n));
                self.line(format_args!("  cf.switch {flag} : i32, [default: {default}, {function}: {case}]"));
            }
        }
        scope
    }

    fn target(&mut self, scope: &[Value], params: &[&'static str], n: usize) -> String {
        let block = self.numbers.below(n);
        format!("^b{block}({} : {})", self.any(scope, params[block]), params[block])
    }

    /// The name of a value of type `ty`; the arguments of the function have every type.
    fn any(&mut self, scope: &[Value], ty: &str) -> String {
        let fitting: Vec<&Value> = scope.iter().filter(|value| value.ty == ty).collect();
        self.numbers.one_of(&fitting).name.clone()
    }

    fn operation(&mut self, scope: &mut Vec<Value>, depth: usize) {
        const MAX_DEPTH: usize = 3;
        let kind = self.numbers.below(if depth < MAX_DEPTH { 9 } else { 6 });
        match kind {
            0 | 1 => self.arithmetic(scope),
            2 => self.constant(scope),
            3 => self.unregistered(scope),
            4 => self.test_fields(scope),
            5 => self.cast(scope),
            6 => self.conditional(scope, depth),
            7 => self.looping(scope, depth),
            _ => self.unregistered_region(scope, depth),
        }
    }

    fn arithmetic(&mut self, scope: &mut Vec<Value>) {
        let ty = *self.numbers.one_of(&["i1", "i32", "i64", "index", "f32"]);
        let name = if ty == "f32" { *self.numbers.one_of(&FLOATS) } else { *self.numbers.one_of(&INTEGERS) };
        let (left, right, result) = (self.any(scope, ty), self.any(scope, ty), self.fresh(ty));
        self.line(format_args!("  {} = arith.{name} {left}, {right} : {ty}", result.name));
        scope.push(result);
    }

    fn constant(&mut self, scope: &mut Vec<Value>) {
        let (ty, value) = *self.numbers.one_of(&[
            ("i1", "true"),
            ("i32", "-7 : i32"),
            ("index", "3 : index"),
            ("f32", "0x7FC00000 : f32"),
        ]);
        let result = self.fresh(ty);
        self.line(format_args!("  {} = arith.constant {value}", result.name));
        scope.push(result);
    }

    fn unregistered(&mut self, scope: &mut Vec<Value>) {
        let (used, given) = (*self.numbers.one_of(&TYPES), *self.numbers.one_of(&TYPES));
        let (operand, result) = (self.any(scope, used), self.fresh(given));
        let (prop, attr) = (*self.numbers.one_of(&ATTRS), *self.numbers.one_of(&ATTRS));
        let name = &result.name;
        self.line(format_args!(
            "  {name}:2 = \"x.y\"({operand}) <{{p = {prop}}}> {{a = {attr}}} : ({used}) -> ({given}, i8)"
        ));
        scope.push(Value { name: format!("{name}#0"), ty: given });
    }

    fn test_fields(&mut self, scope: &mut Vec<Value>) {
        let ty = *self.numbers.one_of(&TYPES);
        let (left, right, result) = (self.any(scope, ty), self.any(scope, ty), self.fresh(ty));
        self.line(format_args!("  {} = odd.same {left}, {right} {{x}} : {ty}", result.name));
        self.line(format_args!("  odd.take {left}, {} : {ty}, {ty}", result.name));
        scope.push(result);
    }

    fn cast(&mut self, scope: &mut Vec<Value>) {
        let (from, to) = (*self.numbers.one_of(&TYPES), *self.numbers.one_of(&TYPES));
        let (operand, result) = (self.any(scope, from), self.fresh(to));
        self.line(format_args!("  {} = builtin.unrealized_conversion_cast {operand} : {from} to {to}", result.name));
        scope.push(result);
    }

    fn conditional(&mut self, scope: &mut Vec<Value>, depth: usize) {
        let ty = *self.numbers.one_of(&TYPES);
        let (condition, result) = (self.any(scope, "i1"), self.fresh(ty));
        self.line(format_args!("  {} = scf.if {condition} -> ({ty}) {{", result.name));
        self.yielding(scope, ty, depth);
        self.line(format_args!("  }} else {{"));
        self.yielding(scope, ty, depth);
        self.line(format_args!("  }}"));
        scope.push(result);
    }

    fn looping(&mut self, scope: &mut Vec<Value>, depth: usize) {
        let ty = *self.numbers.one_of(&TYPES);
        let bounds = [self.any(scope, "index"), self.any(scope, "index"), self.any(scope, "index")];
        let (start, result) = (self.any(scope, ty), self.fresh(ty));
        let (counter, carried) = (self.fresh("index"), self.fresh(ty));
        self.line(format_args!(
            "  {} = scf.for {} = {} to {} step {} iter_args({} = {start}) -> ({ty}) {{",
            result.name, counter.name, bounds[0], bounds[1], bounds[2], carried.name
        ));
        let mut inner = scope.clone();
        inner.extend([counter, carried]);
        self.yielding(&inner, ty, depth);
        self.line(format_args!("  }}"));
        scope.push(result);
    }

    fn yielding(&mut self, scope: &[Value], ty: &str, depth: usize) {
        let mut inner = scope.to_vec();
        for _ in 0..self.numbers.below(4) {
            self.operation(&mut inner, depth + 1);
        }
        let value = self.any(&inner, ty);
        self.line(format_args!("  scf.yield {value} : {ty}"));
    }

    fn unregistered_region(&mut self, scope: &mut [Value], depth: usize) {
        let arg = self.fresh("f32");
        self.line(format_args!("  \"x.region\"() ({{\n  ^bb0({}: f32):", arg.name));
        let mut inner = scope.to_vec();
        inner.push(arg);
        for _ in 0..self.numbers.below(3) {
            self.operation(&mut inner, depth + 1);
        }
        self.line(format_args!("  \"x.end\"() : () -> ()\n  }}, {{\n  }}) : () -> ()"));
    }

    /// Uses before definitions, at the top level.
    fn graph(&mut self) {
        let (early, late) = (self.fresh("i32"), self.fresh("i32"));
        self.line(format_args!("{} = odd.same {}, {} : i32", early.name, late.name, late.name));
        self.line(format_args!("{} = \"x.late\"() : () -> i32", late.name));
    }
}
