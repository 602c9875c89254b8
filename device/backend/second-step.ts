/** Whether a session still owes the code of a second step, and which factors give one (product A3). */
import type { Factor } from '#client/ports/accounts.ts';
import { parseJson } from '#device/local-storage.ts';
import { isListOf, isText, isWith, isWord } from '#device/shape.ts';
import type { StoredSession } from './stored-session.ts';

const areAny = isListOf((value): value is unknown => value !== undefined);
const isOwner = isWith({ factors: areAny });
const isFactor = isWith({
  id: isText,
  factor_type: isWord('totp', 'phone'),
  status: isWord('verified', 'unverified'),
});
const isNamed = isWith({ friendly_name: isText });
const isPhone = isWith({ phone: isText });

/** The factors of a user as the backend answers it; those of other kinds are left out: this app asks for none of them. */
export const readFactors = (user: unknown): readonly Factor[] =>
  (isOwner(user) ? user.factors : []).filter(isFactor).map((factor) => ({
    id: factor.id,
    type: factor.factor_type,
    status: factor.status,
    name: isNamed(factor) ? factor.friendly_name : '',
    phone: isPhone(factor) ? factor.phone : '',
  }));

/** The factors that can give the code a session owes; none where it owes none. */
export function readOwedFactors(session: StoredSession): readonly Factor[] {
  if (readAssurance(session.access_token) === 'aal2') return [];
  return readFactors(session.user).filter(({ status }) => status === 'verified');
}

const hasLevel = isWith({ aal: isText });

/** The assurance level a token carries; '' where it cannot be read. Nobody is let in by it: the backend checks for itself. */
export function readAssurance(token: string): string {
  const part = token.split('.')[1] ?? '';
  try {
    const claims = parseJson(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
    return hasLevel(claims) ? claims.aal : '';
  } catch {
    return '';
  }
}
