/** Auth callbacks of links and providers: requests, results, and callbacks that are refused. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import type { AuthCallback } from '#client/ports/accounts.ts';
import { createUnsentCounts } from '#device/local-storage/user-facts.ts';
import { answering, EXCHANGE, flowOf, PLAIN } from '#test/backend/auth-callbacks.ts';
import {
  ANN,
  type Answer,
  answerTo,
  authError,
  BOB,
  json,
  openFakeServer,
  session,
} from '#test/backend/fake-server.ts';

/** A page that requested a reset, and the page that its link opens: they share only local storage. */
async function comeByResetLink(exchange: () => Answer = () => json(session(ANN))) {
  const first = openFakeServer(answering(exchange));
  await first.accounts.sendReset('ann@example.org');
  const flowId = flowOf(first.asked);
  const second = openFakeServer(answering(exchange), Object.fromEntries(first.values));
  return { ...second, flowId, link: { ...PLAIN, code: 'the-code', flowId }, challenge: first.asked.at(-1)?.body };
}

describe('a recovery link', () => {
  test("[A2] [spec-7] sends this browser's verifier and leads to the new password; no user is signed in before that", async () => {
    const { accounts, link, askedOf, keptSession, values } = await comeByResetLink();
    expect(await accounts.completeAuthCallback(link)).toEqual(ok({ type: 'new-password', email: 'ann@example.org' }));
    const [asked] = askedOf(EXCHANGE);
    expect(asked?.query.get('grant_type')).toBe('pkce');
    expect(asked?.body).toEqual({ auth_code: 'the-code', code_verifier: expect.stringMatching(/^[\da-f]{40,}$/u) });
    expect([keptSession(), values.has('checklist.flows')]).toEqual([null, false]);
  });

  test('[A2] the new password is set with the pending session, and its owner is signed in', async () => {
    const { accounts, link, askedOf, keptSession, answer } = await comeByResetLink();
    await accounts.completeAuthCallback(link);
    answer(({ call }) => (call === 'PUT /auth/v1/user' ? json({ id: ANN.id }) : undefined));
    expect(await accounts.chooseNewPassword('abc123')).toEqual(ok(ANN));
    const [asked] = askedOf('PUT /auth/v1/user');
    expect([asked?.body, asked?.headers.get('authorization')]).toEqual([
      expect.objectContaining({ password: 'abc123' }),
      'Bearer access-ann-1',
    ]);
    expect(keptSession()?.refresh_token).toBe('refresh-ann-1');
    expect(await accounts.chooseNewPassword('abc124')).toMatchObject({ ok: false });
  });

  test('[A2] that is canceled signs no user in, and its session is ended', async () => {
    const { accounts, link, askedOf, keptSession } = await comeByResetLink();
    await accounts.completeAuthCallback(link);
    await accounts.cancelPending();
    expect(askedOf('POST /auth/v1/logout')[0]?.headers.get('authorization')).toBe('Bearer access-ann-1');
    expect([await accounts.chooseNewPassword('abc123'), keptSession()]).toMatchObject([{ ok: false }, null]);
  });

  test('[A2] [Y9] signs out the previous user when the new password is set, as from elsewhere', async () => {
    const { accounts, link, askedOf, keptSession, answer, keepSession, ended } = await comeByResetLink();
    stubIndexedDb();
    createUnsentCounts().write(BOB.id, 5);
    keepSession(BOB);
    await accounts.completeAuthCallback(link);
    expect([keptSession()?.user.id, ended]).toEqual([BOB.id, []]);
    answer(({ call }) => (call === 'PUT /auth/v1/user' ? json({ id: ANN.id }) : undefined));
    await accounts.chooseNewPassword('abc123');
    expect([keptSession()?.user.id, ended]).toEqual([ANN.id, [BOB.id]]);
    const ends = () => askedOf('POST /auth/v1/logout').map(({ headers }) => headers.get('authorization'));
    await expect.poll(ends).toEqual(['Bearer access-bob-1']);
    // Nothing unsent was found on the disk.
    await expect.poll(() => createUnsentCounts().read()).toBe(0);
  });

  test.each<[string, () => Answer, object]>([
    ['used already', () => authError(404, 'flow_state_not_found'), { type: 'link-expired', of: 'recovery' }],
    ['too old', () => authError(422, 'flow_state_expired'), { type: 'link-expired', of: 'recovery' }],
    ['of another browser', () => authError(400, 'bad_code_verifier'), { type: 'other-device' }],
    [
      'of a banned user',
      () => authError(403, 'user_banned', 'User is banned'),
      { type: 'refused', message: 'User is banned' },
    ],
    ['answered with no session', () => json({}), { type: 'no-user' }],
  ])('[spec-8] that is %s is reported as such and not retried', async (_, exchange, failure) => {
    const { accounts, link, values } = await comeByResetLink(exchange);
    expect(await accounts.completeAuthCallback(link)).toEqual(fail(failure));
    expect(values.has('checklist.flows')).toBe(false);
  });

  test('[Y6] without a network can be retried', async () => {
    const answers: Answer[] = ['no network', json(session(ANN))];
    const { accounts, link } = await comeByResetLink(() => answers.shift() ?? 'silence');
    expect(await accounts.completeAuthCallback(link)).toEqual(fail({ type: 'unreachable' }));
    expect(await accounts.completeAuthCallback(link)).toEqual(ok({ type: 'new-password', email: 'ann@example.org' }));
  });

  test('[spec-8] of an earlier email works after a later one was requested', async () => {
    const first = openFakeServer(answering(() => json(session(ANN))));
    await first.accounts.sendReset('ann@example.org');
    const flowId = flowOf(first.asked);
    await first.accounts.sendReset('ann@example.org');
    expect(await first.accounts.completeAuthCallback({ ...PLAIN, code: 'c', flowId })).toEqual(
      ok({ type: 'new-password', email: 'ann@example.org' }),
    );
    expect(first.askedOf('POST /auth/v1/recover')).toHaveLength(2);
  });

  test("[spec-8] without a flow id belongs to the latest flow, and a stranger's link does not use that up", async () => {
    const answers = [authError(404, 'flow_state_not_found'), json(session(ANN))];
    const { accounts, link } = await comeByResetLink(() => answers.shift() ?? 'silence');
    expect(await accounts.completeAuthCallback({ ...link, code: 'junk', flowId: null })).toEqual(
      fail({ type: 'link-expired', of: 'recovery' }),
    );
    expect(await accounts.completeAuthCallback({ ...link, flowId: null })).toEqual(
      ok({ type: 'new-password', email: 'ann@example.org' }),
    );
    expect(await accounts.completeAuthCallback({ ...link, flowId: null })).toEqual(fail({ type: 'other-device' }));
  });

  test('[spec-8] expires after a day', async () => {
    const { accounts, link, clock } = await comeByResetLink();
    clock.advance(24 * 60 * 60 * 1000);
    expect(await accounts.completeAuthCallback(link)).toEqual(fail({ type: 'other-device' }));
  });

  test.each<[string, Answer, boolean]>([
    ['was refused is not awaited', authError(429, 'over_email_send_rate_limit'), false],
    ['may have been sent though the answer was lost is waited for', 'no network', true],
  ])('[spec-8] that %s', async (_, answer, isAwaited) => {
    const { accounts, values } = openFakeServer(({ call }) => (call.includes('/recover') ? answer : undefined));
    await accounts.sendReset('ann@example.org');
    expect(values.has('checklist.flows')).toBe(isAwaited);
  });

  test('[spec-9] of more than five requested links, the oldest is forgotten', async () => {
    const server = openFakeServer(answering(() => json(session(ANN))));
    const flows: string[] = [];
    for (let time = 0; time < 6; time += 1) {
      await server.accounts.sendReset('ann@example.org');
      flows.push(flowOf(server.asked));
    }
    const completeAuthCallback = (flowId = '') => server.accounts.completeAuthCallback({ ...PLAIN, code: 'c', flowId });
    expect(await completeAuthCallback(flows[0])).toEqual(fail({ type: 'other-device' }));
    expect(await completeAuthCallback(flows[1])).toEqual(ok({ type: 'new-password', email: 'ann@example.org' }));
  });
});

