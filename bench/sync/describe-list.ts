/** A list as lines of text that two devices, and the server, can be compared by. */
import type { List } from '#core/list/list.ts';

/** One line for each row, in order; the words in each are those of `describeRow`. */
export const describeList = ({ items, categories, savedLists, profile }: List): readonly string[] =>
  [
    ...Array.from(items.values(), ({ id, name, category, checked, deleted }) =>
      describeRow('items', id, { name, category, checked, deleted }),
    ),
    ...Array.from(categories.values(), ({ id, name, color, inList, deleted }) =>
      describeRow('categories', id, { name, color, inList, deleted }),
    ),
    ...Array.from(savedLists.values(), ({ id, name, items: kept, deleted }) =>
      describeRow('savedLists', id, { name, items: kept.length, deleted }),
    ),
    ...Array.from(profile.values(), ({ listName }) => describeRow('profile', 'profile', { listName })),
  ].toSorted();

/** A row as a line; the fields come in the order of the text above. */
export const describeRow = (table: string, id: string, fields: Readonly<Record<string, unknown>>): string =>
  `${table}/${id} ${JSON.stringify(fields)}`;
