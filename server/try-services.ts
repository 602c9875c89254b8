/** Tries the mail server and the sign-in providers once, while the server already runs, and warns of those that fail (P2). */
import type { ProviderSettings } from './auth/context/auth-settings.ts';
import { connectProvider, describeProviderError } from '#server/auth/providers/connect-provider.ts';
import type { Log } from './log/log.ts';
import { tryMailServer } from '#server/mail/create-mailer.ts';
import { messages } from './messages.ts';
import type { Settings } from './settings/read-settings.ts';

type Tried = Pick<Settings, 'backend' | 'smtpUrl'> & { readonly accounts: Pick<Settings['accounts'], 'providers'> };

/** Writes a warning for each service that fails. A service that does not respond ends its try after a few seconds. */
export async function tryServices({ backend, smtpUrl, accounts }: Tried, log: Log): Promise<void> {
  // Another backend sends the emails and connects to the providers itself.
  if (backend !== null) return;
  await Promise.all([
    smtpUrl !== null && tryMail(smtpUrl, log),
    ...accounts.providers.map((provider) => tryProvider(provider, log)),
  ]);
}

async function tryMail(smtpUrl: string, log: Log): Promise<void> {
  const tried = await tryMailServer(smtpUrl);
  if (tried.ok) return;
  const { code, host } = tried.failure;
  const sentence = messages.mailServerFailed(host ?? '');
  log.write('warn', 'mail server failed', { host: host ?? '', code, sentence });
}

/** GitHub supports no discovery, so there is nothing to try before a person signs in. */
async function tryProvider(provider: ProviderSettings, log: Log): Promise<void> {
  const { name } = provider;
  try {
    await connectProvider(provider, Date.now());
  } catch (error) {
    const code = error instanceof Error ? describeProviderError(error) : 'UNKNOWN';
    log.write('warn', 'provider failed', { provider: name, code, sentence: messages.providerFailed(name) });
  }
}
