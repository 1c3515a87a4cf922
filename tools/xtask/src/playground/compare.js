'use strict';
// Executes the tool on texts; `TEXTS` has the native tool's result for each. Differences are read from the console.
async function compare() {
  const module = await load();
  const worker = start();
  const result = (...request) => new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage([module, ...request]);
  });
  let same = 0;
  for (const { name, args, text, code, stdout, stderr } of TEXTS) {
    const found = await result(args, { [INPUT]: text });
    if (found.code === code && found.stdout === stdout && found.stderr === stderr) same += 1;
    else console.error(`playground: ${name} differs: ${found.stderr.slice(0, 200)}`);
  }
  document.body.dataset.same = same;
}

// The clock of the page goes on only while it has nothing to do: messages to itself keep it from that.
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => { if (!document.body.dataset.used) port2.postMessage(null); };
port2.postMessage(null);
compare().catch((error) => console.error(`playground: ${error}`)).finally(() => { document.body.dataset.used = 'yes'; });
