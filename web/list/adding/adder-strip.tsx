/** The overlay of the add bar: suggestions, and a strip with the category and the status. */
import { useEffect, useState, type ReactNode } from 'react';
import { showAmount } from '#core/amount/format-amount.ts';
import { hasDetails } from '#core/amount/parse-entry.ts';
import { nameKey } from '#core/name/name-key.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import { mark } from '#web/ui/marks.ts';
import styles from './adder-strip.module.css';
import { CategorySelect } from './category-select.tsx';
import { CategorySwatch } from '#web/shown-list/category-swatch.tsx';
import { Suggestions } from '#web/list/suggestions/suggestions.tsx';
import type { AdderState } from './use-adder.ts';
import type { AddedItem, AdderStatus, StatusAction } from './use-adder-status.ts';

type AdderStripProps = {
  readonly adder: AdderState;
  /** Opens the dialog for a new category. */
  readonly onAddCategory: (onAdded: (id: string) => void) => void;
  /** Returns the focus to the field after a press. */
  readonly onDone: () => void;
  /** Shows the items of the text one by one. */
  readonly onSplit: () => void;
};

type StripProps = AdderStripProps & {
  /** Another part of the overlay. */
  readonly children: ReactNode;
};

/** An overlay, so that neither the bar nor the list moves when it appears. */
export function AdderStrip({ adder, onAddCategory, onDone, onSplit, children }: StripProps) {
  const { suggestions } = adder;
  const { status, isDestinationShown, preview } = stripContent(adder, onSplit);
  const isShown = isDestinationShown || status !== null;
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
        {...mark('strip', isShown ? 'shown' : 'hidden')}
        data-destination={isDestinationShown}
      >
        {isDestinationShown ? (
          <>
            <Destination adder={adder} preview={preview} onAddCategory={onAddCategory} onDone={onDone} />
            <div className={styles.wide}>
              <RowPreview adder={adder} />
            </div>
          </>
        ) : null}
        <StatusText text={status?.text ?? ''} isPreview={adder.status === null && preview !== ''} />
        {status === null ? null : <StatusControls status={status} onAddCategory={onAddCategory} onDone={onDone} />}
      </div>
      {children}
    </div>
  );
}

/** Shows the row that the text becomes, with its category (product L13), and how the text is understood if it has more than a name (product Q2). */
function stripContent(adder: AdderState, onSplit: () => void) {
  const preview = adder.hasText ? describeEntry(adder) : '';
  const status = adder.status ?? previewStatus(adder, preview, onSplit);
  return { status, isDestinationShown: adder.hasText && adder.status === null, preview };
}

/** The entry and its category, such as Milk · 2 l · Dairy; '' for a text that is the name. A long note comes last. */
const describeEntry = ({ text, entry, numbers, category }: AdderState): string =>
  hasDetails(entry) || nameKey(entry.name) !== nameKey(text)
    ? messages.adder.preview([entry.name, showAmount(entry, numbers.write), category?.name ?? '', entry.note ?? ''])
    : '';

/** Enter adds the text as one item. A list is offered as several, as if it were pasted (product Q4). */
function previewStatus({ count, takeLiterally }: AdderState, preview: string, onSplit: () => void): AdderStatus | null {
  if (count > 1) return { text: preview, action: { label: messages.adder.split(count), run: onSplit } };
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

type StatusControlsProps = Pick<AdderStripProps, 'onAddCategory' | 'onDone'> & { readonly status: AdderStatus };

const StatusControls = ({ status: { action, added }, onAddCategory, onDone }: StatusControlsProps) => (
  <>
    {action === null ? null : <ActionButton action={action} onDone={onDone} />}
    {added ? <ChangeCategory added={added} onAddCategory={onAddCategory} onDone={onDone} /> : null}
  </>
);

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

type ChangeCategoryProps = Pick<AdderStripProps, 'onAddCategory' | 'onDone'> & { readonly added: AddedItem };

/** Moves the item that was just added. */
const ChangeCategory = ({ added, onAddCategory, onDone }: ChangeCategoryProps) => (
  <span className={styles.change}>
    {messages.adder.change}
    <CategorySelect
      className={styles.cover}
      label={messages.adder.changeCategory(added.name)}
      category={added.category}
      onChoose={added.move}
      onPicked={onDone}
      onAddCategory={() => {
        // The status is gone when the dialog closes, and the focus returns to where it was.
        onDone();
        onAddCategory(added.move);
      }}
    />
  </span>
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

type DestinationProps = Omit<AdderStripProps, 'onSplit'> & {
  /** How the text is understood, with the category; '' for a name alone. */
  readonly preview: string;
};

/** On a phone: the new row and its category, which a tap changes. Keyboards reach the select of the bar. */
const Destination = ({ adder, preview, onAddCategory, onDone }: DestinationProps) => {
  const { category, choose } = adder;
  return category === null ? null : (
    <span className={styles.destination} data-details={preview !== ''}>
      <RowPreview adder={adder} />
      <span className={styles.text} dir="auto">
        {category.name}
      </span>
      <Icon path={icons.chevron} />
      <CategorySelect
        className={styles.cover}
        label={messages.adder.goesTo(preview, category.name)}
        category={category}
        isInTabOrder={false}
        onChoose={choose}
        onPicked={onDone}
        onAddCategory={() => onAddCategory(choose)}
      />
    </span>
  );
};

/** The row that the text becomes: box, name, amount, note and the color of the category. Screen readers hear the status. */
const RowPreview = ({ adder: { entry, numbers, category } }: Pick<AdderStripProps, 'adder'>) => {
  const amount = showAmount(entry, numbers.write);
  return (
    <span className={styles.row} aria-hidden="true">
      <span className={styles.box} />
      <bdi className={styles.name}>{entry.name}</bdi>
      {amount === '' ? null : <bdi className={styles.amount}>{amount}</bdi>}
      {entry.note === null ? null : <bdi className={styles.note}>{entry.note}</bdi>}
      {category === null ? null : <CategorySwatch category={category} />}
    </span>
  );
};
