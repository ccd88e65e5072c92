/** Reviews a version: what it would change, and the meaning of its columns. It is then activated or left. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiProblem, callApi } from '../../api/client.js';
import { Callout } from '../../ui/Callout/Callout.js';
import { formatNumber } from '../../ui/i18n/language.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { DATA_SOURCES } from './messages.js';
import type { Agent, Ingestion, Source } from './source.js';
import styles from './source-forms.module.css';

type Column = Ingestion['columns'][number];
type ColumnType = Column['type'];

/** A column as the reviewer has set it. */
type ReviewedColumn = Pick<Column, 'column' | 'fieldKey' | 'type' | 'include' | 'key' | 'dateOrder'>;
type DateOrder = NonNullable<Column['dateOrder']>;

interface ReviewProps {
  readonly source: Source;
  readonly users: readonly Agent[];
  readonly ingestion: Ingestion;
  readonly onClose: () => void;
}

export const Review = ({ source, users, ingestion, onClose }: ReviewProps): ReactNode => {
  const businessId = useBusinessId();
  const [columns, setColumns] = useState<readonly ReviewedColumn[]>(() =>
    ingestion.columns.map(({ column, fieldKey, type, include, key, dateOrder }) => ({
      column,
      fieldKey,
      type,
      include,
      key,
      ...(dateOrder === undefined ? {} : { dateOrder }),
    })),
  );
  const texts = DATA_SOURCES;
  const activating = useMutation<void, ApiProblem>({
    mutationFn: async () => {
      const body = {
        businessId,
        ingestionId: ingestion.ingestionId,
        activate: true,
        ...(source.class === 'structured' ? { columns } : {}),
      };
      await callApi('reviewIngestion', { body });
    },
  });
  const change = (column: string, next: Partial<ReviewedColumn>): void =>
    setColumns(columns.map((reviewed) => (reviewed.column === column ? { ...reviewed, ...next } : reviewed)));
  const chooseKey = (column: string): void =>
    setColumns(columns.map((reviewed) => ({ ...reviewed, key: reviewed.column === column })));
  const isOpen = source.class === 'structured' && columns.some((column) => hasOpenOrder(ingestion, column));
  return (
    <section className="stack" aria-label={texts.review}>
      {source.class === 'structured' && (
        <>
          <Changes source={source} users={users} ingestion={ingestion} columns={columns} />
          <Columns ingestion={ingestion} columns={columns} onChange={change} />
          <KeyChoice columns={columns} onChoose={chooseKey} />
        </>
      )}
      {activating.error !== null && <Problem problem={activating.error} />}
      <div className="actions">
        <p className={isOpen ? 'warns grows-quiet' : 'help grows-quiet'}>
          {isOpen ? texts.openOrder : texts.activateHelp}
        </p>
        <button type="button" className="plain" onClick={onClose}>
          {texts.leave}
        </button>
        <button
          type="button"
          className="main"
          disabled={isOpen || activating.isPending}
          onClick={() => activating.mutate()}
        >
          {texts.activate}
        </button>
      </div>
    </section>
  );
};

/** Whether its dates can be read in two ways, and their order is not chosen. */
export const hasOpenOrder = (
  { columns }: Pick<Ingestion, 'columns'>,
  { column, type, include, dateOrder }: ReviewedColumn,
): boolean =>
  include &&
  (type === 'date' || type === 'datetime') &&
  dateOrder === undefined &&
  columns.some(({ column: name, reviewReason }) => name === column && reviewReason === 'ambiguous_date');

interface ChangesProps extends Pick<ReviewProps, 'source' | 'users' | 'ingestion'> {
  readonly columns: readonly ReviewedColumn[];
}

const Changes = ({ source, users, ingestion, columns }: ChangesProps): ReactNode => {
  const texts = DATA_SOURCES;
  const before = new Map(source.fields.map(({ key, type }) => [key, type]));
  const after = new Map(
    columns.filter(({ include }) => include).map(({ fieldKey, type }) => [fieldKey, type]),
  );
  const added = [...after.keys()].filter((key) => !before.has(key));
  const removed = [...before.keys()].filter((key) => !after.has(key));
  const retyped = [...after].filter(([key, type]) => before.has(key) && before.get(key) !== type);
  const affected = users.filter((agent) =>
    agent.dataSourceVariables.some(
      ({ sourceId, fieldKey }) => sourceId === source.id && removed.includes(fieldKey),
    ),
  );
  const { counts } = ingestion;
  return (
    <Callout title={texts.changes} tone="plain" isRegion>
      <ul>
        <li>{texts.rowsChange(source.itemCount, counts.rows)}</li>
        {counts.failed > 0 && <li className="warns">{texts.refused(counts.failed)}</li>}
        {added.length > 0 && (
          <li>
            {texts.added}: <code>{added.join(', ')}</code>
          </li>
        )}
        {removed.length > 0 && (
          <li className="warns">
            {texts.removed}: <code>{removed.join(', ')}</code>
          </li>
        )}
        {retyped.length > 0 && (
          <li className="warns">
            {texts.retyped}: {retyped.map(([key, type]) => `${key} (${texts.types[type]})`).join(', ')}
          </li>
        )}
        {added.length + removed.length + retyped.length === 0 && <li>{texts.noChange}</li>}
        {affected.length > 0 && (
          <li className="warns">
            {texts.removedUsed(removed.join(', '), affected.map(({ name }) => name).join(', '))}
          </li>
        )}
      </ul>
    </Callout>
  );
};

