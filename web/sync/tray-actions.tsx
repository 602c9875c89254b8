/** What can be done about set-aside groups: one of them, or all. */
import { useContext, useState } from 'react';
import type { SetAsideGroup } from '#core/sync/outgoing.ts';
import { toast, tray as words } from '#web/messages/en/sync.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { ToasterContext } from '#web/ui/toaster.ts';
import { countRows } from './count-rows.ts';
import { describeWhole } from './set-aside-words.ts';
import styles from './tray-dialog.module.css';

type TrayActionsProps = {
  readonly groups: readonly SetAsideGroup[];
  /** What tells the buttons of one group from those of another; null for those of all. */
  readonly names: string | null;
};

/** Discarding asks first. */
export function TrayActions({ groups, names }: TrayActionsProps) {
  const { store, sync } = useShopper();
  const toaster = useContext(ToasterContext);
  const [isAsking, setAsking] = useState(false);
  const count = countRows(groups);
  const labels = names === null ? words.all : words.one;
  const named = (label: string): string => (names === null ? label : words.ofNames(label, names));
  const retry = (): void => {
    for (const { id } of groups) sync?.retry(id);
    toaster.show(toast.retried(count));
  };
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(groups.map((aside) => describeWhole(aside, store.list)).join('\n\n'));
    toaster.show(isCopied ? toast.copied : toast.notCopied);
  };
  const ask = (): void => {
    // A toast would stand over the answers.
    toaster.hide();
    setAsking(true);
  };
  const discard = (): void => {
    for (const { id } of groups) sync?.discard(id);
    toaster.show(toast.discarded(count));
  };
  if (isAsking) return <DiscardQuestion count={count} onNo={() => setAsking(false)} onYes={discard} />;
  return (
    <div className={styles['actions']}>
      <Button name={named(labels.retry)} onPress={retry}>
        {labels.retry}
      </Button>
      <Button name={named(labels.copy)} onPress={() => void copy()}>
        {labels.copy}
      </Button>
      <Button look="quietDanger" name={named(labels.discard)} onPress={ask}>
        {labels.discard}
      </Button>
    </div>
  );
}

type DiscardQuestionProps = { readonly count: number; readonly onNo: () => void; readonly onYes: () => void };

const DiscardQuestion = ({ count, onNo, onYes }: DiscardQuestionProps) => (
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
