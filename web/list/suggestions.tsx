/** Up to six names one may mean, each with its category. */
import { liveRow } from '#core/list/list.ts';
import type { Suggestion } from '#core/suggest/suggest.ts';
import { adder } from '#web/messages/en/tools.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import styles from './suggestions.module.css';

type SuggestionsProps = {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number | null;
  readonly onPick: (suggestion: Suggestion) => void;
};

/** The list box; focus stays in the field, which names the active option (WAI-ARIA combobox pattern). */
export function Suggestions({ id, suggestions, active, onPick }: SuggestionsProps) {
  const { store } = useShopper();
  return (
    <div
      className={styles['list']}
      id={id}
      role="listbox"
      aria-label={adder.suggestions}
      hidden={suggestions.length === 0}
    >
      {suggestions.map((suggestion, at) => (
        <div
          className={styles['option']}
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
          <span className={styles['name']} dir="auto">
            <MarkedName suggestion={suggestion} />
          </span>
          <span className={styles['category']}>{liveRow(store.list.categories, suggestion.category)?.name}</span>
        </div>
      ))}
    </div>
  );
}

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
