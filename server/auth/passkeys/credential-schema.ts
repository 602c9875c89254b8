/**
 * Schemas of the credentials that browsers send (WebAuthn, section 5.1: RegistrationResponseJSON,
 * AuthenticationResponseJSON).
 */
import * as v from 'valibot';

/** Far more than any authenticator sends. */
const bytes = v.pipe(v.string(), v.regex(/^[\w-]*$/), v.maxLength(16_384));

/** Credential ids have at most 1,023 bytes (section 5.8.3). */
const credentialId = v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(1364));

const credential = { id: credentialId, rawId: credentialId, type: v.literal('public-key') };

/** Unknown values are ignored. They only help browsers to find the passkey. */
const transports = v.fallback(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,32}$/))), []);

export const registrationBody = v.object({
  challenge_id: v.pipe(v.string(), v.uuid()),
  credential: v.object({
    ...credential,
    response: v.object({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: v.pipe(
        v.optional(transports, []),
        v.transform((names) => [...new Set(names)].slice(0, 10)),
      ),
    }),
  }),
});

export type RegistrationCredential = v.InferOutput<typeof registrationBody>['credential'];

export const authenticationBody = v.object({
  challenge_id: v.pipe(v.string(), v.uuid()),
  credential: v.object({
    ...credential,
    response: v.object({
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      /** The user of the passkey. Only discoverable credentials contain it, and this server creates no others. */
      userHandle: v.optional(v.nullable(bytes, ''), ''),
    }),
  }),
});

export type AuthenticationCredential = v.InferOutput<typeof authenticationBody>['credential'];
