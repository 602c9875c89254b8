/** For tests: the official client library with its own storage, like a browser. */
import { AuthClient, type AuthFlowType } from '@supabase/auth-js';
import type { Hono } from 'hono';
import { SITE } from './test-auth.ts';

export type AuthDevice = InstanceType<typeof AuthClient>;

type DeviceParts = {
  /** The app with auth at /auth/v1. */
  readonly site: Hono;
  /** The API key that the client sends until a user signs in. */
  readonly key: string;
  readonly flowType?: AuthFlowType;
};

/** Creates a client with its own storage, so that two clients are two devices. */
export function createAuthDevice({ site, key, flowType = 'implicit' }: DeviceParts): AuthDevice {
  const stored = new Map<string, string>();
  return new AuthClient({
    url: `${SITE}/auth/v1`,
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    fetch: async (input, init) => site.fetch(new Request(input, init)),
    storage: {
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, value) => void stored.set(name, value),
      removeItem: (name) => void stored.delete(name),
    },
    flowType,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: true,
  });
}
