/** Downloads all data of the account as a file (product A3). */
import { useContext } from 'react';
import { listToFile } from '#core/copy/list-file.ts';
import { useApp } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { localDay } from '#web/shown-list/use-save-file.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { useSyncStatus } from '#web/shown-list/use-sync-status.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useAccount, useAccountAction } from './section/use-account.ts';
import { Actions, Hint, Section, SectionError } from './section/section.tsx';

/** Says that unsent changes of this device are not included. */
export function DownloadDataSection() {
  const { deviceFeatures } = useApp();
  const { store } = useShownList();
  const { pending } = useSyncStatus();
  const { api } = useAccount();
  const { run, isBusy, error } = useAccountAction();
  const toaster = useContext(ToasterContext);
  const download = async (): Promise<void> => {
    const result = await run(() => api.downloadData(() => listToFile(store.list, store.now())));
    if (result?.ok !== true) return;
    deviceFeatures.saveFile(messages.myData.fileName(localDay(store.now())), result.value);
    toaster.show(messages.myData.downloaded);
  };
  return (
    <Section
      title={messages.myData.title}
      about={<Hint>{messages.myData.hint}</Hint>}
      actions={
        <Actions>
          <Button isBusy={isBusy} onPress={() => void download()}>
            {messages.myData.download}
          </Button>
        </Actions>
      }
    >
      {pending === 0 ? null : <p>{messages.myData.waiting(pending)}</p>}
      <SectionError text={error} />
    </Section>
  );
}
