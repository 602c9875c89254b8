/** Composing SQL: values are bound, names are quoted, and the number of prepared statements is limited. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bind, createPrepare, identifier, join, raw, render, sql, type Piece } from './piece.ts';

test('[wire] pieces can be nested, and their values are numbered in order', () => {
  const where = join([sql`a = ${bind('1')}`, sql`b = ${bind("x' or ''='")}`], ' and ');
  expect(render(sql`select ${identifier('s', 'a "b"')} where ${where} limit ${raw('5')}`)).toEqual({
    text: 'select "s"."a ""b""" where a = $1 and b = $2 limit 5',
    values: ['1', "x' or ''='"],
  });
});

test('[wire] a name cannot escape its quotes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(render(identifier(name)).text).toMatch(/^"(?:[^"\0]|"")*"$/);
    }),
  );
});

test('[wire] only repeated statements are prepared, up to a limit', () => {
  const prepared: boolean[] = [];
  const prepare = createPrepare();
  const send = (piece: Piece): void => void prepared.push(prepare(piece).isPrepared);
  for (let round = 0; round < 2; round += 1) send(sql`select 1`);
  expect(prepared).toEqual([false, true]);
  for (let nth = 0; nth < 1000; nth += 1) {
    for (let round = 0; round < 2; round += 1) send(raw(`select ${nth}, 2`));
  }
  expect(prepared.filter(Boolean).length).toBe(200);
});
