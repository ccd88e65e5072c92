/** What came of a call: summary, success criteria and extracted fields, each with the turns that show it. */
import type { ReactNode } from 'react';
import type { CallDetail } from '../../parts/calls/timeline.js';
import { lengthOf, Time } from '../../parts/format.js';
import { TEXTS } from '../../texts.js';

type Analysis = NonNullable<CallDetail['analysis']>;
type Findings = NonNullable<Analysis['findings']>;
type Evidence = Findings['criteria'][number]['evidence'];

/** Plays the recording from a moment, in seconds; absent if there is no recording. */
type Play = ((seconds: number) => void) | undefined;

interface OutcomeProps {
  readonly analysis: CallDetail['analysis'];
  readonly play?: Play;
}

export const Outcome = ({ analysis, play }: OutcomeProps): ReactNode => {
  const texts = TEXTS.call.outcome;
  if (analysis === null || analysis === undefined) return null;
  const { status, success, findings, failure } = analysis;
  return (
    <section className="outcome" aria-labelledby="outcome">
      <h3 id="outcome">{texts.title}</h3>
      {status === 'running' && <p className="quiet">{texts.running}</p>}
      {failure !== null && <p className="bad">{failure.message}</p>}
      {findings !== null && (
        <>
          <p className="quiet verdict">
            {success !== null && (
              <span className={success ? 'status good' : 'status bad'}>
                {success ? texts.success : texts.noSuccess}
              </span>
            )}
            <span>{texts.sentiment(texts.sentiments[findings.sentiment])}</span>
          </p>
          <p>{findings.summary}</p>
          <Findings findings={findings} play={play} />
        </>
      )}
    </section>
  );
};

const Findings = ({ findings, play }: { readonly findings: Findings; readonly play: Play }): ReactNode => {
  const texts = TEXTS.call.outcome;
  const { requests, criteria, fields } = findings;
  if (requests.length + criteria.length + fields.length === 0) return null;
  return (
    <dl className="facts">
      {requests.map(({ request, at, evidence }) => (
        <div key={request}>
          <dt>{texts.requested}</dt>
          <dd>
            {texts.requests[request]} {at !== null && <Time at={at} />}{' '}
            <Proof evidence={evidence} play={play} />
          </dd>
        </div>
      ))}
      {criteria.map(({ key, verdict, reason, evidence }) => (
        <div key={`criterion ${key}`}>
          <dt>{key}</dt>
          <dd>
            <span className={VERDICT_TONES[verdict]}>{texts.verdicts[verdict]}</span> {reason}{' '}
            <Proof evidence={evidence} play={play} />
          </dd>
        </div>
      ))}
      {fields.map(({ key, value, evidence }) => (
        <div key={`field ${key}`}>
          <dt>{key}</dt>
          <dd>
            {value === null ? <span className="quiet">{texts.notStated}</span> : String(value)}{' '}
            <Proof evidence={evidence} play={play} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

const VERDICT_TONES = { met: 'status good', not_met: 'status bad', unknown: 'status' } as const;

/** The moments of the turns that show a finding. */
const Proof = ({ evidence, play }: { readonly evidence: Evidence; readonly play: Play }): ReactNode => (
  <span className="proof">
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
          aria-label={TEXTS.call.playFrom(at)}
          onClick={() => play(atMs / 1_000)}
        >
          {at}
        </button>
      );
    })}
  </span>
);
