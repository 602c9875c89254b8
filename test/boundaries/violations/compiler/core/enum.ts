/** Syntax that Node cannot strip. */
export enum Ripeness {
  Green,
}
