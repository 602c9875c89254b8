/** Checks single settings, and combinations that contradict each other. */
import { isIP } from 'node:net';
import { parseEmailAddress } from '#server/auth/accounts/users.ts';
import { parseNetwork } from '#server/http/client-address.ts';
import { parseSigningKey } from '#server/tokens/key-ring.ts';

export type Problem =
  | {
      readonly type:
        | 'wrong-port'
        | 'wrong-host'
        | 'address-with-path'
        | 'wrong-base-path'
        | 'address-with-credentials'
        | 'wrong-sender'
        | 'wrong-time-zone'
        | 'wrong-signing-key'
        | 'wrong-schemas'
        | 'wrong-networks'
        | 'wrong-hours';
    }
  | { readonly type: 'wrong-address'; readonly protocols: readonly string[] }
  | { readonly type: 'short-secret'; readonly least: number }
  | { readonly type: 'wrong-number'; readonly least: number; readonly most: number }
  | { readonly type: 'wrong-choice'; readonly choices: readonly string[] };

/** Checks a text that is not empty. An empty text means that the setting is not set. */
export type Check = (text: string) => Problem | null;

export const anyText: Check = () => null;

export const isPort: Check = (text) =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? null : { type: 'wrong-port' };

export const isHost: Check = (text) =>
  isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/i.test(text) ? null : { type: 'wrong-host' };

/** A complete URL with one of these protocols, such as `https:`. */
export function isAddress(...protocols: readonly string[]): Check {
  return (text) => (protocols.includes(URL.parse(text)?.protocol ?? '') ? null : { type: 'wrong-address', protocols });
}

/** An address that anyone may ask. `fetch` refuses a user name or a password in it (Fetch standard, "Request class"). */
export const isOpenAddress: Check = (text) => {
  const problem = isAddress('http:', 'https:')(text);
  if (problem !== null) return problem;
  const { username, password } = new URL(text);
  return username === '' && password === '' ? null : { type: 'address-with-credentials' };
};

/** The address of a host. The path of the app is a separate setting (BASE_PATH). */
export const isOrigin: Check = (text) => {
  const problem = isAddress('http:', 'https:')(text);
  if (problem !== null) return problem;
  const url = new URL(text);
  return url.href === `${url.origin}/` ? null : { type: 'address-with-path' };
};

/** A path such as `/checklist`, of characters that neither browsers nor proxies rewrite (RFC 3986, section 2.3). */
export const isBasePath: Check = (text) =>
  /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/.test(text) ? null : { type: 'wrong-base-path' };

/** `Name <address>`, or an address alone. A name with a comma is in quotation marks, because a comma separates senders (RFC 5322). */
export const isSender: Check = (text) => {
  const { address = text } = SENDER.exec(text)?.groups ?? {};
  return parseEmailAddress(address) === undefined ? { type: 'wrong-sender' } : null;
};

const SENDER = /^(?:[^"<>()[\]:;@\\,\p{Cc}]*|"[^"\\\p{Cc}]*"\s*)<(?<address>[^<>]+)>$/u;

/** A name such as `Europe/Berlin`, or with a leading colon a file of the system. Node uses UTC for everything else. */
export const isTimeZone: Check = (text) => {
  try {
    if (!text.startsWith(':')) Intl.DateTimeFormat('en', { timeZone: text });
    return null;
  } catch {
    return { type: 'wrong-time-zone' };
  }
};

/** A whole number from `least` to `most`, both included. */
export function isNumber(least: number, most: number): Check {
  return (text) =>
    /^(0|[1-9]\d{0,9})$/.test(text) && Number(text) >= least && Number(text) <= most
      ? null
      : { type: 'wrong-number', least, most };
}

/** Whole hours, up to a year: `24` or `24h`. */
export const isHours: Check = (text) =>
  isNumber(1, 8760)(text.replace(/h$/u, '')) === null ? null : { type: 'wrong-hours' };

export function isOneOf(...choices: readonly string[]): Check {
  return (text) => (choices.includes(text) ? null : { type: 'wrong-choice', choices });
}

export const isSwitch: Check = isOneOf('on', 'off');

export const isSigningKey: Check = (text) => (parseSigningKey(text) === null ? { type: 'wrong-signing-key' } : null);

export function isSecret(least: number): Check {
  return (text) => (Buffer.byteLength(text) >= least ? null : { type: 'short-secret', least });
}

/** The first schema must be `public`, because the app does not name a schema. */
export const areSchemas: Check = (text) => {
  const names = readList(text);
  const isRight =
    names[0] === 'public' && names.every((name) => /^[a-z_]\w{0,62}$/.test(name) && !isPrivateSchema(name));
  return isRight ? null : { type: 'wrong-schemas' };
};

/** Whether a schema has tables without row level security. */
const isPrivateSchema = (name: string): boolean => PRIVATE_SCHEMAS.has(name) || /^(?:pg_|supabase_)/.test(name);

/** Schemas of this server, of Postgres and of hosted Supabase. */
const PRIVATE_SCHEMAS = new Set([
  'auth',
  'private',
  'realtime',
  'extensions',
  'checklist_server',
  'information_schema',
  'storage',
  'vault',
  'graphql',
  'graphql_public',
  'pgbouncer',
  'pgsodium',
  'cron',
  'net',
  '_realtime',
  '_analytics',
]);

/** Networks or addresses, separated by commas. */
export const areNetworks: Check = (text) =>
  readList(text).every((network) => parseNetwork(network) !== null) ? null : { type: 'wrong-networks' };

/** Splits a list at commas. */
export const readList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
