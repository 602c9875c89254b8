/** The text in the add bar and its category, which the shopper chose or the app guessed. */

/** Category ids; '' for none. Priority: chosen, then guessed, then kept. */
export type Draft = {
  readonly text: string;
  /** Whether the shopper wants the text as the name, with nothing in it read as an amount or a note (product Q2). */
  readonly isLiteral: boolean;
  /** Chosen by the shopper for this item. */
  readonly chosen: string;
  /** The category of a known name (product L8). */
  readonly guessed: string;
  /** Chosen by the shopper for an earlier item. Unknown names use it until a known name is added. */
  readonly kept: string;
};

export const EMPTY_DRAFT: Draft = { text: '', isLiteral: false, chosen: '', guessed: '', kept: '' };

/** The category of the new item; '' for none. */
export const draftCategory = ({ chosen, guessed, kept }: Draft): string => chosen || guessed || kept;

/**
 * Replaces the text.
 * @param guess the category of that name; null if the name is unknown
 */
export const typeText = (draft: Draft, text: string, guess: string | null): Draft => ({
  ...draft,
  text,
  isLiteral: draft.isLiteral && text !== '',
  guessed: guess ?? '',
});

/** Sets the category that the shopper chose; '' removes the choice, so that the app guesses again. */
export const chooseCategory = (draft: Draft, category: string): Draft => ({
  ...draft,
  chosen: category,
  guessed: '',
  kept: '',
});

/** The draft after an item was added: empty, with the chosen category kept and a guessed one dropped. */
export const afterAdding = ({ chosen, guessed, kept }: Draft): Draft => ({
  ...EMPTY_DRAFT,
  kept: chosen || (guessed === '' ? kept : ''),
});
