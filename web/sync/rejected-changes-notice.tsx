/** The notice that the backend rejected changes. It stays until the user reviews or postpones them (product Y4). */
import { useState } from 'react';
import { countRejected } from '#core/sync/sync-record.ts';
import { rejectedChanges as words } from '#web/messages/en/sync.ts';
import { useSyncStatus } from '#web/shopper/use-sync-status.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/status/notice.tsx';

/** A postponed notice returns when more is rejected. Until then, the menu leads to the rejected changes. */
export function RejectedChangesNotice({ onReview }: { readonly onReview: () => void }) {
  const { rejected } = useSyncStatus();
  const [postponed, setPostponed] = useState<ReadonlySet<string>>(new Set());
  if (rejected.every(({ id }) => postponed.has(id))) return null;
  return (
    <Notice text={words.notice(countRejected(rejected))} isUrgent>
      <Button look="quiet" onPress={() => setPostponed(new Set(rejected.map(({ id }) => id)))}>
        {words.later}
      </Button>
      <Button onPress={onReview}>{words.review}</Button>
    </Notice>
  );
}
