/** What the add bar knows: the text, the category and who chose it, the suggestions, and what to say. */
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { liveRow } from '#core/list/list.ts';
import { guessCategory } from '#core/suggest/guess-category.ts';
import { suggest } from '#core/suggest/suggest.ts';
import type { Suggestion } from '#core/suggest/suggest.ts';
import * as messages from '#web/messages/en/list.ts';
import { namesOf } from '#web/shopper/names-of.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { moveActive } from './move-active.ts';

/** `kept`: chosen for an earlier item; a known name may change it, an unknown one leaves it (product L8). */
type ChosenBy = 'nobody' | 'guess' | 'shopper' | 'kept';

type Draft = { readonly text: string; readonly category: string; readonly chosenBy: ChosenBy };

const EMPTY: Draft = { text: '', category: '', chosenBy: 'nobody' };

export type Adder = {
  readonly text: string;
  readonly category: string;
  readonly canAdd: boolean;
  readonly hint: string | null;
  readonly suggestions: readonly Suggestion[];
  /** Which suggestion the arrow keys stand on. */
  readonly active: number | null;
  readonly type: (text: string) => void;
  readonly choose: (category: string) => void;
  readonly submit: () => void;
  /** Adds a suggestion at once, in the category the shopper chose or else its own. */
  readonly pick: (suggestion: Suggestion) => void;
  readonly open: () => void;
  readonly close: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

export function useAdder(firstText: string): Adder {
  const { store, folding } = useShopper();
  const [draft, setDraft] = useState<Draft>(firstText === '' ? EMPTY : { ...EMPTY, text: firstText });
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const [hint, setHint] = useState<string | null>(null);
  const suggestions = isOpen ? suggest(namesOf(store), draft.text) : [];
  const isLive = (id: string): boolean => liveRow(store.list.categories, id) !== undefined;

  const type = (text: string): void => {
    setDraft(draftFor(text, draft, guessCategory(namesOf(store), text)));
    setOpen(true);
    setActive(null);
    setHint(null);
  };
  const add = (name: string, category: string): void => {
    const result = store.act({ type: 'add-item', id: store.createId(), name, category });
    if (!result.ok) {
      setHint(messages.changeFailures[result.failure.type]);
      return;
    }
    const categoryName = liveRow(store.list.categories, category)?.name ?? '';
    const say = result.value.note === null ? messages.adder.added : messages.adder.alreadyListed;
    setHint(say(name.trim(), categoryName));
    folding.unfold(category);
    setDraft({ text: '', category, chosenBy: 'kept' });
    setOpen(false);
    setActive(null);
  };
  const pick = (suggestion: Suggestion): void => {
    const category =
      draft.chosenBy === 'shopper' || !isLive(suggestion.category) ? draft.category : suggestion.category;
    if (category === '') setDraft({ ...draft, text: suggestion.name });
    else add(suggestion.name, category);
  };
  const activeSuggestion = active === null ? undefined : suggestions[active];
  return {
    text: draft.text,
    category: isLive(draft.category) ? draft.category : '',
    canAdd: draft.text.trim() !== '' && isLive(draft.category),
    hint: hint ?? (draft.text.trim() !== '' && draft.category === '' ? messages.adder.chooseCategory : null),
    suggestions,
    active,
    type,
    choose: (category) => setDraft({ ...draft, category, chosenBy: category === '' ? 'nobody' : 'shopper' }),
    submit: () => add(draft.text, draft.category),
    pick,
    open: () => setOpen(draft.text !== ''),
    close: () => setOpen(false),
    onKeyDown(event) {
      const move = moveActive(event.key, active, suggestions.length);
      if (move !== undefined) {
        event.preventDefault();
        setActive(move);
      } else if (event.key === 'Escape' && isOpen) {
        event.preventDefault();
        setOpen(false);
      } else if (activeSuggestion && (event.key === 'Enter' || event.key === 'Tab')) {
        event.preventDefault();
        pick(activeSuggestion);
      }
    },
  };
}

/** The draft with another text: a known name picks its category, unless the shopper chose one (product L8). */
function draftFor(text: string, draft: Draft, guess: string | null): Draft {
  if (draft.chosenBy === 'shopper') return { ...draft, text };
  if (guess !== null) return { text, category: guess, chosenBy: 'guess' };
  return draft.chosenBy === 'guess' ? { ...EMPTY, text } : { ...draft, text };
}
