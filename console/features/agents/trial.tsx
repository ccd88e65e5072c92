/** Tries an agent in writing, through the API's agent tests. Nothing it says is sent to anybody. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { Field } from '../../ui/forms/field.js';
import { Problem } from '../../ui/states.js';
import { CALL } from '../calls/messages.js';
import { AnswerSources } from '../calls/turns/answer-sources.js';
import { useBusinessId } from '../session/session.js';
import { AGENTS } from './messages.js';

type Trial = Data<'startAgentTest'>;

interface TrialProps {
  readonly agentId: string;
  /** Values of its placeholders, by alias. */
  readonly values: Readonly<Record<string, string>>;
  /** Whether the draft answers, and not the published version. */
  readonly useDraft: boolean;
}

export const AgentTrial = ({ agentId, values, useDraft }: TrialProps): ReactNode => {
  const businessId = useBusinessId();
  const [trial, setTrial] = useState<Trial | null>(null);
  const [text, setText] = useState('');
  const sending = useMutation<Trial, ApiProblem, string>({
    mutationFn: async (message) => {
      const started =
        trial ??
        (await callApi('startAgentTest', { body: { businessId, agentId, variables: values, useDraft } }));
      setTrial(started);
      return callApi('continueAgentTest', {
        path: { testId: started.testId },
        body: { businessId, text: message },
      });
    },
    onSuccess: (after) => {
      setTrial(after);
      setText('');
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '' && !sending.isPending) sending.mutate(text.trim());
  };
  const texts = AGENTS;
  return (
    <section className="trying" aria-label={texts.write}>
      <div className="page-head">
        <h3>{texts.write}</h3>
        {trial !== null && (
          <button type="button" className="plain" onClick={() => setTrial(null)}>
            {texts.startOver}
          </button>
        )}
      </div>
      <Messages messages={trial?.messages ?? []} pending={sending.isPending ? sending.variables : null} />
      {sending.error !== null && <Problem problem={sending.error} />}
      <form className="say" onSubmit={submit}>
        <Field label={texts.say} value={text} onChange={setText} maxLength={4_000} autoComplete="off" />
        <button type="submit" className="main" disabled={sending.isPending || text.trim() === ''}>
          {texts.send}
        </button>
      </form>
    </section>
  );
};

interface MessagesProps {
  readonly messages: Trial['messages'];
  /** The message that is waiting for its answer. */
  readonly pending: string | null;
}

const Messages = ({ messages, pending }: MessagesProps): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
  <div className="transcript" role="log" aria-label={CALL.transcript} tabIndex={0}>
    <ol>
      {messages.map(({ speaker, text, createdAt, sources }) => (
        <li
          key={`${createdAt} ${speaker}`}
          className={speaker === 'agent' ? 'turn assistant' : 'turn customer'}
        >
          <div className="turn-head">
            <span className="speaker">{speaker === 'agent' ? CALL.speakers.assistant : AGENTS.you}</span>
          </div>
          <p>{text}</p>
          <AnswerSources sources={sources} />
        </li>
      ))}
      {pending !== null && (
        <li className="turn customer">
          <div className="turn-head">
            <span className="speaker">{AGENTS.you}</span>
          </div>
          <p>{pending}</p>
          <p className="quiet">{AGENTS.thinking}</p>
        </li>
      )}
    </ol>
  </div>
);