describe("an operator's link", () => {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const tokenBy = (method: string): string =>
    `${encode({ alg: 'ES256' })}.${encode({ sub: ANN.id, exp: 9_999_999_999, amr: [{ method }] })}.c2ln`;
  const linkSession = { accessToken: tokenBy('otp'), refreshToken: 'r' };
  const link = { ...PLAIN, session: linkSession };
  const showing = (answer: () => Answer) =>
    openFakeServer(({ call }) => {
      if (call === 'GET /auth/v1/user') return answer();
      return call.startsWith('PUT') ? json({ id: ANN.id }) : undefined;
    });

  test('[A2] leads to the choice of a password, names the account, and signs in only after it', async () => {
    const { accounts, askedOf, keptSession } = showing(() => json(session(ANN).user));
    expect(await accounts.completeAuthCallback(link)).toEqual(ok({ type: 'new-password', email: 'ann@example.org' }));
    expect(askedOf('GET /auth/v1/user')[0]?.headers.get('authorization')).toBe(`Bearer ${linkSession.accessToken}`);
    expect(keptSession()).toBeNull();
    expect(await accounts.chooseNewPassword('abc123')).toEqual(ok(ANN));
    expect(keptSession()?.refresh_token).toBe('r');
  });

  test.each(['password', 'oauth', ''])(
    '[A2] with a session that no email has opened (%s) is refused, because a stranger could have written the link',
    async (method) => {
      const { accounts } = showing(() => json(session(ANN).user));
      const forged = { ...PLAIN, session: { accessToken: tokenBy(method), refreshToken: 'r' } };
      expect(await accounts.completeAuthCallback(forged)).toEqual(fail({ type: 'link-expired', of: 'recovery' }));
      expect(await accounts.chooseNewPassword('abc123')).toMatchObject({ ok: false });
    },
  );

  test('[A2] whose expired token claims to come from an email is judged by the session that the backend returns for it', async () => {
    const claimed = `${encode({ alg: 'none' })}.${encode({ exp: 1, amr: [{ method: 'recovery' }] })}.c2ln`;
    const returned = { ...session(BOB), access_token: tokenBy('password') };
    const { accounts, askedOf, keptSession } = openFakeServer(answerTo('POST /auth/v1/token', () => json(returned)));
    const forged = { ...PLAIN, session: { accessToken: claimed, refreshToken: 'refresh-of-bob' } };
    expect(await accounts.completeAuthCallback(forged)).toEqual(fail({ type: 'link-expired', of: 'recovery' }));
    expect(await accounts.chooseNewPassword('abc123')).toMatchObject({ ok: false });
    await quiet();
    expect(askedOf('POST /auth/v1/logout').map(({ headers }) => headers.get('authorization'))).toEqual([
      `Bearer ${returned.access_token}`,
    ]);
    expect(keptSession()).toBeNull();
  });

  test("[A2] does not replace another person's account on this device", async () => {
    const { accounts, keepSession, keptSession } = showing(() => json(session(ANN).user));
    keepSession(BOB);
    expect(await accounts.completeAuthCallback(link)).toEqual(fail({ type: 'log-out-first' }));
    expect(await accounts.chooseNewPassword('abc123')).toMatchObject({ ok: false });
    expect(keptSession()?.user.id).toBe(BOB.id);
  });

  test.each<[string, Answer, object]>([
    ['has ended', authError(403, 'session_not_found'), { type: 'link-expired', of: 'recovery' }],
    ['is forged', authError(403, 'bad_jwt'), { type: 'link-expired', of: 'recovery' }],
    ['cannot be checked', 'no network', { type: 'unreachable' }],
    ['is limited', authError(429, 'over_request_rate_limit'), { type: 'rate-limited', of: 'requests', seconds: null }],
  ])('[A2] whose session %s is reported as such', async (_, answer, failure) => {
    expect(await showing(() => answer).accounts.completeAuthCallback(link)).toEqual(fail(failure));
    const malformed = { ...PLAIN, session: { accessToken: 'x', refreshToken: 'y' } };
    expect(await showing(() => answer).accounts.completeAuthCallback(malformed)).toMatchObject({ ok: false });
  });
});

