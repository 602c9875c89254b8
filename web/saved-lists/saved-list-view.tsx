/** Shows what is in a saved list, and offers what can be done with it (product S6, O8). */
import { showAmount } from '#core/amount/format-amount.ts';
import type { Item } from '#core/list/row.ts';
import { createNameOrder } from '#core/name/name-key.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog/dialog.tsx';
import { aboutSavedList } from './saved-list-about.ts';
import type { SavedSource } from './use-load-saved.ts';
import styles from './saved-lists.module.css';

type SavedListViewProps = {
  readonly source: SavedSource;
  readonly onLoad: () => void;
  readonly onAdd: () => void;
  readonly onRename: () => void;
  readonly onBack: () => void;
};

/** A saved list of another list is renamed where it belongs. */
export function SavedListView({ source, onLoad, onAdd, onRename, onBack }: SavedListViewProps) {
  const { saved, isOwn } = source;
  return (
    <Dialog title={saved.name} onClose={onBack}>
      <p className={styles.about}>{aboutSavedList(saved)}</p>
      {saved.items.length === 0 ? <p>{messages.savedLists.noItems}</p> : null}
      {groupItems(source).map(({ id, name, items }) => (
        <section key={id}>
          <h3 className={styles.heading} dir="auto">
            {name || messages.list.unnamedCategory}
          </h3>
          <ul className={styles.items}>
            {items.map((item) => (
              <SavedItem key={item.id} item={item} />
            ))}
          </ul>
        </section>
      ))}
      <DialogActions
        isSticky
        start={
          isOwn ? (
            <Button look="quiet" onPress={onRename}>
              {messages.savedLists.rename}
            </Button>
          ) : undefined
        }
      >
        <Button onPress={onAdd}>{messages.savedLists.add}</Button>
        <Button look="primary" startsFocused onPress={onLoad}>
          {messages.savedLists.load}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const SavedItem = ({ item }: { readonly item: Item }) => (
  <li className={styles.item} data-checked={item.checked}>
    <bdi className={styles.itemName}>{item.name}</bdi>
    {item.amount ? <bdi className={styles.amount}>{showAmount(item)}</bdi> : null}
    {item.note ? <bdi className={styles.about}>{item.note}</bdi> : null}
    {item.checked ? <span className="visually-hidden">{messages.adder.checked}</span> : null}
  </li>
);

type ItemGroup = { readonly id: string; readonly name: string; readonly items: readonly Item[] };

/** The categories and their items by name, as the list shows them (product L5). */
function groupItems({ saved }: SavedSource): readonly ItemGroup[] {
  const compare = createNameOrder(undefined);
  const names = new Map(saved.categories.map(({ id, name }) => [id, name]));
  return [...Map.groupBy(saved.items, ({ category }) => category)]
    .map(([id, items]) => ({
      id,
      name: names.get(id) ?? '',
      items: items.toSorted((a, b) => compare(a.name, b.name)),
    }))
    .toSorted((a, b) => compare(a.name, b.name));
}
