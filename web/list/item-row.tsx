/** The elements of one item: the whole row ticks it; Delete stands apart; the pencil is there for screen readers. */
import type { Item } from '#core/list/item.ts';
import { list } from '#web/messages/en/list.ts';
import { Icon } from '#web/ui/icon.tsx';
import { icons } from '#web/ui/icons.ts';
import styles from './item-row.module.css';

let pattern: Element | null | undefined;

/** The row of which all others are copies; stands before the first of them, unseen. */
export const RowPattern = () => (
  <template ref={keepPattern}>
    <li className={styles['row']}>
      {/* Its words come with the item. */}
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control */}
      <label className={styles['tick']}>
        <input className={styles['input']} type="checkbox" aria-keyshortcuts="F2 Delete" />
        <span className={styles['words']} dir="auto" />
      </label>
      <button className={`${styles['action']} ${styles['edit']}`} type="button" tabIndex={-1}>
        <Icon path={icons.edit} />
      </button>
      <button className={styles['action']} type="button">
        <Icon path={icons.remove} />
      </button>
    </li>
  </template>
);

/** Where a template keeps what it holds it is no part of the page. */
function keepPattern(template: HTMLTemplateElement | null): void {
  template?.content.append(...template.children);
  pattern = template?.content.firstElementChild;
}

/**
 * A row that shows nothing yet.
 * @throws where no `RowPattern` stands in the page
 */
export function createRow(itemId: string): Element {
  if (!pattern) throw new Error('No row');
  const row = document.importNode(pattern, true);
  row.querySelector('input')?.setAttribute('data-item', itemId);
  return row;
}

/** Shows an item as it is now. */
export function fillRow(row: Element, item: Item | undefined): void {
  if (!item) return;
  const { name, checked } = item;
  // A tick that changes while one looks on moves; use-still-ticks.ts ends that.
  row.toggleAttribute('data-fresh', row.isConnected && row.hasAttribute('data-checked') !== checked);
  row.toggleAttribute('data-checked', checked);
  const box = row.querySelector('input');
  if (box) box.checked = checked;
  const words = row.querySelector<HTMLElement>('[dir]');
  if (!words || words.title === name) return;
  words.title = name;
  words.textContent = name;
  const [edit, remove] = row.querySelectorAll('button');
  edit?.setAttribute('aria-label', list.editItem(name));
  remove?.setAttribute('aria-label', list.deleteItem(name));
}
