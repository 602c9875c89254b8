/** The overlay of the add bar: suggestions, and a strip with the category and the status. */
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
  const { status, isDestinationShown } = stripContent(adder);
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
        {isDestinationShown ? <Destination category={category} onPress={onOpenCategories} /> : null}
        <Status status={status} onDone={onDone} />
      </div>
    </div>
  );
}

const PROMPT: AdderStatus = { text: messages.chooseCategory, action: null };

/** Asks for a category only while no suggestion is on the screen, because a suggestion comes with its category. */
function stripContent({ status, category, hasText, suggestions }: AdderState) {
  if (category !== null) return { status, isDestinationShown: hasText && status === null };
  const needsCategory = hasText && suggestions.isTextAlone;
  return { status: status ?? (needsCategory ? PROMPT : null), isDestinationShown: needsCategory };
}

/** The element remains in the page while it is empty, so that screen readers announce its changes. */
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

/** On a phone: the category of the new item, as a button that opens the select. Keyboards reach the select itself. */
const Destination = ({ category, onPress }: { readonly category: Category | null; readonly onPress: () => void }) => (
  <button
    className={styles.destination}
    type="button"
    tabIndex={-1}
    aria-label={category === null ? messages.chooseCategory : messages.goesTo(category.name)}
    onClick={onPress}
  >
    {category === null ? null : <CategorySwatch category={category} />}
    <span className={styles.text} dir="auto">
      {category?.name ?? messages.chooseCategory}
    </span>
  </button>
);
