/** The user of the app: a real account or the demo. */

/** The user as stored on the device (spec section 3): the password is always blank. */
export type User = {
  readonly id: string;
  readonly username: string;
  readonly password: '';
};

/** The demo user has a fixed local id and is never synced (spec sections 3 and 4). */
export const DEMO_USER: User = { id: 'demo-user', username: 'demo', password: '' };

/** Whether this is the demo user, who needs no backend. */
export const isDemoUser = (user: User): boolean => user.id === DEMO_USER.id;
