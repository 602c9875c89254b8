/** What a query string can say, once it is read: the words of PostgREST's grammar. */

/** One step into a JSON value: `->key`, `->>key`, `->0`. */
export type JsonStep = { readonly arrow: '->' | '->>'; readonly key: string | number };

/** A column, or a place inside its JSON. */
export type Field = { readonly name: string; readonly path: readonly JsonStep[] };

export type SelectItem =
  | { readonly type: 'all' }
  | { readonly type: 'field'; readonly field: Field; readonly alias: string | null; readonly cast: string | null }
  | { readonly type: 'embedding'; readonly name: string }
  | { readonly type: 'aggregate' };

export type Quantifier = 'any' | 'all';
type Language = string | null;

export type Condition =
  | {
      readonly type: 'compare';
      readonly operator: Comparison;
      readonly quantifier: Quantifier | null;
      readonly value: string;
    }
  | { readonly type: 'in'; readonly values: readonly string[] }
  | { readonly type: 'is'; readonly state: State }
  | { readonly type: 'distinct'; readonly value: string }
  | { readonly type: 'search'; readonly operator: Search; readonly language: Language; readonly value: string };

/** Operators with one value, and what Postgres calls them. */
export const COMPARISONS = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const;
export type Comparison = keyof typeof COMPARISONS;

/** Full text search, and the Postgres function that reads its words. */
export const SEARCHES = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const;
export type Search = keyof typeof SEARCHES;

/** What may follow `is.`. */
export const STATES = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
} as const;
export type State = keyof typeof STATES;

export type Filter = {
  readonly type: 'filter';
  readonly field: Field;
  readonly negated: boolean;
  readonly condition: Condition;
};

export type LogicTree =
  | Filter
  | { readonly type: 'and' | 'or'; readonly negated: boolean; readonly parts: readonly LogicTree[] };

export type OrderTerm = {
  readonly field: Field;
  readonly direction: 'asc' | 'desc' | null;
  readonly nulls: 'first' | 'last' | null;
};

/** Rows wanted: from an offset on, at most so many. */
export type RowRange = { readonly offset: number; readonly limit: number | null };

export type Query = {
  /** Empty where nothing was asked for: then all columns. */
  readonly select: readonly SelectItem[];
  /** All of these have to hold. */
  readonly filters: readonly LogicTree[];
  readonly order: readonly OrderTerm[];
  readonly range: RowRange;
  readonly columns: readonly string[] | null;
  readonly onConflict: readonly string[] | null;
  /** Only for calls by GET: named arguments, in the order given. */
  readonly args: readonly (readonly [name: string, value: string])[];
};
