/** Two servers that create the same database at once: the second one uses the files of the first. */
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { initialise } from './private-postgres.ts';
import type { Installation } from './find-installation.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checklist-initialise-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

/** A installation whose initdb is a shell script: `$made` is what it is to fill, `$files` where the database belongs. */
async function makePlace(script: string): Promise<Installation> {
  const initdb = join(folder, 'initdb');
  const files = join(folder, 'postgres');
  await writeFile(initdb, `#!/bin/sh\nmade="$(dirname "\${1#--pgdata=}")"\nfiles='${files}'\n${script}\n`);
  await chmod(initdb, 0o700);
  return { programs: { initdb, postgres: 'none' }, owner: null, folder, files };
}

test("[arch-5] if a faster server removes the folder, initialization continues with that server's files", async () => {
  const installation = await makePlace('mkdir "$files"; echo 18 > "$files/PG_VERSION"; rm -rf "$made"');
  expect(await initialise(installation)).toBeNull();
  expect(await readdir(installation.files)).toEqual(['PG_VERSION']);
});

test('[arch-5] a failed initialization reports the output and leaves nothing behind', async () => {
  const installation = await makePlace('echo "no space left" >&2; exit 1');
  expect(await initialise(installation)).toBe('no space left');
  expect(await readdir(folder)).toEqual(['initdb']);
});
