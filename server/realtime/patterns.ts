/** Regular expressions of filters: answered by Postgres, as the subscriber, all at once and within little time. */
import type { Database } from '#server/database/database.ts';
import { isPattern } from './condition.ts';
import type { Condition } from './condition.ts';
import type { Identity } from './connection.ts';
import { request } from './visibility.ts';

type Row = Readonly<Record<string, unknown>>;

export type PatternQuestion = { readonly conditions: readonly Condition[]; readonly record: Row };

/**
 * Says which questions have all their patterns fulfilled, by their places; one without patterns has.
 * Where answering takes too long, none with patterns has: a stranger's expression must not hold up the others.
 */
export async function findFulfilled(
  database: Database,
  identity: Identity,
  questions: readonly PatternQuestion[],
): Promise<ReadonlySet<number>> {
  const asked = questions.flatMap((question, place) =>
    question.conditions.filter(isPattern).map((c) => writeOne(c, question.record, place)),
  );
  const failed = asked.length === 0 ? new Set() : await findFailed(database, identity, asked);
  return new Set([...questions.keys()].filter((place) => !failed.has(place)));
}

type Asked = {
  readonly place: number;
  readonly value: unknown;
  readonly pattern: unknown;
  readonly folds: boolean;
  readonly negated: boolean;
};

function writeOne({ column, operator, isNegated, values }: Condition, record: Row, place: number): Asked {
  return { place, value: record[column] ?? null, pattern: values[0], folds: operator === 'imatch', negated: isNegated };
}

async function findFailed(
  database: Database,
  { caller }: Identity,
  asked: readonly Asked[],
): Promise<ReadonlySet<number>> {
  try {
    const question = { text: QUESTION, values: [JSON.stringify(asked)], isPrepared: true };
    const failed = await database.readAs<{ place: number }>({ caller, request }, question, TIMEOUT);
    return new Set(failed.map(({ place }) => place));
  } catch {
    return new Set(asked.map(({ place }) => place));
  }
}

const QUESTION = `select distinct place
  from json_to_recordset($1::json) as q(place int, value text, pattern text, folds boolean, negated boolean)
  where not coalesce((case when folds then value ~* pattern else value ~ pattern end) <> negated, false)`;

const TIMEOUT = 500;
