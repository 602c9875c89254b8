/** The accounts a backend keeps: sign-in, sign-up, password reset (spec section 7). */
import type { Credentials } from '#core/account/credentials.ts';
import type { Result } from '#core/result.ts';
import type { User } from '#core/account/user.ts';

export type AccountFailure =
  /** No backend is set up where this app came from. */
  | { readonly type: 'no-server' }
  /** The backend did not answer. */
  | { readonly type: 'unreachable' }
  /** Wrong email or password (product A4). */
  | { readonly type: 'invalid-credentials' }
  /** The backend wants a better password (spec section 5, sync layer). */
  | { readonly type: 'weak-password' }
  /** The backend created nobody and said nothing. */
  | { readonly type: 'no-user' }
  /** The account was created; its address has to be confirmed by mail before one can sign in. */
  | { readonly type: 'confirmation-needed' }
  /** Any other refusal, shown as received (spec section 8); the message may be empty. */
  | { readonly type: 'refused'; readonly message: string };

export type Accounts = {
  readonly signIn: (credentials: Credentials) => Promise<Result<User, AccountFailure>>;
  readonly signUp: (credentials: Credentials) => Promise<Result<User, AccountFailure>>;
  readonly sendReset: (email: string) => Promise<Result<null, AccountFailure>>;
  /** Ends the session on this device at once, and tells the backend as far as it can be reached. */
  readonly signOut: () => Promise<void>;
};
