/** Equal, more or less. */
export const isEmpty = (words: string): boolean => words == '';
