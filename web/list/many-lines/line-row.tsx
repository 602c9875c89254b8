/** A line of the preview: whether to add it, what was understood, its category, and whether the item is on the list. */
import { memo, useId, type ReactNode } from 'react';
import type { Entry } from '#core/amount/parse-entry.ts';
import type { Category } from '#core/list/row.ts';
import { messages } from '#web/messages/messages.ts';
import { useCategoryColor } from '#web/shown-list/shown-list.ts';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import type { LineDescription } from './describe-line.ts';
import styles from './line-row.module.css';
import type { LineChoice } from './use-lines.ts';

type LineRowProps = LineDescription & {
  readonly at: number;
  readonly entry: Entry;
  readonly category: Category;
  readonly isWanted: boolean;
  /** One `option` for each category; null while the row is far from the screen. */
  readonly options: ReactNode;
  readonly onChoose: (at: number, choice: LineChoice) => void;
};

/** Memoized, because a choice renders up to a thousand rows. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { at, entry, amount, isWanted, isTooLong, presence, onChoose } = props;
  const refusalId = useId();
  return (
    <li className={styles.row} data-wanted={isWanted}>
      <label className={styles.line}>
        <input
          type="checkbox"
          checked={isWanted}
          aria-disabled={isTooLong}
          aria-describedby={isTooLong ? refusalId : undefined}
          onChange={(event) => onChoose(at, { isWanted: event.currentTarget.checked })}
        />
        <span className={styles.about}>
          <span>
            <bdi>{entry.name}</bdi> {amount === '' ? null : <bdi className={styles.amount}>{amount}</bdi>}
          </span>
          {entry.note === null ? null : (
            <span className={styles.quiet} dir="auto">
              {entry.note}
            </span>
          )}
        </span>
      </label>
      {isTooLong ? (
        <p className={styles.refusal} id={refusalId}>
          {messages.changeFailures['long-name']}
        </p>
      ) : null}
      {isWanted ? (
        <div className={styles.place}>
          <CategoryChoice {...props} />
        </div>
      ) : null}
      {presence === '' ? null : (
        <div className={styles.presence}>
          <p>{presence}</p>
          {props.keep === '' ? null : <AmountChoice {...props} />}
        </div>
      )}
    </li>
  );
});

function CategoryChoice({ at, entry, category, options, onChoose }: LineRowProps) {
  return (
    <span className={styles.choice}>
      <span className={styles.swatch} style={{ background: useCategoryColor(category) }} />
      <select
        className={styles.select}
        aria-label={messages.severalItems.categoryOf(entry.name)}
        value={category.id}
        onChange={(event) => onChoose(at, { category: event.currentTarget.value })}
      >
        {options ?? <option value={category.id}>{category.name}</option>}
      </select>
      <Icon path={icons.chevron} />
    </span>
  );
}

function AmountChoice({ at, entry, keep, change, takesNewAmount, onChoose }: LineRowProps) {
  return (
    <span className={styles.choice}>
      <select
        className={styles.select}
        aria-label={messages.severalItems.amountOf(entry.name)}
        value={takesNewAmount ? 'change' : 'keep'}
        onChange={(event) => onChoose(at, { takesNewAmount: event.currentTarget.value === 'change' })}
      >
        <option value="keep">{keep}</option>
        <option value="change">{change}</option>
      </select>
      <Icon path={icons.chevron} />
    </span>
  );
}
