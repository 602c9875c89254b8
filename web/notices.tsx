/** Above the list: storage failures, rejected changes, lost lists, and a new version; on paper, the chosen store and the date. */
import { Suspense, use, useState, useSyncExternalStore } from 'react';
import { countRejected } from '#core/sync/sync-record.ts';
import type { Updates } from '#client/ports/device-features.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import { useApp } from './shown-list/app-context.ts';
import { EndedLists } from './lists/ended-lists.tsx';
import { messages, locale } from './messages/messages.ts';
import { useShownList, useChosenStore } from './shown-list/shown-list.ts';
import { useSaveFile } from './shown-list/use-save-file.ts';
import { useSyncStatus } from './shown-list/use-sync-status.ts';
import { LoadedNotice } from './people/people.tsx';
import { Button } from './ui/buttons/button.tsx';
import { Notice } from './ui/status/notice.tsx';
import { useIsPrinting } from './list/rows/row-window.ts';
import styles from './notices.module.css';

type NoticesProps = { readonly onRejected: () => void };

export const Notices = (props: NoticesProps) => (
  <>
    <PrintDate />
    <ScreenNotices {...props} />
    <LoadedNotice />
  </>
);

/** Offers no new version while changes are in memory only, because its reload would lose them. */
function ScreenNotices({ onRejected }: NoticesProps) {
  const { store, openFailure } = useShownList();
  const writeFailure = useSyncExternalStore((listener) => store.subscribe('storage', listener), store.storageFailure);
  const failure = openFailure ?? writeFailure;
  if (failure !== null) return <StorageNotice failure={failure} />;
  return (
    <>
      <RefusedListNotice />
      <RejectedChangesNotice onReview={onRejected} />
      <EndedLists />
      <Suspense>
        <UpdateNotice />
      </Suspense>
    </>
  );
}

/** Says why the backend does not take this new list, and offers it as a file (product Y4). */
function RefusedListNotice() {
  const { refusal } = useSyncStatus();
  const saveFile = useSaveFile();
  if (refusal === undefined) return null;
  return (
    <Notice text={messages.rejectedChanges.refusedList(refusal)} isUrgent>
      <Button onPress={saveFile}>{messages.notice.saveFile}</Button>
    </Notice>
  );
}

/**
 * Says that the backend rejected changes (product Y4). A postponed notice returns when more is rejected; until then, the
 * menu leads to the rejected changes.
 */
function RejectedChangesNotice({ onReview }: { readonly onReview: () => void }) {
  const { rejected } = useSyncStatus();
  const [postponed, setPostponed] = useState<ReadonlySet<string>>(new Set());
  if (rejected.every(({ id }) => postponed.has(id))) return null;
  return (
    <Notice text={messages.rejectedChanges.notice(countRejected(rejected))} isUrgent>
      <Button look="quiet" onPress={() => setPostponed(new Set(rejected.map(({ id }) => id)))}>
        {messages.rejectedChanges.later}
      </Button>
      <Button onPress={onReview}>{messages.rejectedChanges.review}</Button>
    </Notice>
  );
}

/** Says that this device cannot store changes, and offers the list as a file (product D2). */
function StorageNotice({ failure }: { readonly failure: StorageFailure }) {
  const saveFile = useSaveFile();
  return (
    <Notice text={messages.storageFailures[failure.type]} isUrgent>
      <Button onPress={saveFile}>{messages.notice.saveFile}</Button>
    </Notice>
  );
}

/** A new version is offered, never forced (product D6). */
function UpdateNotice() {
  const updates = use(useApp().updates);
  return updates === null ? null : <WaitingUpdate updates={updates} />;
}

function WaitingUpdate({ updates }: { readonly updates: Updates }) {
  const isWaiting = useSyncExternalStore(updates.onChange, updates.isWaiting);
  const [isDismissed, setDismissed] = useState(false);
  if (!isWaiting || isDismissed) return null;
  return (
    <Notice text={messages.notice.update}>
      <Button look="quiet" onPress={() => setDismissed(true)}>
        {messages.notice.later}
      </Button>
      <Button look="primary" onPress={updates.apply}>
        {messages.notice.updateNow}
      </Button>
    </Notice>
  );
}

/** At the top of the printed list, under its title. */
function PrintDate() {
  const { store } = useShownList();
  const chosen = useChosenStore();
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  const today = store.now();
  return (
    <p className={styles.line}>
      {chosen === null ? null : <bdi className={styles.store}>{chosen.name}</bdi>}
      <time dateTime={today}>{new Intl.DateTimeFormat(locale(), { dateStyle: 'full' }).format(new Date(today))}</time>
    </p>
  );
}
