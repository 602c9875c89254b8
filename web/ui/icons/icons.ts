/** Icon paths of the first load, on a 24-unit grid. */

export const icons = {
  chevron: 'M7 10l5 5 5-5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  basket: 'M4 10h16l-1.6 8.4a2 2 0 0 1-2 1.6H7.6a2 2 0 0 1-2-1.6L4 10zM8 10l3-6M16 10l-3-6',
  store:
    'M5 11v9h14v-9M3.500 9l1.500-5h14l1.500 5a2.800 2.800 0 0 1-5.600 0 2.800 2.800 0 0 1-5.700 0 2.800 2.800 0 0 1-5.700 0zM10 20v-5h4v5',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  remove:
    'M5 7h14M10 11v6M14 11v6M6.5 7l.8 11.2a2 2 0 0 0 2 1.8h5.4a2 2 0 0 0 2-1.8L17.5 7M9.5 7V5a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2',
} as const;
