/** The dialog with the changes that the backend rejected: users retry, copy or discard them (product Y4). */
import { useContext, useState } from 'react';
import { countRejected } from '#core/sync/sync-record.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { useSyncStatus } from '#web/shown-list/use-sync-status.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { EmptyState } from '#web/ui/status/empty-state.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { describeKind, describeNames, describeWhole, mergeEqual, type RejectedCard } from './describe-rejected.ts';
import styles from './rejected-changes-dialog.module.css';

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
