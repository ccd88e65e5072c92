import fc from 'fast-check';
import t from 'tap';
import { type ConsoleSetupCommand, consoleSetup, MAX_LINKS } from '../../../actors/console-setup/index.js';
import { fold } from '../../support/actors/fold.js';

const open = (linkId: string, expiresAt: number): ConsoleSetupCommand => ({
  type: 'open',
  linkId,
  expiresAt,
});
const claim = (linkId: string, userId: string): ConsoleSetupCommand => ({ type: 'claim', linkId, userId });
const refused = { code: 'setup_link_invalid' };

t.test('a link admits one person, who may try again until the setup is finished', async (t) => {
  const folded = fold(consoleSetup);
  folded.apply(open('one', 100), 0);
  folded.apply(open('two', 100), 0);
  t.throws(() => folded.apply(claim('guessed', 'ann'), 1), refused);
  t.throws(() => folded.apply(claim('constructor', 'ann'), 1), refused, 'an inherited property is no link');
  folded.apply(claim('one', 'ann'), 1);
  folded.apply(claim('one', 'ann'), 2);
  folded.apply(claim('two', 'ann'), 2);
  t.throws(() => folded.apply(claim('one', 'bob'), 3), refused, 'another person with the same link');
  t.throws(() => folded.apply(claim('two', 'bob'), 3), refused, 'another person with another link');
  folded.apply({ type: 'finish' }, 4);
  for (const link of ['one', 'two']) t.throws(() => folded.apply(claim(link, 'ann'), 5), refused);
});

t.test('a link expires, and a service that restarts without users can be set up again', async (t) => {
  const folded = fold(consoleSetup);
  folded.apply(open('old', 100), 0);
  t.throws(() => folded.apply(claim('old', 'ann'), 100), refused);
  folded.apply(open('next', 300), 150);
  folded.apply(claim('next', 'ann'), 160);
  folded.apply(open('after a crash', 400), 200);
  folded.apply(claim('after a crash', 'bob'), 210);
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
    fc.property(commands, (script) => {
      const folded = fold(consoleSetup);
      for (const [at, command] of script.entries()) {
        try {
          folded.apply(command, at);
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
