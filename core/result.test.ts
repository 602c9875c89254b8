import { expect, test } from 'vitest';
import { fail, ok } from './result.ts';

test('a result shows whether it succeeded', () => {
  expect(ok(1)).toEqual({ ok: true, value: 1 });
  expect(fail({ type: 'gone' })).toEqual({ ok: false, failure: { type: 'gone' } });
});
