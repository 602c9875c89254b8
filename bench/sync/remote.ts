/** Calls into a process of our own: a function by its name, with one argument at most. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

type Api = Readonly<Record<string, (argument: never) => unknown>>;

type Call = { readonly id: number; readonly name: string; readonly argument: unknown };
type Answer = { readonly id: number; readonly value?: unknown; readonly error?: string };

export type Remote<A extends Api> = {
  readonly call: <K extends keyof A & string>(
    name: K,
    ...argument: Parameters<A[K]>
  ) => Promise<Awaited<ReturnType<A[K]>>>;
  readonly pid: number;
  /** Ends the process. */
  readonly end: () => Promise<void>;
};

/** Starts a module of ours, which calls `serveRemote`, as a process. */
export function startRemote<A extends Api>(module: URL, args: readonly string[] = []): Remote<A> {
  const child = fork(module, args, { serialization: 'advanced' });
  const open = createOpenCalls(child);
  let lastId = 0;
  return {
    call: (name, ...[argument]) =>
      new Promise((resolve, reject) => {
        const id = (lastId += 1);
        // The other side has the same type of this function: both are started from one tree.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        open.set(id, { resolve: resolve as (value: unknown) => void, reject });
        const call: Call = { id, name, argument };
        child.send(call, (error) => {
          if (error !== null) reject(error);
        });
      }),
    pid: child.pid ?? 0,
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      // It ends by itself then; one that is too busy to notice is ended.
      child.disconnect();
      const patience = setTimeout(() => child.kill('SIGKILL'), 2000);
      await ended;
      clearTimeout(patience);
    },
  };
}

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (reason: Error) => void };

function createOpenCalls(child: ChildProcess): Map<number, Waiting> {
  const open = new Map<number, Waiting>();
  child.on('message', (message) => {
    // Nothing else is sent than what serveRemote sends.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { id, value, error } = message as Answer;
    const waiting = open.get(id);
    open.delete(id);
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(new Error(error));
  });
  child.once('exit', (code, signal) => {
    for (const { reject } of open.values()) reject(new Error(`The process ended (${signal ?? code}).`));
    open.clear();
  });
  return open;
}

/** Answers the calls of whoever started this process, which ends with it. */
export function serveRemote(api: Api): void {
  const answer = async ({ id, name, argument }: Call): Promise<Answer> => {
    try {
      // The caller's types say that the argument is this function's.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return { id, value: await api[name]?.(argument as never) };
    } catch (error) {
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  process.on('message', (message) => {
    // Only the parent writes here, and it writes calls.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    void answer(message as Call).then((answered) => process.send?.(answered));
  });
  process.on('disconnect', () => process.exit());
}
