/** What the server did, as those who watch it are told. */

/** A request that was answered. */
export type Answered = {
  readonly method: string;
  /** The pattern of its address, such as `/rest/v1/:table`: never the address itself, which a caller writes. */
  readonly route: string;
  /** The address where it is one of the app's own files. */
  readonly path: string | null;
  readonly status: number;
  readonly milliseconds: number;
  readonly id: string;
  /** How somebody tried to sign in, if it was about that. */
  readonly grant: string | null;
};

/** A message that was handed over, or not: then `code` says why. */
export type Sent = { readonly medium: 'mail' | 'text'; readonly code: string | null };
