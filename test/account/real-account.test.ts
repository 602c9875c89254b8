/** Account features from the device's side against the bundled server: email links, second steps and account changes. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fail, ok } from '#core/result.ts';
import type { AuthCallback } from '#client/ports/accounts.ts';
import { readApp } from '#server/auth/factors/testing/test-factors.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { stubPage } from '#test/doubles/fake-page.ts';
import { startRealServer } from '#test/backend/real-server.ts';
import { readAuthCallback } from '#web/sign-in/callback/use-auth-callback.ts';
import { openDevice } from './real-device.ts';

const OPEN = { rateLimits: {}, mailInterval: 0, textInterval: 0 };
const server = await startRealServer(OPEN);
const { sentEmails, texts, origin } = server;
afterAll(server.stop);

beforeEach(() => {
  stubPage();
  stubIndexedDb();
  vi.stubGlobal('location', { href: `${origin}/` });
});

/** The latest email of a kind to an address; the server sends it after the response. */
const letterTo = (kind: string, to: string) =>
  vi.waitFor(() => {
    const email = sentEmails.findLast((sent) => sent.kind === kind && sent.to === to);
    if (email === undefined) throw new Error(`No ${kind} to ${to}.`);
    return email;
  });

/** Follows a link and returns the parameters that the app receives. */
async function follow(link: string): Promise<AuthCallback> {
  const answer = await fetch(link, { redirect: 'manual' });
  const place = new URL(answer.headers.get('location') ?? '');
  expect(place.origin).toBe(origin);
  return readAuthCallback(place.search + place.hash);
}

describe('recovery', () => {
  test('[A2] an emailed link leads to a new password, once, in the requesting browser', async () => {
    const ann = await openDevice().signUp();
    const device = openDevice();
    expect(await device.accounts.sendReset(ann.email)).toEqual(ok(null));
    const { link } = await letterTo('recovery', ann.email);
    const callback = await follow(link);
    expect(await openDevice().accounts.completeAuthCallback(callback)).toEqual(fail({ type: 'other-device' }));
    expect(await device.accounts.completeAuthCallback(callback)).toEqual(
      ok({ type: 'new-password', email: ann.email }),
    );
    expect(await device.accounts.chooseNewPassword('xyz789')).toMatchObject({ ok: true, value: { id: ann.user.id } });
    expect(await openDevice().accounts.signIn({ email: ann.email, password: 'xyz789' })).toMatchObject({ ok: true });
    expect(await device.accounts.completeAuthCallback(callback)).toEqual(fail({ type: 'other-device' }));
    expect(await device.accounts.completeAuthCallback(await follow(link))).toEqual(
      fail({ type: 'link-expired', of: null }),
    );
  });

  test('[spec-8] a weak password is refused, and a strong one accepted', async () => {
    const ann = await openDevice().signUp();
    const device = openDevice();
    await device.accounts.sendReset(ann.email);
    await device.accounts.completeAuthCallback(await follow((await letterTo('recovery', ann.email)).link));
    expect(await device.accounts.chooseNewPassword('abc')).toEqual(
      fail({ type: 'weak-password', message: 'Password should be at least 6 characters.' }),
    );
    expect(await device.accounts.chooseNewPassword('pear7trees')).toMatchObject({ ok: true });
  });
});

describe('the link of an operator', () => {
  const call = (path: string, body: object) =>
    fetch(`${origin}/auth/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.serviceKey}` },
      body: JSON.stringify(body),
    });

  test('[P3] an invited person chooses a password on any device, and is signed in', async () => {
    const email = 'invited@example.org';
    expect((await call('invite', { email })).status).toBe(200);
    const { link } = await letterTo('invite', email);
    const device = openDevice();
    expect(await device.accounts.completeAuthCallback(await follow(link))).toEqual(ok({ type: 'new-password', email }));
    expect(await device.accounts.chooseNewPassword('pear7tree')).toMatchObject({ ok: true });
    expect(await openDevice().accounts.signIn({ email, password: 'pear7tree' })).toMatchObject({ ok: true });
    expect(await openDevice().accounts.completeAuthCallback(await follow(link))).toMatchObject({ ok: false });
  });

  test('[P3] a reset that is canceled leaves a link that is worth nothing', async () => {
    const ann = await openDevice().signUp();
    const answer = await call('admin/generate_link', { type: 'recovery', email: ann.email });
    const { action_link: link } = (await answer.json()) as { readonly action_link: string };
    const callback = await follow(link);
    const device = openDevice();
    expect(await device.accounts.completeAuthCallback(callback)).toMatchObject({ ok: true });
    await device.accounts.cancelPending();
    // The canceled session has ended, so its tokens are worth nothing.
    expect(await openDevice().accounts.completeAuthCallback(callback)).toEqual(
      fail({ type: 'link-expired', of: 'recovery' }),
    );
  });
});

