/** The outcomes of two versions side by side, and which of them is better. */
import type { ReactNode } from 'react';
import type { Data } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { Callout } from '../../../ui/Callout/Callout.js';
import { StatusPill } from '../../../ui/StatusPill/StatusPill.js';
import { Loading, Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import { comparisonRows, type Mark, type Results, verdictText } from './comparison-rows.js';
import { VERSIONS } from './messages.js';
import styles from './publishing.module.css';

export type Split = Data<'listSplits'>['splits'][number];

/** ms between two reads of the outcomes while recipients are divided: live events may come before what they announce is counted. */
const OUTCOMES_POLL_MS = 10_000;

export const SplitOutcomes = ({ split }: { readonly split: Split }): ReactNode => {
  const businessId = useBusinessId();
  const { agentId, splitId, endedAt } = split;
  const { data, error, refetch } = useRead(
    'readSplit',
    { path: { agentId, splitId }, query: { businessId } },
    endedAt === null ? { pollMs: OUTCOMES_POLL_MS } : {},
  );
  if (data === undefined)
    return error === null ? <Loading rows={4} /> : <Problem problem={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Outcome results={data.results} />
      <p className="help">{VERSIONS.confidence}</p>
    </>
  );
};

const Outcome = ({ results }: { readonly results: Results }): ReactNode => {
  const texts = VERSIONS;
  const { title, lines } = verdictText(results);
  return (
    <>
      <Callout title={title} tone="plain">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Callout>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys. */}
      <section className={styles.table} aria-label={texts.verdict.label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.outcome}</th>
              <th scope="col">{texts.version(results.published.version)}</th>
              <th scope="col">{texts.version(results.version.version)}</th>
              <th scope="col">{texts.difference}</th>
              <th scope="col">{texts.result}</th>
            </tr>
          </thead>
          <tbody>
            {comparisonRows(results).map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                <td>{row.published}</td>
                <td>{row.version}</td>
                <td>{row.difference}</td>
                <td>
                  <MarkOf mark={row.mark} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
};

const MarkOf = ({ mark }: { readonly mark: Mark }): ReactNode => {
  const texts = VERSIONS.marks;
  if (mark === null) return null;
  switch (mark.type) {
    case 'better':
      return <StatusPill tone="good">{texts.better(mark.version)}</StatusPill>;
    case 'chance':
      return <StatusPill tone="quiet">{texts.chance}</StatusPill>;
    case 'unknown':
      return <StatusPill tone="quiet">{texts.unknown}</StatusPill>;
    default:
      return mark satisfies never;
  }
};
