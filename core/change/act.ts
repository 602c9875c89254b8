/** What a change comes to: the diff, and what the shopper should hear about it. */
import type { Diff } from '#core/diff/diff.ts';
import { EMPTY_DIFF } from '#core/diff/diff.ts';
import type { Result } from '#core/result.ts';
import { ok } from '#core/result.ts';
import type { ChangeFailure } from './change-failure.ts';

/** The name was on the list already; its row was put back to unchecked (product L9). */
export type AlreadyListed = { readonly type: 'already-listed'; readonly id: string; readonly category: string };

type Act = {
  readonly diff: Diff;
  readonly note: AlreadyListed | null;
};

export type ActResult = Result<Act, ChangeFailure>;

/** An act with these parts of a diff, and nothing to tell. */
export const act = (parts: Partial<Diff>): ActResult => ok({ diff: { ...EMPTY_DIFF, ...parts }, note: null });
