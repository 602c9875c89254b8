/** A bug without a stack. */
export function refuse(): never {
  throw 'refused';
}
