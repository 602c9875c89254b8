/** Exports the list as a file and imports such a file (product D2). */
import { useRef, useState } from 'react';
import { toListCopy } from '#core/catalogue/list-ids.ts';
import { fileToListCopy } from '#core/copy/list-file.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { useSaveFile } from '#web/shown-list/use-save-file.ts';
import { useApplyChange } from '#web/shown-list/use-apply-change.ts';
import { useSyncStatus } from '#web/shown-list/use-sync-status.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Actions, Hint, Section } from './section/section.tsx';
import styles from './account-dialog.module.css';

/** The maximum size of a file, in bytes. Reading a larger one would block the page. */
const MAX_BYTES = 20_000_000;

/** An import replaces the list, and Undo restores it. A bad file changes nothing. */
export function ListFile({ onDone }: { readonly onDone: () => void }) {
  const { store, ref } = useShownList();
  const { firstSync } = useSyncStatus();
  const saveFile = useSaveFile();
  const doChange = useApplyChange();
  const picker = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const pick = (): void => {
    // The import compares ids with those of the account, which must be downloaded first (product L3).
    if (firstSync === null) picker.current?.click();
    else setError(messages.account.stillDownloading);
  };
  const importFile = async (file: File): Promise<void> => {
    const text = file.size > MAX_BYTES ? '' : await file.text();
    const read = fileToListCopy(text);
    if (!read.ok) {
      setError(messages.fileFailures[read.failure.type]);
      return;
    }
    const copy = toListCopy(read.value, ref, store.list);
    const result = doChange(
      { type: 'import-copy', copy, mode: 'replace' },
      messages.savedListToasts.imported(copy.items.length),
    );
    if (result.ok) onDone();
    else setError(messages.changeFailures[result.failure.type]);
  };
  return (
    <Section
      title={messages.account.file}
      about={<Hint>{messages.account.fileHint}</Hint>}
      actions={
        <Actions>
          <Button onPress={saveFile}>{messages.account.saveFile}</Button>
          <Button onPress={pick}>{messages.account.importFile}</Button>
        </Actions>
      }
    >
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={messages.account.importFile}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // Allow choosing the same file again.
          event.currentTarget.value = '';
          if (file) void importFile(file);
        }}
      />
      <p className={styles.error} role="alert">
        {error}
      </p>
    </Section>
  );
}
