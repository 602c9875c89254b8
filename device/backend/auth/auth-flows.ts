/** Auth flows that this browser started and that an auth callback completes, with their PKCE verifiers (RFC 7636). */
import type { Clock } from '#client/ports/clock.ts';
import { parseJson, readValue, removeValue, writeValue } from '#device/local-storage/local-storage.ts';
import { isListOf, isNumber, isText, isWith, isWord } from '#device/shape.ts';

const FLOWS_KEY = 'checklist.flows';
/** The same limit as in the auth library; the oldest flow is removed. */
const AT_MOST = 5;
/** No link is valid for longer. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

export type Flow = {
  /** The id in the callback URL. */
  readonly id: string;
  readonly verifier: string;
  readonly purpose: 'recovery' | 'sign-in' | 'link' | 'email-change';
  /** The id of the user who started it; '' if signed out. */
  readonly userId: string;
  /** The name of the provider; '' for an email link. */
  readonly provider: string;
  /** In milliseconds of this device's clock. */
  readonly begunAt: number;
};

/** The fields of a new flow. */
export type Begun = Pick<Flow, 'purpose'> & Partial<Pick<Flow, 'userId' | 'provider'>>;

export type Flows = {
  readonly find: (id: string) => Flow | null;
  /** Finds the latest sign-in or recovery, for a URL that names no flow. */
  readonly findSignIn: () => Flow | null;
  readonly add: (flow: Begun & Pick<Flow, 'id' | 'verifier'>) => void;
  readonly remove: (id: string) => void;
};

const areFlows = isListOf(
  isWith<Flow>({
    id: isText,
    verifier: isText,
    purpose: isWord('recovery', 'sign-in', 'link', 'email-change'),
    userId: isText,
    provider: isText,
    begunAt: isNumber,
  }),
);

/** Creates the flows in local storage, because a link opens a new tab. If the browser refuses storage, no flow is kept. */
export function createFlows({ now }: Pick<Clock, 'now'>): Flows {
  // Flows from the future stay, because the clock may have been set back.
  const readValid = (): readonly Flow[] => readFlows().filter(({ begunAt }) => now() - begunAt < MAX_AGE_MS);
  return {
    find: (id) => readValid().find((flow) => flow.id === id) ?? null,
    findSignIn: () => readValid().findLast(({ purpose }) => purpose === 'sign-in' || purpose === 'recovery') ?? null,
    add: (begun) =>
      writeFlows([
        ...readValid().filter(({ id }) => id !== begun.id),
        { userId: '', provider: '', ...begun, begunAt: now() },
      ]),
    remove: (id) => writeFlows(readValid().filter((flow) => flow.id !== id)),
  };
}

function readFlows(): readonly Flow[] {
  const value = parseJson(readValue(FLOWS_KEY));
  return areFlows(value) ? value : [];
}

function writeFlows(flows: readonly Flow[]): void {
  if (flows.length === 0) removeValue(FLOWS_KEY);
  else writeValue(FLOWS_KEY, JSON.stringify(flows.slice(-AT_MOST)));
}

/** Records the flows that a call of the auth library starts. */
export function recordFlow(flows: Flows, begun: Begun) {
  const ids = new Set<string>();
  return {
    verifiers: {
      read: (id: string) => flows.find(id)?.verifier ?? null,
      keep(id: string, verifier: string) {
        ids.add(id);
        flows.add({ ...begun, id, verifier });
      },
      // The library also removes it after a network failure, when the email may have been sent.
      remove: () => undefined,
    },
    /** Removes the flows, because no callback will follow. */
    removeAll: () => ids.forEach(flows.remove),
    ids: (): readonly string[] => [...ids],
  };
}
