/** The choice of a category's color: one radio button for each, with its name. */
import { useId } from 'react';
import type { CSSProperties } from 'react';
import { categoryColors, editCategory } from '#web/messages/en/dialogs.ts';
import { markColor } from '#web/shopper/mark-color.ts';
import { CATEGORY_COLORS } from './category-colors.ts';
import styles from './color-field.module.css';

type ColorFieldProps = {
  /** The category's name, from which the automatic color is derived. */
  readonly name: string;
  /** A CSS hex color; empty for the automatic one. */
  readonly color: string;
  readonly onChange: (color: string) => void;
};

export function ColorField({ name, color, onChange }: ColorFieldProps) {
  const group = useId();
  const choices = [['automatic', ''] as const, ...CATEGORY_COLORS];
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{editCategory.color}</legend>
      <div className={styles.choices}>
        {choices.map(([key, value]) => {
          const mark: CSSProperties & Record<'--mark', string> = { '--mark': markColor({ name, color: value }) };
          return (
            <label className={styles.choice} key={key}>
              <input
                className={styles.input}
                style={mark}
                type="radio"
                name={group}
                checked={value === color}
                onChange={() => onChange(value)}
              />
              {categoryColors[key]}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
