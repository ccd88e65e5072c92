/** The errors of a start that fails because of the journal's server: a code and a remedy. */
import { JetStreamApiError, jserrors } from '@nats-io/jetstream/internal';
import { errors } from '@nats-io/transport-node';
import t from 'tap';
import { asUnusable, JournalUnavailable, JournalUnusable } from '../../../actors/runtime/journal-errors.js';

const apiError = (err_code: number, description: string): JetStreamApiError =>
  new JetStreamApiError({ code: 503, err_code, description });

const cases: readonly (readonly [name: string, error: Error, remedy: RegExp])[] = [
  ['no answer', new errors.TimeoutError(), /did not answer.*Check that it is running/],
  ['no JetStream', new jserrors.JetStreamNotEnabled('jetstream is not enabled'), /that JetStream is enabled/],
  ['no leader', apiError(10_008, 'no suitable peers'), /most of its servers can reach each other/],
  ['a request that was given up', new JournalUnavailable('timeout'), /did not answer.*"timeout"/],
  ['no room', apiError(10_047, 'insufficient storage resources'), /Free space on its disk/],
  ['a damaged store', apiError(10_118, 'stream is offline'), /Restore a replica or a backup/],
];

for (const [name, error, remedy] of cases)
  t.test(`${name} ends a start with a code and a remedy`, async (t) => {
    const shown = asUnusable(error);
    t.ok(shown instanceof JournalUnusable);
    t.match(shown, { message: /^journal_unusable: nats-server / });
    t.match(shown, { message: remedy });
    t.match(shown, { cause: error });
  });

t.test('a fault of ours is not taken for one of the server', async (t) => {
  const fault = new TypeError('undefined is not a function');
  t.equal(asUnusable(fault), fault);
});
