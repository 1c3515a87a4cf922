//! Functions as coroutines.
//!
//! A coroutine first creates its token and values, returns them when it is suspended for the first time, and continues
//! when the runtime resumes it. [`Coroutine::set_up`] adds blocks around those of the function:
//!
//! ```mlir
//!   %token = async.runtime.create : !async.token
//!   %id = async.coro.id
//!   %handle = async.coro.begin %id
//!   cf.br ^body
//! ^body: // ... what the function had
//! ^failed: // if something may fail
//!   async.runtime.set_error %token : !async.token
//!   cf.br ^cleanup
//! ^cleanup:
//!   async.coro.free %id, %handle
//!   cf.br ^suspend
//! ^destroy: // as `^cleanup`, for a coroutine that is given up
//!   async.coro.free %id, %handle
//!   cf.br ^suspend
//! ^suspend:
//!   async.coro.end %handle
//!   return %token : !async.token
//! ```

use rmlir::prelude::*;
use rmlir_async::{
    CoroBeginOp, CoroEndOp, CoroFreeOp, CoroHandleType, CoroIdOp, CoroIdType, CoroSaveOp, CoroStateType, CoroSuspendOp,
    RuntimeCreateOp, RuntimeSetAvailableOp, RuntimeSetErrorOp, RuntimeStoreOp, TokenType,
};
use rmlir_cf::BrOp;
use rmlir_func::ReturnOp;

/// The attribute that marks a function as a coroutine for LLVM.
const MARK: (&str, &str) = ("passthrough", "presplitcoroutine");

/// The parts of a coroutine function.
#[derive(Clone, Debug)]
pub struct Coroutine {
    /// The completion token, if the function returns one.
    token: Option<Value>,
    /// The storage of its values.
    values: Vec<Value>,
    id: Value,
    handle: Value,
    entry: BlockId,
    /// The original entry block, after the new one.
    start: BlockId,
    failed: Option<BlockId>,
    cleanup: BlockId,
    destroy: BlockId,
    suspend: BlockId,
}

impl Coroutine {
    /// Converts the root of the body, a function with blocks, to a coroutine. Its results are a token or none, then
    /// values.
    pub fn set_up(rw: &mut Rewriter) -> Self {
        let (root, cx) = (rw.root(), rw.cx());
        let region = rw.region(root, 0);
        let entry = rw.entry(region).expect("a coroutine is a function with blocks");
        let first = rw.first_op(entry);
        let start = rw.split_block(entry, first);
        rw.set_loc(rw.loc(root));
        rw.at_end(entry);
        let places: Vec<Value> = result_types(rw).into_iter().map(|ty| rw.value(RuntimeCreateOp::build(ty))).collect();
        let id = rw.value(CoroIdOp::build(CoroIdType::get(cx).ty()));
        let handle = rw.value(CoroBeginOp::build(CoroHandleType::get(cx).ty(), id));
        rw.create(BrOp::build(&[], start));

        let cleanup = rw.create_block(region, &[], &[]);
        let destroy = rw.create_block(region, &[], &[]);
        let suspend = rw.create_block(region, &[], &[]);
        rw.at_end(suspend);
        rw.create(CoroEndOp::build(handle));
        rw.create(ReturnOp::build(&places));
        let mark = cx.array_attr(&[cx.str_attr(MARK.1)]);
        rw.set_attr(root, MARK.0, mark);

        let token = places.first().copied().filter(|&place| TokenType::from_type(cx, rw.ty(place)).is_some());
        let values = places[usize::from(token.is_some())..].to_vec();
        let coroutine = Self { token, values, id, handle, entry, start, failed: None, cleanup, destroy, suspend };
        coroutine.free(rw, cleanup);
        coroutine.free(rw, destroy);
        coroutine
    }

    /// Suspends the coroutine at its start, and lets the runtime resume it.
    pub fn start_suspended(&self, rw: &mut Rewriter) {
        let branch = rw.terminator(self.entry).expect("the entry ends with a branch");
        rw.before(branch);
        rw.set_loc(rw.loc(rw.root()));
        let state = rw.value(CoroSaveOp::build(CoroStateType::get(rw.cx()).ty(), self.handle));
        rw.create(rmlir_async::RuntimeResumeOp::build(self.handle));
        self.suspend(rw, state, self.start);
        rw.erase(branch);
    }

    /// Terminates the current block: the coroutine is suspended, and continues in `resume`.
    pub fn suspend(&self, rw: &mut Rewriter, state: Value, resume: BlockId) {
        rw.create(CoroSuspendOp::build(state, self.suspend, resume, self.destroy));
    }

    /// Stores `values`, marks them as available, and terminates the current block.
    pub fn finish(&self, rw: &mut Rewriter, values: &[Value]) {
        for (&value, &place) in values.iter().zip(&self.values) {
            rw.create(RuntimeStoreOp::build(value, place));
            rw.create(RuntimeSetAvailableOp::build(place));
        }
        if let Some(token) = self.token {
            rw.create(RuntimeSetAvailableOp::build(token));
        }
        rw.create(BrOp::build(&[], self.cleanup));
    }

    /// The handle that resumes the coroutine.
    pub fn handle(&self) -> Value {
        self.handle
    }

    /// The block for errors.
    pub fn failed(&mut self, rw: &mut Rewriter) -> BlockId {
        // A conversion may have rolled back the creation of the block.
        if let Some(failed) = self.failed.filter(|&failed| rw.contains_block(failed)) {
            return failed;
        }
        let (point, loc) = (rw.insert_point(), rw.default_loc());
        let failed = rw.create_block_before(self.cleanup, &[], &[]);
        rw.at_end(failed);
        rw.set_loc(rw.loc(rw.root()));
        for &place in self.token.iter().chain(&self.values) {
            rw.create(RuntimeSetErrorOp::build(place));
        }
        rw.create(BrOp::build(&[], self.cleanup));
        rw.set_insert_point(point);
        rw.set_loc(loc);
        self.failed = Some(failed);
        failed
    }

    /// Fills `block`, which frees the frame.
    fn free(&self, rw: &mut Rewriter, block: BlockId) {
        let point = rw.insert_point();
        rw.at_end(block);
        rw.create(CoroFreeOp::build(self.id, self.handle));
        rw.create(BrOp::build(&[], self.suspend));
        rw.set_insert_point(point);
    }
}

/// The types of the results of the root, a function.
fn result_types(body: &Body) -> Vec<Type> {
    let root = OpRef::root(body);
    root.interface::<dyn FunctionOp>().map_or_else(Vec::new, |function| function.result_types(root))
}
