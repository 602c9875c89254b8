/** Which addresses a provider may have. */

/**
 * Whether secrets may be sent to this issuer: it has TLS, or it is this very machine (tests, and providers behind the same
 * proxy). Neither a query nor a fragment (OpenID Connect Discovery 1.0, section 4), nor a password.
 */
export function isSafeIssuer(issuer: string): boolean {
  const url = URL.parse(issuer);
  if (url === null || url.username !== '' || url.password !== '' || /[?#\s]/.test(issuer)) return false;
  return url.protocol === 'https:' || isLoopback(issuer);
}

/** Whether it is this machine, without TLS: nobody is in between. */
export function isLoopback(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
}
