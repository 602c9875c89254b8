/** The index of every name that this account knows: the catalogue's, and every name it ever added (product L8), with the words they share. */
import { createNameOrder, type NameOrder, looseKey, nameKey } from '#core/name/name-key.ts';

export type KnownName = {
  /** The name in its last spelling. */
  readonly name: string;
  /** The id of its category. */
  readonly category: string;
  readonly key: string;
  readonly loose: string;
  /** A bit for each letter that occurs, as a fast test that a name cannot be a typo of another. */
  readonly letters: number;
  /** Increases with each name the account added; 0 for names from the seed catalogue. */
  readonly recency: number;
};

export type KnownNames = {
  /** The order of names in the shopper's language. */
  readonly order: NameOrder;
  /** The category that the items of a name's category go to now: a guess names a category, which the list may have under another id. */
  readonly place: (category: string) => string;
  /** The number of known names; a name in two categories counts twice. */
  readonly size: () => number;
  /** Adds or refreshes a name, in constant time. The last added entry decides the category of its name; the account's names win over the catalogue's. */
  readonly remember: (name: string, category: string, source?: NameSource) => void;
  /** All names, in no particular order. */
  readonly list: () => Iterable<KnownName>;
  /** The name whose name key, loose key or word families (separated by spaces) equal `key`; none for ''. */
  readonly find: (by: 'key' | 'loose' | 'families', key: string) => KnownName | undefined;
  /** All names by their word families (separated by spaces); if several share them, the one that decides the category. */
  readonly families: () => Iterable<readonly [families: string, name: KnownName]>;
};

export type NameSource = 'catalogue' | 'own';

/**
 * Creates an empty index. The app fills it from the catalogue and the account, and after each added item.
 *
 * @param order breaks ties between suggestions; by default that of the device's language
 * @param place see `KnownNames`; by default, each category is its own place
 * @returns the index; `remember` changes it, but never the entries it has returned
 */
export function createKnownNames(
  order: NameOrder = createNameOrder(undefined),
  place: KnownNames['place'] = (category) => category,
): KnownNames {
  const names = new Map<string, KnownName>();
  const found = {
    key: new Map<string, KnownName>(),
    loose: new Map<string, KnownName>(),
    families: new Map<string, KnownName>(),
  };
  let lastRecency = 0;

  const remember = (name: string, category: string, source: NameSource = 'own'): void => {
    const key = nameKey(name);
    if (key === '') return;
    const id = `${key}\n${category}`;
    const before = names.get(id);
    if (source === 'catalogue' && isOwn(before)) return;
    const { loose, letters } = before ?? readLetters(name);
    const known = { name, category, key, loose, letters, recency: source === 'own' ? (lastRecency += 1) : 0 };
    names.set(id, known);
    put(found.key, key, known);
    put(found.loose, loose, known);
    put(found.families, wordFamilies(loose).join(' '), known);
  };

  return {
    order,
    place,
    size: () => names.size,
    remember,
    list: () => names.values(),
    find: (by, key) => (key === '' ? undefined : found[by].get(key)),
    families: () => found.families,
  };
}

function readLetters(name: string): Pick<KnownName, 'loose' | 'letters'> {
  const loose = looseKey(name);
  return { loose, letters: letterBits(loose) };
}

/** The letters of a loose key as bits. Letters share bits, so it may miss a difference, but never reports a wrong one. */
export function letterBits(loose: string): number {
  let bits = 0;
  for (let at = 0; at < loose.length; at += 1) bits |= 1 << (loose.charCodeAt(at) & 31);
  return bits;
}

function isOwn(known: KnownName | undefined): boolean {
  return known !== undefined && known.recency > 0;
}

function put(names: Map<string, KnownName>, key: string, known: KnownName): void {
  if (isOwn(known) || !isOwn(names.get(key))) names.set(key, known);
}

/**
 * The words of a name, each reduced to the part that its singular and plural share: `Green Apples` gives `green`, `appl`.
 * The result need not be a word; it only has to be the same for tomato and tomatoes, berry and berries, loaf and loaves,
 * cookie and cookies. The endings are English, and work well enough for Spanish and French. If unrelated words share a family
 * (care, car), the guess may be wrong, and the shopper can change it.
 *
 * @param loose a loose key
 * @returns the families in the order of the words; empty if there are no letters or digits
 */
export function wordFamilies(loose: string): readonly string[] {
  return splitWords(loose).map(wordFamily);
}

/** The words of a text: its runs of letters and digits. */
export const splitWords = (text: string): readonly string[] => text.match(WORDS) ?? [];

// Marks count as letters: Indic vowels are marks.
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;

function wordFamily(word: string): string {
  if (word.length < 3) return word;
  // No regular expressions, because the start does this for every word of 10,000 names.
  const one = word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
  const bare = one.endsWith('e') ? one.slice(0, -1) : one;
  if (bare.endsWith('i')) return `${bare.slice(0, -1)}y`;
  return bare.endsWith('v') ? `${bare.slice(0, -1)}f` : bare;
}
