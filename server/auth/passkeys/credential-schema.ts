/** What a browser sends of a passkey (WebAuthn, section 5.1: RegistrationResponseJSON, AuthenticationResponseJSON). */
import * as v from 'valibot';

/** Far more than the largest that authenticators make. */
const bytes = v.pipe(v.string(), v.regex(/^[\w-]*$/), v.maxLength(16_384));

/** A credential id has 1,023 bytes at most (section 5.8.3). */
const credentialId = v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(1364));

const credential = { id: credentialId, rawId: credentialId, type: v.literal('public-key') };

/** What cannot be read is left out: it only helps browsers to find the passkey again. */
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
      /** Says whose the passkey is: only a discoverable one does, and only those are made here. */
      userHandle: v.optional(v.nullable(bytes, ''), ''),
    }),
  }),
});

export type AuthenticationCredential = v.InferOutput<typeof authenticationBody>['credential'];
