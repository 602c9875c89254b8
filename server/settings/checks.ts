/** What the text of a setting may be: each check gives null, or what is wrong with it. */
import { isIP } from 'node:net';
import { parseSigningKey } from '#server/tokens/signing-key.ts';

export type Complaint =
  | { readonly type: 'wrong-port' | 'wrong-host' | 'wrong-address' | 'wrong-signing-key' | 'wrong-schemas' }
  | { readonly type: 'short-secret'; readonly least: number }
  | { readonly type: 'wrong-number'; readonly least: number; readonly most: number }
  | { readonly type: 'wrong-choice'; readonly choices: readonly string[] };

/** An empty text is a setting that is not set: no check is asked about it. */
export type Check = (text: string) => Complaint | null;

export const anyText: Check = () => null;

export const isPort: Check = (text) =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? null : { type: 'wrong-port' };

export const isHost: Check = (text) =>
  isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/i.test(text) ? null : { type: 'wrong-host' };

/** A whole address with one of these protocols. */
export function isAddress(...protocols: readonly string[]): Check {
  return (text) => (protocols.includes(URL.parse(text)?.protocol ?? '') ? null : { type: 'wrong-address' });
}

/** A whole number, both ends included. */
export function isNumber(least: number, most: number): Check {
  return (text) =>
    /^(0|[1-9]\d{0,9})$/.test(text) && Number(text) >= least && Number(text) <= most
      ? null
      : { type: 'wrong-number', least, most };
}

export function isOneOf(...choices: readonly string[]): Check {
  return (text) => (choices.includes(text) ? null : { type: 'wrong-choice', choices });
}

export const isSwitch: Check = isOneOf('on', 'off');

export const isSigningKey: Check = (text) => (parseSigningKey(text) === null ? { type: 'wrong-signing-key' } : null);

export function isSecret(least: number): Check {
  return (text) => (Buffer.byteLength(text) >= least ? null : { type: 'short-secret', least });
}

/** The app asks for tables without naming a schema: the first has to be the one they are in. */
export const areSchemas: Check = (text) => {
  const names = readList(text);
  const isRight = names[0] === 'public' && names.every((name) => /^[a-z_]\w{0,62}$/.test(name) && !isOurs(name));
  return isRight ? null : { type: 'wrong-schemas' };
};

/** Row level security does not guard these. */
const isOurs = (name: string): boolean =>
  ['auth', 'realtime', 'extensions', 'checklist_server', 'information_schema'].includes(name) || name.startsWith('pg_');

/** What commas separate. */
export const readList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
