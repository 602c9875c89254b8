/** A factor kind that the operator disables cannot be enrolled, but users who have one are not locked out. */
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { requestApp, createTestAuth, PASSWORD } from '#server/auth/testing/test-auth.ts';
import { enrollApp, enrollPhone, verify } from '#server/auth/factors/testing/test-factors.ts';

const auth = await createTestAuth();

test.each([
  ['an app', enrollApp],
  ['a phone', enrollPhone],
])('[A3] users who have %s keep signing in with it, and can remove it', async (_kind, enroll) => {
  const { email, access } = await auth.join();
  const factor = await enroll(auth, access);
  await verify(auth, access, factor);
  auth.wait(30);
  const none = auth.beside({ factors: { totp: false, phone: false, max: 10, challengeLifetime: 300 } });
  const body = { email, password: PASSWORD };
  const { json: weak } = await requestApp(none, 'POST /token?grant_type=password', { body });
  const token = weak.access_token;
  const response = await requestApp(none, `POST /factors/${factor.id}/challenge`, { token, body: {} });
  expect(response.status).toBe(200);
  const answer = { challenge_id: response.json.id, code: factor.code() };
  const { json } = await requestApp(none, `POST /factors/${factor.id}/verify`, { token, body: answer });
  expect(decodeJwt(json.access_token)).toMatchObject({ aal: 'aal2' });
  const removed = await requestApp(none, `DELETE /factors/${factor.id}`, { token: json.access_token });
  expect(removed).toMatchObject({ status: 200, json: { id: factor.id } });
  const { json: again } = await requestApp(none, 'POST /factors', { token, body: { factor_type: 'totp' } });
  expect(again).toMatchObject({ code: 'mfa_totp_enroll_not_enabled' });
});
