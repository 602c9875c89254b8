/** The failures of the commands that manage accounts. */
import type { MailFailure } from '#server/mail/mail.ts';

export type AdminFailure =
  | { readonly type: 'no-such-person'; readonly email: string }
  | { readonly type: 'person-disabled'; readonly email: string }
  | { readonly type: 'deletion-unconfirmed'; readonly email: string; readonly lists: number; readonly items: number }
  /** `message` is the message of the admin API, without a period. */
  | { readonly type: 'admin-refused'; readonly message: string }
  | MailFailure;
