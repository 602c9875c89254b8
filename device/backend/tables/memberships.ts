/** Reads the account's memberships from the answer of the function `pull_rows` (supabase/migrations/0006_lists.sql). */
import type { ListMember, Membership } from '#core/lists/lists-record.ts';
import { toShownName } from '#core/name/clean-name.ts';
import { fail, ok, type Result } from '#core/result.ts';
import type { BackendFailure } from '#client/ports/backend.ts';
import { isListOf, isObject, isText, isWith, isWord } from '#device/shape.ts';
import type { SendRequest } from '#device/backend/requests/send-request.ts';
import { isWireRows, readVersion, type WireRow } from './wire-rows.ts';

/** The name under which `pull_rows` takes the cursor of memberships and answers them. */
export const MEMBERSHIPS = 'list_members';

/** Pulls the memberships above a version. None on a backend that has only the specification's tables (product H11). */
export async function pullMemberships(
  send: SendRequest,
  cursor: number,
): Promise<Result<readonly Membership[], BackendFailure>> {
  const pulled = await send((tables) => tables.rpc('pull_rows', { cursors: { [MEMBERSHIPS]: cursor }, most: 1 }));
  if (pulled.ok) return ok(readMemberships(pulled.value));
  return pulled.failure.type === 'refused' ? ok([]) : fail(pulled.failure);
}

/** @param answered the function's answer; anything else has no memberships */
export function readMemberships(answered: unknown): readonly Membership[] {
  const wire = isObject(answered) ? answered[MEMBERSHIPS] : null;
  return isWireRows(wire) ? wire.map(readMembership).filter((membership) => membership !== null) : [];
}

const isRole = isWord('owner', 'member');
const areMembers = isListOf(isWith({ id: isText, role: isRole }));

/** An account may have no name. */
const readMember = (member: { readonly id: string; readonly role: ListMember['role'] }): ListMember => ({
  id: member.id,
  name: 'name' in member && isText(member.name) ? toShownName(member.name, 60) : '',
  role: member.role,
});

/** An ended membership has no name and no members. */
function readMembership(wire: WireRow): Membership | null {
  const version = readVersion(wire);
  const { id, name, role, members, deleted } = wire;
  if (!isText(id) || version === null || !isRole(role)) return null;
  return {
    id,
    name: isText(name) ? name : '',
    role,
    members: areMembers(members) ? members.map(readMember) : [],
    deleted: deleted === true,
    version,
  };
}
