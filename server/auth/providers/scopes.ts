/** What a provider is asked for (RFC 6749 section 3.3), as operators and clients write it. */

const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;
const MAX_SCOPES = 20;

/** Takes scopes between spaces or commas. Gives undefined where one of them is none, or they are too many. */
export function parseScopes(text: string): readonly string[] | undefined {
  const scopes = splitWords(text);
  return scopes.length <= MAX_SCOPES && scopes.every((scope) => SCOPE.test(scope)) ? scopes : undefined;
}

export const splitWords = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== '');
