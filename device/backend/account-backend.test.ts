/** What an account starts with, and the note of its syncs. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { ANN, json, openFakeAccount } from '#test/backend/fake-server.ts';

const PROFILES = '/rest/v1/user_profiles';
const CATEGORIES = '/rest/v1/categories';

describe('furnishing', () => {
  test('[spec-8] inserts profile and categories where a sign-up was interrupted', async () => {
    const { furnish, calls, askedOf } = openFakeAccount();
    expect(await furnish()).toEqual(ok(null));
    expect(calls()).toEqual([`GET ${PROFILES}`, `POST ${PROFILES}`, `GET ${CATEGORIES}`, `POST ${CATEGORIES}`]);
    expect(askedOf(`POST ${PROFILES}`)[0]?.body).toMatchObject({
      id: ANN.id,
      username: 'ann',
      email: 'ann@example.org',
    });
    expect(askedOf(`POST ${CATEGORIES}`)[0]?.body).toHaveLength(6);
  });

  test('[L2] leaves alone what is there, a deleted category too', async () => {
    const { furnish, calls, askedOf } = openFakeAccount(({ call }) =>
      call.startsWith('GET /rest') ? json([{ id: 'x' }]) : undefined,
    );
    expect(await furnish()).toEqual(ok(null));
    expect(calls()).toEqual([`GET ${PROFILES}`, `GET ${CATEGORIES}`]);
    expect(askedOf(`GET ${CATEGORIES}`)[0]?.query.has('deleted')).toBe(false);
  });

  test('[spec-8] finds nothing wrong with another device that was faster, nor with a refusal', async () => {
    for (const status of [409, 403]) {
      const { furnish, calls } = openFakeAccount(({ call }) =>
        call.startsWith('POST') ? json({ code: '42501', message: 'no' }, status) : undefined,
      );
      expect(await furnish()).toEqual(ok(null));
      expect(calls()).toHaveLength(4);
    }
  });

  test('[Y4] that does not get through is tried again', async () => {
    const { furnish } = openFakeAccount(({ call }) => (call === `POST ${CATEGORIES}` ? 'no network' : undefined));
    expect(await furnish()).toEqual(fail({ type: 'transient' }));
  });
});

describe('the note of a sync', () => {
  test('[Y11] names this device and the time', async () => {
    const { noteSync, askedOf } = openFakeAccount(({ call }) =>
      call.startsWith('PATCH') ? json(null, 204) : undefined,
    );
    expect(await noteSync('2026-11-21T08:00:00.000Z')).toEqual(ok(null));
    const [asked] = askedOf(`PATCH ${PROFILES}`);
    expect(asked?.body).toEqual({ device_info: { deviceId: 'device-1' }, last_sync_at: '2026-11-21T08:00:00.000Z' });
    expect(asked?.query.get('id')).toBe(`eq.${ANN.id}`);
  });

  test('[Y11] that is refused stops nothing, and one that does not get through says so', async () => {
    const refused = openFakeAccount(({ call }) =>
      call.startsWith('PATCH') ? json({ code: '22P02', message: 'no' }, 400) : undefined,
    );
    expect(await refused.noteSync('2026-11-21T08:00:00.000Z')).toEqual(ok(null));
    const lost = openFakeAccount(({ call }) => (call.startsWith('PATCH') ? 'no network' : undefined));
    expect(await lost.noteSync('2026-11-21T08:00:00.000Z')).toEqual(fail({ type: 'transient' }));
  });
});
