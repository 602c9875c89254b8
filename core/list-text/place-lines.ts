/** Finds a category for each line of a text: that of its heading, or a guess by its name (product L8, Q4). */
import type { ListRef } from '#core/account/list-ref.ts';
import { findCategory, findCategoryNamed } from '#core/catalogue/category-on-demand.ts';
import { isPhraseOf } from '#core/language/words.ts';
import type { Category } from '#core/list/row.ts';
import type { List } from '#core/list/list.ts';
import { cleanName } from '#core/name/clean-name.ts';
import { nameKey } from '#core/name/name-key.ts';
import { guessEntryCategory } from '#core/suggest/guess-category.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import type { ListText, TextLine } from './text-line.ts';

type Places = {
  /** One for each line; null if the shopper has to choose. */
  readonly categories: readonly (Category | null)[];
  /** A new category for each heading that the list does not know. */
  readonly created: readonly Category[];
};

type PlaceOptions = {
  readonly list: List;
  readonly ref: ListRef;
  readonly names: KnownNames;
  readonly createId: () => string;
};

/**
 * In a text that Checklist wrote, each heading is a category. In other texts, so are those that the list knows, and those that name a kind of
 * things (product Q7). The shopper can choose the others, because `For the sauce` is a heading too.
 */
export function placeLines({ lines }: ListText, { list, ref, names, createId }: PlaceOptions): Places {
  const byKey = new Map<string, Category | null>();
  const created: Category[] = [];
  const ofHeading = (heading: string, mayCreate: boolean): Category | null => {
    const key = nameKey(heading);
    const before = byKey.get(key);
    if (before !== undefined) return before;
    const known = findCategoryNamed(list, ref, heading) ?? ofGroup(heading) ?? null;
    const fresh = known === null ? createCategory(heading, createId) : null;
    if (fresh !== null) created.push(fresh);
    const found = known ?? (mayCreate ? fresh : null);
    byKey.set(key, found);
    return found;
  };
  /** `Veg:` is no new category, if the list has a place for it. */
  const ofGroup = (heading: string): Category | undefined => {
    const group = isPhraseOf(heading, 'groups', 'foods') ? names.find('key', nameKey(heading)) : undefined;
    return group && findCategory(list, ref, names.place(group.category));
  };
  const guess = ({ entry }: TextLine): Category | null =>
    findCategory(list, ref, guessEntryCategory(names, entry) ?? '') ?? null;
  const categories = lines.map(
    (line) => (line.heading === null ? null : ofHeading(line.heading, line.mayCreate)) ?? guess(line),
  );
  return { categories, created };
}

function createCategory(heading: string, createId: () => string): Category | null {
  const name = cleanName(heading);
  return name.ok ? { id: createId(), name: name.value, color: '', inList: true } : null;
}
