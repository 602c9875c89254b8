/** Everything the backend has of the account, as a file (product A3). */
import { useContext } from 'react';
import { useApp } from '#web/app-context.ts';
import { myData as words } from '#web/messages/en/account.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { useSyncStatus } from '#web/shopper/use-sync-status.ts';
import { Button } from '#web/ui/button.tsx';
import { ToasterContext } from '#web/ui/toaster.ts';
import { useDesk } from './desk-context.ts';
import { Actions, Hint, Section, SectionError } from './section.tsx';
import { useDeskAct } from './use-desk-act.ts';

/** What waits on this device only is not in it, and that is said. */
export function MyDataSection() {
  const { handset } = useApp();
  const { store } = useShopper();
  const { pending } = useSyncStatus();
  const { desk } = useDesk();
  const { run, isBusy, error } = useDeskAct();
  const toaster = useContext(ToasterContext);
  const download = async (): Promise<void> => {
    const told = await run(desk.downloadData);
    if (told?.ok !== true) return;
    handset.saveFile(words.fileName(store.now().slice(0, 10)), told.value);
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
