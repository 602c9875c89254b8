/** An alias that Node cannot follow. */
import { addWeight } from '#core/basket';

export const add = addWeight;
