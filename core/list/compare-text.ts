/** Compares texts by their UTF-16 code units: the same order on every device, whatever its language. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Compares rows by their ids. */
export const compareById = (a: { readonly id: string }, b: { readonly id: string }): number => compareText(a.id, b.id);
