/** The accounts port, fulfilled by the auth library: how one comes in and goes out (spec section 7, product A2 to A4). */
import { ok } from '#core/result.ts';
import type { Accounts } from '#client/ports/accounts.ts';
import { createAdmission, endSession } from './admission.ts';
import { arrive } from './arrive.ts';
import { withCaptcha } from './ask-auth.ts';
import { rememberFlow } from './flows.ts';
import { createHeldCalls } from './held-calls.ts';
import { readOffers } from './offers.ts';
import { askOrFail, createWaysIn } from './ways-in.ts';
import type { WaysInParts } from './ways-in.ts';
import { toSession } from './stored-session.ts';

export function createAccounts(parts: WaysInParts): Accounts {
  const { store, flows, address } = parts;
  const admission = createAdmission(parts);
  return {
    offers: () => readOffers(parts),
    ...createWaysIn(parts, admission),
    async sendReset(email, captcha) {
      const options = { redirectTo: address, ...withCaptcha(captcha) };
      const { verifiers, dropAll } = rememberFlow(flows, { purpose: 'recovery' });
      const answer = await askOrFail(parts, {
        verifiers,
        call: (client) => client.resetPasswordForEmail(email, options),
      });
      if (answer.ok) return ok(null);
      // Where only the answer was lost the mail may be on its way.
      if (answer.failure.type !== 'unreachable') dropAll();
      return answer;
    },
    arrive: (arrival) => arrive({ ...parts, admission }, arrival),
    ...createHeldCalls(parts, admission),
    giveUp: admission.release,
    async signOut(taken) {
      const session = taken === undefined ? store.read() : (store.forgetHere() ?? toSession(taken));
      if (taken === undefined) store.write(null);
      if (session !== null) await endSession(parts, session);
    },
  };
}
