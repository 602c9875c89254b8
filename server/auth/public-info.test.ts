/** Public information lists the sign-in methods but not their configuration. */
import { expect, test } from 'vitest';
import { createTestAuth } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth();

test('[A2] the settings list the configured providers and no others', async () => {
  const without = await auth.request('GET /settings');
  expect(without.json).toMatchObject({ external: { email: true, google: false, keycloak: false, phone: false } });

  const common = { kind: 'oidc', issuer: 'https://id.example.org', clientId: 'an id', scopes: ['openid'] } as const;
  const app = auth.beside({
    providers: [
      { ...common, name: 'google', clientSecret: 'hush' },
      { ...common, name: 'club', clientSecret: 'hush' },
    ],
  });
  const text = await (await app.request('/settings')).text();
  expect(JSON.parse(text)).toMatchObject({ external: { email: true, google: true, club: true, keycloak: false } });
  for (const inner of ['hush', 'an id', 'id.example.org']) expect(text).not.toContain(inner);
});
