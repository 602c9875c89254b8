/** The calls of the second step: a code is sent, and a code is entered, for whoever signs in and for whoever is in. */
import { ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { CodeChannel } from '#client/ports/accounts.ts';
import type { Ask } from './ask-auth.ts';

/** Asks as whoever the code is for. */
export type AskAs<F> = <T>(asked: Pick<Ask<T>, 'call'>) => Promise<Result<NonNullable<T>, F>>;

type SecondStepCalls = {
  /** Has a code sent to a phone. */
  readonly send: <F>(ask: AskAs<F>, factorId: string, channel: CodeChannel) => Promise<Result<null, F>>;
  /** Gives the session that the backend answers to the right code. */
  readonly enter: <F>(ask: AskAs<F>, factorId: string, code: string) => Promise<Result<unknown, F>>;
};

/** Remembers which challenge was sent to which phone: its code answers no other one. */
export function createSecondStepCalls(): SecondStepCalls {
  const sent = new Map<string, string>();
  return {
    async send(ask, factorId, channel) {
      const challenged = await ask({ call: (client) => client.mfa.challenge({ factorId, channel }) });
      if (!challenged.ok) return challenged;
      sent.set(factorId, challenged.value.id);
      return ok(null);
    },
    async enter(ask, factorId, code) {
      const challengeId = sent.get(factorId);
      const entered = await ask({
        call: (client) =>
          challengeId === undefined
            ? client.mfa.challengeAndVerify({ factorId, code })
            : client.mfa.verify({ factorId, challengeId, code }),
      });
      if (entered.ok) sent.delete(factorId);
      return entered;
    },
  };
}
