/** Chooses the events of a webhook, each with its meaning. */
import { type ReactNode, useId } from 'react';
import { Option } from '../../ui/Option/Option.js';
import { EVENTS_OF, type EventType, type WebhookChannel } from './events.js';
import { WEBHOOKS } from './messages.js';
import styles from './webhooks.module.css';

interface EventChoiceProps {
  readonly channel: WebhookChannel;
  readonly chosen: readonly EventType[];
  readonly onChange: (chosen: readonly EventType[]) => void;
  readonly error?: string | undefined;
}

export const EventChoice = ({ channel, chosen, onChange, error }: EventChoiceProps): ReactNode => {
  const errorId = useId();
  const texts = WEBHOOKS;
  const all = EVENTS_OF[channel];
  const toggle = (event: EventType): void =>
    onChange(all.filter((option) => (option === event ? !chosen.includes(event) : chosen.includes(option))));
  return (
    <fieldset className={styles.events} aria-describedby={error === undefined ? undefined : errorId}>
      <legend>{texts.events}</legend>
      <p className="help">{texts.eventsHelp}</p>
      {all.map((event) => (
        <Option
          key={event}
          label={<code>{event}</code>}
          help={texts.descriptions[event]}
          checked={chosen.includes(event)}
          onChange={() => toggle(event)}
        />
      ))}
      {chosen.length < all.length && (
        <button type="button" className="link" onClick={() => onChange(all)}>
          {texts.all}
        </button>
      )}
      {error !== undefined && (
        <p className="wrong" id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  );
};
