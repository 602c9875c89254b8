/** What headers and bodies say: Prefer, Accept, and the rows of a payload. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseMedia } from './media.ts';
import { parseArguments, parsePayload } from './payload.ts';
import { parsePreferences, writeApplied } from './preferences.ts';

describe('Prefer', () => {
  test('[wire] every preference, applied in PostgREST’s order', () => {
    const all =
      'max-affected=5,timezone=Asia/Tokyo,handling=strict,tx=commit,count=exact,return=minimal,missing=default,resolution=merge-duplicates';
    const preferences = parsePreferences(all);
    if (!preferences.ok) throw new Error('refused');
    const applied = (kind: 'read' | 'insert' | 'update' | 'delete' | 'call'): string | null =>
      writeApplied(kind, preferences.value);
    expect(applied('insert')).toBe(
      'resolution=merge-duplicates, missing=default, return=minimal, count=exact, handling=strict, timezone=Asia/Tokyo',
    );
    expect(applied('update')).toBe(
      'missing=default, return=minimal, count=exact, handling=strict, timezone=Asia/Tokyo, max-affected=5',
    );
    expect(applied('delete')).toBe('return=minimal, count=exact, handling=strict, timezone=Asia/Tokyo, max-affected=5');
    expect(applied('read')).toBe('count=exact, handling=strict, timezone=Asia/Tokyo');
    expect(applied('call')).toBe('count=exact, handling=strict, timezone=Asia/Tokyo, max-affected=5');
  });

  test('[wire] the first of its kind counts, and what is unknown is passed over', () => {
    expect(
      parsePreferences('return=minimal, return=representation, return=what, timezone=Mars/Base, max-affected=x'),
    ).toMatchObject({
      value: { return: 'minimal', timezone: null, maxAffected: null },
    });
    expect(parsePreferences(undefined)).toMatchObject({ ok: true, value: { return: null } });
  });

  test('[wire] strict handling names what is unknown', () => {
    expect(parsePreferences('handling=strict, timezone=Mars/Base, count=exactly')).toEqual({
      ok: false,
      failure: { type: 'wrong-preferences', preferences: ['timezone=Mars/Base', 'count=exactly'] },
    });
  });
});

describe('Accept', () => {
  test.each([
    [undefined, 'array', false],
    ['*/*', 'array', false],
    ['application/json', 'array', false],
    ['text/html, application/xhtml+xml, */*;q=0.8', 'array', false],
    ['text/csv;q=0.5, application/json;q=0.4', 'csv', false],
    ['application/vnd.pgrst.object+json', 'object', false],
    ['application/vnd.pgrst.object', 'object', false],
    ['application/vnd.pgrst.object+json;nulls=stripped', 'object', true],
    ['application/vnd.pgrst.array+json;nulls=stripped', 'array', true],
    ['application/json;q=nonsense', 'array', false],
  ])('[wire] %s', (accept, form, stripsNulls) => {
    expect(chooseMedia(accept)).toMatchObject({ ok: true, value: { form, stripsNulls } });
  });
});

describe('payloads', () => {
  const json = 'application/json; charset=utf-8';

  test.each([
    ['{"a":1,"b":2}', null, { rows: '[{"a":1,"b":2}]', columns: ['a', 'b'], count: 1 }],
    ['[{"a":1},{"a":2}]', null, { rows: '[{"a":1},{"a":2}]', columns: ['a'], count: 2 }],
    ['[{"a":1,"b":2},{"b":1,"a":2}]', null, { rows: '[{"a":1,"b":2},{"b":1,"a":2}]', columns: ['a', 'b'], count: 2 }],
    ['[{"a":1},{"b":2}]', ['a', 'b'], { rows: '[{"a":1},{"b":2}]', columns: ['a', 'b'], count: 2 }],
    ['{"a":1,"b":2}', ['a'], { rows: '[{"a":1,"b":2}]', columns: ['a'], count: 1 }],
    ['[]', null, { rows: '[]', columns: [], count: 0 }],
    ['5', null, { rows: '[]', columns: [], count: 0 }],
    ['null', ['a'], { rows: '[]', columns: [], count: 0 }],
  ])('[wire] %s with columns %j', (body, columns, value) => {
    expect(parsePayload(body, json, columns)).toEqual({ ok: true, value });
  });

  test('[wire] arguments are the keys of an object, or the body as it is', () => {
    expect(parseArguments('', undefined)).toEqual({ ok: true, value: { text: '{}', keys: [] } });
    expect(parseArguments('[1]', json)).toEqual({ ok: true, value: { text: '[1]', keys: null } });
  });

  test('[wire] no body breaks it, and every JSON value that is no row is none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.option(fc.array(fc.string())), (body, columns) => {
        const result = parsePayload(body, json, columns);
        const isGood = result.ok ? Array.isArray(JSON.parse(result.value.rows)) : result.failure.type === 'wrong-body';
        expect(isGood).toBe(true);
      }),
    );
  });
});
