/** Structured logs: one JSON object a line, events with stable names, no customer content at `info`. */
import { pino } from 'pino';

export type { Logger } from 'pino';

/** A logger to standard output. `event` is the message key, so a line reads `{"event":"call.placed",…}`; `err` holds an error with its stack. */
export const createLogger = (
  level: string,
  destination = pino.destination({ fd: 1, sync: true }),
): pino.Logger =>
  pino(
    {
      level,
      messageKey: 'event',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
