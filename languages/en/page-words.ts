/** The words of the pages that are built as files: the app's page, its manifest, and the public pages around pages/. */
import type { PageWords } from '#languages/language.ts';
import { promise } from './messages/sign-in.ts';

export const pageWords: PageWords = {
  description: 'A grocery shopping list that works offline and syncs across your devices.',
  promise,
  needsScripts: 'Checklist requires JavaScript. Turn it on in your browser, then reload this page.',
  shortcuts: {
    add: { name: 'Add item', description: 'Open the list and add an item.' },
    shop: { name: 'Shop', description: 'Open Shop mode to see only what’s left.' },
  },
  screenshots: {
    phone: 'The shopping list on a phone, sorted by category, with half of the items checked',
    wide: 'The shopping list on a wide screen, with its categories in columns',
  },
  skip: 'Skip to content',
  pages: 'Pages',
  openList: 'Open the list',
  site: {
    product: {
      name: 'Overview',
      title: 'Checklist: one thumb, no signal, nothing lost',
      description: `A grocery shopping list that works offline and syncs across your devices. ${promise}`,
    },
    help: {
      name: 'Help',
      title: 'Help – Checklist',
      description: 'How to add and check off items, save and print lists, use Shop mode, and manage your account.',
    },
    about: {
      name: 'About Us',
      title: 'About Us – Checklist',
      description: 'Who makes Checklist and why, what an account stores, and how to delete your data.',
    },
    changelog: {
      name: 'Changelog',
      title: 'Changelog – Checklist',
      description: 'What’s new in each version of Checklist.',
    },
  },
};
