/** Sends a message about an account. */
import type { AuthBase } from '#server/auth/auth-base.ts';
import type { Letter } from '#server/mail/mail.ts';
import { reportBug } from '#server/report-bug.ts';

/** The link is the site's own where none is given. That it could not be sent is told to the operator, without the address. */
export async function sendLetter(
  { mailer, settings }: AuthBase,
  letter: Omit<Letter, 'site' | 'link'> & Partial<Pick<Letter, 'link'>>,
): Promise<void> {
  const site = new URL(settings.siteUrl);
  const sent = await mailer.send({ link: site.href, ...letter, site: site.host });
  if (!sent.ok) reportBug(new Error(`A mail could not be sent (${sent.failure.code}).`));
}
