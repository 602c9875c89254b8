/** A language for tests: every English message in brackets, so that a text without them was not asked for. */
import { FALLBACK } from '#languages/languages.ts';
import type { Language } from '#languages/language.ts';

/** Puts all texts of a value into brackets, and those that its functions return. The result has the same shape. */
const bracket = <T>(value: T): T => bracketAny(value) as T;

function bracketAny(value: unknown): unknown {
  if (typeof value === 'string') return `⟦${value}⟧`;
  if (isMessage(value)) return (...parameters: readonly unknown[]) => bracketAny(value(...parameters));
  if (Array.isArray(value)) return value.map(bracketAny);
  if (value instanceof Map) return new Map([...value].map(([key, inner]) => [key, bracketAny(inner)]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, bracketAny(inner)]));
}

const isMessage = (value: unknown): value is (...parameters: readonly unknown[]) => unknown =>
  typeof value === 'function';

export const PSEUDO: Language = {
  tag: 'en',
  start: bracket(FALLBACK.start),
  load: {
    signedOut: async () => bracket(await FALLBACK.load.signedOut()),
    signedIn: async () => bracket(await FALLBACK.load.signedIn()),
  },
};
