/** Describes the client of a request as its session stores it. */
import type { Context } from 'hono';
import type { AuthContext } from '#server/auth/context/auth-context.ts';

/** Longer than the user agent of any browser. */
const MAX_LENGTH = 500;

/** Returns the network address and the user agent of a request, cut to 500 characters. */
export function readClient({ addressOf }: AuthContext, c: Context): SessionClient {
  return { userAgent: (c.req.header('user-agent') ?? '').slice(0, MAX_LENGTH), ip: addressOf(c.req.raw) };
}

/**
 * The client of a session. Users see it in their list of devices, and rate limits use its address. Nothing else trusts
 * it.
 */
export type SessionClient = { readonly userAgent: string; readonly ip: string };
