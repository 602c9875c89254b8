/** English words of packages, and of how food is kept, which may change where a shop has it. */

export type Kept = {
  /** At the beginning or the end of a name. */
  readonly words: readonly string[];
  /** A name that the app knows, in the category of what is kept so; '' if that makes no difference. */
  readonly like: string;
  /** Names in the categories that it is not in then. */
  readonly unlike: readonly string[];
};

/** `tin peaches` are with the canned tuna, and `tin cat food` stays with the pets. */
export const KEPT: readonly Kept[] = [
  {
    words: ['tin', 'tins', 'tinned', 'can', 'cans', 'canned'],
    like: 'canned tuna',
    unlike: ['apples', 'chicken', 'salmon', 'lentils'],
  },
  {
    words: ['frozen'],
    like: 'frozen peas',
    unlike: ['apples', 'chicken', 'salmon', 'bread', 'chips', 'sweet corn', 'rice', 'hummus'],
  },
  { words: ['dried'], like: 'dried fruit', unlike: ['apples'] },
  {
    words:
      'bag box bunch carton jar loaf multipack net pack packet pot pouch punnet sachet sack tray tub tube bottle'.split(
        ' ',
      ),
    like: '',
    unlike: [],
  },
];
