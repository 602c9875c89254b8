/** Fills every table with the rows of thousands of accounts, because Postgres scans small tables even if they have an index. */
import type { Sql } from 'postgres';

const OTHERS = 3000;

/** The id of an account by its number. */
const ID = `('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
const HASH = `decode(md5(n::text), 'hex')`;

/** The number of rows in each table for each account. */
const ROWS: Readonly<Record<string, string>> = {
  'auth.users (id, email)': `${ID}, 'other-' || n || '@example.org'`,
  'auth.identities (user_id, provider, provider_id)': `${ID}, 'email', 'other-' || n`,
  'auth.sessions (id, user_id, factor_id)': `${ID}, ${ID}, ${ID}`,
  'auth.refresh_tokens (token_hash, nonce, session_id)': `${HASH}, ${HASH}, ${ID}`,
  'auth.one_time_tokens (token_hash, user_id, type)': `${HASH}, ${ID}, 'recovery'`,
  'auth.flow_states (code_hash, user_id, code_challenge, code_challenge_method, authentication_method)': `${HASH}, ${ID}, '', 's256', ''`,
  'auth.rate_limits (key, count, window_end)': `n, 1, now() + interval '1 hour'`,
  'auth.mfa_factors (id, user_id, factor_type, status)': `${ID}, ${ID}, 'totp', 'verified'`,
  'auth.mfa_challenges (factor_id, ip_address)': `${ID}, ''`,
  'auth.mfa_recovery_codes (user_id, code_hash)': `${ID}, ${HASH}`,
  'auth.security_events (user_id, kind)': `${ID}, 'new-sign-in'`,
  'auth.known_devices (user_id, device_hash)': `${ID}, ${HASH}`,
  'auth.reauthentications (user_id, code_hash)': `${ID}, ''`,
  'auth.provider_flows (state_hash, provider, redirect_to, code_verifier, nonce, user_id)': `${HASH}, '', '', '', '', ${ID}`,
  'auth.webauthn_credentials (user_id, credential_id, public_key)': `${ID}, ${HASH}, ''`,
  'auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)': `${ID}, 'registration', '{}', now() + interval '1 hour'`,
  'public.lists (id, user_id)': `${ID}, ${ID}`,
  'public.list_members (list_id, user_id, role, version)': `${ID}, ${ID}, 'owner', 1`,
  'public.list_invitations (list_id, secret_hash)': `${ID}, ${HASH}`,
  'public.former_lists (id, user_id)': `${ID}, ${ID}`,
  'public.ended_sessions (id, user_id, reason)': `${ID}, ${ID}, 'logged-out'`,
  'public.sync_state (list_id, version)': `${ID}, 10`,
  'public.user_profiles (id, username)': `${ID}, 'other'`,
  'public.grocery_items (user_id, list_id, name, version)': `${ID}, ${ID}, 'Thing', k`,
  'public.categories (user_id, list_id, name, version)': `${ID}, ${ID}, 'Shelf', k`,
  'public.saved_lists (user_id, list_id, name, version)': `${ID}, ${ID}, 'Week', k`,
};

/** Each list table gets the given number of rows; every other table gets one. */
const EACH = 10;

export async function fillTables(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    // Skips triggers and foreign keys, which would take minutes.
    await tx`set local session_replication_role = replica`;
    for (const [target, values] of Object.entries(ROWS)) {
      await tx.unsafe(`insert into ${target} select ${values} from generate_series(1, ${OTHERS}) n,
        generate_series(1, ${values.includes(', k') ? EACH : 1}) k`);
    }
  });
  await sql`analyze`;
}
