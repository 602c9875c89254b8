/** Load of several connections, each of which upserts one row after the other. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { monotonicNow } from '#bench/sync/monotonic-now.ts';

export type Caller = { readonly id: string; readonly headers: Readonly<Record<string, string>> };
/** Number of upserts, their rate, and percentiles of their duration in milliseconds. */
export type Load = {
  readonly count: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
};

/** Each caller has its own connection and sends the next upsert as soon as the previous one was answered. */
export async function loadUpserts(address: string, callers: readonly Caller[], milliseconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers.length });
  const times: number[] = [];
  const begun = monotonicNow();
  const run = async (caller: Caller): Promise<void> => {
    for (let at = 0; monotonicNow() - begun < milliseconds; at += 1) {
      const asked = monotonicNow();
      await upsert({ address, agent }, caller, at);
      times.push(monotonicNow() - asked);
    }
  };
  await Promise.all(callers.map(run));
  const seconds = (monotonicNow() - begun) / 1000;
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  const part = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { count: times.length, perSecond: times.length / seconds, p50: part(0.5), p99: part(0.99) };
}

type Target = { readonly address: string; readonly agent: Agent };

async function upsert({ address, agent }: Target, { id, headers }: Caller, at: number): Promise<void> {
  const body = JSON.stringify({ id: `${id}-${at % 20}`, name: `Thing ${at}`, checked: at % 2 === 0 });
  const length = String(Buffer.byteLength(body));
  const sent = request(address, {
    agent,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
  });
  sent.end(body);
  // Node's types do not say that a `response` event carries a message.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const status = answer.statusCode ?? 0;
  answer.resume();
  await once(answer, 'end');
  if (status > 201) throw new Error(`An upsert was answered ${status}.`);
}
