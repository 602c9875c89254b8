/** Messages of the menu entries for the list as text. */

export const listText = {
  add: 'Add several items',
  share: 'Share as text',
  copy: 'Copy as text',
  /** Only what is left, as plain lines. */
  copyLeft: 'Copy what’s left',
  nothingLeft: 'Nothing is left to copy',
  copied: 'List copied as text',
  notLoaded: 'Your items couldn’t be opened. Check your connection, then try again.',
  notCopied: 'The list couldn’t be copied. Your browser doesn’t allow it.',
  notShared: 'The list couldn’t be shared. Copy it as text instead.',
  empty: 'Your list is empty, so there’s nothing to share.',
} as const;
