/** What a start of the app is: decided once, from the address, which may be an invitation, the history state and the signed-in user. */
import type { User } from '#core/account/user.ts';

/** The signed-in user, and the list that this user had open last. */
export type SignedIn = { readonly user: User; readonly listId: string };

/** How the app was opened: normally, by a shortcut, or with shared text (the manifest's shortcuts and share target). */
export type Launch = { readonly action: 'add' | 'shop' | 'share' | null; readonly text: string };

const NO_LAUNCH: Launch = { action: null, text: '' };

export type Start =
  /** The list of the signed-in user. */
  | { readonly type: 'list'; readonly signedIn: SignedIn; readonly launch: Launch }
  /** The same without a network: nothing that only talks to the backend is loaded early. */
  | { readonly type: 'offline'; readonly signedIn: SignedIn; readonly launch: Launch }
  /** A link to join a list. Without a user, it waits for the sign-in (product H4). */
  | { readonly type: 'invitation'; readonly signedIn: SignedIn | null; readonly secret: string }
  /** The way back from an email link or a sign-in provider. `parameters`: the query and the fragment of its URL. */
  | { readonly type: 'callback'; readonly signedIn: SignedIn | null; readonly parameters: string }
  /** No user is signed in, and the visitor comes from another screen of the app. */
  | { readonly type: 'sign-in'; readonly signedIn: null; readonly launch: Launch }
  /** No user is signed in: the page greets the visitor. */
  | { readonly type: 'first-visit'; readonly signedIn: null; readonly launch: Launch };

type Query = { readonly get: (name: string) => string | null };

export type StartFacts = {
  /** The query and the fragment of the URL, such as `?do=add` or `#join=...`. */
  readonly address: string;
  /** The query's parameters. */
  readonly query: Query;
  /** The history state, which reloads keep: the parameters of a callback that was not completed, or a request to sign up. */
  readonly state: unknown;
  readonly signedIn: SignedIn | null;
  /** What the browser reports. Only a hint (product Y6). */
  readonly isOnline: boolean;
};

/** The URL parameters of an auth callback; web/sign-in/callback/use-auth-callback.ts parses them. */
const CALLBACK = /[?&#](code|error|message|access_token|sb_flow_id)=/;

export function readStart({ address, query, state, signedIn, isOnline }: StartFacts): Start {
  if (CALLBACK.test(address)) return { type: 'callback', signedIn, parameters: address };
  const secret = readInvitationSecret(address);
  if (secret !== null) return { type: 'invitation', signedIn, secret };
  if (typeof state === 'string') return { type: 'callback', signedIn, parameters: state };
  const launch = readLaunch(query);
  if (signedIn !== null) return { type: isOnline ? 'list' : 'offline', signedIn, launch };
  return { type: state === null ? 'first-visit' : 'sign-in', signedIn, launch };
}

const ACTIONS = ['add', 'shop', 'share'] as const;

/** Reads `?do=add`, `?do=shop`, `?do=share` after another app shared a text, or a `title` and `text`. */
function readLaunch(query: Query): Launch {
  const text = [query.get('title'), query.get('text')].filter(Boolean).join(' ');
  if (text !== '') return { action: 'add', text };
  return { action: ACTIONS.find((known) => known === query.get('do')) ?? null, text: '' };
}

/** The list to open before the first screen asks for it; null if another screen comes first. */
export function listAtStart(start: Start): SignedIn | null {
  switch (start.type) {
    case 'list':
    case 'offline':
    case 'invitation':
      return start.signedIn;
    case 'callback':
    case 'sign-in':
    case 'first-visit':
      return null;
  }
}

/** Returns how the app was opened, once, so that signing in again does not repeat a shared text. */
export function createLaunch(start: Start): () => Launch {
  let launch = 'launch' in start ? start.launch : NO_LAUNCH;
  return () => {
    const taken = launch;
    launch = NO_LAUNCH;
    return taken;
  };
}

/** The secret of an invitation follows the `#`, which browsers never send to a server (product H3). The backend's secrets have 32 characters. A damaged one is also sent to the backend, so that the user gets an answer. */
const FRAGMENT = /#join=([^\s#]{0,128})/u;
/** In place of a secret that is missing altogether; no invitation has it. */
const MISSING = '-';

/** @param address the URL of the app, such as `https://list.example/` */
export const createInvitationLink = (address: string, secret: string): string => `${address}#join=${secret}`;

/** @returns the secret in a URL, or in its query and fragment; null if the URL is no invitation */
export function readInvitationSecret(address: string): string | null {
  const secret = FRAGMENT.exec(address)?.[1];
  return secret === undefined ? null : secret || MISSING;
}
