/** An uncaught error ends the process with the exit code that requests a restart. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.each([
  ['is thrown', 'setImmediate(() => { throw new Error("a bug"); });'],
  ['rejects a promise', 'void Promise.reject(new Error("a bug"));'],
])('[arch-5] what %s outside everything ends the process with 70, and is written down', (_, bug) => {
  const module = JSON.stringify(join(import.meta.dirname, 'process.ts'));
  const script = `const { exitOnBug } = await import(${module}); exitOnBug(); setInterval(() => {}, 1000); ${bug}`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect([status, stderr.includes('a bug')]).toEqual([70, true]);
});
