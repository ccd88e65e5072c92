/** What came of a call or a conversation: summary, success criteria and extracted fields, each with what shows it. */
import type { ReactNode } from 'react';
import type { Data } from '../../../api/client.js';
import { classes } from '../../../ui/classes.js';
import { lengthOf, Time } from '../../../ui/format.js';
import { sentenceOf } from '../../../ui/Problem/problem-texts.js';
import { StatusPill } from '../../../ui/StatusPill/StatusPill.js';
import { CALL } from '../messages.js';
import type { CallDetail } from '../turns/timeline.js';
import styles from './call.module.css';

type CallAnalysis = NonNullable<CallDetail['analysis']>;
type Evidence = NonNullable<CallAnalysis['findings']>['criteria'][number]['evidence'];

/** Plays the recording from a moment, in seconds; absent if there is no recording. */
type Play = ((seconds: number) => void) | undefined;

interface OutcomeProps {
  readonly analysis: CallDetail['analysis'];
  readonly play?: Play;
}

export const Outcome = ({ analysis, play }: OutcomeProps): ReactNode =>
  analysis === null || analysis === undefined ? null : (
    <Found analysis={analysis} proofOf={(evidence) => <Proof evidence={evidence} play={play} />} />
  );

/** The analysis of a conversation, whose findings are proved by messages. */
export const ConversationOutcome = ({
  analysis,
}: {
  readonly analysis: Data<'readConversation'>['analysis'];
}): ReactNode =>
  analysis === null ? null : (
    <Found
      analysis={analysis}
      proofOf={(evidence) =>
        evidence.map(({ messageId, at }) => (
          <span key={messageId} className="figure small">
            <Time at={at} />{' '}
          </span>
        ))
      }
    />
  );

/** What both findings say, whatever proves it. */
interface Findings<Proofs> {
  readonly summary: string;
  readonly sentiment: NonNullable<CallAnalysis['findings']>['sentiment'];
  readonly requests: readonly {
    readonly request: NonNullable<CallAnalysis['findings']>['requests'][number]['request'];
    readonly at: string | null;
    readonly evidence: Proofs;
  }[];
  readonly criteria: readonly {
    readonly key: string;
    readonly verdict: NonNullable<CallAnalysis['findings']>['criteria'][number]['verdict'];
    readonly reason: string;
    readonly evidence: Proofs;
  }[];
  readonly fields: readonly {
    readonly key: string;
    readonly value: string | number | boolean | null;
    readonly evidence: Proofs;
  }[];
}

interface FoundProps<Proofs> {
  readonly analysis: Pick<CallAnalysis, 'status' | 'success' | 'failure'> & {
    readonly findings: Findings<Proofs> | null;
  };
  readonly proofOf: (evidence: Proofs) => ReactNode;
}

const Found = <Proofs,>({ analysis, proofOf }: FoundProps<Proofs>): ReactNode => {
  const texts = CALL.outcome;
  const { status, success, findings, failure } = analysis;
  return (
    <section className={styles.outcome} aria-labelledby="outcome">
      <h2 id="outcome" className="minor">
        {texts.title}
      </h2>
      {status === 'running' && <p className="quiet">{texts.running}</p>}
      {failure !== null && <p className="bad">{sentenceOf(failure)}</p>}
      {findings !== null && (
        <>
          <p className={classes('quiet', styles.verdict)}>
            {success !== null && (
              <StatusPill tone={success ? 'good' : 'bad'} sign={success ? '●' : '○'}>
                {success ? texts.success : texts.noSuccess}
              </StatusPill>
            )}
            <span>{texts.sentiment(texts.sentiments[findings.sentiment])}</span>
          </p>
          <p>{findings.summary}</p>
          <Facts findings={findings} proofOf={proofOf} />
        </>
      )}
    </section>
  );
};

const Facts = <Proofs,>({
  findings,
  proofOf,
}: {
  readonly findings: Findings<Proofs>;
  readonly proofOf: (evidence: Proofs) => ReactNode;
}): ReactNode => {
  const texts = CALL.outcome;
  const { requests, criteria, fields } = findings;
  if (requests.length + criteria.length + fields.length === 0) return null;
  return (
    <dl className="facts">
      {requests.map(({ request, at, evidence }) => (
        <div key={request}>
          <dt>{texts.requested}</dt>
          <dd>
            {texts.requests[request]} {at !== null && <Time at={at} />} {proofOf(evidence)}
          </dd>
        </div>
      ))}
      {criteria.map(({ key, verdict, reason, evidence }) => (
        <div key={`criterion ${key}`}>
          <dt>{key}</dt>
          <dd>
            <StatusPill tone={VERDICT_TONES[verdict]}>{texts.verdicts[verdict]}</StatusPill> {reason}{' '}
            {proofOf(evidence)}
          </dd>
        </div>
      ))}
      {fields.map(({ key, value, evidence }) => (
        <div key={`field ${key}`}>
          <dt>{key}</dt>
          <dd>
            {value === null ? <span className="quiet">{texts.notStated}</span> : String(value)}{' '}
            {proofOf(evidence)}
          </dd>
        </div>
      ))}
    </dl>
  );
};

const VERDICT_TONES = { met: 'good', not_met: 'bad', unknown: 'quiet' } as const;

/** The moments of the turns that show a finding. */
const Proof = ({ evidence, play }: { readonly evidence: Evidence; readonly play: Play }): ReactNode => (
  <span className={styles.proof}>
    {evidence.map(({ turn, atMs }) => {
      if (atMs === null) return null;
      const at = lengthOf(atMs / 1_000);
      if (play === undefined)
        return (
          <span key={turn} className="figure small">
            {at}
          </span>
        );
      return (
        <button
          key={turn}
          type="button"
          className="link figure small"
          aria-label={CALL.playFrom(at)}
          onClick={() => play(atMs / 1_000)}
        >
          {at}
        </button>
      );
    })}
  </span>
);
