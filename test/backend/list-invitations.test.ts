/** Invitations to a list: secrets, expiry, limits, and races (product H3, H4). */
import { describe, expect, test } from 'vitest';
import { refused, openListParts } from './list-parts.ts';

const parts = await openListParts();
const { createList, invite, membershipOf, rpc, sql, upsert } = parts;

describe('[H3] an invitation', () => {
  test('has a secret of at least 128 bits, of which the database keeps only the hash', async () => {
    const ann = await parts.join();
    const { secret, uses_left: uses, expires_at: expiry } = await invite(ann, ann.id);
    expect(secret).toMatch(/^[\w-]{32}$/u);
    expect(uses).toBe(20);
    expect(Math.round((Date.parse(expiry) - Date.now()) / 86_400_000)).toBe(7);
    const [stored] = await sql<
      { row: string }[]
    >`select to_jsonb(i.*)::text as row from list_invitations i where list_id = ${ann.id}`;
    expect(stored?.row).not.toContain(secret);
    const listed = await rpc(ann, 'list_invitations', { list_id: ann.id });
    expect(listed.data).toHaveLength(1);
    expect(JSON.stringify(listed.data)).not.toContain('secret');
  });

  test('shows the list and its owner, and makes the caller a member once', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    await upsert(ann, 'user_profiles', { id: ann.id, display_name: 'Anna' });
    const list = await createList(ann, 'Party');
    const { secret } = await invite(ann, list);
    const shown = { list_id: list, list_name: 'Party', owner_name: 'Anna', is_member: false };
    expect(await rpc(bob, 'show_invitation', { secret })).toMatchObject({ data: shown });
    for (let n = 0; n < 2; n += 1)
      expect(await rpc(bob, 'accept_invitation', { secret })).toMatchObject({ data: list });
    expect(await rpc(bob, 'show_invitation', { secret })).toMatchObject({ data: { ...shown, is_member: true } });
    const open = await rpc(ann, 'list_invitations', { list_id: list });
    expect(open.data).toMatchObject([{ uses_left: 19 }]);
    expect(await membershipOf(bob, list)).toMatchObject({
      role: 'member',
      members: [{ name: 'Anna' }, { id: bob.id }],
    });
  });

  test('just opens the list for members, also after it was revoked', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    const { id, secret } = await invite(ann, ann.id);
    await rpc(bob, 'accept_invitation', { secret });
    await rpc(ann, 'revoke_invitation', { invitation_id: id });
    expect(await rpc(bob, 'show_invitation', { secret })).toMatchObject({ data: { is_member: true } });
    expect(await rpc(bob, 'accept_invitation', { secret })).toMatchObject({ data: ann.id });
  });

  test('that was revoked, has expired, was used up or never existed is refused', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    const used = await invite(ann, ann.id);
    const ended = await invite(ann, ann.id);
    const revoked = await invite(ann, ann.id);
    await sql`update list_invitations set uses_left = 0 where id = ${used.id}`;
    await sql`update list_invitations set expires_at = now() where id = ${ended.id}`;
    expect(await rpc(ann, 'revoke_invitation', { invitation_id: revoked.id })).toMatchObject({ error: null });
    for (const name of ['show_invitation', 'accept_invitation']) {
      const answer = (secret: string | null) => rpc(bob, name, { secret });
      expect(await answer(used.secret)).toMatchObject(refused(410, 'invitation_expired'));
      expect(await answer(ended.secret)).toMatchObject(refused(410, 'invitation_expired'));
      expect(await answer(revoked.secret)).toMatchObject(refused(410, 'invitation_revoked'));
      for (const guess of ['', 'x', null, used.id, used.secret.toLowerCase()]) {
        expect(await answer(guess)).toMatchObject(refused(404, 'invitation_not_found'));
      }
    }
    expect(await membershipOf(bob, ann.id)).toBeUndefined();
    expect(await rpc(ann, 'list_invitations', { list_id: ann.id })).toMatchObject({ data: [] });
  });

  test('with one use left admits one of several who accept it at the same moment', async () => {
    const ann = await parts.join();
    const others = await Promise.all(Array.from({ length: 6 }, () => parts.join()));
    const { id, secret } = await invite(ann, ann.id);
    await sql`update list_invitations set uses_left = 1 where id = ${id}`;
    const answers = await Promise.all(others.map((other) => rpc(other, 'accept_invitation', { secret })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410, 410, 410]);
    const [left] = await sql<{ uses: number }[]>`select uses_left as uses from list_invitations where id = ${id}`;
    expect(left?.uses).toBe(0);
    expect((await membershipOf(ann, ann.id))?.members).toHaveLength(2);
  });

  test('admits no 21st member, also if several accept at the same moment', async () => {
    const ann = await parts.join();
    const others = await Promise.all(Array.from({ length: 21 }, () => parts.join()));
    const secrets = [(await invite(ann, ann.id)).secret, (await invite(ann, ann.id)).secret];
    const answers = await Promise.all(
      others.map((other, n) => rpc(other, 'accept_invitation', { secret: secrets[n % 2] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(answers.filter(({ error }) => error?.hint === 'too_many_members')).toHaveLength(2);
    expect((await membershipOf(ann, ann.id))?.members).toHaveLength(20);
  });

  test('is one of at most 20 open invitations of a list', async () => {
    const ann = await parts.join();
    const all = [];
    for (let n = 0; n < 20; n += 1) all.push(await invite(ann, ann.id));
    const one = () => rpc(ann, 'create_invitation', { list_id: ann.id });
    expect(await one()).toMatchObject(refused(409, 'too_many_invitations'));
    await rpc(ann, 'revoke_invitation', { invitation_id: all[0]?.id });
    expect(await one()).toMatchObject({ error: null });
  });
});
