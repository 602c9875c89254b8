/** What lies over the list beside the add bar: suggestions, and a strip with the category and the status. */
import type { Category } from '#core/list/row.ts';
import { adder as messages } from '#web/messages/en/list-actions.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import styles from './adder-strip.module.css';
import { CategoryMark } from './category-mark.tsx';
import { Suggestions } from '#web/list/suggestions/suggestions.tsx';
import type { AdderState } from './use-adder.ts';
import type { AdderStatus } from './use-adder-status.ts';

type AdderStripProps = {
  readonly adder: AdderState;
  readonly onOpenCategories: () => void;
  /** After something was pressed here: the focus goes back to the field. */
  readonly onDone: () => void;
};

/** An overlay, so that neither the bar nor the list moves when it has something to show. */
export function AdderStrip({ adder, onOpenCategories, onDone }: AdderStripProps) {
  const { status, category, hasText, suggestions } = adder;
  const isPlaceShown = hasText && (status === null || category === null);
  const isShown = isPlaceShown || status !== null;
  return (
    <div className={styles.overlay}>
      <Suggestions
        suggestions={suggestions}
        placeOf={adder.placeOf}
        onPick={(suggestion) => {
          adder.pick(suggestion);
          onDone();
        }}
      />
      <div className={styles.strip} data-strip={isShown ? 'shown' : 'hidden'} data-place={isPlaceShown}>
        {isPlaceShown ? <Place category={category} onPress={onOpenCategories} /> : null}
        <Status status={status} onDone={onDone} />
      </div>
    </div>
  );
}

/** The text stays in the page while it is empty, so that screen readers hear what comes into it. */
const Status = ({ status, onDone }: { readonly status: AdderStatus | null } & Pick<AdderStripProps, 'onDone'>) => (
  <>
    <p className={styles.status} role="status">
      {status?.text}
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

/** Where the item goes, on a phone: a second way to the select for the thumb. The keyboard has the select itself. */
const Place = ({ category, onPress }: { readonly category: Category | null; readonly onPress: () => void }) => (
  <button
    className={styles.place}
    type="button"
    tabIndex={-1}
    aria-label={category === null ? messages.chooseCategory : messages.goesTo(category.name)}
    onClick={onPress}
  >
    {category === null ? null : <CategoryMark category={category} />}
    <span className={styles.text} dir="auto">
      {category?.name ?? messages.chooseCategory}
    </span>
  </button>
);
