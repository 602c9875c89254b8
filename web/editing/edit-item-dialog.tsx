/** The dialog that edits an item: its name, category, amount, note and store. It also deletes the item. */
import { useMemo, useState, type ReactNode } from 'react';
import { createNumberFormat, readNumber, type NumberFormat } from '#core/amount/numbers.ts';
import { hasDetails, literalEntry, type Entry } from '#core/amount/parse-entry.ts';
import { UNITS } from '#core/amount/units.ts';
import { fallbackCategory } from '#core/catalogue/category-on-demand.ts';
import type { ChangeOf } from '#core/change/change.ts';
import {
  pickDetails,
  DETAILS,
  toDetails,
  wholeOf,
  type ItemDetails,
  type SomeItemFields,
} from '#core/list/item-fields.ts';
import type { Category, Item } from '#core/list/row.ts';
import { nameKey } from '#core/name/name-key.ts';
import { cleanDetails } from '#core/name/clean-details.ts';
import { messages } from '#web/messages/messages.ts';
import { useApp } from '#web/shown-list/app-context.ts';
import { useCategories, useItem, useShownList, useStores } from '#web/shown-list/shown-list.ts';
import { useApplyChange } from '#web/shown-list/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { NameDialog } from '#web/ui/dialog/name-dialog.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './edit-item-dialog.module.css';
import { useSaveItem } from './use-save-item.ts';

type EditItemDialogProps = {
  readonly itemId: string;
  readonly onClose: () => void;
  /** Receives the id of the item that the edited one was merged with. */
  readonly onMerged: (itemId: string) => void;
  /** Reads text as the add field does. */
  readonly readEntry: (text: string) => Entry;
  /** The category of a known name. */
  readonly findPlace: (text: string) => Category | undefined;
  /** Below the fields. */
  readonly children: ReactNode;
};

export function EditItemDialog(props: EditItemDialogProps) {
  const { itemId, onClose, onMerged, readEntry, findPlace, children } = props;
  const doChange = useApplyChange();
  const item = useItem(itemId);
  const { categoryOf, choose, offered } = useCategoryField(item, findPlace);
  const [first] = useState(() => pickDetails(item ?? {}));
  const [firstName] = useState(item?.name ?? '');
  const numbers = useMemo(() => createNumberFormat(undefined), []);
  const saveItem = useSaveItem(numbers, onMerged);
  const amount = useAmountFields(item, numbers);
  const [note, setNote] = useState(item?.note ?? '');
  // A store that is gone is kept, because Undo may bring it back. The select shows it as none.
  const [storeId, setStoreId] = useState(() => first.store ?? '');
  const { user } = useShownList();
  const { offersDetail } = useApp();
  const [noteError, setNoteError] = useState<string | null>(null);
  /** The name and the category that another item already has. */
  const [taken, setTaken] = useState<Taken>({ text: '', category: '', isTaken: false });
  const save = (text: string, isRenamed: boolean, merges: boolean): string | null | undefined => {
    const edited = amount.read();
    const entry = isRenamed ? readEntry(text) : literalEntry(text);
    const { name, ...filled } = fillEmpty({ ...literalEntry(text), ...edited, note }, first, entry);
    const details = cleanDetails({ note: filled.note });
    setNoteError(details.ok ? null : messages.edit.longNote);
    if (edited === undefined || !details.ok) return undefined;
    const store = storeId || null;
    const changed = changedDetails(first, { ...filled, ...details.value, store });
    const place = categoryOf(text);
    const { error, isTaken } = saveItem({
      change: { type: 'edit-item', id: itemId, ...(isRenamed && { name }), ...place.move, ...changed },
      fields: { ...details.value, name, amount: filled.amount, unit: filled.unit, store },
      merges,
      keepsBoth: isSame(taken, text, place.id),
    });
    setTaken({ text, category: place.id, isTaken });
    return error;
  };
  const merge = (text: string): void => {
    if (save(text, text !== firstName, true) === null) onClose();
  };
  const remove = (): void => {
    onClose();
    doChange({ type: 'delete-item', id: itemId }, messages.itemToasts.deleted(item?.name ?? ''));
  };
  return (
    <NameDialog
      title={messages.edit.title}
      label={messages.edit.name}
      firstName={firstName}
      save={messages.edit.save}
      onSave={(text, isRenamed) => save(text, isRenamed, false)}
      onClose={onClose}
      remove={{ label: messages.edit.remove, onPress: remove }}
      renderFields={(text) => (
        <>
          <MergeOffer taken={taken} text={text} category={categoryOf(text).id} onMerge={() => merge(text)} />
          <SelectField label={messages.edit.category} value={categoryOf(text).id} onChange={choose}>
            {offered(text).map((known) => (
              <option key={known.id} value={known.id}>
                {known.name}
              </option>
            ))}
          </SelectField>
          {offersDetail(user.id, 'amount') || item?.amount ? <AmountFields {...amount} /> : null}
          {offersDetail(user.id, 'note') || item?.note ? (
            <TextField label={messages.edit.note} value={note} error={noteError} onChange={setNote} />
          ) : null}
          <StoreField value={storeId} onChange={setStoreId} />
          {children}
        </>
      )}
    />
  );
}

type Taken = { readonly text: string; readonly category: string; readonly isTaken: boolean };

/** Whether the dialog has said that the list has the name. */
const isSame = (taken: Taken, text: string, category: string): boolean =>
  taken.isTaken && taken.text === text && taken.category === category;

type MergeOfferProps = Omit<Taken, 'isTaken'> & { readonly taken: Taken; readonly onMerge: () => void };

