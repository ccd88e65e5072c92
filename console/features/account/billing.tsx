/** The balance, what credit was spent on, and when. */
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { usePages } from '../../api/pages.js';
import { creditsOf, Time } from '../../ui/format.js';
import { Choice } from '../../ui/forms/field.js';
import { COMMON } from '../../ui/messages.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import styles from './billing.module.css';
import { ACCESS } from './messages.js';

type Entry = Data<'listLedger'>['entries'][number];
type Day = Data<'readLedgerSummary'>['days'][number];

const texts = ACCESS.billing;
const DAYS = 30;
const DAY_MS = 86_400_000;

export const BillingPage = (): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch } = useRead('readLedgerSummary', { query: { businessId, days: DAYS } });
  return (
    <div className="page settings-page">
      <h1>{texts.title}</h1>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={2} />}
      {data !== undefined && (
        <>
          <dl className={styles.totals}>
            <div>
              <dt>{texts.available}</dt>
              <dd>{creditsOf(data.availableMicrocredits)}</dd>
            </div>
            <div>
              <dt>{texts.reserved}</dt>
              <dd>{creditsOf(data.reservedMicrocredits)}</dd>
              <dd className="help">{texts.reservedHelp}</dd>
            </div>
            <div>
              <dt>{texts.charged}</dt>
              <dd>{creditsOf(data.chargedMicrocredits)}</dd>
            </div>
          </dl>
          <Days days={data.days} />
        </>
      )}
      <Ledger />
    </div>
  );
};

/** One bar per day; each shows its day and amount on hover and to screen readers. */
const Days = ({ days }: { readonly days: readonly Day[] }): ReactNode => {
  const charged = new Map(
    days.map((spent) => [
      spent.day,
      spent.callMicrocredits +
        spent.summaryMicrocredits +
        spent.analysisMicrocredits +
        spent.simulationMicrocredits,
    ]),
  );
  const most = Math.max(1, ...charged.values());
  const shown = Array.from({ length: DAYS }, (_, index) =>
    new Date(Date.now() - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
  return (
    <figure className={styles.days}>
      <figcaption>{texts.days}</figcaption>
      <ol>
        {shown.map((day) => {
          const amount = charged.get(day) ?? 0;
          const name = texts.dayOf(day, creditsOf(amount));
          return (
            <li key={day} className={styles.day} title={name}>
              <span className="hidden">{name}</span>
              <span className={styles.bar} style={{ height: `${(amount / most) * 100}%` }} />
            </li>
          );
        })}
      </ol>
    </figure>
  );
};

const KINDS: readonly { readonly value: Entry['kind'] | ''; readonly name: string }[] = [
  { value: '', name: texts.all },
  { value: 'grant', name: texts.kinds.grant },
  { value: 'call', name: texts.kinds.call },
  { value: 'summary', name: texts.kinds.summary },
  { value: 'analysis', name: texts.kinds.analysis },
  { value: 'simulation', name: texts.kinds.simulation },
];

const Ledger = (): ReactNode => {
  const businessId = useBusinessId();
  const [params, setParams] = useSearchParams();
  const kind = KINDS.find(({ value }) => value === params.get('kind'))?.value ?? '';
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listLedger', {
    query: { businessId, limit: 50, ...(kind === '' ? {} : { kind }) },
  });
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <search className="filters">
        <Choice
          label={texts.kind}
          value={kind}
          choices={KINDS}
          onChange={(value) => setParams(value === '' ? {} : { kind: value }, { replace: true })}
        />
      </search>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && entries.length === 0 && (
        <Empty title={kind === '' ? texts.none : texts.noMatch}>
          {kind === '' && <p>{texts.noneHelp}</p>}
        </Empty>
      )}
      {entries.length > 0 && (
        <table className={`rows ${styles.ledger}`}>
          <thead>
            <tr>
              <th scope="col">{texts.columns.when}</th>
              <th scope="col">{texts.columns.what}</th>
              <th scope="col" className={`number ${styles.amount}`}>
                {texts.columns.credits}
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td>
                  <Time at={entry.at} />
                </td>
                <td>
                  <Description entry={entry} />
                </td>
                <td className={`number figure ${styles.amount}`}>
                  {entry.microcredits > 0 ? '+' : ''}
                  {creditsOf(entry.microcredits)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <button type="button" className="plain more" onClick={() => void fetchNextPage()}>
          {COMMON.more}
        </button>
      )}
    </>
  );
};

const Description = ({ entry }: { readonly entry: Entry }): ReactNode => (
  <>
    {entry.callId === null ? (
      texts.kinds[entry.kind]
    ) : (
      <Link href={`/calls/${entry.callId}`}>{texts.openCall}</Link>
    )}
    {entry.campaignId !== null && (
      <>
        {' · '}
        <Link href={`/campaigns/${entry.campaignId}`}>{texts.openCampaign}</Link>
      </>
    )}
    {entry.reason !== null && <span className="quiet"> {entry.reason}</span>}
  </>
);
