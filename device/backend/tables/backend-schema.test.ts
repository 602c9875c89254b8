/** What the answers of a backend show about it. */
import { expect, test } from 'vitest';
import { createBackendSchema } from './backend-schema.ts';

const row = { id: 'i1', name: 'Milk', version: 3 };

test.each([
  ['a row with a version', [row], 'versions'],
  ['a row of a list', [{ ...row, version: 0, list_id: 'l1' }], 'lists'],
  ['a row from before versions existed', [{ ...row, version: 0 }], 'unknown'],
  ['no row', [], 'unknown'],
] as const)('[H11] %s shows what the backend can do', (_, rows, kind) => {
  const schema = createBackendSchema('ann');
  schema.learnRows('categories', rows);
  expect(schema.kind()).toBe(kind);
});

test('[H11] what a backend has shown holds for the session, whatever fails later', () => {
  const schema = createBackendSchema('ann');
  schema.learn('lists');
  schema.learnRows('items', [row]);
  expect([schema.learnNoVersions(), schema.kind()]).toEqual([false, 'lists']);
});

test("[H11] a device that assigns its own versions does so for the session, because they don't mix with a backend's", () => {
  const schema = createBackendSchema('ann');
  expect(schema.learnNoVersions()).toBe(true);
  schema.learnRows('items', [row]);
  expect([schema.learnNoVersions(), schema.kind()]).toEqual([true, 'spec']);
});
