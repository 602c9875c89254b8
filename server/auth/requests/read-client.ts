/** From where a request comes, as its session will remember it. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import type { SessionClient } from '#server/auth/sessions/sessions.ts';

/** Longer than any browser's; what is shown to people needs no more. */
const MAX_LENGTH = 500;

/** Takes the request. Gives its network address and what the browser calls itself, cut to 500 characters. */
export function readClient({ addressOf }: AuthBase, c: Context): SessionClient {
  return { userAgent: (c.req.header('user-agent') ?? '').slice(0, MAX_LENGTH), ip: addressOf(c.req.raw) };
}