test('[A4] the emailed link confirms a new account and signs in the requesting browser', async () => {
  const strict = await startRealServer({ ...OPEN, autoconfirm: false });
  onTestFinished(strict.stop);
  vi.stubGlobal('location', { href: `${strict.origin}/` });
  const device = openDevice();
  const typed = { email: 'new@example.org', password: 'pear7tree' };
  expect(await device.accounts.signUp(typed)).toEqual(fail({ type: 'confirmation-needed' }));
  expect(await device.accounts.signIn(typed)).toMatchObject({ failure: { type: 'email-unconfirmed' } });
  const email = await vi.waitFor(() => strict.sentEmails.at(-1) ?? Promise.reject(new Error('No email.')));
  const answer = await fetch(email.link, { redirect: 'manual' });
  const place = new URL(answer.headers.get('location') ?? '');
  const outcome = await device.accounts.completeAuthCallback(readAuthCallback(place.search + place.hash));
  expect(outcome).toMatchObject({ ok: true, value: { type: 'in', user: { username: 'new' } } });
  expect(device.stored()?.user.email).toBe('new@example.org');
});

test('[A9] the email that confirms a new account is sent again, and its link signs in the requesting browser', async () => {
  const strict = await startRealServer({ ...OPEN, autoconfirm: false, mailInterval: 0 });
  onTestFinished(strict.stop);
  vi.stubGlobal('location', { href: `${strict.origin}/` });
  const device = openDevice();
  await device.accounts.signUp({ email: 'late@example.org', password: 'pear7tree' });
  await vi.waitUntil(() => strict.sentEmails.length === 1);
  expect(await device.accounts.resendConfirmation('late@example.org')).toEqual(ok(null));
  await vi.waitUntil(() => strict.sentEmails.length === 2);
  const answer = await fetch(strict.sentEmails.at(-1)?.link ?? '', { redirect: 'manual' });
  const place = new URL(answer.headers.get('location') ?? '');
  const outcome = await device.accounts.completeAuthCallback(readAuthCallback(place.search + place.hash));
  expect(outcome).toMatchObject({ ok: true, value: { type: 'in', user: { username: 'late' } } });
});

describe('a second step', () => {
  test('[A3] is set up, required at the next sign-in, and removed', async () => {
    const device = openDevice();
    const ann = await device.signUp();
    const api = await device.openAccountApi(ann.user);
    const added = await api.addApp('My phone');
    if (!added.ok) throw new Error(added.failure.type);
    const { factorId, secret, qrCode } = added.value;
    expect(decodeURIComponent(qrCode)).toContain('<svg');
    expect(await api.enterCode(factorId, '000000')).toMatchObject({ ok: false });
    expect(await api.enterCode(factorId, readApp(secret, Date.now()))).toEqual(ok(null));
    expect(device.level()).toBe('aal2');

    const other = openDevice();
    const entered = await other.accounts.signIn({ email: ann.email, password: 'pear7tree' });
    expect(entered).toMatchObject({ ok: false, failure: { type: 'code-needed', factors: [{ id: factorId }] } });
    expect(other.stored()).toBeNull();
    // The app's code of this half minute is spent: the next one.
    const code = readApp(secret, Date.now() + 30_000);
    expect(await other.accounts.enterCode(factorId, code)).toMatchObject({ ok: true, value: { type: 'in' } });
    expect(other.level()).toBe('aal2');
    expect(await (await other.openAccountApi(ann.user)).removeFactor(factorId)).toEqual(ok(null));
    expect(await openDevice().accounts.signIn({ email: ann.email, password: 'pear7tree' })).toMatchObject({ ok: true });
  });

  test('[A3] brings recovery codes, and one of them replaces it', async () => {
    const device = openDevice();
    const ann = await device.signUp();
    const api = await device.openAccountApi(ann.user);
    const app = await api.addApp('My app');
    if (!app.ok) throw new Error(app.failure.type);
    expect(await api.renewRecoveryCodes()).toMatchObject({ ok: false, failure: { type: 'code-needed-first' } });
    await api.enterCode(app.value.factorId, readApp(app.value.secret, Date.now()));
    const codes = await api.renewRecoveryCodes();
    if (!codes.ok) throw new Error(codes.failure.type);
    expect(codes.value).toHaveLength(10);
    expect(await api.read()).toMatchObject({ ok: true, value: { recoveryCodesLeft: 10 } });
    const other = openDevice();
    const entered = await other.accounts.signIn({ email: ann.email, password: 'pear7tree' });
    const choice = { id: 'recovery-codes', type: 'recovery' };
    expect(entered).toMatchObject({ failure: { type: 'code-needed', factors: [{ type: 'totp' }, choice] } });
    expect(await other.accounts.enterCode('recovery-codes', codes.value[0] ?? '')).toMatchObject({
      ok: true,
      value: { type: 'in' },
    });
    const after = await other.openAccountApi(ann.user);
    expect(await after.read()).toMatchObject({ ok: true, value: { recoveryCodesLeft: 9 } });
  });

  test('[A3] by phone is set up with the code of a text message', async () => {
    const device = openDevice();
    const ann = await device.signUp();
    const api = await device.openAccountApi(ann.user);
    const added = await api.addPhone({ name: 'Phone', number: '+436641234567', channel: 'sms' });
    expect(added).toMatchObject({ ok: true });
    const code = await vi.waitFor(
      () => /\d{6}/u.exec(texts.at(-1)?.text ?? 'none')?.[0] ?? Promise.reject(new Error('none')),
    );
    expect(await api.enterCode(added.ok ? added.value : '', code)).toEqual(ok(null));
    expect(await api.read()).toMatchObject({ ok: true, value: { factors: [{ type: 'phone', status: 'verified' }] } });
  });
});

