/** Messages about the members of a shared list: who added and ticked items, and who has the list open (product H8). */
export const people = {
  you: 'you',
  former: 'a former member',
  unnamed: 'a member without a name',
  addedBy: (name: string) => `Added by ${name}`,
  tickedBy: (name: string) => `Checked off by ${name}`,
  /** @param names at least one */
  present: (names: readonly string[]) =>
    `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'has' : 'have'} this list open`,
  more: (count: number) => `+${count}`,
} as const;
