/** Two-step verification of an account: adds, verifies and removes its factors (product A3). */
import type { MFAEnrollParams } from '@supabase/auth-js';
import { fail, ok } from '#core/result.ts';
import type { AccountApi } from '#client/ports/account-api.ts';
import type { AccountApiParts, RequestAsUser } from './call-account.ts';
import { createSecondStepCalls } from '#device/backend/auth/pending-session.ts';
import { isListOf, isText, isWith } from '#device/shape.ts';
import { replaceSession } from '#device/backend/session/session-store.ts';
import { parseSession } from '#device/backend/session/stored-session.ts';

type TwoStepApi = Pick<
  AccountApi,
  'addApp' | 'addPhone' | 'sendCode' | 'enterCode' | 'removeFactor' | 'renewRecoveryCodes'
>;

/** The name that authenticator apps show with the code. */
const ISSUER = 'Checklist';

export function createTwoStep(parts: AccountApiParts, request: RequestAsUser): TwoStepApi {
  const { store, clock, user, sessions } = parts;
  const calls = createSecondStepCalls();
  const sendCode: TwoStepApi['sendCode'] = (factorId, channel) => calls.send(request, factorId, channel);
  return {
    async addApp(name) {
      const added = await request({
        call: (client) => client.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: ISSUER }),
      });
      if (!added.ok) return added;
      const { id, totp } = added.value;
      return ok({ factorId: id, qrCode: toImage(totp.qr_code), secret: totp.secret, uri: totp.uri });
    },
    async addPhone({ name, number, channel }) {
      const added = await request({
        call: (client) => client.mfa.enroll({ factorType: 'phone', friendlyName: name, phone: number }),
      });
      if (!added.ok) return added;
      const sent = await sendCode(added.value.id, channel);
      return sent.ok ? ok(added.value.id) : sent;
    },
    sendCode,
    async enterCode(factorId, code) {
      const entered = await calls.enter(requestNewSession(parts, request), factorId, code);
      if (!entered.ok) return entered;
      return parseSession(entered.value, clock.now()) === null ? fail({ type: 'no-user' }) : ok(null);
    },
    renewRecoveryCodes: () => renewRecoveryCodes(request),
    async removeFactor(factorId) {
      const removed = await request({ call: (client) => client.mfa.unenroll({ factorId }) });
      if (!removed.ok) return removed;
      // Renew the token, because it still has the old assurance level. If a factor remains, the app asks for its code
      // next.
      const token = store.read()?.access_token;
      if (token !== undefined) await sessions.token(user.id, { token, isOver: true });
      return ok(null);
    },
  };
}

/**
 * Creates calls that replace the session. Its refresh token is then invalid, so until the new session is stored, no tab may renew
 * the old one.
 */
function requestNewSession({ store, clock, user, sessions }: AccountApiParts, request: RequestAsUser): RequestAsUser {
  return ({ call, ...options }) =>
    request({
      ...options,
      call: (client) =>
        sessions.holdRenewals(async () => {
          const answer = await call(client);
          const session = parseSession(answer.data, clock.now());
          if (session?.user.id === user.id) await replaceSession(store, session);
          return answer;
        }),
    });
}

async function renewRecoveryCodes(request: RequestAsUser): ReturnType<TwoStepApi['renewRecoveryCodes']> {
  const created = await request<unknown>({ call: (client) => client.mfa.enroll(RECOVERY_CODES_REQUEST) });
  if (!created.ok) return created;
  return hasCodes(created.value) ? ok(created.value.codes) : fail({ type: 'not-offered' });
}

const hasCodes = isWith({ codes: isListOf(isText) });

/** The bundled server creates recovery codes like a factor. The library sends any type, although its types name few. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const RECOVERY_CODES_REQUEST = { factorType: 'recovery_codes' } as unknown as MFAEnrollParams;

/** The library returns the backend's SVG as unescaped text. */
const DRAWING = /^data:image\/svg\+xml;utf-8,(?<svg>.*)$/su;

/** Converts the SVG to a data URL; '' for anything else. An unescaped `#` would end the URL (RFC 2397). */
function toImage(drawing: string): string {
  const svg = DRAWING.exec(drawing)?.groups?.['svg'];
  return svg === undefined ? '' : `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}
