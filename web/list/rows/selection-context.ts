/** The selection of Select mode, for rows. */
import { createContext, type ComponentType } from 'react';
import type { Selection } from '#core/view/selection.ts';

export type SelectRowProps = { readonly itemId: string } & Pick<RowSelection, 'selected' | 'onSelect'>;

export type RowSelection = {
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
  /** Shows a row in Select mode. It loads after the list. */
  readonly SelectRow: ComponentType<SelectRowProps>;
};

/** Null outside Select mode. */
export const SelectionContext = createContext<RowSelection | null>(null);
