/** The messages that signed-out visitors need, besides those of the first load. */
import * as authCallback from './auth-callback.ts';
import * as signIn from './sign-in.ts';
import * as status from './status.ts';

export const signedOut = { ...authCallback, ...signIn, ...status };
