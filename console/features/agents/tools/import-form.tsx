/** Adds tools of an MCP server: lists what it offers, then adds what is chosen. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { type ReactNode, useState } from 'react';
import { importToolsBody } from '../../../api/bodies/agents.js';
import type { Data } from '../../../api/client.js';
import { ChoiceField, Form, FormProblem, PartProblem, Submit, TextField } from '../../../ui/forms/form.js';
import { Ticks, toggled } from '../../../ui/forms/ticks.js';
import { type BodyForm, useBodyForm } from '../../../ui/forms/use-body-form.js';
import { COMMON } from '../../../ui/messages.js';
import { useBusinessId } from '../../session/session.js';
import { TOOLS } from './messages.js';
import { OAuthFields } from './oauth-fields.js';
import { NO_OAUTH, type OAuthDraft, oauthOf } from './tool-draft.js';
import styles from './tools.module.css';

/** The service gives the server ten seconds, and its authorization server as well, ms. */
const LIST_MS = 30_000;
const CREDENTIALS = ['none', 'token', 'oauth'] as const;
/** As many as the service adds at a time. */
const MOST_TOOLS = 32;

interface Values {
  readonly url: string;
  /** How the server is called. */
  readonly credentials: (typeof CREDENTIALS)[number];
  readonly token: string;
  readonly oauth: OAuthDraft;
  /** Names of the offered tools to add; none: they are only listed. */
  readonly tools: readonly string[];
  readonly prefix: string;
  readonly forAll: boolean;
}

const FIRST: Values = {
  url: '',
  credentials: 'none',
  token: '',
  oauth: NO_OAUTH,
  tools: [],
  prefix: '',
  forAll: false,
};

interface ImportFormProps {
  readonly agentId: string;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

export const ImportForm = ({ agentId, onSaved, onClose }: ImportFormProps): ReactNode => {
  const businessId = useBusinessId();
  const [offered, setOffered] = useState<Data<'importTools'>['offered'] | null>(null);
  const texts = TOOLS.import;
  const { form } = useBodyForm({
    body: importToolsBody,
    values: FIRST,
    toBody: ({ url, credentials, token, oauth, tools, prefix, forAll }) => ({
      businessId,
      url: url.trim(),
      ...(credentials === 'token' ? { token } : {}),
      ...(credentials === 'oauth' ? { oauth: oauthOf(oauth) } : {}),
      ...(tools.length === 0 ? {} : { tools }),
      ...(prefix.trim() === '' ? {} : { prefix: prefix.trim() }),
      ...(forAll ? {} : { agentIds: [agentId] }),
    }),
    request: { deadlineMs: LIST_MS },
    onSuccess: (result) => {
      if (result.tools.length > 0) onSaved();
      else setOffered(result.offered);
    },
  });
  const { watch, setValue } = form.methods;
  const chosen = watch('tools');
  return (
    <Dialog
      open
      onClose={onClose}
      hideOnInteractOutside={false}
      className={`dialog floats ${styles.dialog}`}
      backdrop={<div className="backdrop" />}
    >
      <Form form={form} className="stack">
        <DialogHeading>{texts.title}</DialogHeading>
        <TextField form={form} name="url" label={texts.url} placeholder="https://" />
        <CredentialFields form={form} />
        {offered !== null && (
          <>
            <Ticks
              legend={texts.offered}
              none={texts.nothing}
              most={MOST_TOOLS}
              choices={offered.map(({ name, description }) => ({
                id: name,
                name: `${name}: ${description}`,
              }))}
              chosen={chosen}
              onToggle={(name) => setValue('tools', toggled(chosen, name))}
            />
            <PartProblem form={form} path="/tools" />
            <TextField form={form} name="prefix" label={texts.prefix} help={texts.prefixHelp} />
            <label className="tick">
              <input
                type="checkbox"
                checked={watch('forAll')}
                onChange={({ target }) => setValue('forAll', target.checked)}
              />{' '}
              {TOOLS.agents.all}
            </label>
          </>
        )}
        <FormProblem form={form} />
        <div className="actions">
          <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
          <Submit form={form}>{chosen.length === 0 ? texts.list : texts.add}</Submit>
        </div>
      </Form>
    </Dialog>
  );
};

const CredentialFields = ({ form }: { readonly form: BodyForm<Values> }): ReactNode => {
  const type = form.methods.watch('credentials');
  const texts = TOOLS.import;
  return (
    <>
      <ChoiceField
        form={form}
        name="credentials"
        label={texts.credentials}
        choices={CREDENTIALS.map((value) => ({ value, name: texts.credentialChoices[value] }))}
      />
      {type === 'token' && (
        <TextField
          form={form}
          name="token"
          label={texts.token}
          help={TOOLS.oauth.secretHelp}
          type="password"
          required
          autoComplete="new-password"
        />
      )}
      {type === 'oauth' && (
        <OAuthFields
          isSet={false}
          text={(name, input) => (
            <TextField form={form} name={`oauth.${name}`} path={`/oauth/${name}`} {...input} />
          )}
          authMethod={(choice) => (
            <ChoiceField form={form} name="oauth.authMethod" path="/oauth/authMethod" {...choice} />
          )}
        />
      )}
    </>
  );
};
