/** An icon: strokes on a 24-unit grid, in the color of the surrounding text. */
import styles from './icon.module.css';

/** Hidden from screen readers; its parent has the label. */
export const Icon = ({ path }: { readonly path: string }) => (
  <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);
