/** Writes a name that was typed in small letters as the list writes such names: `shampoo` beside Apples is Shampoo (product L8). */
import { NAME_UNITS_LIMIT } from '#core/name/clean-name.ts';
import { looseKey, nameKey } from '#core/name/name-key.ts';
import { ends, starts } from './guess-category.ts';
import type { KnownNames } from './known-names.ts';
import { wordFamilies } from './word-family.ts';

/**
 * Gives a name the capitals of the known name that it matches: all of them for the same name, and the first one for a name that
 * ends or begins with a known one, such as `kale chips`. A name with a capital, one that only resembles a known name and one that
 * nothing is known about stay as they are typed.
 */
export function followCapitals(known: KnownNames, name: string): string {
  if (name.length > NAME_UNITS_LIMIT || name !== name.toLowerCase()) return name;
  const same = known.find('key', nameKey(name));
  if (same !== undefined) return same.name;
  const families = wordFamilies(looseKey(name));
  const alike = [families, ...ends(families), ...starts(families)]
    .map((words) => known.find('families', words.join(' ')))
    .find((found) => found !== undefined);
  return alike !== undefined && /^\p{Lu}/u.test(alike.name) ? capitalize(name) : name;
}

const capitalize = (name: string): string => name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
