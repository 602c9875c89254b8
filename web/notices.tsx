/** Notices above the list: storage failures, rejected changes, and a new version. */
import { Suspense, use, useState, useSyncExternalStore } from 'react';
import type { Updates } from '#client/ports/device-features.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import { useApp } from './shopper/app-context.ts';
import { notice, storageFailures } from './messages/en/notices.ts';
import { useShopper } from './shopper/shopper-context.ts';
import { useSaveFile } from './shopper/use-save-file.ts';
import { RejectedChangesNotice } from './sync/rejected-changes-notice.tsx';
import { Button } from './ui/buttons/button.tsx';
import { Notice } from './ui/status/notice.tsx';

/** What is only in memory would not survive the reload that a new version needs: it is not offered then. */
export function Notices({ onRejected }: { readonly onRejected: () => void }) {
  const { store, openFailure } = useShopper();
  const writeFailure = useSyncExternalStore((listener) => store.subscribe('storage', listener), store.storageFailure);
  const failure = openFailure ?? writeFailure;
  if (failure !== null) return <StorageNotice failure={failure} />;
  return (
    <>
      <RejectedChangesNotice onReview={onRejected} />
      <Suspense>
        <UpdateNotice />
      </Suspense>
    </>
  );
}

/** Says that the device keeps nothing, and offers the list as a file (product D2). */
function StorageNotice({ failure }: { readonly failure: StorageFailure }) {
  const saveFile = useSaveFile();
  return (
    <Notice text={storageFailures[failure.type]} isUrgent>
      <Button onPress={saveFile}>{notice.saveFile}</Button>
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
    <Notice text={notice.update}>
      <Button look="quiet" onPress={() => setDismissed(true)}>
        {notice.later}
      </Button>
      <Button look="primary" onPress={updates.apply}>
        {notice.updateNow}
      </Button>
    </Notice>
  );
}
