/** The pages that one can go to. */
import type { IconName } from './parts/icon.js';
import { TEXTS } from './texts.js';

/** In their order; a page that is not there is not here. */
export const SECTIONS: readonly { readonly path: string; readonly name: string; readonly icon: IconName }[] =
  [
    { path: '/live', name: TEXTS.sections.live, icon: 'live' },
    { path: '/calls', name: TEXTS.sections.calls, icon: 'calls' },
    { path: '/agents', name: TEXTS.sections.agents, icon: 'agents' },
    { path: '/contacts', name: TEXTS.sections.contacts, icon: 'contacts' },
    { path: '/campaigns', name: TEXTS.sections.campaigns, icon: 'campaigns' },
  ];
