/** The latest security events of an account (product A5). */
import { fail, ok, type Result } from '#core/result.ts';
import type { AccountApiFailure, SecurityEvent } from '#client/ports/account-api.ts';
import { isListOf, isText, isWith } from '#device/shape.ts';
import { callFunction, type AccountApiParts } from './call-account.ts';

/** Reads the events, newest first. */
export async function readActivity(
  parts: Pick<AccountApiParts, 'send'>,
): Promise<Result<readonly SecurityEvent[], AccountApiFailure>> {
  const result = await callFunction(parts, 'list_activity');
  return result.ok ? toEvents(result.value) : result;
}

const areEvents = isListOf(
  isWith({ kind: isText, detail: isText, user_agent: isText, ip: isText, created_at: isText }),
);

/** Converts the answer of the database function `list_activity`, which hosted Supabase answers with null. */
function toEvents(value: unknown): Result<readonly SecurityEvent[], AccountApiFailure> {
  if (!areEvents(value)) return fail({ type: 'not-offered' });
  return ok(
    value.map(({ kind, detail, user_agent, ip, created_at }) => ({
      kind,
      detail,
      userAgent: user_agent,
      ip,
      createdAt: created_at,
    })),
  );
}
