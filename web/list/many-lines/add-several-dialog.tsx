/** Adds several items at once, from typed, pasted or shared text (product Q4). */
import { useRef, useState } from 'react';
import { splitLines } from '#core/list-text/parse-shared.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog/dialog.tsx';
import { TextArea } from '#web/ui/fields/text-field.tsx';
import { useFirstFocus } from '#web/ui/use-first-focus.ts';
import styles from './add-several-dialog.module.css';
import { LinesPreview } from './lines-preview.tsx';

type AddSeveralDialogProps = {
  /** Opens the preview of this text; '' asks for a text. */
  readonly text: string;
  /** The category that was chosen for unknown names; '' for none. */
  readonly category: string;
  /** The text that was not added when the dialog was last closed. */
  readonly draft: string;
  /** @param unsent the text that was not added */
  readonly onClose: (unsent: string) => void;
};

/** The most lines: more than any list, and few enough for one step. */
const LINES_LIMIT = 1000;

/** The most characters: room for 200 in each line, and few enough to read without a delay. */
const LENGTH_LIMIT = 200_000;

export function AddSeveralDialog({ text: firstText, category, draft, onClose }: AddSeveralDialogProps) {
  const [text, setText] = useState(firstText === '' ? draft : firstText);
  const [isPreview, setPreview] = useState(refuse(firstText) === null);
  return (
    <Dialog title={messages.severalItems.title} isScreen onClose={() => onClose(text)}>
      {isPreview ? (
        <LinesPreview
          text={text}
          category={category}
          onEditText={() => setPreview(false)}
          onClose={() => onClose('')}
        />
      ) : (
        <TextForm text={text} onText={setText} onNext={() => setPreview(true)} />
      )}
    </Dialog>
  );
}

/** Why a text has no preview; null if it has one. */
function refuse(text: string): string | null {
  if (text.length > LENGTH_LIMIT) return messages.severalItems.tooLong(LENGTH_LIMIT);
  const count = splitLines(text).length;
  if (count > LINES_LIMIT) return messages.severalItems.tooMany(LINES_LIMIT);
  return count === 0 ? messages.severalItems.empty : null;
}

type TextFormProps = {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onNext: () => void;
};

/** A text with too many lines shows its error at once, because it was pasted elsewhere. */
function TextForm({ text, onText, onNext }: TextFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form, 'textarea');
  const [error, setError] = useState(text === '' ? null : refuse(text));
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        const refusal = refuse(text);
        setError(refusal);
        if (refusal === null) onNext();
      }}
    >
      <p className={styles.hint}>{messages.severalItems.hint}</p>
      <TextArea
        label={messages.severalItems.text}
        rows={8}
        value={text}
        error={error}
        onChange={(next) => {
          onText(next);
          setError(null);
        }}
      />
      <DialogActions>
        <Button look="primary" type="submit">
          {messages.severalItems.next}
        </Button>
      </DialogActions>
    </form>
  );
}
