/** The API reference, built from the document that the service itself serves and enforces. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { ApiProblem } from '../../api/client.js';
import { Field } from '../../parts/forms/field.js';
import { Icon } from '../../parts/icon.js';
import { Master } from '../../parts/master.js';
import { Loading, Problem } from '../../parts/states.js';
import { TEXTS } from '../../texts.js';
import { type Operation, type Reference, referenceOf } from './document.js';
import { OperationView } from './operation-view.js';

const DOCUMENT = '/api/v1/openapi.json';
const DEADLINE_MS = 20_000;

/** @throws ApiProblem when there is no answer */
const readDocument = async (): Promise<Reference> => {
  try {
    const response = await fetch(DOCUMENT, { signal: AbortSignal.timeout(DEADLINE_MS) });
    if (response.ok) return referenceOf(await response.json());
  } catch {
    // Treated like a missing answer.
  }
  throw new ApiProblem(TEXTS.reference.failed, 'no_answer', null);
};

export const ReferencePage = ({ id }: { readonly id: string | null }): ReactNode => {
  const { data, error, refetch } = useQuery<Reference, ApiProblem>({
    queryKey: ['reference'],
    queryFn: readDocument,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const chosen = data?.operations.find((operation) => operation.id === id);
  const texts = TEXTS.reference;
  return (
    <Master
      title={texts.title}
      path="/reference"
      aside={
        <a className="plain" href={DOCUMENT}>
          {texts.document}
        </a>
      }
      list={
        <>
          {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
          {data === undefined && error === null && <Loading rows={8} />}
          {data !== undefined && <Groups reference={data} chosen={id} />}
        </>
      }
      detail={
        id === null ? null : (
          <>
            <Link className="back" href="/reference" aria-label={TEXTS.close}>
              <Icon name="close" />
            </Link>
            {data === undefined && error === null && <Loading rows={8} />}
            {chosen !== undefined && <OperationView key={chosen.id} operation={chosen} />}
            {data !== undefined && chosen === undefined && (
              <Problem problem={{ message: texts.missing, requestId: null, details: [] }} />
            )}
          </>
        )
      }
    />
  );
};

const groupsOf = (
  operations: readonly Operation[],
): readonly { readonly name: string; readonly operations: readonly Operation[] }[] =>
  [...new Set(operations.map(({ group }) => group))].map((name) => ({
    name,
    operations: operations.filter(({ group }) => group === name),
  }));

const matches = ({ id, path, summary, group }: Operation, words: readonly string[]): boolean => {
  const text = `${id} ${path} ${summary} ${group}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

const Groups = ({
  reference,
  chosen,
}: {
  readonly reference: Reference;
  readonly chosen: string | null;
}): ReactNode => {
  const [search, setSearch] = useState('');
  const groups = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return groupsOf(reference.operations.filter((operation) => matches(operation, words)));
  }, [reference, search]);
  const texts = TEXTS.reference;
  return (
    <>
      {chosen === null && (
        <p className="help">
          {texts.intro} {texts.version(reference.version)}
        </p>
      )}
      <search className="filters">
        <Field label={texts.search} type="search" value={search} onChange={setSearch} />
      </search>
      {groups.length === 0 && <p className="quiet">{texts.noMatch(search)}</p>}
      {groups.map(({ name, operations }) => (
        <section key={name} aria-label={name}>
          <h3>{name}</h3>
          <ul className="operations">
            {operations.map(({ id, method, summary }) => (
              <li key={id} className={id === chosen ? 'is-chosen' : ''}>
                <Link href={`/reference/${id}`} aria-current={id === chosen ? 'true' : undefined}>
                  <span className="method">{method}</span>
                  <strong>{id}</strong>
                  <span className="small">{summary}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
};
