//! Random programs: all instances are enumerated, sorted by the schedule, and every two that access the same element,
//! one of them writing it, have to be in the order of the program.

use proptest::prelude::*;
use rmlir_polyhedral::check::{Mistake, check};
use rmlir_polyhedral::code::{self, Jam, Style, Turns};
use rmlir_polyhedral::cost::locality::reordered;
use rmlir_polyhedral::dependence::dependences::dependences;
use rmlir_polyhedral::dependence::expansion::{last_writes, webs};
use rmlir_polyhedral::dependence::values::{direct, flows};
use rmlir_polyhedral::fission::{distributed, parted};
use rmlir_polyhedral::parallel::{carried, parallel};
use rmlir_polyhedral::search::mirror::mirror;
use rmlir_polyhedral::search::pluto::{Fuse, schedule};
use rmlir_polyhedral::tiles::diamond::diamonds;
use rmlir_polyhedral::tiles::order::{self, Tiling};
use rmlir_polyhedral::{Access, Dimension, Schedule, Scop, Set, Statement};
use rmlir_presburger::Int;

/// Iterators run from 0 to this, exclusive.
const SIDE: i64 = 4;

/// A subscript: coefficients of the iterators, and a constant.
type Subscript = (Vec<i64>, i64);

/// A statement: whether it begins its own nest, the number of common loops with the previous one, its depth, whether
/// the last iterator is bounded by the first one, and accesses to two arrays of one dimension.
type Plan = Vec<(bool, usize, usize, bool, Vec<(usize, bool, Subscript)>)>;

fn plan() -> impl Strategy<Value = Plan> {
    let subscript = (prop::collection::vec(-1i64..3, 3), -2i64..3);
    let access = (0usize..2, any::<bool>(), subscript);
    let accesses = prop::collection::vec(access, 1..4);
    prop::collection::vec((any::<bool>(), 0usize..3, 1usize..4, any::<bool>(), accesses), 1..4)
}

fn domain(depth: usize, is_triangle: bool) -> Set {
    let mut domain = Set::universe(depth, 0, 0);
    for iterator in 0..depth {
        domain.add_lower_bound(iterator, 0);
        domain.add_upper_bound(iterator, SIDE - 1);
    }
    if is_triangle && depth > 1 {
        let mut row = vec![0; depth + 1];
        (row[0], row[depth - 1]) = (1, -1);
        domain.add_inequality_of(&row);
    }
    domain
}

fn access(domain: &Set, &(array, is_write, (ref factors, constant)): &(usize, bool, Subscript)) -> Access {
    let depth = domain.n_dims();
    let mut relation = domain.clone();
    relation.insert(rmlir_presburger::Kind::Dim, depth, &[None]);
    let mut row = factors[..depth].to_vec();
    row.extend([-1, constant]);
    relation.add_equality_of(&row);
    Access { array, is_write, relation }
}

fn scop(plan: &Plan) -> Scop {
    let mut scop = Scop::default();
    let mut last: Vec<usize> = Vec::new();
    for (number, (is_apart, n_common, depth, is_triangle, accesses)) in plan.iter().enumerate() {
        let n_common = if *is_apart { 0 } else { *n_common.min(depth).min(&last.len().saturating_sub(1)) };
        let mut place = last[..n_common].to_vec();
        place.push(last.get(n_common).map_or(0, |place| place + 1));
        place.resize(depth + 1, 0);
        let domain = domain(*depth, *is_triangle);
        scop.statements.push(Statement {
            name: format!("S{number}"),
            iterators: (0..*depth).map(|iterator| format!("i{iterator}")).collect(),
            accesses: accesses.iter().map(|plan| access(&domain, plan)).collect(),
            domain,
            place: place.clone(),
        });
        last = place;
    }
    scop
}

/// A statement's index, its point, and its accesses: array, element, whether it writes.
struct Instance {
    statement: usize,
    point: Vec<i64>,
    touched: Vec<(usize, i64, bool)>,
}

