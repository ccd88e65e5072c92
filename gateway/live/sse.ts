/** Events as `text/event-stream` has them (WHATWG HTML, section 9.2 "Server-sent events"). Pure. */
import type { LiveEvent } from '../../schemas/live.js';

/** What all streams are told of the same event is written once. */
const written = new WeakMap<LiveEvent, string>();

const dataOf = (event: LiveEvent): string => {
  const found = written.get(event);
  if (found !== undefined) return found;
  // JSON has no line breaks of its own.
  const text = JSON.stringify(event);
  written.set(event, text);
  return text;
};

/** An event, and the id with which a client goes on behind it. */
export const eventText = (event: LiveEvent, id: string): string =>
  `event: ${event.type}\nid: ${id}\ndata: ${dataOf(event)}\n\n`;

/** An event of the moment: it has no id, and nobody goes on behind it. */
export const passingText = (event: LiveEvent): string => `event: ${event.type}\ndata: ${dataOf(event)}\n\n`;

/** Nothing happened: a client keeps the id, and is told of no event. */
export const heartbeatText = (id: string): string => `: nothing new\nid: ${id}\n\n`;

/** How long a client waits before it comes again, ms. */
export const retryText = (ms: number): string => `retry: ${ms}\n\n`;
