/** The sentences of shop mode. */

export const shop = {
  undo: 'Undo',
  leave: 'Leave shop mode',
  left: (count: number) => (count === 1 ? '1 left' : `${count} left`),
  allDone: 'Everything is in the basket.',
} as const;
