/** A data folder with two names is one folder with one database. */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claimFolder } from '#server/data-folder/data-folder.ts';
import { startPrivatePostgres } from './private-postgres.ts';

test('[arch-5] a running database is found through another name of its folder, and stays claimed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'checklist-names-'));
  const link = `${folder}-link`;
  await symlink(folder, link);
  const first = await startPrivatePostgres(folder);
  if (!first.ok) throw new Error(JSON.stringify(first.failure));
  try {
    const claim = await claimFolder(first.value.url);
    expect(claim).not.toBeNull();
    const second = await startPrivatePostgres(link);
    if (!second.ok) throw new Error(JSON.stringify(second.failure));
    second.value.leave();
    expect(second.value).toMatchObject({ isFound: true, url: first.value.url });
    expect(await claimFolder(second.value.url)).toBeNull();
    await claim?.release();
  } finally {
    await first.value.stop();
    await rm(link);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});
