/** Converts users to the JSON that clients expect. */
import { randomUUID } from 'node:crypto';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { isChangeLapsed, type Identity, type Metadata, type User, type UserFactor } from './users.ts';

export type UserJson = Readonly<Record<string, unknown>>;

/**
 * Converts a user to the type that auth-js expects (types.ts). Unknown values are left out, `factors` is left out if it
 * is empty, and `identities` is always present. A change of address that has lapsed is left out.
 */
export function userToJson(auth: Pick<AuthContext, 'settings' | 'now'>, user: User): UserJson {
  const confirmedAt = toTime(user.emailConfirmedAt);
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    ...(confirmedAt !== undefined && { email_confirmed_at: confirmedAt, confirmed_at: confirmedAt }),
    phone: '',
    ...withoutGaps({
      confirmation_sent_at: toTime(user.confirmationSentAt),
      recovery_sent_at: toTime(user.recoverySentAt),
      ...(!isChangeLapsed(auth, user) && {
        new_email: user.newEmail ?? undefined,
        email_change_sent_at: toTime(user.emailChangeSentAt),
      }),
      last_sign_in_at: toTime(user.lastSignInAt),
      banned_until: toTime(user.bannedUntil),
    }),
    app_metadata: user.appMetadata,
    user_metadata: readUserMetadata(user),
    ...(user.factors.length > 0 && { factors: user.factors.map(factorToJson) }),
    // Not in hosted Supabase. The app warns if few are left.
    ...(user.factors.some(({ status }) => status === 'verified') && { recovery_codes_left: user.recoveryCodesLeft }),
    identities: user.identities.map((identity) => identityToJson(identity, user)),
    created_at: toTime(user.createdAt),
    updated_at: toTime(user.updatedAt),
    is_anonymous: false,
  };
}

/** Returns the user's metadata together with the properties of the account. */
export function readUserMetadata(user: User): Metadata {
  return { ...user.userMetadata, ...readFacts(user) };
}

/**
 * Creates a user with invented ids that looks new. It answers every sign-up that has to be confirmed, so that the
 * response reveals neither whether the address has an account nor the id of one. Hosted Supabase returns the real user
 * of a new account, and a user without identities if there is an account.
 */
export function createDecoyUser({
  email,
  userMetadata,
  now,
}: Pick<User, 'email' | 'userMetadata'> & { now: Date }): User {
  const id = randomUUID();
  const times = { created_at: now.toISOString(), updated_at: now.toISOString(), last_sign_in_at: now.toISOString() };
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    passwordHash: null,
    emailConfirmedAt: null,
    emailProvedAt: null,
    confirmationSentAt: now,
    recoverySentAt: null,
    newEmail: null,
    emailChangeStatus: 0,
    emailChangeSentAt: null,
    lastSignInAt: null,
    bannedUntil: null,
    createdAt: now,
    updatedAt: now,
    appMetadata: { provider: 'email', providers: ['email'] },
    userMetadata,
    identities: [{ id: randomUUID(), provider: 'email', provider_id: id, identity_data: {}, ...times }],
    factors: [],
    recoveryCodesLeft: 0,
  };
}

/** Converts a factor. An empty name is left out (GoTrue, models/factor.go). */
export function factorToJson({ friendly_name: name, ...factor }: UserFactor): UserJson {
  return {
    ...factor,
    ...(name !== '' && { friendly_name: name }),
    last_challenged_at: factor.last_challenged_at === null ? null : toTime(new Date(factor.last_challenged_at)),
    created_at: toTime(new Date(factor.created_at)),
    updated_at: toTime(new Date(factor.updated_at)),
  };
}

/** Converts an identity. `id` is the user's id at the provider, `identity_id` the id of the row. */
function identityToJson(identity: Identity, user: User): UserJson {
  const data = identity.provider === 'email' ? readFacts(user) : identity.identity_data;
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: user.id,
    identity_data: data,
    provider: identity.provider,
    ...(identity.last_sign_in_at !== null && { last_sign_in_at: toTime(new Date(identity.last_sign_in_at)) }),
    created_at: toTime(new Date(identity.created_at)),
    updated_at: toTime(new Date(identity.updated_at)),
    ...('email' in data && { email: data['email'] }),
  };
}

function readFacts({ id, email, emailConfirmedAt }: User): Metadata {
  return { sub: id, email: email ?? '', email_verified: emailConfirmedAt !== null, phone_verified: false };
}

const toTime = (date: Date | null): string | undefined => date?.toISOString();

function withoutGaps(fields: Readonly<Record<string, string | undefined>>): UserJson {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
