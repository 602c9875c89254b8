/** Messages between the reference devices and their server. */

export type ReferenceRow = {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly checked: boolean;
  readonly deleted: boolean;
};

export type ToServer =
  | { readonly type: 'all' }
  | { readonly type: 'row'; readonly number: number; readonly row: ReferenceRow };

export type FromServer =
  | { readonly type: 'acknowledged'; readonly number: number }
  | { readonly type: 'rows'; readonly rows: readonly ReferenceRow[] };
