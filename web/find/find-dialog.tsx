/** Finds an item of a long list by name or note, and shows its row (product L11). Loads when it opens. */
import { useState } from 'react';
import { showAmount } from '#core/amount/format-amount.ts';
import type { Item } from '#core/list/row.ts';
import { createNameOrder } from '#core/name/name-key.ts';
import { findItems } from '#core/suggest/find-items.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownCategory, useShownList } from '#web/shown-list/shown-list.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './find-dialog.module.css';

type FindDialogProps = {
  /** Shows the row of an item, after the dialog has closed. */
  readonly onFound: (item: Item) => void;
  readonly onClose: () => void;
};

/** The number of results in the dialog: more are no help. */
const SHOWN = 50;

/** Enter shows the first result. */
export function FindDialog({ onFound, onClose }: FindDialogProps) {
  const { store } = useShownList();
  const [text, setText] = useState('');
  const [order] = useState(() => createNameOrder(undefined));
  const found = findItems(store.list, text, order);
  const [first] = found;
  return (
    <Dialog title={messages.find.title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (first !== undefined) onFound(first);
        }}
      >
        <TextField label={messages.find.field} value={text} onChange={setText} />
      </form>
      <p className={text.trim() === '' || found.length > 0 ? 'visually-hidden' : styles.none} role="status">
        {text.trim() === '' ? '' : messages.find.count(found.length)}
      </p>
      <ul className={styles.results}>
        {found.slice(0, SHOWN).map((item) => (
          <Result key={item.id} item={item} onPress={() => onFound(item)} />
        ))}
      </ul>
      {found.length > SHOWN ? <p className={styles.none}>{messages.find.more(found.length - SHOWN)}</p> : null}
    </Dialog>
  );
}

function Result({ item, onPress }: { readonly item: Item; readonly onPress: () => void }) {
  const category = useShownCategory(item.category)?.name || messages.list.unnamedCategory;
  const about = [showAmount(item), item.note ?? '', item.checked ? messages.adder.checked : '', category];
  return (
    <li>
      <button className={styles.result} type="button" onClick={onPress}>
        <bdi className={styles.name} data-checked={item.checked}>
          {item.name}
        </bdi>
        <bdi className={styles.about}>{about.filter((part) => part !== '').join(' · ')}</bdi>
      </button>
    </li>
  );
}
