/** The account's address and password, and what there is to see of it (product A3). */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { normalizeEmail } from '#core/account/credentials.ts';
import type { AccountDesk, AccountFacts, DeskFailure, PasswordChange } from '#client/ports/account-desk.ts';
import type { Offers } from '#client/ports/accounts.ts';
import { isText, isWith } from '#device/shape.ts';
import { toDone } from './ask-auth.ts';
import type { AskAsUser, DeskParts } from './desk-call.ts';
import { rememberFlow } from './flows.ts';
import { readIdentities } from './desk-identities.ts';
import { readOffers } from './offers.ts';
import { readFactors } from './second-step.ts';
import { keepUser } from './take-user.ts';

type DeskProfile = Pick<AccountDesk, 'read' | 'changeEmail' | 'changePassword'>;

const hasEmail = isWith({ email: isText });
const hasNewEmail = isWith({ new_email: isText });

/** The address that waits for its confirmation. */
const newEmailOf = (user: unknown): string | null =>
  hasNewEmail(user) && user.new_email !== '' ? user.new_email : null;

export function createDeskProfile(parts: DeskParts, ask: AskAsUser): DeskProfile {
  const { store, flows, address, user: owner } = parts;
  const keep = (user: unknown): void => keepUser(store, user);
  return {
    async read() {
      const [told, offers] = await Promise.all([ask({ call: (client) => client.getUser() }), readOffers(parts)]);
      if (!told.ok) return told;
      keep(told.value.user);
      return ok(toFacts(told.value.user, offers));
    },
    async changeEmail(typed) {
      const email = normalizeEmail(typed);
      const { verifiers, dropAll } = rememberFlow(flows, { purpose: 'email-change', userId: owner.id });
      const told = await ask({
        verifiers,
        call: (client) => client.updateUser({ email }, { emailRedirectTo: address }),
      });
      if (!told.ok) {
        // Where only the answer was lost the mails may be on their way.
        if (told.failure.type !== 'unreachable') dropAll();
        return told;
      }
      keep(told.value.user);
      const waiting = newEmailOf(told.value.user);
      // Changed at once: no mail is on its way.
      if (waiting === null) dropAll();
      return ok(waiting);
    },
    async changePassword(change) {
      const told = await ask({ call: (client) => client.updateUser(toAttributes(change)) });
      if (told.ok) keep(told.value.user);
      // For this alone, a mailed code will do instead.
      else if (told.failure.type === 'sign-in-needed') return askForProof(ask);
      return told.ok ? ok(null) : told;
    },
  };
}

function toFacts(user: unknown, offers: Result<Offers, unknown>): AccountFacts {
  const identities = readIdentities(user);
  return {
    email: hasEmail(user) ? user.email : '',
    newEmail: newEmailOf(user),
    identities,
    factors: readFactors(user),
    hasPassword: identities.some(({ provider }) => provider === 'email'),
    // Without an answer nothing is offered; what is linked already is there all the same.
    providers: offers.ok ? offers.value.providers : [],
    hasPasskeys: offers.ok && offers.value.hasPasskeys,
  };
}

/** What was left empty is not sent: the backend would take it for an answer. */
const toAttributes = ({ current, next, proof }: PasswordChange) => ({
  password: next,
  ...(current === '' ? {} : { current_password: current }),
  ...(proof === '' ? {} : { nonce: proof.trim() }),
});

/** Has a code mailed. One that was mailed a moment ago is still good: then no other is needed. */
async function askForProof(ask: AskAsUser): Promise<Result<null, DeskFailure>> {
  const mailed = await ask({
    call: async (client) => {
      const { error } = await client.reauthenticate();
      return toDone({ error: error?.code === 'over_email_send_rate_limit' ? null : error });
    },
  });
  return mailed.ok ? fail({ type: 'proof-needed' }) : mailed;
}
