/** Something untyped is opened. */
export const hasWeight = (words: string): boolean => typeof JSON.parse(words).weight === 'number';
