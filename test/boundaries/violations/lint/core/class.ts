/** A class. */
export class Scale {
  readonly weight = 1;
}
