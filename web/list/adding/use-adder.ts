/** State of the add bar: the draft, its suggestions, and the status of the last item. */
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { fallbackCategory, findCategory } from '#core/catalogue/category-on-demand.ts';
import type { NumberFormat } from '#core/amount/numbers.ts';
import { literalEntry } from '#core/amount/parse-entry.ts';
import { findStoreNamed, type TextEntry } from '#core/list-text/read-store.ts';
import { storeName } from '#core/stores/stores.ts';
import type { Category } from '#core/list/row.ts';
import { guessEntryCategory } from '#core/suggest/guess-category.ts';
import type { Habit, Habits } from '#core/suggest/habits.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import type { Suggestion } from '#core/suggest/suggest.ts';
import {
  areCommonNamesLoaded,
  createAccountNames,
  loadCommonNames,
  loadOtherNames,
  rememberCommonNames,
} from '#web/list/suggestions/account-names.ts';
import { useApp } from '#web/shown-list/app-context.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { useApplyChange } from '#web/shown-list/use-apply-change.ts';
import { useChunk } from '#web/ui/use-chunk.ts';
import {
  afterAdding,
  chooseCategory,
  createEntryReader,
  type Draft,
  type EntryReader,
  draftCategory,
  EMPTY_DRAFT,
  typeText,
} from './entry-reader.ts';
import { isOnList } from '#web/list/again/use-habits.ts';
import { messages } from '#web/messages/messages.ts';
import { type AdderStatus, type OtherMeaning, useAdderStatus, useAddItem } from './use-add-item.ts';
import { type SuggestionList, useSuggestions } from '#web/list/suggestions/suggestions.tsx';

export type AdderState = {
  readonly text: string;
  /** The name, amount, unit, note and store in the text. */
  readonly entry: TextEntry;
  /** The name of that store; '' for none. */
  readonly storeName: string;
  /** The numbers of the device's language. */
  readonly numbers: NumberFormat;
  /** The category of the new item; null only while there is no text. */
  readonly category: Category | null;
  readonly hasText: boolean;
  readonly status: AdderStatus | null;
  readonly suggestions: SuggestionList;
  readonly type: (text: string) => void;
  /** How many items the text may be. */
  readonly count: number;
  /** Previews these items. The text remains in the field until they are added. */
  readonly split: () => void;
  /** Whether a text to paste is several items, which the preview of many lines shows. */
  readonly hasSeveral: (text: string) => boolean;
  /** Chooses a category by its id; '' for none. */
  readonly choose: (category: string) => void;
  readonly submit: () => void;
  /** Takes the text as the name, with nothing in it read as an amount or a note. */
  readonly takeLiterally: () => void;
  /** Takes the text literally and adds the item. */
  readonly submitLiterally: () => void;
  /** The category that the shopper chose for unknown names; '' for none. */
  readonly chosenCategory: string;
  /** The category that a suggestion would be added to: the chosen one, or else the suggestion's. */
  readonly categoryOf: (suggestion: Suggestion) => Category;
  /** Adds a suggestion to that category. */
  readonly pick: (suggestion: Suggestion) => void;
  /** Adds a usual item with its last amount, unless its name is already on the list (product O7). */
  readonly addAgain: (habit: Habit) => void;
  /** Adds several usual items with their last amounts in one step, except those whose names are already on the list. */
  readonly addAllAgain: (habits: Habits) => void;
};

/** A text to split into several items. */
type SplitText = { readonly text: string; readonly category: string; readonly onAdded: () => void };

