/** Rate limits, counted in the database so that all processes share them. */
import { createHash } from 'node:crypto';
import type { ISql } from 'postgres';
import { fail, ok, type Result } from '#server/result.ts';

/** The number of tries that are allowed in a window. A limit of 0 is off. */
export type RateRule = {
  /** Separates the counts of this rule from those of other rules. */
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
};

export type RateLimit = {
  /** Counts one try. Fails if the limit is exceeded, with the seconds until the window ends. */
  readonly consume: (rule: RateRule, subject: string) => Promise<Result<null, RateFailure>>;
  /** Fails if the limit is reached, without counting. */
  readonly check: (rule: RateRule, subject: string) => Promise<Result<null, RateFailure>>;
  /** Deletes the count of a subject, for example after the right password. */
  readonly reset: (rule: RateRule, subject: string) => Promise<void>;
};

type RateFailure = { readonly type: 'too-many-tries'; readonly retryAfter: number };

type RateLimitParts = {
  readonly sql: ISql;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

const SWEEP_INTERVAL = 10 * 60_000;

/**
 * Creates the rate limit. A window starts with the first try and has a fixed length.
 * Subjects, such as addresses and accounts, are stored only as hashes.
 */
export function createRateLimit({ sql, now }: RateLimitParts): RateLimit {
  let sweptAt = now();
  const deleteOldWindows = async (): Promise<void> => {
    if (Math.abs(now() - sweptAt) < SWEEP_INTERVAL) return;
    sweptAt = now();
    // Skips rows that another process is deleting or counting.
    await sql`delete from auth.rate_limits where key in (
      select key from auth.rate_limits where window_end < ${new Date(now())} for update skip locked
    )`;
  };
  const refuse = (windowEnd: Date): Result<never, RateFailure> =>
    fail({ type: 'too-many-tries', retryAfter: Math.max(1, Math.ceil((windowEnd.getTime() - now()) / 1000)) });
  return {
    async consume(rule, subject) {
      if (rule.limit === 0) return ok(null);
      await deleteOldWindows();
      const { count, windowEnd } = await countTry({ sql, now }, rule, toKey(rule, subject));
      return count <= rule.limit ? ok(null) : refuse(windowEnd);
    },
    async check(rule, subject) {
      if (rule.limit === 0) return ok(null);
      const [full] = await sql<{ windowEnd: Date }[]>`select window_end as "windowEnd" from auth.rate_limits
        where key = ${toKey(rule, subject)} and count >= ${rule.limit}
          and window_end > ${new Date(now())} and window_end <= ${findLatestEnd(rule, now())}`;
      return full === undefined ? ok(null) : refuse(full.windowEnd);
    },
    async reset(rule, subject) {
      await sql`delete from auth.rate_limits where key = ${toKey(rule, subject)}`;
    },
  };
}

type Tries = { readonly count: number; readonly windowEnd: Date };

async function countTry({ sql, now }: RateLimitParts, rule: RateRule, key: string): Promise<Tries> {
  const { limit, windowSeconds } = rule;
  const at = new Date(now());
  const end = new Date(now() + windowSeconds * 1000);
  const latest = findLatestEnd(rule, now());
  // One statement, so that concurrent tries are counted correctly. Counts stop above the limit, so they cannot overflow.
  const [tries] = await sql<Tries[]>`
    insert into auth.rate_limits as kept (key, count, window_end) values (${key}, 1, ${end})
    on conflict (key) do update set
      count = case when kept.window_end > ${at} and kept.window_end <= ${latest} then least(kept.count, ${limit}) + 1 else 1 end,
      window_end = case when kept.window_end > ${at} and kept.window_end <= ${latest} then kept.window_end else ${end} end
    returning count, window_end as "windowEnd"`;
  return tries ?? { count: 0, windowEnd: end };
}

/**
 * A window that ends later began while the clock was ahead, and would otherwise refuse everyone until then. The clocks of several
 * servers may differ by up to one window.
 */
const findLatestEnd = ({ windowSeconds }: RateRule, now: number): Date => new Date(now + 2 * windowSeconds * 1000);

function toKey({ name }: RateRule, subject: string): string {
  return `${name}:${createHash('sha256').update(subject).digest('base64url')}`;
}
