/** Reading keys and secrets: errors describe the problem without showing the value. */
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { failureToMessage } from '#server/failures.ts';
import { readSettings } from './read-settings.ts';

/** The sentence that settings are refused with; empty where nothing is wrong. */
function complain(env: Record<string, string>): string {
  const read = readSettings(env);
  return read.ok ? '' : failureToMessage(read.failure);
}

const makeKey = (namedCurve: string) => ({
  ...generateKeyPairSync('ec', { namedCurve }).privateKey.export({ format: 'jwk' }),
  kid: 'mine',
});
const key = makeKey('P-256');

test('a signing key is reduced to the fields it needs', () => {
  const text = JSON.stringify({ ...key, key_ops: ['sign', 'verify'], use: 'enc', extra: true });
  expect(readSettings({ JWT_SIGNING_KEY: text })).toMatchObject({ ok: true, value: { signingKey: key } });
});

test.each([
  ['no JSON', 'key'],
  ['no object', '"key"'],
  ['null', 'null'],
  ['without its id', JSON.stringify({ ...key, kid: undefined })],
  ['with an empty id', JSON.stringify({ ...key, kid: '' })],
  ['a public one', JSON.stringify({ ...key, d: undefined })],
  ['of another curve', JSON.stringify(makeKey('P-384'))],
  ['of another kind', JSON.stringify({ ...key, kty: 'oct' })],
  ['whose halves are two keys', JSON.stringify({ ...key, d: makeKey('P-256').d })],
  ['off the curve', JSON.stringify({ ...key, x: key.y })],
])('a signing key that is %s is refused without showing it', (_what, text) => {
  expect(complain({ JWT_SIGNING_KEY: text })).toBe(
    'JWT_SIGNING_KEY must be a JSON Web Key: a private EC key on the P-256 curve with a "kid".',
  );
  expect(readSettings({ JWT_SIGNING_KEY: text })).toMatchObject({ failure: { text: '' } });
});

test('[wire] a secret shorter than its hash is refused without being shown', () => {
  expect(complain({ JWT_SECRET: 'x'.repeat(31) })).toBe('JWT_SECRET must have at least 32 characters.');
  expect(readSettings({ JWT_SECRET: 'x'.repeat(31) })).toMatchObject({ failure: { text: '' } });
  expect(readSettings({ JWT_SECRET: 'x'.repeat(32) })).toMatchObject({ value: { jwtSecret: 'x'.repeat(32) } });
});
