/** Labels of the menu entries. */

export const menu = {
  install: 'Add to Homescreen',
  shop: 'Shop mode',
  site: 'Product Site',
  help: 'Help',
  about: 'About Us',
  changelog: 'Changelog',
  account: 'Account',
  logout: 'Logout',
  newTab: 'opens in a new tab',
} as const;
