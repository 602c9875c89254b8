/** What a new account starts with: its profile and six categories (spec sections 4 and 7, product L2). */
import { DEFAULT_CATEGORIES, defaultCategoryId } from '#core/catalogue/default-categories.ts';
import { ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { BackendFailure } from '#client/ports/backend.ts';
import { isWireRows } from './read-row.ts';
import type { SendRequest, TableRequest } from './request.ts';

/** Whose account it is. */
export type Owner = {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly deviceId: string;
};

/** Inserts the profile of an account. */
export const insertProfile =
  ({ id, username, email, deviceId }: Owner): TableRequest =>
  (tables) =>
    tables.from('user_profiles').insert({ id, username, email, device_info: { deviceId } });

/** Inserts the six categories; their ids are the same on every device, so that two devices never make twelve. */
export const insertCategories =
  ({ id: userId }: Owner): TableRequest =>
  (tables) =>
    tables.from('categories').insert(
      DEFAULT_CATEGORIES.map(({ name, color }, index) => ({
        id: defaultCategoryId(index + 1, userId),
        name,
        color,
        user_id: userId,
      })),
    );

/**
 * Mends a sign-up that was interrupted: inserts what is missing. A category that was deleted counts as there.
 * @returns a failure only where it was not possible to look, or to insert just now; a refusal must not stop the sync
 */
export async function furnishAccount(send: SendRequest, owner: Owner): Promise<Result<null, BackendFailure>> {
  const profile = await insertIfNone(
    send,
    (tables) => tables.from('user_profiles').select('id').eq('id', owner.id).limit(1),
    insertProfile(owner),
  );
  if (!profile.ok) return profile;
  return insertIfNone(
    send,
    (tables) => tables.from('categories').select('id').eq('user_id', owner.id).limit(1),
    insertCategories(owner),
  );
}

async function insertIfNone(
  send: SendRequest,
  look: TableRequest,
  insert: TableRequest,
): Promise<Result<null, BackendFailure>> {
  const found = await send(look);
  if (!found.ok) return forgiveRefusal(found.failure);
  if (!isWireRows(found.value) || found.value.length > 0) return ok(null);
  const inserted = await send(insert);
  // 409: another device was faster.
  return inserted.ok ? ok(null) : forgiveRefusal(inserted.failure);
}

/** Spec section 8: what is only noted there must not stop a sync; a refusal would be the same the next time. */
export const forgiveRefusal = (failure: BackendFailure): Result<null, BackendFailure> =>
  failure.type === 'refused' ? ok(null) : { ok: false, failure };
