import fc from 'fast-check';
import t from 'tap';
import { type ConsoleSetupCommand, consoleSetup, MAX_LINKS } from '../../../actors/console-setup/index.js';
import { fold } from '../../support/fold.js';

const open = (linkId: string, expiresAt: number): ConsoleSetupCommand => ({
  type: 'open',
  linkId,
  expiresAt,
});
const claim = (linkId: string, userId: string): ConsoleSetupCommand => ({ type: 'claim', linkId, userId });
const refused = { code: 'setup_link_invalid' };

t.test('a link admits one person, who may try again until the setup is finished', async (t) => {
  const folded = fold(consoleSetup);
  folded.tell(open('one', 100), 0);
  folded.tell(open('two', 100), 0);
  t.throws(() => folded.tell(claim('guessed', 'ann'), 1), refused);
  t.throws(() => folded.tell(claim('constructor', 'ann'), 1), refused, 'an inherited property is no link');
  folded.tell(claim('one', 'ann'), 1);
  folded.tell(claim('one', 'ann'), 2);
  folded.tell(claim('two', 'ann'), 2);
  t.throws(() => folded.tell(claim('one', 'bob'), 3), refused, 'another person with the same link');
  t.throws(() => folded.tell(claim('two', 'bob'), 3), refused, 'another person with another link');
  folded.tell({ type: 'finish' }, 4);
  for (const link of ['one', 'two']) t.throws(() => folded.tell(claim(link, 'ann'), 5), refused);
});

t.test('a link expires, and a service that restarts without users can be set up again', async (t) => {
  const folded = fold(consoleSetup);
  folded.tell(open('old', 100), 0);
  t.throws(() => folded.tell(claim('old', 'ann'), 100), refused);
  folded.tell(open('next', 300), 150);
  folded.tell(claim('next', 'ann'), 160);
  folded.tell(open('after a crash', 400), 200);
  folded.tell(claim('after a crash', 'bob'), 210);
  t.equal(folded.state.claimedBy, 'bob');
});

t.test('keeps a bounded number of links, and none once the setup is finished', async (t) => {
  const commands = fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('open' as const), linkId: fc.string(), expiresAt: fc.nat(100) }),
      fc.record({ type: fc.constant('claim' as const), linkId: fc.string(), userId: fc.string() }),
      fc.constant({ type: 'finish' as const }),
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(commands, (told) => {
      const folded = fold(consoleSetup);
      for (const [at, command] of told.entries()) {
        try {
          folded.tell(command, at);
        } catch {
          continue;
        }
        if (Object.keys(folded.state.links).length > MAX_LINKS) return false;
        if (command.type === 'finish' && Object.keys(folded.state.links).length > 0) return false;
      }
      return true;
    }),
  );
  t.pass();
});
