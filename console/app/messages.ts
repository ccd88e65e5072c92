/** Words of the frame around all pages. */
export const APP = {
  groups: { developers: 'Developers', settings: 'Settings' },
  morePages: 'More',
  skip: 'Skip to content',
  navigation: 'Pages',
  reconnecting: 'Reconnecting…',
  lines: 'Lines in use',
  credit: 'Credits',
  account: (name: string) => `Account of ${name}`,
  signOut: 'Sign out',
  businesses: 'Switch to',
  palette: {
    open: 'Search',
    label: 'Search pages, calls and contacts',
    call: (id: string) => `Open call ${id}`,
    contact: (text: string) => `Find “${text}” in contacts`,
    nothing: 'No results. Enter a call ID, or the name or number of a contact.',
  },
} as const;
