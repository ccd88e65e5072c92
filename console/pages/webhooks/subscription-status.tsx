/** A webhook's name and status. */
import type { ReactNode } from 'react';
import type { Data } from '../../api/client.js';
import { TEXTS } from '../../texts.js';

export type Subscription = Data<'listSubscriptions'>['subscriptions'][number];

const TONES = { active: 'good', paused: 'waits', revoked: 'quiet' } as const;
const SIGNS = { active: '✓', paused: '◔', revoked: '×' } as const;

export const SubscriptionStatus = ({ status }: Pick<Subscription, 'status'>): ReactNode => (
  <span className={`status ${TONES[status]}`}>
    <span aria-hidden="true">{SIGNS[status]}</span> {TEXTS.webhooks.statuses[status]}
  </span>
);

/** A webhook is named after its server. */
export const hostOf = ({ callbackUrl }: Pick<Subscription, 'callbackUrl'>): string =>
  URL.canParse(callbackUrl) ? new URL(callbackUrl).host : callbackUrl;
