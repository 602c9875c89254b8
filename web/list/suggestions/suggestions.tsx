/** Up to six suggested names, each with its category and whether it is on the list. */
import type { Row, Item, Category } from '#core/list/row.ts';
import type { Suggestion } from '#core/suggest/suggest.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import styles from './suggestions.module.css';
import type { SuggestionList } from './use-suggestions.ts';

type SuggestionsProps = {
  readonly suggestions: SuggestionList;
  /** The category that a suggestion would be added to. */
  readonly categoryOf: (suggestion: Suggestion) => Category | null;
  readonly onPick: (suggestion: Suggestion) => void;
};

/** The list box. The field keeps the focus and references the active option (WAI-ARIA combobox pattern). */
export function Suggestions({ suggestions: { id, shown, active }, categoryOf, onPick }: SuggestionsProps) {
  const { store } = useShownList();
  return (
    <div
      className={styles.list}
      id={id}
      role="listbox"
      aria-label={messages.adder.suggestions}
      hidden={shown.length === 0}
    >
      {shown.map((suggestion, at) => (
        <div
          className={styles.option}
          key={`${suggestion.category}/${suggestion.name}`}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          ref={at === active ? showOption : null}
          // Otherwise the field loses the focus and the keyboard closes before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(suggestion)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onPick(suggestion);
          }}
        >
          <span className={styles.name} dir="auto">
            <MarkedName suggestion={suggestion} />
          </span>
          <Presence item={store.list.itemNamed(categoryOf(suggestion)?.id ?? '', suggestion.name)} />
          <span className={styles.category}>{categoryOf(suggestion)?.name}</span>
        </div>
      ))}
    </div>
  );
}

/** The list scrolls where there is no room for all of them. */
const showOption = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' });

/** Shows that the name is already on the list. */
const Presence = ({ item }: { readonly item: Row<Item> | undefined }) =>
  item === undefined ? null : (
    <span className={styles.presence} data-ticked={item.checked}>
      {item.checked ? messages.adder.checked : messages.adder.onList}
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
