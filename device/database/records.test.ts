/** The guards of records accept everything the app writes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyChange } from '#core/change/apply-change.ts';
import { diffToPatches } from '#core/diff/diff.ts';
import { TABLES } from '#core/list/row.ts';
import { createMemory } from '#core/memory/memory.ts';
import { arbitraryChange, arbitraryContents } from '#core/testing/arbitrary-changes.ts';
import { isHistoryRecord, isOutboxRecord, isRowOf } from './records.ts';

describe('everything the app writes', () => {
  test('[U3] as changes and undo steps can be read again', () => {
    fc.assert(
      fc.property(arbitraryContents, fc.array(arbitraryChange, { maxLength: 12, size: 'max' }), (contents, changes) => {
        const { list, apply } = createMemory(contents);
        for (const change of changes) {
          const result = applyChange(list, change);
          const diff = result.ok ? result.value.diff : [];
          apply(diff);
          const record = { patches: diffToPatches(diff) };
          const step = { id: '1', undone: false, diff };
          expect(isOutboxRecord(structuredClone(record))).toBe(true);
          expect(isHistoryRecord(structuredClone(step))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('[U3] as rows can be read again', () => {
    fc.assert(
      fc.property(arbitraryContents, (contents) => {
        for (const table of TABLES) {
          const rows: readonly unknown[] = contents[table];
          expect(rows.every((row) => isRowOf[table](structuredClone(row)))).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('a foreign record', () => {
  test.each([
    undefined,
    null,
    7,
    'text',
    [],
    {},
    { patches: {} },
    { patches: [{ table: 'items', id: 7, fields: {} }] },
    { patches: [{ table: 'aisles', id: 'a', fields: {} }] },
    { patches: [{ table: 'items', id: 'a', fields: { checked: 'yes' } }] },
  ])('[D1] is not read as a change: %j', (value) => {
    expect(isOutboxRecord(value)).toBe(false);
  });
});
