/** What the reader of a pasted text knows about the list. */
import type { EntryOptions } from '#core/amount/split-amount.ts';
import type { StoreId } from '#core/list/keyed-fields.ts';

export type TextOptions = EntryOptions & {
  /** Whether items can have amounts and notes; otherwise each line is a name (product Q6). */
  readonly hasDetails: boolean;
  /** The id of the list's store of this name; null if it has none (product O3). By default, the list has no stores. */
  readonly findStore?: (name: string) => StoreId | null;
  /** Whether the list knows a category of this name. */
  readonly isCategoryName: (name: string) => boolean;
};
