/** A category's items in order, split into blocks, so that the screen renders a block again and not a category. */

export type Block = {
  /** Does not change during the life of the block. */
  readonly key: string;
  /** Never empty. */
  readonly itemIds: readonly string[];
};

/** The rows of a new block. It may grow to twice that before it is split. */
export const BLOCK_SIZE = 32;

/** Compares the items of two ids; never 0 for two different ids. */
export type CompareIds = (a: string, b: string) => number;

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
