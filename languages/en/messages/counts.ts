/** Counts of items, changes and categories, with their singular. */

export const items = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

export const changes = (count: number): string => (count === 1 ? '1 change' : `${count} changes`);

export const categories = (count: number): string => (count === 1 ? '1 category' : `${count} categories`);
