/** For tests: an auth app whose accounts register passkeys and sign in with them. */
import * as v from 'valibot';
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';
import { requestApp, createTestAuth, type Answer } from '#server/auth/testing/test-auth.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createAuthenticator, type Forgery } from './software-authenticator.ts';

type Authenticator = ReturnType<typeof createAuthenticator>;

const startSchema = v.object({
  challenge_id: v.string(),
  expires_at: v.number(),
  options: v.looseObject({ challenge: v.string() }),
});

/** Creates the sandbox. Close its database afterwards. */
export async function createPasskeySandbox(settings: Partial<AuthSettings> = {}) {
  const database = await createTestDatabase();
  const auth = await createTestAuth(settings, { database });
  const start = async (line: string, token?: string, app = auth.app) => {
    const { json } = await requestApp(app, line, token === undefined ? { body: {} } : { body: {}, token });
    return v.parse(startSchema, json);
  };
  const startRegistration = (token: string) => start('POST /passkeys/registration/options', token);
  const startSignIn = (app = auth.app) => start('POST /passkeys/authentication/options', undefined, app);
  const finish = (line: string, options: object): Promise<Answer> => auth.request(line, options);
  const register = async (token: string, passkey: Authenticator, forgery: Forgery = {}): Promise<Answer> => {
    const { challenge_id, options } = await startRegistration(token);
    const body = { challenge_id, credential: passkey.create(options, forgery) };
    return finish('POST /passkeys/registration/verify', { body, token });
  };
  const signIn = async (passkey: Authenticator, forgery: Forgery = {}): Promise<Answer> => {
    const { challenge_id, options } = await startSignIn();
    const body = { challenge_id, credential: passkey.get(options, forgery) };
    return finish('POST /passkeys/authentication/verify', { body });
  };
  return {
    ...auth,
    startRegistration,
    startSignIn,
    register,
    signIn,
    /** Creates an account with one passkey. */
    joinWithPasskey: async (aaguid?: string) => {
      const [joined, passkey] = [await auth.join(), createAuthenticator(aaguid)];
      const { json } = await register(joined.access, passkey);
      return { ...joined, passkey, passkeyId: json.id };
    },
    addFactor: async (userId: string): Promise<void> => {
      await database.sql`insert into auth.mfa_factors (user_id, factor_type, status) values (${userId}, 'totp', 'verified')`;
    },
  };
}
