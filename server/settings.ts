/** The server's settings: read from the environment, checked once, at the start. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JWK } from 'jose';
import type { Result } from './result.ts';
import { parseSigningKey } from './tokens/signing-key.ts';

export type Settings = {
  /** The address to listen on; loopback unless told otherwise. */
  readonly host: string;
  /** The port to listen on; 0 takes any free one. */
  readonly port: number;
  /** The folder for everything the server keeps. */
  readonly dataFolder: string;
  /** The folder of the built web app. */
  readonly webFolder: string;
  /** Another Postgres than the private one under the data folder. */
  readonly databaseUrl: string | null;
  /** At most so many connections to the database. */
  readonly poolSize: number;
  /** Under which address people reach this server; null: the one it listens on. Without a slash at the end. */
  readonly publicUrl: string | null;
  /** Another backend than this server's, such as hosted Supabase, and its anonymous key: what the app is told. */
  readonly backend: { readonly url: string; readonly anonKey: string } | null;
  /** Where mail is handed over; null: messages become files. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Where else links in mails may lead. */
  readonly redirectUrls: readonly string[];
  /** New accounts need no confirmation of their address. */
  readonly autoconfirm: boolean;
  readonly signupEnabled: boolean;
  /** Whether tries are counted; off only for tests. */
  readonly limitsRates: boolean;
  /** Whether a proxy in front tells the visitor's address (X-Forwarded-For, its last entry). */
  readonly trustsProxy: boolean;
  /** Signs access tokens, instead of the key that is kept in the database. */
  readonly signingKey: JWK | null;
  /** Signs the HS256 keys of roles, instead of the secret that is kept in the database. */
  readonly jwtSecret: string | null;
};

/**
 * Reads the settings from environment variables; an empty variable counts as not set.
 * Gives the settings, or the first one that is wrong, with the text that was found.
 */
export function readSettings(env: Environment): Result<Settings, SettingsFailure> {
  const texts = { ...defaults, ...readTexts(env) };
  const wrong = checks.find(({ name, isRight }) => !isRight(texts[name] ?? ''));
  if (wrong !== undefined) return { ok: false, failure: { type: wrong.type, ...describe(texts, wrong.name) } };
  if (texts.backendUrl !== undefined && texts.backendKey === undefined) {
    return { ok: false, failure: { type: 'missing-key', ...describe(texts, 'backendKey') } };
  }
  return { ok: true, value: textsToSettings(texts) };
}

export type SettingsFailure = {
  readonly type:
    | 'wrong-port'
    | 'wrong-host'
    | 'wrong-address'
    | 'wrong-number'
    | 'wrong-switch'
    | 'missing-key'
    | 'wrong-signing-key'
    | 'short-secret';
  /** The environment variable. */
  readonly variable: string;
  /** What was found in it; empty where that is a secret. */
  readonly text: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

const variables = {
  port: 'PORT',
  host: 'HOST',
  dataFolder: 'DATA_DIR',
  webFolder: 'WEB_DIR',
  databaseUrl: 'DATABASE_URL',
  poolSize: 'DATABASE_POOL',
  publicUrl: 'PUBLIC_URL',
  backendUrl: 'BACKEND_URL',
  backendKey: 'BACKEND_ANON_KEY',
  smtpUrl: 'SMTP_URL',
  mailFrom: 'MAIL_FROM',
  redirectUrls: 'REDIRECT_URLS',
  autoconfirm: 'AUTOCONFIRM',
  signupEnabled: 'SIGNUP_ENABLED',
  limitsRates: 'RATE_LIMITS',
  trustsProxy: 'TRUST_PROXY',
  signingKey: 'JWT_SIGNING_KEY',
  jwtSecret: 'JWT_SECRET',
} as const;

type Name = keyof typeof variables;
type Texts = { readonly [N in Name]?: string };

const defaults = {
  port: '3000',
  host: '127.0.0.1',
  dataFolder: 'data',
  webFolder: fileURLToPath(new URL('../dist', import.meta.url)),
  poolSize: '10',
  mailFrom: 'Checklist <checklist@localhost>',
  redirectUrls: '',
  autoconfirm: 'on',
  signupEnabled: 'on',
  limitsRates: 'on',
  trustsProxy: 'off',
} satisfies Texts;

function readTexts(env: Environment): Texts {
  const texts = Object.entries(variables).map(([name, variable]) => [name, env[variable]?.trim()] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined && text !== ''));
}

