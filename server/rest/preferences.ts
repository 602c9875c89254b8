/** What a caller prefers (RFC 7240), as PostgREST knows it. */
import type { RestFailure } from './failure.ts';
import type { Result } from '#server/result.ts';

export type Preferences = {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  readonly missing: 'default' | 'null' | null;
  readonly return: 'representation' | 'minimal' | 'headers-only' | null;
  readonly count: 'exact' | 'planned' | 'estimated' | null;
  readonly handling: 'strict' | 'lenient' | null;
  readonly timezone: string | null;
  /** Counts only with strict handling. */
  readonly maxAffected: number | null;
};

/** Every preference that takes one of some words; `tx` is known and, as on the hosted service, never obeyed. */
const WORDS = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const;

const ZONES = new Set(['UTC', 'GMT', ...Intl.supportedValuesOf('timeZone')]);

/**
 * Reads the header Prefer; of a preference that is given twice the first counts.
 * Gives the preferences, or with handling=strict those that are unknown (PGRST122).
 */
export function parsePreferences(header: string | undefined): Result<Preferences, RestFailure> {
  const parts = (header ?? '').split(',').map((part) => part.trim());
  const unknown = parts.filter((part) => part !== '' && !isKnown(part));
  const preferences: Preferences = {
    resolution: findWord(parts, 'resolution'),
    missing: findWord(parts, 'missing'),
    return: findWord(parts, 'return'),
    count: findWord(parts, 'count'),
    handling: findWord(parts, 'handling'),
    timezone: findText(parts, 'timezone', isZone),
    maxAffected: toNumber(findText(parts, 'max-affected', isNumber)),
  };
  const isRefused = preferences.handling === 'strict' && unknown.length > 0;
  return isRefused
    ? { ok: false, failure: { type: 'wrong-preferences', preferences: unknown } }
    : { ok: true, value: preferences };
}

/** Which preferences each kind of request obeys. */
const OBEYED = {
  read: ['count', 'handling', 'timezone'],
  insert: ['resolution', 'missing', 'return', 'count', 'handling', 'timezone'],
  update: ['missing', 'return', 'count', 'handling', 'timezone', 'maxAffected'],
  delete: ['return', 'count', 'handling', 'timezone', 'maxAffected'],
  call: ['count', 'handling', 'timezone', 'maxAffected'],
} as const satisfies Readonly<Record<string, readonly (keyof Preferences)[]>>;

/** Writes Preference-Applied, in PostgREST's order; null where nothing that was preferred has been obeyed. */
export function writeApplied(kind: keyof typeof OBEYED, preferences: Preferences): string | null {
  const applied: string[] = [];
  for (const name of OBEYED[kind]) {
    const value = preferences[name];
    const counts = name !== 'maxAffected' || preferences.handling === 'strict';
    if (value !== null && counts) applied.push(`${name === 'maxAffected' ? 'max-affected' : name}=${value}`);
  }
  return applied.length === 0 ? null : applied.join(', ');
}

function findWord<Name extends keyof typeof WORDS>(
  parts: readonly string[],
  name: Name,
): (typeof WORDS)[Name][number] | null {
  const words: readonly (typeof WORDS)[Name][number][] = WORDS[name];
  for (const part of parts) {
    const found = words.find((word) => part === `${name}=${word}`);
    if (found !== undefined) return found;
  }
  return null;
}

function findText(parts: readonly string[], name: string, isGood: (text: string) => boolean): string | null {
  const text = parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  return text !== undefined && isGood(text) ? text : null;
}

function isKnown(part: string): boolean {
  const [name = '', value = ''] = part.split(/=(.*)/su);
  if (name === 'timezone') return isZone(value);
  if (name === 'max-affected') return true;
  return Object.entries(WORDS).some(([known, words]) => known === name && words.some((word) => word === value));
}

const isZone = (text: string): boolean => ZONES.has(text);
const isNumber = (text: string): boolean => /^\d{1,15}$/u.test(text);
const toNumber = (text: string | null): number | null => (text === null ? null : Number(text));
