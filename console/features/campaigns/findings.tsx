/** What was found in the calls of a campaign: verdicts, sentiments, requests and the distribution of fields. */
import type { ReactNode } from 'react';
import type { Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { formatNumber } from '../../ui/i18n/language.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { CAMPAIGNS } from './messages.js';

type Found = Data<'readCampaignFindings'>['findings'];

const texts = CAMPAIGNS.findings;

/** Nothing is shown of a campaign without analysed calls. */
export const CampaignFindings = ({ campaignId }: { readonly campaignId: string }): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch } = useRead('readCampaignFindings', {
    path: { campaignId },
    query: { businessId },
  });
  if (error !== null) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.findings.calls === 0) return null;
  const { findings } = data;
  return (
    <section aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <p className="help">{texts.help(findings.calls, findings.complete)}</p>
      <table className="data">
        <tbody>
          {rowsOf(findings).map(({ name, words }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

interface Row {
  readonly name: string;
  readonly words: string;
}

/** Names with their counts, without those that did not occur. */
const listed = (counts: readonly (readonly [name: string, count: number])[]): string =>
  counts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name}: ${formatNumber(count)}`)
    .join(', ');

const rowsOf = ({ success, criteria, sentiments, requests, fields, callBacks }: Found): readonly Row[] =>
  [
    { name: texts.success, words: texts.verdicts(success) },
    ...criteria.map(({ key, ...verdicts }) => ({ name: key, words: texts.verdicts(verdicts) })),
    {
      name: texts.sentiment,
      words: listed([
        [texts.sentiments.positive, sentiments.positive],
        [texts.sentiments.neutral, sentiments.neutral],
        [texts.sentiments.negative, sentiments.negative],
        [texts.sentiments.mixed, sentiments.mixed],
      ]),
    },
    {
      name: texts.requests,
      words: listed([
        [texts.requested.human, requests.human],
        [texts.requested.no_contact, requests.no_contact],
        [texts.requested.call_back, requests.call_back],
      ]),
    },
    {
      name: texts.callBacks,
      words: listed([
        [texts.callBackStates.planned, callBacks.planned],
        [texts.callBackStates.called, callBacks.called],
        [texts.callBackStates.declined, callBacks.declined],
      ]),
    },
    ...fields.map((field) => ({ name: field.key, words: fieldWords(field) })),
  ].filter(({ words }) => words !== '');

const fieldWords = ({ type, values, least, mean, most }: Found['fields'][number]): string => {
  if (type === 'number')
    return least === null || mean === null || most === null ? '' : texts.numbers(least, mean, most);
  return listed(
    values.map(({ value, calls }) => [
      type === 'boolean' ? texts.booleans[value === 'true' ? 'true' : 'false'] : value,
      calls,
    ]),
  );
};
