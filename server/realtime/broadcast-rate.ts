/** How many broadcasts over HTTP somebody has told within this second. */

export type BroadcastRate = {
  /** Counts broadcasts for all these subjects. Says whether every one of them may tell so many; counts nothing where not. */
  readonly take: (subjects: readonly string[], count: number) => boolean;
};

/**
 * Takes the most of a subject within a second, and the clock (milliseconds since 1970). Counts in memory, each process for
 * itself, as those of the sockets are: only the present second is kept, so that nobody can fill it.
 */
export function createBroadcastRate(limit: number, clock: () => number): BroadcastRate {
  let present = 0;
  const countBySubject = new Map<string, number>();
  const countOf = (subject: string): number => countBySubject.get(subject) ?? 0;
  return {
    take(subjects, count) {
      const second = Math.floor(clock() / 1000);
      if (second !== present) countBySubject.clear();
      present = second;
      if (subjects.some((subject) => countOf(subject) + count > limit)) return false;
      for (const subject of subjects) countBySubject.set(subject, countOf(subject) + count);
      return true;
    },
  };
}
