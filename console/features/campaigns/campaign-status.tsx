/** The status of a campaign as a pill. */
import type { ReactNode } from 'react';
import type { Data } from '../../api/client.js';
import { StatusPill, type Tone } from '../../ui/StatusPill/StatusPill.js';
import { CAMPAIGN_STATUSES } from './messages.js';

type Status = Data<'readCampaign'>['campaign']['status'];

const TONES: Readonly<Record<Status, Tone>> = {
  draft: 'quiet',
  scheduled: 'waits',
  running: 'live',
  paused: 'waits',
  cancelling: 'waits',
  cancelled: 'quiet',
  completed: 'good',
};

export const CampaignStatus = ({ status }: { readonly status: Status }): ReactNode => (
  <StatusPill tone={TONES[status]}>{CAMPAIGN_STATUSES[status]}</StatusPill>
);
