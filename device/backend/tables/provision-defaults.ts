/** Provisions the defaults of a new account: its profile and six categories (spec sections 4 and 7, product L2). */
import { DEFAULT_CATEGORIES, defaultCategoryId } from '#core/catalogue/catalogue.ts';
import { isPersonal, type ListRef, personalList } from '#core/account/list-ref.ts';
import { fail, ok, type Result } from '#core/result.ts';
import type { BackendFailure, Log, LogEvent } from '#client/ports/backend.ts';
import { failureCode } from '#device/backend/requests/request-failure.ts';
import { isWireRows, type WireRow } from './wire-rows.ts';
import { hasListColumn, isRowOf, listColumn } from './backend-schema.ts';
import type { SendRequest, TableRequest } from '#device/backend/requests/send-request.ts';

/** The account's owner. */
export type Owner = {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly deviceId: string;
};

/** Inserts the defaults at sign-up. Failures are only logged (spec section 8); the first sync tries again. */
export async function insertDefaults(send: SendRequest, owner: Owner, log: Log): Promise<void> {
  const insert = async (request: TableRequest, event: LogEvent): Promise<void> => {
    const inserted = await send(request);
    if (!inserted.ok) log(event, failureCode(inserted.failure));
  };
  await Promise.all([
    insert(insertProfile(owner), 'profile not created'),
    insert(insertCategories(personalList(owner.id)), 'default categories not created'),
  ]);
}

/** Inserts the profile of an account. */
export const insertProfile =
  ({ id, username, email, deviceId }: Owner): TableRequest =>
  (tables) =>
    tables.from('user_profiles').insert({ id, username, email, device_info: { deviceId } });

/** Inserts the six categories, in view. Every device uses the same ids, so that two devices never create twelve. */
const insertCategories =
  (list: ListRef): TableRequest =>
  (tables) =>
    tables.from('categories').insert(
      DEFAULT_CATEGORIES.map((category, index) => ({
        ...category,
        ...(isPersonal(list) ? { user_id: list.userId } : { list_id: list.listId }),
        id: defaultCategoryId(index + 1, list.listId),
      })),
    );

/**
 * Inserts the defaults that an interrupted sign-up left out. A deleted category counts as present.
 * @returns a failure only if the backend could not be reached; a refusal must not stop the sync
 */
export async function provisionDefaults(
  send: SendRequest,
  owner: Owner,
  list: ListRef,
): Promise<Result<null, BackendFailure>> {
  const profile = await insertIfNone(
    await send((tables) => tables.from('user_profiles').select('id').eq('id', owner.id).limit(1)),
    () => send(insertProfile(owner)),
  );
  if (!profile.ok) return profile;
  return insertIfNone(await findCategory(send, list), () => send(insertCategories(list)));
}

/** Finds a category of the list. The account may select one of another list; then the list selects. */
async function findCategory(send: SendRequest, list: ListRef): ReturnType<SendRequest> {
  const find = (hasLists: boolean): ReturnType<SendRequest> => {
    const { column, value } = listColumn('categories', list, hasLists);
    return send((tables) => tables.from('categories').select('*').eq(column, value).limit(1));
  };
  const found = await find(false);
  const isOther = (wire: WireRow): boolean => hasListColumn(wire) && !isRowOf(list, wire);
  return found.ok && isWireRows(found.value) && found.value.some(isOther) ? find(true) : found;
}

async function insertIfNone(
  found: Awaited<ReturnType<SendRequest>>,
  insert: () => ReturnType<SendRequest>,
): Promise<Result<null, BackendFailure>> {
  if (!found.ok) return ignoreRefusal(found.failure);
  if (!isWireRows(found.value) || found.value.length > 0) return ok(null);
  const inserted = await insert();
  // 409: another device inserted it first.
  return inserted.ok ? ok(null) : ignoreRefusal(inserted.failure);
}

/** Ignores a refusal, which must not stop the sync (spec section 8) and would repeat at every retry. */
export const ignoreRefusal = (failure: BackendFailure): Result<null, BackendFailure> =>
  failure.type === 'refused' ? ok(null) : fail(failure);
