/** Messages of Shop mode. */

export const shop = {
  undo: 'Undo',
  done: 'Done',
  left: (count: number) => (count === 1 ? '1\u00A0left' : `${count}\u00A0left`),
  allDone: 'Everything is in the basket',
  nothing: 'Your list is empty. Add an item to get started.',
} as const;
