/** The small square in a category's color. */
import type { CSSProperties } from 'react';
import type { Category } from '#core/list/row.ts';
import styles from './category-mark.module.css';
import { markColor } from '#web/shopper/mark-color.ts';

export function CategoryMark({ category }: { readonly category: Pick<Category, 'name' | 'color'> }) {
  const style: CSSProperties & Record<'--mark', string> = { '--mark': markColor(category) };
  return <span className={styles.mark} style={style} aria-hidden="true" />;
}
