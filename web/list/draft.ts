/** The item one is about to add: its text, its category, and who chose that. */

/** `kept`: chosen for an earlier item; a known name may change it, an unknown one leaves it (product L8). */
type ChosenBy = 'nobody' | 'guess' | 'shopper' | 'kept';

export type Draft = { readonly text: string; readonly category: string; readonly chosenBy: ChosenBy };

export const EMPTY_DRAFT: Draft = { text: '', category: '', chosenBy: 'nobody' };

/**
 * The draft with another text: a known name picks its category, unless the shopper chose one (product L8).
 * @param guess the category that goes with the text; null for a name nobody knows
 */
export function typeText(draft: Draft, text: string, guess: string | null): Draft {
  if (draft.chosenBy === 'shopper') return { ...draft, text };
  if (guess !== null) return { text, category: guess, chosenBy: 'guess' };
  return draft.chosenBy === 'guess' ? { ...EMPTY_DRAFT, text } : { ...draft, text };
}

/** The draft with a category of the shopper's own choice; none is a choice to be made again. */
export const chooseCategory = (draft: Draft, category: string): Draft => ({
  ...draft,
  category,
  chosenBy: category === '' ? 'nobody' : 'shopper',
});

/** What follows an item that was added: an empty field, the category as it was. */
export const afterAdding = (category: string): Draft => ({ text: '', category, chosenBy: 'kept' });
