/** Installs what is missing, then runs all checks and browser tests until one fails: `npm test`. */
import { join } from 'node:path';
import { findNode, installWhenNeeded, root, run, runNpm } from './install-when-needed.js';

const steps = [
  { name: 'packages', act: () => (installWhenNeeded({ withTools: true }) ? 0 : 1) },
  { name: 'browsers', act: () => run(findNode(), [join(root, 'scripts/ensure-browsers.ts')]) },
  { name: 'npm run check', act: () => runNpm(['run', 'check']) },
  { name: 'npm run browser', act: () => runNpm(['run', 'browser']) },
];

const lines = [];
for (const { name, act } of steps) {
  console.log(`\n=== ${name} ===`);
  const start = Date.now();
  const code = act();
  const seconds = `${((Date.now() - start) / 1000).toFixed(1)} s`;
  console.log(`=== ${name}: ${seconds} ===`);
  lines.push(`${code === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(16)} ${seconds.padStart(8)}`);
  if (code !== 0) {
    process.exitCode = code;
    break;
  }
}
for (const { name } of steps.slice(lines.length)) lines.push(`not run ${name}`);
console.log(`\n${lines.join('\n')}\n${process.exitCode === undefined ? 'Everything passed.' : 'The tests failed.'}`);
