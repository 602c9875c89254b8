/** The passkeys of an account. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { json } from '#test/backend/fake-server.ts';
import { openFakeAccountApi as setUp } from '#test/backend/fake-account-api.ts';

describe('a passkey', () => {
  test('[A3] is listed and removed', async () => {
    const { api, calls } = await setUp(({ call }) => {
      if (call === 'GET /auth/v1/passkeys') return json([{ id: 'p', friendly_name: 'Key', created_at: '2026-11-21' }]);
      return call === 'DELETE /auth/v1/passkeys/p' ? json(null, 204) : undefined;
    });
    expect(await api.passkeys()).toEqual(ok([{ id: 'p', name: 'Key', createdAt: '2026-11-21' }]));
    expect(await api.removePasskey('p')).toEqual(ok(null));
    expect(calls().at(-1)).toBe('DELETE /auth/v1/passkeys/p');
  });

  test('[A3] is reported as unsupported if the backend or the browser lacks support', async () => {
    const { api, accounts } = await setUp(({ call }) => (call.includes('/passkeys') ? json({}, 404) : undefined));
    expect(await api.passkeys()).toEqual(fail({ type: 'not-offered' }));
    expect(await api.addPasskey()).toMatchObject({ ok: false });
    expect(await accounts.signInWithPasskey()).toMatchObject({ ok: false });
  });
});
