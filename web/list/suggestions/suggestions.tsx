/** Up to six names the shopper may mean, each with its category and whether it is on the list. */
import type { Row, Item, Category } from '#core/list/row.ts';
import type { Suggestion } from '#core/suggest/suggest.ts';
import { adder } from '#web/messages/en/list-actions.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import styles from './suggestions.module.css';
import type { SuggestionList } from './use-suggestions.ts';

type SuggestionsProps = {
  readonly suggestions: SuggestionList;
  /** Where a suggestion would be added. */
  readonly placeOf: (suggestion: Suggestion) => Category | null;
  readonly onPick: (suggestion: Suggestion) => void;
};

/** The list box; focus stays in the field, which names the active option (WAI-ARIA combobox pattern). */
export function Suggestions({ suggestions: { id, shown, active }, placeOf, onPick }: SuggestionsProps) {
  const { store } = useShopper();
  return (
    <div className={styles.list} id={id} role="listbox" aria-label={adder.suggestions} hidden={shown.length === 0}>
      {shown.map((suggestion, at) => (
        <div
          className={styles.option}
          key={`${suggestion.category}/${suggestion.name}`}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          // The field would lose the focus, and the keyboard close, before the press counts.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(suggestion)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onPick(suggestion);
          }}
        >
          <span className={styles.name} dir="auto">
            <MarkedName suggestion={suggestion} />
          </span>
          <Presence item={store.list.itemNamed(placeOf(suggestion)?.id ?? '', suggestion.name)} />
          <span className={styles.category}>{placeOf(suggestion)?.name}</span>
        </div>
      ))}
    </div>
  );
}

/** Says that a name is on the list already. */
const Presence = ({ item }: { readonly item: Row<Item> | undefined }) =>
  item === undefined ? null : (
    <span className={styles.presence} data-ticked={item.checked}>
      {item.checked ? adder.checked : adder.onList}
    </span>
  );

/** The name with the typed part in bold. */
function MarkedName({ suggestion: { name, match } }: { readonly suggestion: Suggestion }) {
  if (match === null) return name;
  const [start, end] = match;
  return (
    <>
      {name.slice(0, start)}
      <b>{name.slice(start, end)}</b>
      {name.slice(end)}
    </>
  );
}
