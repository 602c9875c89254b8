/** An icon: strokes on a grid of 24, in the colour of the text around it. */
import styles from './icon.module.css';

/** One icon; it says nothing to screen readers, whoever holds it has the words. */
export const Icon = ({ path }: { readonly path: string }) => (
  <svg className={styles['icon']} viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);
