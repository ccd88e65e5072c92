/** Sends a read directly, with the user's session. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { Field } from '../../parts/forms/field.js';
import { useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';
import type { Operation } from './document.js';

/** Characters of an answer that are shown. */
const SHOWN = 60_000;
const DEADLINE_MS = 20_000;

interface ApiResult {
  readonly status: number;
  readonly ms: number;
  readonly text: string;
}

const addressOf = ({ path, parameters }: Operation, values: Readonly<Record<string, string>>): string => {
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const query = new URLSearchParams(
    parameters.flatMap(({ name, where }) => {
      const value = values[name] ?? '';
      return where === 'query' && value !== '' ? [[name, value]] : [];
    }),
  ).toString();
  return query === '' ? filledPath : `${filledPath}?${query}`;
};

/** Formats the text if it is JSON. */
const prettyPrinted = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

export const TryIt = ({ operation }: { readonly operation: Operation }): ReactNode => {
  const businessId = useBusinessId();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ businessId });
  const [result, setResult] = useState<ApiResult | null>(null);
  const [isSending, setSending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const texts = TEXTS.reference;
  const parameters = operation.parameters.filter(({ where }) => where !== 'header');
  const send = async (): Promise<void> => {
    setSending(true);
    setFailed(false);
    const from = performance.now();
    try {
      const response = await fetch(addressOf(operation, values), {
        credentials: 'same-origin',
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      const text = prettyPrinted(await response.text());
      setResult({ status: response.status, ms: Math.round(performance.now() - from), text });
    } catch {
      setFailed(true);
    } finally {
      setSending(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  return (
    <form className="stack try" aria-label={texts.try} onSubmit={submit}>
      <h3>{texts.try}</h3>
      <p className="help">{texts.tryHelp}</p>
      <div className="pair even">
        {parameters.map(({ name, isRequired }) => (
          <Field
            key={name}
            label={name}
            value={values[name] ?? ''}
            onChange={(value) => setValues({ ...values, [name]: value })}
            required={isRequired}
            maxLength={500}
            autoComplete="off"
          />
        ))}
      </div>
      <div>
        <button type="submit" className="main" disabled={isSending}>
          {texts.send}
        </button>
      </div>
      {hasFailed && (
        <p className="wrong" role="alert">
          {texts.failed}
        </p>
      )}
      {result !== null && (
        <section aria-label={texts.answer}>
          <p role="status">{texts.answered(result.status, result.ms)}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys. */}
          <pre className="command" tabIndex={0}>
            <code>{result.text.slice(0, SHOWN)}</code>
          </pre>
          {result.text.length > SHOWN && <p className="help">{texts.cut}</p>}
        </section>
      )}
    </form>
  );
};
