/** Cleans and validates the name of an item, a category or a list (product L10). */
import { fail, ok, type Result } from '#core/result.ts';

/** The most characters a name may have, as a person counts them (product L10). */
export const NAME_LIMIT = 200;

/**
 * The most UTF-16 units a name may have. One visible character can be many units: a family emoji is 11, and the flag of
 * Wales 14. Ten per character lets every real name pass and still keeps rows small.
 */
export const NAME_UNITS_LIMIT = NAME_LIMIT * 10;

/**
 * Cleans a name: white space and control characters become single spaces, the ends are trimmed, the form is NFC.
 * Emoji, right-to-left scripts and the combining marks of all scripts are preserved; marks that are stacked higher than a script stacks
 * them, so that they cover other rows, and hidden tag characters are removed. Accepts any string and never throws.
 *
 * @param text what was typed, pasted, loaded or received
 * @returns the clean name, which stays the same when cleaned again; or the failure `blank-name` or `long-name` (product L10)
 */
export function cleanName(text: string): Result<string, CleanNameFailure> {
  const name = cleanText(text);
  if (name === '') return fail({ type: 'blank-name' });
  if (isLong(name)) return fail({ type: 'long-name', limit: NAME_LIMIT });
  return ok(name);
}

/**
 * Cleans a name that another account has given, and cuts it (product H12).
 * @param most the most characters to show, as a person counts them
 * @returns the name; '' if nothing can be seen of it
 */
export function toShownName(text: string, most: number): string {
  const name = cleanText(text.slice(0, most * 10));
  if (name.length <= most) return name;
  const characters = splitCharacters(name);
  return characters.length <= most ? name : `${characters.slice(0, most - 1).join('')}…`;
}

/** Returns '' if nothing can be seen of the text. */
function cleanText(text: string): string {
  const cleaned = text
    .replace(LONE_SURROGATES_AND_BIDI_CONTROLS, '')
    .replace(FLAGS_AND_TAGS, '$1')
    .replace(CONTROLS_AND_WHITE_SPACE, ' ')
    .trim()
    .normalize('NFC')
    .replace(STACKED_ACCENTS, '')
    .replace(STACKED_MARKS, '');
  return SOMETHING_TO_SEE.test(cleaned) ? cleaned : '';
}

export type CleanNameFailure =
  | { readonly type: 'blank-name' }
  | { readonly type: 'long-name'; readonly limit: typeof NAME_LIMIT };

// Tags are invisible copies of ASCII. Only flags of regions, such as that of Scotland, have a use for them (UTS 51, annex C).
const FLAGS_AND_TAGS = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;

// Accents of Latin, Greek, Cyrillic and Arabic are in the script Inherited. Vietnamese has two in a row, and vocalized Arabic three. With
// the marks of other scripts, Hebrew has five, Burmese six, and no word in Tibetan more than eight.
const STACKED_ACCENTS = /(?<=\p{sc=Zinh}{4})\p{sc=Zinh}+/gu;
const STACKED_MARKS = /(?<=[\p{M}\p{DI}]{8})[\p{M}\p{DI}]+/gu;

// These have no width, so they are removed without a space. Databases refuse lone surrogates. Bidi
// embeddings, overrides and isolates reach beyond the name and can make a row or a shared list read as something else;
// screens isolate names. The marks U+200E, U+200F and U+061C stay: they reorder only their neighbors, and right-to-left
// names with digits need them.
const LONE_SURROGATES_AND_BIDI_CONTROLS = /[\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

// Controls are mostly pasted tabs and line breaks, so they separate words. \s includes U+2028 and U+2029.
const CONTROLS_AND_WHITE_SPACE = /[\p{Cc}\s]+/gu;

// A name that consists only of joiners, fillers or variation selectors is blank.
const SOMETHING_TO_SEE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

function isLong(name: string): boolean {
  if (name.length <= NAME_LIMIT) return false;
  if (name.length > NAME_UNITS_LIMIT) return true;
  return splitCharacters(name).length > NAME_LIMIT;
}

const splitCharacters = (name: string): readonly string[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name)].map(({ segment }) => segment);

/** The most characters of a display name; the backend cuts longer ones. */
const DISPLAY_NAME_LIMIT = 60;

/** Characters count as code points, as the backend counts them. @returns the clean name; '' for a blank one, which means that the person gave none */
export function cleanDisplayName(text: string): Result<string, { readonly type: 'long-display-name' }> {
  const clean = cleanName(text);
  if (clean.ok)
    return Array.from(clean.value).length > DISPLAY_NAME_LIMIT ? fail({ type: 'long-display-name' }) : clean;
  return clean.failure.type === 'blank-name' ? ok('') : fail({ type: 'long-display-name' });
}
