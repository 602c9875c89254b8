/** Why a change is refused; the messages are in web/messages. */
import type { CleanNameFailure } from '#core/name/clean-name.ts';

export type ChangeFailure =
  | CleanNameFailure
  /** No category was chosen, or the one chosen is gone. */
  | { readonly type: 'no-category' }
  /** The row was deleted meanwhile, in another tab or on another device. */
  | { readonly type: 'gone' }
  /** That category already has an item with this name (product L9). */
  | { readonly type: 'item-exists'; readonly category: string }
  /** A category of that name is in the list already. */
  | { readonly type: 'category-exists'; readonly id: string }
  /** A category was to get the name of another one. */
  | { readonly type: 'category-name-taken' }
  /** A file brings more saved lists than there is room for (spec section 9: at most 10). */
  | { readonly type: 'too-many-saved-lists'; readonly room: number };
