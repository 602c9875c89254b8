/** Signing in with GitHub, which has no id_token, against a fake that follows its documentation. */
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { SITE } from '#server/auth/testing/test-auth.ts';
import { createProviderSandbox } from '#server/auth/providers/testing/provider-sandbox.ts';
import { serve } from '#server/auth/providers/testing/serve.ts';

type Person = { readonly user: object; readonly emails: unknown };

const octocat = {
  user: { id: 583_231, login: 'octocat', name: null, email: 'shown@example.org', avatar_url: 'https://img.example/o' },
  emails: [
    { email: 'old@example.org', primary: false, verified: true, visibility: null },
    { email: 'Octo@Example.org', primary: true, verified: true, visibility: 'private' },
  ],
};

let person: Person = octocat;
let challenge: string | undefined;
const github = await serve(
  new Hono()
    .get('/login/oauth/authorize', (c) => {
      const { redirect_uri: target = '', state = '' } = c.req.query();
      challenge = c.req.query('code_challenge');
      return c.redirect(`${target}?${new URLSearchParams({ code: 'a-code', state, iss: 'elsewhere' }).toString()}`);
    })
    .post('/login/oauth/access_token', async (c) => {
      const form = new URLSearchParams(await c.req.text());
      const derived = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const isRight = form.get('client_secret') === 'hush' && form.get('code') === 'a-code' && derived === challenge;
      // Refusals come with status 200, too.
      return c.json(isRight ? { access_token: 'a-token', token_type: 'bearer', scope: '' } : { error: 'bad_code' });
    })
    .use('/api/v3/*', async (c, next) => {
      const isKnown = c.req.header('authorization') === 'Bearer a-token' && c.req.header('user-agent') !== undefined;
      return isKnown ? next() : c.json({ message: 'Bad credentials' }, 401);
    })
    .get('/api/v3/user', (c) => c.json(person.user))
    .get('/api/v3/user/emails', (c) => c.json(person.emails)),
);

const ground = await createProviderSandbox();
const common = {
  name: 'github',
  kind: 'github',
  issuer: github.origin,
  clientId: 'id',
  scopes: ['user:email'],
} as const;
const app = ground.auth.beside({ providers: [{ ...common, clientSecret: 'hush' }] });
afterAll(async () => {
  github.close();
  await ground.close();
});

async function signIn(by = app) {
  const { client, open } = ground.visit(by);
  const { data } = await client.signInWithOAuth({ provider: 'github', options: { skipBrowserRedirect: true } });
  const { searchParams } = await open(data.url ?? '');
  const code = searchParams.get('code');
  return code === null ? searchParams.get('error_code') : (await client.exchangeCodeForSession(code)).data.user;
}

test('[A2] a sign-in with GitHub uses the verified address and not the public one', async () => {
  expect(await signIn()).toMatchObject({
    email: 'octo@example.org',
    user_metadata: { name: 'octocat', user_name: 'octocat', avatar_url: 'https://img.example/o' },
    identities: [{ provider: 'github', id: '583231', identity_data: { iss: github.origin, email_verified: true } }],
  });
});

test('[A2] an address that GitHub has not verified opens no account', async () => {
  const user = { id: 2, login: 'two', email: 'two@example.org' };
  for (const emails of [[], [{ email: 'two@example.org', primary: true, verified: false }]]) {
    person = { user, emails };
    expect(await signIn()).toBe('provider_email_needs_verification');
  }
});

test('[A2] a malformed response from GitHub identifies no user', async () => {
  for (const broken of [
    { user: { login: 'none' }, emails: [] },
    { user: { id: '3', login: 'three' }, emails: [] },
    { user: { id: 3, login: 'three' }, emails: { message: 'Not Found' } },
  ]) {
    person = broken;
    expect(await signIn()).toBe('unexpected_failure');
  }
  person = octocat;
  const wrongSecret = ground.auth.beside({ providers: [{ ...common, clientSecret: 'wrong' }] });
  expect(await signIn(wrongSecret)).toBe('unexpected_failure');
});

test('[A2] a code from another flow is refused', async () => {
  const back = await ground.visit(app).openUntilReturn(`${SITE}/auth/v1/authorize?provider=github`);
  challenge = 'somebody else’s';
  const target = await ground.visit(app).open(back.href);
  expect(target.hash).toContain('unexpected_failure');
});
