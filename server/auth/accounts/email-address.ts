/** The form of an e-mail address, and the one form in which it is kept. */

/** WHATWG HTML, "valid email address": no quoting, no comments, nothing that could be a header. */
const PATTERN = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** RFC 5321 sections 4.5.3.1.1 and 4.5.3.1.3, without the angle brackets. */
const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/** Gives the address trimmed and in lower case, or undefined where it is none. */
export function parseEmailAddress(text: string): string | undefined {
  const address = text.trim();
  // Checked before it is lowered: some letters outside ASCII have a lower case inside it.
  if (address.length > MAX_LENGTH || !PATTERN.test(address)) return undefined;
  return address.indexOf('@') > MAX_LOCAL_LENGTH ? undefined : address.toLowerCase();
}
