/** For tests: an auth app on a real database, with a manual clock, recorded messages and no rate limits. */
import type { Hono } from 'hono';
import * as v from 'valibot';
import { afterAll } from 'vitest';
import { createAuth } from '#server/auth/auth.ts';
import type { AuthSettings, LimitName } from '#server/auth/context/auth-settings.ts';
import { trackAccessUse } from '#server/auth/sessions/refresh-tokens.ts';
import type { Database } from '#server/database/database.ts';
import { type AccountEmail, type Mail, type Mailer, builtInTemplates, writeMail } from '#server/mail/mail.ts';
import { defaultAuthSettings } from './default-settings.ts';
import type { TextMessage } from '#server/text-messages/create-sms-sender.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createTestTokens, type TestTokens } from '#server/testing/test-tokens.ts';

export type TestAuth = {
  readonly app: Hono;
  readonly database: Database;
  readonly tokens: TestTokens;
  /** Sent emails, in order. */
  readonly mails: readonly Mail[];
  /** Sent text messages, in order. */
  readonly texts: readonly TextMessage[];
  readonly now: () => number;
  /** Advances the clock by seconds. */
  readonly wait: (seconds: number) => void;
  /** Creates another app with other settings on the same database, clock and tokens. */
  readonly beside: (settings: Partial<AuthSettings>, mailer?: Mailer) => Hono;
  /** Sends a request, such as `POST /signup`. */
  readonly request: (line: string, response?: RequestOptions) => Promise<Answer>;
  /** Creates an account and returns its first session. */
  readonly join: (password?: string) => Promise<Joined>;
  /** Signs in by password. @returns the session, or the error */
  readonly signInByPassword: (email: string, password?: string) => Promise<AnswerJson>;
};

type RequestOptions = {
  /** Sent as JSON, or unchanged if it is a string. */
  readonly body?: unknown;
  /** Sent as a bearer token. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Answer = { readonly status: number; readonly headers: Headers; readonly json: AnswerJson };
type Joined = { readonly id: string; readonly email: string; readonly access: string; readonly refresh: string };

const answerSchema = v.looseObject({
  id: v.optional(v.string(), ''),
  access_token: v.optional(v.string(), ''),
  refresh_token: v.optional(v.string(), ''),
  user: v.optional(v.looseObject({ id: v.string() })),
});
type AnswerJson = v.InferOutput<typeof answerSchema>;

export const SITE = 'http://127.0.0.1:3000';
export const PASSWORD = 'correct horse';

const testSettings = {
  siteUrl: SITE,
  ...defaultAuthSettings,
  mailInterval: 0,
  textInterval: 0,
  mailsPerHour: 0,
  textsPerHour: 0,
  rateLimits: {},
};

/** Settings with only these limits. */
export const limitTo = (rateLimits: Partial<Record<LimitName, number>>): Partial<AuthSettings> => ({ rateLimits });

/**
 * @param shared a database and tokens that the caller has; otherwise the tests of the calling file get their own database, which
 *   is closed after them
 */
export async function createTestAuth(
  chosen: Partial<AuthSettings> = {},
  shared: Partial<Pick<TestAuth, 'database' | 'tokens'>> = {},
): Promise<TestAuth> {
  const database = shared.database ?? (await createTestDatabase());
  if (shared.database === undefined) afterAll(() => database.close());
  let passed = 0;
  const now = (): number => Date.now() + passed;
  const tokens = shared.tokens ?? (await createTestTokens(now, trackAccessUse(database.sql, now)));
  const { mailer, mails, smsSender, texts } = createOutgoing();
  const beside = (settings: Partial<AuthSettings>, by: Mailer = mailer): Hono => {
    const all = { ...testSettings, ...settings };
    return createAuth({ sql: database.sql, tokens, mailer: by, smsSender, settings: all, clock: { now }, addressOf });
  };
  const app = beside(chosen);
  const request = (line: string, response?: RequestOptions): Promise<Answer> => requestApp(app, line, response);
  return {
    app,
    database,
    tokens,
    mails,
    texts,
    now,
    beside,
    request,
    wait: (seconds) => {
      passed += seconds * 1000;
    },
    join: (password = PASSWORD) => joinApp(app, password),
    signInByPassword: async (email, password = PASSWORD) =>
      (await request('POST /token?grant_type=password', { body: { email, password } })).json,
  };
}

/** Records outgoing messages. */
function createOutgoing() {
  const mails: Mail[] = [];
  const texts: TextMessage[] = [];
  const mailer = {
    async send(message: AccountEmail) {
      mails.push(writeMail(builtInTemplates[message.kind], message));
      return { ok: true, value: null } as const;
    },
  };
  const smsSender = {
    async send(message: TextMessage) {
      texts.push(message);
      return { ok: true, value: null } as const;
    },
  };
  return { mailer, mails, smsSender, texts };
}

function addressOf(request: Request): string {
  return request.headers.get('x-test-address') ?? '192.0.2.1';
}

/** Sends a request with the current API version. */
export async function requestApp(
  app: Hono,
  line: string,
  { body, token, headers }: RequestOptions = {},
): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ');
  const answer = await app.request(path, {
    method,
    headers: {
      'x-supabase-api-version': '2024-01-01',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const json = v.parse(answerSchema, text === '' ? {} : JSON.parse(text));
  return { status: answer.status, headers: answer.headers, json };
}

async function joinApp(app: Hono, password: string): Promise<Joined> {
  const email = newEmail();
  const { json } = await requestApp(app, 'POST /signup', { body: { email, password } });
  return { id: json.user?.id ?? '', email, access: json.access_token, refresh: json.refresh_token };
}

let people = 0;

/** A new, unused address. */
export function newEmail(): string {
  people += 1;
  return `person-${people}@example.org`;
}
