/** English words of packages, and of how food is kept. Other languages have none yet. */
import type { Kept } from '#core/language/text-words.ts';

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