describe('the account itself', () => {
  test('[A3] changes its address once both addresses have confirmed', async () => {
    const device = openDevice();
    const ann = await device.signUp();
    const api = await device.openAccountApi(ann.user);
    const next = `new-${ann.email}`;
    expect(await api.changeEmail(next)).toEqual(ok(next));
    const first = await device.accounts.completeAuthCallback(
      await follow((await letterTo('email-change-present', ann.email)).link),
    );
    expect(first).toMatchObject({
      ok: true,
      value: { type: 'email-confirmed', message: expect.stringMatching(/other/u) },
    });
    const second = await device.accounts.completeAuthCallback(
      await follow((await letterTo('email-change', next)).link),
    );
    expect(second).toEqual(ok({ type: 'email-confirmed', message: '' }));
    expect(device.stored()?.user.email).toBe(next);
    expect(await api.read()).toMatchObject({ ok: true, value: { email: next, newEmail: null } });
  });

  test('[A3] changes its password and signs out all other devices', async () => {
    const device = openDevice();
    const ann = await device.signUp();
    const other = openDevice();
    await other.accounts.signIn({ email: ann.email, password: 'pear7tree' });
    const api = await device.openAccountApi(ann.user);
    expect(await api.sessions()).toMatchObject({ ok: true, value: { length: 2 } });
    expect(await api.changePassword({ current: 'pear7tree', next: 'xyz789', proof: '' })).toEqual(ok(null));
    expect(await api.sessions()).toMatchObject({ ok: true, value: [{ isThis: true }] });
    expect(await (await other.openAccountApi(ann.user)).read()).toEqual(fail({ type: 'signed-out' }));
    expect(await api.read()).toMatchObject({ ok: true });
  });

  test('[A3] requires an emailed code for a new password long after the sign-in', async () => {
    const strict = await startRealServer({ ...OPEN, recentSignIn: 1 });
    onTestFinished(strict.stop);
    vi.stubGlobal('location', { href: `${strict.origin}/` });
    const device = openDevice();
    const api = await device.openAccountApi((await device.signUp()).user);
    await setTimeout(1100);
    const change = { current: '', next: 'xyz789', proof: '' };
    expect(await api.changePassword(change)).toEqual(fail({ type: 'proof-needed' }));
    const proof = await vi.waitFor(
      () =>
        strict.sentEmails.find(({ kind }) => kind === 'reauthentication')?.code ??
        Promise.reject(new Error('No code.')),
    );
    expect(await api.changePassword({ ...change, proof: '000000' })).toEqual(fail({ type: 'wrong-proof' }));
    expect(await api.changePassword({ ...change, proof })).toEqual(ok(null));
  });

  test('[A3] can be downloaded and deleted', async () => {
    const device = openDevice();
    const ann = await device.signUp();
    const api = await device.openAccountApi(ann.user);
    const data = await api.downloadData(() => '{}');
    expect(data.ok ? JSON.parse(data.value) : null).toMatchObject({ account: { email: ann.email } });
    expect(await api.deleteAccount('somebody@else.org', true)).toMatchObject({
      ok: false,
      failure: { type: 'refused' },
    });
    expect(await api.deleteAccount(` ${ann.email.toUpperCase()} `, false)).toEqual(ok(null));
    expect(device.stored()).toBeNull();
    expect(await device.accounts.signIn({ email: ann.email, password: 'pear7tree' })).toEqual(
      fail({ type: 'invalid-credentials' }),
    );
  });

  test('[A3] can be signed out everywhere, or everywhere else', async () => {
    const device = openDevice();
    const ann = await device.signUp();
    const other = openDevice();
    await other.accounts.signIn({ email: ann.email, password: 'pear7tree' });
    const api = await device.openAccountApi(ann.user);
    expect(await api.signOutOthers()).toEqual(ok(null));
    expect(await (await other.openAccountApi(ann.user)).read()).toEqual(fail({ type: 'signed-out' }));
    expect(await api.signOutEverywhere()).toEqual(ok(null));
    expect(await api.read()).toEqual(fail({ type: 'signed-out' }));
  });
});
