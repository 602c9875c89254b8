/**
 * The adapter of the WebAuthn library, which is loaded with the first passkey, so that servers without passkeys do not
 * load it; and the site and the credentials that it handles.
 */
import * as v from 'valibot';
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';
import { CHALLENGE_SECONDS, type NewCredential, type Passkey } from './passkeys.ts';

const loadLibrary = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/** EdDSA, ES256 and RS256 (COSE registry). Every browser supports one of them. */
const ALGORITHMS = [-8, -7, -257];

const TIMEOUT = CHALLENGE_SECONDS * 1000;

/** The options that the browser receives, including the challenge. */
export type CeremonyOptions = { readonly challenge: string } & Readonly<Record<string, unknown>>;

export type Registrant = {
  readonly site: RelyingParty;
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  /** The ids of existing passkeys in base64url, which the browser must not register again. */
  readonly known: readonly string[];
};

/**
 * Creates the options of `navigator.credentials.create()` for a discoverable credential. Proof of the authenticator's
 * model (attestation) is not requested.
 */
export async function writeRegistrationOptions({ site, user, known }: Registrant): Promise<CeremonyOptions> {
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: 'Checklist',
    rpID: site.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.name,
    userDisplayName: user.displayName,
    timeout: TIMEOUT,
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

/**
 * Creates the options of `navigator.credentials.get()`. They list no credentials, because the user is still unknown.
 */
export async function writeAuthenticationOptions(site: RelyingParty): Promise<CeremonyOptions> {
  const { generateAuthenticationOptions } = await loadLibrary();
  return {
    ...(await generateAuthenticationOptions({ rpID: site.id, timeout: TIMEOUT, userVerification: 'required' })),
  };
}

type Expected = { readonly site: RelyingParty; readonly challenge: string };

/** Verifies a registration (WebAuthn, section 7.1). Returns null if it does not answer this challenge on this site. */
export function checkRegistration(
  { site, challenge }: Expected,
  credential: RegistrationCredential,
): Promise<NewCredential | null> {
  return orNull(async () => {
    const { verifyRegistrationResponse } = await loadLibrary();
    const attestationObject = await withoutStatement(credential.response.attestationObject);
    const { transports } = credential.response;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: { ...credential.response, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: [...site.origins],
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    // The browser's id is not signed, so the authenticator's id counts.
    if (!verified || registrationInfo.credential.id !== credential.id) return null;
    const { credential: made, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      credentialId: made.id,
      publicKey: made.publicKey,
      aaguid,
      signCount: made.counter,
      transports,
      isBackupEligible: credentialDeviceType === 'multiDevice',
      isBackedUp: credentialBackedUp,
    };
  });
}

/**
 * Removes the attestation statement, which was not requested. Some authenticators send one anyway, and to verify it the
 * library would fetch addresses from the sender's certificates.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await loadHelpers();
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const empty = new Map<string, string>();
  const bare = new Map<string, string | Uint8Array | typeof empty>([
    ['fmt', 'none'],
    ['attStmt', empty],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare));
}

export type CheckedUse = { readonly signCount: number; readonly isBackedUp: boolean };

/**
 * Verifies a sign-in (WebAuthn, section 7.2). Returns null if the passkey did not sign this challenge on this site, or
 * if its counter did not grow, which means that a copy exists.
 */
export function checkAuthentication(
  { site, challenge, passkey }: Expected & { readonly passkey: Passkey },
  credential: AuthenticationCredential,
): Promise<CheckedUse | null> {
  return orNull(async () => {
    const { verifyAuthenticationResponse } = await loadLibrary();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: [...site.origins],
      expectedRPID: site.id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.signCount,
      },
      requireUserVerification: true,
    });
    const { credentialDeviceType, credentialBackedUp, newCounter } = authenticationInfo;
    // Backup eligibility never changes (section 6.1.3).
    const isSameKind = (credentialDeviceType === 'multiDevice') === passkey.isBackupEligible;
    return verified && isSameKind ? { signCount: newCounter, isBackedUp: credentialBackedUp } : null;
  });
}

/** Returns null for any exception: the library throws for invalid and for unreadable responses. */
async function orNull<Value>(check: () => Promise<Value | null>): Promise<Value | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}

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

export type RelyingParty = {
  /** The host that browsers bind passkeys to (WebAuthn, section 5.1.2: `rp.id`). */
  readonly id: string;
  /** The origins that may use them. */
  readonly origins: readonly string[];
};

/**
 * Derives the relying party from the settings. Besides the site, its origins are those redirect addresses whose pages
 * browsers allow to use its passkeys: the same host or subdomains. Patterns are ignored.
 */
export function toRelyingParty({
  siteUrl,
  redirectUrls,
}: Pick<AuthSettings, 'siteUrl' | 'redirectUrls'>): RelyingParty {
  const site = new URL(siteUrl);
  const others = redirectUrls
    .filter((address) => !address.includes('*'))
    .map((address) => URL.parse(address))
    .filter((url) => url !== null)
    .filter(({ protocol, hostname }) => /^https?:$/.test(protocol) && isBelow(hostname, site.hostname));
  return { id: site.hostname, origins: [...new Set([site.origin, ...others.map(({ origin }) => origin)])] };
}

const isBelow = (host: string, site: string): boolean => host === site || host.endsWith(`.${site}`);
