/** Formats events as `text/event-stream` (WHATWG HTML, section 9.2 "Server-sent events"). Pure. */
import type { LiveEvent } from '../../schemas/events/live.js';

/** Caches the text of events, so that an event for many streams is serialised once. */
const written = new WeakMap<LiveEvent, string>();

const dataOf = (event: LiveEvent): string => {
  const found = written.get(event);
  if (found !== undefined) return found;
  // JSON has no line breaks of its own.
  const text = JSON.stringify(event);
  written.set(event, text);
  return text;
};

/** An event with the id from which a client resumes after it. */
export const eventText = (event: LiveEvent, id: string): string =>
  `event: ${event.type}\nid: ${id}\ndata: ${dataOf(event)}\n\n`;

/** A transient event: it has no id, and no client resumes after it. */
export const eventTextWithoutId = (event: LiveEvent): string =>
  `event: ${event.type}\ndata: ${dataOf(event)}\n\n`;

/** A comment without an event; the client stores the id. */
export const heartbeatText = (id: string): string => `: nothing new\nid: ${id}\n\n`;

/** The time after which a client reconnects, ms. */
export const retryText = (ms: number): string => `retry: ${ms}\n\n`;
