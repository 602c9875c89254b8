/** Validates and normalizes email addresses. */

/** WHATWG HTML, "valid email address": no quoting, no comments, nothing that could be a header. */
const PATTERN = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** RFC 5321 sections 4.5.3.1.1 and 4.5.3.1.3, without the angle brackets. */
const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/** Returns the address trimmed and in lower case, or undefined if it is invalid. */
export function parseEmailAddress(text: string): string | undefined {
  const address = text.trim();
  // Validate before lowercasing: some letters outside ASCII have lower-case forms inside it.
  if (address.length > MAX_LENGTH || !PATTERN.test(address)) return undefined;
  return address.indexOf('@') > MAX_LOCAL_LENGTH ? undefined : address.toLowerCase();
}
