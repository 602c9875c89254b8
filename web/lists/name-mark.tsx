/** The chevron after the list's name, which opens **Lists** where there can be several (product H2, H11). */
import { useListEntries, useLists } from '#web/shown-list/use-lists.ts';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import styles from './name-mark.module.css';

export function NameMark() {
  const lists = useLists();
  // The first answer of the backend may change whether there can be several.
  useListEntries(lists);
  // Shown until the lists are read, because there usually are several, and the first screen's chevron must not disappear for a moment.
  if (lists?.hasSeveral() === false) return null;
  return (
    <span className={styles.mark}>
      <Icon path={icons.chevron} />
    </span>
  );
}
