/** Sessions with a limited lifetime (`SESSION_LIFETIME`). */
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { createTestAuth, requestApp } from '#server/auth/testing/test-auth.ts';

const DAY = 24 * 3600;

const auth = await createTestAuth({ sessionLifetime: DAY });
const { database } = auth;

const refresh = (token: string, app = auth.app) =>
  requestApp(app, 'POST /token?grant_type=refresh_token', { body: { refresh_token: token } });

test('[A3] a session that is older than its lifetime is not renewed', async () => {
  const { id, refresh: first } = await auth.join();
  auth.wait(DAY - 10);
  const { status, json } = await refresh(first);
  expect(status).toBe(200);
  auth.wait(11);
  expect(await refresh(json.refresh_token)).toMatchObject({
    status: 400,
    json: { code: 'session_expired', message: 'Invalid Refresh Token: Session Expired' },
  });
  expect(await database.sql`select from auth.sessions where user_id = ${id}`).toHaveLength(0);
});

test('[A3] no access token outlives its session', async () => {
  const { refresh: first, access } = await auth.join();
  const end = (decodeJwt(access).iat ?? 0) + DAY;
  auth.wait(DAY - 600);
  const { json } = await refresh(first);
  expect(json['expires_in']).toBeGreaterThan(590);
  expect(json['expires_in']).toBeLessThanOrEqual(600);
  expect(json['expires_at']).toBeLessThanOrEqual(end + 1);
  expect(decodeJwt(json.access_token).exp).toBe(json['expires_at']);
});

test('[A3] a lifetime that the operator shortens also ends earlier sessions', async () => {
  const { access, refresh: first } = await auth.join();
  auth.wait(1800);
  expect(await auth.request('GET /user', { token: access })).toMatchObject({ status: 200 });
  const stricter = auth.beside({ sessionLifetime: 1200 });
  expect(await requestApp(stricter, 'GET /user', { token: access })).toMatchObject({
    status: 403,
    json: { code: 'session_not_found' },
  });
  expect(await refresh(first, stricter)).toMatchObject({ status: 400, json: { code: 'session_expired' } });
});

test('[A3] by default, sessions do not end', async () => {
  const endless = auth.beside({ sessionLifetime: 0 });
  const { refresh: first } = await auth.join();
  auth.wait(400 * DAY);
  expect(await refresh(first, endless)).toMatchObject({ status: 200, json: { expires_in: 3600 } });
});
