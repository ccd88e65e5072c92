/** Tests each provider of a saved list with a few words: whether it answers, and how fast. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { SETTINGS } from './messages.js';
import { remedyOf } from './remedy-messages.js';

type Report = Data<'testProviders'>['providers'][number];

/** The service waits up to 20 seconds for a provider; its answer takes a moment more. */
const TEST_MS = 30_000;

interface ProviderTestProps {
  readonly agentId: string | null;
  readonly role: Report['role'];
  /** Whether the list on the page is the one that would be tested. */
  readonly isSaved: boolean;
}

export const ProviderTest = ({ agentId, role, isSaved }: ProviderTestProps): ReactNode => {
  const businessId = useBusinessId();
  const texts = SETTINGS.providers;
  const testing = useMutation<readonly Report[], ApiProblem>({
    mutationFn: async () => {
      const body = { businessId, role, ...(agentId === null ? {} : { agentId }) };
      return (await callApi('testProviders', { body, deadlineMs: TEST_MS })).providers;
    },
  });
  const help = role === 'embeddings' ? texts.meaningTestHelp : texts.testHelp;
  const idle = isSaved ? help : texts.unsaved;
  return (
    <section className="test" aria-label={texts.test}>
      <div className="head-line">
        <p className="help">{testing.isPending ? texts.testing : idle}</p>
        <button
          type="button"
          className="plain"
          disabled={testing.isPending || !isSaved}
          onClick={() => testing.mutate()}
        >
          {texts.test}
        </button>
      </div>
      {testing.error !== null && <Problem problem={testing.error} />}
      {testing.data?.length === 0 && <p role="status">{texts.meaningNone}</p>}
      <ul className="reports" aria-live="polite">
        {(testing.data ?? []).map((report) => (
          <li key={report.provider}>
            <StatusPill tone={report.ok ? 'good' : 'bad'}>{report.provider}</StatusPill>
            <span>{wordsOf(report)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const wordsOf = ({ ok, firstMs, totalMs, audioMs, dimensions, text, remedy }: Report): string => {
  const texts = SETTINGS.providers;
  return [
    ok ? texts.ok : texts.bad,
    ...(firstMs === undefined ? [] : [texts.first(firstMs)]),
    ...(totalMs === undefined ? [] : [texts.total(totalMs)]),
    ...(audioMs === undefined ? [] : [texts.audio(audioMs)]),
    ...(dimensions === undefined ? [] : [texts.dimensions(dimensions)]),
    ...(text === undefined ? [] : [texts.quote(text)]),
    ...(remedy === undefined ? [] : [remedyOf(remedy)]),
  ].join(', ');
};
