/** The messages that load after the list is on screen. */
import * as account from './account.ts';
import * as dialogs from './dialogs.ts';
import * as history from './history.ts';
import * as listActions from './list-actions.ts';
import * as lists from './lists.ts';
import * as manyLines from './many-lines.ts';
import * as notices from './notices.ts';
import * as people from './people.ts';
import * as select from './select.ts';
import * as signIn from './sign-in.ts';
import * as status from './status.ts';
import * as sync from './sync.ts';

export const signedIn = {
  ...account,
  ...dialogs,
  ...history,
  ...listActions,
  ...lists,
  ...manyLines,
  ...notices,
  ...people,
  ...select,
  ...signIn,
  ...status,
  ...sync,
};