export function useAdder(firstText: string, onSplit: (text: SplitText) => void): AdderState {
  const { names, reader, categoryOf, place, retype, pickDraft, literalDraft, shown, draft, setDraft } =
    useDraft(firstText);
  const [status, setStatus] = useAdderStatus();
  const addItem = useAddItem({ names, numbers: reader.numbers, setStatus });
  const again = useAddAgain({ addItem, setStatus, draft, categoryOf: (name, from) => categoryOf(retype(from, name)) });
  const suggestions = useSuggestions(names, reader.queryOf(draft));
  const findOther = useOtherMeaning({ reader, place: (from) => place(retype(from, from.text)), addItem, onSplit });
  const add = (from: Draft): void => {
    const next = addItem({ ...place(from), other: findOther(from) }) ? afterAdding(from) : from;
    setDraft(next);
    suggestions.close(reader.queryOf(next));
  };
  const show = (next: Draft): void => {
    setDraft(next);
    suggestions.open(reader.queryOf(next));
  };
  return {
    ...shown,
    numbers: reader.numbers,
    status,
    suggestions,
    type(text) {
      show(retype(draft, text));
      setStatus(null);
    },
    hasSeveral: reader.hasSeveral,
    choose: (id) => setDraft(retype(chooseCategory(draft, id), draft.text)),
    submit: () => add(draft),
    split: () => onSplit({ ...toSplit(reader, draft), onAdded: () => show(afterAdding(draft)) }),
    takeLiterally: () => show(literalDraft()),
    submitLiterally: () => add(literalDraft()),
    chosenCategory: draft.chosen || draft.kept,
    categoryOf: (suggestion) => categoryOf(pickDraft(suggestion)),
    pick: (suggestion) => add(pickDraft(suggestion)),
    ...again,
  };
}

const toSplit = (reader: EntryReader, draft: Draft): Omit<SplitText, 'onAdded'> => ({
  text: reader.textToSplit(draft),
  category: draft.chosen || draft.kept,
});

type OtherMeaningParts = {
  readonly reader: EntryReader;
  readonly addItem: ReturnType<typeof useAddItem>;
  /** What a draft adds, and where. */
  readonly place: (draft: Draft) => Parameters<ReturnType<typeof useAddItem>>[0];
  readonly onSplit: (text: SplitText) => void;
};

/** Several items, or one for a store that the list does not have yet: `milk, bread and eggs`, `oat milk @ Lidl`. */
function useOtherMeaning({
  reader,
  addItem,
  place,
  onSplit,
}: OtherMeaningParts): (draft: Draft) => OtherMeaning | null {
  const { store, user } = useShownList();
  const { offersDetail } = useApp();
  const doChange = useApplyChange();
  // Everything is read before the item is added, because that makes the whole text a known name.
  return (draft) => {
    const count = reader.countItems(draft);
    if (count > 1) {
      const several = toSplit(reader, draft);
      return { label: messages.adder.split(count), run: (takeBack) => onSplit({ ...several, onAdded: takeBack }) };
    }
    const found = offersDetail(user.id, 'store') ? reader.findNewStore(draft) : null;
    if (found === null) return null;
    const placement = place({ ...draft, text: found.rest });
    const run: OtherMeaning['run'] = (takeBack) => {
      const id = store.createId();
      if (!doChange({ type: 'add-store', id, name: found.name }).ok) return;
      takeBack();
      addItem({ ...placement, entry: { ...placement.entry, store: id } });
    };
    return { label: messages.adder.addStore(found.name), run };
  };
}

type AddAgainParts = {
  readonly addItem: ReturnType<typeof useAddItem>;
  readonly setStatus: (status: AdderStatus) => void;
  readonly draft: Draft;
  /** The category of a known name, unless the draft has one that was chosen. */
  readonly categoryOf: (name: string, draft: Draft) => Category;
};

function useAddAgain({
  addItem,
  setStatus,
  draft,
  categoryOf,
}: AddAgainParts): Pick<AdderState, 'addAgain' | 'addAllAgain'> {
  const { store, user } = useShownList();
  const { offersDetail } = useApp();
  const doChange = useApplyChange();
  const detailsOf = ({ amount = null, unit = null }: Habit) =>
    offersDetail(user.id, 'amount') ? { amount, unit } : {};
  return {
    addAgain(habit) {
      const { name } = habit;
      // Another device may have added it, and the tap must not change what others have added.
      store.release();
      if (isOnList(store.list, name)) return setStatus({ text: messages.again.alreadyListed(name), action: null });
      const entry = { ...literalEntry(name), ...detailsOf(habit) };
      addItem({ entry, category: categoryOf(name, draft), isChosen: false });
    },
    addAllAgain(habits) {
      store.release();
      const items = habits
        .filter(({ name }) => !isOnList(store.list, name))
        .map((habit) => {
          // A category is chosen for one item.
          const category = categoryOf(habit.name, EMPTY_DRAFT);
          const place = { category: category.id, newCategory: category };
          return { id: store.createId(), name: habit.name, ...place, ...detailsOf(habit) };
        });
      doChange({ type: 'add-items', items }, messages.adder.addedMany(items.length, habits.length - items.length));
    },
  };
}