const describe = (texts: Texts, name: Name): { readonly variable: string; readonly text: string } => ({
  variable: variables[name],
  text: SECRET.has(name) ? '' : (texts[name] ?? ''),
});

/** Never shown, not even to whoever mistyped them: an address of Postgres or of a mail server has a password in it. */
const SECRET: ReadonlySet<Name> = new Set(['signingKey', 'jwtSecret', 'databaseUrl', 'smtpUrl']);

const isAddress =
  (...protocols: readonly string[]) =>
  (text: string): boolean =>
    text === '' || protocols.includes(URL.parse(text)?.protocol ?? '');
const isSwitch = (text: string): boolean => text === 'on' || text === 'off';

const checks: readonly {
  readonly name: Name;
  readonly type: SettingsFailure['type'];
  readonly isRight: (text: string) => boolean;
}[] = [
  { name: 'port', type: 'wrong-port', isRight: isPort },
  { name: 'host', type: 'wrong-host', isRight: isHost },
  { name: 'databaseUrl', type: 'wrong-address', isRight: isAddress('postgres:', 'postgresql:') },
  { name: 'poolSize', type: 'wrong-number', isRight: (text) => /^[1-9]\d{0,2}$/.test(text) },
  { name: 'publicUrl', type: 'wrong-address', isRight: isAddress('http:', 'https:') },
  { name: 'backendUrl', type: 'wrong-address', isRight: isAddress('http:', 'https:') },
  { name: 'smtpUrl', type: 'wrong-address', isRight: isAddress('smtp:', 'smtps:') },
  {
    name: 'signingKey',
    type: 'wrong-signing-key',
    isRight: (text) => text === '' || parseSigningKey(text) !== null,
  },
  // RFC 7518 section 3.2: as long as the hash at least.
  { name: 'jwtSecret', type: 'short-secret', isRight: (text) => text === '' || Buffer.byteLength(text) >= 32 },
  ...(['autoconfirm', 'signupEnabled', 'limitsRates', 'trustsProxy'] as const).map(
    (name) => ({ name, type: 'wrong-switch', isRight: isSwitch }) as const,
  ),
];

function textsToSettings(texts: Texts & typeof defaults): Settings {
  const backend = toAddress(texts.backendUrl);
  return {
    host: texts.host,
    port: Number(texts.port),
    dataFolder: resolve(texts.dataFolder),
    webFolder: resolve(texts.webFolder),
    databaseUrl: texts.databaseUrl ?? null,
    poolSize: Number(texts.poolSize),
    publicUrl: toAddress(texts.publicUrl),
    backend: backend === null ? null : { url: backend, anonKey: texts.backendKey ?? '' },
    smtpUrl: texts.smtpUrl ?? null,
    mailFrom: texts.mailFrom,
    redirectUrls: texts.redirectUrls
      .split(',')
      .map((url) => url.trim())
      .filter((url) => url !== ''),
    autoconfirm: texts.autoconfirm === 'on',
    signupEnabled: texts.signupEnabled === 'on',
    limitsRates: texts.limitsRates === 'on',
    trustsProxy: texts.trustsProxy === 'on',
    signingKey: parseSigningKey(texts.signingKey ?? ''),
    jwtSecret: texts.jwtSecret ?? null,
  };
}

/** As browsers write it, without what no address of a server has: a query, a password, a slash at the end. */
function toAddress(text: string | undefined): string | null {
  const url = URL.parse(text ?? '');
  return url && `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/i.test(text);
}
