/** For tests: the official client library as a caller, in a browser of its own. */
import { AuthClient } from '@supabase/auth-js';
import type { AuthFlowType } from '@supabase/auth-js';
import type { Hono } from 'hono';
import { SITE } from './test-auth.ts';

export type AuthDevice = InstanceType<typeof AuthClient>;

type DeviceParts = {
  /** Has auth at /auth/v1. */
  readonly site: Hono;
  /** What the client shows until somebody is in. */
  readonly key: string;
  readonly flowType?: AuthFlowType;
};

/** Its storage is its own, so that two of them are two devices. */
export function createAuthDevice({ site, key, flowType = 'implicit' }: DeviceParts): AuthDevice {
  const kept = new Map<string, string>();
  return new AuthClient({
    url: `${SITE}/auth/v1`,
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    fetch: async (input, init) => site.fetch(new Request(input, init)),
    storage: {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    },
    flowType,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: true,
  });
}
