/** The shapes that records must have when they come back from the disk: an edge, so they are checked (style, rule 19). */
import * as v from 'valibot';
import type { TableName } from '#core/list/row.ts';

const text = v.string();
const flag = v.boolean();

const item = v.object({ id: text, name: text, category: text, checked: flag });

export const itemRow = v.object({ ...item.entries, deleted: flag });
export const categoryRow = v.object({ id: text, name: text, color: text, inList: flag, deleted: flag });
export const savedListRow = v.object({ id: text, name: text, items: v.array(item), createdAt: text, deleted: flag });
export const profileRow = v.object({ id: text, listName: text, deleted: flag });

export const ROW_SCHEMAS = {
  items: itemRow,
  categories: categoryRow,
  savedLists: savedListRow,
  profile: profileRow,
} as const satisfies Record<TableName, v.GenericSchema>;

const maybeText = v.exactOptional(text);
const maybeFlag = v.exactOptional(flag);

const itemFields = v.object({ name: maybeText, category: maybeText, checked: maybeFlag, deleted: maybeFlag });
const categoryFields = v.object({ name: maybeText, color: maybeText, inList: maybeFlag, deleted: maybeFlag });
const savedListFields = v.object({
  name: maybeText,
  items: v.exactOptional(v.array(item)),
  createdAt: maybeText,
  deleted: maybeFlag,
});
const profileFields = v.object({ listName: maybeText, deleted: maybeFlag });

/** One act in the outbox. */
export const outboxRecord = v.object({
  patches: v.array(
    v.variant('table', [
      v.object({ table: v.literal('items'), id: text, fields: itemFields }),
      v.object({ table: v.literal('categories'), id: text, fields: categoryFields }),
      v.object({ table: v.literal('savedLists'), id: text, fields: savedListFields }),
      v.object({ table: v.literal('profile'), id: text, fields: profileFields }),
    ]),
  ),
});

const rowDiffs = <F extends v.GenericSchema>(fields: F) =>
  v.array(v.object({ id: text, before: fields, after: fields }));

/** One step of undo or redo. */
export const historyRecord = v.object({
  id: text,
  undone: flag,
  diff: v.object({
    items: rowDiffs(itemFields),
    categories: rowDiffs(categoryFields),
    savedLists: rowDiffs(savedListFields),
    profile: rowDiffs(profileFields),
  }),
});
