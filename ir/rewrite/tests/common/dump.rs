//! The generic form of a body, with values and blocks numbered in order of occurrence.

use std::fmt::Write;

use rmlir_core::{AttrData, BlockRef, Body, Context, OpRef, RegionRef, Type, TypeData, Value};

/// The root of `body` with all its contents.
pub fn dump(body: &Body) -> String {
    let mut out = Dump::default();
    out.op(OpRef::root(body), 0);
    out.text
}

#[derive(Default)]
struct Dump {
    text: String,
    /// The names of values and blocks, per body.
    values: Vec<(u32, Value)>,
    blocks: Vec<(u32, rmlir_core::BlockId)>,
}

impl Dump {
    fn value(&mut self, body: &Body, value: Value) -> String {
        let key = (body.number(), value);
        let known = self.values.iter().position(|other| *other == key);
        let index = known.unwrap_or_else(|| {
            self.values.push(key);
            self.values.len() - 1
        });
        format!("%{index}")
    }

    fn block(&mut self, block: BlockRef) -> String {
        let key = (block.body.number(), block.id);
        let known = self.blocks.iter().position(|other| *other == key);
        let index = known.unwrap_or_else(|| {
            self.blocks.push(key);
            self.blocks.len() - 1
        });
        format!("^bb{index}")
    }

    fn op(&mut self, op: OpRef, depth: usize) {
        write!(self.text, "{:1$}", "", 2 * depth).unwrap();
        let results: Vec<String> = op.results().map(|value| self.value(value.body, value.id)).collect();
        if !results.is_empty() {
            write!(self.text, "{} = ", results.join(", ")).unwrap();
        }
        let operands: Vec<String> = op.operands().map(|value| self.value(value.body, value.id)).collect();
        write!(self.text, "\"{}\"({})", op.name_str(), operands.join(", ")).unwrap();
        let successors: Vec<String> = op.successors().map(|block| self.block(block)).collect();
        if !successors.is_empty() {
            write!(self.text, "[{}]", successors.join(", ")).unwrap();
        }
        if let Some(def) = op.def().filter(|def| !def.props.is_empty()) {
            let slots = def.props.iter().zip(op.props());
            let slots: Vec<String> =
                slots.map(|(prop, &value)| format!("{} = {}", prop.name, text(op.cx(), value))).collect();
            write!(self.text, " <{{{}}}>", slots.join(", ")).unwrap();
        }
        for (index, region) in op.regions().enumerate() {
            self.text.push_str(if index == 0 { " (" } else { ", " });
            self.region(region, depth);
        }
        if op.n_regions() > 0 {
            self.text.push(')');
        }
        let operand_types: Vec<Type> = op.operands().map(|value| value.ty()).collect();
        let result_types: Vec<Type> = op.results().map(|value| value.ty()).collect();
        let (from, to) = (text_of_types(op.cx(), &operand_types), text_of_types(op.cx(), &result_types));
        writeln!(self.text, " : {from} -> {to}").unwrap();
    }

    fn region(&mut self, region: RegionRef, depth: usize) {
        self.text.push_str("{\n");
        for block in region.blocks() {
            let args: Vec<String> = block
                .args()
                .map(|arg| format!("{}: {}", self.value(arg.body, arg.id), type_text(arg.cx(), arg.ty())))
                .collect();
            let name = self.block(block);
            writeln!(self.text, "{:2$}{name}({}):", "", args.join(", "), 2 * depth).unwrap();
            block.ops().for_each(|op| self.op(op, depth + 1));
        }
        write!(self.text, "{:1$}}}", "", 2 * depth).unwrap();
    }
}

/// Types in parentheses.
fn text_of_types(cx: &Context, types: &[Type]) -> String {
    let all: Vec<String> = types.iter().map(|&ty| type_text(cx, ty)).collect();
    format!("({})", all.join(", "))
}

fn type_text(cx: &Context, ty: Type) -> String {
    match ty.data(cx) {
        TypeData::Integer { width, .. } => format!("i{width}"),
        TypeData::Index => "index".into(),
        TypeData::Function { inputs, results } => {
            format!("{} -> {}", text_of_types(cx, inputs), text_of_types(cx, results))
        }
        other => format!("{other:?}"),
    }
}

fn text(cx: &Context, attr: rmlir_core::Attr) -> String {
    match attr.data(cx) {
        AttrData::Integer { value, ty } if *ty == Type::I1 => (!value.is_zero()).to_string(),
        AttrData::Integer { ty, .. } => format!("{} : {}", attr.as_i64(cx).unwrap(), type_text(cx, *ty)),
        AttrData::String { .. } => format!("{:?}", attr.as_str(cx).unwrap()),
        AttrData::Type(ty) => type_text(cx, *ty),
        AttrData::DenseArray { .. } => {
            let values = attr.as_int_array(cx).unwrap();
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            format!("array<i32: {}>", values.join(", "))
        }
        other => format!("{other:?}"),
    }
}
