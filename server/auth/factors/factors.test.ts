/** Codes of authenticator apps, checked with the examples of RFC 6238, and the QR code of the secret. */
import { expect, test } from 'vitest';
import { createSecret, describeSecret, findStep } from './factors.ts';

/** RFC 6238, appendix B: '12345678901234567890' in base 32; of its eight digits we show the last six. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const examples = [
  { seconds: 59, code: '287082', step: 0x1 },
  { seconds: 1_111_111_109, code: '081804', step: 0x23523ec },
  { seconds: 1_111_111_111, code: '050471', step: 0x23523ed },
  { seconds: 1_234_567_890, code: '005924', step: 0x273ef07 },
  { seconds: 2_000_000_000, code: '279037', step: 0x3f940aa },
];
const at = (seconds: number): Date => new Date(seconds * 1000);

test.each(examples)('[A3] at $seconds s the code of the RFC is correct', ({ seconds, code, step }) => {
  expect(findStep(SECRET, code, at(seconds))).toBe(step);
});

test('[A3] a clock may be off by one step, but not by two', () => {
  const { seconds, code, step } = { seconds: 1_234_567_890, code: '005924', step: 0x273ef07 };
  const steps = [-60, -30, 0, 30, 60].map((drift) => findStep(SECRET, code, at(seconds + drift)));
  expect(steps).toEqual([undefined, step, step, step, undefined]);
});

test('[A3] only codes of six digits are accepted', () => {
  for (const code of ['', '5924', '0059240', '00592x', ' 05924', '٠٠٥٩٢٤', 'x'.repeat(100_000)]) {
    expect(findStep(SECRET, code, at(1_234_567_890))).toBeUndefined();
  }
});

test('[A3] each secret is new and has 160 bits (RFC 4226, R6)', () => {
  const secrets = new Set(Array.from({ length: 50 }, createSecret));
  expect(secrets.size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

test('[A3] the QR code works in an unescaped data URL, whatever the names are', () => {
  const longest = {
    issuer: '菜#%"<&>'.repeat(10).slice(0, 64),
    account: `${'%'.repeat(64)}@${'a.'.repeat(90)}example`,
  };
  for (const label of [{ issuer: 'Checklist', account: 'ann@example.org' }, longest]) {
    const { uri, svg } = describeSecret(SECRET, label);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox=[^#%]*<\/svg>$/);
    const { protocol, host, searchParams, pathname } = new URL(uri);
    expect([protocol, host]).toEqual(['otpauth:', 'totp']);
    expect(Object.fromEntries(searchParams)).toEqual({
      issuer: label.issuer,
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(decodeURIComponent(pathname)).toBe(`/${label.issuer}:${label.account}`);
  }
});
