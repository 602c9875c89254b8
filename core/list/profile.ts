/** The properties of the list as a whole: its name (product L12, Y7). */
export type Profile = {
  readonly id: string;
  readonly listName: string;
};

/** The id of the profile's only row on the device. */
export const PROFILE_ID = 'profile';
