/** A media thread as the main thread sees it, without media; its settings' `sessionLogDir` selects its behaviour. */
import { parentPort, workerData } from 'node:worker_threads';
import { assertNever } from '../../../schemas/assert.js';
import type { FromThread, MediaThreadStart, ToThread } from '../../../src/media-threads/messages.js';

const start: MediaThreadStart = workerData;
const behaviour = start.settings.sessionLogDir;
const port = parentPort;
if (port === null) throw new Error('this is a thread of a test');
const post = (message: FromThread): void => port.postMessage([message]);
const ids = { businessId: 'b', callId: 'c' } as const;

if (behaviour === 'fails at its start' || (behaviour === 'fails in the second' && start.number === 2))
  throw new Error('the port cannot be opened');

const take = (message: ToThread): void => {
  switch (message.type) {
    case 'get_state':
      if (behaviour === 'says nothing') return;
      return post({
        type: 'state',
        id: message.id,
        state: { sessions: start.number, unsentBytes: start.port, ownDelayMs: [['0.5', 1]] },
      });
    case 'learn':
      if (message.phrases[0] === 'end') process.exit(0);
      return post({
        type: 'question',
        question: {
          type: 'knowledge',
          id: 1,
          sourceIds: message.phrases,
          question: { text: 'q', before: [] },
        },
      });
    case 'speech':
      return post({
        type: 'question',
        question: {
          ...ids,
          type: 'attach',
          id: 2,
          attachmentId: message.request.text,
          carrierCallId: 'CA',
          commandId: 'k',
        },
      });
    case 'change':
      return post({
        type: 'question',
        question: { type: 'providers', id: 3, businessId: message.setting.model.type, agentId: 'a' },
      });
    case 'answer':
      return post({
        type: 'counted',
        counts: [{ type: 'latency', measure: JSON.stringify(message.answer), ms: start.number }],
      });
    case 'hand_over':
      return post({
        type: 'counted',
        counts: [{ type: 'latency', measure: JSON.stringify('handed over'), ms: start.number }],
      });
    case 'drain':
      return process.exit(0);
    default:
      assertNever(message);
  }
};

port.on('message', (messages: readonly ToThread[]) => {
  for (const message of messages) take(message);
});
post({ type: 'ready' });
