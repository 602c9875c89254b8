/** Provisioning of a new account, and the report of its syncs. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { ANN, json, openFakeList } from '#test/backend/fake-server.ts';

const PROFILES = '/rest/v1/user_profiles';
const CATEGORIES = '/rest/v1/categories';

describe('provisioning the defaults', () => {
  test('[spec-8] inserts profile and categories after an interrupted sign-up', async () => {
    const { provisionDefaults, calls, askedOf } = openFakeList();
    expect(await provisionDefaults()).toEqual(ok(null));
    expect(calls()).toEqual([`GET ${PROFILES}`, `POST ${PROFILES}`, `GET ${CATEGORIES}`, `POST ${CATEGORIES}`]);
    expect(askedOf(`POST ${PROFILES}`)[0]?.body).toMatchObject({
      id: ANN.id,
      username: 'ann',
      email: 'ann@example.org',
    });
    expect(askedOf(`POST ${CATEGORIES}`)[0]?.body).toHaveLength(6);
  });

  test('[L2] shows the categories, in their colors', async () => {
    const { provisionDefaults, askedOf } = openFakeList();
    expect(await provisionDefaults()).toEqual(ok(null));
    const [asked] = askedOf(`POST ${CATEGORIES}`);
    expect(asked?.body).toContainEqual(expect.objectContaining({ name: 'Produce', color: '#10b981' }));
    // The column's default is to show them, and the specification's own tables lack it.
    expect(JSON.stringify(asked?.body)).not.toContain('in_list');
  });

  test('[L2] leaves existing rows unchanged, deleted categories included', async () => {
    const { provisionDefaults, calls, askedOf } = openFakeList(({ call }) =>
      call.startsWith('GET /rest') ? json([{ id: 'x' }]) : undefined,
    );
    expect(await provisionDefaults()).toEqual(ok(null));
    expect(calls()).toEqual([`GET ${PROFILES}`, `GET ${CATEGORIES}`]);
    expect(askedOf(`GET ${CATEGORIES}`)[0]?.query.has('deleted')).toBe(false);
  });

  test('[spec-8] succeeds if another device was faster, and after a refusal', async () => {
    for (const status of [409, 403]) {
      const { provisionDefaults, calls } = openFakeList(({ call }) =>
        call.startsWith('POST') ? json({ code: '42501', message: 'no' }, status) : undefined,
      );
      expect(await provisionDefaults()).toEqual(ok(null));
      expect(calls()).toHaveLength(4);
    }
  });

  test('[Y4] that fails transiently is retried', async () => {
    const { provisionDefaults } = openFakeList(({ call }) =>
      call === `POST ${CATEGORIES}` ? 'no network' : undefined,
    );
    expect(await provisionDefaults()).toEqual(fail({ type: 'transient' }));
  });
});

describe('the report of a sync', () => {
  test('[Y11] contains this device and the time', async () => {
    const { reportSync, askedOf } = openFakeList(({ call }) =>
      call.startsWith('PATCH') ? json(null, 204) : undefined,
    );
    expect(await reportSync('2026-11-21T08:00:00.000Z')).toEqual(ok(null));
    const [asked] = askedOf(`PATCH ${PROFILES}`);
    expect(asked?.body).toEqual({ device_info: { deviceId: 'device-1' }, last_sync_at: '2026-11-21T08:00:00.000Z' });
    expect(asked?.query.get('id')).toBe(`eq.${ANN.id}`);
  });

  test('[Y11] that is refused stops nothing, and a transient failure is returned', async () => {
    const refused = openFakeList(({ call }) =>
      call.startsWith('PATCH') ? json({ code: '22P02', message: 'no' }, 400) : undefined,
    );
    expect(await refused.reportSync('2026-11-21T08:00:00.000Z')).toEqual(ok(null));
    const lost = openFakeList(({ call }) => (call.startsWith('PATCH') ? 'no network' : undefined));
    expect(await lost.reportSync('2026-11-21T08:00:00.000Z')).toEqual(fail({ type: 'transient' }));
  });
});
