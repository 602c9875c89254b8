/** Jobs in several first-in, first-out queues; the caller chooses the queue that continues. */

export type Queues = {
  readonly add: (queue: string, job: () => void) => void;
  /** Takes one job of one of the queues that are not empty; returns whether there was one. */
  readonly step: (choice: number) => boolean;
};

/** @param isManual whether jobs wait for `step`; otherwise each is done when it is added */
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
