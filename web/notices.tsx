/** Notices above the list: storage failures, rejected changes, lost lists, and a new version. */
import { Suspense, use, useState, useSyncExternalStore } from 'react';
import { countRejected } from '#core/sync/sync-record.ts';
import type { Updates } from '#client/ports/device-features.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import { useApp } from './shown-list/app-context.ts';
import { EndedLists } from './lists/ended-lists.tsx';
import { messages } from './messages/messages.ts';
import { useShownList } from './shown-list/shown-list.ts';
import { useSaveFile } from './shown-list/use-save-file.ts';
import { useSyncStatus } from './shown-list/use-sync-status.ts';
import { Button } from './ui/buttons/button.tsx';
import { Notice } from './ui/status/notice.tsx';

/** Offers no new version while changes are in memory only, because its reload would lose them. */
export function Notices({ onRejected }: { readonly onRejected: () => void }) {
  const { store, openFailure } = useShownList();
  const writeFailure = useSyncExternalStore((listener) => store.subscribe('storage', listener), store.storageFailure);
  const failure = openFailure ?? writeFailure;
  if (failure !== null) return <StorageNotice failure={failure} />;
  return (
    <>
      <RejectedChangesNotice onReview={onRejected} />
      <EndedLists />
      <Suspense>
        <UpdateNotice />
      </Suspense>
    </>
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