/** Why a column needs a review, in words. */
const reviewReason = (reason: string): string =>
  new Map<string, string>(Object.entries(DATA_SOURCES.reviewReasons)).get(reason) ?? reason;

const isDateOrder = (value: string): value is DateOrder => Object.hasOwn(DATA_SOURCES.dateOrders, value);

const isType = (value: string): value is ColumnType => Object.hasOwn(DATA_SOURCES.types, value);

interface ColumnsProps {
  readonly ingestion: Ingestion;
  readonly columns: readonly ReviewedColumn[];
  readonly onChange: (column: string, next: Partial<ReviewedColumn>) => void;
}

const Columns = ({ ingestion, columns, onChange }: ColumnsProps): ReactNode => {
  const texts = DATA_SOURCES;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
    <section className="scrolls" tabIndex={0} aria-label={texts.columns}>
      <table className={`rows still ${styles.columns}`}>
        <thead>
          <tr>
            <th scope="col">{texts.use}</th>
            <th scope="col">{texts.label}</th>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.type}</th>
            <th scope="col" className="number">
              {texts.filled}
            </th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ column, fieldKey, type, include, dateOrder }) => {
            const profile = ingestion.columns.find((candidate) => candidate.column === column);
            return (
              <tr key={column}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={texts.usageOf(column)}
                    checked={include}
                    onChange={({ target }) => onChange(column, { include: target.checked })}
                  />
                </td>
                <th scope="row">
                  {column}
                  {profile?.reviewReason != null && (
                    <p className="warns wraps">{reviewReason(profile.reviewReason)}</p>
                  )}
                  {profile !== undefined && profile.misfits > 0 && (
                    <p className="warns wraps">{texts.misfits(profile.misfits)}</p>
                  )}
                </th>
                <td>
                  <input
                    aria-label={texts.fieldOf(column)}
                    value={fieldKey}
                    maxLength={64}
                    disabled={!include}
                    onChange={({ target }) => onChange(column, { fieldKey: target.value })}
                  />
                </td>
                <td>
                  <select
                    aria-label={texts.typeOf(column)}
                    value={type}
                    disabled={!include}
                    onChange={({ target }) => {
                      if (isType(target.value)) onChange(column, { type: target.value });
                    }}
                  >
                    {Object.entries(texts.types).map(([value, name]) => (
                      <option key={value} value={value}>
                        {name}
                      </option>
                    ))}
                  </select>
                  {profile?.reviewReason === 'ambiguous_date' && (type === 'date' || type === 'datetime') && (
                    <select
                      aria-label={texts.dateOrderOf(column)}
                      value={dateOrder ?? ''}
                      disabled={!include}
                      onChange={({ target }) => {
                        if (isDateOrder(target.value)) onChange(column, { dateOrder: target.value });
                      }}
                    >
                      {dateOrder === undefined && <option value="">{texts.chooseDateOrder}</option>}
                      {Object.entries(texts.dateOrders).map(([value, name]) => (
                        <option key={value} value={value}>
                          {name}
                        </option>
                      ))}
                    </select>
                  )}
                </td>
                <td className="number">{formatNumber(profile?.filled ?? 0)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
};

interface KeyChoiceProps {
  readonly columns: readonly ReviewedColumn[];
  /** Empty for no key. */
  readonly onChoose: (column: string) => void;
}

const KeyChoice = ({ columns, onChoose }: KeyChoiceProps): ReactNode => {
  const texts = DATA_SOURCES;
  const keyColumns = columns.filter(({ type, key }) => key || type === 'mobile' || type === 'uuid');
  return (
    <div className="field">
      <label>
        <span className="small">{texts.key}</span>
        <select
          value={columns.find(({ key }) => key)?.column ?? ''}
          onChange={({ target }) => onChoose(target.value)}
        >
          <option value="">{texts.noKeyChoice}</option>
          {keyColumns.map(({ column }) => (
            <option key={column} value={column}>
              {column}
            </option>
          ))}
        </select>
      </label>
      <p className="help">{texts.keyHelp}</p>
    </div>
  );
};
