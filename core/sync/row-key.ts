/** Which row a patch is about: ids are unique within a table only. */
import type { Patch } from '#core/diff/diff.ts';

/** The row's table and id as one text. */
export const rowKey = ({ table, id }: Pick<Patch, 'table' | 'id'>): string => `${table}/${id}`;

/** How many rows patches touch. */
export const countPatchedRows = (patches: readonly Patch[]): number => new Set(patches.map(rowKey)).size;
