/** The second steps of an account: adding, confirming and removing them (product A3). */
import { fail, ok } from '#core/result.ts';
import type { AccountDesk } from '#client/ports/account-desk.ts';
import type { AskAsUser, DeskParts } from './desk-call.ts';
import { createSecondStepCalls } from './second-step-calls.ts';
import { takeSession } from './stored-session.ts';

type DeskFactors = Pick<AccountDesk, 'addApp' | 'addPhone' | 'sendCode' | 'enterCode' | 'removeFactor'>;

/** Who an authenticator app says the code is for. */
const ISSUER = 'Checklist';

export function createDeskFactors({ store, clock, user, keeper }: DeskParts, ask: AskAsUser): DeskFactors {
  const calls = createSecondStepCalls();
  const sendCode: DeskFactors['sendCode'] = (factorId, channel) => calls.send(ask, factorId, channel);
  return {
    async addApp(name) {
      const added = await ask({
        call: (client) => client.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: ISSUER }),
      });
      if (!added.ok) return added;
      const { id, totp } = added.value;
      return ok({ factorId: id, qrCode: toImage(totp.qr_code), secret: totp.secret, uri: totp.uri });
    },
    async addPhone(phone, channel) {
      const added = await ask({ call: (client) => client.mfa.enroll({ factorType: 'phone', phone }) });
      if (!added.ok) return added;
      const sent = await sendCode(added.value.id, channel);
      return sent.ok ? ok(added.value.id) : sent;
    },
    sendCode,
    async enterCode(factorId, code) {
      const entered = await calls.enter(ask, factorId, code);
      if (!entered.ok) return entered;
      const session = takeSession(entered.value, clock.now());
      if (session === null) return fail({ type: 'no-user' });
      // Whoever came in meanwhile, in another tab, stays in.
      if (store.read()?.user.id === user.id && session.user.id === user.id) store.write(session);
      return ok(null);
    },
    async removeFactor(factorId) {
      const removed = await ask({ call: (client) => client.mfa.unenroll({ factorId }) });
      if (!removed.ok) return removed;
      // The token still says what the session is no more; where another second step is left, its code is asked for next.
      const token = store.read()?.access_token;
      if (token !== undefined) await keeper.token(user.id, { token, isOver: true });
      return ok(null);
    },
  };
}

/** How the library hands out the backend's drawing: its text, as it is. */
const DRAWING = /^data:image\/svg\+xml;utf-8,(?<svg>.*)$/su;

/** The drawing as an address for an image; '' for anything else. A sharp as it is would end the address (RFC 2397). */
function toImage(drawing: string): string {
  const svg = DRAWING.exec(drawing)?.groups?.['svg'];
  return svg === undefined ? '' : `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}
