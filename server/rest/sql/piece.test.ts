/** Pieces of SQL: values never stand in the text, names never leave their quotes; and what is prepared is bounded. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TransactionSql } from '#server/database/database.ts';
import { bind, identifier, join, raw, render, sql } from './piece.ts';
import { createRun } from './run.ts';

test('[wire] pieces fit into each other, and their values are numbered in order', () => {
  const where = join([sql`a = ${bind('1')}`, sql`b = ${bind("x' or ''='")}`], ' and ');
  expect(render(sql`select ${identifier('s', 'a "b"')} where ${where} limit ${raw('5')}`)).toEqual({
    text: 'select "s"."a ""b""" where a = $1 and b = $2 limit 5',
    values: ['1', "x' or ''='"],
  });
});

test('[wire] no name leaves its quotes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(render(identifier(name)).text).toMatch(/^"(?:[^"\0]|"")*"$/);
    }),
  );
});

test('[wire] only what comes again is prepared, and not without end', async () => {
  const prepared: boolean[] = [];
  const tx = {
    typed: (value: string) => value,
    unsafe: (_: string, __: unknown, options: { prepare: boolean }) => {
      prepared.push(options.prepare);
      return Promise.resolve([]);
    },
  } as unknown as TransactionSql;
  const run = createRun();
  for (let round = 0; round < 2; round += 1) await run(tx, sql`select 1`);
  expect(prepared).toEqual([false, true]);
  for (let nth = 0; nth < 1000; nth += 1) {
    for (let round = 0; round < 2; round += 1) await run(tx, raw(`select ${nth}, 2`));
  }
  expect(prepared.filter(Boolean).length).toBe(200);
});
