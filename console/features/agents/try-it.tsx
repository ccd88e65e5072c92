/** Tries the saved agent: by microphone, in writing, and with a simulated caller. */
import { type ReactNode, useState } from 'react';
import { useRead } from '../../api/live.js';
import { Time } from '../../ui/format.js';
import { Field } from '../../ui/forms/field.js';
import { useBusinessId } from '../session/session.js';
import { type Agent, agentDraftOf, phrasesIn, placeholdersIn, type ServiceDraft } from './agent-draft.js';
import { AGENTS } from './messages.js';
import { VERSIONS } from './publishing/messages.js';
import { AgentListen } from './simulated.js';
import { TalkView } from './talk.js';
import { AgentTrial } from './trial.js';
import { useTalk } from './use-talk.js';

interface TryItProps {
  readonly agent: Agent;
  /** Whether the texts on the page differ from those of the agent that answers. */
  readonly isChanged: boolean;
  /** Null: there is none. */
  readonly draft: ServiceDraft | null;
}

export const TryIt = ({ agent, isChanged, draft }: TryItProps): ReactNode => {
  const texts = AGENTS;
  const businessId = useBusinessId();
  const overview = useRead('readOverview', { query: { businessId } });
  const talk = useTalk();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [useDraft, setUseDraft] = useState(false);
  const testsDraft = useDraft && draft !== null;
  const { disclosure, greeting, instructions } = agentDraftOf(agent);
  const placeholders = placeholdersIn(`${disclosure} ${greeting} ${instructions}`);
  const filledValues = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const missing = placeholders.filter((alias) => filledValues[alias] === undefined);
  return (
    <div className="trial">
      <h2>{texts.try}</h2>
      <p className="help">
        {isChanged ? texts.unsaved : texts.tryHelp} {texts.savedAt} <Time at={agent.updatedAt} />.
      </p>
      {placeholders.map((alias) => (
        <Field
          key={alias}
          label={alias}
          maxLength={500}
          value={values[alias] ?? ''}
          onChange={(value) => setValues((before) => ({ ...before, [alias]: value }))}
        />
      ))}
      {agent.channel === 'voice' && missing.length > 0 && (
        <p className="help">{texts.talk.missing(missing.join(', '))}</p>
      )}
      {agent.channel === 'voice' && (
        <TalkView
          talk={talk}
          phrases={phrasesIn(agent.instructions)}
          {...(missing.length === 0 ? { start: () => talk.start(agent.id, filledValues) } : {})}
          otherwise={
            overview.data?.simulatedCallers === true ? <p className="help">{texts.talk.otherwise}</p> : null
          }
        />
      )}
      {draft !== null && (
        <label className="tick">
          <input type="checkbox" checked={useDraft} onChange={({ target }) => setUseDraft(target.checked)} />
          {VERSIONS.tested}
        </label>
      )}
      <AgentTrial
        key={`chat ${agent.updatedAt} ${testsDraft ? draft.tag : ''}`}
        agentId={agent.id}
        values={filledValues}
        useDraft={testsDraft}
      />
      {agent.channel === 'voice' && <AgentListen agentId={agent.id} instructions={agent.instructions} />}
    </div>
  );
};
