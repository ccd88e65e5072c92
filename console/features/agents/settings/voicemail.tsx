/** What an agent does when voicemail answers its calls. */
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { setVoicemailBody } from '../../../api/bodies/agents.js';
import { callApi, type Data } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { Choice } from '../../../ui/forms/field.js';
import { Form, FormProblem, LongTextField, Submit } from '../../../ui/forms/form.js';
import { useBodyForm } from '../../../ui/forms/use-body-form.js';
import { Loading, Problem } from '../../../ui/states.js';
import { useCan } from '../../session/role.js';
import { useBusinessId } from '../../session/session.js';
import { VOICEMAIL } from '../tools/messages.js';
import { refuseIfChanged, useSetting, useSettingInForm } from './use-setting.js';

type Voicemail = Data<'readVoicemail'>['voicemail'];

const TYPES = ['hang_up', 'leave_message', 'talk'] as const satisfies readonly Voicemail['type'][];

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

interface Draft {
  readonly type: Voicemail['type'];
  /** The words of a message stay while another choice is looked at. */
  readonly text: string;
}

const draftOf = (voicemail: Voicemail): Draft => ({
  type: voicemail.type,
  text: voicemail.type === 'leave_message' ? voicemail.text : '',
});

const voicemailOf = ({ type, text }: Draft): Voicemail =>
  type === 'leave_message' ? { type, text } : { type };

interface VoicemailFormProps {
  readonly agentId: string;
  readonly voicemail: Voicemail;
}

const VoicemailForm = ({ agentId, voicemail }: VoicemailFormProps): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const canEdit = useCan('setVoicemail');
  const setting = useSetting(voicemail, draftOf);
  const texts = VOICEMAIL;
  const show = (answer: Data<'readVoicemail'>): void => {
    queries.setQueryData(['readVoicemail', { agentId }, { businessId }], answer);
  };
  const { form, sending } = useBodyForm({
    body: setVoicemailBody,
    values: setting.draft,
    toBody: (draft) => ({ businessId, voicemail: voicemailOf(draft) }),
    request: { path: { agentId } },
    prepare: async () => {
      const now = await callApi('readVoicemail', { path: { agentId }, query: { businessId } });
      show(now);
      refuseIfChanged(setting.base, now.voicemail);
    },
    onSuccess: show,
  });
  useSettingInForm(setting, form.methods);
  const isChanged = JSON.stringify(voicemailOf(setting.draft)) !== JSON.stringify(voicemail);
  return (
    <Form form={form} className="stack">
      <fieldset disabled={!canEdit}>
        <legend className="hidden">{texts.title}</legend>
        <Choice
          label={texts.choice}
          value={setting.draft.type}
          choices={TYPES.map((value) => ({ value, name: texts.choices[value] }))}
          onChange={(type) => form.methods.setValue('type', type)}
        />
        {setting.draft.type === 'leave_message' && (
          <LongTextField
            form={form}
            name="text"
            path="/voicemail/text"
            label={texts.message}
            help={texts.messageHelp}
            rows={3}
            required
          />
        )}
      </fieldset>
      {setting.elsewhere}
      {form.problem?.code !== 'setting_changed' && <FormProblem form={form} />}
      {canEdit && (
        <div className="actions">
          <span className="grows" role="status">
            {sending.isSuccess && !isChanged ? texts.saved : ''}
          </span>
          <Submit form={form} disabled={!isChanged || setting.elsewhere !== null}>
            {texts.save}
          </Submit>
        </div>
      )}
    </Form>
  );
};
