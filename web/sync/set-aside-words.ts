/** What a set-aside group is about, in the shopper's words (product Y4). */
import type { Patch } from '#core/diff/diff.ts';
import { fieldNames, fieldOf } from '#core/diff/row-diff.ts';
import type { List } from '#core/list/list.ts';
import type { SetAsideGroup } from '#core/sync/outgoing.ts';
import { aboutRows, fieldWords, tray as words, values } from '#web/messages/en/sync.ts';

/** So many names are shown; the rest is a number, and stands in what is copied. */
const SHOWN_NAMES = 5;

/** How many of what: '3 items'. */
export const describeKind = ({ group }: SetAsideGroup): string => aboutRows[group.table](group.patches.length);

/** The names of the rows, as the refused change has them or else as the list has them. */
export function describeNames({ group }: SetAsideGroup, list: List): string {
  const names = group.patches.map(({ patch }) => nameOf(patch, list));
  const rest = names.length - SHOWN_NAMES;
  return rest > 0 ? `${names.slice(0, SHOWN_NAMES).join(', ')} ${words.more(rest)}` : names.join(', ');
}

/** All of it as text, to be kept elsewhere: one line for each row, and what the backend said. */
export function describeWhole(aside: SetAsideGroup, list: List): string {
  const rows = aside.group.patches.map(({ patch }) => `${nameOf(patch, list)}: ${describeFields(patch, list)}`);
  return [describeKind(aside), ...rows, `${words.said} ${aside.message || words.saidNothing}`].join('\n');
}

function nameOf({ table, id, fields }: Patch, list: List): string {
  const field = table === 'profile' ? 'listName' : 'name';
  const name = fieldOf(fields, field) ?? fieldOf(list[table].get(id) ?? {}, field);
  return typeof name === 'string' && name !== '' ? name : values.unnamed;
}

const describeFields = ({ fields }: Patch, list: List): string =>
  fieldNames(fields)
    .map((name) => `${wordsByField.get(name) ?? name} ${describeValue(name, fieldOf(fields, name), list)}`)
    .join(', ');

const wordsByField: ReadonlyMap<string, string> = new Map(Object.entries(fieldWords));

function describeValue(field: string, value: unknown, list: List): string {
  if (typeof value === 'boolean') return value ? values.yes : values.no;
  if (Array.isArray(value)) return value.map((item) => describeItem(item)).join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return field === 'category' ? (list.categories.get(text)?.name ?? text) : text;
}

/** An item of a saved list. */
function describeItem(item: unknown): string {
  const name = typeof item === 'object' && item !== null ? fieldOf(item, 'name') : item;
  return typeof name === 'string' ? name : values.unnamed;
}
