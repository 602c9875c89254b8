/** Proves that the compiler refuses a sync loop that forgets a list which has to be retried. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { copyLayers } from './planted-project.ts';
import { runCompiler } from './run-tool.ts';

const LOOP = 'client/sync/sync-loop.ts';
const TIMEOUT_MS = 120_000;

test(
  '[Y4] a sync loop that forgets a list to be retried does not compile',
  async () => {
    const { root, remove } = await copyLayers(['core', 'client']);
    try {
      expect(await runCompiler(root, ['core', 'client'])).toEqual([]);
      const code = await readFile(path.join(root, LOOP), 'utf8');
      const forgetful = code.replace(/^ +case 'retry':\n +return .*\n/mu, '');
      expect(forgetful).not.toBe(code);
      await writeFile(path.join(root, LOOP), forgetful);
      const refusals = await runCompiler(root, ['client']);
      expect(refusals).toContainEqual(expect.objectContaining({ file: LOOP, rule: 'TS2366' }));
    } finally {
      await remove();
    }
  },
  TIMEOUT_MS,
);
