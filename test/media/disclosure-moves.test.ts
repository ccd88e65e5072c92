/** A call whose media resumes elsewhere, before and after its disclosure was heard. */
import t from 'tap';
import { callUnderTest, GREETING, MS_PER_CHARACTER } from './call-under-test.js';

const DISCLOSURE = 'This call is recorded.';
const DISCLOSURE_MS = DISCLOSURE.length * MS_PER_CHARACTER;

t.test(
  'media that follows before the disclosure was heard makes it, and media after that does not',
  async (t) => {
    const underTest = callUnderTest(DISCLOSURE);
    const disclosed = () => underTest.events.filter(({ type }) => type === 'call.disclosed');
    // Ids by hand begin alike, so those of turns do not tell sessions apart.
    const texts = () =>
      underTest.commands.flatMap((command) => (command.type === 'record_turn' ? [command.turn.text] : []));
    const first = underTest.media();
    underTest.connect(first);
    await underTest.pass(DISCLOSURE_MS / 2);
    await first.drain();
    t.same(disclosed(), []);
    t.same(underTest.disclosures, ['not_heard']);
    const second = underTest.media(first);
    underTest.connect(second);
    await underTest.pass(DISCLOSURE_MS + 600);
    t.match(disclosed(), [{ heard: 'acked' }]);
    t.equal(texts().at(-1), DISCLOSURE, 'whole');
    await second.drain();
    const third = underTest.media(second);
    const socket = underTest.connect(third);
    await underTest.pass(DISCLOSURE_MS + GREETING.length * MS_PER_CHARACTER);
    t.equal(disclosed().length, 1);
    t.equal(texts().filter((text) => text === DISCLOSURE).length, 1);
    t.same(underTest.disclosures, ['not_heard', 'acked']);
    socket.stop();
    await third.ended;
  },
);
