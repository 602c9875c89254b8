/** Asks an owner, before the first invitation, for the names that others will see (product A7, H14). */
import { useRef, useState } from 'react';
import { messages } from '#web/messages/messages.ts';
import { useDisplayName } from '#web/shown-list/use-sharing.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useFirstFocus } from '#web/ui/use-first-focus.ts';
import styles from './share-dialog.module.css';

type ShareNamesProps = {
  /** Whether the list still has a default name. */
  readonly asksList: boolean;
  /** Whether the person was never asked for a name. */
  readonly asksPerson: boolean;
  /** Renames the list. @returns the error text; null if it was renamed */
  readonly onRename: (name: string) => Promise<string | null>;
  /** Both names are stored. */
  readonly onDone: () => Promise<void>;
};

/** Both may stay blank: then the list keeps its name, and the person is not asked again. */
export function ShareNames({ asksList, asksPerson, onRename, onDone }: ShareNamesProps) {
  const { save } = useDisplayName();
  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form, 'input');
  const [list, setList] = useState('');
  const [person, setPerson] = useState('');
  const [errors, setErrors] = useState<{ readonly list: string | null; readonly person: string | null }>(NO_ERRORS);
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const personError = asksPerson ? await save(person) : null;
    const listError = asksList && list.trim() !== '' ? await onRename(list) : null;
    setErrors({ list: listError, person: personError });
    if (personError === null && listError === null) await onDone();
    setBusy(false);
  };
  return (
    <form
      ref={form}
      className={styles.names}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className={styles.hint}>{messages.share.names}</p>
      {asksList ? (
        <TextField label={messages.share.listName} value={list} error={errors.list} onChange={setList} />
      ) : null}
      {asksPerson ? (
        <TextField
          label={messages.displayName.field}
          value={person}
          error={errors.person}
          autoComplete="nickname"
          onChange={setPerson}
        />
      ) : null}
      <Button look="primary" type="submit" isBusy={isBusy}>
        {messages.share.next}
      </Button>
    </form>
  );
}

const NO_ERRORS = { list: null, person: null };
