/** Merges the outbox row by row into push groups, each of which is one upsert (architecture section 4). */
import { fieldNames } from '#core/diff/row-diff.ts';
import type { TableName } from '#core/list/row.ts';
import { rowKey, type Patch } from '#core/diff/diff.ts';

/** One row's patch, with the number under which this device sends it. The backend applies each number once (product Y1). */
export type NumberedPatch = { readonly patch: Patch; readonly seq: number };

/** Patches of one table that set the same fields: one upsert. */
export type PushGroup = {
  readonly table: TableName;
  /** The device that numbered them. */
  readonly deviceId: string;
  /** Numbers ascend. */
  readonly patches: readonly NumberedPatch[];
  /** How often a 4xx answered it that may be a gateway's, while the backend answered another request of the same cycle; none if left out. */
  readonly suspicions?: number;
};

/** The sending device, and the last number it used. */
export type SyncDevice = { readonly id: string; readonly lastSeq: number };

/** The most rows in one request, which has to finish in ten seconds even uncompressed (product Y6). */
export const GROUP_ROWS = 900;
/** The approximate limit for the characters of all values, because saved lists can be long. */
const GROUP_CHARACTERS = 500_000;

/**
 * Merges patches row by row, and groups them by table and set of fields, oldest first.
 * @param patches in the order in which they were made
 * @returns the groups, numbered upward from the device's last number, and the last number used
 */
export function formPushGroups(
  patches: readonly Patch[],
  device: SyncDevice,
): { readonly groups: readonly PushGroup[]; readonly lastSeq: number } {
  let lastSeq = device.lastSeq;
  const groups = chunkAll(mergePatches(patches)).map((chunk): PushGroup => ({
    table: chunk[0].table,
    deviceId: device.id,
    patches: chunk.map((patch) => ({ patch, seq: (lastSeq += 1) })),
  }));
  return { groups, lastSeq };
}

/** Halves a group, so that one bad row does not keep the others from being accepted, or so that a slow network can send it in time. */
export function bisectPushGroup(group: PushGroup): readonly PushGroup[] {
  const middle = Math.ceil(group.patches.length / 2);
  return [group.patches.slice(0, middle), group.patches.slice(middle)].map((patches) => ({ ...group, patches }));
}

type Chunk = readonly [Patch, ...Patch[]];

/** One patch for each row, in the order in which the rows were first touched. */
function mergePatches(patches: readonly Patch[]): readonly Patch[] {
  const rows = new Map<string, Patch>();
  for (const patch of patches) {
    const key = rowKey(patch);
    const earlier = rows.get(key);
    rows.set(key, earlier ? { ...patch, fields: { ...earlier.fields, ...patch.fields } } : patch);
  }
  return [...rows.values()].filter(({ fields }) => fieldNames(fields).length > 0);
}

function chunkAll(patches: readonly Patch[]): readonly Chunk[] {
  const byFields = new Map<string, Patch[]>();
  for (const patch of patches) {
    const key = `${patch.table} ${fieldNames(patch.fields).toSorted().join(' ')}`;
    const group = byFields.get(key);
    if (group) group.push(patch);
    else byFields.set(key, [patch]);
  }
  return [...byFields.values()].flatMap(chunkOne);
}

function chunkOne(patches: readonly Patch[]): readonly Chunk[] {
  const chunks: [Patch, ...Patch[]][] = [];
  let characters = 0;
  for (const patch of patches) {
    const size = JSON.stringify(patch.fields).length;
    const current = chunks.at(-1);
    if (current && current.length < GROUP_ROWS && characters + size <= GROUP_CHARACTERS) {
      current.push(patch);
      characters += size;
    } else {
      chunks.push([patch]);
      characters = size;
    }
  }
  return chunks;
}
