/** What the add bar knows and does: the draft, its suggestions, and what to say. */
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { liveRow } from '#core/list/list.ts';
import { guessCategory } from '#core/suggest/guess-category.ts';
import type { Suggestion } from '#core/suggest/suggest.ts';
import { changeFailures } from '#web/messages/en/list.ts';
import { adder } from '#web/messages/en/tools.ts';
import { namesOf } from '#web/shopper/names-of.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import type { Shopper } from '#web/shopper/shopper-context.ts';
import { afterAdding, chooseCategory, EMPTY_DRAFT, typeText } from './draft.ts';
import { useSuggestions } from './use-suggestions.ts';
import type { SuggestionList } from './use-suggestions.ts';

export type AdderState = {
  readonly text: string;
  /** The id of the category; '' while none is chosen. */
  readonly category: string;
  readonly canAdd: boolean;
  readonly hint: string | null;
  readonly suggestions: SuggestionList;
  readonly type: (text: string) => void;
  readonly choose: (category: string) => void;
  readonly submit: () => void;
  /** Adds a suggestion at once, in the category the shopper chose or else its own. */
  readonly pick: (suggestion: Suggestion) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

export function useAdder(firstText: string): AdderState {
  const shopper = useShopper();
  const { store } = shopper;
  const addItem = useAddItem();
  const [draft, setDraft] = useState(() => typeText(EMPTY_DRAFT, firstText, guessLive(shopper, firstText)));
  const [said, setSaid] = useState<string | null>(null);
  const suggestions = useSuggestions(draft.text);
  const category = liveRow(store.list.categories, draft.category) ? draft.category : '';
  const hasText = draft.text.trim() !== '';
  const add = (name: string, to: string): void => {
    const { isAdded, sentence } = addItem(name, to);
    setSaid(sentence);
    if (!isAdded) return;
    setDraft(afterAdding(to));
    suggestions.close();
  };
  const pick = ({ name, category: own }: Suggestion): void => {
    const to = draft.chosenBy === 'shopper' || !liveRow(store.list.categories, own) ? category : own;
    if (to === '') setDraft({ ...draft, text: name });
    else add(name, to);
  };
  return {
    text: draft.text,
    category,
    canAdd: hasText && category !== '',
    hint: said ?? (hasText && category === '' ? adder.chooseCategory : null),
    suggestions,
    type(text) {
      setDraft(typeText(draft, text, guessLive(shopper, text)));
      setSaid(null);
      suggestions.open();
    },
    choose: (next) => setDraft(chooseCategory(draft, next)),
    submit: () => add(draft.text, category),
    pick,
    onKeyDown: (event) => handleKey(event, suggestions, pick),
  };
}

/** The category that goes with a name; none where that category is gone (product L8). */
function guessLive(shopper: Shopper, text: string): string | null {
  const category = guessCategory(namesOf(shopper), text);
  return category !== null && liveRow(shopper.store.list.categories, category) ? category : null;
}

/** Adds to the list and says what came of it: added, already there, or why not (product L9, L10). */
function useAddItem() {
  const { store, folding } = useShopper();
  return (name: string, category: string): { readonly isAdded: boolean; readonly sentence: string } => {
    const result = store.act({ type: 'add-item', id: store.createId(), name, category });
    if (!result.ok) return { isAdded: false, sentence: changeFailures[result.failure.type] };
    folding.unfold(category);
    const say = result.value.note === null ? adder.added : adder.alreadyListed;
    const categoryName = liveRow(store.list.categories, category)?.name ?? '';
    return { isAdded: true, sentence: say(name.trim(), categoryName) };
  };
}

/** The keys of the field: arrows move, Enter and Tab take the suggestion one stands on, Escape closes. */
function handleKey(event: KeyboardEvent, suggestions: SuggestionList, pick: (suggestion: Suggestion) => void): void {
  const active = suggestions.active === null ? undefined : suggestions.shown[suggestions.active];
  if (active && (event.key === 'Enter' || event.key === 'Tab')) pick(active);
  else if (event.key === 'Escape' && suggestions.shown.length > 0) suggestions.close();
  else if (!suggestions.move(event.key)) return;
  event.preventDefault();
}
