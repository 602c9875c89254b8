/** The result of a change: its diff, or the reason why it is refused. */
import { toDiff, type Diff, type RowDiff } from '#core/diff/diff.ts';
import type { CleanNameFailure } from '#core/name/clean-name.ts';
import { ok, type Result } from '#core/result.ts';

/** The list already had the name; its row is unchecked now (product L9). */
export type AlreadyListed = { readonly type: 'already-listed'; readonly id: string; readonly category: string };

type ChangeEffect = {
  readonly diff: Diff;
  readonly alreadyListed: AlreadyListed | null;
};

/** Why a change is refused; the messages are in web/messages. */
export type ChangeFailure =
  | CleanNameFailure
  /** No category was chosen, or the chosen one was deleted. */
  | { readonly type: 'no-category' }
  /** The row was deleted in another tab or on another device. */
  | { readonly type: 'gone' }
  /** The category already has an item with this name (product L9). */
  | { readonly type: 'item-exists'; readonly category: string }
  /** The list already has a category with this name. */
  | { readonly type: 'category-exists'; readonly id: string }
  /** The new name of a category belongs to another one. */
  | { readonly type: 'category-name-taken' }
  /** The list already has a store with this name. */
  | { readonly type: 'store-exists'; readonly id: string }
  /** The list already has the most stores that it may have (product O2). */
  | { readonly type: 'too-many-stores' }
  /** Another saved list has this name. */
  | { readonly type: 'saved-list-exists' }
  /** A file has more saved lists than there is room for (spec section 9: at most 10). */
  | { readonly type: 'too-many-saved-lists'; readonly room: number };

export type ChangeResult = Result<ChangeEffect, ChangeFailure>;

/** Creates a result from the diffs of rows; those that are null change nothing. */
export const changeResult = (
  rows: readonly (RowDiff | null)[],
  alreadyListed: AlreadyListed | null = null,
): ChangeResult => ok({ diff: toDiff(rows), alreadyListed });
