/** Coming back from a provider, or by the link that confirms a new account. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { quiet } from '#test/doubles/quiet.ts';
import type { Accounts, ProviderOptions } from '#client/ports/accounts.ts';
import { answering, EXCHANGE, flowOf, PLAIN } from '#test/backend/auth-callbacks.ts';
import { ANN, BOB, guardedSession, json, openFakeServer, session } from '#test/backend/fake-server.ts';
import type { Answer } from '#test/backend/fake-server.ts';

/** Begins to go to a provider: the address that leads there. */
async function goTo(accounts: Accounts, request?: ProviderOptions): Promise<{ readonly query: URLSearchParams }> {
  const way = await accounts.signInWith('keycloak', request);
  return { query: new URL(way.ok ? way.value : '').searchParams };
}

describe('a provider', () => {
  test('[spec-8] that says no says it as received only where it names what this browser began: else a stranger wrote it', async () => {
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

  test('[spec-7] is gone to by its address, with a challenge and the way back; coming back one is in', async () => {
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

  test('[A3] takes the demo’s list along to who comes back, where that was wished, though it asks for a code first', async () => {
    const { accounts, values } = openFakeServer(answering(() => json(guardedSession(ANN, 'aal1'))));
    const promised = () => values.get('checklist.take-along') ?? '';
    await goTo(accounts, { importsGuestList: false });
    expect(promised()).toBe('');
    const flowId = flowOf([await goTo(accounts, { importsGuestList: true })]);
    expect(promised()).toContain(flowId);
    expect(await accounts.completeAuthCallback({ ...PLAIN, code: 'c', flowId })).toMatchObject({
      failure: { type: 'code-needed' },
    });
    expect(JSON.parse(promised())).toEqual({ to: ANN.id });
  });

  test('[Y9] lets nobody in while somebody else is in: the fresh session is ended, the other one stays', async () => {
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

test('[A4] the link that confirms a new account signs in where it was asked for', async () => {
  const signUp = (): Answer => json({ id: ANN.id, email: 'ann@example.org', identities: [] });
  const { accounts, asked } = openFakeServer(({ call }) => {
    if (call === 'POST /auth/v1/signup') return signUp();
    return call === EXCHANGE ? json(session(ANN)) : undefined;
  });
  await accounts.signUp({ email: 'ann@example.org', password: 'abc123' });
  const outcome = await accounts.completeAuthCallback({ ...PLAIN, code: 'c', flowId: flowOf(asked) });
  expect(outcome).toEqual(ok({ type: 'in', user: ANN }));
});

test('[A4] a new account that need not be confirmed leaves no verifier behind', async () => {
  const { accounts, values } = openFakeServer(({ call }) =>
    call === 'POST /auth/v1/signup' ? json(session(ANN)) : undefined,
  );
  await accounts.signUp({ email: 'ann@example.org', password: 'abc123' });
  expect(values.has('checklist.flows')).toBe(false);
});