/** Offers to merge the item, until its name or its category changes. */
const MergeOffer = ({ taken, text, category, onMerge }: MergeOfferProps) => (
  <div className={styles.offer} role="status">
    {isSame(taken, text, category) ? <Button onPress={onMerge}>{messages.edit.merge}</Button> : null}
  </div>
);

type StoreFieldProps = { readonly value: string; readonly onChange: (storeId: string) => void };

/** The store that the item is tied to, in a list that has stores. */
function StoreField({ value, onChange }: StoreFieldProps) {
  const stores = useStores();
  return stores.length === 0 ? null : (
    <SelectField label={messages.edit.store} value={value} onChange={onChange}>
      <option value="">{messages.edit.noStore}</option>
      {stores.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/**
 * Fills the empty fields with the amount and the note in a new name, as the add field does (product Q2). If the field of one of them
 * has or had a value, the name is taken literally.
 * @param first the details when the dialog opened
 */
function fillEmpty(typed: Entry, first: SomeItemFields, entry: Entry): Entry {
  const isFree = (detail: 'amount' | 'note'): boolean => entry[detail] === null || !(typed[detail] || first[detail]);
  if (!hasDetails(entry) || !isFree('amount') || !isFree('note')) return typed;
  const { name, amount, unit, note } = entry;
  return { ...typed, name, ...(amount !== null && { amount, unit }), ...(note !== null && { note }) };
}

type CategoryField = {
  readonly choose: (id: string) => void;
  /** The category for the name in the dialog. */
  readonly categoryOf: (text: string) => Place;
  /** The categories to choose from. */
  readonly offered: (text: string) => readonly Category[];
};

type Place = {
  readonly id: string;
  /** The fields that move the item there, if it is elsewhere. */
  readonly move: Pick<ChangeOf<'edit-item'>, 'category' | 'newCategory'>;
};

/**
 * The category of the item. An item in the category for unknown names, such as a typo, moves to the category of its new name, unless
 * the shopper chooses one (product L8). Otherwise the typo would teach its category.
 */
function useCategoryField(item: Item | undefined, findPlace: EditItemDialogProps['findPlace']): CategoryField {
  const { store, ref } = useShownList();
  const categories = useOfferedCategories(item);
  const [first] = useState(() => ({ name: item?.name ?? '', category: item?.category ?? '' }));
  const [isUnknown] = useState(() => first.category === fallbackCategory(store.list, ref).id);
  const [chosen, choose] = useState<string | null>(null);
  const findGuess = (text: string): Category | undefined =>
    isUnknown && chosen === null && text !== first.name ? findPlace(text) : undefined;
  return {
    choose,
    categoryOf(text: string): Place {
      const guess = findGuess(text);
      const id = guess?.id ?? chosen ?? first.category;
      return { id, move: id === first.category ? {} : { category: id, ...(guess && { newCategory: guess }) } };
    },
    offered(text: string): readonly Category[] {
      const guess = findGuess(text);
      return guess === undefined || categories.some(({ id }) => id === guess.id) ? categories : [...categories, guess];
    },
  };
}

/** All categories, with the item's own in place of another one of its name, even if it was deleted elsewhere (product L11, Y3). */
function useOfferedCategories(item: Item | undefined): readonly Category[] {
  const categories = useCategories();
  const own = useShownList().store.list.categories.get(item?.category ?? '');
  if (own === undefined || categories.includes(own)) return categories;
  return [own, ...categories.filter(({ name }) => nameKey(name) !== nameKey(own.name))];
}

type AmountState = ReturnType<typeof useAmountFields>;

/** The texts of the amount and unit fields; `read` returns undefined, and shows an error, if the amount is not a number, or missing for a new unit. */
function useAmountFields(item: Item | undefined, numbers: NumberFormat) {
  const [first] = useState(item?.amount ?? null);
  const firstText = first === null ? '' : numbers.write(first);
  const [text, setText] = useState(firstText);
  const [firstUnit] = useState(item?.unit ?? '');
  const [unit, setUnit] = useState(firstUnit);
  const [error, setError] = useState<string | null>(null);
  return {
    text,
    unit,
    error,
    onText: (value: string): void => {
      setText(value);
      setError(null);
    },
    onUnit: (value: string): void => {
      setUnit(value);
      setError(null);
    },
    read: () => {
      // Deleting an amount deletes its unit.
      const isNone = text.trim() === '' && (first !== null || unit === '' || unit === firstUnit);
      if (isNone) return { amount: null, unit: null };
      // An amount of another client may have more decimals than the app reads.
      const amount = text === firstText ? first : readNumber(text, numbers);
      if (amount !== null) return { amount, unit: unit || null };
      setError(messages.edit.wrongAmount);
      return undefined;
    },
  };
}

function AmountFields({ text, unit, error, onText, onUnit }: AmountState) {
  // A unit of a later version is kept.
  const isKnown = unit === '' || UNITS.some(({ id }) => id === unit);
  return (
    <div className={styles.amount}>
      <TextField label={messages.edit.amount} value={text} error={error} type="decimal" onChange={onText} />
      <SelectField label={messages.edit.unit} value={unit} onChange={onUnit}>
        <option value="">{messages.edit.noUnit}</option>
        {isKnown ? null : <option value={unit}>{unit}</option>}
        {UNITS.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/**
 * The details that the shopper changed in the dialog. The others stay out of the change, so that a rename does not overwrite
 * an amount that another device has set in the meantime. An amount and its unit are sent together.
 * @param first the details when the dialog opened
 * @param edited the details in its fields; null for an empty field
 */
export function changedDetails(first: SomeItemFields, edited: SomeItemFields): ItemDetails {
  const changed = DETAILS.filter((name) => (edited[name] ?? null) !== (first[name] ?? null)).map(wholeOf);
  return toDetails((name) => (changed.includes(wholeOf(name)) ? edited[name] : undefined));
}
