/** Linked sign-ins of an account: the request, the callback of the provider, and unlinking. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { EXCHANGE } from '#test/backend/auth-callbacks.ts';
import { ANN, authError, BOB, json, session } from '#test/backend/fake-server.ts';
import { openFakeAccountApi as setUp } from '#test/backend/fake-account-api.ts';

describe('a linked sign-in', () => {
  const AUTHORIZE = 'GET /auth/v1/user/identities/authorize';

  /** A user has opened a provider; this is the callback. */
  async function goToProvider(identities: readonly object[] = [{ identity_id: 'new', provider: 'google' }]) {
    const server = await setUp(({ call }) => {
      if (call === AUTHORIZE) return json({ url: 'https://provider.example/login' });
      if (call === EXCHANGE) return json(session(ANN));
      return call === 'GET /auth/v1/user' ? json({ id: ANN.id, identities }) : undefined;
    });
    const way = await server.api.link('google');
    const [asked] = server.askedOf(AUTHORIZE);
    const flowId = new URL(asked?.query.get('redirect_to') ?? '').searchParams.get('sb_flow_id');
    return { ...server, way, asked, back: { code: 'c', flowId, error: null, message: null } };
  }

  test('[A3] [spec-7] is requested for the signed-in user, and the browser opens the provider', async () => {
    const { way, asked } = await goToProvider();
    expect(way).toEqual(ok('https://provider.example/login'));
    expect(asked?.headers.get('authorization')).toBe('Bearer access-ann-1');
    expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({
      provider: 'google',
      scopes: 'email',
      skip_http_redirect: 'true',
    });
  });

  test("[spec-7] requests only the address, by the provider's name for it", async () => {
    const { api, askedOf } = await setUp(({ call }) =>
      call === AUTHORIZE ? json({ url: 'https://provider.example/login' }) : undefined,
    );
    await api.link('github');
    expect(askedOf(AUTHORIZE)[0]?.query.get('scopes')).toBe('user:email');
  });

  test('[A3] is linked after the callback: the user stays signed in, and no second session starts', async () => {
    const { accounts, back, keptSession, askedOf } = await goToProvider();
    expect(await accounts.completeAuthCallback(back)).toEqual(ok({ type: 'linked' }));
    expect(keptSession()).toMatchObject({
      refresh_token: 'refresh-ann-1',
      user: { identities: [{ identity_id: 'new', provider: 'google' }] },
    });
    expect(askedOf('POST /auth/v1/token')).toEqual([]);
  });

  test('[A3] is completed by exchanging the code if the backend has not linked it yet, and the session of the exchange ends', async () => {
    const { accounts, back, answer, askedOf, keptSession } = await goToProvider();
    let isLinked = false;
    answer(({ call }) => {
      if (call === EXCHANGE) {
        isLinked = true;
        return json({ ...session(ANN), access_token: 'access-of-exchange' });
      }
      if (call !== 'GET /auth/v1/user') return undefined;
      return json({ id: ANN.id, identities: isLinked ? [{ identity_id: 'new', provider: 'google' }] : [] });
    });
    expect(await accounts.completeAuthCallback(back)).toEqual(ok({ type: 'linked' }));
    expect(askedOf(EXCHANGE)).toMatchObject([{ body: { auth_code: 'c' } }]);
    expect(askedOf('POST /auth/v1/logout').map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer access-of-exchange',
    ]);
    expect(keptSession()?.refresh_token).toBe('refresh-ann-1');
  });

  test('[A3] that the backend refuses to link when the code is exchanged is reported with its message', async () => {
    const { accounts, back, answer, keptSession } = await goToProvider();
    answer(({ call }) => {
      if (call === EXCHANGE) return authError(422, 'identity_already_exists', 'Already linked');
      return call === 'GET /auth/v1/user' ? json({ id: ANN.id, identities: [] }) : undefined;
    });
    expect(await accounts.completeAuthCallback(back)).toEqual(fail({ type: 'refused', message: 'Already linked' }));
    expect(keptSession()?.refresh_token).toBe('refresh-ann-1');
  });

  test('[A3] of another user than the signed-in one changes nothing here and is reported', async () => {
    const { accounts, back, keepSession, keptSession, askedOf } = await goToProvider();
    keepSession(BOB);
    expect(await accounts.completeAuthCallback(back)).toEqual(fail({ type: 'other-person' }));
    expect([keptSession()?.user.id, askedOf('POST /auth/v1/token')]).toEqual([BOB.id, []]);
  });

  test('[A3] after signing out is reported', async () => {
    const { accounts, back, values } = await goToProvider();
    values.delete('checklist.session');
    expect(await accounts.completeAuthCallback(back)).toEqual(fail({ type: 'not-signed-in' }));
  });

  test('[A3] is reported as linked only if the account lists it', async () => {
    const { accounts, back } = await goToProvider([{ identity_id: 'old', provider: 'github' }]);
    expect(await accounts.completeAuthCallback(back)).toEqual(fail({ type: 'provider-refused', message: '' }));
  });

  test('[A3] [spec-8] a code without a flow id is ignored, and the flow in progress continues', async () => {
    const { accounts, back } = await goToProvider();
    expect(await accounts.completeAuthCallback({ ...back, flowId: null })).toEqual(fail({ type: 'other-device' }));
    expect(await accounts.completeAuthCallback(back)).toEqual(ok({ type: 'linked' }));
  });

  test('[Y6] without an answer can be retried', async () => {
    const { accounts, back, answer } = await goToProvider();
    answer(() => 'no network');
    expect(await accounts.completeAuthCallback(back)).toEqual(fail({ type: 'unreachable' }));
    answer(({ call }) =>
      call.endsWith('/user') ? json({ id: ANN.id, identities: [{ identity_id: 'n', provider: 'google' }] }) : undefined,
    );
    expect(await accounts.completeAuthCallback(back)).toEqual(ok({ type: 'linked' }));
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', '', 'ftp://x'])(
    '[A3] opens no address such as %j',
    async (url) => {
      const { api, values } = await setUp(({ call }) => (call === AUTHORIZE ? json({ url }) : undefined));
      expect(await api.link('google')).toEqual(fail({ type: 'not-offered' }));
      expect(values.has('checklist.flows')).toBe(false);
    },
  );

  test('[A3] can be unlinked, but not the last one', async () => {
    const { api, askedOf } = await setUp(({ call }) => {
      if (call === 'DELETE /auth/v1/user/identities/i1') return json({});
      return call.startsWith('DELETE') ? authError(422, 'single_identity_not_deletable', 'Last one') : undefined;
    });
    expect(await api.unlink('i1')).toEqual(ok(null));
    expect(await api.unlink('i2')).toEqual(fail({ type: 'refused', message: 'Last one' }));
    expect(askedOf('DELETE /auth/v1/user/identities/i1')).toHaveLength(1);
  });

  test('[A3] is reported as not offered if the operator has none', async () => {
    const { api } = await setUp(({ call }) =>
      call === AUTHORIZE ? authError(404, 'manual_linking_disabled') : undefined,
    );
    expect(await api.link('google')).toEqual(fail({ type: 'not-offered' }));
  });
});
