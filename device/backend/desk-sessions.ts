/** Reads where an account is signed in, as the database function `list_sessions` tells it. */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { DeskFailure, DeviceSession } from '#client/ports/account-desk.ts';
import { isFlag, isListOf, isText, isWith } from '#device/shape.ts';

const areSessions = isListOf(
  isWith({
    id: isText,
    user_agent: isText,
    ip: isText,
    created_at: isText,
    last_used_at: isText,
    is_current: isFlag,
  }),
);

/** Some other function of that name is none of ours. */
export function readSessions(value: unknown): Result<readonly DeviceSession[], DeskFailure> {
  if (!areSessions(value)) return fail({ type: 'not-offered' });
  return ok(
    value.map((session) => ({
      id: session.id,
      userAgent: session.user_agent,
      ip: session.ip,
      createdAt: session.created_at,
      lastUsedAt: session.last_used_at,
      isThis: session.is_current,
    })),
  );
}
