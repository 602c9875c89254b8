/** The sentences of shop mode. */

export const shop = {
  undo: 'Undo',
  leave: 'Leave shop mode',
  left: (count: number) => (count === 1 ? '1\u00A0left' : `${count}\u00A0left`),
  allDone: 'Everything is in the basket.',
} as const;
