/** Counts how often something is tried, in the database, so that all processes on it count together. */
import { createHash } from 'node:crypto';
import type { ISql } from 'postgres';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';

/** At most so many tries in a window; a limit of 0 is off. */
export type RateRule = {
  /** Keeps this rule's counts apart from those of other rules. */
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
};

export type RateLimit = {
  /** Counts one try. Refuses it where the window is full, and says after how many whole seconds it ends. */
  readonly take: (rule: RateRule, subject: string) => Promise<Result<null, RateFailure>>;
  /** Forgets the tries of a subject, such as wrong passwords after the right one. */
  readonly forget: (rule: RateRule, subject: string) => Promise<void>;
};

type RateFailure = { readonly type: 'too-many-tries'; readonly retryAfter: number };

type Parts = {
  readonly sql: ISql;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

const SWEEP_INTERVAL = 10 * 60_000;

/**
 * Gives the counter. A window is fixed: it begins with the first try and is not prolonged by later ones.
 * Subjects (addresses, accounts) are kept as hashes only.
 */
export function createRateLimit({ sql, now }: Parts): RateLimit {
  let sweptAt = now();
  const sweepNowAndThen = async (): Promise<void> => {
    if (now() - sweptAt < SWEEP_INTERVAL) return;
    sweptAt = now();
    // Rows that another process sweeps or counts at this moment are left to it.
    await sql`delete from auth.rate_limits where key in (
      select key from auth.rate_limits where window_end < ${new Date(now())} for update skip locked
    )`;
  };
  return {
    async take(rule, subject) {
      if (rule.limit === 0) return ok(null);
      await sweepNowAndThen();
      const { count, windowEnd } = await countTry({ sql, now }, rule, toKey(rule, subject));
      if (count <= rule.limit) return ok(null);
      const retryAfter = Math.max(1, Math.ceil((windowEnd.getTime() - now()) / 1000));
      return fail({ type: 'too-many-tries', retryAfter });
    },
    async forget(rule, subject) {
      await sql`delete from auth.rate_limits where key = ${toKey(rule, subject)}`;
    },
  };
}

type Tries = { readonly count: number; readonly windowEnd: Date };

async function countTry({ sql, now }: Parts, { limit, windowSeconds }: RateRule, key: string): Promise<Tries> {
  const at = new Date(now());
  const end = new Date(now() + windowSeconds * 1000);
  // One statement, so that no two processes read the same count. It stops at one above the limit: a flood cannot overflow it.
  const [tries] = await sql<Tries[]>`
    insert into auth.rate_limits as kept (key, count, window_end) values (${key}, 1, ${end})
    on conflict (key) do update set
      count = case when kept.window_end <= ${at} then 1 else least(kept.count, ${limit}) + 1 end,
      window_end = case when kept.window_end <= ${at} then ${end} else kept.window_end end
    returning count, window_end as "windowEnd"`;
  return tries ?? { count: 0, windowEnd: end };
}

function toKey({ name }: RateRule, subject: string): string {
  return `${name}:${createHash('sha256').update(subject).digest('base64url')}`;
}
