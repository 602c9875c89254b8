/** A field that is there without a value. */
export const basket: { readonly weight?: number } = { weight: undefined };
