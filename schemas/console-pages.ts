/** The addresses of the console's pages: the gateway answers them with its page, which then shows what is meant. */

/** Beside `/`; `{…}` stands for an id. */
export const CONSOLE_PAGES = [
  '/setup',
  '/sign-in',
  '/welcome',
  '/live',
  '/live/{id}',
  '/calls',
  '/calls/{id}',
  '/agents',
  '/agents/{id}',
  '/conversations',
  '/conversations/{id}',
  '/contacts',
  '/contacts/{id}',
  '/data-sources',
  '/data-sources/{id}',
  '/settings',
  '/reference',
  '/reference/{id}',
  '/campaigns',
  '/campaigns/{id}',
  '/channels',
  '/channels/{id}',
  '/webhooks',
  '/webhooks/{id}',
] as const;
