/** PKCE challenges that are accepted, and the verifiers that match them. */
import { expect, test } from 'vitest';
import { matchesChallenge, parseChallenge } from '#server/auth/links/pkce.ts';
import { runSteps } from '#server/auth/requests/steps.ts';

/** RFC 7636 appendix B. */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

test('[wire] a challenge is optional, but must be complete', async () => {
  expect(await runSteps(parseChallenge('', ''))).toEqual({ ok: true, value: null });
  expect(await runSteps(parseChallenge(challenge, 's256'))).toEqual({ ok: true, value: { challenge, method: 's256' } });
  expect(await runSteps(parseChallenge(challenge, 'S256'))).toMatchObject({ ok: true });
  for (const [given, method] of [
    [challenge, ''],
    ['', 's256'],
    [challenge, 'md5'],
    ['short', 's256'],
    ['x'.repeat(129), 'plain'],
  ]) {
    expect(await runSteps(parseChallenge(given ?? '', method ?? ''))).toMatchObject({
      ok: false,
      failure: { type: 'validation-failed' },
    });
  }
});

test('[wire] only the verifier matches its challenge', () => {
  expect(matchesChallenge(verifier, { challenge, method: 's256' })).toBe(true);
  expect(matchesChallenge(challenge, { challenge, method: 's256' })).toBe(false);
  expect(matchesChallenge('', { challenge, method: 's256' })).toBe(false);
  expect(matchesChallenge(verifier, { challenge: verifier, method: 'plain' })).toBe(true);
  expect(matchesChallenge(verifier, { challenge, method: 'plain' })).toBe(false);
});
