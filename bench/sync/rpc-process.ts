/** Remote procedure calls to a child process: a function by name, with at most one argument. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

type Api = Readonly<Record<string, (argument: never) => unknown>>;

type Call = { readonly id: number; readonly name: string; readonly argument: unknown };
type Answer = { readonly id: number; readonly value?: unknown; readonly error?: string };

export type RpcProcess<A extends Api> = {
  readonly call: <K extends keyof A & string>(
    name: K,
    ...argument: Parameters<A[K]>
  ) => Promise<Awaited<ReturnType<A[K]>>>;
  readonly pid: number;
  /** Ends the process. */
  readonly end: () => Promise<void>;
};

/** Starts a module that calls `serveRpc` as a child process. */
export function startRpcProcess<A extends Api>(module: URL, args: readonly string[] = []): RpcProcess<A> {
  const child = fork(module, args, { serialization: 'advanced' });
  const open = createOpenCalls(child);
  let lastId = 0;
  return {
    call: (name, ...[argument]) =>
      new Promise((resolve, reject) => {
        const id = (lastId += 1);
        // Both processes run the same source, so the function has this type.
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
      // The child exits when it is disconnected; if it is too busy, it is killed.
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
    // Only serveRpc sends messages.
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

/** Answers the calls of the parent process, and exits with it. */
export function serveRpc(api: Api): void {
  const answer = async ({ id, name, argument }: Call): Promise<Answer> => {
    try {
      // The caller's types ensure that the argument fits the function.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return { id, value: await api[name]?.(argument as never) };
    } catch (error) {
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  process.on('message', (message) => {
    // Only the parent sends messages, and all of them are calls.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    void answer(message as Call).then((answered) => process.send?.(answered));
  });
  process.on('disconnect', () => process.exit());
}
