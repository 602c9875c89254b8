/** Suggestions for a text that may be an amount and a name, or a name that begins with a number (product Q2). */
import { nameKey } from '#core/name/name-key.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import { suggest, type Suggestion } from '#core/suggest/suggest.ts';

export type SuggestionQuery = {
  /** The name that was read from the text. */
  readonly name: string;
  /** The whole text. */
  readonly typed: string;
};

/** The most suggestions. */
const LIMIT = 6;

/** Whether the name begins with the typed text, as 7 Up does with `7 u`. */
export function beginsName(typed: string, name: string): boolean {
  const key = nameKey(typed);
  return key !== '' && nameKey(name).startsWith(key);
}

/** Suggests known names for the name in the text. Names that begin with the whole text and its number come first. */
export function suggestForText(names: KnownNames, { name, typed }: SuggestionQuery): readonly Suggestion[] {
  const forName = suggest(names, name, LIMIT);
  if (name === typed || !/^\p{N}/u.test(typed)) return forName;
  const whole = suggest(names, typed, LIMIT).filter((suggestion) => beginsName(typed, suggestion.name));
  const isNew = (suggestion: Suggestion): boolean =>
    !whole.some((other) => other.name === suggestion.name && other.category === suggestion.category);
  return [...whole, ...forName.filter(isNew)].slice(0, LIMIT);
}
