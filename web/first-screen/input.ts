/** What a shopper does on the first screen, in the order of the events. The script in the page writes it, the app reads it (decision 50). */

/** `control` is the value of the control's `data-control`. */
export type Input =
  | { readonly type: 'tick'; readonly itemId: string; readonly checked: boolean }
  | { readonly type: 'press'; readonly control: string }
  /** A long press or a right click on a row or a category's header. */
  | { readonly type: 'edit'; readonly control: string }
  /** Delete or F2. */
  | { readonly type: 'key'; readonly control: string; readonly key: string }
  /** Text that was typed after a press. Its value is the field's, so that no password is in an attribute. */
  | { readonly type: 'text'; readonly control: string }
  | { readonly type: 'choose'; readonly category: string }
  /** The add field's text, after Enter or a press on Add. `isLiteral` after Shift+Enter (product Q2). */
  | { readonly type: 'add'; readonly text: string; readonly isLiteral: boolean }
  /** Several pasted lines. */
  | { readonly type: 'paste'; readonly text: string };

/** The field for the name of a new item. */
export const ADD_FIELD = '[data-add-field]';
