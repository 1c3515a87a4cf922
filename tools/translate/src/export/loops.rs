//! Loop annotations.

use rmlir::prelude::*;
use rmlir_llvm::attrs::loops::*;
use rmlir_llvm_ir::model::metadata::{Md, MdId};
use rmlir_llvm_ir::model::value::InstId;

use super::Exporter;

/// The encoding of a loop option.
enum Form {
    /// An integer.
    Number,
    /// A boolean.
    Truth,
    /// Its name alone if it is true.
    Unit,
    /// The negated boolean.
    Negated,
    /// One name if it is true, another one if not.
    Either(&'static str),
    /// Another annotation.
    Followup,
}

/// Whether an attribute is an instance of a definition.
type IsDefinition = fn(&Context, Attr) -> bool;

type Row = (usize, &'static str, Form);

/// Options by attribute definition: the parameter, LLVM's name, the encoding.
const OPTIONS: &[(IsDefinition, &[Row])] = &[
    (
        |cx, attr| LoopVectorizeAttr::from_attr(cx, attr).is_some(),
        &[
            (0, "llvm.loop.vectorize.enable", Form::Negated),
            (1, "llvm.loop.vectorize.predicate.enable", Form::Truth),
            (2, "llvm.loop.vectorize.scalable.enable", Form::Truth),
            (3, "llvm.loop.vectorize.width", Form::Number),
            (4, "llvm.loop.vectorize.followup_vectorized", Form::Followup),
            (5, "llvm.loop.vectorize.followup_epilogue", Form::Followup),
            (6, "llvm.loop.vectorize.followup_all", Form::Followup),
        ],
    ),
    (|cx, attr| LoopInterleaveAttr::from_attr(cx, attr).is_some(), &[(0, "llvm.loop.interleave.count", Form::Number)]),
    (
        |cx, attr| LoopUnrollAttr::from_attr(cx, attr).is_some(),
        &[
            (0, "llvm.loop.unroll.disable", Form::Either("llvm.loop.unroll.enable")),
            (1, "llvm.loop.unroll.count", Form::Number),
            (2, "llvm.loop.unroll.runtime.disable", Form::Truth),
            (3, "llvm.loop.unroll.full", Form::Unit),
            (4, "llvm.loop.unroll.followup_unrolled", Form::Followup),
            (5, "llvm.loop.unroll.followup_remainder", Form::Followup),
            (6, "llvm.loop.unroll.followup_all", Form::Followup),
        ],
    ),
    (
        |cx, attr| LoopUnrollAndJamAttr::from_attr(cx, attr).is_some(),
        &[
            (0, "llvm.loop.unroll_and_jam.disable", Form::Either("llvm.loop.unroll_and_jam.enable")),
            (1, "llvm.loop.unroll_and_jam.count", Form::Number),
            (2, "llvm.loop.unroll_and_jam.followup_outer", Form::Followup),
            (3, "llvm.loop.unroll_and_jam.followup_inner", Form::Followup),
            (4, "llvm.loop.unroll_and_jam.followup_remainder_outer", Form::Followup),
            (5, "llvm.loop.unroll_and_jam.followup_remainder_inner", Form::Followup),
            (6, "llvm.loop.unroll_and_jam.followup_all", Form::Followup),
        ],
    ),
    (
        |cx, attr| LoopLICMAttr::from_attr(cx, attr).is_some(),
        &[(0, "llvm.licm.disable", Form::Unit), (1, "llvm.loop.licm_versioning.disable", Form::Unit)],
    ),
    (
        |cx, attr| LoopDistributeAttr::from_attr(cx, attr).is_some(),
        &[
            (0, "llvm.loop.distribute.enable", Form::Negated),
            (1, "llvm.loop.distribute.followup_coincident", Form::Followup),
            (2, "llvm.loop.distribute.followup_sequential", Form::Followup),
            (3, "llvm.loop.distribute.followup_fallback", Form::Followup),
            (4, "llvm.loop.distribute.followup_all", Form::Followup),
        ],
    ),
    (
        |cx, attr| LoopPipelineAttr::from_attr(cx, attr).is_some(),
        &[(0, "llvm.loop.pipeline.disable", Form::Truth), (1, "llvm.loop.pipeline.initiationinterval", Form::Number)],
    ),
    (|cx, attr| LoopPeeledAttr::from_attr(cx, attr).is_some(), &[(0, "llvm.loop.peeled.count", Form::Number)]),
    (
        |cx, attr| LoopUnswitchAttr::from_attr(cx, attr).is_some(),
        &[(0, "llvm.loop.unswitch.partial.disable", Form::Unit)],
    ),
];

impl<'a> Exporter<'a> {
    /// Attaches the loop annotation in property `slot`.
    pub(super) fn loop_metadata(&mut self, op: OpRef<'a>, slot: usize, inst: InstId) {
        if let Some(annotation) = op.prop(slot)
            && let Some(node) = self.annotation(annotation)
        {
            self.attach(inst, "llvm.loop", node);
        }
    }

    fn annotation(&mut self, attr: Attr) -> Option<MdId> {
        let cx = self.cx;
        if let Some(&node) = self.nodes.nodes.get(&attr) {
            return Some(node);
        }
        let annotation = LoopAnnotationAttr::from_attr(cx, attr)?;
        let mut rest = Vec::new();
        for location in [annotation.startLoc(cx), annotation.endLoc(cx)].into_iter().flatten() {
            rest.extend(self.loop_location(location));
        }
        let truth = |attr: Option<Attr>| attr.and_then(|attr| attr.as_bool(cx));
        if truth(annotation.disableNonforced(cx)) == Some(true) {
            rest.push(self.named_option("llvm.loop.disable_nonforced", None));
        }
        if truth(annotation.mustProgress(cx)) == Some(true) {
            rest.push(self.named_option("llvm.loop.mustprogress", None));
        }
        if let Some(value) = truth(annotation.isVectorized(cx)) {
            let value = self.module.constants.i32(value.into());
            rest.push(self.named_option("llvm.loop.isvectorized", Some(Md::Const(value))));
        }
        let options = [
            annotation.vectorize(cx),
            annotation.interleave(cx),
            annotation.unroll(cx),
            annotation.unrollAndJam(cx),
            annotation.licm(cx),
            annotation.distribute(cx),
            annotation.pipeline(cx),
            annotation.peeled(cx),
            annotation.unswitch(cx),
        ];
        for options in options.into_iter().flatten() {
            self.options(options, &mut rest);
        }
        let groups = annotation.parallelAccesses(cx).and_then(|groups| groups.as_array(cx)).unwrap_or_default();
        if !groups.is_empty() {
            let mut operands = vec![Some(Md::Text(b"llvm.loop.parallel_accesses".to_vec()))];
            operands.extend(groups.iter().map(|&group| Some(Md::Node(self.access_group(group)))));
            rest.push(self.module.metadata.tuple(operands));
        }
        let rest = rest.into_iter().map(|node| Some(Md::Node(node))).collect();
        let node = self.module.metadata.cyclic(true, rest);
        self.nodes.nodes.insert(attr, node);
        Some(node)
    }

    fn named_option(&mut self, name: &str, value: Option<Md>) -> MdId {
        let mut operands = vec![Some(Md::Text(name.as_bytes().to_vec()))];
        operands.extend(value.map(Some));
        self.module.metadata.tuple(operands)
    }

    fn options(&mut self, attr: Attr, nodes: &mut Vec<MdId>) {
        let cx = self.cx;
        let Some((_, params)) = attr.dialect_attr(cx) else { return };
        let rows = OPTIONS.iter().find(|(is, _)| is(cx, attr)).map_or(&[][..], |(_, rows)| rows);
        for (param, name, form) in rows {
            let Some(value) = params.get(*param).and_then(|attr| attr.present()) else { continue };
            let truth = value.as_bool(cx).unwrap_or(false);
            nodes.push(match form {
                Form::Number => {
                    let number = self.module.constants.i32(value.as_i64(cx).unwrap_or(0) as u32);
                    self.named_option(name, Some(Md::Const(number)))
                }
                Form::Truth | Form::Negated => {
                    let truth = self.module.constants.i1(truth != matches!(form, Form::Negated));
                    self.named_option(name, Some(Md::Const(truth)))
                }
                Form::Unit if !truth => continue,
                Form::Unit => self.named_option(name, None),
                Form::Either(other) => self.named_option(if truth { name } else { other }, None),
                Form::Followup => match self.annotation(value) {
                    Some(node) => self.named_option(name, Some(Md::Node(node))),
                    None => continue,
                },
            });
        }
    }
}
