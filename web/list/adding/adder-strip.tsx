/** The overlay of the add bar: suggestions, and a strip with the category and the status. */
import { useEffect, useState } from 'react';
import { formatAmount } from '#core/amount/format-amount.ts';
import { hasDetails } from '#core/amount/parse-entry.ts';
import type { Category } from '#core/list/row.ts';
import { adder as messages } from '#web/messages/en/list-actions.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import styles from './adder-strip.module.css';
import { CategorySwatch } from './category-swatch.tsx';
import { Suggestions } from '#web/list/suggestions/suggestions.tsx';
import type { AdderState } from './use-adder.ts';
import type { AdderStatus } from './use-adder-status.ts';

type AdderStripProps = {
  readonly adder: AdderState;
  readonly onOpenCategories: () => void;
  /** Returns the focus to the field after a press. */
  readonly onDone: () => void;
};

/** An overlay, so that neither the bar nor the list moves when it appears. */
export function AdderStrip({ adder, onOpenCategories, onDone }: AdderStripProps) {
  const { category, suggestions } = adder;
  const { status, isDestinationShown, preview } = stripContent(adder);
  const isShown = isDestinationShown || status !== null;
  return (
    <div className={styles.overlay}>
      <Suggestions
        suggestions={suggestions}
        categoryOf={adder.categoryOf}
        onPick={(suggestion) => {
          adder.pick(suggestion);
          onDone();
        }}
      />
      <div className={styles.strip} data-strip={isShown ? 'shown' : 'hidden'} data-destination={isDestinationShown}>
        {isDestinationShown ? <Destination category={category} preview={preview} onPress={onOpenCategories} /> : null}
        <Status status={status} isPreview={adder.status === null && preview !== ''} onDone={onDone} />
      </div>
    </div>
  );
}

const PROMPT: AdderStatus = { text: messages.chooseCategory, action: null };

/**
 * Asks for a category only while no suggestion is on the screen, because a suggestion comes with its category. Shows how the
 * text is understood if it has more than a name (product Q2).
 */
function stripContent(adder: AdderState) {
  const { category, hasText, suggestions } = adder;
  const preview = hasText ? describeEntry(adder) : '';
  const status = adder.status ?? previewStatus(adder, preview);
  if (category !== null) return { status, isDestinationShown: hasText && adder.status === null, preview };
  const needsCategory = hasText && suggestions.isTextAlone;
  return { status: status ?? (needsCategory ? PROMPT : null), isDestinationShown: needsCategory, preview };
}

/** The entry and its category, such as Milk · 2 l · Dairy; '' for a name alone. A long note comes last. */
const describeEntry = ({ entry, numbers, category }: AdderState): string =>
  hasDetails(entry)
    ? messages.preview([entry.name, formatAmount(entry, numbers.write), category?.name ?? '', entry.note ?? ''])
    : '';

const previewStatus = ({ takeLiterally }: AdderState, preview: string): AdderStatus | null =>
  preview === '' ? null : { text: preview, action: { label: messages.asTyped, run: takeLiterally } };

type StatusProps = Pick<AdderStripProps, 'onDone'> & {
  readonly status: AdderStatus | null;
  /** Whether it shows how the text is understood, which changes with each key. */
  readonly isPreview: boolean;
};

/** The elements remain in the page while they are empty, so that screen readers announce their changes. */
function Status({ status, isPreview, onDone }: StatusProps) {
  const text = status?.text ?? '';
  const announced = useSettled(isPreview ? text : '');
  return (
    <>
      <p className={styles.status} role="status">
        {isPreview ? null : text}
      </p>
      {isPreview ? (
        <p className={styles.status} aria-hidden="true">
          {text}
        </p>
      ) : null}
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      {status?.action ? (
        <Button
          look="quiet"
          onPress={() => {
            status.action?.run();
            onDone();
          }}
        >
          {status.action.label}
        </Button>
      ) : null}
    </>
  );
}

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

type DestinationProps = {
  readonly category: Category | null;
  /** How the text is understood, with the category; '' for a name alone. */
  readonly preview: string;
  readonly onPress: () => void;
};

/** On a phone: the category of the new item, as a button that opens the select. Keyboards reach the select itself. */
const Destination = ({ category, preview, onPress }: DestinationProps) => (
  <button
    className={styles.destination}
    type="button"
    tabIndex={-1}
    aria-label={category === null ? messages.chooseCategory : messages.goesTo(preview, category.name)}
    onClick={onPress}
  >
    {category === null ? null : <CategorySwatch category={category} />}
    <span className={styles.text} dir="auto">
      {category === null ? messages.preview([preview, messages.chooseCategory]) : preview || category.name}
    </span>
  </button>
);
