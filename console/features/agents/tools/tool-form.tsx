/** Adds a tool, or changes one. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import type { ReactNode } from 'react';
import { setToolBody } from '../../../api/bodies/agents.js';
import { callApi, type Data } from '../../../api/client.js';
import { usePages } from '../../../api/pages.js';
import { ChoiceField, Form, FormProblem, LongTextField, Submit, TextField } from '../../../ui/forms/form.js';
import { type BodyForm, useBodyForm } from '../../../ui/forms/use-body-form.js';
import { COMMON } from '../../../ui/messages.js';
import { useBusinessId } from '../../session/session.js';
import { TOOLS } from './messages.js';
import { OAuthFields } from './oauth-fields.js';
import { shownOfTool } from './shown-tool.js';
import {
  objectIn,
  TOOL_KINDS,
  type Tool,
  type ToolAgents,
  type ToolDraft,
  toolDraftOf,
  toolOf,
} from './tool-draft.js';
import styles from './tools.module.css';

/** The tag of a name that no tool has: a new tool replaces none. */
const NO_TOOL = 'none';

interface ToolFormProps {
  readonly agentId: string;
  /** Null: a new one. */
  readonly tool: Tool | null;
  readonly onSaved: (saved: Data<'setTool'>) => void;
  readonly onClose: () => void;
}

export const ToolForm = ({ agentId, tool, onSaved, onClose }: ToolFormProps): ReactNode => {
  const businessId = useBusinessId();
  const first = toolDraftOf(tool, agentId);
  const { form } = useBodyForm({
    body: setToolBody,
    values: first,
    toBody: (draft) => toolOf(draft, { businessId, agentId }),
    edited: {
      tag: tool === null ? NO_TOOL : tool.tag,
      read: async (entered) => {
        const { tools } = await callApi('listTools', { query: { businessId } });
        const now = tools.find(({ name }) => name === entered.name.trim());
        return now === undefined
          ? { words: first, tag: NO_TOOL }
          : { words: toolDraftOf(now, agentId), tag: now.tag };
      },
      shown: shownOfTool(),
    },
    onSuccess: onSaved,
  });
  const texts = TOOLS.form;
  const kept = form.methods.watch('agentIds');
  const agents: readonly { readonly value: ToolAgents; readonly name: string }[] = [
    { value: 'this', name: TOOLS.agents.this },
    { value: 'all', name: TOOLS.agents.all },
    ...(kept === null || (kept.length === 1 && kept[0] === agentId)
      ? []
      : [{ value: 'kept' as const, name: TOOLS.agents.kept(kept.length) }]),
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      hideOnInteractOutside={false}
      className={`dialog floats ${styles.dialog}`}
      backdrop={<div className="backdrop" />}
    >
      <Form form={form} className="stack">
        <DialogHeading>{texts.title(tool?.name ?? null)}</DialogHeading>
        <ChoiceField
          form={form}
          name="kind"
          label={texts.kind}
          choices={TOOL_KINDS.map((value) => ({ value, name: TOOLS.kinds[value] }))}
        />
        <TextField
          form={form}
          name="name"
          label={texts.name}
          help={texts.nameHelp}
          autoComplete="off"
          // The service knows a tool by its name: another name is another tool.
          readOnly={tool !== null}
        />
        <LongTextField
          form={form}
          name="description"
          label={texts.description}
          help={texts.descriptionHelp}
          rows={3}
        />
        <KindFields tool={tool} form={form} />
        <ChoiceField form={form} name="agents" path="/agentIds" label={texts.agents} choices={agents} />
        <FormProblem form={form} />
        <div className="actions">
          <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
          <Submit form={form}>{texts.save}</Submit>
        </div>
      </Form>
    </Dialog>
  );
};

interface FieldsProps {
  readonly tool: Tool | null;
  readonly form: BodyForm<ToolDraft>;
}

const KindFields = ({ tool, form }: FieldsProps): ReactNode => {
  const texts = TOOLS.form;
  switch (form.methods.watch('kind')) {
    case 'http':
      return <ServerFields tool={tool} form={form} />;
    case 'transfer':
    case 'consult':
      return (
        <TextField
          form={form}
          name="to"
          path="/transferTo"
          label={texts.to}
          help={texts.toHelp}
          required
          type="tel"
        />
      );
    case 'look_up':
      return <SourceField form={form} />;
    default:
      return null;
  }
};

const SourceField = ({ form }: Pick<FieldsProps, 'form'>): ReactNode => {
  const businessId = useBusinessId();
  const { data } = usePages('listDataSources', { query: { businessId, limit: 100 } });
  const texts = TOOLS.form;
  const sources = (data?.pages.flatMap((page) => page.dataSources) ?? []).filter(
    (source) => source.class === 'structured',
  );
  return (
    <ChoiceField
      form={form}
      name="sourceId"
      path="/looksUp"
      label={texts.source}
      {...(sources.length === 0 ? { help: texts.noSources } : {})}
      choices={[
        ...(form.methods.watch('sourceId') === '' ? [{ value: '', name: '' }] : []),
        ...sources.map(({ id, name }) => ({ value: id, name })),
      ]}
    />
  );
};

const ServerFields = ({ tool, form }: FieldsProps): ReactNode => {
  const { watch, setValue } = form.methods;
  const texts = TOOLS.form;
  return (
    <>
      <TextField
        form={form}
        name="url"
        label={texts.url}
        help={texts.urlHelp}
        required
        placeholder="https://"
      />
      <LongTextField
        form={form}
        name="parameters"
        label={texts.parameters}
        help={texts.parametersHelp}
        rows={6}
        check={({ parameters }) => (objectIn(parameters) === null ? texts.notJson : undefined)}
      />
      <TextField form={form} name="timeoutSeconds" label={texts.timeout} inputMode="numeric" required />
      {tool?.kind === 'http' && (
        <label className="tick">
          <input
            type="checkbox"
            checked={watch('newSecret')}
            onChange={({ target }) => setValue('newSecret', target.checked)}
          />{' '}
          {texts.newSecret}
        </label>
      )}
      <label className="tick">
        <input
          type="checkbox"
          checked={watch('hasOAuth')}
          onChange={({ target }) => setValue('hasOAuth', target.checked)}
        />{' '}
        {TOOLS.oauth.enabled}
      </label>
      {watch('hasOAuth') && (
        <OAuthFields
          isSet={(tool?.oauth ?? null) !== null}
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
