/** Tests of the item one is about to add. */
import { describe, expect, it } from 'vitest';
import { afterAdding, chooseCategory, EMPTY_DRAFT, typeText } from './draft.ts';

describe('the draft of an item', () => {
  it('[L8] takes the category of a known name', () => {
    expect(typeText(EMPTY_DRAFT, 'Milk', 'dairy')).toEqual({ text: 'Milk', category: 'dairy', chosenBy: 'guess' });
  });

  it('[L8] keeps the category that the shopper chose, whatever the name', () => {
    const chosen = chooseCategory(EMPTY_DRAFT, 'bakery');
    expect(typeText(chosen, 'Milk', 'dairy').category).toBe('bakery');
  });

  it('[L8] forgets a guess when the name is no longer known', () => {
    const guessed = typeText(EMPTY_DRAFT, 'Milk', 'dairy');
    expect(typeText(guessed, 'Milkx', null)).toEqual({ ...EMPTY_DRAFT, text: 'Milkx' });
  });

  it('[L8] keeps the category of the item before for an unknown name, and leaves it for a known one', () => {
    const next = afterAdding('dairy');
    expect(typeText(next, 'Kefir', null).category).toBe('dairy');
    expect(typeText(next, 'Bread', 'bakery').category).toBe('bakery');
  });

  it('[L8] may guess again once the shopper took the choice back', () => {
    const none = chooseCategory(chooseCategory(EMPTY_DRAFT, 'bakery'), '');
    expect(typeText(none, 'Milk', 'dairy').category).toBe('dairy');
  });
});
