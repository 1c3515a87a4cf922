//! Metadata attachments of instructions: TBAA tags, alias scopes, access groups, loops, branch weights.

use rmlir::core::OpId;
use rmlir::prelude::*;
use rmlir_llvm::attrs::loops::*;
use rmlir_llvm::attrs::memory::{
    AccessGroupAttr, AliasScopeAttr, AliasScopeDomainAttr, TBAAMemberAttr, TBAARootAttr, TBAATagAttr,
    TBAATypeDescriptorAttr,
};
use rmlir_llvm_ir::model::inst::Inst;
use rmlir_llvm_ir::model::metadata::{Md, MdId, Node};

use super::{Importer, Region};

/// The options in a loop's node, by name; removed when they are used.
type Options = Vec<(String, Vec<Option<Md>>)>;

impl<'c> Importer<'c> {
    fn node(&self, id: MdId) -> &Node {
        self.module.metadata.get(id)
    }

    /// Calls `translate` once for every node.
    fn known(&mut self, id: MdId, translate: impl FnOnce(&mut Self) -> Option<Attr>) -> Option<Attr> {
        if let Some(&known) = self.nodes.attrs.get(&id) {
            return known;
        }
        // A node that refers to itself has no attribute.
        self.nodes.attrs.insert(id, None);
        let attr = translate(self);
        self.nodes.attrs.insert(id, attr);
        attr
    }

    fn text(&self, md: Option<&Option<Md>>) -> Option<Attr> {
        match md {
            Some(Some(Md::Text(text))) => Some(self.cx.str_attr(&String::from_utf8_lossy(text))),
            _ => None,
        }
    }

    pub(super) fn number(&self, md: Option<&Option<Md>>) -> Option<i64> {
        match md {
            Some(Some(Md::Const(id))) => self.module.constants.as_int(*id).and_then(|value| value.sext_value()),
            _ => None,
        }
    }

    fn zext_number(&self, md: Option<&Option<Md>>) -> Option<u64> {
        match md {
            Some(Some(Md::Const(id))) => self.module.constants.as_int(*id).and_then(|value| value.zext_value()),
            _ => None,
        }
    }

    /// The tag of an access.
    fn tbaa_tag(&mut self, id: MdId) -> Option<Attr> {
        self.known(id, |importer| {
            let operands = importer.node(id).operands.clone();
            let [Some(Md::Node(base)), Some(Md::Node(access)), ..] = operands[..] else { return None };
            let offset = importer.number(operands.get(2))?;
            let (base, access) = (importer.tbaa_type(base)?, importer.tbaa_type(access)?);
            let cx = importer.cx;
            let constant = importer.number(operands.get(3)).filter(|&value| value != 0).map(|_| Attr::TRUE);
            Some(TBAATagAttr::get(cx, base, access, cx.i64_attr(offset), constant).attr())
        })
    }

    fn tbaa_type(&mut self, id: MdId) -> Option<Attr> {
        self.known(id, |importer| {
            let cx = importer.cx;
            let operands = importer.node(id).operands.clone();
            let name = importer.text(operands.first());
            if operands.len() < 2 {
                return Some(TBAARootAttr::get(cx, name).attr());
            }
            let mut members = Vec::new();
            for pair in operands[1..].chunks(2) {
                let Some(Md::Node(member)) = pair[0] else { return None };
                let member = importer.tbaa_type(member)?;
                let offset = importer.number(pair.get(1)).unwrap_or(0);
                members.push(TBAAMemberAttr::get(cx, member, cx.i64_attr(offset)).attr());
            }
            Some(TBAATypeDescriptorAttr::get(cx, name?, cx.array_attr(&members)).attr())
        })
    }

    /// The scopes in a list.
    fn alias_scopes(&mut self, list: MdId) -> Option<Attr> {
        let operands = self.node(list).operands.clone();
        let mut scopes = Vec::new();
        for operand in operands {
            let Some(Md::Node(scope)) = operand else { return None };
            scopes.push(self.alias_scope(scope)?);
        }
        Some(self.cx.array_attr(&scopes))
    }

    /// The only scope in a list.
    pub(super) fn single_scope(&mut self, list: MdId) -> Option<Attr> {
        let scopes = self.alias_scopes(list)?;
        match scopes.as_array(self.cx)? {
            [scope] => Some(*scope),
            _ => None,
        }
    }

