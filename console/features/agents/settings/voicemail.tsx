/** What an agent does when voicemail answers its calls. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { type ApiProblem, callApi, type Data } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { Choice } from '../../../ui/forms/field.js';
import { errorAt, otherDetails } from '../../../ui/forms/field-errors.js';
import { LongField } from '../../../ui/forms/long-field.js';
import { Loading, Problem } from '../../../ui/states.js';
import { useCan } from '../../session/role.js';
import { useBusinessId } from '../../session/session.js';
import { VOICEMAIL } from '../tools/messages.js';
import { refuseIfChanged, useSetting } from './use-setting.js';

type Voicemail = Data<'readVoicemail'>['voicemail'];

const TYPES = ['hang_up', 'leave_message', 'talk'] as const satisfies readonly Voicemail['type'][];
/** Limit of the service, characters. */
const MOST_CHARACTERS = 1_000;

export const VoicemailSetting = ({ agentId }: { readonly agentId: string }): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch } = useRead('readVoicemail', { path: { agentId }, query: { businessId } });
  const texts = VOICEMAIL;
  return (
    <section className="stack" aria-labelledby="agent-voicemail">
      <div>
        <h3 id="agent-voicemail">{texts.title}</h3>
        <p className="help">{texts.help}</p>
      </div>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={1} />}
      {data !== undefined && <VoicemailForm agentId={agentId} voicemail={data.voicemail} />}
    </section>
  );
};

/** The words of a message stay while another choice is looked at. */
const draftOf = (voicemail: Voicemail) => ({
  type: voicemail.type,
  text: voicemail.type === 'leave_message' ? voicemail.text : '',
});

interface VoicemailFormProps {
  readonly agentId: string;
  readonly voicemail: Voicemail;
}

const VoicemailForm = ({ agentId, voicemail }: VoicemailFormProps): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const canEdit = useCan('setVoicemail');
  const setting = useSetting(voicemail, draftOf);
  const { type, text } = setting.draft;
  const texts = VOICEMAIL;
  const draft: Voicemail = type === 'leave_message' ? { type, text } : { type };
  const show = (answer: Data<'readVoicemail'>): void => {
    queries.setQueryData(['readVoicemail', { agentId }, { businessId }], answer);
  };
  const saving = useMutation<Data<'setVoicemail'>, ApiProblem>({
    mutationFn: async () => {
      const now = await callApi('readVoicemail', { path: { agentId }, query: { businessId } });
      show(now);
      refuseIfChanged(setting.base, now.voicemail);
      return callApi('setVoicemail', { path: { agentId }, body: { businessId, voicemail: draft } });
    },
    onSuccess: show,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate();
  };
  const { error } = saving;
  const isChanged = JSON.stringify(draft) !== JSON.stringify(voicemail);
  return (
    <form className="stack" onSubmit={submit}>
      <fieldset disabled={!canEdit}>
        <legend className="hidden">{texts.title}</legend>
        <Choice
          label={texts.choice}
          value={type}
          choices={TYPES.map((value) => ({ value, name: texts.choices[value] }))}
          onChange={(chosen) => setting.change({ type: chosen, text })}
        />
        {type === 'leave_message' && (
          <LongField
            label={texts.message}
            help={texts.messageHelp}
            rows={3}
            required
            maxLength={MOST_CHARACTERS}
            value={text}
            onChange={(typed) => setting.change({ type, text: typed })}
            error={errorAt(error, '/voicemail')}
          />
        )}
      </fieldset>
      {setting.elsewhere}
      {error !== null && error.code !== 'setting_changed' && (
        <Problem
          problem={{
            code: error.code,
            message: error.message,
            requestId: error.requestId,
            details: type === 'leave_message' ? otherDetails(error, ['/voicemail']) : error.details,
          }}
        />
      )}
      {canEdit && (
        <div className="actions">
          <span className="grows" role="status">
            {saving.isSuccess && !isChanged ? texts.saved : ''}
          </span>
          <button
            type="submit"
            className="main"
            disabled={!isChanged || saving.isPending || setting.elsewhere !== null}
          >
            {texts.save}
          </button>
        </div>
      )}
    </form>
  );
};
