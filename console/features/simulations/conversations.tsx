/** The conversations of a run: what was said, how long answers took, and the verdicts. */
import type { ReactNode } from 'react';
import type { Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { lengthOf } from '../../ui/format.js';
import { formatNumber } from '../../ui/i18n/language.js';
import { COMMON } from '../../ui/messages.js';
import { Loading, Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { SIMULATIONS } from './messages.js';
import styles from './simulations.module.css';

type Conversation = Data<'listSimulatedConversations'>['conversations'][number];

const texts = SIMULATIONS;

export const Conversations = ({ runId }: { readonly runId: string }): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages(
    'listSimulatedConversations',
    { path: { simulationRunId: runId }, query: { businessId, limit: 20 } },
    { isAlwaysRead: true },
  );
  const conversations = data?.pages.flatMap((page) => page.conversations) ?? [];
  return (
    <section className="stack" aria-label={texts.conversations}>
      <h2 className="minor">{texts.conversations}</h2>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={3} />}
      {data !== undefined && conversations.length === 0 && <p className="quiet">{texts.noConversations}</p>}
      {conversations.map((conversation) => (
        <One key={conversation.place} conversation={conversation} />
      ))}
      {hasNextPage && (
        <button type="button" className="plain more" onClick={() => void fetchNextPage()}>
          {COMMON.more}
        </button>
      )}
    </section>
  );
};

const One = ({ conversation }: { readonly conversation: Conversation }): ReactNode => {
  const { customer, run, verdicts, problem, tooSlow, answerMs, toolUses, isCut } = conversation;
  const missed = verdicts.filter(({ outcome }) => outcome !== 'passed').length;
  return (
    <details className={styles.conversation}>
      <summary>
        {texts.conversation(customer, run)}
        <span className="quiet"> {texts.met(verdicts.length - missed, verdicts.length, 0)}</span>
      </summary>
      <ul>
        {verdicts.map(({ criterion, outcome, reason }) => (
          <li key={criterion} className={outcome === 'passed' ? undefined : styles.missed}>
            <strong>{criterion}</strong> {texts.outcomes[outcome]}: {reason}
          </li>
        ))}
      </ul>
      {problem !== null && <p className="wrong">{problem.text}</p>}
      {tooSlow !== null && tooSlow !== undefined && <p className="wrong">{texts.tooSlow}</p>}
      <ol className={styles.spoken}>
        {conversation.lines.map(({ speaker, text, startMs = null, said }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of an ended conversation do not change.
          <li key={index} className={speaker === 'customer' ? undefined : styles.ofAgent}>
            <span className="quiet small">
              {texts.speakers[speaker]} {startMs === null ? '' : lengthOf(startMs / 1_000)}
            </span>
            <p>{text}</p>
            {said !== undefined && <p className="quiet small">{texts.said(said)}</p>}
          </li>
        ))}
      </ol>
      {answerMs.length > 0 && (
        <p className="quiet figure">{texts.answered(formatNumber(Math.round(Math.max(...answerMs))))}</p>
      )}
      {toolUses.length > 0 && (
        <>
          <h4>{texts.tools}</h4>
          <ul className="small">
            {toolUses.map(({ tool, arguments: args, outcome, result }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: uses of an ended conversation do not change.
              <li key={index}>
                <code>
                  {tool} {JSON.stringify(args)}
                </code>{' '}
                {texts.toolOutcomes[outcome]}: {result}
              </li>
            ))}
          </ul>
        </>
      )}
      {isCut && <p className="quiet small">{texts.cut}</p>}
    </details>
  );
};
