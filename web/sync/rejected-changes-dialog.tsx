/** The dialog with the changes that the backend rejected: users retry, copy or discard them (product Y4). */
import { useContext, useState } from 'react';
import { countRejected, type RejectedGroup } from '#core/sync/sync-record.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { useSyncStatus } from '#web/shown-list/use-sync-status.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { EmptyState } from '#web/ui/status/empty-state.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import styles from './rejected-changes-dialog.module.css';
import { fieldNames, fieldOf, type Patch } from '#core/diff/diff.ts';
import { isStoreField, storeField } from '#core/list/keyed-fields.ts';
import type { List } from '#core/list/list.ts';
import { storeName } from '#core/stores/stores.ts';

/** Stays open when the last group is gone, and then says that nothing is left. */
export function RejectedChangesDialog({ onClose }: { readonly onClose: () => void }) {
  const { rejected } = useSyncStatus();
  const cards = mergeEqual(rejected);
  const hasMany = countRejected(rejected) > 1;
  return (
    <Dialog title={messages.rejectedChanges.title} onClose={onClose}>
      {rejected.length === 0 ? (
        <EmptyState drawing="basket" text={messages.rejectedChanges.empty} />
      ) : (
        <>
          <p className={styles['hint']}>{messages.rejectedChanges.hint}</p>
          {hasMany ? <RejectedActions cards={cards} names={null} /> : null}
          <ul className={styles['groups']}>
            {cards.map((card) => (
              // The actions above apply to a single card of several changes.
              <RejectedCardItem card={card} hasActions={cards.length > 1 || !hasMany} key={card.merged.id} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

/** Shows the backend's message as received (spec section 8). */
function RejectedCardItem({ card, hasActions }: { readonly card: RejectedCard; readonly hasActions: boolean }) {
  const { store } = useShownList();
  const { merged: rejected } = card;
  const names = describeNames(rejected, store.list);
  return (
    <li className={styles['group']}>
      <h3 className={styles['names']} dir="auto">
        {names}
      </h3>
      <p className={styles['kind']}>{describeKind(rejected)}</p>
      {rejected.message === '' ? (
        <p>{messages.rejectedChanges.noServerMessage}</p>
      ) : (
        <p>
          {messages.rejectedChanges.serverMessage} <q dir="auto">{rejected.message}</q>
        </p>
      )}
      {hasActions ? <RejectedActions cards={[card]} names={names} /> : null}
    </li>
  );
}

type RejectedActionsProps = {
  readonly cards: readonly RejectedCard[];
  /** Distinguishes the buttons of one card from those of another; null for the buttons of all cards. */
  readonly names: string | null;
};

/** Asks for confirmation before it discards. */
function RejectedActions({ cards, names }: RejectedActionsProps) {
  const { store, sync } = useShownList();
  const toaster = useContext(ToasterContext);
  const [isConfirming, setConfirming] = useState(false);
  const groups = cards.flatMap((card) => card.groups);
  const count = countRejected(groups);
  const labels = names === null ? messages.rejectedChanges.all : messages.rejectedChanges.one;
  const named = (label: string): string => (names === null ? label : messages.rejectedChanges.ofNames(label, names));
  const retry = (): void => {
    for (const { id } of groups) sync?.retry(id);
    toaster.show(messages.rejectedToasts.retried(count));
  };
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(cards.map(({ merged }) => describeWhole(merged, store.list)).join('\n\n'));
    toaster.show(isCopied ? messages.rejectedToasts.copied : messages.rejectedToasts.notCopied);
  };
  const confirmDiscard = (): void => {
    // A toast would cover the buttons of the confirmation.
    toaster.hide();
    setConfirming(true);
  };
  const discard = (): void => {
    for (const { id } of groups) sync?.discard(id);
    toaster.show(messages.rejectedToasts.discarded(count));
  };
  if (isConfirming) return <DiscardConfirmation count={count} onNo={() => setConfirming(false)} onYes={discard} />;
  return (
    <div className={styles['actions']}>
      <Button name={named(labels.retry)} onPress={retry}>
        {labels.retry}
      </Button>
      <Button name={named(labels.copy)} onPress={() => void copy()}>
        {labels.copy}
      </Button>
      <span className={styles['discard']}>
        <Button look="quietDanger" name={named(labels.discard)} onPress={confirmDiscard}>
          {labels.discard}
        </Button>
      </span>
    </div>
  );
}

type DiscardConfirmationProps = { readonly count: number; readonly onNo: () => void; readonly onYes: () => void };

const DiscardConfirmation = ({ count, onNo, onYes }: DiscardConfirmationProps) => (
  <div className={styles['question']} role="alert">
    <p>{messages.rejectedChanges.askDiscard(count)}</p>
    <div className={styles['actions']}>
      <Button onPress={onNo}>{messages.rejectedChanges.keep}</Button>
      <Button look="danger" onPress={onYes}>
        {messages.rejectedChanges.one.discard}
      </Button>
    </div>
  </div>
);

/** The dialog shows this many names. The rest appear as a number; the copied text has all of them. */
const SHOWN_NAMES = 5;

/** Rejected groups that the dialog shows as one, because they concern the same table and have the same message. */
type RejectedCard = {
  readonly groups: readonly RejectedGroup[];
  /** All of their patches, under the id of the first. */
  readonly merged: RejectedGroup;
};

/** Merges equal rejections, in the order in which each kind first occurred. */
export function mergeEqual(rejected: readonly RejectedGroup[]): readonly RejectedCard[] {
  const groupsByReason = new Map<string, RejectedGroup[]>();
  for (const entry of rejected) {
    const reason = `${entry.group.table}\n${entry.message}`;
    const equal = groupsByReason.get(reason);
    if (equal === undefined) groupsByReason.set(reason, [entry]);
    else equal.push(entry);
  }
  return [...groupsByReason.values()].flatMap((groups) => {
    const [first] = groups;
    if (first === undefined) return [];
    const patches = groups.flatMap(({ group }) => group.patches);
    return [{ groups, merged: { ...first, group: { ...first.group, patches } } }];
  });
}

/** How many rows of which kind: '3 items'. */
export const describeKind = ({ group }: RejectedGroup): string => messages.rowCounts[group.table](group.patches.length);

/** The names of the rows. A name that the rejected change does not set comes from the list. */
export function describeNames({ group }: RejectedGroup, list: List): string {
  const names = group.patches.map(({ patch }) => nameOf(patch, list));
  const rest = names.length - SHOWN_NAMES;
  return rest > 0
    ? `${names.slice(0, SHOWN_NAMES).join(', ')} ${messages.rejectedChanges.more(rest)}`
    : names.join(', ');
}

/** The whole group as text that users can keep elsewhere: one line for each row, and the backend's message. */
export function describeWhole(rejected: RejectedGroup, list: List): string {
  const rows = rejected.group.patches.map(({ patch }) => `${nameOf(patch, list)}: ${describeFields(patch, list)}`);
  return [
    describeKind(rejected),
    ...rows,
    `${messages.rejectedChanges.serverMessage} ${rejected.message || messages.rejectedChanges.noServerMessage}`,
  ].join('\n');
}

function nameOf({ table, id, fields }: Patch, list: List): string {
  const field = table === 'listRow' ? 'listName' : 'name';
  const name = fieldOf(fields, field) ?? fieldOf(list[table].get(id) ?? {}, field);
  return typeof name === 'string' && name !== '' ? name : messages.values.unnamed;
}

const describeFields = ({ fields }: Patch, list: List): string =>
  fieldNames(fields)
    .map((name) => `${labelOf(name)} ${describeValue(name, fieldOf(fields, name), list)}`)
    .join(', ');

function labelOf(field: string): string {
  const name = isStoreField(field) ? storeField('') : field.replace(/_.*$/u, '');
  return Object.entries(messages.fieldNames).find(([known]) => known === name)?.[1] ?? field;
}

/** The name of what a field refers to by its id. */
function nameOfKey(field: string, id: string, list: List): string | null | undefined {
  if (field === 'store') return storeName(list, id);
  return field === 'category' ? list.categories.get(id)?.name : null;
}

function describeValue(field: string, value: unknown, list: List): string {
  if (value === null || typeof value === 'boolean') return describeWord(value);
  if (typeof value === 'object') return [value].flat().map(describeItem).join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return nameOfKey(field, text, list) ?? text;
}

const describeWord = (value: boolean | null): string =>
  value === null ? messages.values.none : value ? messages.values.yes : messages.values.no;

/** An item of a saved list, or a saved list that was loaded. */
function describeItem(item: unknown): string {
  const name = typeof item === 'object' && item !== null ? fieldOf(item, 'name') : item;
  return typeof name === 'string' ? name : messages.values.unnamed;
}
