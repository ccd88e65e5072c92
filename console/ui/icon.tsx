/** Icons that accompany text; never used alone. */
import type { ReactNode } from 'react';

const PATHS = {
  live: 'M4 12h3l2-6 4 12 2-6h5',
  calls: 'M6 4h3l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v3a2 2 0 0 1-2 2A15 15 0 0 1 4 6a2 2 0 0 1 2-2z',
  agents: 'M12 4v3M6 9h12v9H6zM9.5 13v1.5M14.5 13v1.5M3 12v3M21 12v3',
  contacts: 'M12 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 20c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5',
  suppressions: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM6.500 6.500l11 11',
  campaigns: 'M4 10v4l3 .5L9 19h2l-.7-4L19 18V6L7 9.5z',
  keys: 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11 12l8-8M16 7l3 3',
  team: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c.5-3 3-4.5 6-4.5s5.500 1.500 6 4.500M16 5.500a3 3 0 0 1 0 5.500M18 15c1.600.7 2.700 2 3 4',
  audit: 'M6 3h9l4 4v14H6zM9 10h7M9 14h7M9 18h4',
  billing: 'M3 6h18v12H3zM3 10h18M7 15h4',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  inbox: 'M4 13l3-8h10l3 8v5H4zM4 13h5l1.5 2.5h3L15 13h5',
  channels: 'M5 5h14v10h-8l-4 4v-4H5z',
  webhooks: 'M4 12h11M11.5 8l4 4-4 4M19 5v14',
  data: 'M4 6h16v12H4zM4 10h16M4 14h16M10 10v8',
  reference: 'M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  collapse: 'M13 6l-6 6 6 6M19 6l-6 6 6 6',
  expand: 'M11 6l6 6-6 6M5 6l6 6-6 6',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  analytics: 'M4 20h16M7 17v-6M12 17V6M17 17v-9',
  quotas: 'M5 18a8 8 0 1 1 14 0M12 14l4-5',
  alerts: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4',
  search: 'M11 17a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM20 20l-4.5-4.5',
  close: 'M6 6l12 12M18 6L6 18',
  microphone: 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM6 11a6 6 0 0 0 12 0M12 17v4',
  muted:
    'M9 9v2a3 3 0 0 0 4.5 2.6M15 11V6a3 3 0 0 0-5.8-1M6 11a6 6 0 0 0 9 5.2M18 11a6 6 0 0 1-.6 2.6M12 17v4M4 4l16 16',
  tool: 'M14.5 6.5a4 4 0 0 0-5 5L4 17l3 3 5.5-5.5a4 4 0 0 0 5-5L15 12l-3-3z',
} as const;
export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { readonly name: IconName }): ReactNode => (
  <svg className="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
