/** For tests: a software authenticator that can forge every part of its responses. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import * as v from 'valibot';
import { SITE } from '#server/auth/testing/test-auth.ts';

/** The parts that replace those of a valid response. */
export type Forgery = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly flags?: number;
  readonly signCount?: number;
  readonly userHandle?: string | undefined;
  readonly id?: string;
  readonly rawId?: string;
  readonly signer?: KeyObject;
  readonly fmt?: string;
  readonly statement?: ReadonlyMap<string, string | number | readonly Uint8Array[] | Uint8Array>;
};

/** User present, user verified, backup eligible and backed up. */
const [PRESENT, VERIFIED, ELIGIBLE, BACKED_UP, ATTESTED] = [1, 4, 8, 16, 64];
export const USED = PRESENT + VERIFIED + ELIGIBLE + BACKED_UP;

const optionsSchema = v.object({ challenge: v.string(), user: v.optional(v.object({ id: v.string() })) });

/** Creates an authenticator with one passkey. */
export function createAuthenticator(aaguid = '00000000-0000-0000-0000-000000000000') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32).toString('base64url');
  let owner: string | undefined;
  let signCount = 0;
  return {
    id,
    /** Starts a signature counter, like security keys have. */
    countFrom: (count: number): void => {
      signCount = count;
    },
    /** navigator.credentials.create() */
    create(options: unknown, forgery: Forgery = {}) {
      const { challenge, user } = v.parse(optionsSchema, options);
      owner = user?.id;
      const head = encodeHead(signCount, { flags: USED + ATTESTED, ...forgery });
      const authData = Buffer.concat([head, encodeCredential(aaguid, id, publicKey)]);
      const clientDataJSON = writeClientData('webauthn.create', challenge, forgery);
      const attestationObject = writeAttestation(authData, forgery);
      return { ...named(id, forgery), response: { clientDataJSON, attestationObject, transports: TRANSPORTS } };
    },
    /** navigator.credentials.get() */
    get(options: unknown, forgery: Forgery = {}) {
      const { challenge } = v.parse(optionsSchema, options);
      if (signCount > 0) signCount += 1;
      const authData = encodeHead(signCount, { flags: USED, ...forgery });
      const clientDataJSON = writeClientData('webauthn.get', challenge, forgery);
      const signed = Buffer.concat([authData, hash(Buffer.from(clientDataJSON, 'base64url'))]);
      const signature = sign('sha256', signed, forgery.signer ?? privateKey).toString('base64url');
      const authenticatorData = authData.toString('base64url');
      const userHandle = 'userHandle' in forgery ? forgery.userHandle : owner;
      const response = { clientDataJSON, authenticatorData, signature };
      return { ...named(id, forgery), response: userHandle === undefined ? response : { ...response, userHandle } };
    },
  };
}

const TRANSPORTS: ('internal' | 'hybrid')[] = ['internal', 'hybrid'];

function writeAttestation(authData: Buffer, { fmt = 'none', statement = new Map() }: Forgery): string {
  const attestation = new Map<string, unknown>([
    ['fmt', fmt],
    ['attStmt', statement],
    ['authData', new Uint8Array(authData)],
  ]);
  return encode(attestation).toString('base64url');
}

const named = (id: string, forgery: Forgery) => ({
  id: forgery.id ?? id,
  rawId: forgery.rawId ?? forgery.id ?? id,
  type: 'public-key' as const,
  clientExtensionResults: {},
  authenticatorAttachment: 'platform' as const,
});

function writeClientData(type: string, challenge: string, forgery: Forgery): string {
  const data = {
    type: forgery.type ?? type,
    challenge: forgery.challenge ?? challenge,
    origin: forgery.origin ?? SITE,
    crossOrigin: false,
  };
  return Buffer.from(JSON.stringify(data)).toString('base64url');
}

/** WebAuthn, section 6.1. */
function encodeHead(
  count: number,
  { rpId = new URL(SITE).hostname, flags = USED, signCount = count }: Forgery,
): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags, 0);
  rest.writeUInt32BE(signCount, 1);
  return Buffer.concat([hash(Buffer.from(rpId)), rest]);
}

/** WebAuthn, section 6.5.1; the key in the form of COSE (RFC 9053, section 7.1): EC2, ES256, P-256. */
function encodeCredential(aaguid: string, id: string, key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const cose = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  const rawId = Buffer.from(id, 'base64url');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(rawId.length);
  return Buffer.concat([Buffer.from(aaguid.replaceAll('-', ''), 'hex'), length, rawId, encode(cose)]);
}

function encode(map: ReadonlyMap<string | number, unknown>): Buffer {
  // The library's type names what CBOR can hold; what is passed in here is all of it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Buffer.from(isoCBOR.encode(map as Parameters<typeof isoCBOR.encode>[0]));
}

const hash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
