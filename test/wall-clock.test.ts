/**
 * No decision depends on the wall clock of a node, which may step: the journal's time is passed in as `now`. The files
 * below read the wall clock only for matters of this machine or of a provider.
 */
import t from 'tap';
import { productFilesWith } from './support/product-files.js';

const WALL_CLOCK = /\bDate\.now\b|new Date\(\)|\bDate\(\)/;

/** Files that may read the wall clock. A folder ends in a slash. */
const ALLOWED: readonly (readonly [path: string, why: string])[] = [
  ['actors/runtime/timekeeping/journal-clock.ts', 'measures the offset of the wall clock'],
  ['actors/runtime/timekeeping/lease-clock.ts', 'detects that the machine slept; a step has no effect'],
  ['providers/http-api.ts', 'Retry-After of a provider, as a date'],
  ['providers/streams/stream-socket.ts', 'Retry-After'],
  ['providers/speech/synthesisers/http.ts', 'Retry-After'],
  ['providers/speech/synthesisers/websocket/socket.ts', 'Retry-After'],
  ['providers/speech/sherpa/install-model.ts', 'when a model was installed on this machine'],
  ['providers/speech/smart-turn/installed.ts', 'when a model was installed on this machine'],
  ['src/commands/carrier-test.ts', 'a command without a journal'],
  ['src/cli.ts', 'a command without a journal'],
  ['src/commands/listen.ts', 'a webhook receiver, like that of a subscriber'],
  ['src/simulate/', 'a command without a journal'],
  ['src/fork/command.ts', 'a command without a journal'],
  ['src/engine/', 'starts nats-server on this machine'],
  ['views/kernel/projector/thread.ts', 'how long a thread of this process has run'],
];

t.test('only these files read the wall clock', async (t) => {
  const reading = productFilesWith(WALL_CLOCK);
  const allows = (file: string): boolean =>
    ALLOWED.some(([path]) => (path.endsWith('/') ? file.startsWith(path) : file === path));
  t.same(
    reading.filter((file) => !allows(file)),
    [],
    'pass the journal’s time in; see actors/runtime/timekeeping/journal-clock.ts',
  );
  const unused = ALLOWED.filter(([path]) => !reading.some((file) => file.startsWith(path)));
  t.same(unused, [], 'every exception is needed');
});
