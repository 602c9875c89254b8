/** Messages about the members of a shared list: who added and ticked items, and who has the list open (product H8). */
export const people = {
  you: 'you',
  former: 'a former member',
  /** Someone without a display name; the number stays the same. */
  unnamed: (number: number) => `Member ${number}`,
  addedBy: (name: string) => `Added by ${name}`,
  tickedBy: (name: string) => `Checked off by ${name}`,
  /** @param names at least one */
  present: (names: readonly string[]) =>
    `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'has' : 'have'} this list open`,
  more: (count: number) => `+${count}`,
  /** Another member loaded a saved list (product S5). */
  loaded: (name: string, list: string) => `${name} loaded “${list}”`,
  /** Another member did this to all items of the list. It remains until it is dismissed. */
  replaced: {
    'empty-list': (name: string) => `${name} emptied the list.`,
    'default-list': (name: string) => `${name} restored the default list.`,
  },
  dismiss: 'OK',
} as const;

/** The name by which other members know this person (product A7). */
export const displayName = {
  field: 'Your name',
  hint: 'Members of your shared lists see this name. They never see your email address.',
  tooLong: 'That name is too long. Use 60 characters or fewer.',
  title: 'Name',
  none: 'You haven’t set a name. Others see you as “Member” followed by a number.',
  change: 'Change name',
  set: 'Set a name',
  save: 'Save',
  saved: 'Your name has been saved.',
} as const;
