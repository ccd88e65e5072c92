/** What an agent thinks, hears and speaks with, how fast its calls have been, and what they cost. */
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import type { Data } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { creditsOf } from '../../../ui/format.js';
import { Loading, Problem } from '../../../ui/states.js';
import { IfAllowed } from '../../session/if-allowed.js';
import { useBusinessId } from '../../session/session.js';
import { ProviderTest } from '../../settings/provider-test.js';
import type { Agent } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import { providersOf } from './effective-providers.js';
import styles from './settings.module.css';

/** The role that is tested here. */
const MODEL = 'model';
/** The figures are those of this period, ms. */
const PERIOD_MS = 7 * 24 * 3_600_000;
/** The service counts in quarters of an hour, ms. */
const QUARTER_MS = 900_000;

export const Model = ({ agent }: { readonly agent: Agent }): ReactNode => (
  <>
    <Providers agent={agent} />
    {agent.channel === 'voice' && <Figures agentId={agent.id} />}
  </>
);

const Providers = ({ agent }: { readonly agent: Agent }): ReactNode => {
  const businessId = useBusinessId();
  const texts = AGENTS.model;
  const { data, error, refetch } = useRead('listProviders', { query: { businessId } });
  return (
    <section className="stack" aria-labelledby="agent-model">
      <h2 id="agent-model">{texts.title}</h2>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={2} />}
      {data !== undefined && (
        <ul className={styles.providers}>
          {providersOf(data.lists, agent).map(({ role, choices, isOwn }) => (
            <li key={role}>
              <span className="small">{texts.roles[role]}</span>
              <span>
                {choices.length === 0 ? texts.ofInstallation : choices.join(texts.thenNext)}
                {isOwn && <span className="quiet small"> {texts.own}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="help">
        {texts.help} <Link href="/settings">{texts.settings}</Link>
      </p>
      <IfAllowed operation="testProviders">
        <ProviderTest agentId={agent.id} role={MODEL} isSaved />
      </IfAllowed>
    </section>
  );
};

type Latency = NonNullable<Data<'readAnalytics'>['totals']['calls']>['latencies']['firstPlayedMs'];

const Figures = ({ agentId }: { readonly agentId: string }): ReactNode => {
  const businessId = useBusinessId();
  const texts = AGENTS.model;
  const period = useMemo(() => {
    const to = Math.ceil(Date.now() / QUARTER_MS) * QUARTER_MS;
    return { from: new Date(to - PERIOD_MS).toISOString(), to: new Date(to).toISOString() };
  }, []);
  const { data, error, refetch } = useRead('readAnalytics', {
    query: { businessId, subject: 'calls', agentId, ...period },
  });
  const prices = useRead('readSettings', { query: { businessId } }).data?.settings.callPrices;
  const calls = data?.totals.calls;
  return (
    <section className="stack" aria-labelledby="agent-figures">
      <div>
        <h2 id="agent-figures">{texts.measured}</h2>
        <p className="help">{texts.measuredHelp}</p>
      </div>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={2} />}
      {calls !== undefined && calls !== null && (
        <dl className={styles.figures}>
          <Figure name={texts.answered} value={String(calls.answered)} />
          <Figure name={texts.firstToken} value={latencyOf(calls.latencies.firstTokenMs)} />
          <Figure name={texts.firstAudio} value={latencyOf(calls.latencies.firstAudioMs)} />
          <Figure name={texts.heard} value={latencyOf(calls.latencies.firstPlayedMs)} />
          <Figure
            name={texts.cost}
            value={
              calls.answered === 0
                ? texts.noCalls
                : creditsOf(Math.round(calls.chargedMicrocredits / calls.answered))
            }
          />
        </dl>
      )}
      {prices !== undefined && <p className="help">{texts.price(creditsOf(prices.flatMicrocredits))}</p>}
    </section>
  );
};

const latencyOf = ({ p50, p95 }: Latency): string =>
  p50 === null || p95 === null ? AGENTS.model.noCalls : AGENTS.model.latency(p50, p95);

const Figure = ({ name, value }: { readonly name: string; readonly value: string }): ReactNode => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
