/** The steps of the set-up, until all are done; each leads to the page where it is done. */
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import type { Data } from '../../api/client.js';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import styles from './home.module.css';
import { HOME } from './messages.js';

type Steps = Data<'readHome'>['setup'];

const PAGES: Readonly<Record<Steps[number]['step'], string>> = {
  provider: '/settings#providers',
  phone: '/settings#carriers',
  agent: '/agents/new',
  first_call: '/welcome',
  contacts: '/contacts/import',
  campaign: '/campaigns/new',
  colleague: '/team',
  webhook: '/webhooks/new',
};

export const SetupSteps = ({ steps }: { readonly steps: Steps }): ReactNode => {
  const id = useId();
  const texts = HOME.setup;
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{texts.title}</h2>
      <p className="quiet">{texts.progress(done, steps.length)}</p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <Step key={step.step} step={step} />
        ))}
      </ol>
    </section>
  );
};

const Step = ({ step: { step, done, simulated } }: { readonly step: Steps[number] }): ReactNode => {
  const texts = HOME.setup;
  const { name, help, action } = texts.steps[step];
  return (
    <li className={styles.line}>
      <div>
        <strong>{name}</strong>
        {(!done || simulated) && <p className="help">{help}</p>}
      </div>
      {done && (
        <StatusPill tone={simulated ? 'quiet' : 'good'}>
          {simulated ? texts.simulated : texts.done}
        </StatusPill>
      )}
      {(!done || simulated) && <Link href={PAGES[step]}>{action}</Link>}
    </li>
  );
};
