/** Sharing from the devices' side against the bundled server: invitations, members, and every refusal. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fail, ok, type Result } from '#core/result.ts';
import { readInvitationSecret } from '#core/start/read-start.ts';
import { startRealServer } from '#test/backend/real-server.ts';
import { stubPage } from '#test/doubles/fake-page.ts';
import { openDevice } from './real-device.ts';

const { origin, stop, database } = await startRealServer({ rateLimits: {}, mailInterval: 0 });
afterAll(stop);

beforeEach(() => {
  stubPage();
  vi.stubGlobal('location', { href: `${origin}/` });
});

async function openPerson() {
  const device = openDevice();
  const { user } = await device.signUp();
  return { id: user.id, api: await device.openSharingApi(user) };
}

type Person = Awaited<ReturnType<typeof openPerson>>;

function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

async function createList(owner: Person): Promise<string> {
  const id = randomUUID();
  await database.sql`insert into lists (id, user_id, name) values (${id}, ${owner.id}, 'Groceries')`;
  return id;
}

async function invite(owner: Person, listId: string): Promise<{ readonly id: string; readonly secret: string }> {
  const { id, link } = valueOf(await owner.api.createInvitation(listId));
  return { id, secret: readInvitationSecret(new URL(link).hash) ?? '' };
}

async function join(owner: Person, listId: string, ...people: readonly Person[]): Promise<void> {
  const { secret } = await invite(owner, listId);
  for (const person of people) expect(await person.api.acceptInvitation(secret)).toEqual(ok(listId));
}

describe('an invitation', () => {
  test('[H3] [H4] is a link that makes another account a member', async () => {
    const [ann, bob] = [await openPerson(), await openPerson()];
    const listId = await createList(ann);
    const invitation = valueOf(await ann.api.createInvitation(listId));
    expect(invitation.link.startsWith(`${origin}/#join=`)).toBe(true);
    expect(invitation.usesLeft).toBe(20);
    const secret = readInvitationSecret(new URL(invitation.link).hash) ?? '';
    const shown = valueOf(await bob.api.showInvitation(secret));
    expect(shown).toMatchObject({ listId, listName: 'Groceries', isMember: false });
    // Not the address, nor a part of it (product A7).
    expect(shown.ownerName).toBe('');
    expect([await ann.api.displayName(), await ann.api.setDisplayName(' Anna\u202e ')]).toEqual([ok(null), ok('Anna')]);
    expect(await ann.api.displayName()).toEqual(ok('Anna'));
    expect(valueOf(await bob.api.showInvitation(secret)).ownerName).toBe('Anna');
    expect(await bob.api.acceptInvitation(secret)).toEqual(ok(listId));
    expect(await bob.api.showInvitation(secret)).toMatchObject({ value: { isMember: true } });
    const { id, expiresAt } = invitation;
    expect(await ann.api.invitations(listId)).toMatchObject({ value: [{ id, expiresAt, usesLeft: 19 }] });
  });

  test('[H3] [H4] that was revoked, has expired or never existed is refused, each with its reason', async () => {
    const [ann, bob] = [await openPerson(), await openPerson()];
    const listId = await createList(ann);
    const [revoked, expired] = [await invite(ann, listId), await invite(ann, listId)];
    expect(await ann.api.revokeInvitation(revoked.id)).toEqual(ok(null));
    await database.sql`update list_invitations set expires_at = now() where id = ${expired.id}`;
    expect(await bob.api.showInvitation(revoked.secret)).toEqual(fail({ type: 'invitation-revoked' }));
    expect(await bob.api.acceptInvitation(expired.secret)).toEqual(fail({ type: 'invitation-expired' }));
    expect(await bob.api.acceptInvitation('guessed')).toEqual(fail({ type: 'invitation-not-found' }));
    expect(await ann.api.invitations(listId)).toEqual(ok([]));
  });

  test('[H3] is limited to 20 open ones', async () => {
    const ann = await openPerson();
    for (let n = 0; n < 20; n += 1) await invite(ann, ann.id);
    expect(await ann.api.createInvitation(ann.id)).toEqual(fail({ type: 'too-many-invitations' }));
  });

  test('[H1] [H3] is refused beyond 50 lists of the account or 20 members of the list', async () => {
    const [ann, bob] = [await openPerson(), await openPerson()];
    const { secret } = await invite(ann, ann.id);
    for (let n = 0; n < 49; n += 1) await createList(bob);
    expect(await bob.api.acceptInvitation(secret)).toEqual(fail({ type: 'too-many-lists' }));
    const full = await createList(ann);
    const { secret: last } = await invite(ann, full);
    for (let n = 0; n < 19; n += 1) await join(ann, full, await openPerson());
    expect(await (await openPerson()).api.acceptInvitation(last)).toEqual(fail({ type: 'too-many-members' }));
  });
});

describe('members', () => {
  test('[H5] leave, and are removed by the owner only', async () => {
    const [ann, bob, eve] = [await openPerson(), await openPerson(), await openPerson()];
    const listId = await createList(ann);
    await join(ann, listId, bob, eve);
    expect(await bob.api.removeMember(listId, eve.id)).toEqual(fail({ type: 'not-the-owner' }));
    expect(await ann.api.removeMember(listId, eve.id)).toEqual(ok(null));
    expect(await ann.api.removeMember(listId, eve.id)).toEqual(fail({ type: 'member-not-found' }));
    expect(await eve.api.leave(listId)).toEqual(fail({ type: 'list-not-found' }));
    expect(await bob.api.leave(listId)).toEqual(ok(null));
  });

  test('[H5] become owners by a handover, after which the former owner can leave', async () => {
    const [ann, bob] = [await openPerson(), await openPerson()];
    const listId = await createList(ann);
    await join(ann, listId, bob);
    expect(await ann.api.leave(listId)).toEqual(fail({ type: 'owner-cannot-leave' }));
    expect(await ann.api.handOver(listId, bob.id)).toEqual(ok(null));
    expect(await ann.api.deleteList(listId)).toEqual(fail({ type: 'not-the-owner' }));
    expect(await ann.api.leave(listId)).toEqual(ok(null));
    expect(await bob.api.deleteList(listId)).toEqual(ok(null));
  });

  test('[H1] keep their personal list', async () => {
    const ann = await openPerson();
    expect(await ann.api.deleteList(ann.id)).toEqual(fail({ type: 'personal-list' }));
    expect(await ann.api.leave(ann.id)).toEqual(fail({ type: 'personal-list' }));
  });
});
