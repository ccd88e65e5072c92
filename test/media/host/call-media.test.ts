/** Sockets that drop and return, stalled journals, failing sessions: no words are lost, and the line is served. */
import t from 'tap';
import type { RecognitionEvent } from '../../../providers/speech/recogniser.js';
import { until } from '../../../testkit/until.js';
import { callUnderTest, GREETING, MS_PER_CHARACTER } from './call-under-test.js';

const types = (commands: readonly { readonly type: string }[]) => commands.map(({ type }) => type);
const final = (text: string): RecognitionEvent => ({
  type: 'final',
  text,
  startMs: 0,
  endMs: 400,
  confidence: 1,
  endOfUtterance: true,
});

t.test('a hang-up during speech finalises the transcript before the media is detached', async (t) => {
  const underTest = callUnderTest();
  const media = underTest.media();
  const socket = underTest.connect(media);
  await underTest.pass(1_000);
  underTest.lastWords = final('no thank you');
  socket.stop();
  await media.ended;
  t.same(types(underTest.commands), [
    'attach_media',
    'begin_greeting',
    'record_turn',
    'record_turn',
    'detach_media',
  ]);
  t.match(
    underTest.commands.flatMap((command) => (command.type === 'record_turn' ? [command.turn] : [])),
    [
      { speaker: 'assistant', interrupted: true },
      { speaker: 'customer', text: 'no thank you' },
    ],
  );
});

t.test('a drain finalises the transcript before the media is detached', async (t) => {
  const underTest = callUnderTest();
  const media = underTest.media();
  const socket = underTest.connect(media);
  await underTest.pass(1_000);
  await media.drain();
  t.equal(socket.closed(), 1001);
  t.same(types(underTest.commands).slice(-2), ['record_turn', 'detach_media']);
});

t.test('a socket that does not return within five seconds finalises the transcript', async (t) => {
  const underTest = callUnderTest();
  const media = underTest.media();
  const socket = underTest.connect(media);
  await underTest.pass(1_000);
  socket.drop();
  await underTest.pass(4_900);
  t.notOk(media.ending(), 'the socket may still return');
  await underTest.pass(200);
  await media.ended;
  t.same(types(underTest.commands).slice(-2), ['record_turn', 'detach_media']);
});

t.test('a call whose journal stalls while media attaches does not count as resumed', async (t) => {
  const underTest = callUnderTest();
  underTest.stall();
  const media = underTest.media();
  const socket = underTest.connect(media);
  for (let at = 0; at < 3_000; at += 20) {
    socket.audio(at);
    await underTest.pass(20);
  }
  t.equal(socket.frames(), 0);
  underTest.flow();
  await underTest.pass(200);
  t.ok(socket.frames() > 0, 'the agent greets');
  t.equal(underTest.writtenMs(), 3_000, 'audio from before the attachment is recognised');
  await underTest.pass(GREETING.length * MS_PER_CHARACTER + 300);
  t.match(
    underTest.commands.flatMap((command) => (command.type === 'record_turn' ? [command.turn] : [])),
    [{ text: GREETING, interrupted: false }],
  );
  socket.stop();
  await media.ended;
});

t.test('a socket that returns while its session ends gets a new one after the transcript', async (t) => {
  const underTest = callUnderTest();
  const first = underTest.media();
  const socket = underTest.connect(first);
  await underTest.pass(GREETING.length * MS_PER_CHARACTER + 300);
  underTest.emit(final('hours'));
  await underTest.pass(1_000);
  underTest.stall();
  const drained = first.drain();
  t.ok(first.ending());
  t.equal(socket.closed(), 1001);
  const second = underTest.media(first);
  const again = underTest.connect(second);
  await underTest.pass(100);
  t.equal(again.frames(), 0, 'the new session waits for the first transcript');
  underTest.flow();
  await drained;
  await underTest.pass(300);
  const written = types(underTest.commands);
  t.ok(written.lastIndexOf('attach_media') > written.indexOf('detach_media'), written.join(' '));
  t.ok(again.frames() > 0, 'the interrupted answer is repeated');
  t.notOk(types(underTest.events).slice(-1)[0] === 'call.greeting_begun', 'the agent does not greet again');
  again.stop();
  await second.ended;
});

