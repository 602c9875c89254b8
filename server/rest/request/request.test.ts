/** Parsing headers and bodies: Prefer, Accept, and the rows of a payload. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseMedia, parsePreferences } from './request.ts';
import { parseArguments, parsePayload } from './payload.ts';

describe('Prefer', () => {
  test('[wire] the first value counts, and unknown preferences are ignored', () => {
    const header = 'return=minimal, return=representation,count=exact, timezone=Asia/Tokyo, missing=x';
    expect(parsePreferences(header)).toEqual({
      ok: true,
      value: { resolution: null, missing: null, return: 'minimal', count: 'exact', handling: null },
    });
    expect(parsePreferences(undefined)).toMatchObject({ value: { return: null } });
  });

  test('[wire] with handling=strict, unknown preferences are refused', () => {
    const refuse = (...preferences: readonly string[]) => ({
      ok: false,
      failure: { type: 'unknown-preferences', preferences },
    });
    expect(parsePreferences('handling=strict, max-affected=1, count=planned, count=guessed')).toEqual(
      refuse('max-affected=1', 'count=guessed'),
    );
    expect(parsePreferences('handling=lenient, handling=strict, max-affected=1')).toMatchObject({ ok: true });
    expect(parsePreferences('handling=strict,return=minimal')).toMatchObject({ value: { return: 'minimal' } });
  });
});

describe('Accept', () => {
  test.each([
    [undefined, false],
    ['*/*', false],
    ['application/json', false],
    ['text/html, application/xhtml+xml, */*;q=0.8', false],
    ['text/csv, application/json; charset=utf-8', false],
    ['application/vnd.pgrst.object+json', true],
    ['application/vnd.pgrst.object', true],
    ['application/vnd.pgrst.array+json', false],
    ['application/vnd.pgrst.array', false],
  ])('[wire] %s', (accept, isObject) => {
    expect(chooseMedia(accept)).toMatchObject({ ok: true, value: { isObject } });
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
    expect(parsePayload(body, json, columns)).toEqual({ ok: true, value: { ...value, longNumbers: [] } });
  });

  test.each(['1e60000', ' -1.5E+1000', '1e-9999 ', '.5e1_0000'])('[H12] %j is a text with a long number', (text) => {
    const body = JSON.stringify([
      { a: text, b: 'milk' },
      { a: null, b: '1e999' },
    ]);
    expect(parsePayload(body, json, null)).toMatchObject({ ok: true, value: { longNumbers: ['a'] } });
  });

  test('[wire] the arguments are the keys of an object', () => {
    expect(parseArguments('', undefined)).toEqual({ ok: true, value: { type: 'object', text: '{}', keys: [] } });
    expect(parseArguments('[1]', json)).toEqual({ ok: false, failure: { type: 'wrong-body', why: 'not-json' } });
  });

  test('[wire] any body is parsed or refused, and a JSON value without rows has none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.option(fc.array(fc.string())), (body, columns) => {
        const result = parsePayload(body, json, columns);
        const isGood = result.ok ? Array.isArray(JSON.parse(result.value.rows)) : result.failure.type === 'wrong-body';
        expect(isGood).toBe(true);
      }),
    );
  });
});
