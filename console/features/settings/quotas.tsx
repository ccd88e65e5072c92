/** What the business stores and has, next to its limits. */
import type { ReactNode } from 'react';
import { useRead } from '../../api/live.js';
import { Loading, Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { SETTINGS } from './messages.js';

export const Quotas = (): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch } = useRead('listQuotas', { query: { businessId } });
  const texts = SETTINGS.quotas;
  return (
    <section aria-labelledby="settings-quotas">
      <h2 id="settings-quotas">{texts.title}</h2>
      <p className="help">{texts.help}</p>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={6} />}
      {data !== undefined && (
        <table className="rows still">
          <thead>
            <tr>
              <th scope="col">{texts.item}</th>
              <th scope="col" className="figure">
                {texts.used}
              </th>
              <th scope="col" className="figure">
                {texts.limit}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.quotas.map(({ item, used, limit }) => (
              <tr key={item}>
                <th scope="row">
                  {texts.items[item]}
                  {used >= limit && <strong> ({texts.full})</strong>}
                </th>
                <td className="figure">{texts.amount(item, used)}</td>
                <td className="figure">{texts.amount(item, limit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};
