/** Signing in, signing out, and the calls to the backend. */
import { describe, expect, test } from 'vitest';
import { DEMO_USER } from '#core/account/user.ts';
import { fail, ok } from '#core/result.ts';
import { ANN, openSession as setUp, TYPED } from '#test/doubles/open-session.ts';
import { quiet } from '#test/doubles/quiet.ts';

const DEMO = { email: 'demo', password: 'demo' };

describe('the demo', () => {
  test.each(['signIn', 'signUp'] as const)('[W2] is entered by %s without a request', async (form) => {
    const session = setUp();
    expect(await session[form](DEMO)).toEqual(ok(DEMO_USER));
    expect([session.user(), session.keptUser(), session.asked]).toEqual([DEMO_USER, DEMO_USER, []]);
  });

  test.each(['signIn', 'signUp'] as const)('[W2] is entered by %s with its fixed address', async (form) => {
    const session = setUp();
    await session[form]({ email: 'demo@checklist.example', password: 'demo' });
    expect(session.user()).toEqual(DEMO_USER);
  });

  test('[spec-6] is left without a logout call', async () => {
    const session = setUp(DEMO_USER);
    await session.signOut();
    expect([session.user(), session.keptUser(), session.asked]).toEqual([null, null, []]);
  });

  test('[A4] entering it ends the session of a signed-in user', async () => {
    const session = setUp(ANN);
    await session.signIn(DEMO);
    await quiet();
    expect([session.user(), session.asked]).toEqual([DEMO_USER, ['sign out']]);
  });

  test('[spec-6] has no password to reset', async () => {
    const session = setUp();
    expect(await session.sendReset('demo')).toEqual(fail({ type: 'demo-reset' }));
    expect(session.asked).toEqual([]);
  });
});

describe('signing in', () => {
  test('[spec-5] sends the email lowercased and trimmed, and stores the user', async () => {
    const session = setUp();
    expect(await session.signIn(TYPED)).toEqual(ok(ANN));
    expect(session.asked).toEqual(['sign in ann@example.org pear7tree']);
    expect([session.user(), session.keptUser(), session.changes]).toEqual([ANN, ANN, ['ann']]);
  });

  test('[spec-5] does not call the backend while the form is invalid', async () => {
    const session = setUp();
    expect(await session.signIn({ email: '', password: '' })).toMatchObject({
      ok: false,
      failure: { type: 'credentials', form: 'missing-credentials' },
    });
    expect(await session.signUp({ email: 'ann@example.org', password: 'abc' })).toMatchObject({
      failure: { type: 'credentials', password: 'weak-password' },
    });
    expect([session.asked, session.changes]).toEqual([[], []]);
  });

  test('[A4] reports why it was refused, and no user is signed in', async () => {
    const session = setUp(null, fail({ type: 'invalid-credentials' }));
    expect(await session.signIn(TYPED)).toEqual(fail({ type: 'invalid-credentials' }));
    expect([session.user(), session.keptUser(), session.changes]).toEqual([null, null, []]);
  });

  test('[A4] reports that the server is unreachable if the backend module cannot be downloaded', async () => {
    const session = setUp(null, 'unreachable');
    expect(await session.signIn(TYPED)).toEqual(fail({ type: 'unreachable' }));
    expect(await session.sendReset('ann@example.org')).toEqual(fail({ type: 'unreachable' }));
    expect(await session.signIn(DEMO)).toEqual(ok(DEMO_USER));
  });

  test('[A4] first ends an existing session, waits for the answer and then 100 ms, and then signs in', async () => {
    const session = setUp({ ...ANN, id: 'b', username: 'bob' });
    const entering = session.signIn(TYPED);
    await quiet();
    session.advance(1000);
    expect([session.asked, session.user()]).toEqual([['sign out'], null]);
    session.endSignOut();
    await quiet();
    session.advance(99);
    await quiet();
    expect(session.asked).toEqual(['sign out']);
    session.advance(1);
    await entering;
    expect(session.asked).toEqual(['sign out', 'sign in ann@example.org pear7tree']);
    expect(session.changes).toEqual([null, 'ann']);
  });

  test('[A4] waits in the same way for a sign-out that is in progress', async () => {
    const session = setUp(ANN);
    void session.signOut();
    const entering = session.signIn(TYPED);
    await quiet();
    expect(session.asked).toEqual(['sign out']);
    session.endSignOut();
    await quiet();
    session.advance(100);
    await entering;
    expect(session.user()).toEqual(ANN);
  });
});

test('[A4] a failed sign-out does not block the next sign-in', async () => {
  const session = setUp(ANN);
  void session.signOut();
  await quiet();
  session.endSignOut(new TypeError('Failed to fetch'));
  await quiet();
  expect([await session.signIn(TYPED), session.asked.length]).toEqual([ok(ANN), 2]);
});

describe('signing out', () => {
  test('[Y6] works if the backend module cannot be downloaded', async () => {
    const session = setUp(ANN, 'unreachable');
    await session.signOut();
    expect([session.user(), session.keptUser()]).toEqual([null, null]);
  });

  test.each(['unreachable', undefined] as const)(
    '[Y6] [A4] removes the tokens from the device at once if the module is %s',
    (answer) => {
      const session = setUp(ANN, answer);
      void session.signOut();
      expect(session.taken).toEqual([ANN.id]);
    },
  );

  test('[W2] of the demo removes no tokens', () => {
    const session = setUp(DEMO_USER);
    void session.signOut();
    expect(session.taken).toEqual([]);
  });

  test('[Y6] is immediate, even if the backend does not answer', async () => {
    const session = setUp(ANN);
    void session.signOut();
    expect([session.user(), session.keptUser(), session.changes]).toEqual([null, null, [null]]);
    await quiet();
    expect(session.asked).toEqual(['sign out']);
  });
});

test('[spec-5] a reset is sent to the lowercased and trimmed address, and not to an invalid one', async () => {
  const session = setUp();
  expect(await session.sendReset(' Ann@Example.org')).toEqual(ok(null));
  expect(await session.sendReset('ann')).toEqual(fail({ type: 'invalid-email' }));
  expect(session.asked).toEqual(['reset ann@example.org']);
});

describe('another tab', () => {
  test('[Y8] that signs a user in or out also does so in this tab', () => {
    const session = setUp();
    session.elsewhere(ANN);
    session.elsewhere(null);
    expect([session.user(), session.changes]).toEqual([null, ['ann', null]]);
  });

  test('[Y8] that stores the same user again changes nothing here', () => {
    const session = setUp(ANN);
    session.elsewhere({ ...ANN });
    expect(session.changes).toEqual([]);
  });
});

test('[A1] a user who was signed in when the app was last open is signed in', () => {
  expect(setUp(ANN).user()).toEqual(ANN);
});
