/** Schemas for the fields of an imported list, and the categories that it lacks. Valid values are accepted by the app and by every database. */
import * as v from 'valibot';
import {
  ITEM_FIELD_NAMES,
  ITEM_FIELDS,
  pickItem,
  type FieldKind,
  type FieldValues,
  type ItemField,
  type SomeItemFields,
} from '#core/list/item-fields.ts';
import { type Item, createLostCategory, type Category } from '#core/list/row.ts';
import { isAmount } from '#core/name/clean-details.ts';
import { cleanName, NAME_LIMIT, NAME_UNITS_LIMIT } from '#core/name/clean-name.ts';

/** A text that databases accept as a key: no control characters, well-formed, limited in length. */
export const ID = v.pipe(v.string(), v.regex(/^[^\p{Cc}\p{Cs}]{1,200}$/u));

/** A valid name, cleaned (product L10). */
export const NAME = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): string => {
    const name = cleanName(dataset.value);
    if (name.ok) return name.value;
    addIssue({ message: name.failure.type });
    return NEVER;
  }),
);

/**
 * Shortens a name that another program or an older version stored without the limit (product L10).
 * @returns the first 200 characters as a person counts them: no emoji or accent is split
 */
export function cutName(text: string): string {
  let name = '';
  let count = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.trimStart())) {
    if (count === NAME_LIMIT || name.length + segment.length > NAME_UNITS_LIMIT) break;
    name += segment;
    count += 1;
  }
  return name;
}

/**
 * A name of a row that another client may have stored. Backends accept blank and long names, so a file can have them: a blank one stays
 * blank, and a long one is cut.
 */
export const STORED_NAME = v.pipe(v.string(), v.transform(repairName));

function repairName(text: string): string {
  const name = cleanName(text);
  if (name.ok) return name.value;
  const cut = name.failure.type === 'long-name' ? cleanName(cutName(text)) : name;
  return cut.ok ? cut.value : '';
}

/** A category's id that another client may have stored, such as a blank one. The item gets a category named 'Other'. */
const STORED_KEY = v.union([
  ID,
  v.pipe(
    v.string(),
    v.transform(() => 'other'),
  ),
]);

const SCHEMAS: { readonly [K in FieldKind]: v.GenericSchema<unknown, FieldValues[K]> } = {
  text: NAME,
  key: ID,
  flag: v.boolean(),
  number: v.custom<number>(isAmount),
};

/** The schemas of fields that no item is without. */
const STORED_SCHEMAS: typeof SCHEMAS = { ...SCHEMAS, text: STORED_NAME, key: STORED_KEY };

const schemaOf = (name: ItemField): v.GenericSchema => {
  const { kind, blank } = ITEM_FIELDS[name];
  return blank === null ? v.fallback(v.nullish(SCHEMAS[kind]), null) : STORED_SCHEMAS[kind];
};

const SCHEMA_BY_FIELD: unknown = Object.fromEntries(ITEM_FIELD_NAMES.map((name) => [name, schemaOf(name)]));

/** An item. Invalid details are left out (product Q6). */
export const ITEM = v.pipe(
  v.object({
    id: ID,
    // Each schema is that of the field's kind, which the compiler cannot follow by name.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    ...(SCHEMA_BY_FIELD as { readonly [N in ItemField]: v.GenericSchema<unknown, SomeItemFields[N]> }),
  }),
  v.transform((item): Item => pickItem(item)),
);

/** A hex color, or '' for anything else: it becomes part of a style sheet, and losing it does no harm. */
export const COLOR = v.fallback(v.pipe(v.string(), v.regex(/^(?:#[\da-f]{6})?$/iu)), '');

/** A time in ISO 8601, which sorts as text. Invalid times count as the oldest. */
export const TIME = v.fallback(
  v.pipe(
    v.string(),
    v.isoTimestamp(),
    // Parses a text and reads no clock.
    // oxlint-disable-next-line no-restricted-globals
    v.transform((text) => new Date(text)),
    v.date(),
    v.transform((time) => time.toISOString()),
    // Years that Postgres accepts and that sort as text.
    v.regex(/^[12]\d{3}-/u),
  ),
  '1970-01-01T00:00:00.000Z',
);

/** Returns the categories, plus one for each unlisted category that items use. */
export function withLostCategories(categories: readonly Category[], items: readonly Item[]): readonly Category[] {
  const known = new Set(categories.map((category) => category.id));
  const lost = new Set(items.map((item) => item.category).filter((id) => !known.has(id)));
  return [...categories, ...[...lost].map(createLostCategory)];
}
