/** Reads from the address how the app was opened. */
import type { Launch } from './shopper/app-context.ts';

/** @param search the address's query: `?do=add`, `?do=shop`, `?do=share` after another app shared a text, or a `title` and `text` */
export function readLaunch(search: string): Launch {
  const query = new URLSearchParams(search);
  const text = [query.get('title'), query.get('text')].filter(Boolean).join(' ');
  if (text !== '') return { action: 'add', text };
  return { action: ACTIONS.find((known) => known === query.get('do')) ?? null, text: '' };
}

const ACTIONS = ['add', 'shop', 'share'] as const;

const NO_LAUNCH: Launch = { action: null, text: '' };

/** Returns how the app was opened, once, so that signing in again does not repeat a shared text. */
export function createLaunch(search: string): () => Launch {
  let launch = readLaunch(search);
  return () => {
    const taken = launch;
    launch = NO_LAUNCH;
    return taken;
  };
}

/** Matches the URL parameters of an auth callback. The first script in web/index.html uses the same expression. */
export const AUTH_CALLBACK = /[?&#](code|error|message|access_token|sb_flow_id)=/;

/**
 * Finds the URL parameters of an auth callback; sign-in/callback/read-auth-callback.ts parses them.
 * @param address the query and the fragment of the URL
 * @param kept the history state: the parameters of a callback that was not completed before a reload
 * @returns null if there is no callback
 */
export function findAuthCallback(address: string, kept: unknown): string | null {
  if (AUTH_CALLBACK.test(address)) return address;
  return typeof kept === 'string' ? kept : null;
}
