/** The empty state of a list without items: an invitation to add one, or the specified sentence if no category is in view. */
import styles from './no-items.module.css';
import { useState } from 'react';
import { fallbackCategory, findCategory } from '#core/catalogue/category-on-demand.ts';
import { liveRow } from '#core/list/list.ts';
import { guessCategory } from '#core/suggest/guess-category.ts';
import { usualNames } from '#core/suggest/habits.ts';
import { messages } from '#web/messages/messages.ts';
import { type ShownList, useShownCategoryIds, useShownList, useTotals } from '#web/shown-list/shown-list.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Icon } from '#web/ui/icons/icon.tsx';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { EmptyState } from '#web/ui/status/empty-state.tsx';
import { useHabits } from '#web/list/again/use-habits.ts';
import { focusAddField } from '#web/list/keyboard/add-field.ts';
import { readAccountNames } from '#web/list/suggestions/account-names.ts';

/**
 * The text of spec section 2 stands where no category is in view, also after Create New Empty List (decision 7, product L11). The
 * state stays, in its size, while the list has only items that were chosen here, so that no name moves under the finger.
 */
export function NoItems({ onAddCategory }: { readonly onAddCategory: () => void }) {
  const { here, elsewhere } = useTotals();
  const { idByName, toggle } = useStaples();
  const hasCategories = useShownCategoryIds().length > 0;
  const [isSmall, setSmall] = useState(hasCategories);
  if (here === 0 && isSmall !== hasCategories) setSmall(hasCategories);
  if (here + elsewhere !== idByName.size) return null;
  const emptyText = isSmall ? messages.controls.emptyList : messages.controls.noCategories;
  return (
    <EmptyState drawing="basket" text={here === 0 ? emptyText : messages.controls.started} isSmall={isSmall}>
      <Button look="primary" onPress={isSmall ? focusAddField : onAddCategory}>
        {isSmall ? messages.controls.addFirst : messages.controls.addCategory}
      </Button>
      <Staples idByName={idByName} onToggle={toggle} />
    </EmptyState>
  );
}

/** How many names an empty list offers. */
const MOST_NAMES = 8;

type StaplesProps = {
  /** The items of the names that were chosen. */
  readonly idByName: ReadonlyMap<string, string>;
  readonly onToggle: (name: string) => void;
};

function Staples({ idByName, onToggle }: StaplesProps) {
  const names = useFirstNames();
  return (
    <div className={styles.staples} role="group" aria-label={messages.controls.staples}>
      {names.map((name) => (
        <button
          key={name}
          className={styles.staple}
          type="button"
          aria-pressed={idByName.has(name)}
          onClick={() => onToggle(name)}
        >
          <Icon path={idByName.has(name) ? toolIcons.check : toolIcons.plus} />
          <bdi>{name}</bdi>
        </button>
      ))}
    </div>
  );
}

/** Read again when the list becomes empty; they stay the same while names are chosen. */
function useFirstNames(): readonly string[] {
  const { store } = useShownList();
  const isEmpty = useTotals().here === 0;
  const habits = useHabits();
  const read = (): readonly string[] =>
    usualNames(
      store.list,
      habits.read(MOST_NAMES).map(({ name }) => name),
    );
  const [names, setNames] = useState(read);
  const [wasEmpty, setWasEmpty] = useState(isEmpty);
  if (isEmpty !== wasEmpty) {
    setWasEmpty(isEmpty);
    if (isEmpty) setNames(read);
  }
  return names;
}

/** The names that were chosen and are still on the list. A second press removes the item again. */
function useStaples(): { readonly idByName: ReadonlyMap<string, string>; readonly toggle: (name: string) => void } {
  const shownList = useShownList();
  const { store } = shownList;
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const idByName = new Map([...chosen].filter(([, id]) => liveRow(store.list.items, id) !== undefined));
  return {
    idByName,
    toggle(name) {
      const id = idByName.get(name);
      if (id === undefined) setChosen(new Map([...idByName, [name, addStaple(shownList, name)]]));
      else store.applyChange({ type: 'delete-item', id });
    },
  };
}

/** Adds a name to the category where the account has it. @returns the id of the item */
function addStaple(shownList: ShownList, name: string): string {
  const { store, ref } = shownList;
  const guess = guessCategory(readAccountNames(shownList, []), name) ?? '';
  const category = findCategory(store.list, ref, guess) ?? fallbackCategory(store.list, ref);
  const id = store.createId();
  store.applyChange({ type: 'add-item', id, name, category: category.id, newCategory: category });
  return id;
}
