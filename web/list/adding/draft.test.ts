/** The draft of a new item. */
import { describe, expect, it } from 'vitest';
import { afterAdding, chooseCategory, draftCategory, EMPTY_DRAFT, typeText } from './draft.ts';

describe('the draft of an item', () => {
  it('[L8] uses the category of a known name', () => {
    expect(draftCategory(typeText(EMPTY_DRAFT, 'Milk', 'dairy'))).toBe('dairy');
  });

  it('[L8] keeps the category that the shopper chose for any name', () => {
    const chosen = chooseCategory(EMPTY_DRAFT, 'bakery');
    expect(draftCategory(typeText(chosen, 'Milk', 'dairy'))).toBe('bakery');
  });

  it('[L8] drops a guess when the name is no longer known', () => {
    const guessed = typeText(EMPTY_DRAFT, 'Milk', 'dairy');
    expect(typeText(guessed, 'Milkx', null)).toEqual({ ...EMPTY_DRAFT, text: 'Milkx' });
  });

  it('[L8] keeps no guessed category for the next item', () => {
    expect(afterAdding(typeText(EMPTY_DRAFT, 'shampoo', 'care'))).toEqual(EMPTY_DRAFT);
  });

  it('[L8] keeps a chosen category for unknown names until a known one was added', () => {
    const next = afterAdding(typeText(chooseCategory(EMPTY_DRAFT, 'dairy'), 'Quark', null));
    expect(draftCategory(typeText(next, 'Kefir', null))).toBe('dairy');
    const known = typeText(next, 'Bread', 'bakery');
    expect(draftCategory(known)).toBe('bakery');
    expect(draftCategory(typeText(known, 'Breadx', null))).toBe('dairy');
    expect(draftCategory(typeText(afterAdding(known), 'Kefir', null))).toBe('');
  });

  it('[L8] guesses again after the shopper removed the choice', () => {
    const none = chooseCategory(chooseCategory(EMPTY_DRAFT, 'bakery'), '');
    expect(draftCategory(typeText(none, 'Milk', 'dairy'))).toBe('dairy');
  });
});