    fn alias_scope(&mut self, id: MdId) -> Option<Attr> {
        self.known(id, |importer| {
            let cx = importer.cx;
            let operands = importer.node(id).operands.clone();
            let Some(Some(Md::Node(domain))) = operands.get(1) else { return None };
            let domain = importer.alias_domain(*domain)?;
            let own = importer.text(operands.first()).unwrap_or_else(|| cx.new_distinct(Attr::UNIT));
            let description = importer.text(operands.get(2));
            Some(AliasScopeAttr::get(cx, own, domain, description).attr())
        })
    }

    fn alias_domain(&mut self, id: MdId) -> Option<Attr> {
        self.known(id, |importer| {
            let cx = importer.cx;
            let operands = importer.node(id).operands.clone();
            let own = importer.text(operands.first()).unwrap_or_else(|| cx.new_distinct(Attr::UNIT));
            let description = importer.text(operands.get(1));
            Some(AliasScopeDomainAttr::get(cx, own, description).attr())
        })
    }

    /// The access groups of a node: itself, or its operands.
    fn access_groups(&mut self, id: MdId) -> Vec<Attr> {
        let operands = self.node(id).operands.clone();
        let nodes: Vec<MdId> = match operands.is_empty() {
            true => vec![id],
            false => operands
                .iter()
                .filter_map(|md| if let Some(Md::Node(node)) = md { Some(*node) } else { None })
                .collect(),
        };
        let group = |importer: &mut Self, id| {
            importer.known(id, |importer| {
                let own = importer.cx.new_distinct(Attr::UNIT);
                Some(AccessGroupAttr::get(importer.cx, own).attr())
            })
        };
        nodes.into_iter().filter_map(|id| group(self, id)).collect()
    }

    /// Sets the attachments of an instruction as attributes of its operation.
    pub(super) fn attach(&mut self, region: &mut Region<'c>, op: OpId, inst: &Inst) {
        let cx = self.cx;
        let attachments: Vec<(String, MdId)> =
            inst.attachments.iter().map(|(kind, node)| (kind.to_owned(), node)).collect();
        for (kind, node) in attachments {
            let (name, attr) = match &kind[..] {
                "tbaa" => ("tbaa", self.tbaa_tag(node).map(|tag| cx.array_attr(&[tag]))),
                "alias.scope" => ("alias_scopes", self.alias_scopes(node)),
                "noalias" => ("noalias_scopes", self.alias_scopes(node)),
                "llvm.access.group" => {
                    let groups = self.access_groups(node);
                    ("access_groups", Some(cx.array_attr(&groups)))
                }
                "llvm.loop" => ("loop_annotation", self.loop_annotation(node)),
                "prof" => ("branch_weights", self.weights(node)),
                "dereferenceable" | "dereferenceable_or_null" => {
                    let operands = self.node(node).operands.clone();
                    let bytes = self.number(operands.first()).unwrap_or(0);
                    let may_be_null = (kind == "dereferenceable_or_null").then_some(Attr::TRUE);
                    let attr = rmlir_llvm::attrs::memory::DereferenceableAttr::get(cx, cx.i64_attr(bytes), may_be_null);
                    ("dereferenceable", Some(attr.attr()))
                }
                _ => continue,
            };
            let has_property = OpRef::new(&region.body, op).def().is_some_and(|def| def.prop_index(name).is_some());
            if let Some(attr) = attr.filter(|_| has_property) {
                region.body.set_attr(op, name, attr);
            }
        }
    }

    fn weights(&self, id: MdId) -> Option<Attr> {
        let operands = &self.node(id).operands;
        match operands.first() {
            Some(Some(Md::Text(text))) if text == b"branch_weights" => {}
            _ => return None,
        }
        let numbers = operands.iter().filter_map(|md| self.zext_number(Some(md)));
        let weights: Vec<i32> = numbers.map(|weight| weight as i32).collect();
        Some(self.cx.i32_array(&weights))
    }

    /// The entry count of a function.
    pub(super) fn entry_count(&self, id: MdId) -> Option<Attr> {
        let operands = &self.node(id).operands;
        match operands.first() {
            Some(Some(Md::Text(text))) if text == b"function_entry_count" => {}
            _ => return None,
        }
        self.number(operands.get(1)).map(|count| self.cx.i64_attr(count))
    }

    fn loop_annotation(&mut self, id: MdId) -> Option<Attr> {
        self.known(id, |importer| importer.new_annotation(id))
    }

