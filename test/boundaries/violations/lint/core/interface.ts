/** A second way to name a shape. */
export interface Shape {
  readonly weight: number;
}
