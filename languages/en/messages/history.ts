/** Describes a change for its toast, and for the toasts of Undo and Redo. */
import type { Summary } from '#core/history/summarize-diff.ts';
import { categories, items } from './counts.ts';
import { itemsDeleted, list } from './list.ts';

export const redone = (change: string): string => `Redone: ${change}`;
export const nothingToUndo = 'Nothing to undo';
export const nothingToRedo = 'Nothing to redo';

/** Describes the change in words that work alone and after "Undone:". */
// One case per change is easier to read than fragments.
// oxlint-disable-next-line complexity, max-lines-per-function
export function describeSummary(summary: Summary): string {
  switch (summary.type) {
    case 'item-added':
    case 'category-added':
    case 'store-added':
      return `${named(summary.name)} added`;
    case 'item-deleted':
    case 'category-deleted':
      return `${named(summary.name)} deleted`;
    case 'item-checked':
      return `${summary.name} checked`;
    case 'item-unchecked':
      return `${summary.name} unchecked`;
    case 'item-edited':
    case 'category-edited':
      return `${named(summary.name)} edited`;
    case 'item-renamed':
    case 'category-renamed':
    case 'store-renamed':
      return `${named(summary.from)} renamed to ${summary.to}`;
    case 'item-moved':
      return `${summary.name} moved to ${named(summary.category)}`;
    case 'items-added':
      return `${items(summary.count)} added`;
    case 'items-deleted':
      return itemsDeleted(summary.count);
    case 'items-cleared':
      return `${items(summary.count)} cleared`;
    case 'items-checked':
      return `${items(summary.count)} checked`;
    case 'items-moved':
      return `${items(summary.count)} moved`;
    case 'items-unchecked':
      return `${items(summary.count)} unchecked`;
    case 'items-changed':
      return `${items(summary.count)} changed`;
    case 'category-recolored':
      return `${named(summary.name)} recolored`;
    case 'categories-added':
      return `${categories(summary.count)} added`;
    case 'store-removed':
      return `${summary.name} removed`;
    case 'category-merged':
      return `Two categories named ${named(summary.name)} merged`;
    case 'category-moved':
      return `${named(summary.name)} moved`;
    case 'categories-arranged':
      return 'Categories arranged';
    case 'categories-sorted':
      return 'Categories sorted alphabetically';
    case 'categories-merged':
      return `${categories(summary.count)} merged`;
    case 'categories-deleted':
      return `${categories(summary.count)} deleted`;
    case 'list-renamed':
      return `List renamed to “${summary.name}”`;
    case 'list-emptied':
      return 'List emptied';
    case 'default-list-restored':
      return 'Default list restored';
    case 'list-replaced':
      return `List replaced with “${summary.name}”`;
    case 'list-saved':
      return `Saved as “${summary.name}”`;
    case 'saved-list-updated':
      return `Saved list “${summary.name}” updated`;
    case 'saved-list-renamed':
      return `Saved list renamed to “${summary.name}”`;
    case 'saved-list-deleted':
      return `Saved list “${summary.name}” deleted`;
  }
}

/** A category that is visible only because of its items may have no name. */
const named = (name: string): string => name || list.unnamedCategory;
