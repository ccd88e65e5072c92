/** A log that a test reads. */
import { type Logger, pino } from 'pino';

export type LogLine = Readonly<Record<string, unknown>> & { readonly event?: string };

/** From `debug` on, in order; errors are under `err`, with type, message and stack. */
export const readableLog = (): { readonly logger: Logger; readonly lines: readonly LogLine[] } => {
  const lines: LogLine[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line));
  return { logger: pino({ level: 'debug', base: null }, { write }), lines };
};
