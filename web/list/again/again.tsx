/** Again: items that the shopper usually buys and that are not on the list, in the overlay of the add bar (product O7). */
import { useContext, useEffect, useRef, useState, useSyncExternalStore, type MouseEvent } from 'react';
import { showAmount } from '#core/amount/format-amount.ts';
import type { Habit, Habits } from '#core/suggest/habits.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { mark } from '#web/ui/marks.ts';
import { MoreMenu } from '#web/ui/menu/action-menu.tsx';
import { MenuItem } from '#web/ui/menu/menu-entries.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import styles from './again.module.css';
import { isOnList, useHabits } from './use-habits.ts';

/** Two columns of six rows on a phone. */
const MOST = 12;

type AgainProps = {
  /** Adds an item, and reports the result in the add bar. */
  readonly onAdd: (habit: Habit) => void;
  /** Adds all of the shown items in one step. */
  readonly onAddAll: (habits: Habits) => void;
  readonly onClose: () => void;
};

/**
 * A name keeps its place until all are gone: if the others moved up, a second quick tap would add one of them. Names that someone
 * else adds disappear, too, and come back when the item is removed.
 */
export function Again({ onAdd, onAddAll, onClose }: AgainProps) {
  const panel = useRef<HTMLDivElement>(null);
  const { names, isShown, forget, hasAny } = useNames();
  useCloseKey(onClose);
  const left = names.filter(isShown);
  /** Moves the focus on before the name disappears. */
  const focusNext = (from: HTMLElement, isPointer: boolean): void => {
    const chips = [...(panel.current?.querySelectorAll<HTMLElement>('[data-name]') ?? [])];
    const at = chips.findIndex((chip) => chip.parentElement?.contains(from));
    const next = chips.slice(at + 1).find(isLeft) ?? chips.slice(0, Math.max(at, 0)).findLast(isLeft);
    (next ?? panel.current?.querySelector('button'))?.focus({ preventScroll: isPointer });
  };
  return (
    <div
      className={styles.panel}
      ref={panel}
      role="group"
      aria-label={messages.again.name}
      {...mark('live', 'left-out')}
    >
      <div className={styles.head}>
        <span aria-hidden="true">{messages.again.name}</span>
        {left.length > 1 ? (
          <Button look="quiet" onPress={() => onAddAll(left)}>
            {messages.again.addAll(left.length)}
          </Button>
        ) : null}
        <IconButton icon={toolIcons.close} name={messages.again.close} onPress={onClose} />
      </div>
      {names.length === 0 ? (
        <p className={styles.none}>{hasAny() ? messages.again.allListed : messages.again.none}</p>
      ) : (
        <ul className={styles.names}>
          {names.map((habit) => (
            <Name
              key={habit.name}
              habit={habit}
              isShown={isShown(habit)}
              onAdd={({ currentTarget, detail }) => {
                focusNext(currentTarget, detail > 0);
                onAdd(habit);
              }}
              onForget={(opener) => {
                focusNext(opener, false);
                forget(habit);
              }}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

const isLeft = (chip: HTMLElement): boolean => chip.closest('[data-shown="true"]') !== null;

type NameProps = {
  readonly habit: Habit;
  readonly isShown: boolean;
  readonly onAdd: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly onForget: (from: HTMLElement) => void;
};

function Name({ habit, isShown, onAdd, onForget }: NameProps) {
  const place = useRef<HTMLLIElement>(null);
  const amount = showAmount(habit);
  return (
    <li className={styles.name} ref={place} data-shown={isShown}>
      <button className={styles.add} type="button" data-name="" onClick={onAdd}>
        <Icon path={toolIcons.plus} />
        <span className={styles.text}>
          <bdi>{habit.name}</bdi> {amount === '' ? null : <bdi className={styles.amount}>{amount}</bdi>}
        </span>
      </button>
      <MoreMenu name={messages.list.moreActions(habit.name)}>
        {(closeAnd) => (
          <MenuItem icon={icons.remove} onPress={closeAnd(() => place.current && onForget(place.current))}>
            {messages.again.forget}
          </MenuItem>
        )}
      </MoreMenu>
    </li>
  );
}

/** The names at the time the panel opened; the next ones once all of these are gone. */
function useNames() {
  const { store } = useShownList();
  const toaster = useContext(ToasterContext);
  const habits = useHabits();
  const [names, setNames] = useState<Habits>(() => habits.read(MOST));
  const [forgotten, setForgotten] = useState<ReadonlySet<string>>(new Set());
  const listed = useSyncExternalStore(store.onDiff, () =>
    names.flatMap(({ name }) => (isOnList(store.list, name) ? [name] : [])).join('\n'),
  ).split('\n');
  const isShown = ({ name }: Habit): boolean => !listed.includes(name) && !forgotten.has(name);
  if (names.length > 0 && !names.some(isShown)) {
    setNames(habits.read(MOST));
    setForgotten(new Set());
  }
  const forget = (habit: Habit): void => {
    const remember = habits.forget(habit);
    const { name } = habit;
    setForgotten((before) => new Set([...before, name]));
    const run = (): void => {
      remember();
      setForgotten((before) => new Set([...before].filter((other) => other !== name)));
    };
    toaster.show(messages.again.forgotten(name), { label: messages.undo, run, done: messages.again.remembered(name) });
  };
  return { names, isShown, forget, hasAny: habits.hasAny };
}

/** Escape closes the panel, but a menu in front of it first. */
function useCloseKey(onClose: () => void): void {
  useEffect(() => {
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && document.querySelector('dialog[open], [role="menu"]:popover-open') === null)
        onClose();
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [onClose]);
}
