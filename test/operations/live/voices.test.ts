/** Voice activity, from media sessions to the pages that show it, over a real nats-server. */
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { createVoices, type Voices } from '../../../media/operators/voices.js';
import { createVoiceFeed, interestIn, voicesSubject } from '../../../operations/live/voices.js';
import { pcmToMulaw } from '../../../providers/speech/dsp/g711.js';
import type { CallVoices, LiveEvent } from '../../../schemas/events/live.js';
import { startNats } from '../../../testkit/nats/server.js';
import { until } from '../../../testkit/until.js';
import { problemOfLive } from '../../support/live-events.js';

t.setTimeout(60_000);

const BUSINESS = '00000000-0000-4000-8000-00000000b001';
const callNumber = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const LOUD = Uint8Array.from({ length: 160 }, (_, at) => pcmToMulaw(Math.round(20_000 * Math.sin(at / 3))));
const logger = pino({ level: 'silent' });

const nats = await startNats(t);
const media = await connect({ servers: nats.url });
const front = await connect({ servers: nats.url });
t.teardown(async () => {
  await media.close();
  await front.close();
});
const feed = createVoiceFeed({ nc: front, now: Date.now, logger });
/** Messages as they were sent over the wire. */
const wire: string[] = [];
front.subscribe(voicesSubject('*'), { callback: (_, message) => void wire.push(message.string()) });
await front.flush();

interface Follower {
  readonly events: readonly LiveEvent[];
  /** The updates of a call. */
  voicesOf(callId: string): readonly CallVoices[];
  /** The last update of a call. */
  last(callId: string): CallVoices | undefined;
  readonly stop: () => void;
}

const follow = (): Follower => {
  const events: LiveEvent[] = [];
  const stop = feed.follow(BUSINESS, (event) => void events.push(event));
  const voicesOf = (callId: string): readonly CallVoices[] =>
    events
      .flatMap((event) => (event.type === 'call.voices' ? event.calls : []))
      .filter((voices) => voices.callId === callId);
  return {
    events,
    voicesOf,
    last: (callId) => voicesOf(callId).at(-1),
    stop,
  };
};

/** Feeds speech, as a call does fifty times a second, until `isReached` holds. */
const speaks = (voice: ReturnType<Voices['join']>, isReached: () => boolean): Promise<true> =>
  until('the speech arrives', () => {
    for (let piece = 0; piece < 3; piece += 1) voice.heard('customer', LOUD);
    return isReached() || undefined;
  });

t.test('speech without a follower is not published, not even later', async (t) => {
  const voices = createVoices({ nc: media, logger });
  const voice = voices.join(BUSINESS, callNumber(1), () => 'hello');
  for (let piece = 0; piece < 9; piece += 1) voice.heard('customer', LOUD);
  const follower = follow();
  await until('the words arrive', () => follower.last(callNumber(1)));
  t.match(follower.events[0], { calls: [{ customer: 0, agent: 0, words: 'hello' }] });
  t.equal(problemOfLive(follower.events[0]), null, 'the event fits its schema');
  follower.stop();
  voice.leave();
});

t.test('speech and the silence after it are published', async (t) => {
  const voices = createVoices({ nc: media, logger });
  let words = '';
  const voice = voices.join(BUSINESS, callNumber(2), () => words);
  const follower = follow();
  await speaks(voice, () => follower.last(callNumber(2))?.customer === 4);
  words = `${'never heard '.repeat(50)}the end`;
  await until('the words arrive', () => follower.last(callNumber(2))?.words.endsWith('the end'));
  t.equal(follower.last(callNumber(2))?.words.length, 300, 'only the end of the words');
  words = '';
  await until('the call is silent', () => {
    const last = follower.last(callNumber(2));
    return last?.customer === 0 && last.words === '';
  });
  const publishedCount = follower.voicesOf(callNumber(2)).length;
  words = 'so';
  await until('the new words arrive', () => follower.last(callNumber(2))?.words === 'so');
  t.equal(follower.voicesOf(callNumber(2)).length, publishedCount + 1, 'silence was published once');
  voice.leave();
  await until('an ended call is silent', () => follower.last(callNumber(2))?.words === '');
  follower.stop();
});

t.test('200 calls share one message per half second', async (t) => {
  const voices = createVoices({ nc: media, logger });
  let round = 0;
  const all = Array.from({ length: 200 }, (_, number) =>
    voices.join(BUSINESS, callNumber(100 + number), () => `round ${round}`),
  );
  const followers = Array.from({ length: 50 }, follow);
  await until('the first round arrives', () => followers[0]?.last(callNumber(299)));
  wire.length = 0;
  round = 1;
  await until('the second round arrives', () =>
    all.every((_, number) => followers[49]?.last(callNumber(100 + number))?.words === 'round 1'),
  );
  t.ok(wire.length <= 2, `${wire.length} messages`);
  const first = followers[0]?.events.at(-1);
  t.ok(
    followers.every(({ events }) => events.at(-1) === first),
    'all followers get the same event',
  );
  for (const { stop } of followers) stop();
  for (const voice of all) voice.leave();
});

t.test('invalid messages are ignored, and valid messages after them are published', async (t) => {
  const follower = follow();
  await front.flush();
  media.publish(voicesSubject(BUSINESS), 'no json');
  media.publish(voicesSubject(BUSINESS), JSON.stringify({ calls: [{ callId: 1 }] }));
  media.publish(
    voicesSubject(BUSINESS),
    JSON.stringify({ calls: [{ callId: callNumber(9), customer: 1, agent: 0, words: '' }] }),
  );
  t.match(await until('the valid message arrives', () => follower.last(callNumber(9))), { customer: 1 });
  follower.stop();
});

t.test('followers share one interest, which lasts while any of them remains', async (t) => {
  const heard: string[] = [];
  media.subscribe(interestIn('*'), { callback: (_, { subject }) => void heard.push(subject) });
  await media.flush();
  const [first, second] = [follow(), follow()];
  await until('the interest is announced', () => heard.length > 0);
  t.same(heard, [interestIn(BUSINESS)], 'once for both followers');
  first.stop();
  first.stop();
  media.publish(
    voicesSubject(BUSINESS),
    JSON.stringify({ calls: [{ callId: callNumber(10), customer: 1, agent: 0, words: '' }] }),
  );
  await until('the other follower gets the event', () => second.last(callNumber(10)));
  t.equal(first.last(callNumber(10)), undefined);
  second.stop();
});
