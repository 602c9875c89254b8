/** Sends emails about an account. */
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { AccountEmail } from '#server/mail/mail.ts';
import { reportBug } from '#server/log/report-bug.ts';

/** Sends an email. The link defaults to the web app. A failure is reported to the operator without the address. */
export async function sendAccountEmail(
  { mailer, settings }: AuthContext,
  message: Omit<AccountEmail, 'site' | 'link'> & Partial<Pick<AccountEmail, 'link'>>,
): Promise<void> {
  const site = new URL(settings.siteUrl);
  const sent = await mailer.send({ link: site.href, ...message, site: site.host });
  if (!sent.ok) reportBug(new Error(`A mail could not be sent (${sent.failure.code}).`));
}
