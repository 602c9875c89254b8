/** The dialog with the changes that the backend rejected: users retry, copy or discard them (product Y4). */
import { useContext, useState } from 'react';
import { countRejected } from '#core/sync/sync-record.ts';
import type { RejectedGroup } from '#core/sync/sync-record.ts';
import { rejectedChanges as words, toast } from '#web/messages/en/sync.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { useSyncStatus } from '#web/shopper/use-sync-status.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { EmptyState } from '#web/ui/status/empty-state.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { describeKind, describeNames, describeWhole } from './describe-rejected.ts';
import styles from './rejected-changes-dialog.module.css';

/** Stays open when the last group is gone, and then says that nothing is left. */
export function RejectedChangesDialog({ onClose }: { readonly onClose: () => void }) {
  const { rejected } = useSyncStatus();
  return (
    <Dialog title={words.title} onClose={onClose}>
      {rejected.length === 0 ? (
        <EmptyState drawing="basket" text={words.empty} />
      ) : (
        <>
          <p className={styles['hint']}>{words.hint}</p>
          {rejected.length === 1 ? null : <RejectedActions groups={rejected} names={null} />}
          <ul className={styles['groups']}>
            {rejected.map((group) => (
              <RejectedGroupItem rejected={group} key={group.id} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

/** Shows the backend's message as received (spec section 8). */
function RejectedGroupItem({ rejected }: { readonly rejected: RejectedGroup }) {
  const { store } = useShopper();
  const names = describeNames(rejected, store.list);
  return (
    <li className={styles['group']}>
      <h3 className={styles['names']} dir="auto">
        {names}
      </h3>
      <p className={styles['kind']}>{describeKind(rejected)}</p>
      {rejected.message === '' ? (
        <p>{words.noServerMessage}</p>
      ) : (
        <p>
          {words.serverMessage} <q dir="auto">{rejected.message}</q>
        </p>
      )}
      <RejectedActions groups={[rejected]} names={names} />
    </li>
  );
}

type RejectedActionsProps = {
  readonly groups: readonly RejectedGroup[];
  /** Distinguishes the buttons of one group from those of another; null for the buttons of all groups. */
  readonly names: string | null;
};

/** Asks for confirmation before it discards. */
function RejectedActions({ groups, names }: RejectedActionsProps) {
  const { store, sync } = useShopper();
  const toaster = useContext(ToasterContext);
  const [isConfirming, setConfirming] = useState(false);
  const count = countRejected(groups);
  const labels = names === null ? words.all : words.one;
  const named = (label: string): string => (names === null ? label : words.ofNames(label, names));
  const retry = (): void => {
    for (const { id } of groups) sync?.retry(id);
    toaster.show(toast.retried(count));
  };
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(groups.map((group) => describeWhole(group, store.list)).join('\n\n'));
    toaster.show(isCopied ? toast.copied : toast.notCopied);
  };
  const confirmDiscard = (): void => {
    // A toast would cover the buttons of the confirmation.
    toaster.hide();
    setConfirming(true);
  };
  const discard = (): void => {
    for (const { id } of groups) sync?.discard(id);
    toaster.show(toast.discarded(count));
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
      <Button look="quietDanger" name={named(labels.discard)} onPress={confirmDiscard}>
        {labels.discard}
      </Button>
    </div>
  );
}

type DiscardConfirmationProps = { readonly count: number; readonly onNo: () => void; readonly onYes: () => void };

const DiscardConfirmation = ({ count, onNo, onYes }: DiscardConfirmationProps) => (
  <div className={styles['question']} role="alert">
    <p>{words.askDiscard(count)}</p>
    <div className={styles['actions']}>
      <Button onPress={onNo}>{words.keep}</Button>
      <Button look="danger" onPress={onYes}>
        {words.one.discard}
      </Button>
    </div>
  </div>
);
