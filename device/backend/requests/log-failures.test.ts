/** The log of failed requests: a code, once per failure, and nothing about the account. */
import { expect, test, vi } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { logToConsole } from '#device/console-log.ts';
import { ANN, json, openFakeServer, session } from '#test/backend/fake-server.ts';
import type { RequestFailure } from './send-request.ts';
import { logNewFailures } from './log-failures.ts';

const REFUSED: RequestFailure = { type: 'refused', message: 'permission denied for ann@example.org', code: '42501' };
const OFFLINE: RequestFailure = { type: 'transient' };

test('[spec-8] a sync failure is logged with its code, again only after another answer', async () => {
  const logged: string[] = [];
  const answers = [OFFLINE, OFFLINE, REFUSED, null, REFUSED, { ...OFFLINE, code: 'ann@example.org' }];
  const send = logNewFailures(
    async () => {
      const failure = answers.shift() ?? null;
      return failure === null ? ok([]) : fail(failure);
    },
    (event, code) => void logged.push(`${event}: ${code}`),
    'sync failed',
  );
  while (answers.length > 0) await send(() => Promise.resolve({ data: null, error: null, status: 200 }));
  expect(logged).toEqual([
    'sync failed: transient',
    'sync failed: 42501',
    'sync failed: 42501',
    'sync failed: transient',
  ]);
});

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
