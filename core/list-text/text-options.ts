/** What the reader of a pasted text knows about the list. */
import type { EntryOptions } from '#core/amount/split-amount.ts';

export type TextOptions = EntryOptions & {
  /** Whether items can have amounts and notes; otherwise each line is a name (product Q6). */
  readonly hasDetails: boolean;
  /** Whether the list knows a category of this name. */
  readonly isCategoryName: (name: string) => boolean;
};
