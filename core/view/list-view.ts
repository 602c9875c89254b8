/** What the screen shows, derived from the list: categories in order, their items in blocks, the counts. */
import type { Diff } from '#core/diff/diff.ts';
import { savedListsByTime } from '#core/change/change-saved-lists.ts';
import type { Category } from '#core/list/category.ts';
import { listName, liveRows } from '#core/list/list.ts';
import type { List } from '#core/list/list.ts';
import type { SavedList } from '#core/list/saved-list.ts';
import type { NameOrder } from '#core/name/compare-names.ts';
import type { Block } from './blocks.ts';
import { createGroupBlocks } from './group-blocks.ts';
import type { Group } from './groups.ts';
import { createGroups } from './groups.ts';
import { itemMoves } from './item-moves.ts';
import { compareText, createItemOrder } from './item-order.ts';

export type Heading = { readonly name: string; readonly checked: number; readonly total: number };

/** The name of what changed on the screen; a part of it listens to its own keys only. */
export type ViewKey =
  | 'heading'
  | 'groups'
  | 'categories'
  | 'savedLists'
  | `group:${string}`
  | `blocks:${string}`
  | `block:${string}`
  | `item:${string}`;

export type ListView = {
  readonly heading: () => Heading;
  /** Ids of the visible categories, by name (spec section 2). */
  readonly groupIds: () => readonly string[];
  readonly group: (id: string) => Group | undefined;
  readonly blocks: (groupId: string) => readonly Block[];
  /** The item ids of one block. */
  readonly block: (key: string) => readonly string[];
  /** All categories one may choose, in the list or not, by name. */
  readonly categories: () => readonly Category[];
  /** The saved lists, latest first. */
  readonly savedLists: () => readonly SavedList[];
  /** Takes in a diff that the list has already taken; returns what changed on the screen. */
  readonly update: (diff: Diff) => ReadonlySet<ViewKey>;
};

/**
 * The view of a list. After `update` it equals a view made afresh, but only what the diff touched was worked on.
 * @param order compares two names by the shopper's language (product L5)
 */
export function createListView(list: List, order: NameOrder): ListView {
  const blocks = createGroupBlocks(list, createItemOrder(list, order));
  const groups = createGroups(list, order);
  const readHeading = (): Heading => ({ name: listName(list), ...groups.sum() });
  let heading = readHeading();
  let categories = categoriesByName(list, order);
  let savedLists = savedListsByTime(list);
  const refreshHeading = (): boolean => {
    const next = readHeading();
    if (next.name === heading.name && next.checked === heading.checked && next.total === heading.total) return false;
    heading = next;
    return true;
  };
  return {
    heading: () => heading,
    groupIds: groups.ids,
    group: groups.group,
    blocks: blocks.ofGroup,
    block: blocks.itemIds,
    categories: () => categories,
    savedLists: () => savedLists,
    update(diff) {
      const moves = itemMoves(list, diff.items);
      const touched = new Set([...moves.groupIds, ...diff.categories.map((row) => row.id)]);
      const keys = new Set<ViewKey>([...blocks.move(moves), ...groups.update(touched, moves.checkedBy)]);
      for (const { id } of diff.items) keys.add(`item:${id}`);
      if (refreshHeading()) keys.add('heading');
      if (diff.categories.length > 0) {
        categories = categoriesByName(list, order);
        keys.add('categories');
      }
      if (diff.savedLists.length > 0) {
        savedLists = savedListsByTime(list);
        keys.add('savedLists');
      }
      return keys;
    },
  };
}

const categoriesByName = (list: List, order: NameOrder): readonly Category[] =>
  liveRows(list.categories).toSorted((a, b) => order(a.name, b.name) || compareText(a.id, b.id));
