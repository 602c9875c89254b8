/** Finds the address with a domain name for an app that runs on this computer. */

/**
 * Gives the same page's address at `localhost`.
 * @returns null where the page does not come from this computer
 */
export function findLocalName({
  protocol,
  hostname,
  port,
}: Pick<Location, 'protocol' | 'hostname' | 'port'>): string | null {
  const isLocal = hostname === '[::1]' || /^127(?:\.\d+){3}$/u.test(hostname);
  return isLocal ? `${protocol}//localhost${port === '' ? '' : `:${port}`}` : null;
}
