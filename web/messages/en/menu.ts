/** Labels of the menu entries. */

export const menu = {
  install: 'Add to Homescreen',
  site: 'Product Site',
  help: 'Help',
  about: 'About Us',
  changelog: 'Changelog',
  account: 'Account',
  logout: 'Logout',
  newTab: 'opens in a new tab',
} as const;
