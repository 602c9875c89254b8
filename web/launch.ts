/** Reads from the address how the app was opened. */
import type { Launch } from './app-context.ts';

/** @param search the address's query: `?do=add`, `?do=shop`, or a shared `title` and `text` */
export function readLaunch(search: string): Launch {
  const query = new URLSearchParams(search);
  const action = query.get('do');
  const text = [query.get('title'), query.get('text')].filter(Boolean).join(' ');
  if (text !== '') return { action: 'add', text };
  return { action: action === 'add' || action === 'shop' ? action : null, text: '' };
}

const NO_LAUNCH: Launch = { action: null, text: '' };

/** How the app was opened, told once: who logs out and in again did not share the text again. */
export function createLaunch(search: string): () => Launch {
  let launch = readLaunch(search);
  return () => {
    const taken = launch;
    launch = NO_LAUNCH;
    return taken;
  };
}

/** What a link, or a provider, leaves in an address; the page's first script asks by the same (web/index.html). */
export const ARRIVAL = /[?&#](code|error|message|access_token|sb_flow_id)=/;

/**
 * The address's parameters, where some are of a link or a provider; what they mean: read-arrival.ts.
 * @param address its query and its fragment
 * @param kept what the page's place in the history keeps: the parameters of an arrival that had no answer before a reload
 * @returns null for a plain start
 */
export function findArrival(address: string, kept: unknown): string | null {
  if (ARRIVAL.test(address)) return address;
  return typeof kept === 'string' ? kept : null;
}
