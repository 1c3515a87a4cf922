'use strict';
// Uses the page as a person does. `EXPECTED` has the native tool's result for each example. Errors are read from the console.
const expect = (isTrue, name) => isTrue || console.error(`playground: ${name}`);
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Waits for the end of the execution that `action` starts. */
async function after(action) {
  delete document.body.dataset.code;
  action();
  while (document.body.dataset.code === undefined) await pause();
}

function type(text, args) {
  element('input').value = text;
  element('arguments').value = args;
  element('input').dispatchEvent(new Event('input'));
}

async function use() {
  while (document.body.dataset.code === undefined) await pause();
  expect(element('input').value === EXAMPLES[0].text, 'the first example is there');
  for (const [number, { code, stdout, stderr }] of EXPECTED.entries()) {
    await after(() => {
      element('example').selectedIndex = number;
      element('example').dispatchEvent(new Event('change'));
    });
    const { name } = EXAMPLES[number];
    expect(document.body.dataset.code === `${code}`, `${name}: the exit code is ${code}`);
    expect(element('output').textContent === stdout, `${name}: the output is the native tool's`);
    expect(element('messages').textContent === stderr, `${name}: the messages are the native tool's`);
  }

  await after(() => element('show-explained').click());
  expect(element('explained').srcdoc.includes('id="pipeline"'), 'a run is explained');
  expect(element('output').hidden && !element('explained').hidden, 'a tab hides the other');
  await after(() => element('show-output').click());

  await after(() => type('func.func @f() {\n  return %x : i32\n}\n', '"--canonicalize"'));
  expect(document.body.dataset.code === '1', 'an error fails');
  const place = element('messages').querySelector('button');
  expect(place?.textContent === 'input.mlir:2:10', 'an error has a place');
  place?.click();
  const { selectionStart, selectionEnd, value } = element('input');
  expect(value.slice(selectionStart, selectionEnd) === '%x : i32', 'a place is shown in the input');

  await after(() => type('', `--pass-pipeline='builtin.module(cse, "`));
  expect(document.body.dataset.code === '1', 'arguments that are not complete fail');
  await after(() => type(`${'module {'.repeat(100000)}`, ''));
  expect(document.body.dataset.code !== '0', 'a text that is nested deeply ends');

  await after(() => type('module {}', '--cse'));
  const key = { key: 'Enter', ctrlKey: true, bubbles: true };
  await after(() => document.dispatchEvent(new KeyboardEvent('keydown', key)));
  expect(element('output').textContent === 'module {\n}\n\n', 'Ctrl+Enter runs');
  element('link').click();
  expect(decodeURIComponent(location.hash) === '#["module {}","--cse"]', 'a link has the text and the arguments');
  const scheme = () => getComputedStyle(document.documentElement).colorScheme;
  element('theme').click();
  const dark = scheme();
  element('theme').click();
  expect(dark !== scheme(), 'the theme changes');
}
use().catch((error) => expect(false, error.stack)).finally(() => { document.body.dataset.used = 'yes'; });
