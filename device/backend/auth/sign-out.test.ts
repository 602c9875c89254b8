/** Signing out: which session ends, and when. */
import { describe, expect, test } from 'vitest';
import { createUserStorage } from '#device/local-storage/local-storage.ts';
import { quiet } from '#test/doubles/quiet.ts';
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

const TYPED = { email: 'ann@example.org', password: 'abc123' };
const SIGN_IN = 'POST /auth/v1/token';
const SIGN_OUT = 'POST /auth/v1/logout';

describe('signing out', () => {
  test('[spec-7] ends this session and no other', async () => {
    const { accounts, askedOf, keepSession, keptSession } = openFakeServer(answerTo(SIGN_OUT, () => json(null, 204)));
    keepSession(ANN);
    await accounts.signOut();
    const [asked] = askedOf(SIGN_OUT);
    expect([asked?.query.get('scope'), asked?.headers.get('authorization')]).toEqual(['local', 'Bearer access-ann-1']);
    expect(keptSession()).toBeNull();
  });

  test.each<[string, () => Answer]>([
    ['401', () => authError(401, 'no_authorization')],
    ['403', () => authError(403, 'session_not_found')],
    ['404', () => authError(404, 'user_not_found')],
    ['500', () => json({}, 500)],
    ['no network', () => 'no network'],
  ])('[spec-8] succeeds whatever the backend answers: %s', async (_, answer) => {
    const { accounts, keepSession, keptSession } = openFakeServer(answerTo(SIGN_OUT, answer));
    keepSession(ANN);
    await accounts.signOut();
    expect(keptSession()).toBeNull();
  });

  test('[Y6] removes the session before the request, even an expired one', async () => {
    const { accounts, keepSession, keptSession, clock } = openFakeServer(() => 'silence');
    keepSession(ANN, -10);
    const leaving = accounts.signOut();
    expect(keptSession()).toBeNull();
    await quiet();
    clock.advance(10_000);
    await quiet();
    clock.advance(10_000);
    await leaving;
  });

  test('[A4] with the removed session ends that session, and not one that started since', async () => {
    const { accounts, askedOf, keepSession, keptSession } = openFakeServer();
    keepSession(ANN);
    const removed = createUserStorage().removeSession(ANN.id);
    expect(keptSession()).toBeNull();
    keepSession(BOB);
    expect(createUserStorage().removeSession(ANN.id)).toBeNull();
    await accounts.signOut(removed);
    expect(askedOf(SIGN_OUT).map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer access-ann-1']);
    await accounts.signOut(null);
    expect([keptSession()?.user.id, askedOf(SIGN_OUT).length]).toEqual([BOB.id, 1]);
  });

  test("[A1] without local storage ends the session in this page's memory", async () => {
    const { accounts, askedOf } = openFakeServer(answerTo(SIGN_IN, () => json(session(ANN))));
    localStorage.setItem = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
    await accounts.signIn(TYPED);
    await accounts.signOut(null);
    expect(askedOf(SIGN_OUT)).toHaveLength(1);
  });

  test('[A4] without a session sends no request', async () => {
    const { accounts, calls } = openFakeServer();
    await accounts.signOut();
    expect(calls()).toEqual([]);
  });
});
