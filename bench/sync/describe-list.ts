/** Describes a list as lines of text, to compare devices with each other and with the server. */
import { MOVED, START } from '#core/list/keyed-fields.ts';
import type { List } from '#core/list/list.ts';

/** Returns one sorted line for each row, in the format of `describeRow`. */
export const describeList = ({ items, categories, savedLists, listRow }: List): readonly string[] =>
  [
    ...Array.from(items.values(), ({ id, name, category, checked, deleted }) =>
      describeRow('items', id, { name, category, checked, deleted }),
    ),
    ...Array.from(categories.values(), ({ id, name, color, inList, deleted, ...ranks }) =>
      describeRow('categories', id, { name, color, inList, deleted, ...describeRanks(ranks[MOVED], ranks[START]) }),
    ),
    ...Array.from(savedLists.values(), ({ id, name, items: recorded, deleted }) =>
      describeRow('savedLists', id, { name, items: recorded.length, deleted }),
    ),
    ...Array.from(listRow.values(), ({ listName }) => describeRow('profile', 'profile', { listName })),
  ].toSorted();

/** The ranks of a category, as fields of its line. The server keeps a rank that was removed as null. */
export const describeRanks = (moved: unknown, start: unknown) => ({ [MOVED]: moved ?? null, [START]: start ?? null });

/** Describes a row in one line, with the fields in the given order. */
export const describeRow = (table: string, id: string, fields: Readonly<Record<string, unknown>>): string =>
  `${table}/${id} ${JSON.stringify(fields)}`;
