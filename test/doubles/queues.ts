/** Several first-in, first-out job queues; the caller chooses which one continues. */

export type Queues = {
  readonly add: (queue: string, job: () => void) => void;
  /** Runs the first job of one of the queues that are not empty. Returns false if all are empty. */
  readonly step: (choice: number) => boolean;
};

/** @param isManual if true, jobs wait for `step`; otherwise each runs when it is added */
export function createQueues(isManual: boolean): Queues {
  const queues = new Map<string, (() => void)[]>();
  return {
    add(queue, job) {
      if (!isManual) {
        job();
        return;
      }
      const jobs = queues.get(queue) ?? [];
      queues.set(queue, jobs);
      jobs.push(job);
    },
    step(choice) {
      const waiting = [...queues.values()].filter((jobs) => jobs.length > 0);
      const job = waiting[choice % Math.max(1, waiting.length)]?.shift();
      job?.();
      return job !== undefined;
    },
  };
}
