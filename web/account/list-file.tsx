/** Exports the list as a file and imports such a file (product D2). */
import { useRef, useState } from 'react';
import { toListCopy } from '#core/catalogue/list-ids.ts';
import { fileToListCopy } from '#core/copy/list-file.ts';
import { account, fileFailures, toast } from '#web/messages/en/dialogs.ts';
import { changeFailures } from '#web/messages/en/list.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { useSaveFile } from '#web/shopper/use-save-file.ts';
import { useApplyChange } from '#web/shopper/use-apply-change.ts';
import { useSyncStatus } from '#web/shopper/use-sync-status.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import styles from './account-dialog.module.css';

/** The maximum size of a file, in bytes. Reading a larger one would block the page. */
const MAX_BYTES = 20_000_000;

/** An import replaces the list, and Undo restores it. A bad file changes nothing. */
export function ListFile({ onDone }: { readonly onDone: () => void }) {
  const { store, ref } = useShopper();
  const { firstSync } = useSyncStatus();
  const saveFile = useSaveFile();
  const doChange = useApplyChange();
  const picker = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const pick = (): void => {
    // The import compares ids with those of the account, which must be downloaded first (product L3).
    if (firstSync === null) picker.current?.click();
    else setError(account.stillDownloading);
  };
  const importFile = async (file: File): Promise<void> => {
    const text = file.size > MAX_BYTES ? '' : await file.text();
    const read = fileToListCopy(text);
    if (!read.ok) {
      setError(fileFailures[read.failure.type]);
      return;
    }
    const copy = toListCopy(read.value, ref, store.list);
    const result = doChange({ type: 'import-copy', copy, mode: 'replace' }, toast.imported(copy.items.length));
    if (result.ok) onDone();
    else setError(changeFailures[result.failure.type]);
  };
  return (
    <section>
      <h3 className={styles.legend}>{account.file}</h3>
      <p className={styles.hint}>{account.fileHint}</p>
      <div className={styles.buttons}>
        <Button onPress={saveFile}>{account.saveFile}</Button>
        <Button onPress={pick}>{account.importFile}</Button>
      </div>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={account.importFile}
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
    </section>
  );
}
