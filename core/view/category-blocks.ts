/** The blocks of every category, and of the items for other stores, updated with the list. */
import type { List } from '#core/list/list.ts';
import { cutIntoBlocks, insertIntoBlocks, removeFromBlocks, type Block } from './blocks.ts';
import type { ItemMoves, ItemOrder } from './item-order.ts';
import { OTHER_STORES, type ItemPlaces } from './item-places.ts';

type Moves = Pick<ItemMoves, 'removed' | 'added'>;

/** The changes: categories whose blocks or block lengths changed, and blocks whose items changed. */
type BlockKey = `blocks:${string}` | `block:${string}`;

export type CategoryBlocks = {
  readonly ofCategory: (categoryId: string) => readonly Block[];
  readonly itemIds: (blockKey: string) => readonly string[];
  /** Moves items; returns the changed categories and blocks. */
  readonly move: (moves: Moves) => readonly BlockKey[];
  /** Sorts whole categories again; returns the changed categories and blocks. */
  readonly rebuild: (categoryIds: Iterable<string>) => readonly BlockKey[];
};

/** Above this number of moves in one category, rebuilding its blocks is cheaper than moving rows one by one. */
const REBUILD_FROM = 64;

export function createCategoryBlocks(list: List, places: ItemPlaces, order: ItemOrder): CategoryBlocks {
  const byCategory = new Map<string, readonly Block[]>();
  const byKey = new Map<string, readonly string[]>();
  let lastKey = 0;
  const nextKey = (): string => `b${(lastKey += 1)}`;
  const rebuild = (categoryId: string): readonly Block[] =>
    cutIntoBlocks(order.inOrder(places.idsIn(categoryId)), nextKey);
  const moveOne = (blocks: readonly Block[], { removed, added }: CategoryMoves): readonly Block[] => {
    const left = removed.reduce<readonly Block[]>(removeFromBlocks, blocks);
    return added.reduce((all, id) => insertIntoBlocks(all, id, { compare: order.compare, nextKey }), left);
  };
  const keep = (categoryId: string, next: readonly Block[]): readonly BlockKey[] => {
    const old = byCategory.get(categoryId) ?? [];
    byCategory.set(categoryId, next);
    const keysNow = new Set(next.map((block) => block.key));
    for (const block of old) if (!keysNow.has(block.key)) byKey.delete(block.key);
    const changed = next.filter((block) => byKey.get(block.key) !== block.itemIds);
    for (const block of changed) byKey.set(block.key, block.itemIds);
    const blockKeys = changed.map((block): `block:${string}` => `block:${block.key}`);
    return isSameShape(old, next) ? blockKeys : [`blocks:${categoryId}`, ...blockKeys];
  };
  for (const categoryId of [...list.itemIdsByCategory.keys(), OTHER_STORES]) keep(categoryId, rebuild(categoryId));
  return {
    ofCategory: (categoryId) => byCategory.get(categoryId) ?? NO_BLOCKS,
    itemIds: (blockKey) => byKey.get(blockKey) ?? NO_IDS,
    move: (moves) =>
      [...movesByCategory(moves)].flatMap(([categoryId, own]) =>
        keep(
          categoryId,
          own.removed.length + own.added.length > REBUILD_FROM
            ? rebuild(categoryId)
            : moveOne(byCategory.get(categoryId) ?? NO_BLOCKS, own),
        ),
      ),
    rebuild: (categoryIds) => [...categoryIds].flatMap((categoryId) => keep(categoryId, rebuild(categoryId))),
  };
}

/** Whether every block starts at the same position as before. */
const isSameShape = (old: readonly Block[], next: readonly Block[]): boolean =>
  next.length === old.length &&
  next.every(({ key, itemIds }, at) => key === old[at]?.key && itemIds.length === old[at].itemIds.length);

const NO_BLOCKS: readonly Block[] = [];
const NO_IDS: readonly string[] = [];

type CategoryMoves = { readonly removed: readonly string[]; readonly added: readonly string[] };

function movesByCategory({ removed, added }: Moves): ReadonlyMap<string, CategoryMoves> {
  const categories = new Map<string, { removed: string[]; added: string[] }>();
  const of = (categoryId: string): { removed: string[]; added: string[] } => {
    const own = categories.get(categoryId) ?? { removed: [], added: [] };
    categories.set(categoryId, own);
    return own;
  };
  for (const { id, categoryId } of removed) of(categoryId).removed.push(id);
  for (const { id, categoryId } of added) of(categoryId).added.push(id);
  return categories;
}
