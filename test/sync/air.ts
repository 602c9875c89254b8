/** What is under way between devices and server: each request, answer and ring is a message that meets its own fate. */
import type { BackendFailure } from '#client/ports/backend.ts';
import { fail } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Reservation } from './server.ts';

/** What a server does once a request arrives. */
type Request<T> = {
  readonly serve: (reserved: Reservation) => Promise<Result<T, BackendFailure>>;
  readonly reserve: () => Reservation;
};

/** Who waits for messages. */
type Listener = {
  /** Something came: it goes on in a moment. */
  readonly wake: () => void;
};

type Message = {
  /** Who waits for what becomes of it. */
  readonly owner: Listener | null;
  readonly arrive: () => Promise<void>;
  /** Whoever waits hears nothing for ten seconds, and no longer waits. */
  readonly timeOut: () => void;
  /** Null for what is not sent twice. */
  readonly copy: (() => Message) | null;
  readonly begin: () => void;
};

export type Air = {
  /** Sends a request; the result comes when its answer arrives, or with the time-out. */
  readonly ask: <T>(owner: Listener, request: Request<T>) => Promise<Result<T, BackendFailure>>;
  /** Sends something that nobody waits for. */
  readonly ring: (arrive: () => Promise<void>) => void;
  /** Whether there was such a message; `at` is taken modulo how many there are. */
  readonly deliver: (at: number) => Promise<boolean>;
  /** The next message that this one waits for arrives. */
  readonly deliverTo: (owner: Listener) => Promise<boolean>;
  readonly lose: (at: number) => void;
  /** The sender gives up; the message arrives late, or never. */
  readonly giveUp: (at: number) => void;
  readonly duplicate: (at: number) => void;
  /** The server begins with it, and takes its time. */
  readonly begin: (at: number) => void;
};

export function createAir(): Air {
  const messages: Message[] = [];
  const at = (index: number): number => (messages.length === 0 ? 0 : index % messages.length);
  const arrive = async (index: number): Promise<boolean> => {
    const [message] = messages.splice(index, 1);
    await message?.arrive();
    return message !== undefined;
  };
  const answerWith = (owner: Listener, give: () => void, timeOut: () => void): Message => ({
    owner,
    arrive: () => Promise.resolve(give()),
    timeOut,
    copy: null,
    begin() {},
  });
  const requestOf = <T>(owner: Listener | null, { serve, reserve }: Request<T>, end: End<T>): Message => {
    let reserved: Reservation = null;
    return {
      owner,
      async arrive() {
        const result = await serve(reserved);
        if (owner !== null && end.isAwaited()) messages.push(answerWith(owner, () => end.give(result), end.timeOut));
      },
      timeOut: end.timeOut,
      copy: () => requestOf(null, { serve, reserve }, NOBODY),
      begin() {
        reserved ??= reserve();
      },
    };
  };
  return {
    ask: (owner, request) =>
      new Promise((resolve) => {
        messages.push(requestOf(owner, request, endOf(owner, resolve)));
      }),
    ring(give) {
      messages.push({ owner: null, arrive: give, timeOut() {}, copy: null, begin() {} });
    },
    deliver: (index) => arrive(at(index)),
    async deliverTo(owner) {
      const index = messages.findIndex((message) => message.owner === owner);
      return index >= 0 && arrive(index);
    },
    lose(index) {
      const [message] = messages.splice(at(index), 1);
      message?.timeOut();
    },
    giveUp: (index) => messages[at(index)]?.timeOut(),
    duplicate(index) {
      const copy = messages[at(index)]?.copy;
      if (copy) messages.push(copy());
    },
    begin: (index) => messages[at(index)]?.begin(),
  };
}

/** The end of a request where somebody may still be waiting. */
type End<T> = {
  readonly give: (result: Result<T, BackendFailure>) => void;
  readonly timeOut: () => void;
  readonly isAwaited: () => boolean;
};

const NOBODY: End<unknown> = { give() {}, timeOut() {}, isAwaited: () => false };

function endOf<T>(owner: Listener, resolve: (result: Result<T, BackendFailure>) => void): End<T> {
  let isAwaited = true;
  const give = (result: Result<T, BackendFailure>): void => {
    // What comes after a time-out comes to nobody.
    if (!isAwaited) return;
    isAwaited = false;
    owner.wake();
    resolve(result);
  };
  return { give, timeOut: () => give(fail({ type: 'transient' })), isAwaited: () => isAwaited };
}
