/**
 * Looks up the words of all languages that the app reads in pasted text. A text may be in another language than the device, so all
 * tables are read together. A new language is one file and one line here.
 */
import { memoize } from '#core/memoize.ts';
import { looseKey } from '#core/name/name-key.ts';
import { GERMAN } from './de/text-words.ts';
import { ENGLISH } from './en/text-words.ts';
import { SPANISH } from './es/text-words.ts';
import { FRENCH } from './fr/text-words.ts';
import type { TextWords, WordKind } from './text-words.ts';

const WORDS_BY_LANGUAGE: Readonly<Record<string, TextWords>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
};

const LANGUAGES = Object.values(WORDS_BY_LANGUAGE);

const listPhrases = (words: TextWords, kind: WordKind): readonly string[] => words[kind].split(/,\s+/u);

/** Phrases are compared without case and accents, because many people leave them out. */
const toPhraseSet = (phrases: readonly string[]): ReadonlySet<string> =>
  new Set(phrases.map((phrase) => looseKey(phrase)).filter((phrase) => phrase !== ''));

/** The phrases of a kind in all languages, as loose keys. */
export const phrasesOf = memoize((kind: WordKind) =>
  toPhraseSet(LANGUAGES.flatMap((words) => listPhrases(words, kind))),
);

/** The first words of the phrases of a kind, so that most words of a text are looked up once. */
export const firstWordsOf = memoize(
  (kind: WordKind): ReadonlySet<string> =>
    new Set([...phrasesOf(kind)].map((phrase) => /^[\p{L}\p{M}]+|^./u.exec(phrase)?.[0] ?? '')),
);

/** The values of spoken numbers in all languages, by their loose keys. */
export const spokenNumbers = memoize<void, ReadonlyMap<string, number>>(
  () =>
    new Map(
      LANGUAGES.flatMap((words) => listPhrases(words, 'numbers')).map((entry) => {
        const at = entry.lastIndexOf(' ');
        return [looseKey(entry.slice(0, at)), Number(entry.slice(at))];
      }),
    ),
);

const LONGEST_PHRASE = 80;

/** Whether a whole text is a phrase of one of these kinds. */
export function isPhraseOf(text: string, ...kinds: readonly WordKind[]): boolean {
  if (text.length > LONGEST_PHRASE) return false;
  const key = looseKey(text.replace(/[\s.:!?…]+$/u, ''));
  return kinds.some((kind) => phrasesOf(kind).has(key));
}
