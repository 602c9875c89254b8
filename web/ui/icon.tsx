/** The icons: strokes on a grid of 24, in the colour of the text around them. */
import styles from './icon.module.css';

const PATHS = {
  plus: 'M12 5v14M5 12h14',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevron: 'M7 10l5 5 5-5',
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  newList: 'M13 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V9l-6-6zM13 3v6h6M12 12.5v5M9.5 15h5',
  save: 'M7 4h8.5L20 8.5V18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h1zM8 4v4h6V4M8 20v-6h8v6',
  load: 'M4 7a2 2 0 0 1 2-2h3.5l2 2.5H18a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7zM12 10.5v5M9.8 13.3L12 15.5l2.2-2.2',
  category: 'M12.5 4H5a1 1 0 0 0-1 1v7.5l7.6 7.6a1.5 1.5 0 0 0 2.1 0l6.4-6.4a1.5 1.5 0 0 0 0-2.1L12.5 4zM8.5 8.5h.01',
  restore: 'M4.5 12a7.5 7.5 0 1 0 2.6-5.7M4 4v4.5h4.5M12 8v4.3l2.8 1.7',
  undo: 'M9 14L4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11',
  redo: 'M15 14l5-5-5-5M20 9H9.5a5.5 5.5 0 0 0 0 11H13',
  remove:
    'M5 7h14M10 11v6M14 11v6M6.5 7l.8 11.2a2 2 0 0 0 2 1.8h5.4a2 2 0 0 0 2-1.8L17.5 7M9.5 7V5a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2',
  edit: 'M4 20h4L19 9a2.1 2.1 0 0 0 0-3l-1-1a2.1 2.1 0 0 0-3 0L4 16v4zM13.5 6.5l4 4',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.700 1.9 7.5 5.5',
  logout: 'M14 5H7a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h7M10 12h10M16.500 8.500L20 12l-3.500 3.500',
  basket: 'M4 10h16l-1.6 8.4a2 2 0 0 1-2 1.6H7.6a2 2 0 0 1-2-1.6L4 10zM8 10l3-6M16 10l-3-6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  external: 'M14 5h5v5M19 5l-8 8M17 14v4a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1h4',
} as const;

export type IconName = keyof typeof PATHS;

/** One icon; it says nothing to screen readers, whoever holds it has the words. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className={styles['icon']} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);
