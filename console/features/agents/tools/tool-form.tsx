/** Adds a tool, or changes one. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../../api/client.js';
import { usePages } from '../../../api/pages.js';
import { Choice, Field } from '../../../ui/forms/field.js';
import { errorAt, otherDetails } from '../../../ui/forms/field-errors.js';
import { LongField } from '../../../ui/forms/long-field.js';
import { COMMON } from '../../../ui/messages.js';
import { Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import { TOOLS } from './messages.js';
import { OAUTH_PATHS, OAuthFields } from './oauth-fields.js';
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

const PATHS = [
  ...(['/name', '/description', '/url', '/parameters', '/timeoutSeconds', '/transferTo'] as const),
  ...(['/looksUp', ...OAUTH_PATHS] as const),
];

interface ToolFormProps {
  readonly agentId: string;
  /** Null: a new one. */
  readonly tool: Tool | null;
  readonly onSaved: (saved: Data<'setTool'>) => void;
  readonly onClose: () => void;
}

export const ToolForm = ({ agentId, tool, onSaved, onClose }: ToolFormProps): ReactNode => {
  const businessId = useBusinessId();
  const [draft, setDraft] = useState<ToolDraft>(() => toolDraftOf(tool, agentId));
  const texts = TOOLS.form;
  const saving = useMutation<Data<'setTool'>, ApiProblem>({
    mutationFn: () => callApi('setTool', { body: toolOf(draft, { businessId, agentId, tool }) }),
    onSuccess: onSaved,
  });
  const change = (changed: Partial<ToolDraft>): void => setDraft({ ...draft, ...changed });
  const isReadable = draft.kind !== 'http' || objectIn(draft.parameters) !== null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReadable) saving.mutate();
  };
  const { error } = saving;
  const kept = tool?.agentIds ?? null;
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
      <form className="stack" onSubmit={submit}>
        <DialogHeading>{texts.title(tool?.name ?? null)}</DialogHeading>
        <Choice
          label={texts.kind}
          value={draft.kind}
          choices={TOOL_KINDS.map((value) => ({ value, name: TOOLS.kinds[value] }))}
          onChange={(kind) => change({ kind })}
        />
        <Field
          label={texts.name}
          help={texts.nameHelp}
          required
          maxLength={64}
          autoComplete="off"
          // The service knows a tool by its name: another name is another tool.
          readOnly={tool !== null}
          value={draft.name}
          onChange={(name) => change({ name })}
          error={errorAt(error, '/name')}
        />
        <LongField
          label={texts.description}
          help={texts.descriptionHelp}
          rows={3}
          required
          maxLength={1_000}
          value={draft.description}
          onChange={(description) => change({ description })}
          error={errorAt(error, '/description')}
        />
        <KindFields tool={tool} draft={draft} problem={error} onChange={change} />
        <Choice
          label={texts.agents}
          value={draft.agents}
          choices={agents}
          onChange={(value) => change({ agents: value })}
        />
        {error !== null && (
          <Problem
            problem={{
              code: error.code,
              message: error.message,
              requestId: error.requestId,
              details: otherDetails(error, PATHS),
            }}
          />
        )}
        <div className="actions">
          <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
          <button type="submit" className="main" disabled={saving.isPending || !isReadable}>
            {texts.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
};

interface FieldsProps {
  readonly tool: Tool | null;
  readonly draft: ToolDraft;
  readonly problem: ApiProblem | null;
  readonly onChange: (changed: Partial<ToolDraft>) => void;
}

const KindFields = (props: FieldsProps): ReactNode => {
  const { draft, problem, onChange } = props;
  const texts = TOOLS.form;
  switch (draft.kind) {
    case 'http':
      return <ServerFields {...props} />;
    case 'transfer':
    case 'consult':
      return (
        <Field
          label={texts.to}
          help={texts.toHelp}
          required
          type="tel"
          value={draft.to}
          onChange={(to) => onChange({ to })}
          error={errorAt(problem, '/transferTo')}
        />
      );
    case 'look_up':
      return <SourceField {...props} />;
    default:
      return null;
  }
};

const SourceField = ({ draft, problem, onChange }: FieldsProps): ReactNode => {
  const businessId = useBusinessId();
  const { data } = usePages('listDataSources', { query: { businessId, limit: 100 } });
  const texts = TOOLS.form;
  const sources = (data?.pages.flatMap((page) => page.dataSources) ?? []).filter(
    (source) => source.class === 'structured',
  );
  const wrong = errorAt(problem, '/looksUp');
  return (
    <>
      <Choice
        label={texts.source}
        {...(sources.length === 0 ? { help: texts.noSources } : {})}
        value={draft.sourceId}
        choices={[
          ...(draft.sourceId === '' ? [{ value: '', name: '' }] : []),
          ...sources.map(({ id, name }) => ({ value: id, name })),
        ]}
        onChange={(sourceId) => onChange({ sourceId })}
      />
      {wrong !== undefined && <p className="wrong">{wrong}</p>}
    </>
  );
};

const ServerFields = ({ tool, draft, problem, onChange }: FieldsProps): ReactNode => {
  const texts = TOOLS.form;
  const isReadable = objectIn(draft.parameters) !== null;
  return (
    <>
      <Field
        label={texts.url}
        help={texts.urlHelp}
        required
        maxLength={2_048}
        placeholder="https://"
        value={draft.url}
        onChange={(url) => onChange({ url })}
        error={errorAt(problem, '/url')}
      />
      <LongField
        label={texts.parameters}
        help={texts.parametersHelp}
        rows={6}
        maxLength={8_000}
        value={draft.parameters}
        onChange={(parameters) => onChange({ parameters })}
        error={isReadable ? errorAt(problem, '/parameters') : texts.notJson}
      />
      <Field
        label={texts.timeout}
        type="number"
        min={1}
        max={30}
        required
        value={draft.timeoutSeconds}
        onChange={(timeoutSeconds) => onChange({ timeoutSeconds })}
        error={errorAt(problem, '/timeoutSeconds')}
      />
      {tool?.kind === 'http' && (
        <label className="tick">
          <input
            type="checkbox"
            checked={draft.newSecret}
            onChange={({ target }) => onChange({ newSecret: target.checked })}
          />{' '}
          {texts.newSecret}
        </label>
      )}
      <label className="tick">
        <input
          type="checkbox"
          checked={draft.hasOAuth}
          onChange={({ target }) => onChange({ hasOAuth: target.checked })}
        />{' '}
        {TOOLS.oauth.enabled}
      </label>
      {draft.hasOAuth && (
        <OAuthFields
          oauth={draft.oauth}
          isSet={(tool?.oauth ?? null) !== null}
          problem={problem}
          onChange={(oauth) => onChange({ oauth })}
        />
      )}
    </>
  );
};
