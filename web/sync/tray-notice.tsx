/** Says that the account's backend refused something, until one looks or puts it off (product Y4). */
import { useState } from 'react';
import { tray as words } from '#web/messages/en/sync.ts';
import { useSyncStatus } from '#web/shopper/use-sync-status.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { countRows } from './count-rows.ts';

/** Put off, it comes back when more is refused; the menu leads to the tray meanwhile. */
export function TrayNotice({ onLook }: { readonly onLook: () => void }) {
  const { tray } = useSyncStatus();
  const [putOff, setPutOff] = useState<ReadonlySet<string>>(new Set());
  if (tray.every(({ id }) => putOff.has(id))) return null;
  return (
    <Notice text={words.notice(countRows(tray))} isUrgent>
      <Button look="quiet" onPress={() => setPutOff(new Set(tray.map(({ id }) => id)))}>
        {words.later}
      </Button>
      <Button onPress={onLook}>{words.look}</Button>
    </Notice>
  );
}