    fn new_annotation(&mut self, id: MdId) -> Option<Attr> {
        let operands = self.node(id).operands.clone();
        let mut options: Options = Vec::new();
        let mut locations = Vec::new();
        for operand in operands.iter().skip(1) {
            let Some(Md::Node(option)) = operand else { continue };
            locations.extend(self.location_attr(*option));
            let parts = self.node(*option).operands.clone();
            if let Some(Some(Md::Text(name))) = parts.first() {
                options.push((String::from_utf8_lossy(name).into_owned(), parts[1..].to_vec()));
            }
        }
        let mut at = LoopOptions { importer: self, options, locations, is_malformed: false };
        let annotation = at.annotation();
        // An unknown option invalidates the annotation.
        if at.options.is_empty() && !at.is_malformed { annotation } else { None }
    }
}

/// The unused options of a loop.
struct LoopOptions<'i, 'c> {
    importer: &'i mut Importer<'c>,
    options: Options,
    /// The start and end locations of the loop.
    locations: Vec<Attr>,
    /// Whether an option lacks its value.
    is_malformed: bool,
}

impl LoopOptions<'_, '_> {
    fn take(&mut self, name: &str) -> Option<Vec<Option<Md>>> {
        let at = self.options.iter().position(|(other, _)| other == name)?;
        Some(self.options.remove(at).1)
    }

    fn unit(&mut self, name: &str) -> Option<Attr> {
        self.take(name).map(|_| Attr::TRUE)
    }

    /// A boolean, or its negation.
    fn truth(&mut self, name: &str, negated: bool) -> Option<Attr> {
        let value = self.take(name)?;
        let value = self.importer.zext_number(value.first());
        self.is_malformed |= value.is_none();
        Some(self.importer.cx.bool_attr((value? != 0) != negated))
    }

    /// One of two names, of which `on` negates a disable option.
    fn either(&mut self, on: &str, off: &str) -> Option<Attr> {
        match (self.take(on), self.take(off)) {
            (Some(_), _) => Some(Attr::FALSE),
            (None, Some(_)) => Some(Attr::TRUE),
            (None, None) => None,
        }
    }

    fn number(&mut self, name: &str) -> Option<Attr> {
        let value = self.take(name)?;
        let value = self.importer.number(value.first());
        self.is_malformed |= value.is_none();
        Some(self.importer.cx.i32_attr(value? as i32))
    }

    fn followup(&mut self, name: &str) -> Option<Attr> {
        match self.take(name)?[..] {
            [Some(Md::Node(node))] => self.importer.loop_annotation(node),
            _ => {
                self.is_malformed = true;
                None
            }
        }
    }

    /// An attribute of related options: `None` if one of them lacks its value.
    fn group(&mut self, make: impl FnOnce(&mut Self) -> Option<Attr>) -> Option<Attr> {
        let before = std::mem::replace(&mut self.is_malformed, false);
        let attr = make(self);
        let is_whole = !std::mem::replace(&mut self.is_malformed, before);
        attr.filter(|_| is_whole)
    }

    fn annotation(&mut self) -> Option<Attr> {
        let cx = self.importer.cx;
        let disable_nonforced = self.unit("llvm.loop.disable_nonforced");
        let vectorize = self.group(Self::vectorize);
        let interleave = self.group(|at| at.number("llvm.loop.interleave.count"));
        let interleave = interleave.map(|count| LoopInterleaveAttr::get(cx, count).attr());
        let unroll = self.group(Self::unroll);
        let unroll_and_jam = self.group(Self::unroll_and_jam);
        let licm = [self.unit("llvm.licm.disable"), self.unit("llvm.loop.licm_versioning.disable")];
        let licm = any(&licm).then(|| LoopLICMAttr::get(cx, licm[0], licm[1]).attr());
        let distribute = self.group(Self::distribute);
        let pipeline = self.group(|at| {
            let disable = at.truth("llvm.loop.pipeline.disable", false);
            let interval = at.number("llvm.loop.pipeline.initiationinterval");
            any(&[disable, interval]).then(|| LoopPipelineAttr::get(cx, disable, interval).attr())
        });
        let peeled = self.group(|at| at.number("llvm.loop.peeled.count"));
        let peeled = peeled.map(|count| LoopPeeledAttr::get(cx, Some(count)).attr());
        let unswitch = self.unit("llvm.loop.unswitch.partial.disable");
        let unswitch = unswitch.map(|disable| LoopUnswitchAttr::get(cx, Some(disable)).attr());
        let must_progress = self.unit("llvm.loop.mustprogress");
        let is_vectorized = self.truth("llvm.loop.isvectorized", false);
        let mut groups = Vec::new();
        while let Some(nodes) = self.take("llvm.loop.parallel_accesses") {
            for node in nodes {
                if let Some(Md::Node(node)) = node {
                    groups.extend(self.importer.access_groups(node));
                }
            }
        }
        let groups = (!groups.is_empty()).then(|| cx.array_attr(&groups));
        let [start, end] = [0, 1].map(|index| self.locations.get(index).copied());
        let all = [
            disable_nonforced,
            vectorize,
            interleave,
            unroll,
            unroll_and_jam,
            licm,
            distribute,
            pipeline,
            peeled,
            unswitch,
            must_progress,
            is_vectorized,
            start,
            end,
            groups,
        ];
        any(&all).then(|| {
            LoopAnnotationAttr::get(
                cx,
                disable_nonforced,
                vectorize,
                interleave,
                unroll,
                unroll_and_jam,
                licm,
                distribute,
                pipeline,
                peeled,
                unswitch,
                must_progress,
                is_vectorized,
                start,
                end,
                groups,
            )
            .attr()
        })
    }

