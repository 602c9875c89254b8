/** The overlay of the add bar: suggestions, and a strip with the category and the status. */
import { useEffect, useState, type ReactNode } from 'react';
import { showAmount } from '#core/amount/format-amount.ts';
import { hasDetails } from '#core/amount/parse-entry.ts';
import type { Category } from '#core/list/row.ts';
import { nameKey } from '#core/name/name-key.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import { mark } from '#web/ui/marks.ts';
import styles from './adder-strip.module.css';
import { CategorySelect } from './adder-fields.tsx';
import { CategorySwatch } from '#web/shown-list/category-swatch.tsx';
import { Suggestions } from '#web/list/suggestions/suggestions.tsx';
import type { AdderState } from './use-adder.ts';
import type { AddedItem, AdderStatus, StatusAction } from './use-add-item.ts';

type AdderStripProps = {
  readonly adder: AdderState;
  /** Opens the dialog for a new category. */
  readonly onAddCategory: (onAdded: (id: string) => void) => void;
  /** Returns the focus to the field after a press. */
  readonly onDone: () => void;
};

type StripProps = AdderStripProps & {
  /** Another part of the overlay. */
  readonly children: ReactNode;
};

/** An overlay, so that neither the bar nor the list moves when it appears. */
export function AdderStrip({ adder, onAddCategory, onDone, children }: StripProps) {
  const { suggestions } = adder;
  const { status, isPreview, isDestinationShown, choice } = stripContent(adder);
  return (
    <div className={styles.overlay} {...mark('adderOverlay', '')}>
      <Suggestions
        suggestions={suggestions}
        categoryOf={adder.categoryOf}
        onPick={(suggestion) => {
          adder.pick(suggestion);
          onDone();
        }}
      />
      <div
        className={styles.strip}
        {...mark('strip', isDestinationShown || status !== null ? 'shown' : 'hidden')}
        data-destination={isDestinationShown}
      >
        {isDestinationShown ? (
          <div className={styles.wide}>
            <RowPreview adder={adder} />
          </div>
        ) : null}
        <StatusText text={status?.text ?? ''} isPreview={isPreview} />
        {status?.action ? <ActionButton action={status.action} onDone={onDone} /> : null}
        <StripCategory choice={choice} adder={adder} onAddCategory={onAddCategory} onDone={onDone} />
      </div>
      {children}
    </div>
  );
}

/** Shows the row that the text becomes, with its category (product L13), and how the text is understood if it has more than a name (product Q2). */
function stripContent(adder: AdderState) {
  const preview = adder.hasText ? describeEntry(adder) : '';
  const status = adder.status ?? previewStatus(adder, preview);
  const isDestinationShown = adder.hasText && adder.status === null;
  const choice = isDestinationShown ? choiceForText(adder, preview) : choiceForAdded(status?.added);
  return { status, isPreview: adder.status === null && preview !== '', isDestinationShown, choice };
}

/** A category that the strip shows, and how to choose another one. */
type CategoryChoice = {
  /** How the text is understood, with the category; '' for a name alone, and null after an addition. */
  readonly preview: string | null;
  readonly label: string;
  readonly category: Category;
  readonly choose: (id: string) => void;
};

const choiceForText = ({ category, choose }: AdderState, preview: string): CategoryChoice | null =>
  category && { preview, label: messages.adder.goesTo(preview, category.name), category, choose };

const choiceForAdded = (added: AddedItem | undefined): CategoryChoice | null =>
  added === undefined
    ? null
    : {
        preview: null,
        label: messages.adder.changeCategory(added.name),
        category: added.category,
        choose: added.move,
      };

/** The entry with its category and store, such as Milk · 2 l · Dairy; '' for a text that is the name. A long note comes last. */
const describeEntry = ({ text, entry, numbers, category, storeName }: AdderState): string => {
  if (!hasDetails(entry) && nameKey(entry.name) === nameKey(text)) return '';
  const amount = showAmount(entry, numbers.write);
  return messages.adder.preview([entry.name, amount, category?.name ?? '', storeName, entry.note ?? '']);
};

/** Enter adds the text as one item. A list is offered as several, as if it were pasted (product Q4). */
function previewStatus({ count, split, takeLiterally }: AdderState, preview: string): AdderStatus | null {
  if (count > 1) return { text: preview, action: { label: messages.adder.split(count), run: split } };
  return preview === '' ? null : { text: preview, action: { label: messages.adder.asTyped, run: takeLiterally } };
}

type StatusTextProps = {
  readonly text: string;
  /** Whether it shows how the text is understood, which changes with each key. */
  readonly isPreview: boolean;
};

/** The elements remain in the page while they are empty, so that screen readers announce their changes. */
function StatusText({ text, isPreview }: StatusTextProps) {
  const announced = useSettled(isPreview ? text : '');
  return (
    <>
      <p className={styles.status} role="status">
        {isPreview ? null : text}
      </p>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </>
  );
}

type ActionButtonProps = { readonly action: StatusAction; readonly onDone: () => void };

const ActionButton = ({ action: { label, name = label, run }, onDone }: ActionButtonProps) => (
  <Button
    look="quiet"
    name={name}
    onPress={() => {
      run();
      onDone();
    }}
  >
    {label}
  </Button>
);

/** Longer than between two keys. */
const PAUSE_MS = 800;

/** Returns the text when it has not changed for a moment; until then ''. Screen readers would announce each key otherwise. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled === text ? text : '';
}

type StripCategoryProps = AdderStripProps & { readonly choice: CategoryChoice | null };

/**
 * On a phone: the new row and its category, which a tap changes. After an addition: **Change**, which moves the item. Typing and
 * adding alternate, so both share one select, because rendering its options takes longer than the rest of the strip.
 */
function StripCategory({ choice, adder, onAddCategory, onDone }: StripCategoryProps) {
  if (choice === null) return null;
  const { preview, label, category, choose } = choice;
  const isAdded = preview === null;
  return (
    <span className={isAdded ? styles.change : styles.destination} data-details={!isAdded && preview !== ''}>
      {isAdded ? (
        messages.adder.change
      ) : (
        <>
          <RowPreview adder={adder} />
          <span className={styles.text} dir="auto">
            {category.name}
          </span>
          <Icon path={icons.chevron} />
        </>
      )}
      <CategorySelect
        className={styles.cover}
        label={label}
        category={category}
        // Keyboards reach the select of the bar while a text is in the field.
        isInTabOrder={isAdded}
        onChoose={choose}
        onPicked={onDone}
        onAddCategory={() => {
          // The status is gone when the dialog closes, and the focus returns to where it was.
          if (isAdded) onDone();
          onAddCategory(choose);
        }}
      />
    </span>
  );
}

/** The row that the text becomes: box, name, amount, note, store and the color of the category. Screen readers hear the status. */
const RowPreview = ({ adder: { entry, numbers, category, storeName } }: Pick<AdderStripProps, 'adder'>) => {
  const amount = showAmount(entry, numbers.write);
  const store = `@ ${storeName}`;
  return (
    <span className={styles.row} aria-hidden="true">
      <span className={styles.box} />
      <bdi className={styles.name}>{entry.name}</bdi>
      {amount === '' ? null : <bdi className={styles.amount}>{amount}</bdi>}
      {entry.note === null ? null : <bdi className={styles.note}>{entry.note}</bdi>}
      {storeName === '' ? null : <bdi className={styles.store}>{store}</bdi>}
      {category === null ? null : <CategorySwatch category={category} />}
    </span>
  );
};
