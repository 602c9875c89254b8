/** The choice of a category's color: one radio button for each color, with its name. */
import { useId } from 'react';
import type { CSSProperties } from 'react';
import { categoryColors, editCategory } from '#web/messages/en/dialogs.ts';
import type { CategoryColorName } from '#web/messages/en/dialogs.ts';
import { useCategoryColor } from '#web/shopper/shopper-context.ts';
import styles from './color-field.module.css';

type ColorFieldProps = {
  readonly categoryId: string;
  /** The category's name, from which the automatic color is derived. */
  readonly name: string;
  /** A CSS hex color; empty for the automatic one. */
  readonly color: string;
  readonly onChange: (color: string) => void;
};

export function ColorField({ categoryId, name, color, onChange }: ColorFieldProps) {
  const group = useId();
  const automatic = useCategoryColor({ id: categoryId, name, color: '' });
  const choices = [['automatic', ''] as const, ...CATEGORY_COLORS];
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{editCategory.color}</legend>
      <div className={styles.choices}>
        {choices.map(([key, value]) => {
          const swatch: CSSProperties & Record<'--swatch', string> = {
            '--swatch': value || automatic,
          };
          return (
            <label className={styles.choice} key={key}>
              <input
                className={styles.input}
                style={swatch}
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

/** The colors of the six default categories (spec section 3), and six more that reach a contrast of 3:1 in both themes. */
export const CATEGORY_COLORS: readonly (readonly [CategoryColorName, string])[] = [
  ['green', '#10b981'],
  ['blue', '#3b82f6'],
  ['red', '#ef4444'],
  ['yellow', '#f59e0b'],
  ['turquoise', '#06b6d4'],
  ['gray', '#6b7280'],
  ['orange', '#ea580c'],
  ['olive', '#4d7c0f'],
  ['teal', '#0d9488'],
  ['purple', '#8b5cf6'],
  ['pink', '#ec4899'],
  ['brown', '#a16207'],
];
