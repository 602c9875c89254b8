/** Signs up accounts on the real server with plain requests. */

export type BenchUser = {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string;
  readonly key: string;
};

let lastNumber = 0;

/** Creates an account and returns its session. */
export async function signUp(address: string): Promise<BenchUser> {
  const number = (lastNumber += 1);
  const { anonKey } = await readJson<{ readonly anonKey: string }>(await fetch(`${address}/config.json`));
  const answer = await fetch(`${address}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `load-${number}@example.org`, password: 'pear7tree' }),
  });
  const session = await readJson<{ readonly access_token: string; readonly user: { readonly id: string } }>(answer);
  const headers = { apikey: anonKey, authorization: `Bearer ${session.access_token}` };
  return { id: session.user.id, token: session.access_token, key: anonKey, headers };
}

async function readJson<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}.`);
  // The server's tests prove the shape of its answers.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (await answer.json()) as T;
}
