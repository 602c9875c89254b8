/**
 * The attributes by which gestures, keys, movements, the first screen and browser tests find the parts of the list in the page. Each is
 * declared here once: components set it with `mark`, and others find it with `marked`.
 */

export const MARKS = {
  /** A row, with the id of its item. */
  itemId: 'data-item-id',
  /** A category with its rows, with its id. */
  categoryId: 'data-category-id',
  categoryHeader: 'data-category-header',
  /** A control that does something with its row, its category or the list. */
  action: 'data-action',
  addField: 'data-add-field',
  /** The part of the add bar above its field: `shown` or `hidden`. */
  strip: 'data-strip',
  /** The add bar where it covers the list. */
  adderOverlay: 'data-adder-overlay',
  /** Rows that are rendered together: `rendered`, or an empty `space` far from the screen. */
  block: 'data-block',
  blockKey: 'data-block-key',
  /** Besides rows and headers, what moves when rows leave. */
  moves: 'data-moves',
  /** The numbers of checked and of all items. */
  count: 'data-count',
  /** Content that may be outdated at the next start: the first screen hides it, or omits it with `left-out`. */
  live: 'data-live',
} as const;

type Mark = keyof typeof MARKS;

/** What the controls with the mark `action` do. */
export type Action = 'tick' | 'amount' | 'more' | 'delete' | 'edit' | 'fold' | 'leave-shop';

/** The attribute for an element: `<div {...mark('itemId', id)}>`. Without a value to show, there is no attribute. */
export const mark = <M extends Mark>(
  name: M,
  value: (M extends 'action' ? Action : string) | undefined,
): Readonly<Record<string, string | undefined>> => ({ [MARKS[name]]: value });

/** The selector of elements with a mark, whatever its value. */
export const marked = (name: Mark): string => `[${MARKS[name]}]`;

/** The selector of elements with this value of a mark. */
export const markedAs = <M extends Mark>(name: M, value: M extends 'action' ? Action : string): string =>
  `[${MARKS[name]}="${value.replaceAll(/["\\\n]/gu, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"]`;

/** The value of an element's mark; null if it has none. */
export const readMark = (element: Element, name: Mark): string | null => element.getAttribute(MARKS[name]);

/** A row of the list. */
export const ROW = marked('itemId');

/** The check box of a row. */
export const TICK = markedAs('action', 'tick');
