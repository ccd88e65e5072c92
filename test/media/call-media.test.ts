/** Sockets that come and go, a journal that stalls, sessions that fail: what was said stays, and the line is answered. */
import t from 'tap';
import type { RecognitionEvent } from '../../providers/speech/recogniser.js';
import { callUnderTest, GREETING, MS_PER_CHARACTER } from './call-under-test.js';

const types = (commands: readonly { readonly type: string }[]) => commands.map(({ type }) => type);
const final = (text: string): RecognitionEvent => ({
  type: 'final',
  ...{ text, startMs: 0, endMs: 400, confidence: 1, endOfUtterance: true },
});

t.test('a hang-up while the agent speaks: the books are closed before the media is detached', async (t) => {
  const one = callUnderTest();
  const media = one.media();
  const socket = one.connect(media);
  await one.pass(1_000);
  one.lastWords = final('no thank you');
  socket.stop();
  await media.ended;
  t.same(types(one.commands), [
    'attach_media',
    'begin_greeting',
    'record_turn',
    'record_turn',
    'detach_media',
  ]);
  t.match(
    one.commands.flatMap((command) => (command.type === 'record_turn' ? [command.turn] : [])),
    [
      { speaker: 'assistant', interrupted: true },
      { speaker: 'customer', text: 'no thank you' },
    ],
  );
});

t.test('a service that is told to stop closes its books as well', async (t) => {
  const one = callUnderTest();
  const media = one.media();
  const socket = one.connect(media);
  await one.pass(1_000);
  await media.drain();
  t.equal(socket.closed(), 1001);
  t.same(types(one.commands).slice(-2), ['record_turn', 'detach_media']);
});

t.test('a socket that stays away closes them, too', async (t) => {
  const one = callUnderTest();
  const media = one.media();
  const socket = one.connect(media);
  await one.pass(1_000);
  socket.drop();
  await one.pass(4_900);
  t.notOk(media.ending(), 'it may come back');
  await one.pass(200);
  await media.ended;
  t.same(types(one.commands).slice(-2), ['record_turn', 'detach_media']);
});

t.test('a journal that stalls while media attaches makes no call look resumed', async (t) => {
  const one = callUnderTest();
  one.stall();
  const media = one.media();
  const socket = one.connect(media);
  for (let at = 0; at < 3_000; at += 20) {
    socket.audio(at);
    await one.pass(20);
  }
  t.equal(socket.frames(), 0);
  one.flow();
  await one.pass(200);
  t.ok(socket.frames() > 0, 'it greets');
  t.equal(one.writtenMs(), 3_000, 'and has heard what was said meanwhile');
  await one.pass(GREETING.length * MS_PER_CHARACTER + 300);
  t.match(
    one.commands.flatMap((command) => (command.type === 'record_turn' ? [command.turn] : [])),
    [{ text: GREETING, interrupted: false }],
  );
  socket.stop();
  await media.ended;
});

t.test('a socket that returns while the session ends gets one that speaks, after the books', async (t) => {
  const one = callUnderTest();
  const first = one.media();
  const socket = one.connect(first);
  await one.pass(GREETING.length * MS_PER_CHARACTER + 300);
  one.tell(final('hours'));
  await one.pass(1_000);
  one.stall();
  const drained = first.drain();
  t.ok(first.ending());
  t.equal(socket.closed(), 1001);
  const second = one.media(first);
  const again = one.connect(second);
  await one.pass(100);
  t.equal(again.frames(), 0, 'not before what was said is written down');
  one.flow();
  await drained;
  await one.pass(300);
  const written = types(one.commands);
  t.ok(written.lastIndexOf('attach_media') > written.indexOf('detach_media'), written.join(' '));
  t.ok(again.frames() > 0, 'the answer that was cut off is given again');
  t.notOk(types(one.events).slice(-1)[0] === 'call.greeting_begun', 'and nobody greets twice');
  again.stop();
  await second.ended;
});

t.test('a session that fails ends its own call, with a reason', async (t) => {
  const one = callUnderTest();
  one.breakNext = true;
  const media = one.media();
  const socket = one.connect(media);
  await one.pass(100);
  await media.ended;
  t.equal(socket.closed(), 1011);
  t.match(
    one.commands.find(({ type }) => type === 'hang_up'),
    { by: 'system', reason: 'internal' },
  );
  t.equal(types(one.commands).at(-1), 'detach_media');
});

t.test('a call that a restored journal knows nothing of is not talked on with', async (t) => {
  const one = callUnderTest();
  const media = one.media();
  const socket = one.connect(media);
  await one.pass(1_000);
  one.forget();
  await one.pass(GREETING.length * MS_PER_CHARACTER);
  t.equal(socket.closed(), 1008);
  await media.ended;
});
