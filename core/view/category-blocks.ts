/** The items of every category in order, split into blocks, so that the screen renders a block again and not a category. */
import type { List } from '#core/list/list.ts';
import type { CompareIds, ItemOrder } from './item-order.ts';
import { type ItemMoves, OTHER_STORES, type ItemPlaces } from './item-places.ts';

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

export type Block = {
  /** Does not change during the life of the block. */
  readonly key: string;
  /** Never empty. */
  readonly itemIds: readonly string[];
};

/** The rows of a new block. It may grow to twice that before it is split. */
export const BLOCK_SIZE = 32;

/** Splits ordered ids into blocks. */
export function cutIntoBlocks(itemIds: readonly string[], nextKey: () => string): readonly Block[] {
  const blocks: Block[] = [];
  for (let start = 0; start < itemIds.length; start += BLOCK_SIZE) {
    blocks.push({ key: nextKey(), itemIds: itemIds.slice(start, start + BLOCK_SIZE) });
  }
  return blocks;
}

/** The blocks with one more id, inserted in order. */
export function insertIntoBlocks(
  blocks: readonly Block[],
  id: string,
  { compare, nextKey }: { readonly compare: CompareIds; readonly nextKey: () => string },
): readonly Block[] {
  const at = Math.max(0, countWhile(blocks, (block) => compare(block.itemIds[0] ?? id, id) < 0) - 1);
  const block = blocks[at];
  if (block === undefined) return [{ key: nextKey(), itemIds: [id] }];
  const itemIds = block.itemIds.toSpliced(
    countWhile(block.itemIds, (other) => compare(other, id) < 0),
    0,
    id,
  );
  if (itemIds.length <= 2 * BLOCK_SIZE) return blocks.with(at, { key: block.key, itemIds });
  const half = itemIds.length >> 1;
  return blocks.toSpliced(
    at,
    1,
    { key: block.key, itemIds: itemIds.slice(0, half) },
    { key: nextKey(), itemIds: itemIds.slice(half) },
  );
}

/** The blocks without an id, and without a block that this leaves empty. */
export function removeFromBlocks(blocks: readonly Block[], id: string): readonly Block[] {
  const at = blocks.findIndex((block) => block.itemIds.includes(id));
  const block = blocks[at];
  if (block === undefined) return blocks;
  const itemIds = block.itemIds.filter((other) => other !== id);
  return itemIds.length === 0 ? blocks.toSpliced(at, 1) : blocks.with(at, { key: block.key, itemIds });
}

/** The number of leading elements that pass the test, by binary search: elements that pass must come first. */
function countWhile<T>(list: readonly T[], test: (element: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const element = list[middle];
    if (element !== undefined && test(element)) low = middle + 1;
    else high = middle;
  }
  return low;
}
