/** Accounts that share lists over REST, for tests of the functions in supabase/migrations/0006_lists.sql. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import * as v from 'valibot';
import { openAccountParts } from './account-parts.ts';

type AccountParts = Awaited<ReturnType<typeof openAccountParts>>;
export type Account = Awaited<ReturnType<AccountParts['join']>>;

/** The error of a function: its status and hint. */
export const refused = (status: number, hint: string) => ({ status, error: { code: `PT${status}`, hint } });
/** The error of a text that the app could not have written. */
export const tooLong = refused(422, 'text_too_long');
/** The error of a write to a table. */
export const notAMember = { status: 403, error: { code: '42501' } };

const invitationSchema = v.object({
  id: v.string(),
  secret: v.string(),
  uses_left: v.number(),
  expires_at: v.string(),
});

const membershipSchema = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  role: v.string(),
  deleted: v.boolean(),
  version: v.number(),
  members: v.nullable(v.array(v.object({ id: v.string(), name: v.nullable(v.string()), role: v.string() }))),
});
const rowsSchema = v.nullable(v.array(v.record(v.string(), v.unknown())));
const pullSchema = v.object({
  grocery_items: rowsSchema,
  lists: rowsSchema,
  list_members: v.nullable(v.array(membershipSchema)),
});

export type ListParts = Awaited<ReturnType<typeof openListParts>>;

/** Opens an account database with the calls that concern lists. It is closed at the end of the test file. */
export async function openListParts() {
  const parts = await openAccountParts();
  const { call } = parts;
  const rpc = (account: Account, name: string, args: object) => call(account.access).rpc(name, args);
  const invite = async (owner: Account, list: string) => {
    const { data, error } = await rpc(owner, 'create_invitation', { list_id: list });
    expect(error).toBeNull();
    return v.parse(invitationSchema, data);
  };
  const pull = async (account: Account, list: string, cursors: object = { grocery_items: -1, lists: -1 }) => {
    const { data, error } = await rpc(account, 'pull_rows', { cursors, list });
    expect(error).toBeNull();
    return v.parse(pullSchema, data);
  };
  /** The account's memberships above a version, ended ones too. */
  const memberships = async (account: Account, above = -1) =>
    (await pull(account, account.id, { list_members: above })).list_members ?? [];
  const upsert = (account: Account, table: string, row: object) =>
    call(account.access).from(table).upsert(row).select();
  const createList = async (owner: Account, name = 'Groceries'): Promise<string> => {
    const id = randomUUID();
    expect(await rpc(owner, 'create_list', { list_id: id, name })).toMatchObject({ error: null });
    return id;
  };
  /** Makes accounts members of a list. */
  const share = async (owner: Account, list: string, ...members: readonly Account[]): Promise<void> => {
    const { secret } = await invite(owner, list);
    for (const member of members) {
      expect(await rpc(member, 'accept_invitation', { secret })).toMatchObject({ error: null, data: list });
    }
  };
  return {
    ...parts,
    rpc,
    invite,
    pull,
    memberships,
    createList,
    share,
    /** Creates a list of Ann's with the member Eve. */
    openShared: async () => {
      const [ann, eve] = [await parts.join(), await parts.join()];
      const list = await createList(ann);
      await share(ann, list, eve);
      const write = (account: Account, row: object) => upsert(account, 'grocery_items', { list_id: list, ...row });
      return { ann, eve, list, write };
    },
    membershipOf: async (account: Account, list: string) => (await memberships(account)).find(({ id }) => id === list),
    /** Upserts a row and returns it. */
    upsert,
  };
}
