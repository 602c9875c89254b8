/** A namespace. */
export namespace Weights {
  export type Heavy = { readonly weight: number };
}
