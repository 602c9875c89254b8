/** The link of an invitation to a list. Its secret follows the `#`, which browsers never send to a server (product H3). */

/** The backend's secrets have 32 characters. A damaged one is also sent to the backend, so that the user gets an answer. */
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
