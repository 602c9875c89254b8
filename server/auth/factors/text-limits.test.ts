/** Limits on text messages: each costs the operator money and could reach a stranger. */
import { expect, test } from 'vitest';
import { createAuth } from '#server/auth/auth.ts';
import type { LimitName } from '#server/auth/context/auth-settings.ts';
import { defaultAuthSettings } from '#server/auth/testing/default-settings.ts';
import { requestApp, createTestAuth, limitTo, SITE } from '#server/auth/testing/test-auth.ts';
import { enrollPhone, verify } from '#server/auth/factors/testing/test-factors.ts';

const auth = await createTestAuth();
const { database } = auth;

type App = typeof auth.app;
const request = async (app: App, token: string, id: string) =>
  (await requestApp(app, `POST /factors/${id}/challenge`, { token, body: {} })).status;
const tooSoon = { status: 429, json: { code: 'over_sms_send_rate_limit' } };

/** A new account with a phone that waits for its first code. */
async function joinWithPhone(number: string) {
  const { access } = await auth.join();
  return { access, id: (await enrollPhone(auth, access, number)).id };
}

async function joinWithProvenPhone(number: string) {
  const { access } = await auth.join();
  const phone = await enrollPhone(auth, access, number);
  const { json } = await verify(auth, access, phone);
  return { access: json.access_token, id: phone.id };
}

test('[A3] an account gets one text message a minute, even without an interval between emails', async () => {
  const slow = auth.beside({ mailInterval: 0, textInterval: 60 });
  const { access, id } = await joinWithPhone('+15559001');
  expect([await request(slow, access, id), await request(slow, access, id)]).toEqual([200, 429]);
  auth.wait(61);
  expect(await request(slow, access, id)).toBe(200);
});

test('[A3] an account has a daily limit of text messages, whatever numbers it names', async () => {
  const strict = auth.beside(limitTo({ textByDay: 2 }));
  const { access, id } = await joinWithPhone('+15559002');
  const other = await enrollPhone(auth, access, '+15559003');
  expect([await request(strict, access, id), await request(strict, access, other.id)]).toEqual([200, 200]);
  const refused = await requestApp(strict, `POST /factors/${id}/challenge`, { token: access, body: {} });
  expect(refused).toMatchObject(tooSoon);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
});

test('[A3] an unverified number has a daily limit across accounts, and does not count for its owner once verified', async () => {
  const strict = auth.beside(limitTo({ numberByDay: 1 }));
  const owner = await joinWithProvenPhone('+15559004');
  const [eve, mallory] = [await joinWithPhone('+15559004'), await joinWithPhone('+15559004')];
  expect(await request(strict, eve.access, eve.id)).toBe(200);
  expect(await request(strict, mallory.access, mallory.id)).toBe(429);
  expect([await request(strict, owner.access, owner.id), await request(strict, owner.access, owner.id)]).toEqual([
    200, 200,
  ]);
});

test('[A3] the server has an hourly limit, and unverified numbers get half of it', async () => {
  const strict = auth.beside({ textsPerHour: 4 });
  const owner = await joinWithProvenPhone('+15559005');
  const strangers = await Promise.all(['06', '07', '08'].map((end) => joinWithPhone(`+155590${end}`)));
  const before = auth.texts.length;
  const answers: number[] = [];
  for (const { access, id } of strangers) answers.push(await request(strict, access, id));
  expect(answers).toEqual([200, 200, 429]);
  const own = await Promise.all([1, 2, 3].map(() => request(strict, owner.access, owner.id)));
  expect(own.filter((status) => status === 200)).toHaveLength(2);
  expect(auth.texts.length - before).toBe(4);
  auth.wait(3601);
  const later = await joinWithPhone('+15559011');
  expect(await request(strict, later.access, later.id)).toBe(200);
});

/** An app whose texts fail. */
function createBroken(mayHaveGone: boolean, rateLimits: Partial<Record<LimitName, number>>): App {
  const settings = { ...defaultAuthSettings, textInterval: 60, rateLimits };
  return createAuth({
    sql: database.sql,
    tokens: auth.tokens,
    settings: { siteUrl: SITE, ...settings },
    mailer: { send: async () => ({ ok: true, value: null }) },
    smsSender: { send: async () => ({ ok: false, failure: { type: 'text-not-sent', code: 'X', mayHaveGone } }) },
    clock: { now: auth.now },
    addressOf: () => '192.0.2.1',
  });
}

test('[A3] a text message with an unknown delivery state counts as sent', async () => {
  const broken = createBroken(true, {});
  const { access, id } = await joinWithPhone('+15559009');
  expect([await request(broken, access, id), await request(broken, access, id)]).toEqual([422, 429]);
});

test('[A3] a text message that was certainly not sent can be requested again at once, and counts for the day', async () => {
  const broken = createBroken(false, { textByDay: 2 });
  const { access, id } = await joinWithPhone('+15559010');
  const answers = [
    await request(broken, access, id),
    await request(broken, access, id),
    await request(broken, access, id),
  ];
  expect(answers).toEqual([422, 422, 429]);
});
