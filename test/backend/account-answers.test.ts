/** The bundled server and the app are held to one table of the account service's refusals. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { authFailureTypes, readRefusal } from '#server/auth/requests/steps.ts';
import { ACCOUNT_ANSWERS } from './account-answers.ts';
import { openFakeAccountApi } from './fake-account-api.ts';
import { ANN, authError, json, openFakeServer, session } from './fake-server.ts';
import { GOTRUE } from './hosted-answers.ts';

type Refusal = { readonly status: number; readonly code: string };

/** The refusals that are missing from the table, as text. */
const findUnlisted = (refusals: readonly Refusal[]): readonly string[] =>
  refusals
    .filter(({ status, code }) => !ACCOUNT_ANSWERS.some((row) => row.code === code && row.statuses.includes(status)))
    .map(({ status, code }) => `${status} ${code}`);

/** Words in the app's code that look like codes from the service. */
function findCodes(text: string): readonly string[] {
  const maps = text.matchAll(/(?:new Map|new Set|\.code ===|\bcode ===)[^;]*;/gu);
  return Array.from(maps).flatMap(([part]) =>
    Array.from(part.matchAll(/'([a-z\d]+(?:_[a-z\d]+)+)'/gu), ([, code = '']) => code),
  );
}

/** A code of the app itself, and words of other interfaces. */
const OTHER_WORDS = new Set(['session_in_address', 'anonymous_users', 'read_user']);

const findUnknown = (codes: readonly string[]): readonly string[] =>
  codes.filter((code) => !OTHER_WORDS.has(code) && !ACCOUNT_ANSWERS.some((row) => row.code === code));

test('[wire] the table has each code once', () => {
  const codes = ACCOUNT_ANSWERS.map(({ code }) => code);
  expect(codes).toHaveLength(new Set(codes).size);
});

test('[wire] the bundled server refuses only with a status and a code from the table', () => {
  const refusals = authFailureTypes.map((type) => readRefusal({ type }));
  expect(findUnlisted(refusals)).toEqual([]);
  expect(findUnlisted(Object.values(GOTRUE))).toEqual([]);
  const planted = [...refusals, { status: 422, code: 'planted_code' }, { status: 401, code: 'bad_jwt' }];
  expect(findUnlisted(planted)).toEqual(['422 planted_code', '401 bad_jwt']);
});

test('[A9] the app names only codes from the table', () => {
  const files = globSync('device/backend/{auth,account,session}/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const codes = files.flatMap((file) => findCodes(readFileSync(file, 'utf8')));
  expect(codes.length).toBeGreaterThan(30);
  expect(findUnknown(codes)).toEqual([]);
  expect(findUnknown(findCodes("const NAMED = new Map([['planted_code', { type: 'refused' }]]);"))).toEqual([
    'planted_code',
  ]);
});

/** The official client library replaces the message for this code. Sign-ins never receive it. */
const OF_LIBRARY = 'Auth session missing!';

const rows = ACCOUNT_ANSWERS.flatMap((row) => row.statuses.map((status) => ({ ...row, status })));

test.each(rows)('[A9] at a sign-in, the app understands $status $code as $signIn', async ({ status, code, signIn }) => {
  const { accounts } = openFakeServer(({ call }) =>
    call === 'POST /auth/v1/token' ? authError(status, code, 'As the service says') : undefined,
  );
  const result = await accounts.signIn({ email: 'ann@example.org', password: 'abc123' });
  expect(result).toMatchObject({ ok: false, failure: { type: signIn } });
  const message = result.ok || !('message' in result.failure) ? '' : result.failure.message;
  const isShown = ['refused', 'server-failed', 'weak-password'].includes(signIn);
  expect(message).toBe(code === 'session_not_found' ? OF_LIBRARY : isShown ? 'As the service says' : '');
});

test.each(rows)('[A9] on the account screen, the app understands $status $code as $account', async (row) => {
  const { api, clock } = await openFakeAccountApi(({ call }) => {
    // A refused token is renewed once.
    if (call === 'POST /auth/v1/token') return json(session(ANN, 2));
    return call === 'PUT /auth/v1/user' ? authError(row.status, row.code, 'As the service says') : undefined;
  });
  clock.advance(60_000);
  expect(await api.changeEmail('new@example.org')).toMatchObject({ ok: false, failure: { type: row.account } });
});
