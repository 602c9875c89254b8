/** Callbacks of providers, and of links that confirm new accounts. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { quiet } from '#test/doubles/quiet.ts';
import type { Accounts, ProviderOptions } from '#client/ports/accounts.ts';
import { answering, EXCHANGE, flowOf, PLAIN } from '#test/backend/auth-callbacks.ts';
import { ANN, BOB, guardedSession, json, openFakeServer, session, type Answer } from '#test/backend/fake-server.ts';

/** Starts a sign-in with a provider; returns the URL to open. */
async function goTo(accounts: Accounts, request?: ProviderOptions): Promise<{ readonly query: URLSearchParams }> {
  const way = await accounts.signInWith('keycloak', request);
  return { query: new URL(way.ok ? way.value : '').searchParams };
}

describe('a provider', () => {
  test('[spec-8] that denies access is quoted only if the URL names a flow of this browser, because anyone can write a URL', async () => {
    const { accounts } = openFakeServer();
    const flowId = flowOf([await goTo(accounts)]);
    const callback = { ...PLAIN, error: { code: 'provider_email_needs_verification', message: 'Unverified' } };
    const result = (message: string) => fail({ type: 'provider-refused', message });
    expect(await accounts.completeAuthCallback(callback)).toEqual(result(''));
    expect(await accounts.completeAuthCallback({ ...PLAIN, message: 'Call 555!' })).toEqual(
      ok({ type: 'email-confirmed', message: '' }),
    );
    expect(await accounts.completeAuthCallback({ ...callback, flowId })).toEqual(result('Unverified'));
    expect(await accounts.completeAuthCallback({ ...callback, flowId })).toEqual(result(''));
  });

  test('[spec-7] is opened with a challenge and the redirect URL, and the callback signs in', async () => {
    const { accounts, asked, calls, keptSession } = openFakeServer(answering(() => json(session(ANN))));
    const way = await accounts.signInWith('keycloak');
    const url = new URL(way.ok ? way.value : '');
    expect(url.origin + url.pathname).toBe('https://list.example/auth/v1/authorize');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      provider: 'keycloak',
      code_challenge_method: 's256',
    });
    expect(calls()).toEqual([]);
    const flowId = flowOf([{ query: url.searchParams }, ...asked]);
    expect(await accounts.completeAuthCallback({ ...PLAIN, code: 'c', flowId })).toEqual(ok({ type: 'in', user: ANN }));
    expect(keptSession()?.user.id).toBe(ANN.id);
  });

  test("[A3] imports the demo's list into the account that comes back if requested, even if a second step comes first", async () => {
    const { accounts, values } = openFakeServer(answering(() => json(guardedSession(ANN, 'aal1'))));
    const promised = () => values.get('checklist.import-guest-list') ?? '';
    await goTo(accounts, { importsGuestList: false });
    expect(promised()).toBe('');
    const flowId = flowOf([await goTo(accounts, { importsGuestList: true })]);
    expect(promised()).toContain(flowId);
    expect(await accounts.completeAuthCallback({ ...PLAIN, code: 'c', flowId })).toMatchObject({
      failure: { type: 'code-needed' },
    });
    expect(JSON.parse(promised())).toEqual({ to: ANN.id });
  });

  test('[Y9] signs no user in while another user is signed in: the new session is ended, and the other one stays', async () => {
    const { accounts, keepSession, keptSession, askedOf } = openFakeServer(answering(() => json(session(BOB))));
    const flowId = flowOf([await goTo(accounts)]);
    keepSession(ANN);
    expect(await accounts.completeAuthCallback({ ...PLAIN, code: 'c', flowId })).toEqual(
      fail({ type: 'log-out-first' }),
    );
    await quiet();
    expect(keptSession()?.user.id).toBe(ANN.id);
    expect(askedOf('POST /auth/v1/logout').map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer access-bob-1',
    ]);
  });
});

test('[A4] the confirmation link of a new account signs in on the browser that requested it', async () => {
  const signUp = (): Answer => json({ id: ANN.id, email: 'ann@example.org', identities: [] });
  const { accounts, asked } = openFakeServer(({ call }) => {
    if (call === 'POST /auth/v1/signup') return signUp();
    return call === EXCHANGE ? json(session(ANN)) : undefined;
  });
  await accounts.signUp({ email: 'ann@example.org', password: 'abc123' });
  const outcome = await accounts.completeAuthCallback({ ...PLAIN, code: 'c', flowId: flowOf(asked) });
  expect(outcome).toEqual(ok({ type: 'in', user: ANN }));
});

test('[A4] a new account without confirmation leaves no verifier behind', async () => {
  const { accounts, values } = openFakeServer(({ call }) =>
    call === 'POST /auth/v1/signup' ? json(session(ANN)) : undefined,
  );
  await accounts.signUp({ email: 'ann@example.org', password: 'abc123' });
  expect(values.has('checklist.flows')).toBe(false);
});