t.test('a session that fails ends its own call with a reason', async (t) => {
  const underTest = callUnderTest();
  underTest.breakNext = true;
  const media = underTest.media();
  const socket = underTest.connect(media);
  await underTest.pass(100);
  await media.ended;
  t.equal(socket.closed(), 1011);
  t.match(
    underTest.commands.find(({ type }) => type === 'hang_up'),
    { by: 'system', reason: 'internal' },
  );
  t.equal(types(underTest.commands).at(-1), 'detach_media');
});

t.test('a session ends if a restored journal does not know its call', async (t) => {
  const underTest = callUnderTest();
  const media = underTest.media();
  const socket = underTest.connect(media);
  await underTest.pass(1_000);
  underTest.forget();
  await underTest.pass(GREETING.length * MS_PER_CHARACTER);
  t.equal(socket.closed(), 1008);
  await media.ended;
});

t.test('a socket whose peer is gone without closing it gives way to the next one', async (t) => {
  const underTest = callUnderTest();
  const media = underTest.media();
  const first = underTest.connect(media);
  await underTest.pass(GREETING.length * MS_PER_CHARACTER + 300);
  for (let at = 0; at < 600; at += 20) {
    first.audio(at);
    await underTest.pass(20);
  }
  first.vanish();
  await underTest.pass(980);
  t.ok(media.connected(), 'a message arrived within the last second');
  await underTest.pass(60);
  t.notOk(media.connected());
  const second = underTest.connect(media);
  t.equal(first.closed(), 1001);
  t.ok(media.connected());
  await underTest.pass(100);
  const heard = underTest.writtenMs();
  first.audio(600);
  first.stop();
  await underTest.pass(100);
  t.equal(underTest.writtenMs(), heard, 'late messages of the old socket are ignored');
  t.notOk(media.ending());
  second.audio(0);
  await underTest.pass(100);
  t.ok(underTest.writtenMs() > heard, 'audio of the new socket is recognised');
  const before = second.frames();
  underTest.emit(final('hours'));
  await underTest.pass(1_500);
  t.ok(second.frames() > before, 'the agent answers on the new socket');
  t.equal(first.closed(), 1001);
  t.equal(
    types(underTest.commands).filter((type) => type === 'attach_media').length,
    1,
    'the session stays the same',
  );
  t.notOk(types(underTest.commands).includes('detach_media'));
  second.stop();
  await media.ended;
});

t.test(
  'a socket that never started gives way, and its silence does not count against the next socket',
  async (t) => {
    const underTest = callUnderTest();
    const media = underTest.media();
    const closes: number[] = [];
    media.connect(
      {
        send: () => true,
        cork: (work) => work(),
        close: (code) => closes.push(code),
        bufferedBytes: () => 0,
      },
      Promise.resolve(false),
    );
    t.ok(media.connected(), 'the socket has just opened');
    await underTest.pass(1_000);
    t.ok(media.connected());
    await underTest.pass(20);
    t.notOk(media.connected());
    const second = underTest.connect(media);
    await underTest.pass(200);
    t.same(closes, [1001]);
    t.ok(second.frames() > 0, 'the agent greets');
    second.stop();
    await media.ended;
  },
);

t.test('a socket that takes over while the session attaches gets the session', async (t) => {
  const underTest = callUnderTest();
  underTest.stall();
  const media = underTest.media();
  const first = underTest.connect(media);
  await underTest.pass(1_100);
  const second = underTest.connect(media);
  await underTest.pass(100);
  underTest.flow();
  await underTest.pass(300);
  t.equal(first.closed(), 1001);
  t.equal(first.frames(), 0);
  t.ok(second.frames() > 0);
  t.same(types(underTest.commands).slice(0, 2), ['attach_media', 'begin_greeting']);
  second.stop();
  await media.ended;
});

