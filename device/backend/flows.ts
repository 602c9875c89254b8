/** What this browser began and will come back from by a link or a provider: the PKCE verifiers (RFC 7636), which outlive the page. */
import { parseJson, readValue, removeValue, writeValue } from '#device/local-storage.ts';
import { isListOf, isText, isWith, isWord } from '#device/shape.ts';

const FLOWS_KEY = 'checklist.flows';
/** As many as the auth library keeps; the oldest goes. */
const AT_MOST = 5;

export type Flow = {
  /** As it stands in the address one comes back to. */
  readonly id: string;
  readonly verifier: string;
  readonly purpose: 'recovery' | 'sign-in' | 'link' | 'email-change';
  /** Who began it; '' for a visitor. */
  readonly userId: string;
};

export type Flows = {
  /** The flow of this id, or, where the address names none, the latest. */
  readonly find: (id: string | null) => Flow | null;
  readonly add: (flow: Flow) => void;
  readonly drop: (id: string) => void;
};

const areFlows = isListOf(
  isWith<Flow>({
    id: isText,
    verifier: isText,
    purpose: isWord('recovery', 'sign-in', 'link', 'email-change'),
    userId: isText,
  }),
);

/** Flows of all tabs, in local storage: a link opens a tab of its own. Where the browser refuses, none is remembered. */
export const createFlows = (): Flows => ({
  find: (id) => (id === null ? readFlows().at(-1) : readFlows().find((flow) => flow.id === id)) ?? null,
  add: (flow) => writeFlows([...readFlows().filter(({ id }) => id !== flow.id), flow]),
  drop: (id) => writeFlows(readFlows().filter((flow) => flow.id !== id)),
});

function readFlows(): readonly Flow[] {
  const value = parseJson(readValue(FLOWS_KEY));
  return areFlows(value) ? value : [];
}

function writeFlows(flows: readonly Flow[]): void {
  if (flows.length === 0) removeValue(FLOWS_KEY);
  else writeValue(FLOWS_KEY, JSON.stringify(flows.slice(-AT_MOST)));
}

/** Keeps what a call begins for the way back. */
export function rememberFlow(flows: Flows, begun: Pick<Flow, 'purpose' | 'userId'>) {
  const ids = new Set<string>();
  return {
    verifiers: {
      read: (id: string) => flows.find(id)?.verifier ?? null,
      keep(id: string, verifier: string) {
        ids.add(id);
        flows.add({ ...begun, id, verifier });
      },
      drop: flows.drop,
    },
    dropAll: () => ids.forEach(flows.drop),
  };
}
