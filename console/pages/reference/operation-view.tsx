/** One operation: required access, parameters, answers, refusals, and the request itself. */
import type { ReactNode } from 'react';
import { CopyField } from '../../parts/copy-field.js';
import { useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';
import { commandOf } from './command.js';
import type { Operation } from './document.js';
import { Naming, SchemaView } from './schema-view.js';
import { TryIt } from './try-it.js';

export const OperationView = ({ operation }: { readonly operation: Operation }): ReactNode => {
  const texts = TEXTS.reference;
  const { body, successes, takesFile, bodyNote } = operation;
  const isRead = operation.method === 'GET' && successes.every(({ events }) => events === null);
  return (
    <article className="operation" aria-label={operation.id}>
      <h2>{operation.id}</h2>
      <p className="address">
        <span className="method">{operation.method}</span> <code>{operation.path}</code>
      </p>
      <p>{operation.summary}</p>
      <Access operation={operation} />
      <Parameters operation={operation} />
      {body !== null && (
        <section aria-label={texts.body}>
          <h3>{texts.body}</h3>
          {bodyNote !== null && <p className="help">{bodyNote}</p>}
          {takesFile && <p className="help">{texts.multipart}</p>}
          <SchemaView schema={body} />
        </section>
      )}
      <Command operation={operation} />
      {isRead && <TryIt key={operation.id} operation={operation} />}
      {successes.map(({ status, data, events, type }) => (
        <section key={status} aria-label={texts.answers(status)}>
          <h3>{texts.answers(status)}</h3>
          {data !== null && <SchemaView schema={data} />}
          {events !== null && (
            <>
              <p className="help">{texts.events}</p>
              <SchemaView schema={events} />
            </>
          )}
          {data === null && events === null && <p className="help">{texts.file(type)}</p>}
        </section>
      ))}
      <Refusals operation={operation} />
    </article>
  );
};

interface PartProps {
  readonly operation: Operation;
}

const Access = ({ operation: { needs, scopes, scopesIf, parameters } }: PartProps): ReactNode => {
  const texts = TEXTS.reference;
  return (
    <>
      {needs === 'nothing' && <p className="help">{texts.open}</p>}
      {needs === 'session' && <p className="help">{texts.sessionOnly}</p>}
      {needs === 'key' && (
        <dl className="facts">
          <div>
            <dt>{texts.scopes}</dt>
            <dd>
              {scopes.length === 0 ? texts.noScopes : <code>{scopes.join(', ')}</code>}
              {scopesIf.map(({ when, scopes: extraScopes }) => (
                <p key={when} className="small">
                  {texts.scopesIf(when, extraScopes.join(', '))}
                </p>
              ))}
            </dd>
          </div>
        </dl>
      )}
      {parameters.some(({ name, isRequired }) => name === 'Idempotency-Key' && isRequired) && (
        <p className="help">{texts.keyed}</p>
      )}
    </>
  );
};

const Parameters = ({ operation: { parameters } }: PartProps): ReactNode => {
  const texts = TEXTS.reference;
  if (parameters.length === 0) return null;
  const places = { path: texts.inPath, query: texts.inQuery, header: texts.inHeader };
  return (
    <section aria-label={texts.parameters}>
      <h3>{texts.parameters}</h3>
      <ul className="schema">
        {parameters.map(({ name, where, isRequired, description, schema }) => (
          <li key={`${where} ${name}`}>
            <Naming name={name} isRequired={isRequired} schema={schema} description={description} />
            <span className="small"> {places[where]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Command = ({ operation }: PartProps): ReactNode => {
  const businessId = useBusinessId();
  const texts = TEXTS.reference;
  // Only the console can send what a session needs.
  if (operation.needs === 'session') return null;
  const command = commandOf(operation, window.location.origin, businessId);
  return (
    <section aria-label={texts.curl}>
      <h3>{texts.curl}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys. */}
      <pre className="command" tabIndex={0}>
        <code>{command}</code>
      </pre>
      {operation.needs === 'key' && <p className="help">{texts.curlHelp}</p>}
      <CopyField label={texts.curl} value={command} />
    </section>
  );
};

const Refusals = ({ operation: { refusals } }: PartProps): ReactNode => {
  const texts = TEXTS.reference;
  if (refusals.length === 0) return null;
  return (
    <section aria-label={texts.errors}>
      <h3>{texts.errors}</h3>
      <dl className="refusals">
        {refusals.map(({ status, code, message }) => (
          <div key={code}>
            <dt>
              <span className="figure">{status}</span> <code>{code}</code>
            </dt>
            <dd>{message}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
