'use strict';
// What was recorded, see `page.rs`. A line is [text, places]; a text is its lines, or the step that it results from.
const run = JSON.parse(document.getElementById('data').textContent);
const element = (id) => document.getElementById(id);
const make = (tag, name, text, parent) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  if (parent) parent.append(made);
  return made;
};
const milliseconds = (us) => (us < 1000 ? `${us} µs` : `${(us / 1000).toFixed(us < 10000 ? 1 : 0)} ms`);
const ROW = 18, CONTEXT = 3;

// The lines of a text, as numbers.
const texts = run.texts.map((text) => (Array.isArray(text) ? text : null));
function linesOf(number) {
  if (texts[number]) return texts[number];
  const step = run.steps[run.texts[number]];
  const lines = linesOf(step.before).slice();
  for (const [at, old, fresh] of step.edits.slice().reverse()) lines.splice(at, old, ...fresh);
  return (texts[number] = lines);
}

// The columns: the passes in order, then the whole run of each piece.
const columns = run.passes.map(([name, text, piece]) => ({ name, text, piece, steps: [] }));
for (let piece = 0; piece < run.pieces; piece++) columns.push({ name: 'whole run', text: '', piece, steps: [] });
run.steps.forEach((step, number) => {
  step.number = number;
  step.column = step.pass === null ? run.passes.length + step.piece : step.pass;
  step.nOld = step.edits.reduce((sum, edit) => sum + edit[1], 0);
  step.nNew = step.edits.reduce((sum, edit) => sum + edit[2].length, 0);
  columns[step.column].steps.push(step);
});
const order = columns.flatMap((column) => column.steps);
const state = { step: null, all: false, places: new Set(), rows: [], at: 0, filter: '' };

function drawPipeline() {
  const nav = element('pipeline');
  nav.replaceChildren();
  const longest = Math.max(1, ...columns.map((column) => column.steps.reduce((sum, step) => sum + step.us, 0)));
  for (const column of columns) {
    const shown = column.steps.filter((step) => step.op.includes(state.filter));
    if (!shown.length) continue;
    const box = make('div', 'pass', undefined, nav);
    const us = column.steps.reduce((sum, step) => sum + step.us, 0);
    const title = make('h2', '', column.name + (run.pieces > 1 ? ` (${column.piece + 1})` : ''), box);
    title.title = `${column.text}\n${milliseconds(us)}`;
    make('i', '', undefined, make('div', 'bar', undefined, box)).style.width = `${(100 * us) / longest}%`;
    if (column.steps.every((step) => !step.edits.length)) box.classList.add('unchanged');
    const list = make('div', 'steps', undefined, box);
    for (const step of shown) {
      const button = make('button', 'step', undefined, list);
      button.classList.toggle('unchanged', !step.edits.length);
      button.classList.toggle('failed', step.failed);
      make('span', 'name', step.op || 'all passes', button);
      make('span', 'size', step.failed ? 'failed' : step.edits.length ? `−${step.nOld} +${step.nNew}` : '=', button);
      button.onclick = () => choose(step);
      step.button = button;
    }
    column.box = box;
  }
}

// The rows of a difference: [old number, old line, new number, new line, is changed]; a number is where lines are hidden.
function rowsOf(step) {
  const old = linesOf(step.before), rows = [];
  let at = 0, fresh = 0;
  const keep = (end) => {
    const n = end - at, isFirst = at === 0, isLast = end === old.length;
    for (let i = 0; i < n; i++, at++, fresh++) {
      const isNear = (!isFirst && i < CONTEXT) || (!isLast && i >= n - CONTEXT);
      if (state.all || isNear || n <= 2 * CONTEXT + 1 || !step.edits.length) rows.push([at, old[at], fresh, old[at], false]);
      else if (typeof rows.at(-1) === 'number') rows[rows.length - 1]++;
      else rows.push(1);
    }
  };
  for (const [start, nOld, added] of step.edits) {
    keep(start);
    for (let i = 0; i < Math.max(nOld, added.length); i++) {
      const left = i < nOld, right = i < added.length;
      rows.push([left ? at + i : -1, left ? old[at + i] : -1, right ? fresh + i : -1, right ? added[i] : -1, true]);
    }
    at += nOld;
    fresh += added.length;
  }
  keep(old.length);
  return rows;
}

const placesOf = (line) => (line >= 0 && run.lines[line][1]) || [];
const isMarked = (line) => placesOf(line).some((place) => state.places.has(place));

