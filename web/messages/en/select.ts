/** Messages of Select mode. */
import { categories } from './counts.ts';

export const select = {
  selectAll: 'Select All',
  deselectAll: 'Deselect All',
  deleteSelected: (count: number) => `Delete (${count})`,
  deleteAll: 'Delete All',
  done: 'Done',
  categoriesDeleted: (count: number) => `${categories(count)} deleted`,
} as const;

/** The confirmations of both deletions (spec section 5). */
export const confirm = {
  deleteSome: {
    title: 'Delete Categories',
    text: (count: number) => `Are you sure you want to delete ${count} categories and all their items?`,
    yes: 'Delete',
  },
  deleteAll: {
    title: 'Delete All Categories',
    text: 'Are you sure you want to delete ALL categories and their items? This cannot be undone.',
    yes: 'Delete',
  },
} as const;
