/** Offers the order in which the shopper walked through the chosen store, next to the current one (product O4). Loads when it opens. */
import { useEffect } from 'react';
import type { TripWatch } from '#client/trip/trip-watch.ts';
import type { OrderOf } from '#core/list/keyed-fields.ts';
import { messages } from '#web/messages/messages.ts';
import { useChosenStore, useShownCategory, useShownCategoryIds } from '#web/shown-list/shown-list.ts';
import { useApplyChange } from '#web/shown-list/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog/dialog.tsx';
import styles from './walked-dialog.module.css';

type WalkedDialogProps = {
  /** The ids of the categories in the order walked. */
  readonly order: readonly string[];
  /** The store that was walked through; null if none was chosen. */
  readonly store: OrderOf;
  readonly watch: Pick<TripWatch, 'answer'>;
  readonly onClose: () => void;
};

export function WalkedDialog({ order, store, watch, onClose }: WalkedDialogProps) {
  const shown = useShownCategoryIds();
  const chosen = useChosenStore();
  const doChange = useApplyChange();
  const isRemoved = (chosen?.id ?? null) !== store;
  // The order of a store that someone has removed must not become the list's.
  useEffect(() => {
    if (isRemoved) onClose();
  }, [isRemoved, onClose]);
  const answer = (asksAgain: boolean): void => {
    watch.answer(asksAgain);
    onClose();
  };
  const accept = (): void => {
    answer(true);
    const change = { type: 'arrange-categories', order, shown, store } as const;
    doChange(change, messages.describeSummary({ type: 'categories-arranged' }));
  };
  return (
    <Dialog title={messages.walked.title(chosen?.name ?? '')} onClose={() => answer(true)}>
      <p className={styles.hint}>{messages.walked.hint}</p>
      <div className={styles.orders}>
        <Order title={messages.walked.now} ids={shown} />
        <Order title={messages.walked.order} ids={order} />
      </div>
      <DialogActions isSticky>
        <Button onPress={() => answer(false)}>{messages.walked.never}</Button>
        <Button look="primary" onPress={accept}>
          {messages.walked.use}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const Order = ({ title, ids }: { readonly title: string; readonly ids: readonly string[] }) => (
  <section aria-label={title}>
    <h3 className={styles.title}>{title}</h3>
    <ol className={styles.names}>
      {ids.map((id) => (
        <Name key={id} id={id} />
      ))}
    </ol>
  </section>
);

function Name({ id }: { readonly id: string }) {
  const category = useShownCategory(id);
  return (
    <li>
      <bdi>{category?.name || messages.list.unnamedCategory}</bdi>
    </li>
  );
}
