/** The log of failed requests. */
import { expect, test, vi } from 'vitest';
import { ok } from '#core/result.ts';
import { logToConsole } from '#device/console-log.ts';
import { ANN, json, openFakeServer, session } from '#test/backend/fake-server.ts';

test('[spec-8] a sign-up succeeds if profile and categories cannot be created, and logs it', async () => {
  const { accounts, logged } = openFakeServer(({ call }) => {
    if (call === 'POST /auth/v1/signup') return json(session(ANN));
    return call.startsWith('POST /rest/') ? json({ code: '42501', message: 'permission denied' }, 403) : undefined;
  });
  expect(await accounts.signUp({ email: 'ann@example.org', password: 'abc123' })).toEqual(ok(ANN));
  expect(logged.toSorted()).toEqual(['default categories not created 42501', 'profile not created 42501']);
});

test('[spec-8] the console gets the event and the code', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  logToConsole('sync failed', '42501');
  expect(warn.mock.calls).toEqual([['checklist: sync failed', '42501']]);
});
