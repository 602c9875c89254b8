/** The words of packages, and of how food is kept, of each language. A new language is one file and one line here. */
import { KEPT as ENGLISH } from './en/kept-words.ts';
import type { Kept } from './text-words.ts';

export const KEPT: readonly Kept[] = ENGLISH;
