/** Chooses the events of a webhook, each with its meaning. */
import type { ReactNode } from 'react';
import { EVENTS_OF, type EventType, type WebhookChannel } from './events.js';
import { WEBHOOKS } from './messages.js';

interface EventChoiceProps {
  readonly channel: WebhookChannel;
  readonly chosen: readonly EventType[];
  readonly onChange: (chosen: readonly EventType[]) => void;
}

export const EventChoice = ({ channel, chosen, onChange }: EventChoiceProps): ReactNode => {
  const texts = WEBHOOKS;
  const all = EVENTS_OF[channel];
  const toggle = (event: EventType): void =>
    onChange(all.filter((option) => (option === event ? !chosen.includes(event) : chosen.includes(option))));
  return (
    <fieldset className="event-choice">
      <legend>{texts.events}</legend>
      <p className="help">{texts.eventsHelp}</p>
      {all.map((event) => (
        <label key={event} className="option">
          <input type="checkbox" checked={chosen.includes(event)} onChange={() => toggle(event)} />
          <span>
            <code>{event}</code>
            <span className="help">{texts.descriptions[event]}</span>
          </span>
        </label>
      ))}
      {chosen.length < all.length && (
        <button type="button" className="as-link" onClick={() => onChange(all)}>
          {texts.all}
        </button>
      )}
    </fieldset>
  );
};
