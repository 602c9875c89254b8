/** Connections that write one row after the other. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { moment } from '#bench/sync/moment.ts';

export type Caller = { readonly id: string; readonly headers: Readonly<Record<string, string>> };
/** How many were written, and milliseconds that one took. */
export type Load = {
  readonly count: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
};

/** Each caller has a connection of its own and asks again as soon as it was answered. */
export async function loadUpserts(address: string, callers: readonly Caller[], milliseconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers.length });
  const times: number[] = [];
  const begun = moment();
  const run = async (caller: Caller): Promise<void> => {
    for (let at = 0; moment() - begun < milliseconds; at += 1) {
      const asked = moment();
      await upsert({ address, agent }, caller, at);
      times.push(moment() - asked);
    }
  };
  await Promise.all(callers.map(run));
  const seconds = (moment() - begun) / 1000;
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  const part = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { count: times.length, perSecond: times.length / seconds, p50: part(0.5), p99: part(0.99) };
}

type Place = { readonly address: string; readonly agent: Agent };

async function upsert({ address, agent }: Place, { id, headers }: Caller, at: number): Promise<void> {
  const body = JSON.stringify({ id: `${id}-${at % 20}`, name: `Thing ${at}`, checked: at % 2 === 0 });
  const length = String(Buffer.byteLength(body));
  const sent = request(address, {
    agent,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
  });
  sent.end(body);
  // What comes with this event of a client's request is the answer.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const status = answer.statusCode ?? 0;
  answer.resume();
  await once(answer, 'end');
  if (status > 201) throw new Error(`An upsert was answered ${status}.`);
}
