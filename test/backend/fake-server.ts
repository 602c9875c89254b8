/** A fake backend that records requests and answers them as a test specifies. */
import { vi } from 'vitest';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { type BackendAccess, createBackendAccess } from '#device/backend/backend-access.ts';
import { GOTRUE } from './hosted-answers.ts';
import { onlyList } from '#test/doubles/only-list.ts';

const ORIGIN = 'https://list.example';
export const ANN = { id: '11111111-1111-4111-8111-111111111111', username: 'ann', password: '' } as const;
export const BOB = { id: '22222222-2222-4222-8222-222222222222', username: 'bob', password: '' } as const;
const KEY = 'anon-key';

/** A row of Ann's as stored in the tables. */
export const MILK = {
  id: 'i1',
  user_id: ANN.id,
  name: 'Milk',
  category: 'c1',
  checked: true,
  deleted: false,
  version: 12,
  device_id: 'device-9',
  device_seq: 5,
};

export type Asked = {
  /** Method and path, without the origin. */
  readonly call: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
};

export type Answer = Response | 'no network' | 'silence';
/** The default answers: a configuration and empty tables. */
export type Answering = (asked: Asked) => Answer | undefined | Promise<Answer | undefined>;

/** Answers one call; all others get the server's own answer. */
export const answerTo =
  (call: string, answer: () => Answer): Answering =>
  (asked) =>
    asked.call === call ? answer() : undefined;

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** Returns an error response of the auth API. */
export const authError = (status: number, code: string, message = code): Response =>
  json({ code, message }, status, { 'x-supabase-api-version': '2024-01-01' });

/** Returns an answer of GoTrue as it was recorded. */
export const say = (reason: keyof typeof GOTRUE): Response => {
  const { status, code, message } = GOTRUE[reason];
  return authError(status, code, message);
};

/** Returns a session as the auth API sends it. */
export const session = (user: { readonly id: string; readonly username: string }, number = 1) => ({
  access_token: `access-${user.username}-${number}`,
  refresh_token: `refresh-${user.username}-${number}`,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 1,
  user: { id: user.id, email: `${user.username}@example.org` },
});

/** Returns a token with an assurance level. */
export const tokenOf = (aal: 'aal1' | 'aal2', name: string): string => `h.${btoa(JSON.stringify({ aal, name }))}.s`;

/** Returns a session of a user with a second step. */
export const guardedSession = (user: { readonly id: string; readonly username: string }, aal: 'aal1' | 'aal2') => {
  const plain = session(user, aal === 'aal1' ? 1 : 2);
  const factors = [
    { id: 'f-app', factor_type: 'totp', status: 'verified', friendly_name: 'My phone' },
    { id: 'f-sms', factor_type: 'phone', status: 'verified', phone: '+4366' },
    { id: 'f-new', factor_type: 'totp', status: 'unverified' },
    { id: 'f-key', factor_type: 'webauthn', status: 'verified' },
  ];
  return { ...plain, access_token: tokenOf(aal, user.username), user: { ...plain.user, factors } };
};

/** Creates the device's access to a fake backend, on an empty page. */
export function openFakeServer(
  answering: Answering = () => undefined,
  stored: Record<string, string> = {},
  origin = ORIGIN,
) {
  const page = stubPage();
  const values = stubLocalStorage(stored);
  vi.stubGlobal('location', { href: `${origin}/` });
  vi.stubGlobal('navigator', { onLine: true });
  const asked: Asked[] = [];
  const state = { answering };
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input, ORIGIN);
    const request: Asked = {
      call: `${init.method ?? 'GET'} ${url.pathname}`,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
    };
    asked.push(request);
    const usual = url.pathname === '/config.json' ? json({ url: '', anonKey: KEY }) : json([]);
    const answer = (await state.answering(request)) ?? usual;
    if (answer === 'no network') throw new TypeError('Failed to fetch');
    if (answer !== 'silence') return answer;
    return new Promise((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
    });
  });
  const clock = createFakeClock();
  const reports: boolean[] = [];
  const checks: (Request | undefined)[] = [];
  const ended: string[] = [];
  const logged: string[] = [];
  const access: BackendAccess = createBackendAccess({
    clock,
    deviceId: 'device-1',
    report(isReachable, check) {
      reports.push(isReachable);
      checks.push(check);
    },
    onSignedOut: (userId) => void ended.push(userId),
    log: (event, code) => void logged.push(`${event} ${code}`),
  });
  const calls = (): readonly string[] => asked.map(({ call }) => call).filter((call) => !call.includes('config.json'));
  return {
    ...access,
    page,
    values,
    clock,
    asked,
    reports,
    checks,
    ended,
    logged,
    calls,
    /** The requests of one call. */
    askedOf: (call: string) => asked.filter((request) => request.call === call),
    /** Changes the answers. */
    answer: (next: Answering): void => {
      state.answering = next;
    },
    /** Stores a session whose token expires in the given number of seconds. */
    keepSession: (user: { readonly id: string; readonly username: string }, seconds = 3600): void => {
      const kept = { ...session(user), expires_at: Math.floor(clock.now() / 1000) + seconds };
      values.set('checklist.session', JSON.stringify(kept));
    },
    keptSession: () => JSON.parse(values.get('checklist.session') ?? 'null') as ReturnType<typeof session> | null,
  };
}

/** Opens a list of Ann's account on a fake server, with a session that is valid for an hour. */
export function openFakeList(answering?: Answering, listId: string = ANN.id) {
  const server = openFakeServer(answering);
  server.keepSession(ANN);
  const account = server.openListBackend(ANN, onlyList(listId));
  return { ...server, ...account, ...account.backend };
}
