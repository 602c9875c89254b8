/** What is counted while the server runs, and read at /metrics. */

export type Meter = {
  readonly answered: (answered: Answered) => void;
  readonly sent: (sent: Sent) => void;
  /** What is asked each time that somebody reads. */
  readonly setSources: (sources: Sources) => void;
  /** All of it, in Prometheus' text format. */
  readonly read: () => Promise<{ readonly text: string; readonly contentType: string }>;
};

export type Sources = {
  readonly realtime: () => RealtimeCounts;
  readonly database: () => Promise<DatabaseCounts>;
};

export type RealtimeCounts = {
  readonly sockets: number;
  readonly subscriptions: number;
  /** Since the start. */
  readonly deliveries: number;
};

/** What the database tells of itself; null: it does not answer. */
export type DatabaseCounts = {
  /** How long it took to ask. */
  readonly seconds: number;
  readonly connections: { readonly active: number; readonly idle: number };
} | null;

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
  /** The sign-in method, if the request was a sign-in. */
  readonly grant: string | null;
};

/** A message that was handed over, or not: then `code` says why. */
export type Sent = { readonly medium: 'mail' | 'text'; readonly code: string | null };
