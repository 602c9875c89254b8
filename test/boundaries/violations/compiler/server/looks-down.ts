/** The server knows groceries. */
import { addWeight } from '#core/basket.ts';

export const add = addWeight;
