/** The messages of the first load. */
import * as common from './common.ts';
import * as list from './list.ts';

export const start = { ...common, ...list };
