/** The simulated network: every request, answer and change event is a message that can be delayed, lost or duplicated. */
import type { BackendFailure } from '#client/ports/backend.ts';
import { fail, type Result } from '#core/result.ts';
import type { Reservation } from './server.ts';

/** A request, as the server handles it. */
type Request<T> = {
  readonly serve: (reserved: Reservation) => Promise<Result<T, BackendFailure>>;
  readonly reserve: () => Reservation;
};

/** The receiver of messages. */
type Listener = {
  /** Called when a message arrived, so that the receiver continues. */
  readonly wake: () => void;
};

type Message = {
  /** The sender, if it waits for the outcome. */
  readonly owner: Listener | null;
  readonly arrive: () => Promise<void>;
  /** The sender gives up after ten seconds without an answer. */
  readonly timeOut: () => void;
  /** Creates a duplicate; null for messages that cannot be duplicated. */
  readonly copy: (() => Message) | null;
  readonly begin: () => void;
};

export type Network = {
  /** Sends a request. Resolves when its answer arrives, or when it times out. */
  readonly send: <T>(owner: Listener, request: Request<T>) => Promise<Result<T, BackendFailure>>;
  /** Sends a message without an answer. */
  readonly emit: (arrive: () => Promise<void>) => void;
  /** Delivers a message; `at` counts modulo the number of messages. Returns false if there is none. */
  readonly deliver: (at: number) => Promise<boolean>;
  /** Delivers the next message that this receiver waits for. */
  readonly deliverTo: (owner: Listener) => Promise<boolean>;
  readonly lose: (at: number) => void;
  /** Makes the sender time out. The message may still arrive later. */
  readonly giveUp: (at: number) => void;
  readonly duplicate: (at: number) => void;
  /** Starts a slow transaction for a message on the server. */
  readonly begin: (at: number) => void;
};

export function createNetwork(): Network {
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
      copy: () => requestOf(null, { serve, reserve }, NOT_AWAITED),
      begin() {
        reserved ??= reserve();
      },
    };
  };
  return {
    send: (owner, request) =>
      new Promise((resolve) => {
        messages.push(requestOf(owner, request, endOf(owner, resolve)));
      }),
    emit(give) {
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

/** Resolves a request while its sender waits. */
type End<T> = {
  readonly give: (result: Result<T, BackendFailure>) => void;
  readonly timeOut: () => void;
  readonly isAwaited: () => boolean;
};

const NOT_AWAITED: End<unknown> = { give() {}, timeOut() {}, isAwaited: () => false };

function endOf<T>(owner: Listener, resolve: (result: Result<T, BackendFailure>) => void): End<T> {
  let isAwaited = true;
  const give = (result: Result<T, BackendFailure>): void => {
    // An answer after the timeout is dropped.
    if (!isAwaited) return;
    isAwaited = false;
    owner.wake();
    resolve(result);
  };
  return { give, timeOut: () => give(fail({ type: 'transient' })), isAwaited: () => isAwaited };
}