function drawRows() {
  const box = element('diff'), first = Math.max(0, Math.floor(box.scrollTop / ROW) - 20);
  const last = Math.min(state.rows.length, first + Math.ceil(box.clientHeight / ROW) + 60);
  const drawn = [make('div')];
  drawn[0].style.height = `${state.rows.length * ROW}px`;
  for (let i = first; i < last; i++) {
    const row = state.rows[i], line = make('div', 'row');
    line.style.top = `${i * ROW}px`;
    line.classList.toggle('at', i === state.at);
    drawn.push(line);
    if (typeof row === 'number') {
      line.classList.add('fold');
      line.textContent = `${row} unchanged lines (a)`;
      line.onclick = () => act('a');
      continue;
    }
    const [oldNumber, old, newNumber, fresh, isChanged] = row;
    for (const [number, text, name] of [[oldNumber, old, 'old'], [newNumber, fresh, 'new']]) {
      make('span', 'number', number < 0 ? '' : number + 1, line);
      const span = make('span', isChanged && number >= 0 ? name : '', text < 0 ? '' : run.lines[text][0], line);
      if (isMarked(text)) span.classList.add('same');
      if (text >= 0) span.title = [run.lines[text][0].trim(), ...placesOf(text).map((place) => run.places[place])].join('\n');
      span.onclick = () => follow(i, placesOf(text));
    }
  }
  box.replaceChildren(...drawn);
}

function move(row) {
  state.at = Math.max(0, Math.min(state.rows.length - 1, row));
  const box = element('diff'), top = state.at * ROW;
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 2 * ROW) {
    box.scrollTop = Math.max(0, top - box.clientHeight / 3);
  }
  drawRows();
}

// Marks all lines that come from the same places in the source.
function follow(row, places) {
  state.places = new Set(places);
  state.at = row;
  drawRows();
  drawDetails();
}

function choose(step) {
  state.step = step;
  state.rows = rowsOf(step);
  for (const other of order) if (other.button) other.button.setAttribute('aria-current', other === step);
  for (const column of columns) if (column.box) column.box.classList.toggle('chosen', column === columns[step.column]);
  if (step.button) step.button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const column = columns[step.column];
  element('heading').textContent =
    `${column.text || 'all passes'} on ${step.op || 'the module'}: ${milliseconds(step.us)}` +
    (step.failed ? ', failed' : step.edits.length ? '' : ', no change');
  element('diff').scrollTop = 0;
  move(Math.max(0, state.rows.findIndex((row) => row[4])));
  drawDetails();
  // A page within another one has no address of its own.
  if (location.protocol !== 'about:') history.replaceState(null, '', `#${step.number}`);
}

function link(parent, text, act) {
  const button = make('button', 'link', text, parent);
  button.onclick = act;
}

// Goes to the first row of the step whose line comes from a place.
function goTo(place) {
  const has = (row) => row[4] !== undefined && (placesOf(row[1]).includes(place) || placesOf(row[3]).includes(place));
  let row = state.rows.findIndex(has);
  if (row < 0 && !state.all) {
    state.all = true;
    state.rows = rowsOf(state.step);
    row = state.rows.findIndex(has);
  }
  state.places = new Set([place]);
  move(Math.max(0, row));
  drawDetails();
}

function list(parent, title, items, draw) {
  if (!items.length) return;
  make('h3', '', `${title} (${items.length})`, parent);
  const box = make('ul', '', undefined, parent);
  for (const item of items) draw(make('li', '', undefined, box), item);
}

function drawMessage(item, [kind, text, place]) {
  make('span', kind === 'error' ? 'error' : 'kind', `${kind} `, item);
  make('span', '', `${text} `, item);
  if (place !== null) link(item, run.places[place], () => goTo(place));
}

function drawPattern(item, [name, op, missed, count, places]) {
  make('span', '', `${count}× ${name} `, item);
  make('span', 'kind', missed ? `${op}: ${missed} ` : `${op} `, item);
  for (const place of places.slice(0, 3)) link(item, `${run.places[place].split(':').slice(-2).join(':')} `, () => goTo(place));
}

// Whether a step changes a line that comes from a marked place.
const touches = (step) => {
  if (!step.edits.length) return false;
  const old = linesOf(step.before);
  return step.edits.some(([at, n, fresh]) => fresh.some(isMarked) || old.slice(at, at + n).some(isMarked));
};

function drawDetails() {
  const box = element('details'), step = state.step;
  box.replaceChildren();
  if (state.places.size) {
    const steps = order.filter(touches);
    make('h3', '', `Followed: ${[...state.places].map((place) => run.places[place]).join(', ')}`, box);
    if (!steps.length) make('p', '', 'No step changes what comes from there.', box);
    list(box, 'Steps that change it', steps, (item, other) => {
      link(item, `${columns[other.column].name} on ${other.op || 'the module'}`, () => choose(other));
    });
  }
  list(box, 'Messages', step.messages, drawMessage);
  list(box, 'Sums', step.counts.filter(([, count]) => count), (item, [name, count]) => make('span', '', `${count} ${name}`, item));
  const applied = step.patterns.filter((pattern) => pattern[2] === null);
  list(box, 'Patterns that applied', applied, drawPattern);
  list(box, 'Patterns that did not, with a reason', step.patterns.filter((pattern) => pattern[2]), drawPattern);
  list(box, 'Patterns that did not', step.patterns.filter((pattern) => pattern[2] === ''), drawPattern);
  list(box, 'Messages outside of passes', run.messages, drawMessage);
  if (!box.children.length) make('p', 'kind', 'No messages, patterns or sums in this step.', box);
}

