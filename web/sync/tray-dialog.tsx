/** The tray: what the account's backend refused, to be retried, copied out or discarded (product Y4). */
import { describeKind, describeNames } from './set-aside-words.ts';
import type { SetAsideGroup } from '#core/sync/outgoing.ts';
import { tray as words } from '#web/messages/en/sync.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { useSyncStatus } from '#web/shopper/use-sync-status.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TrayActions } from './tray-actions.tsx';
import styles from './tray-dialog.module.css';

/** What is dealt with goes; the dialog stays, and says so when nothing is left. */
export function TrayDialog({ onClose }: { readonly onClose: () => void }) {
  const { tray } = useSyncStatus();
  return (
    <Dialog title={words.title} onClose={onClose}>
      {tray.length === 0 ? (
        <EmptyState drawing="basket" text={words.empty} />
      ) : (
        <>
          <p className={styles['hint']}>{words.hint}</p>
          {tray.length === 1 ? null : <TrayActions groups={tray} names={null} />}
          <ul className={styles['groups']}>
            {tray.map((aside) => (
              <AsideGroup aside={aside} key={aside.id} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

/** The backend's message is shown as received (spec section 8). */
function AsideGroup({ aside }: { readonly aside: SetAsideGroup }) {
  const { store } = useShopper();
  const names = describeNames(aside, store.list);
  return (
    <li className={styles['group']}>
      <h3 className={styles['names']} dir="auto">
        {names}
      </h3>
      <p className={styles['kind']}>{describeKind(aside)}</p>
      {aside.message === '' ? (
        <p>{words.saidNothing}</p>
      ) : (
        <p>
          {words.said} <q dir="auto">{aside.message}</q>
        </p>
      )}
      <TrayActions groups={[aside]} names={names} />
    </li>
  );
}
