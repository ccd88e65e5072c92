/** Every limit of the business: what is used of it, when it resets, and what happens at the limit. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/live.js';
import { Loading, Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { LimitTable } from './limit-table.js';
import { callLimits, type Limit, storageLimits } from './limits.js';
import { QUOTAS as texts } from './messages.js';

/** Calls of the last minute and their charges change without a live event. */
const POLL_MS = 30_000;

export const QuotasPage = (): ReactNode => (
  <div className="page">
    <h1>{texts.title}</h1>
    <p className="help">{texts.help}</p>
    <CallLimits />
    <Storage />
  </div>
);

const CallLimits = (): ReactNode => {
  const businessId = useBusinessId();
  const query = { businessId };
  const settings = useRead('readSettings', { query }, { pollMs: POLL_MS });
  const overview = useRead('readOverview', { query }, { pollMs: POLL_MS });
  const retry = (): void => {
    void settings.refetch();
    void overview.refetch();
  };
  return (
    <Section
      title={texts.calls.title}
      problem={settings.error ?? overview.error}
      onRetry={retry}
      limits={
        settings.data === undefined || overview.data === undefined
          ? null
          : callLimits(settings.data.settings, overview.data)
      }
    >
      {texts.change} <Link href="/settings">{texts.toSettings}</Link>
    </Section>
  );
};

const Storage = (): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch } = useRead('listQuotas', { query: { businessId } });
  return (
    <Section
      title={texts.storage.title}
      problem={error}
      onRetry={() => void refetch()}
      limits={data === undefined ? null : storageLimits(data.quotas)}
    >
      {texts.operator}
    </Section>
  );
};

interface SectionProps {
  readonly title: string;
  readonly problem: Parameters<typeof Problem>[0]['problem'] | null;
  readonly onRetry: () => void;
  /** Null while they are read. */
  readonly limits: readonly Limit[] | null;
  readonly children: ReactNode;
}

const Section = ({ title, problem, onRetry, limits, children }: SectionProps): ReactNode => {
  return (
    <div className="block">
      <h2>{title}</h2>
      <p className="help">{children}</p>
      {problem !== null && <Problem problem={problem} onRetry={onRetry} />}
      {limits === null && problem === null && <Loading rows={6} />}
      {limits !== null && <LimitTable title={title} limits={limits} />}
    </div>
  );
};
