/** A call whose media resumes elsewhere before, and again after, its disclosure was heard. */
import t from 'tap';
import { callUnderTest, GREETING, MS_PER_CHARACTER } from './call-under-test.js';

const DISCLOSURE = 'This call is recorded.';
const DISCLOSURE_MS = DISCLOSURE.length * MS_PER_CHARACTER;

t.test(
  'the next session speaks a disclosure that was not heard, and later sessions do not repeat it',
  async (t) => {
    const underTest = callUnderTest(DISCLOSURE);
    const disclosed = () => underTest.events.filter(({ type }) => type === 'call.disclosed');
    // Ids of the test's counter begin alike, so turn ids do not distinguish sessions.
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
    t.equal(texts().at(-1), DISCLOSURE, 'the whole disclosure is recorded');
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
