/** The one door to the WebAuthn library. It is only loaded by the first passkey: a server without any goes without it. */
import type { MadePasskey, Passkey } from './passkeys.ts';
import { CHALLENGE_SECONDS } from './challenges.ts';
import type { AuthenticationCredential, RegistrationCredential } from './credential-schema.ts';
import type { RelyingParty } from './relying-party.ts';

const loadLibrary = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/** EdDSA, ES256 and RS256 (the registry of COSE): what every browser has one of. */
const ALGORITHMS = [-8, -7, -257];

const TIMEOUT = CHALLENGE_SECONDS * 1000;

/** What the browser is asked for, as JSON, with the challenge in it. */
export type CeremonyOptions = { readonly challenge: string } & Readonly<Record<string, unknown>>;

export type Registrant = {
  readonly site: RelyingParty;
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  /** Passkeys that need not be made again, in base64url. */
  readonly known: readonly string[];
};

/**
 * What `navigator.credentials.create()` is to make: a passkey that says by itself whose it is. Which model it is made by
 * needs no proof.
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
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

/** What `navigator.credentials.get()` is to sign. Names no passkey: whose it will be, nobody knows yet. */
export async function writeAuthenticationOptions(site: RelyingParty): Promise<CeremonyOptions> {
  const { generateAuthenticationOptions } = await loadLibrary();
  return {
    ...(await generateAuthenticationOptions({ rpID: site.id, timeout: TIMEOUT, userVerification: 'preferred' })),
  };
}

type Expected = { readonly site: RelyingParty; readonly challenge: string };

/** Gives the new passkey, or null where the answer is not one to this challenge on this site (WebAuthn, section 7.1). */
export function checkRegistration(
  { site, challenge }: Expected,
  credential: RegistrationCredential,
): Promise<MadePasskey | null> {
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
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    // The id that the browser names is covered by nothing that was signed: what the authenticator says counts.
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
 * The same without the proof of the model, which nobody asked for. Some send one all the same, and to check it the library
 * would fetch what addresses the sender's certificates name.
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
 * Gives what the use says, or null where the passkey has not signed this challenge on this site, or its count did not grow:
 * then there is a copy of it (WebAuthn, section 7.2).
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
      requireUserVerification: false,
    });
    const { credentialDeviceType, credentialBackedUp, newCounter } = authenticationInfo;
    // Whether a passkey may be copied to other devices never changes (section 6.1.3).
    const isSameKind = (credentialDeviceType === 'multiDevice') === passkey.isBackupEligible;
    return verified && isSameKind ? { signCount: newCounter, isBackedUp: credentialBackedUp } : null;
  });
}

/** The library throws at whatever is wrong with an answer, and at what cannot be read at all. */
async function orNull<Value>(check: () => Promise<Value | null>): Promise<Value | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}
