/** Counts of items, changes and categories, and their pronoun, with the singular. */

export const items = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

export const changes = (count: number): string => (count === 1 ? '1 change' : `${count} changes`);

export const categories = (count: number): string => (count === 1 ? '1 category' : `${count} categories`);

/** The pronoun for that many things. */
export const them = (count: number): string => (count === 1 ? 'it' : 'them');