const KEYS = [
  ['ArrowRight', 'next pass', 'l'], ['ArrowLeft', 'previous pass', 'h'], ['ArrowDown', 'next operation', 'j'],
  ['ArrowUp', 'previous operation', 'k'], ['c', 'next step that changes something', ''],
  ['n', 'next change in the text', ''], ['p', 'previous change in the text', ''],
  ['Enter', 'follow the operation of the line: mark what comes from the same place', ''],
  ['f', 'next step that changes what is followed', ''], ['Escape', 'follow nothing', ''],
  ['a', 'all lines, or the changed ones', ''], ['/', 'filter operations', ''], ['t', 'dark or light', ''],
  ['?', 'these keys', ''],
];

function nextStep(wanted) {
  const at = order.indexOf(state.step);
  const found = [...order.slice(at + 1), ...order.slice(0, at)].find(wanted);
  if (found) choose(found);
}

function toColumn(by) {
  const shown = columns.filter((column) => column.box && column.box.isConnected && column.steps.length);
  const column = shown[shown.indexOf(columns[state.step.column]) + by];
  if (!column) return;
  choose(column.steps.find((step) => step.op === state.step.op) || column.steps.find((step) => step.button) || column.steps[0]);
}

function toStep(by) {
  const steps = columns[state.step.column].steps.filter((step) => step.op.includes(state.filter));
  const step = steps[steps.indexOf(state.step) + by];
  if (step) choose(step);
}

function toChange(by) {
  const isStart = (i) => state.rows[i][4] && !(i > 0 && state.rows[i - 1][4]);
  for (let i = state.at + by; i >= 0 && i < state.rows.length; i += by) if (isStart(i)) return move(i);
}

function act(key) {
  switch (key) {
    case 'ArrowRight': case 'l': return toColumn(1);
    case 'ArrowLeft': case 'h': return toColumn(-1);
    case 'ArrowDown': case 'j': return toStep(1);
    case 'ArrowUp': case 'k': return toStep(-1);
    case 'c': return nextStep((step) => step.edits.length);
    case 'n': return toChange(1);
    case 'p': return toChange(-1);
    case 'Enter': {
      const row = state.rows[state.at];
      return row && row[4] !== undefined ? follow(state.at, [...placesOf(row[1]), ...placesOf(row[3])]) : undefined;
    }
    case 'f': return nextStep(touches);
    case 'Escape': return follow(state.at, []);
    case 'a':
      state.all = !state.all;
      state.rows = rowsOf(state.step);
      return move(Math.max(0, state.rows.findIndex((row) => row[4])));
    case '/': return element('filter').focus();
    case 't': {
      const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark';
      document.documentElement.style.colorScheme = isDark ? 'light' : 'dark';
      return undefined;
    }
    case '?': return element('help').open ? element('help').close() : element('help').showModal();
    default: return null;
  }
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === element('filter')) {
    if (event.key === 'Escape' || event.key === 'Enter') element('filter').blur();
    return;
  }
  if (event.key === 'Enter' && event.target.tagName === 'BUTTON') return;
  if (act(event.key) !== null) event.preventDefault();
});
element('diff').addEventListener('scroll', drawRows);
window.addEventListener('resize', drawRows);
element('theme').onclick = () => act('t');
element('keys').onclick = () => act('?');
element('filter').addEventListener('input', () => {
  state.filter = element('filter').value;
  for (const step of order) step.button = null;
  drawPipeline();
  const first = order.find((step) => step.button);
  if (first && !state.step.button) choose(first);
  else if (state.step.button) choose(state.step);
});

const table = make('table', '', undefined, element('help'));
for (const [key, text, other] of KEYS) {
  const row = make('tr', '', undefined, table), cell = make('td', '', undefined, row);
  for (const name of [key, other].filter(Boolean)) make('kbd', '', name, cell);
  make('td', '', text, row);
}
const total = run.steps.reduce((sum, step) => sum + (step.pass === null ? 0 : step.us), 0);
element('title').textContent = run.file === '-' ? 'standard input' : run.file;
const changing = run.steps.filter((step) => step.pass !== null && step.edits.length).length;
const executed = run.steps.filter((step) => step.pass !== null).length;
const some = (n, noun) => `${n} ${noun}${n === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`;
element('summary').textContent = `${run.tool}: ${some(run.passes.length, 'pass')} and ${some(executed, 'execution')}, `
  + `${changing} with changes; ${milliseconds(total)}`;
drawPipeline();
const chosen = run.steps[Number(location.hash.slice(1))];
if (order.length) choose((location.hash && chosen) || order.find((step) => step.edits.length) || order[0]);
else {
  element('diff').textContent = 'No pass was executed.';
  state.step = { messages: [], counts: [], patterns: [], edits: [] };
  drawDetails();
}
