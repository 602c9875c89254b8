/** Describes a rejected group of changes to the user (product Y4). */
import type { Patch } from '#core/diff/diff.ts';
import { fieldNames, fieldOf } from '#core/diff/row-diff.ts';
import { isStoreField, storeField } from '#core/list/keyed-fields.ts';
import { storeName } from '#core/stores/stores.ts';
import type { List } from '#core/list/list.ts';
import type { RejectedGroup } from '#core/sync/sync-record.ts';
import { messages } from '#web/messages/messages.ts';

/** The dialog shows this many names. The rest appear as a number; the copied text has all of them. */
const SHOWN_NAMES = 5;

/** Rejected groups that the dialog shows as one, because they concern the same table and have the same message. */
export type RejectedCard = {
  readonly groups: readonly RejectedGroup[];
  /** All of their patches, under the id of the first. */
  readonly merged: RejectedGroup;
};

/** Merges equal rejections, in the order in which each kind first occurred. */
export function mergeEqual(rejected: readonly RejectedGroup[]): readonly RejectedCard[] {
  const groupsByReason = new Map<string, RejectedGroup[]>();
  for (const entry of rejected) {
    const reason = `${entry.group.table}\n${entry.message}`;
    const equal = groupsByReason.get(reason);
    if (equal === undefined) groupsByReason.set(reason, [entry]);
    else equal.push(entry);
  }
  return [...groupsByReason.values()].flatMap((groups) => {
    const [first] = groups;
    if (first === undefined) return [];
    const patches = groups.flatMap(({ group }) => group.patches);
    return [{ groups, merged: { ...first, group: { ...first.group, patches } } }];
  });
}

/** How many rows of which kind: '3 items'. */
export const describeKind = ({ group }: RejectedGroup): string => messages.rowCounts[group.table](group.patches.length);

/** The names of the rows. A name that the rejected change does not set comes from the list. */
export function describeNames({ group }: RejectedGroup, list: List): string {
  const names = group.patches.map(({ patch }) => nameOf(patch, list));
  const rest = names.length - SHOWN_NAMES;
  return rest > 0
    ? `${names.slice(0, SHOWN_NAMES).join(', ')} ${messages.rejectedChanges.more(rest)}`
    : names.join(', ');
}

/** The whole group as text that users can keep elsewhere: one line for each row, and the backend's message. */
export function describeWhole(rejected: RejectedGroup, list: List): string {
  const rows = rejected.group.patches.map(({ patch }) => `${nameOf(patch, list)}: ${describeFields(patch, list)}`);
  return [
    describeKind(rejected),
    ...rows,
    `${messages.rejectedChanges.serverMessage} ${rejected.message || messages.rejectedChanges.noServerMessage}`,
  ].join('\n');
}

function nameOf({ table, id, fields }: Patch, list: List): string {
  const field = table === 'listRow' ? 'listName' : 'name';
  const name = fieldOf(fields, field) ?? fieldOf(list[table].get(id) ?? {}, field);
  return typeof name === 'string' && name !== '' ? name : messages.values.unnamed;
}

const describeFields = ({ fields }: Patch, list: List): string =>
  fieldNames(fields)
    .map((name) => `${labelOf(name)} ${describeValue(name, fieldOf(fields, name), list)}`)
    .join(', ');

function labelOf(field: string): string {
  const name = isStoreField(field) ? storeField('') : field.replace(/_.*$/u, '');
  return Object.entries(messages.fieldNames).find(([known]) => known === name)?.[1] ?? field;
}

/** The name of what a field refers to by its id. */
function nameOfKey(field: string, id: string, list: List): string | null | undefined {
  if (field === 'store') return storeName(list, id);
  return field === 'category' ? list.categories.get(id)?.name : null;
}

function describeValue(field: string, value: unknown, list: List): string {
  if (value === null || typeof value === 'boolean') return describeWord(value);
  if (typeof value === 'object') return [value].flat().map(describeItem).join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return nameOfKey(field, text, list) ?? text;
}

const describeWord = (value: boolean | null): string =>
  value === null ? messages.values.none : value ? messages.values.yes : messages.values.no;

/** An item of a saved list, or a saved list that was loaded. */
function describeItem(item: unknown): string {
  const name = typeof item === 'object' && item !== null ? fieldOf(item, 'name') : item;
  return typeof name === 'string' ? name : messages.values.unnamed;
}
