/** An icon: strokes on a grid of 24, in the colour of the text around it. */
import styles from './icon.module.css';

/** One icon. It is hidden from screen readers; its parent has the label. */
export const Icon = ({ path }: { readonly path: string }) => (
  <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);
