/** Sends and verifies second-step codes, for pending sign-ins and for signed-in users. */
import { ok, type Result } from '#core/result.ts';
import type { CodeChannel } from '#client/ports/accounts.ts';
import { RECOVERY_CODES } from '#device/backend/session/auth-user.ts';
import type { AuthRequest } from '#device/backend/session/request-auth.ts';

/** Makes calls with the session that needs the code. */
export type RequestAs<F> = <T>(request: Pick<AuthRequest<T>, 'call'>) => Promise<Result<NonNullable<T>, F>>;

type SecondStepCalls = {
  /** Sends a code to a phone. */
  readonly send: <F>(request: RequestAs<F>, factorId: string, channel: CodeChannel) => Promise<Result<null, F>>;
  /** Verifies a code. @returns the session from the backend */
  readonly enter: <F>(request: RequestAs<F>, factorId: string, code: string) => Promise<Result<unknown, F>>;
};

/** Creates the calls. They remember the challenge of each phone, because a code is valid for its challenge only. */
export function createSecondStepCalls(): SecondStepCalls {
  const sent = new Map<string, string>();
  return {
    async send(request, factorId, channel) {
      const challenged = await request({ call: (client) => client.mfa.challenge({ factorId, channel }) });
      if (!challenged.ok) return challenged;
      sent.set(factorId, challenged.value.id);
      return ok(null);
    },
    async enter(request, factorId, code) {
      // Recovery codes need no challenge.
      const challengeId = factorId === RECOVERY_CODES.id ? '' : sent.get(factorId);
      const entered = await request({
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
