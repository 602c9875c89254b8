/** The messages that the specification fixes. */
import { expect, test } from 'vitest';
import * as account from './account.ts';
import * as authCallback from './auth-callback.ts';
import * as common from './common.ts';
import * as dialogs from './dialogs.ts';
import * as signInForm from './sign-in.ts';
import * as history from './history.ts';
import * as list from './list.ts';
import * as lists from './lists.ts';
import * as people from './people.ts';
import * as notices from './notices.ts';
import * as select from './select.ts';
import * as status from './status.ts';
import * as sync from './sync.ts';
import * as listActions from './list-actions.ts';

const shown = new Set(
  allSentences({
    account,
    authCallback,
    common,
    dialogs,
    signInForm,
    list,
    notices,
    select,
    status,
    sync,
    listActions,
  }),
);

test.each([
  'Please enter a valid email address',
  'Password is required',
  'Password must be at least 6 characters and contain only letters and numbers',
  'Failed to create user',
  'Failed to sign in',
  'Failed to create account',
  'Failed to send reset email',
  'Demo login failed. Please try again.',
  'An error occurred. Please try again.',
  'Invalid email or password. Please check your credentials and try again.',
  'Please enter both email and password',
  'Please enter your email address',
  'Account created successfully! You are now signed in.',
  'Password reset email sent! Check your inbox.',
])('[W5] [spec-8] %j is one of the messages, verbatim', (sentence) => {
  expect(shown).toContain(sentence);
});

test.each([
  'Create New Empty List',
  'Save List',
  'Load Saved List',
  'Add Category',
  'Restore Default List',
  'Undo',
  'Redo',
  'Add shopping item',
  'Select a category',
  '+ Add new category',
  'Add Item',
  'No items in this category',
  'No categories available. Add some categories to get started!',
  'Select All',
  'Deselect All',
  'Delete All',
  'Clear checked',
  'Connected',
  'Offline Mode',
  'Add to Homescreen',
  'Help',
  'About Us',
  'Changelog',
  'Logout',
  'New List',
  'Existing List',
  'Saved Lists',
  'Load',
  'Delete',
  'Close',
  'Add New Category',
  'Create Account',
  'Sign up to sync your shopping lists across devices',
  'Try Demo',
  'Forgot password?',
  "Don't have an account? Sign up",
  'Already have an account? Sign in',
  "You're offline. Authentication requires an internet connection.",
  'Reset Password',
  'Send Reset Email',
  'Back to Sign In',
  "You're offline. Password reset requires an internet connection.",
])('[spec-2] %j is on the screen', (sentence) => {
  expect(shown).toContain(sentence);
});

test('[spec-2] [L12] a list’s count says items, a category’s count is only numbers', () => {
  expect(list.list.listCount(3, 24).trim()).toBe('(3/24 items)');
  expect(list.list.categoryCount(3, 24).trim()).toBe('(3/24)');
});

test('[spec-2] Delete shows the number of selected categories', () => {
  expect(select.select.deleteSelected(2)).toBe('Delete (2)');
});

test('[spec-2] [Y10] unsynced changes are counted as items syncing', () => {
  expect(status.status.syncing(3)).toBe('3 items syncing');
  expect(status.status.syncing(1)).toBe('1 item syncing');
  expect(status.status.waiting(12)).toBe('12 items waiting');
});

test('[Y4] rejected changes are counted, with a singular', () => {
  expect(sync.rejectedChanges.notice(3)).toBe('3 changes couldn’t be saved.');
  expect(sync.rejectedChanges.notice(1)).toBe('1 change couldn’t be saved.');
});

test('[H6] unsent changes of a list are counted, with a singular', () => {
  const { askDiscard } = lists.endedList;
  expect(lists.leaveList.unsent(1)).toBe('1 change on this device won’t be sent, but you can copy it to another list.');
  expect(lists.leaveList.unsent(2)).toMatch(/ copy them to another list\.$/u);
  expect(askDiscard.text(1, 'Party')).toBe(
    'Discard 1 change from “Party”? It’s only on this device, and you can’t get it back.',
  );
  expect(askDiscard.text(2, 'Party')).toMatch(/They’re only on this device, and you can’t get them back\.$/u);
});

test('[Y9] the question before logging out says that changes stay', () => {
  expect(sync.logOut.waiting(1)).toMatch(/^1 change hasn’t .* It stays on this device and will sync/u);
  expect(sync.logOut.waiting(2)).toMatch(/^2 changes haven’t .* They stay on this device and will sync/u);
  expect(sync.logOut.rejected(1)).toMatch(/^1 change couldn’t .* It stays on this device/u);
  expect(sync.logOut.rejected(2)).toMatch(/^2 changes couldn’t .* They stay on this device/u);
});

test('[L11] [spec-5] the four confirmations have the words of the specification', () => {
  expect(select.deleteCategories.deleteSome.text(3)).toBe(
    'Are you sure you want to delete 3 categories and all their items?',
  );
  expect(select.deleteCategories.deleteSome.text(1)).toBe(
    'Are you sure you want to delete 1 category and all its items?',
  );
  expect(select.deleteCategories.deleteAll.text).toBe(
    'Are you sure you want to delete ALL categories and their items? This cannot be undone.',
  );
  expect(listActions.replaceList.restore.text).toBe(
    'This will restore the default list. Your current list will be replaced. Continue?',
  );
  expect(listActions.replaceList.createEmpty.text).toBe('Create a new empty list? Your current list will be replaced.');
});

test('[W5] [A2] [A3] no account message is empty', () => {
  const sentences = allSentences({ account, authCallback, captcha: signInForm.captcha, code: signInForm.code });
  expect(sentences.length).toBeGreaterThan(100);
  expect(sentences.filter((sentence) => sentence.trim() === '')).toEqual([]);
});

test('[A3] unsynced changes are counted, with a singular', () => {
  expect(account.myData.waiting(1)).toMatch(/^1 change on this device hasn’t synced/u);
  expect(account.myData.waiting(2)).toMatch(/^2 changes on this device haven’t synced/u);
});

test('[W1] the footer names the product, the year and the version', () => {
  expect(common.footer).toBe('Checklist © 2025 • v1.0.1');
});

test('[W2] [spec-6] the refusal to reset the demo password names that password', () => {
  expect(signInForm.resetRefusal).toBe('Demo account password cannot be reset. Use demo as password.');
});

/** The constant messages of a record; messages with parameters are tested separately. */
function allSentences(record: object): readonly string[] {
  return Object.values(record).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? allSentences(value) : [];
  });
}

test('[H13] New List is only the tab and the name of the specification; other words for lists cannot be confused with it', () => {
  const everything = [...shown, ...allSentences({ lists, people, history })];
  const fixed = new Set<string>([dialogs.saveList.newTab, listActions.toolbar.createEmpty.name]);
  expect(everything.filter((text) => /\bnew\b.*\blists?\b/iu.test(text) && !fixed.has(text))).toEqual([
    listActions.replaceList.createEmpty.text,
  ]);
  expect([listActions.toolbar.createEmpty.short, lists.lists.newList, dialogs.saveList.name]).toEqual([
    'Empty',
    'Add a list',
    'Name of the saved list',
  ]);
});
