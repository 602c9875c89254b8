/** The item about to be added: its text, and where its category comes from. */

/** Category ids; '' where there is none. A choice counts more than a guess, a guess more than what was kept. */
export type Draft = {
  readonly text: string;
  /** Chosen by the shopper for this item. */
  readonly chosen: string;
  /** The category of a known name (product L8). */
  readonly guessed: string;
  /** Chosen by the shopper for an earlier item; unknown names go there until a known one comes. */
  readonly kept: string;
};

export const EMPTY_DRAFT: Draft = { text: '', chosen: '', guessed: '', kept: '' };

/** The category the item would be added to; '' where none is known. */
export const draftCategory = ({ chosen, guessed, kept }: Draft): string => chosen || guessed || kept;

/**
 * The draft with another text.
 * @param guess the category of that name; null for an unknown one
 */
export const typeText = (draft: Draft, text: string, guess: string | null): Draft => ({
  ...draft,
  text,
  guessed: guess ?? '',
});

/** The draft with a category the shopper chose; '' takes the choice back, so that the next text may be guessed again. */
export const chooseCategory = (draft: Draft, category: string): Draft => ({
  ...draft,
  chosen: category,
  guessed: '',
  kept: '',
});

/** The empty draft after adding: a category stays only if the shopper chose it, never one that was guessed. */
export const afterAdding = ({ chosen, guessed, kept }: Draft): Draft => ({
  ...EMPTY_DRAFT,
  kept: chosen || (guessed === '' ? kept : ''),
});
