/** Splitting ordered ids into blocks. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCK_SIZE, cutIntoBlocks, insertIntoBlocks, removeFromBlocks, type Block } from './category-blocks.ts';

const compare = (a: string, b: string): number => Number(a) - Number(b);
const keys = (): (() => string) => {
  let last = 0;
  return () => `b${(last += 1)}`;
};
const sizes = (blocks: readonly Block[]): readonly number[] => blocks.map(({ itemIds }) => itemIds.length);
const numbers = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => String(at * 2));

test('[spec-2] new blocks have 32 rows, and the last one the remaining rows', () => {
  expect(sizes(cutIntoBlocks(numbers(70), keys()))).toEqual([32, 32, 6]);
  expect(cutIntoBlocks([], keys())).toEqual([]);
});

test('[spec-2] a block that grows beyond 64 rows is split in two, and its first half keeps the key', () => {
  const nextKey = keys();
  const full: readonly Block[] = [{ key: nextKey(), itemIds: numbers(2 * BLOCK_SIZE) }];
  const blocks = insertIntoBlocks(full, '5', { compare, nextKey });
  expect(sizes(blocks)).toEqual([32, 33]);
  expect(blocks.map(({ key }) => key)).toEqual(['b1', 'b2']);
  expect(blocks[0]?.itemIds.slice(0, 5)).toEqual(['0', '2', '4', '5', '6']);
});

test('[spec-2] a block of 64 rows is not split', () => {
  const nextKey = keys();
  const blocks = insertIntoBlocks([{ key: nextKey(), itemIds: numbers(63) }], '5', { compare, nextKey });
  expect(sizes(blocks)).toEqual([64]);
});

test('[spec-2] an empty block is removed; blocks without the id are unchanged', () => {
  const blocks = cutIntoBlocks(['1', '2'], keys());
  expect(removeFromBlocks(removeFromBlocks(blocks, '1'), '2')).toEqual([]);
  expect(removeFromBlocks(blocks, '7')).toBe(blocks);
});

test('[spec-2] after any inserts and removals, the order is kept and every block has 1 to 64 rows', () => {
  const steps = fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 0, max: 3 })), { maxLength: 600, size: 'max' });
  fc.assert(
    fc.property(steps, (made) => {
      const nextKey = keys();
      let blocks: readonly Block[] = [];
      const wanted = new Set<string>();
      for (const [n, dice] of made) {
        const id = String(n);
        if (dice === 0) {
          blocks = removeFromBlocks(blocks, id);
          wanted.delete(id);
        } else if (!wanted.has(id)) {
          blocks = insertIntoBlocks(blocks, id, { compare, nextKey });
          wanted.add(id);
        }
      }
      expect(blocks.flatMap(({ itemIds }) => itemIds)).toEqual([...wanted].toSorted(compare));
      expect(sizes(blocks).filter((size) => size < 1 || size > 2 * BLOCK_SIZE)).toEqual([]);
    }),
    { numRuns: 50 },
  );
});
