/** The small square in a category's color. */
import type { CSSProperties } from 'react';
import type { Category } from '#core/list/row.ts';
import { useCategoryColor } from '#web/shown-list/shown-list.ts';
import styles from './category-swatch.module.css';

export function CategorySwatch({ category }: { readonly category: Category }) {
  const style: CSSProperties & Record<'--swatch', string> = { '--swatch': useCategoryColor(category) };
  return <span className={styles.swatch} style={style} aria-hidden="true" />;
}
