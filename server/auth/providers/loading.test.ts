/** A server without providers does not load the library for them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

const program = `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      if (name === 'openid-client') process.stdout.write('loaded ');
      return next(name, context);
    },
  });
  await import('#server/auth/auth.ts');
  process.stdout.write('ready ');
  const { connectProvider } = await import('#server/auth/providers/connect-provider.ts');
  const github = { name: 'github', kind: 'github', issuer: 'https://github.com', clientId: 'a', clientSecret: 'b' };
  await connectProvider({ ...github, scopes: [] }, 0);
`;

test('[spec-8] the provider library is loaded with the first provider sign-in', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toBe('ready loaded ');
});
