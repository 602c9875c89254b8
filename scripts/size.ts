/** Prints the size of each file of the first load and compares the total with its budget: `npm run size`. */
import { join } from 'node:path';
import { FIRST_LOAD_LIMITS, measureFirstLoad, measureSignedOut, type LoadedFile } from './first-load.ts';

const dist = join(import.meta.dirname, '../dist');
const files = await measureFirstLoad(dist);
const signedOut = await measureSignedOut(dist, files);
const scripts = files.filter(({ path }) => path.endsWith('.js'));

const budgets = [
  { name: 'First load, gzip', bytes: sum(files, 'gzip'), limit: FIRST_LOAD_LIMITS.gzip },
  { name: 'Scripts to parse, raw', bytes: sum(scripts, 'raw'), limit: FIRST_LOAD_LIMITS.parsed },
  // A module that the sign-in screens share with the list would load the whole list: it belongs in a shared file (vite.config.ts).
  { name: 'First load of a signed-out visitor, gzip', bytes: sum([...files, ...signedOut], 'gzip'), limit: 140_000 },
];

console.log(writeRow('File of the first load', 'part', 'raw', 'gzip'));
for (const { path, part, raw, gzip } of files) console.log(writeRow(path, part, raw, gzip));
console.log();
console.log(writeRow('Budget', '', 'bytes', 'limit'));
for (const { name, bytes, limit } of budgets) console.log(writeRow(name, bytes > limit ? 'OVER' : '', bytes, limit));

const broken = budgets.filter(({ bytes, limit }) => bytes > limit);
for (const { name, bytes, limit } of broken) console.error(`${name}: ${bytes - limit} bytes over budget.`);
if (broken.length > 0) process.exitCode = 1;

function sum(measured: readonly LoadedFile[], kind: 'raw' | 'gzip'): number {
  return measured.reduce((total, file) => total + file[kind], 0);
}

function writeRow(name: string, part: string, ...numbers: readonly (number | string)[]): string {
  return [name.padEnd(44), part.padEnd(6), ...numbers.map((number) => number.toLocaleString('en').padStart(9))].join(
    ' ',
  );
}
