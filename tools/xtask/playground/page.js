'use strict';
// The page: a text and arguments in, the output, the messages and the page of `--explain` out. The program is executed in
// a worker, which is ended when the text changes before it is done.

const INPUT = 'input.mlir';
const EXPLAINED = 'explained.html';
// The time without a key after which the program is executed, in milliseconds.
const PAUSE = 300;
const element = (id) => document.getElementById(id);

let module;
let worker;
let timer;
let explains = false;

/** Words as a shell separates them: by spaces that are not within quotes. */
function words(line) {
  const word = /(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g;
  const part = /\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\\"']+)/g;
  const plain = (_, escaped, double, single, other) =>
    escaped ?? double?.replace(/\\([\\"$`])/g, '$1') ?? single ?? other;
  return (line.match(word) ?? []).map((text) => text.replace(part, plain));
}

/** The module of WebAssembly in `rmlir.js`: compressed by gzip, in base64. */
async function load() {
  const bytes = Uint8Array.from(atob(RMLIR), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** A worker that executes programs: its messages have the arguments of `execute`, and are answered by its results. */
function start() {
  const program = `${execute}\nonmessage = ({ data }) => postMessage(execute(...data));`;
  const address = URL.createObjectURL(new Blob([program], { type: 'text/javascript' }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
}

function run() {
  clearTimeout(timer);
  if (!module) return;
  worker?.terminate();
  worker = start();
  const begin = performance.now();
  worker.onmessage = ({ data }) => show(data, performance.now() - begin);
  element('status').textContent = 'Running ...';
  const more = explains ? [`--explain=${EXPLAINED}`] : [];
  const args = ['rmlir-opt', INPUT, ...words(element('arguments').value), ...more];
  worker.postMessage([module, args, { [INPUT]: element('input').value }]);
}

function show({ code, stdout, stderr, files }, time) {
  element('output').textContent = stdout;
  element('explained').srcdoc = files[EXPLAINED] ?? '';
  element('status').textContent = `Exit code ${code}, ${time.toFixed(0)} ms`;
  element('messages').replaceChildren(...stderr.split(/(?=^)/m).flatMap(message));
  document.body.dataset.code = code;
}

/** A line of the messages; a place in the input is a button that goes there. */
function message(line) {
  const place = /^(?:input\.mlir|<stdin>):(\d+):(\d+)/.exec(line);
  const rest = document.createElement('span');
  rest.className = /(^|: )error: /.test(line) ? 'error' : '';
  rest.textContent = line.slice(place ? place[0].length : 0);
  if (!place) return [rest];
  const button = document.createElement('button');
  button.textContent = place[0];
  button.onclick = () => select(Number(place[1]), Number(place[2]));
  return [button, rest];
}

/** Selects the rest of the line from a place in the input; lines and columns count from one. */
function select(line, column) {
  const input = element('input');
  const lines = input.value.split('\n');
  const begin = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  const at = begin + column - 1;
  input.focus();
  input.setSelectionRange(at, Math.max(at, begin + (lines[line - 1] ?? '').length));
}

function set(text, args) {
  element('input').value = text;
  element('arguments').value = args;
  run();
}

function choose(tab) {
  explains = tab === 'explained';
  for (const id of ['output', 'explained']) {
    element(id).hidden = id !== tab;
    element(`show-${id}`).setAttribute('aria-selected', id === tab);
  }
  run();
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(run, PAUSE);
}

for (const { name } of EXAMPLES) element('example').add(new Option(name));
element('example').onchange = ({ target }) => set(EXAMPLES[target.selectedIndex].text, EXAMPLES[target.selectedIndex].args);
element('input').oninput = later;
element('arguments').oninput = later;
element('run').onclick = run;
element('show-output').onclick = () => choose('output');
element('show-explained').onclick = () => choose('explained');
element('theme').onclick = () => {
  const root = document.documentElement.style;
  const isDark = root.colorScheme ? root.colorScheme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.colorScheme = isDark ? 'light' : 'dark';
};
element('link').onclick = () => {
  location.hash = encodeURIComponent(JSON.stringify([element('input').value, element('arguments').value]));
  element('status').textContent = 'The address of this page has this text and these arguments';
};
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run();
});

try {
  const [text, args] = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  set(String(text), String(args));
} catch {
  set(EXAMPLES[0].text, EXAMPLES[0].args);
}
load().then((loaded) => {
  module = loaded;
  run();
}, (error) => { element('status').textContent = `This browser cannot run the tool: ${error}`; });
