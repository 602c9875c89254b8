/** What is counted while the server runs, and read at /metrics. */
import type { Answered, Sent } from '#server/log/seen.ts';

export type Meter = {
  readonly answered: (answered: Answered) => void;
  readonly sent: (sent: Sent) => void;
  /** What is asked each time that somebody reads. */
  readonly askAtReading: (sources: Sources) => void;
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