fn instances(scop: &Scop, plan: &Plan) -> Vec<Instance> {
    let mut all = Vec::new();
    for (statement, of) in scop.statements.iter().enumerate() {
        let mut points = vec![Vec::new()];
        for _ in 0..of.depth() {
            points =
                points.iter().flat_map(|point| (0..SIDE).map(move |last| [&point[..], &[last]].concat())).collect();
        }
        for point in points.into_iter().filter(|point| of.domain.contains(&ints(point))) {
            let element = |(factors, constant): &Subscript| {
                std::iter::zip(factors, &point).map(|(factor, number)| factor * number).sum::<i64>() + constant
            };
            let touched =
                plan[statement].4.iter().map(|(array, is_write, at)| (*array, element(at), *is_write)).collect();
            all.push(Instance { statement, point, touched });
        }
    }
    all
}

fn ints(point: &[i64]) -> Vec<Int> {
    point.iter().map(|&number| Int::from(number)).collect()
}

fn time(schedule: &Schedule, instance: &Instance) -> Vec<Int> {
    let of = |dimension: &Dimension| match dimension {
        Dimension::Scalar(numbers) => Int::from(numbers[instance.statement] as i64),
        Dimension::Loop(rows) => {
            let row = &rows[instance.statement];
            let terms = std::iter::zip(row, ints(&instance.point)).map(|(factor, number)| factor * &number);
            terms.fold(row[instance.point.len()].clone(), |sum, term| &sum + &term)
        }
    };
    schedule.dimensions.iter().map(of).collect()
}

fn meet(a: &Instance, b: &Instance) -> bool {
    let writes = |x: &(usize, i64, bool), y: &(usize, i64, bool)| (x.0, x.1) == (y.0, y.1) && (x.2 || y.2);
    a.touched.iter().any(|x| b.touched.iter().any(|y| writes(x, y)))
}

/// Statements that pass a value through one element, or a row of elements, to the next one.
fn handing_on() -> impl Strategy<Value = Plan> {
    let handed_on = (any::<bool>(), (prop::collection::vec(0i64..2, 3), 0i64..2));
    (plan(), prop::collection::vec(handed_on, 3)).prop_map(|(mut plan, handed_on)| {
        for (number, (is_row, (factors, constant))) in (1..plan.len()).zip(handed_on) {
            let factors = if is_row { factors } else { vec![0; 3] };
            let subscript = (factors, constant);
            plan[number].0 = false;
            plan[number - 1].4.push((2, true, subscript.clone()));
            plan[number].4.push((2, false, subscript));
        }
        plan
    })
}

/// The instances in the order of the program.
fn in_order(scop: &Scop, plan: &Plan) -> Vec<Instance> {
    let original = Schedule::original(scop);
    let mut all = instances(scop, plan);
    all.sort_by_cached_key(|instance| time(&original, instance));
    all
}

