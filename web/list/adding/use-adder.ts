/** State of the add bar: the draft, its suggestions, and the status of the last item. */
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { findCategory } from '#core/catalogue/category-on-demand.ts';
import type { Category } from '#core/list/row.ts';
import { guessCategory } from '#core/suggest/guess-category.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import type { Suggestion } from '#core/suggest/suggest.ts';
import { createAccountNames, rememberCommonNames } from '#web/list/suggestions/account-names.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { useChunk } from '#web/ui/use-chunk.ts';
import { afterAdding, chooseCategory, draftCategory, EMPTY_DRAFT, typeText } from './draft.ts';
import type { Draft } from './draft.ts';
import { useAddItem, useAddLines } from './use-add-item.ts';
import type { PastedLine } from './use-add-item.ts';
import { useAdderStatus } from './use-adder-status.ts';
import type { AdderStatus } from './use-adder-status.ts';
import { useSuggestions } from '#web/list/suggestions/use-suggestions.ts';
import type { SuggestionList } from '#web/list/suggestions/use-suggestions.ts';

export type AdderState = {
  readonly text: string;
  /** The category of the new item; null for none. */
  readonly category: Category | null;
  readonly hasText: boolean;
  readonly canAdd: boolean;
  readonly status: AdderStatus | null;
  readonly suggestions: SuggestionList;
  readonly type: (text: string) => void;
  /** Chooses a category by its id; '' for none. */
  readonly choose: (category: string) => void;
  /** Chooses a category and adds the item to it. */
  readonly addTo: (category: string) => void;
  readonly submit: () => void;
  /** Adds one item for each line of a pasted text. */
  readonly addLines: (lines: readonly PastedLine[]) => void;
  /** The category that a suggestion would be added to: the chosen one, or else the suggestion's; null for none. */
  readonly categoryOf: (suggestion: Suggestion) => Category | null;
  /** Adds a suggestion to that category. */
  readonly pick: (suggestion: Suggestion) => void;
};

export function useAdder(firstText: string): AdderState {
  const { names, find, retype, draft, setDraft } = useDraft(firstText);
  const [status, setStatus] = useAdderStatus();
  const addItem = useAddItem(names, setStatus);
  const addLines = useAddLines(names, setStatus);
  const suggestions = useSuggestions(names, draft.text);
  const category = find(draftCategory(draft));
  const hasText = draft.text.trim() !== '';
  const pickDraft = (suggestion: Suggestion): Draft => retype(draft, suggestion.name, suggestion.category);
  const add = (from: Draft): void => {
    const target = find(draftCategory(from));
    const next = target !== null && addItem(from.text, target) ? afterAdding(from) : from;
    setDraft(next);
    suggestions.close(next.text);
  };
  return {
    text: draft.text,
    category,
    hasText,
    canAdd: hasText && category !== null,
    status,
    suggestions,
    type(text) {
      setDraft(retype(draft, text));
      setStatus(null);
      suggestions.open(text);
    },
    choose: (id) => setDraft(chooseCategory(draft, id)),
    addTo: (id) => add(chooseCategory(draft, id)),
    submit: () => add(draft),
    addLines: (lines) => addLines(lines, draft.chosen || draft.kept),
    categoryOf: (suggestion) => find(draftCategory(pickDraft(suggestion))),
    pick(suggestion) {
      const picked = pickDraft(suggestion);
      if (draftCategory(picked) !== '') return add(picked);
      setDraft(picked);
      suggestions.open(picked.text);
    },
  };
}

/** The draft, the names that the account knows, and functions that look up a draft's category. */
function useDraft(firstText: string) {
  const shopper = useShopper();
  // Each list has its own names.
  const names = useMemo(() => createAccountNames(shopper), [shopper]);
  const find = (id: string): Category | null => findCategory(shopper.store.list, shopper.ref, id) ?? null;
  /** Replaces the draft's text. A guessed category that no longer exists is ignored (product L8). */
  const retype = (draft: Draft, text: string, guess = guessCategory(names, text)): Draft =>
    typeText(draft, text, find(guess ?? '')?.id ?? null);
  const [draft, setDraft] = useState(() => retype(EMPTY_DRAFT, firstText));
  useCommonNames(names, () => setDraft((typed) => retype(typed, typed.text)));
  return { names, find, retype, draft, setDraft };
}

const loadCommonNames = () => import('#core/catalogue/common-names.ts');

/**
 * Adds the common names as soon as they are loaded. Nothing waits for them: until then, and if they cannot be loaded, the app
 * knows the names of the default list and the account's.
 * @param onAdded called when they are added
 */
function useCommonNames(names: KnownNames, onAdded: () => void): void {
  const shopper = useShopper();
  const common = useChunk(loadCommonNames, 'ignore');
  const handleAdded = useEffectEvent(onAdded);
  useEffect(() => {
    if (common === null) return;
    rememberCommonNames(names, shopper, common.readCommonNames());
    handleAdded();
  }, [names, shopper, common]);
}
