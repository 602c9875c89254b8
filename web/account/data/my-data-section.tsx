/** Downloads all data of the account as a file (product A3). */
import { useContext } from 'react';
import { listToFile } from '#core/copy/list-file.ts';
import { useApp } from '#web/shopper/app-context.ts';
import { myData as words } from '#web/messages/en/account.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { useSyncStatus } from '#web/shopper/use-sync-status.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useAccount } from '#web/account/section/account-context.ts';
import { Actions, Hint, Section, SectionError } from '#web/account/section/section.tsx';
import { useAccountAction } from '#web/account/section/use-account-action.ts';

/** Says that unsent changes of this device are not included. */
export function MyDataSection() {
  const { deviceFeatures } = useApp();
  const { store } = useShopper();
  const { pending } = useSyncStatus();
  const { api } = useAccount();
  const { run, isBusy, error } = useAccountAction();
  const toaster = useContext(ToasterContext);
  const download = async (): Promise<void> => {
    const result = await run(() => api.downloadData(() => listToFile(store.list, store.now())));
    if (result?.ok !== true) return;
    deviceFeatures.saveFile(words.fileName(store.now().slice(0, 10)), result.value);
    toaster.show(words.downloaded);
  };
  return (
    <Section title={words.title}>
      <Hint>{words.hint}</Hint>
      {pending === 0 ? null : <p>{words.waiting(pending)}</p>}
      <Actions>
        <Button isBusy={isBusy} onPress={() => void download()}>
          {words.download}
        </Button>
      </Actions>
      <SectionError text={error} />
    </Section>
  );
}