describe('an address', () => {
  test("[spec-8] with a code that this browser did not request is ignored, because it could be a stranger's", async () => {
    const { accounts, calls, keptSession } = openFakeServer(answering(() => json(session(BOB))));
    expect(await accounts.completeAuthCallback({ ...PLAIN, code: 'of-bob' })).toEqual(fail({ type: 'other-device' }));
    expect([calls(), keptSession()]).toEqual([[], null]);
  });

  test.each<[Partial<AuthCallback>, object]>([
    [{}, { type: 'code-missing' }],
    [{ error: { code: 'otp_expired', message: 'Email link is invalid' } }, { type: 'link-expired', of: null }],
    [{ error: { code: 'session_in_address', message: '' } }, { type: 'other-device' }],
    [{ error: { code: 'access_denied', message: 'Call 555!' } }, { type: 'provider-refused', message: '' }],
  ])('[spec-8] with %j is refused without a request', async (callback, failure) => {
    const { accounts, calls } = openFakeServer();
    expect(await accounts.completeAuthCallback({ ...PLAIN, ...callback })).toEqual(fail(failure));
    expect(calls()).toEqual([]);
  });

  test('[A3] with a message shows our own text for it', async () => {
    const { accounts } = openFakeServer();
    const confirm = (message: string) => accounts.completeAuthCallback({ ...PLAIN, message });
    const other = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
    expect(await confirm(other)).toEqual(ok({ type: 'email-confirmed', message: other }));
    expect(await confirm('Call 555!')).toEqual(ok({ type: 'email-confirmed', message: '' }));
  });
});
