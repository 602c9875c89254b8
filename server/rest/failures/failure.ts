/** All failures of a REST request. `error-response.ts` has their messages. */

export type RestFailure =
  // Authentication
  | { readonly type: 'no-key' }
  | { readonly type: 'wrong-key' }
  | { readonly type: 'wrong-token'; readonly token: 'empty' | 'malformed' | 'unverified' }
  | { readonly type: 'expired-token' }
  // The request
  | { readonly type: 'unreadable-query'; readonly message: string }
  | { readonly type: 'wrong-rpc-method'; readonly method: string }
  | { readonly type: 'wrong-body'; readonly why: BodyFault }
  | { readonly type: 'wrong-content-type'; readonly contentType: string }
  | { readonly type: 'unknown-encoding'; readonly encoding: string }
  /** `most` is a number with its unit. */
  | { readonly type: 'body-too-large'; readonly most: string }
  /** `most` is in bytes. */
  | { readonly type: 'response-too-large'; readonly most: number }
  | { readonly type: 'wrong-range'; readonly why: 'negative-limit' | 'lower-above-upper' }
  | { readonly type: 'range-out-of-bounds'; readonly offset: number; readonly total: number }
  | { readonly type: 'unknown-preferences'; readonly preferences: readonly string[] }
  | { readonly type: 'unknown-schema'; readonly schema: string; readonly schemas: readonly string[] }
  | { readonly type: 'no-such-media-type'; readonly accept: string }
  | { readonly type: 'not-singular'; readonly rows: number }
  | { readonly type: 'wrong-method'; readonly method: string }
  | { readonly type: 'wrong-path' }
  // Names that are not in the schema cache
  | { readonly type: 'no-relationship'; readonly parent: string; readonly child: string }
  | ({ readonly type: 'unknown-function'; readonly schema: string; readonly name: string } & UnknownFunction)
  | { readonly type: 'ambiguous-function'; readonly candidates: readonly string[] }
  | { readonly type: 'unknown-column'; readonly table: string; readonly column: string }
  | { readonly type: 'unknown-table'; readonly schema: string; readonly table: string; readonly nearest: string | null }
  // The database
  | { readonly type: 'too-busy' }
  | { readonly type: 'database-away' }
  | { readonly type: 'database-error'; readonly error: DatabaseError; readonly isAnonymous: boolean };

export type BodyFault = 'not-json' | 'keys-differ' | 'too-deep' | 'too-many-values';

type UnknownFunction = {
  readonly args: readonly string[];
  readonly nearest: string | null;
};

/** The fields of a Postgres error that a caller may see. */
export type DatabaseError = {
  readonly code: string;
  readonly message: string;
  readonly details: string | null;
  readonly hint: string | null;
};
