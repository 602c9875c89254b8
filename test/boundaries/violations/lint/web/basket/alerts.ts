/** A box that stops the world. */
export const tell = (words: string): void => alert(words);
