/**
 * Runs in the head of the page, before the first paint: hides the greeting where another screen follows, requests the files that this start
 * needs next, and applies the theme. scripts/first-script-plugin.ts builds it into the page.
 */
import { readTheme, showTheme } from '#device/local-storage/preferences.ts';
import { readThisStart } from '#device/start.ts';

type Files = {
  readonly sheets: readonly string[];
  readonly scripts: readonly string[];
  readonly chunks: readonly string[];
};

/** The files of the build that the first load does not name, by whether a user is signed in. The build inserts them. */
declare const NEXT_FILES: { readonly signedIn: Files; readonly signedOut: Files };

try {
  showTheme(readTheme());
  const { type, signedIn } = readThisStart();
  // For signed-in users, the list appears right away.
  if (signedIn || type === 'callback' || type === 'sign-in') document.documentElement.dataset['user'] = '';
  const files = NEXT_FILES;
  request(signedIn ? files.signedIn : files.signedOut);
} catch {
  // Without storage, the page greets the visitor, and the app starts without this help.
}

/** Requests the files in parallel with the app. The order matters: an HTTP/1.1 server answers six requests at a time. */
function request({ sheets, scripts, chunks }: Files): void {
  for (const href of sheets) load('link', { rel: 'stylesheet', href, crossOrigin: '' });
  for (const src of scripts) load('script', { src, fetchPriority: 'high' });
  for (const href of chunks) load('link', { rel: 'modulepreload', href, crossOrigin: '' });
}

function load(name: string, attributes: object): void {
  document.head.append(Object.assign(document.createElement(name), attributes));
}
