/** Describes a completed action for its toast, and for the toasts of Undo and Redo. */
import type { Summary } from '#core/history/summarize-diff.ts';
import { categories, items } from './counts.ts';
import { list } from './list.ts';

export const undone = (act: string): string => `Undone: ${act}`;
export const redone = (act: string): string => `Redone: ${act}`;
export const nothingToUndo = 'Nothing to undo';
export const nothingToRedo = 'Nothing to redo';

export const itemsDeleted = (count: number): string => `${items(count)} deleted`;

/** Describes the action in words that work alone and after "Undone:". */
// One case per action is easier to read than fragments.
// oxlint-disable-next-line complexity, max-lines-per-function
export function describeAct(act: Summary): string {
  switch (act.type) {
    case 'item-added':
    case 'category-added':
      return `${named(act.name)} added`;
    case 'item-deleted':
    case 'category-deleted':
      return `${named(act.name)} deleted`;
    case 'item-checked':
      return `${act.name} checked`;
    case 'item-unchecked':
      return `${act.name} unchecked`;
    case 'item-edited':
    case 'category-edited':
      return `${named(act.name)} edited`;
    case 'item-renamed':
    case 'category-renamed':
      return `${named(act.from)} renamed to ${act.to}`;
    case 'item-moved':
      return `${act.name} moved to ${named(act.category)}`;
    case 'items-added':
      return `${items(act.count)} added`;
    case 'items-deleted':
      return itemsDeleted(act.count);
    case 'items-cleared':
      return `${items(act.count)} cleared`;
    case 'items-changed':
      return `${items(act.count)} changed`;
    case 'category-recolored':
      return `${named(act.name)} recolored`;
    case 'categories-added':
      return `${categories(act.count)} added`;
    case 'categories-deleted':
      return `${categories(act.count)} deleted`;
    case 'list-renamed':
      return `List renamed to ${act.name}`;
    case 'list-replaced':
      return `List replaced with ${act.name}`;
    case 'list-saved':
      return `Saved as ${act.name}`;
    case 'saved-list-updated':
      return `Saved list ${act.name} updated`;
    case 'saved-list-deleted':
      return `Saved list ${act.name} deleted`;
  }
}

/** A category that is visible only because of its items may have no name. */
const named = (name: string): string => name || list.unnamedCategory;
