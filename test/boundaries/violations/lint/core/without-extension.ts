/** An import that Node cannot find. */
import { addWeight } from './basket';

export const add = addWeight;
