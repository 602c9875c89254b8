/** The type of a unit in the table of a language. */

export type Unit = {
  /** The name that rows store and the list shows. */
  readonly id: string;
  /** Other spellings, in lower case. */
  readonly aliases: readonly string[];
  /** Short spellings in exactly this case, because another case is another unit or a word: `T` and `t`. */
  readonly symbols?: readonly string[];
  /** Units of one measure convert into each other. */
  readonly measure?: 'mass' | 'volume' | 'pieces';
  /** How many of the smallest unit of the measure (mg, ml, pieces) it is. */
  readonly factor?: number;
  /** The factor in countries with imperial measures: a British pint is larger. */
  readonly imperial?: number;
  /** Whether the case of the id matters, because another case is a word: `EL`, but not `El Paso`, and `Dose`, but not `1 dose`. */
  readonly isExact?: boolean;
  /** Whether `de` may follow: `2 boîtes de thon`. */
  readonly isRomance?: boolean;
  /** Whether only recipes use it, and no scale or bottle, so that its sum with another unit is in the other one or in g or ml. */
  readonly isKitchenMeasure?: boolean;
  /** Whether it is sold as one piece, so that a size may stand before it: `400 g tin`. */
  readonly isContainer?: boolean;
  /** Whether it counts as one at the beginning of a line: `pinch chilli flakes`. A measure does so only before a known name: `gallon milk`. */
  readonly mayBegin?: boolean;
  /** Whether it may follow the name: `2 garlic cloves`. */
  readonly mayFollow?: boolean;
  /** Words that make it a part of a name, anywhere after it: the box in `1 box cutter`, the TL in `2 TL bulbs`. */
  readonly notWith?: readonly string[];
};
