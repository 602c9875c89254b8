/** Gives the working list another name. */
import { changedRows, setFields } from '#core/diff/row-diff.ts';
import type { Diff } from '#core/diff/diff.ts';
import { FIRST_LIST_NAME } from '#core/list/list.ts';
import type { List } from '#core/list/list.ts';
import { PROFILE_ID } from '#core/list/profile.ts';
import type { Profile } from '#core/list/profile.ts';
import type { Row } from '#core/list/row.ts';
import { cleanName } from '#core/name/clean-name.ts';
import type { ActResult } from './act.ts';
import { act } from './act.ts';

/** Renames the working list; a blank or too long name is refused (product L10, L12). */
export function renameList(list: List, { name }: { readonly name: string }): ActResult {
  const clean = cleanName(name);
  return clean.ok ? act({ profile: nameList(list, clean.value) }) : clean;
}

/** The diff that gives the working list a name (product L12). The profile is never deleted, so undo has a name to go back to. */
export const nameList = (list: List, name: string): Diff['profile'] =>
  changedRows([setFields(list.profile.get(PROFILE_ID) ?? UNNAMED, { listName: name })]);

const UNNAMED: Row<Profile> = { id: PROFILE_ID, listName: FIRST_LIST_NAME, deleted: false };
