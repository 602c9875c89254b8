/** Core knows Node. */
import { readFileSync } from 'node:fs';

export const read = (): unknown => readFileSync('basket');
