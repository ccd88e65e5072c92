/** Prometheus metrics of session logs, of all threads of a node. */
import { Counter, type Registry } from 'prom-client';
import type { SessionLogCount } from '../../providers/session-logs/spool.js';
import type { UploadedCount } from '../../providers/session-logs/uploads.js';

export type CountSessionLogs = (count: SessionLogCount | { readonly what: UploadedCount }) => void;

/** Counts the bytes of session logs, and what becomes of the logs. */
export const sessionLogCounter = (registry: Registry): CountSessionLogs => {
  const registers = [registry];
  const bytes = new Counter({
    name: 'parley_session_log_bytes_total',
    help: 'Bytes of session logs written, compressed',
    registers,
  });
  const events = new Counter({
    name: 'parley_session_log_events_total',
    help: 'Session logs, by what became of them',
    labelNames: ['what'],
    registers,
  });
  return (count) => {
    if (count.what === 'written') bytes.inc(count.bytes);
    else events.inc({ what: count.what });
  };
};
