/** The blocks of every category, updated with the list. */
import type { List } from '#core/list/list.ts';
import type { Block } from './blocks.ts';
import { cutIntoBlocks, insertIntoBlocks, removeFromBlocks } from './blocks.ts';
import type { ItemMoves } from './item-moves.ts';
import type { ItemOrder } from './item-order.ts';

type Moves = Pick<ItemMoves, 'leaving' | 'coming'>;

/** The changes: groups whose blocks or block lengths changed, and blocks whose items changed. */
type BlockKey = `blocks:${string}` | `block:${string}`;

export type GroupBlocks = {
  readonly ofGroup: (groupId: string) => readonly Block[];
  readonly itemIds: (blockKey: string) => readonly string[];
  /** Moves items; returns the changed groups and blocks. */
  readonly move: (moves: Moves) => readonly BlockKey[];
  /** Sorts whole groups again; returns the changed groups and blocks. */
  readonly rebuild: (groupIds: Iterable<string>) => readonly BlockKey[];
};

/** Above this number of moves in one group, rebuilding its blocks is cheaper than moving rows one by one. */
const REBUILD_FROM = 64;

export function createGroupBlocks(list: List, order: ItemOrder): GroupBlocks {
  const byGroup = new Map<string, readonly Block[]>();
  const byKey = new Map<string, readonly string[]>();
  let lastKey = 0;
  const nextKey = (): string => `b${(lastKey += 1)}`;
  const rebuild = (groupId: string): readonly Block[] =>
    cutIntoBlocks(order.inOrder(list.itemIdsByCategory.get(groupId) ?? []), nextKey);
  const moveOne = (blocks: readonly Block[], { leaving, coming }: GroupMoves): readonly Block[] => {
    const left = leaving.reduce<readonly Block[]>(removeFromBlocks, blocks);
    return coming.reduce((all, id) => insertIntoBlocks(all, id, { compare: order.compare, nextKey }), left);
  };
  const keep = (groupId: string, next: readonly Block[]): readonly BlockKey[] => {
    const old = byGroup.get(groupId) ?? [];
    byGroup.set(groupId, next);
    const keysNow = new Set(next.map((block) => block.key));
    for (const block of old) if (!keysNow.has(block.key)) byKey.delete(block.key);
    const changed = next.filter((block) => byKey.get(block.key) !== block.itemIds);
    for (const block of changed) byKey.set(block.key, block.itemIds);
    const blockKeys = changed.map((block): `block:${string}` => `block:${block.key}`);
    return isSameShape(old, next) ? blockKeys : [`blocks:${groupId}`, ...blockKeys];
  };
  for (const groupId of list.itemIdsByCategory.keys()) keep(groupId, rebuild(groupId));
  return {
    ofGroup: (groupId) => byGroup.get(groupId) ?? NO_BLOCKS,
    itemIds: (blockKey) => byKey.get(blockKey) ?? NO_IDS,
    move: (moves) =>
      [...movesByGroup(moves)].flatMap(([groupId, own]) =>
        keep(
          groupId,
          own.leaving.length + own.coming.length > REBUILD_FROM
            ? rebuild(groupId)
            : moveOne(byGroup.get(groupId) ?? NO_BLOCKS, own),
        ),
      ),
    rebuild: (groupIds) => [...groupIds].flatMap((groupId) => keep(groupId, rebuild(groupId))),
  };
}

/** Whether every block starts at the same position as before. */
const isSameShape = (old: readonly Block[], next: readonly Block[]): boolean =>
  next.length === old.length &&
  next.every(({ key, itemIds }, at) => key === old[at]?.key && itemIds.length === old[at].itemIds.length);

const NO_BLOCKS: readonly Block[] = [];
const NO_IDS: readonly string[] = [];

type GroupMoves = { readonly leaving: readonly string[]; readonly coming: readonly string[] };

function movesByGroup({ leaving, coming }: Moves): ReadonlyMap<string, GroupMoves> {
  const groups = new Map<string, { leaving: string[]; coming: string[] }>();
  const of = (groupId: string): { leaving: string[]; coming: string[] } => {
    const own = groups.get(groupId) ?? { leaving: [], coming: [] };
    groups.set(groupId, own);
    return own;
  };
  for (const { id, groupId } of leaving) of(groupId).leaving.push(id);
  for (const { id, groupId } of coming) of(groupId).coming.push(id);
  return groups;
}
