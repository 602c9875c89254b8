/** Something that is on its way out. */
export const tail = (words: string): string => words.substr(1);
