/**
 * Tries an agent in writing, through the API's agent tests, with the words as they are on the page. Nothing it says is sent to
 * anybody.
 */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../../api/client.js';
import { Field } from '../../../ui/forms/field.js';
import { Problem } from '../../../ui/states.js';
import { CALL } from '../../calls/messages.js';
import { AnswerSources } from '../../calls/turns/answer-sources.js';
import { useBusinessId } from '../../session/session.js';
import { AGENTS } from '../messages.js';
import type { Tested } from './tested.js';
import styles from './trying.module.css';

type Trial = Data<'startAgentTest'>;

interface Running {
  readonly trial: Trial;
  /** What it was started with. */
  readonly tested: string;
  /** From the message to its answer, with the start of the conversation if it was the first, ms. */
  readonly answeredMs: number;
}

interface TrialProps {
  readonly agentId: string;
  readonly tested: Tested;
}

export const AgentTrial = ({ agentId, tested }: TrialProps): ReactNode => {
  const businessId = useBusinessId();
  const [running, setRunning] = useState<Running | null>(null);
  const [text, setText] = useState('');
  const name = JSON.stringify(tested);
  const isOther = running !== null && running.tested !== name;
  const sending = useMutation<Running, ApiProblem, string>({
    mutationFn: async (message) => {
      const begun = performance.now();
      const { testId } =
        running !== null && !isOther
          ? running.trial
          : await callApi('startAgentTest', { body: { businessId, agentId, ...tested } });
      const trial = await callApi('continueAgentTest', {
        path: { testId },
        body: { businessId, text: message },
      });
      return { trial, tested: name, answeredMs: performance.now() - begun };
    },
    onSuccess: (after, message) => {
      setRunning(after);
      setText((now) => (now.trim() === message ? '' : now));
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '' && !sending.isPending) sending.mutate(text.trim());
  };
  const texts = AGENTS;
  const messages = running?.trial.messages ?? [];
  const last = messages.findLast(({ speaker }) => speaker === 'customer')?.text;
  return (
    <section className={styles.mode} aria-label={texts.write}>
      <div className={styles.head}>
        <p className="help" role="status">
          {running !== null && !sending.isPending && texts.answeredIn(running.answeredMs)}
        </p>
        {running !== null && (
          <button type="button" className="plain" onClick={() => setRunning(null)}>
            {texts.startOver}
          </button>
        )}
      </div>
      <Messages
        messages={isOther && sending.isPending ? [] : messages}
        pending={sending.isPending ? sending.variables : null}
      />
      {isOther && !sending.isPending && (
        <div className={styles.head}>
          <p className="help">{texts.changedSince}</p>
          {last !== undefined && (
            <button type="button" className="plain" onClick={() => sending.mutate(last)}>
              {texts.repeatLast}
            </button>
          )}
        </div>
      )}
      {sending.error !== null && <Problem problem={sending.error} />}
      <form className={styles.say} onSubmit={submit}>
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
