/** Creates another iteration, for people chosen by their outcomes in earlier ones. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { COMMON } from '../../ui/messages.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { CAMPAIGNS } from './messages.js';

type Campaign = Data<'readCampaign'>['campaign'];

const OUTCOMES = ['completed', 'voicemail', 'no_answer', 'busy', 'failed', 'cancelled', 'skipped'] as const;
type Outcome = (typeof OUTCOMES)[number];

const texts = CAMPAIGNS.follow;

export const FollowUp = ({ campaign }: { readonly campaign: Campaign }): ReactNode => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="plain" onClick={() => setOpen(true)}>
        {texts.button}
      </button>
      {open && <FollowUpDialog campaign={campaign} onClose={() => setOpen(false)} />}
    </>
  );
};

interface DialogProps {
  readonly campaign: Campaign;
  readonly onClose: () => void;
}

const FollowUpDialog = ({ campaign, onClose }: DialogProps): ReactNode => {
  const businessId = useBusinessId();
  const { id, channel, counts, currentIteration } = campaign;
  const [chosen, setChosen] = useState<readonly Outcome[]>(['no_answer', 'busy', 'failed']);
  const creating = useMutation<Data<'createIteration'>, ApiProblem>({
    mutationFn: () =>
      callApi('createIteration', {
        path: { campaignId: id },
        body: {
          businessId,
          channel,
          audience: { fromIterationIds: [currentIteration.id], outcomes: chosen },
          settings: settingsOf(currentIteration.settings),
        },
      }),
    onSuccess: () => {
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    creating.mutate();
  };
  const people = chosen.reduce((sum, outcome) => sum + counts[outcome], 0);
  return (
    <Dialog open onClose={onClose} className="dialog floats" backdrop={<div className="backdrop" />}>
      <form onSubmit={submit}>
        <DialogHeading>{texts.title}</DialogHeading>
        <p className="help">{texts.help}</p>
        <fieldset className="choices">
          <legend className="small">{texts.outcomes}</legend>
          {OUTCOMES.map((outcome) => (
            <label key={outcome} className="tick">
              <input
                type="checkbox"
                checked={chosen.includes(outcome)}
                onChange={(event) =>
                  setChosen(
                    OUTCOMES.filter((candidate) =>
                      candidate === outcome ? event.target.checked : chosen.includes(candidate),
                    ),
                  )
                }
              />
              {CAMPAIGNS.statuses[outcome]} <span className="quiet figure">{counts[outcome]}</span>
            </label>
          ))}
        </fieldset>
        <p aria-live="polite">{texts.people(people)}</p>
        {creating.error !== null && <Problem problem={creating.error} />}
        <div className="actions">
          <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
          <button type="submit" className="main" disabled={people === 0 || creating.isPending}>
            {texts.create}
          </button>
        </div>
      </form>
    </Dialog>
  );
};

/** The settings of the previous iteration, in the form of a request. */
export const settingsOf = ({
  maxRetries,
  retryDelayMinutes,
  retryVoicemail,
  callBacks,
  window,
  messageText,
  templateName,
  templateLanguage,
  templateComponents,
}: Campaign['currentIteration']['settings']) => ({
  maxRetries,
  retryDelayMinutes,
  ...(retryVoicemail ? { retryVoicemail } : {}),
  ...(callBacks === null ? {} : { callBacks }),
  ...(window === null ? {} : { window }),
  ...(messageText === null ? {} : { messageText }),
  ...(templateName === null ? {} : { templateName }),
  ...(templateLanguage === null ? {} : { templateLanguage }),
  ...(templateComponents.length === 0 ? {} : { templateComponents }),
});