/// By read, in the order of the program: the index of the instance that wrote its value. Each element is expanded
/// according to `place`, by instance and index of the access.
fn writers(all: &[Instance], place: impl Fn(&Instance, usize) -> Vec<i64>) -> Vec<Option<usize>> {
    let mut memory = std::collections::HashMap::new();
    let mut found = Vec::new();
    for (number, instance) in all.iter().enumerate() {
        let key = |access: usize| (instance.touched[access].0, instance.touched[access].1, place(instance, access));
        let (writes, reads): (Vec<usize>, Vec<usize>) =
            (0..instance.touched.len()).partition(|&access| instance.touched[access].2);
        found.extend(reads.into_iter().map(|access| memory.get(&key(access)).copied()));
        for access in writes {
            memory.insert(key(access), number);
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn webs_hand_on_the_same_values(plan in handing_on()) {
        let scop = scop(&plan);
        let all = in_order(&scop, &plan);
        let webs = webs(&scop);
        let place = |instance: &Instance, access: usize| -> Vec<i64> {
            let web = webs.iter().position(|web| web.accesses.contains(&(instance.statement, access)));
            let turns = web.iter().flat_map(|&web| webs[web].loops.iter().map(|&loop_| instance.point[loop_]));
            web.iter().map(|&web| 1 + web as i64).chain(turns).collect()
        };
        prop_assert_eq!(writers(&all, |_, _| Vec::new()), writers(&all, place));
    }

}

proptest! {
    #![proptest_config(ProptestConfig { cases: 50, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn last_writes_are_the_last(plan in handing_on()) {
        let scop = scop(&plan);
        let all = in_order(&scop, &plan);
        for statement in 0..scop.statements.len() {
            for array in 0..3 {
                let writes = |instance: &Instance, element: i64| {
                    instance.touched.contains(&(array, element, true))
                };
                let last = last_writes(&scop, statement, array).expect("there are few");
                for (number, instance) in all.iter().enumerate().filter(|(_, it)| it.statement == statement) {
                    let of_array = |touched: &&(usize, i64, bool)| touched.0 == array && touched.2;
                    let elements: Vec<i64> = instance.touched.iter().filter(of_array).map(|it| it.1).collect();
                    let is_last = |&element: &i64| !all[number + 1..].iter().any(|later| writes(later, element));
                    if elements.len() == 1 {
                        prop_assert_eq!(last.contains(&ints(&instance.point)), elements.iter().all(is_last));
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn instances_that_meet_stay_in_order(plan in plan(), fuse in prop::sample::select(vec![Fuse::Smart, Fuse::Max, Fuse::None])) {
        let scop = scop(&plan);
        let dependences = dependences(&scop).expect("there are few");
        let original = Schedule::original(&scop);
        let found = schedule(&scop, &dependences, fuse).expect("there is a schedule");
        prop_assert_eq!(check(&scop, &dependences, &found), Ok(()));
        for apart in [false, true] {
            let within = reordered(&scop, &dependences, &found, apart);
            prop_assert_eq!(check(&scop, &dependences, &within), Ok(()));
        }
        let is_parallel = parallel(&found, &carried(&found, &dependences));
        let all = instances(&scop, &plan);
        for a in &all {
            for b in &all {
                if time(&original, a) >= time(&original, b) || !meet(a, b) {
                    continue;
                }
                let (before, after) = (time(&found, a), time(&found, b));
                prop_assert!(before < after, "S{} {:?} and S{} {:?}", a.statement, a.point, b.statement, b.point);
                let first = std::iter::zip(&before, &after).position(|(x, y)| x != y).expect("times differ");
                prop_assert!(!is_parallel[first], "dimension {} is not parallel", first);
            }
        }
    }

    #[test]
    fn backward_iterators_keep_the_order(plan in plan()) {
        let scop = scop(&plan);
        let dependences = dependences(&scop).expect("there are few");
        let Some(mirror) = mirror(&scop, &dependences) else { return Ok(()) };
        let Ok(found) = schedule(&mirror.program(&scop), &mirror.dependences(&dependences), Fuse::Smart) else {
            return Ok(());
        };
        let found = mirror.back(found, &[]).expect("there are no parameters");
        prop_assert_eq!(check(&scop, &dependences, &found), Ok(()));
        let all = in_order(&scop, &plan);
        for (number, late) in all.iter().enumerate() {
            for early in all[..number].iter().filter(|early| meet(early, late)) {
                prop_assert!(time(&found, early) < time(&found, late));
            }
        }
    }

    #[test]
    fn parts_of_loops_are_in_order(plan in plan()) {
        let scop = scop(&plan);
        let dependences = dependences(&scop).expect("there are few");
        let found = schedule(&scop, &dependences, Fuse::Smart).expect("there is a schedule");
        let distributed = distributed(&scop, &dependences, &found);
        for whole in [Some(found), distributed].into_iter().flatten() {
            prop_assert_eq!(check(&scop, &dependences, &whole), Ok(()));
            if let Some(parted) = parted(&scop, &dependences, &whole) {
                prop_assert_eq!(check(&scop, &dependences, &parted), Ok(()));
            }
        }
    }

    #[test]
    fn the_check_finds_loops_run_backward(plan in plan()) {
        let scop = scop(&plan);
        let dependences = dependences(&scop).expect("there are few");
        let mut wrong = Schedule::original(&scop);
        let is_carried = dependences.iter().any(|it| it.level == 0 && scop.statements[it.from].n_common_loops(&scop.statements[it.to]) > 0);
        prop_assume!(is_carried);
        if let Some(Dimension::Loop(rows)) = wrong.dimensions.get_mut(1) {
            rows.iter_mut().for_each(|row| row[0] = -&row[0]);
        }
        prop_assert!(matches!(check(&scop, &dependences, &wrong), Err(Mistake::Dependence(_))));
    }

    #[test]
    fn the_original_order_is_right(plan in plan()) {
        let scop = scop(&plan);
        prop_assert_eq!(check(&scop, &dependences(&scop).expect("there are few"), &Schedule::original(&scop)), Ok(()));
    }
}

proptest! {
    // Code is generated, and executed by enumeration.
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn code_runs_all_instances_in_order(plan in plan(), fuse in prop::sample::select(vec![Fuse::Smart, Fuse::Max, Fuse::None]), size in 0i64..4, jam in prop::sample::select(vec![Jam::Never, Jam::All(vec![2]), Jam::All(vec![3, 2]), Jam::Each(vec![vec![3, 2], vec![2, 4], vec![4], vec![2, 2]])]), separate in any::<bool>(), wavefront in any::<bool>(), turns in prop::sample::select(vec![Turns::Forward, Turns::Backward])) {
        let tiling = (size > 0).then(|| Tiling { sizes: vec![size], wavefront });
        runs_in_order(&plan, fuse, tiling, &Style { separate, jam }, turns)?;
    }
}

/// Generates code, executes it by enumeration, and compares the order of instances that access the same element.
fn runs_in_order(
    plan: &Plan,
    fuse: Fuse,
    tiling: Option<Tiling>,
    style: &Style,
    turns: Turns,
) -> Result<(), TestCaseError> {
    let scop = scop(plan);
    let dependences = dependences(&scop).expect("there are few");
    let schedule = schedule(&scop, &dependences, fuse).expect("there is a schedule");
    let carried = carried(&schedule, &dependences);
    let steps = match &tiling {
        None => order::untiled(&schedule, &carried),
        Some(tiling) => {
            let sizes = tiling.by_dimension(&schedule);
            order::tiled(&schedule, &dependences, &carried, &sizes, tiling.wavefront)
        }
    };
    let nodes = code::generate_in(style, &scop, &dependences, &schedule, &steps).expect("pieces have an order");
    let n_iterators: Vec<usize> = scop.statements.iter().map(Statement::depth).collect();
    let run = code::instances(&nodes, &[], &n_iterators, turns);
    let mut all = instances(&scop, plan);
    prop_assert_eq!(run.len(), all.len(), "{}", code::text(&scop, &nodes));
    let original = Schedule::original(&scop);
    let when = |instance: &Instance| {
        run.iter().position(|(statement, point)| *statement == instance.statement && *point == ints(&instance.point))
    };
    for instance in &all {
        prop_assert!(
            when(instance).is_some(),
            "S{} {:?} never runs\n{}",
            instance.statement,
            instance.point,
            code::text(&scop, &nodes)
        );
    }
    all.sort_by_key(|instance| when(instance));
    for (number, late) in all.iter().enumerate() {
        for early in &all[..number] {
            let is_right = !meet(early, late) || time(&original, early) < time(&original, late);
            prop_assert!(
                is_right,
                "S{} {:?} runs before S{} {:?}\n{}",
                early.statement,
                early.point,
                late.statement,
                late.point,
                code::text(&scop, &nodes)
            );
        }
    }
    Ok(())
}

/// Guards on the unrolled loop distinguish pieces of the next one, which have the same value of its variable.
#[test]
fn pieces_with_the_same_value_stay_in_order() {
    let write = |factors: [i64; 3], constant| vec![(0, true, (factors.to_vec(), constant))];
    let plan = vec![(false, 0, 1, false, write([0, 0, 0], 0)), (false, 0, 2, true, write([0, -1, 0], -1))];
    let tiling = Tiling { sizes: vec![2], wavefront: false };
    let style = Style { separate: false, jam: Jam::All(vec![2]) };
    runs_in_order(&plan, Fuse::Smart, Some(tiling), &style, Turns::Forward).expect("instances are in order");
}

/// Two statements in a time loop, each of which reads neighbours of the elements written by the other.
fn stencil(offsets: &[[i64; 2]; 2]) -> Plan {
    let one = |number: usize| {
        let subscript = |offset: i64| (vec![0, 1, 0], offset);
        let reads = offsets[number].iter().map(|&offset| (number, false, subscript(offset)));
        (number == 0, number, 2, false, reads.chain([(1 - number, true, subscript(0))]).collect())
    };
    vec![one(0), one(1)]
}

#[test]
fn the_stencil_of_jacobi_has_diamonds() {
    let scop = scop(&stencil(&[[-1, 1], [-1, 1]]));
    let dependences = dependences(&scop).expect("there are few");
    let found = schedule(&scop, &dependences, Fuse::Smart).expect("there is a schedule");
    let tiles = diamonds(&scop, &dependences, (&scop, &dependences), &found).expect("there are diamonds");
    let factors = |schedule: &Schedule, dimension: usize| match &schedule.dimensions[dimension] {
        Dimension::Loop(rows) => rows[0][..2].to_vec(),
        Dimension::Scalar(_) => Vec::new(),
    };
    assert_eq!((factors(&found, 0), factors(&found, 1)), (ints(&[1, 0]), ints(&[2, 1])));
    assert_eq!((factors(&tiles, 0), factors(&tiles, 1)), (ints(&[2, -1]), ints(&[2, 1])));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_goes_backward_in_diamonds(offsets in prop::array::uniform2(prop::array::uniform2(-2i64..3))) {
        let plan = stencil(&offsets);
        let scop = scop(&plan);
        let dependences = dependences(&scop).expect("there are few");
        let found = schedule(&scop, &dependences, Fuse::Smart).expect("there is a schedule");
        let Some(tiles) = diamonds(&scop, &dependences, (&scop, &dependences), &found) else { return Ok(()) };
        let changed = (0..tiles.dimensions.len()).find(|&it| tiles.dimensions[it] != found.dimensions[it]);
        let changed = changed.expect("one row is new");
        let all = in_order(&scop, &plan);
        for (number, late) in all.iter().enumerate() {
            for early in all[..number].iter().filter(|early| meet(early, late)) {
                let (old, new) = (time(&found, early), time(&found, late));
                if old[..changed] == new[..changed] {
                    prop_assert!(time(&tiles, early)[changed] <= time(&tiles, late)[changed]);
                }
            }
        }
    }
}

proptest! {
    // Each case examines some hundred thousand pairs.
    #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_come_from_the_last_write(plan in handing_on()) {
        let scop = scop(&plan);
        let all = in_order(&scop, &plan);
        let Some(flows) = flows(&scop) else { return Err(TestCaseError::reject("values are not followed")) };
        let mut reads = all.iter().flat_map(|it| it.touched.iter().filter(|it| !it.2).map(move |read| (it, read.0)));
        for writer in writers(&all, |_, _| Vec::new()) {
            let (reader, array) = reads.next().expect("there are as many reads");
            // Another read of the instance may access another element of the array.
            if reader.touched.iter().filter(|it| it.0 == array && !it.2).count() > 1 {
                continue;
            }
            for (number, instance) in all.iter().enumerate() {
                let pair = ints(&[&instance.point[..], &reader.point].concat());
                let has = |pairs: &Set| {
                    let mut rest = pairs.clone();
                    rest.set_and_eliminate(0, &pair);
                    !rest.is_integer_empty()
                };
                let statements = (instance.statement, reader.statement, array);
                let is_flow = flows.iter().any(|it| (it.from, it.to, it.array) == statements && has(&it.pairs));
                prop_assert_eq!(is_flow, writer == Some(number));
            }
        }
    }
    /// The transitive closure of the direct dependences is the set of all dependences.
    #[test]
    fn other_dependences_follow_from_direct_ones(plan in handing_on()) {
        let scop = scop(&plan);
        let all = in_order(&scop, &plan);
        // All pairs of instances are examined.
        prop_assume!(all.len() <= 70);
        let Some(direct) = direct(&scop) else { return Err(TestCaseError::reject("they are not followed")) };
        let is_direct = |early: &Instance, late: &Instance| {
            let pair = ints(&[&early.point[..], &late.point].concat());
            direct.iter().any(|it| (it.from, it.to) == (early.statement, late.statement) && it.pairs.contains(&pair))
        };
        // By instance, its required predecessors.
        let mut before: Vec<Vec<bool>> = Vec::new();
        for (number, late) in all.iter().enumerate() {
            let mut own = vec![false; number];
            for early in (0..number).rev() {
                let is_met = meet(&all[early], late);
                if own[early] || !(is_met && is_direct(&all[early], late)) {
                    continue;
                }
                own[early] = true;
                std::iter::zip(&mut own, &before[early]).for_each(|(own, its)| *own |= its);
            }
            for early in 0..number {
                prop_assert!(own[early] || !meet(&all[early], late));
            }
            before.push(own);
        }
    }
}