    fn vectorize(&mut self) -> Option<Attr> {
        let all = [
            self.truth("llvm.loop.vectorize.enable", true),
            self.truth("llvm.loop.vectorize.predicate.enable", false),
            self.truth("llvm.loop.vectorize.scalable.enable", false),
            self.number("llvm.loop.vectorize.width"),
            self.followup("llvm.loop.vectorize.followup_vectorized"),
            self.followup("llvm.loop.vectorize.followup_epilogue"),
            self.followup("llvm.loop.vectorize.followup_all"),
        ];
        let [a, b, c, d, e, f, g] = all;
        any(&all).then(|| LoopVectorizeAttr::get(self.importer.cx, a, b, c, d, e, f, g).attr())
    }

    fn unroll(&mut self) -> Option<Attr> {
        let all = [
            self.either("llvm.loop.unroll.enable", "llvm.loop.unroll.disable"),
            self.number("llvm.loop.unroll.count"),
            self.runtime_disable(),
            self.unit("llvm.loop.unroll.full"),
            self.followup("llvm.loop.unroll.followup_unrolled"),
            self.followup("llvm.loop.unroll.followup_remainder"),
            self.followup("llvm.loop.unroll.followup_all"),
        ];
        let [a, b, c, d, e, f, g] = all;
        any(&all).then(|| LoopUnrollAttr::get(self.importer.cx, a, b, c, d, e, f, g).attr())
    }

    /// Encoded with a boolean, or without an operand.
    fn runtime_disable(&mut self) -> Option<Attr> {
        let value = self.take("llvm.loop.unroll.runtime.disable")?;
        let truth = self.importer.zext_number(value.first()).is_none_or(|value| value != 0);
        Some(self.importer.cx.bool_attr(truth))
    }

    fn unroll_and_jam(&mut self) -> Option<Attr> {
        let all = [
            self.either("llvm.loop.unroll_and_jam.enable", "llvm.loop.unroll_and_jam.disable"),
            self.number("llvm.loop.unroll_and_jam.count"),
            self.followup("llvm.loop.unroll_and_jam.followup_outer"),
            self.followup("llvm.loop.unroll_and_jam.followup_inner"),
            self.followup("llvm.loop.unroll_and_jam.followup_remainder_outer"),
            self.followup("llvm.loop.unroll_and_jam.followup_remainder_inner"),
            self.followup("llvm.loop.unroll_and_jam.followup_all"),
        ];
        let [a, b, c, d, e, f, g] = all;
        any(&all).then(|| LoopUnrollAndJamAttr::get(self.importer.cx, a, b, c, d, e, f, g).attr())
    }

    fn distribute(&mut self) -> Option<Attr> {
        let all = [
            self.truth("llvm.loop.distribute.enable", true),
            self.followup("llvm.loop.distribute.followup_coincident"),
            self.followup("llvm.loop.distribute.followup_sequential"),
            self.followup("llvm.loop.distribute.followup_fallback"),
            self.followup("llvm.loop.distribute.followup_all"),
        ];
        let [a, b, c, d, e] = all;
        any(&all).then(|| LoopDistributeAttr::get(self.importer.cx, a, b, c, d, e).attr())
    }
}

fn any(attrs: &[Option<Attr>]) -> bool {
    attrs.iter().any(Option::is_some)
}
