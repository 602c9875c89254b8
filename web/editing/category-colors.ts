/** The colors that a category can be given: the six of the default categories, and six more. */
import type { CategoryColorName } from '#web/messages/en/dialogs.ts';

/** The first six are those of the specification, section 3; the others reach 3:1 on both grounds. */
export const CATEGORY_COLORS: readonly (readonly [CategoryColorName, string])[] = [
  ['green', '#10b981'],
  ['blue', '#3b82f6'],
  ['red', '#ef4444'],
  ['yellow', '#f59e0b'],
  ['turquoise', '#06b6d4'],
  ['gray', '#6b7280'],
  ['orange', '#ea580c'],
  ['olive', '#4d7c0f'],
  ['teal', '#0d9488'],
  ['purple', '#8b5cf6'],
  ['pink', '#ec4899'],
  ['brown', '#a16207'],
];
