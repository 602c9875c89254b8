/** What this browser began and will come back from by a link or a provider: the PKCE verifiers (RFC 7636), which outlive the page. */
import type { Clock } from '#client/ports/clock.ts';
import { parseJson, readValue, removeValue, writeValue } from '#device/local-storage.ts';
import { isListOf, isText, isWith, isWord } from '#device/shape.ts';
import type { Guard } from '#device/shape.ts';

const FLOWS_KEY = 'checklist.flows';
/** As many as the auth library keeps; the oldest goes. */
const AT_MOST = 5;
/** No link is good for longer. */
const LIFE_MS = 24 * 60 * 60 * 1000;

export type Flow = {
  /** As it stands in the address one comes back to. */
  readonly id: string;
  readonly verifier: string;
  readonly purpose: 'recovery' | 'sign-in' | 'link' | 'email-change';
  /** Who began it; '' for a visitor. */
  readonly userId: string;
  /** Where it leads: the name of a provider; '' for a mail. */
  readonly provider: string;
  /** In milliseconds of this device's clock. */
  readonly begunAt: number;
};

/** What one begins. */
export type Begun = Pick<Flow, 'purpose'> & Partial<Pick<Flow, 'userId' | 'provider'>>;

export type Flows = {
  readonly find: (id: string) => Flow | null;
  /** The latest by which one comes in: for an address that names none. */
  readonly findWayIn: () => Flow | null;
  readonly add: (flow: Begun & Pick<Flow, 'id' | 'verifier'>) => void;
  readonly drop: (id: string) => void;
};

const isTime: Guard<number> = (value) => typeof value === 'number';

const areFlows = isListOf(
  isWith<Flow>({
    id: isText,
    verifier: isText,
    purpose: isWord('recovery', 'sign-in', 'link', 'email-change'),
    userId: isText,
    provider: isText,
    begunAt: isTime,
  }),
);

/** Flows of all tabs, in local storage: a link opens a tab of its own. Where the browser refuses, none is remembered. */
export function createFlows({ now }: Pick<Clock, 'now'>): Flows {
  // A clock that was set back since says nothing of how old one is.
  const readLiving = (): readonly Flow[] => readFlows().filter(({ begunAt }) => now() - begunAt < LIFE_MS);
  return {
    find: (id) => readLiving().find((flow) => flow.id === id) ?? null,
    findWayIn: () => readLiving().findLast(({ purpose }) => purpose === 'sign-in' || purpose === 'recovery') ?? null,
    add: (begun) =>
      writeFlows([
        ...readLiving().filter(({ id }) => id !== begun.id),
        { userId: '', provider: '', ...begun, begunAt: now() },
      ]),
    drop: (id) => writeFlows(readLiving().filter((flow) => flow.id !== id)),
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

/** Keeps what a call begins for the way back. */
export function rememberFlow(flows: Flows, begun: Begun) {
  const ids = new Set<string>();
  return {
    verifiers: {
      read: (id: string) => flows.find(id)?.verifier ?? null,
      keep(id: string, verifier: string) {
        ids.add(id);
        flows.add({ ...begun, id, verifier });
      },
      // The library forgets it after a failure of the network, too: what it asked for may be on its way all the same.
      drop: () => undefined,
    },
    /** Nobody comes back: the call was refused, or nothing is on its way. */
    dropAll: () => ids.forEach(flows.drop),
    ids: (): readonly string[] => [...ids],
  };
}