t.test('audio that arrives while other nodes are asked about the call is recognised', async (t) => {
  const underTest = callUnderTest();
  const media = underTest.media();
  let answer: (taken: boolean) => void = () => undefined;
  const socket = underTest.connect(
    media,
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  for (let at = 0; at < 400; at += 20) {
    socket.audio(at);
    await underTest.pass(20);
  }
  t.same(types(underTest.commands), [], 'nothing is attached before the other nodes answer');
  answer(false);
  await underTest.pass(100);
  t.equal(underTest.writtenMs(), 400);
  t.ok(socket.frames() > 0, 'the agent greets');
  socket.stop();
  await media.ended;
});

t.test('audio that was read late is recorded at the time it was said', async (t) => {
  const underTest = callUnderTest();
  const media = underTest.media();
  const epoch = underTest.now();
  const first = underTest.connect(media);
  await underTest.pass(500);
  first.drop();
  await underTest.pass(1_000);
  let answer: (taken: boolean) => void = () => undefined;
  const second = underTest.connect(
    media,
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  // The thread was busy: a quarter of a second of audio is read at once, the last frame on time.
  for (let at = 0; at <= 240; at += 20) second.audio(at);
  const readAt = underTest.now();
  await underTest.pass(60);
  answer(false);
  await underTest.pass(20);
  t.equal(underTest.recordedAt.at(-1), readAt - epoch);
  t.equal(underTest.recordedAt.at(0), readAt - epoch - 240);
  second.stop();
  await media.ended;
});

t.test('a call whose live socket is on another node is not attached', async (t) => {
  const underTest = callUnderTest();
  const media = underTest.media();
  const socket = underTest.connect(media, Promise.resolve(true));
  await underTest.pass(100);
  await media.ended;
  t.equal(socket.closed(), 1008);
  t.equal(socket.frames(), 0);
  t.same(types(underTest.commands), []);
});

t.test('a socket for an ended call is closed after it opens, with nothing attached', async (t) => {
  const underTest = callUnderTest();
  underTest.command({ type: 'cancel' });
  const before = underTest.events.length;
  const media = underTest.media();
  const socket = underTest.connect(media);
  await underTest.pass(100);
  await media.ended;
  t.equal(socket.closed(), 1008);
  t.equal(socket.frames(), 0);
  t.equal(underTest.events.length, before, 'nothing is committed');
});

t.test('a session that waits for its socket does not continue after its call has ended', async (t) => {
  const underTest = callUnderTest();
  const media = underTest.media();
  const first = underTest.connect(media);
  await underTest.pass(GREETING.length * MS_PER_CHARACTER + 300);
  first.drop();
  await underTest.pass(1_000);
  underTest.command({ type: 'hang_up', by: 'system', reason: 'internal' });
  const second = underTest.connect(media);
  await underTest.pass(200);
  t.equal(second.closed(), 1008);
  t.equal(second.frames(), 0);
  await media.ended;
  t.equal(types(underTest.commands).at(-1), 'detach_media');
});

t.test('a session that waits for its socket continues while the journal is unavailable', async (t) => {
  const underTest = callUnderTest();
  const media = underTest.media();
  const first = underTest.connect(media);
  await underTest.pass(500);
  first.drop();
  await underTest.pass(1_000);
  underTest.stall();
  const second = underTest.connect(media);
  await until('the agent speaks again', async () => {
    second.audio(0);
    await underTest.pass(20);
    return second.frames() > 0;
  });
  t.equal(second.closed(), null);
  underTest.flow();
  second.stop();
  await media.ended;
});

/** A provider's stream that fails before its first item. */
async function* failing(message: string): AsyncGenerator<never> {
  yield* [];
  throw new Error(message);
}

t.test('logs why a provider failed during a call', async (t) => {
  const underTest = callUnderTest();
  underTest.synthesiser = {
    ...underTest.synthesiser,
    synthesise: () => failing('the voice is out of order'),
  };
  const media = underTest.media();
  const socket = underTest.connect(media);
  await underTest.pass(1_000);
  t.match(underTest.logged, [
    { event: 'media.provider_failed', what: 'speech', err: { message: 'the voice is out of order' } },
  ]);
  socket.stop();
  await media.ended;

  const second = callUnderTest();
  second.model = {
    ...second.model,
    respond: () => failing('the model has no answer'),
  };
  const conversation = second.media();
  const line = second.connect(conversation);
  await second.pass(3_000);
  second.emit(final('what are your opening hours'));
  await second.pass(1_000);
  t.ok(
    second.logged.some(
      ({ event, what, err }) =>
        event === 'media.provider_failed' && what === 'model' && err?.message === 'the model has no answer',
    ),
  );
  second.emit({ type: 'failed', reason: 'the recogniser has no ear' });
  await second.pass(100);
  t.ok(
    second.logged.some(
      ({ event, what, err }) =>
        event === 'media.provider_failed' &&
        what === 'recognition' &&
        err?.message === 'the recogniser has no ear',
    ),
  );
  line.stop();
  await conversation.ended;
});
