/** A webhook's name and status. */
import type { ReactNode } from 'react';
import type { Data } from '../../api/client.js';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import { WEBHOOKS } from './messages.js';

export type Subscription = Data<'listSubscriptions'>['subscriptions'][number];

const TONES = { active: 'good', paused: 'waits', revoked: 'quiet' } as const;
const SIGNS = { active: '✓', paused: '◔', revoked: '×' } as const;

/** A webhook that the service has paused needs an owner, unlike others that are paused. */
export const SubscriptionStatus = ({
  status,
  pauseReason,
}: Pick<Subscription, 'status' | 'pauseReason'>): ReactNode =>
  pauseReason === null ? (
    <StatusPill tone={TONES[status]} sign={SIGNS[status]}>
      {WEBHOOKS.statuses[status]}
    </StatusPill>
  ) : (
    <StatusPill tone="bad">{WEBHOOKS.pausedByService}</StatusPill>
  );

/** A webhook is named after its server. */
export const hostOf = ({ callbackUrl }: Pick<Subscription, 'callbackUrl'>): string =>
  URL.canParse(callbackUrl) ? new URL(callbackUrl).host : callbackUrl;
