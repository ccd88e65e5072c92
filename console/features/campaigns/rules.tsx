/** The rules by which an iteration contacts its people, in words. */
import type { ReactNode } from 'react';
import type { Data } from '../../api/client.js';
import { CAMPAIGNS } from './messages.js';

type Settings = Data<'readCampaign'>['campaign']['currentIteration']['settings'];

const texts = CAMPAIGNS.rules;
const { days: DAY_NAMES } = CAMPAIGNS.builder;

/** When people are contacted. */
export const windowText = (window: Settings['window']): string => {
  if (window === null) return texts.always;
  const { days, start, end, timezone, recipientTimezone = false } = window;
  const on = days.map((day) => DAY_NAMES[day]).join(', ');
  return texts.hours(on, start, end, recipientTimezone ? texts.ofRecipient(timezone) : timezone);
};

/** How often they are tried. */
export const retryText = (
  { maxRetries, retryDelayMinutes, retryVoicemail }: Settings,
  isVoice: boolean,
): string => {
  if (maxRetries === 0) return texts.noRetries;
  return [
    texts.retries(maxRetries, retryDelayMinutes),
    ...(isVoice ? [retryVoicemail ? texts.voicemailRetried : texts.voicemailFinal] : []),
  ].join(' ');
};

interface RulesProps {
  readonly settings: Settings;
  readonly isVoice: boolean;
}

export const Rules = ({ settings, isVoice }: RulesProps): ReactNode => (
  <dl className="facts">
    <div>
      <dt>{texts.window}</dt>
      <dd>{windowText(settings.window)}</dd>
    </div>
    <div>
      <dt>{CAMPAIGNS.builder.retryTitle}</dt>
      <dd>{retryText(settings, isVoice)}</dd>
    </div>
    {settings.callBacks !== null && (
      <div>
        <dt>{texts.callBacks}</dt>
        <dd>{texts.callBacksOf(settings.callBacks.maxPerContact, settings.callBacks.withinDays)}</dd>
      </div>
    )}
  </dl>
);
