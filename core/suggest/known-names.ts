/** Every name this account knows: the catalogue's, and all it ever added, ready to be searched (product L8). */
import { createNameOrder, type NameOrder } from '#core/name/compare-names.ts';
import { looseKey, nameKey } from '#core/name/name-key.ts';
import { wordFamilies } from './word-family.ts';

export type KnownName = {
  /** As it was last written. */
  readonly name: string;
  /** The id of its category. */
  readonly category: string;
  readonly key: string;
  readonly loose: string;
  /** Which letters occur, one bit each: tells cheaply that a name cannot be a typo of another. */
  readonly letters: number;
  /** Increases with each name the account added; 0 for names from the seed catalogue. */
  readonly turn: number;
};

export type KnownNames = {
  /** How the shopper reads names. */
  readonly order: NameOrder;
  /** How many names are known, one in two categories counting twice. */
  readonly size: () => number;
  /** Takes a name in, or refreshes it. Constant time. A later one wins its name's category; an own one always does. */
  readonly remember: (name: string, category: string, source?: NameSource) => void;
  /** All names, in no order that means anything. */
  readonly list: () => Iterable<KnownName>;
  /** The one whose name key, loose key or word families (parted by spaces) are exactly `key`; none for ''. */
  readonly find: (by: 'key' | 'loose' | 'families', key: string) => KnownName | undefined;
  /** All names by their word families (parted by spaces); of names that share them, the one that wins. */
  readonly families: () => Iterable<readonly [families: string, name: KnownName]>;
};

export type NameSource = 'catalogue' | 'own';

/**
 * Makes an empty memory of names; the app fills it from the catalogue and the account, and after each added item.
 *
 * @param order breaks ties between suggestions; the device's language where missing
 * @returns the memory; what it holds changes with `remember`, the rows it hands out never do
 * Rule: product L8.
 */
export function createKnownNames(order: NameOrder = createNameOrder(undefined)): KnownNames {
  const names = new Map<string, KnownName>();
  const found = {
    key: new Map<string, KnownName>(),
    loose: new Map<string, KnownName>(),
    families: new Map<string, KnownName>(),
  };
  let turns = 0;

  const remember = (name: string, category: string, source: NameSource = 'own'): void => {
    const key = nameKey(name);
    if (key === '') return;
    const id = `${key}\n${category}`;
    const before = names.get(id);
    if (source === 'catalogue' && isOwn(before)) return;
    const { loose, letters } = before ?? readLetters(name);
    const known = { name, category, key, loose, letters, turn: source === 'own' ? (turns += 1) : 0 };
    names.set(id, known);
    put(found.key, key, known);
    put(found.loose, loose, known);
    put(found.families, wordFamilies(loose).join(' '), known);
  };

  return {
    order,
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

/** The letters of a loose key as bits. Letters share bits, so it may hide a difference and never invents one. */
export function letterBits(loose: string): number {
  let bits = 0;
  for (let at = 0; at < loose.length; at += 1) bits |= 1 << (loose.charCodeAt(at) & 31);
  return bits;
}

function isOwn(known: KnownName | undefined): boolean {
  return known !== undefined && known.turn > 0;
}

function put(names: Map<string, KnownName>, key: string, known: KnownName): void {
  if (isOwn(known) || !isOwn(names.get(key))) names.set(key, known);
}
