/** The small square in a category's color. */
import type { CSSProperties } from 'react';
import type { Category } from '#core/list/row.ts';
import styles from './category-swatch.module.css';
import { categoryColor } from '#web/shopper/category-color.ts';

export function CategorySwatch({ category }: { readonly category: Pick<Category, 'name' | 'color'> }) {
  const style: CSSProperties & Record<'--swatch', string> = { '--swatch': categoryColor(category) };
  return <span className={styles.swatch} style={style} aria-hidden="true" />;
}
