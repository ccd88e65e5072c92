/** Suppressions: a searchable list, adding, removing, import and export. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiProblem, addressOf, callApi, type Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Time } from '../../ui/format.js';
import { Field } from '../../ui/forms/field.js';
import { MoreButton } from '../../ui/more-button.js';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { SUPPRESSIONS } from './messages.js';
import { NewSuppression } from './new-suppression.js';
import { SuppressionFile } from './suppression-file.js';

type Suppression = Data<'listSuppressions'>['suppressions'][number];

const texts = SUPPRESSIONS;

export const SuppressionsPage = (): ReactNode => {
  const businessId = useBusinessId();
  const [search, setSearch] = useState('');
  const searchText = search.trim();
  const list = usePages('listSuppressions', {
    query: { businessId, limit: 50, ...(searchText === '' ? {} : { search: searchText }) },
  });
  const { data, error, refetch } = list;
  const suppressions = data?.pages.flatMap((page) => page.suppressions) ?? [];
  return (
    <div className="page settings-page">
      <h1>{texts.title}</h1>
      <p>{texts.help}</p>
      <IfAllowed operation="addSuppressions">
        <NewSuppression />
      </IfAllowed>
      <IfAllowed operation="importSuppressions">
        <SuppressionFile />
      </IfAllowed>
      <p>
        <a className="plain" href={addressOf('exportSuppressions', { query: { businessId } })} download>
          {texts.export}
        </a>
      </p>
      <Field label={texts.search} type="search" value={search} onChange={setSearch} maxLength={64} />
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && suppressions.length === 0 && (
        <Empty title={searchText === '' ? texts.none : texts.noMatch(searchText)}>
          {searchText === '' && <p>{texts.noneHelp}</p>}
        </Empty>
      )}
      <ul className="people">
        {suppressions.map((suppression) => (
          <Row key={suppression.id} suppression={suppression} />
        ))}
      </ul>
      <MoreButton list={list} />
    </div>
  );
};

const Row = ({
  suppression: { id, address, purpose, source, reason, status, createdAt },
}: {
  readonly suppression: Suppression;
}): ReactNode => {
  const businessId = useBusinessId();
  const removing = useMutation<unknown, ApiProblem>({
    mutationFn: () => callApi('removeSuppression', { path: { suppressionId: id }, body: { businessId } }),
  });
  return (
    <li>
      <div className="who">
        <strong>{address}</strong>
        {status === 'suppressing' && (
          <>
            {' '}
            <StatusPill tone="waits">{texts.suppressing}</StatusPill>
          </>
        )}
        <small>
          {texts.purposes[purpose]} · {texts.sources[source]} · <Time at={createdAt} />
        </small>
        {reason !== '' && <small>{reason}</small>}
        {removing.error !== null && <Problem problem={removing.error} />}
      </div>
      <IfAllowed operation="removeSuppression">
        <div className="actions">
          <button
            type="button"
            className="plain quiet-danger"
            aria-label={texts.removeLabel(address)}
            disabled={removing.isPending}
            onClick={() => removing.mutate()}
          >
            {texts.remove}
          </button>
        </div>
      </IfAllowed>
    </li>
  );
};
