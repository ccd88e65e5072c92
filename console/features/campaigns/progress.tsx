/** The progress of a campaign. */
import type { ReactNode } from 'react';
import type { Data } from '../../api/client.js';
import { CAMPAIGNS } from './messages.js';

type Campaign = Data<'listCampaigns'>['campaigns'][number];

export const Progress = ({ campaign }: { readonly campaign: Campaign }): ReactNode => {
  const { finished } = campaign.currentIteration.progress;
  const words = CAMPAIGNS.progress(finished, campaign.counts.total);
  return (
    <span className="progress">
      <progress value={finished} max={Math.max(1, campaign.counts.total)} aria-label={words} />
      <span className="quiet figure">{words}</span>
    </span>
  );
};
