/** Performs random actions on a list, reproducible by a seed. */
import type { Change } from '#core/change/change.ts';
import type { Store } from '#client/store/store.ts';
import { createRandom, type SeededRandom } from './seeded-random.ts';

/** Performs one to five random actions and returns how many succeeded. */
export function shopAtRandom(store: Store, seed: number): number {
  const random = createRandom(seed);
  let done = 0;
  for (let left = 1 + random.below(5); left > 0; left -= 1) done += Number(doOne(store, random));
  return done;
}

/** Performs one action, which may be Undo or Redo. */
function doOne(store: Store, random: SeededRandom): boolean {
  if (random.isHit(0.08)) {
    if (!store.canUndo()) return false;
    store.undo();
    return true;
  }
  if (random.isHit(0.04)) {
    if (!store.canRedo()) return false;
    store.redo();
    return true;
  }
  return store.applyChange(chooseChange(store, random)).ok;
}

function chooseChange(store: Store, random: SeededRandom): Change {
  const categories = [...store.list.categories.values()].filter(({ deleted, inList }) => !deleted && inList);
  const category = random.pick(categories)?.id;
  const name = `Thing ${random.below(400)}`;
  if (category === undefined || random.isHit(0.04)) {
    return { type: 'add-category', id: store.createId(), name: `Shelf ${name}` };
  }
  if (random.isHit(0.04)) return chooseRare(store, { random, category, name });
  return chooseCommon(store, { random, category, name });
}

type Choice = { readonly random: SeededRandom; readonly category: string; readonly name: string };

function chooseCommon(store: Store, { random, category, name }: Choice): Change {
  const live = [...store.list.items.values()].filter(({ deleted }) => !deleted);
  const item = random.pick(live);
  // The list grows to a few hundred items and stays at that size.
  if (item === undefined || random.isHit(live.length < 150 ? 0.45 : 0.15)) {
    return { type: 'add-item', id: store.createId(), name, category };
  }
  if (random.isHit(0.6)) return { type: 'check-item', id: item.id, checked: !item.checked };
  if (random.isHit(0.6)) return { type: 'edit-item', id: item.id, name, category };
  return { type: 'delete-item', id: item.id };
}

/** Moves a category, or puts all of them back into alphabetical order. */
function arrange({ view }: Store, random: SeededRandom, id: string): Change {
  const shown = view.shownCategoryIds();
  return random.isHit(0.1)
    ? { type: 'sort-categories' }
    : { type: 'move-category', id, to: random.below(shown.length), shown };
}

function chooseRare(store: Store, { random, category, name }: Choice): Change {
  const saved = random.pick([...store.list.savedLists.values()].filter(({ deleted }) => !deleted))?.id;
  const roll = random.below(10);
  if (roll < 1) return { type: 'clear-checked' };
  if (roll < 2) return arrange(store, random, category);
  if (roll < 4) return { type: 'delete-categories', ids: [category] };
  if (roll < 7 || saved === undefined) {
    return { type: 'save-list-as', id: store.createId(), name: `List ${name}`, createdAt: store.now() };
  }
  return roll < 9 ? { type: 'load-saved-list', id: saved } : { type: 'delete-saved-list', id: saved };
}
