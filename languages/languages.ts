/** The languages of the app. A new one is a folder beside this file, and a line in the table. */
import { english } from './en/language.ts';
import type { Language } from './language.ts';

/** By primary language tag. English is part of the first load, so that there is always a language; others are downloaded. */
const LANGUAGES: Readonly<Record<string, Language | (() => Promise<Language>)>> = {
  en: english,
};

/** The language that shows until another one is loaded, and in the built pages without a language in their address. */
export const FALLBACK: Language = english;

/** Loads every language, for the build and for tests. */
export const loadLanguages = (): Promise<readonly Language[]> =>
  Promise.all(
    Object.values(LANGUAGES).map(async (language) => (typeof language === 'function' ? language() : language)),
  );

/**
 * Finds the first of the user's languages that the app has.
 * @param tags the user's language tags, the preferred one first
 * @param show receives the language: at once for English, which also replaces a language that cannot be downloaded now; and the user's
 * tag for it, whose region has a format for dates
 */
export function findLanguage(tags: readonly string[], show: (language: Language, locale: string) => void): void {
  const tag = tags.find((candidate) => Object.hasOwn(LANGUAGES, primaryOf(candidate))) ?? FALLBACK.tag;
  const found = LANGUAGES[primaryOf(tag)] ?? FALLBACK;
  const fallBack = (): void => show(FALLBACK, FALLBACK.tag);
  if (typeof found === 'function') found().then((language) => show(language, tag), fallBack);
  else show(found, tag);
}

const primaryOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';
