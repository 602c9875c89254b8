/** Sends emails about an account. */
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { AccountEmail } from '#server/mail/mail.ts';

/** Sends an email. The link defaults to the web app. The mailer reports a failure to the operator. */
export async function sendAccountEmail(
  { mailer, settings }: Pick<AuthContext, 'mailer' | 'settings'>,
  message: Omit<AccountEmail, 'site' | 'link'> & Partial<Pick<AccountEmail, 'link'>>,
): Promise<void> {
  const site = new URL(settings.siteUrl);
  await mailer.send({ link: site.href, ...message, site: site.host });
}
