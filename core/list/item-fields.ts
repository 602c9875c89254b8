/**
 * The table of an item's fields. The type of an item, the guards of stored rows, the columns of the backend, list files, patches
 * and the random lists of tests derive from it.
 */

/** The type of the values of each kind of field. */
export type FieldValues = {
  /** At most 200 characters, cleaned like a name. */
  readonly text: string;
  /** The id of a row. */
  readonly key: string;
  readonly flag: boolean;
  /** A positive number (core/name/clean-details.ts). */
  readonly number: number;
};

export type FieldKind = keyof FieldValues;

export type FieldRule = {
  readonly kind: FieldKind;
  /** The column of the backend. */
  readonly column: string;
} & (FirstRule | DetailRule);

/** A field of the specification, which every backend and every stored row has. */
type FirstRule = {
  /** The migration that creates the column (supabase/migrations/). */
  readonly since: 1;
  /** The value in a blank row. */
  readonly blank: FieldValues[FieldKind];
};

/** A later field. Stored rows and backends can be older than it, so every item can be without it, and null stands for that. */
type DetailRule = {
  /** The number of the migration that creates the column. A backend without that migration lacks it. */
  readonly since: number;
  readonly blank: null;
  /** The field without which this one means nothing: whatever sets that one sets this one too. */
  readonly partOf?: string;
};

export const ITEM_FIELDS = {
  name: { kind: 'text', blank: '', column: 'name', since: 1 },
  /** The id of its category. */
  category: { kind: 'key', blank: '', column: 'category', since: 1 },
  checked: { kind: 'flag', blank: false, column: 'checked', since: 1 },
  /** How much to buy; without one, that is up to the shopper (product Q1). */
  amount: { kind: 'number', blank: null, column: 'amount', since: 8 },
  /** The unit of the amount, such as `kg`; without one, the amount counts pieces. */
  unit: { kind: 'text', blank: null, column: 'unit', since: 8, partOf: 'amount' },
  /** A remark about the item. */
  note: { kind: 'text', blank: null, column: 'note', since: 8 },
  /** The id of the store where it is bought (product O3). The list may not have this store: then it counts as none. */
  store: { kind: 'key', blank: null, column: 'store', since: 15 },
} as const satisfies Readonly<Record<string, FieldRule>>;

type Table = typeof ITEM_FIELDS;
export type ItemField = keyof Table;
export type Value<N extends ItemField> = FieldValues[KindOf<N>];
export type KindOf<N extends ItemField> = Table[N]['kind'];

/** The fields that an item can be without. A row leaves out those that it does not have; in a patch, null removes them. */
export type Detail = { readonly [N in ItemField]: Table[N]['blank'] extends null ? N : never }[ItemField];

/** The details of an item (product Q1). Screens clean them with core/name/clean-details.ts. */
export type ItemDetails = {
  readonly [N in keyof Table as N extends Detail ? N : never]?: Value<N> | null | undefined;
};

/** All fields of an item besides its id. */
export type ItemFields = { readonly [N in keyof Table as N extends Detail ? never : N]: Value<N> } & ItemDetails;

const isItemField = (name: string): name is ItemField => Object.hasOwn(ITEM_FIELDS, name);
const isDetail = (name: ItemField): name is Detail => ITEM_FIELDS[name].blank === null;

export const ITEM_FIELD_NAMES: readonly ItemField[] = Object.keys(ITEM_FIELDS).filter(isItemField);
export const DETAILS: readonly Detail[] = ITEM_FIELD_NAMES.filter(isDetail);

/** The number of the migration that creates the column of a field. */
export const migrationOf = (name: ItemField): number => ITEM_FIELDS[name].since;

/** The migration of the newest field. */
export const NEWEST_MIGRATION = Math.max(...ITEM_FIELD_NAMES.map(migrationOf));

/** Values by the names of fields: some may be missing, and null stands for a detail that is removed. */
export type SomeItemFields = { readonly [N in ItemField]?: Value<N> | null | undefined };

/**
 * All fields of an item.
 * @param valueOf the value of a field. If it is undefined, a detail is left out, and another field is blank
 */
export const toItemFields = (valueOf: <N extends ItemField>(name: N) => Value<N> | null | undefined): ItemFields =>
  collect(ITEM_FIELD_NAMES, (name) => {
    const value = valueOf(name);
    return isDetail(name) ? value : (value ?? ITEM_FIELDS[name].blank);
  });

/** An item without the fields that only rows have. */
export function pickItem(item: { readonly id: string } & SomeItemFields) {
  const fields: SomeItemFields = item;
  return { id: item.id, ...toItemFields((name) => fields[name] ?? undefined) };
}

/** Details, each as `valueOf` gives it; those that are undefined are left out. */
export const toDetails = (valueOf: <N extends Detail>(name: N) => Value<N> | null | undefined): ItemDetails =>
  collect(DETAILS, valueOf);

/** The details that an item has, without its other fields. */
export const pickDetails = (item: SomeItemFields): ItemDetails => toDetails((name) => item[name] ?? undefined);

/** The details that are set or removed, without other fields. */
export const givenDetails = (given: SomeItemFields): ItemDetails => toDetails((name) => given[name]);

/** The details that are given. One that means nothing without a given one becomes null if it is missing: an amount comes with its unit. */
export const withParts = (given: SomeItemFields): ItemDetails =>
  toDetails((name) => (given[name] === undefined && given[wholeOf(name)] !== undefined ? null : given[name]));

/** The detail that this one is set together with: the amount for its unit, otherwise itself. */
export function wholeOf(name: Detail): Detail {
  const rule: FieldRule = ITEM_FIELDS[name];
  return DETAILS.find((detail) => 'partOf' in rule && detail === rule.partOf) ?? name;
}

/** An object with the values of these fields, without those that are undefined. */
const collect = <N extends ItemField>(names: readonly N[], valueOf: (name: N) => unknown): ItemFields =>
  // The callers give each field a value of its kind, and name all fields or ask for details only. The compiler cannot follow
  // that by name.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(
    names.map((name) => [name, valueOf(name)]).filter(([, value]) => value !== undefined),
  ) as ItemFields;
