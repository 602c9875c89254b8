/** A shopper who does anything at all, decided by a seed. */
import type { Change } from '#core/change/change.ts';
import type { Store } from '#client/store/store.ts';
import { createChance } from './chance.ts';
import type { Chance } from './chance.ts';

/** Does one to five things to the list; gives how many were done. */
export function shopAtRandom(store: Store, seed: number): number {
  const chance = createChance(seed);
  let done = 0;
  for (let left = 1 + chance.below(5); left > 0; left -= 1) done += Number(doOne(store, chance));
  return done;
}

/** Undo and Redo are acts as well. */
function doOne(store: Store, chance: Chance): boolean {
  if (chance.isLucky(0.08)) {
    if (!store.canUndo()) return false;
    store.undo();
    return true;
  }
  if (chance.isLucky(0.04)) {
    if (!store.canRedo()) return false;
    store.redo();
    return true;
  }
  return store.act(chooseChange(store, chance)).ok;
}

function chooseChange(store: Store, chance: Chance): Change {
  const categories = [...store.list.categories.values()].filter(({ deleted, inList }) => !deleted && inList);
  const category = chance.pick(categories)?.id;
  const name = `Thing ${chance.below(400)}`;
  if (category === undefined || chance.isLucky(0.04)) {
    return { type: 'add-category', id: store.createId(), name: `Shelf ${name}` };
  }
  if (chance.isLucky(0.04)) return chooseRare(store, { chance, category, name });
  return chooseCommon(store, { chance, category, name });
}

type Choice = { readonly chance: Chance; readonly category: string; readonly name: string };

function chooseCommon(store: Store, { chance, category, name }: Choice): Change {
  const live = [...store.list.items.values()].filter(({ deleted }) => !deleted);
  const item = chance.pick(live);
  // The list grows to some hundred items and stays there.
  if (item === undefined || chance.isLucky(live.length < 150 ? 0.45 : 0.15)) {
    return { type: 'add-item', id: store.createId(), name, category };
  }
  if (chance.isLucky(0.6)) return { type: 'check-item', id: item.id, checked: !item.checked };
  if (chance.isLucky(0.6)) return { type: 'edit-item', id: item.id, name, category };
  return { type: 'delete-item', id: item.id };
}

function chooseRare(store: Store, { chance, category, name }: Choice): Change {
  const saved = chance.pick([...store.list.savedLists.values()].filter(({ deleted }) => !deleted))?.id;
  const roll = chance.below(10);
  if (roll < 2) return { type: 'clear-checked' };
  if (roll < 4) return { type: 'delete-categories', ids: [category] };
  if (roll < 7 || saved === undefined) {
    return { type: 'save-list-as', id: store.createId(), name: `List ${name}`, createdAt: store.now() };
  }
  return roll < 9 ? { type: 'load-saved-list', id: saved } : { type: 'delete-saved-list', id: saved };
}
