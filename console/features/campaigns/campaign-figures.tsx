/** How far the people of a campaign came, what it cost, and its calls by the hour of day and by the agent's version. */
import { type ReactNode, useMemo } from 'react';
import type { Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { creditsOf } from '../../ui/format.js';
import { formatNumber } from '../../ui/i18n/language.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import styles from './campaign-figures.module.css';
import { costOf, endOfPeriod, funnelOf, percentOf, startOfPeriod } from './figures.js';
import { CAMPAIGNS } from './messages.js';

type Campaign = Data<'readCampaign'>['campaign'];
type Counts = Campaign['counts'];
type Group = Data<'readAnalytics'>['groups'][number];

const texts = CAMPAIGNS.figures;
/** Figures of a running campaign are read again after this time, ms: no live event announces them. */
const POLL_MS = 15_000;
/** And once it has ended: its last calls are charged after that, ms. */
const SETTLED_POLL_MS = 60_000;

interface CampaignFiguresProps {
  readonly campaign: Campaign;
  /** Of the iteration that is shown. */
  readonly counts: Counts;
}

export const CampaignFigures = ({ campaign, counts }: CampaignFiguresProps): ReactNode => {
  const { data, error, refetch } = useFigures(campaign, 'hour');
  const calls = data?.totals.calls ?? null;
  const isJudged = calls !== null && calls.succeeded + calls.notSucceeded > 0;
  const isOnly = campaign.currentIteration.ordinal === 1;
  const cost = calls === null ? null : costOf(calls);
  return (
    <section aria-label={texts.title}>
      <Funnel counts={counts} succeeded={isJudged && isOnly ? calls.succeeded : null} />
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {campaign.channel === 'voice' && calls !== null && cost !== null && calls.calls > 0 && (
        <>
          <dl className={styles.amounts}>
            <Amount name={texts.calls} value={formatNumber(calls.calls)} />
            <Amount name={texts.answerRate} value={percentOf(calls.answerRate)} />
            {isJudged && <Amount name={texts.successRate} value={percentOf(calls.successRate)} />}
            <Amount name={texts.cost} value={creditsOf(cost.total)} />
            <Amount
              name={texts.perAnswered}
              value={cost.perAnswered === null ? '–' : creditsOf(cost.perAnswered)}
            />
            {cost.perSuccess !== null && (
              <Amount name={texts.perSuccess} value={creditsOf(cost.perSuccess)} />
            )}
          </dl>
          <Hours groups={data?.groups ?? []} timeZone={data?.timeZone ?? ''} />
          <Versions campaign={campaign} />
        </>
      )}
    </section>
  );
};

/** Figures of the campaign's calls since its creation. */
const useFigures = ({ id, createdAt, status }: Campaign, groupBy: 'hour' | 'version') => {
  const businessId = useBusinessId();
  const period = useMemo(() => {
    const now = new Date();
    return { from: startOfPeriod(createdAt, now), to: endOfPeriod(now) };
  }, [createdAt]);
  return useRead(
    'readAnalytics',
    { query: { businessId, campaignId: id, groupBy, ...period } },
    { pollMs: status === 'running' ? POLL_MS : SETTLED_POLL_MS },
  );
};

const Funnel = ({
  counts,
  succeeded,
}: {
  readonly counts: Counts;
  readonly succeeded: number | null;
}): ReactNode => (
  <ol className={styles.funnel} aria-label={texts.funnel}>
    {funnelOf(counts, succeeded).map(({ key, people, share }) => (
      <li key={key}>
        <span>{texts.steps[key]}</span>
        <strong className="figure">{formatNumber(people)}</strong>
        <span className={styles.share}>{percentOf(share)}</span>
        <span className={styles.track} aria-hidden="true">
          <span className={styles.part} style={{ width: `${(share ?? 0) * 100}%` }} />
        </span>
      </li>
    ))}
  </ol>
);

const Amount = ({ name, value }: { readonly name: string; readonly value: string }): ReactNode => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

interface GroupTableProps {
  readonly title: string;
  readonly first: string;
  readonly groups: readonly Group[];
  readonly nameOf: (group: Group) => string;
}

const GroupTable = ({ title, first, groups, nameOf }: GroupTableProps): ReactNode => {
  const most = Math.max(1, ...groups.map(({ figures }) => figures.calls?.calls ?? 0));
  return (
    <details className={styles.groups}>
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys. */}
      <section className="scrolls" tabIndex={0} aria-label={title}>
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">{first}</th>
              <th scope="col" className="number">
                {texts.calls}
              </th>
              <th scope="col">
                <span className="hidden">{texts.share}</span>
              </th>
              <th scope="col" className="number">
                {texts.answerRate}
              </th>
              <th scope="col" className="number">
                {texts.successRate}
              </th>
              <th scope="col" className="number">
                {texts.cost}
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => {
              const { calls } = group.figures;
              if (calls === null) return null;
              return (
                <tr key={`${group.key} ${group.version}`}>
                  <th scope="row">{nameOf(group)}</th>
                  <td className="number">{formatNumber(calls.calls)}</td>
                  <td className={styles.bars} aria-hidden="true">
                    <span className={styles.others} style={{ width: `${(calls.calls / most) * 100}%` }}>
                      <span className={styles.part} style={{ width: `${(calls.answerRate ?? 0) * 100}%` }} />
                    </span>
                  </td>
                  <td className="number">{percentOf(calls.answerRate)}</td>
                  <td className="number">{percentOf(calls.successRate)}</td>
                  <td className="number">{creditsOf(costOf(calls).total)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </details>
  );
};

const Hours = ({ groups, timeZone }: { readonly groups: readonly Group[]; readonly timeZone: string }) => (
  <GroupTable
    title={texts.byHour(timeZone)}
    first={texts.hour}
    groups={groups}
    nameOf={({ key }) => texts.hourOf(key ?? '')}
  />
);

/** Nothing while the calls are all of one version. */
const Versions = ({ campaign }: { readonly campaign: Campaign }): ReactNode => {
  const { data } = useFigures(campaign, 'version');
  const groups = data?.groups ?? [];
  if (groups.length < 2) return null;
  return (
    <GroupTable
      title={texts.byVersion}
      first={texts.version}
      groups={groups}
      nameOf={({ name, version }) => texts.versionOf(name, version)}
    />
  );
};
