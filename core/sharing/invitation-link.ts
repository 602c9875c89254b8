/** The link of an invitation to a list. Its secret follows the `#`, which browsers never send to a server (product H3). */

/** Matches the end of a link; the backend's secrets have 32 characters. */
const FRAGMENT = /#join=([\w-]{16,128})$/u;

/** @param address the URL of the app, such as `https://list.example/` */
export const createInvitationLink = (address: string, secret: string): string => `${address}#join=${secret}`;

/** @returns the secret in a URL, or in its query and fragment; null if the URL is no invitation */
export const readInvitationSecret = (address: string): string | null => FRAGMENT.exec(address)?.[1] ?? null;