/** The draft, the names that the account knows, and functions that look up a draft's category. */
function useDraft(firstText: string) {
  const shownList = useShownList();
  const { offersDetail } = useApp();
  // Each list has its own names.
  const names = useMemo(() => createAccountNames(shownList), [shownList]);
  const reader = useMemo(() => {
    const isOffered = (): boolean => offersDetail(shownList.user.id, 'amount');
    return createEntryReader(names, isOffered, (name) => findStoreNamed(shownList.store.view.stores(), name));
  }, [names, offersDetail, shownList]);
  const { store, ref } = shownList;
  const find = (id: string): Category | null => findCategory(store.list, ref, id) ?? null;
  /** Enter always adds, so every draft has a category (product L13). */
  const categoryOf = (from: Draft): Category => find(draftCategory(from)) ?? fallbackCategory(store.list, ref);
  const place = (from: Draft) => ({
    entry: reader.read(from),
    category: categoryOf(from),
    isChosen: from.chosen !== '',
  });
  /** Replaces the draft's text. A guessed category that no longer exists is ignored (product L8). */
  const retype = (draft: Draft, text: string, known?: string): Draft => {
    const guess = known ?? guessEntryCategory(names, reader.read({ text, isLiteral: draft.isLiteral })) ?? '';
    return typeText(draft, text, find(guess)?.id ?? null);
  };
  const [draft, setDraft] = useState(() => retype(EMPTY_DRAFT, firstText));
  /** The draft with the name of a suggestion. */
  const pickDraft = ({ name, category }: Suggestion): Draft => retype(draft, reader.replaceName(draft, name), category);
  const hasText = draft.text.trim() !== '';
  const category = hasText ? categoryOf(draft) : find(draftCategory(draft));
  const entry = reader.read(draft);
  const shown = {
    text: draft.text,
    entry,
    storeName: storeName(store.list, entry.store) ?? '',
    count: reader.countItems(draft),
    category,
    hasText,
  };
  const literalDraft = (): Draft => retype({ ...draft, isLiteral: true }, draft.text);
  useMoreNames(names, hasText, () => setDraft((typed) => retype(typed, typed.text)));
  return { names, reader, categoryOf, place, retype, pickDraft, literalDraft, shown, draft, setDraft };
}

/**
 * Adds the common names as soon as they are loaded, and those of the account's other lists once something is typed. Nothing waits for them:
 * until then, and if they cannot be loaded, the app knows the names of the default list and the list's own.
 * @param onAdded called when they are added
 */
function useMoreNames(names: KnownNames, isTyping: boolean, onAdded: () => void): void {
  const shownList = useShownList();
  const { loadLists } = useApp();
  const [areKnown] = useState(areCommonNamesLoaded);
  const common = useChunk(loadCommonNames, 'ignore');
  const handleAdded = useEffectEvent(onAdded);
  useEffect(() => {
    if (common === null || areKnown) return;
    rememberCommonNames(names, shownList, common);
    handleAdded();
  }, [names, shownList, common, areKnown]);
  useEffect(() => {
    if (!isTyping) return;
    loadOtherNames(shownList, loadLists).then(
      (areNew) => {
        if (!areNew) return;
        rememberCommonNames(names, shownList, []);
        handleAdded();
      },
      () => undefined,
    );
  }, [isTyping, names, shownList, loadLists]);
}
