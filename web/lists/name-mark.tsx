/** After the list's name: its owner if another list has the same name (product H14), and the chevron of **Lists** (product H2, H11). */
import { useShownList } from '#web/shown-list/shown-list.ts';
import { useListEntries, useLists, useWhose } from '#web/shown-list/use-lists.ts';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import styles from './name-mark.module.css';

export function NameMark() {
  const { ref } = useShownList();
  const lists = useLists();
  // The first answer of the backend may change whether there can be several.
  const entries = useListEntries(lists).filter(({ state }) => state !== 'ended');
  const isOwn = entries.find(({ id }) => id === ref.listId)?.role === 'owner';
  const whose = useWhose(entries)(ref.listId);
  const owner = isOwn ? null : whose;
  // Shown until the lists are read, because there usually are several, and the first screen's chevron must not disappear for a moment.
  if (lists?.hasSeveral() === false) return null;
  return (
    <>
      {owner === null ? null : <bdi className={styles.owner}> {owner}</bdi>}
      <span className={styles.mark}>
        <Icon path={icons.chevron} />
      </span>
    </>
  );
}
