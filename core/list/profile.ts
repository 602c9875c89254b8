/** What the account knows of the list as a whole: its name (product L12, Y7). */
export type Profile = {
  readonly id: string;
  readonly listName: string;
};

/** The profile is a table of one row; this is its id on the device. */
export const PROFILE_ID = 'profile';
