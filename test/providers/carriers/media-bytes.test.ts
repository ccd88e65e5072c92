/** Twilio's media, read and written as bytes: the same result as through JSON, for any input. */
import fc from 'fast-check';
import t from 'tap';
import { base64Length, readBase64, writeBase64 } from '../../../providers/carriers/base64.js';
import { createMediaReader, createMediaWriter } from '../../../providers/carriers/twilio/media-bytes.js';
import { twilioDialect } from '../../../providers/carriers/twilio/media-dialect.js';
import { casesOf } from '../../support/full-run.js';

const AUDIO = Buffer.from(Uint8Array.from({ length: 160 }, (_, index) => index * 7)).toString('base64');

/** The order of keys in Twilio's documentation. */
const mediaLast = (payload: string, count = '3', stream = 'MZ18ad3ab5a668481ce02b83e7395059f0'): string =>
  `{"event":"media","sequenceNumber":"${count}","media":{"track":"inbound","chunk":"1","timestamp":"40","payload":"${payload}"},"streamSid":"${stream}"}`;
const streamFirst = (payload: string, count = '3', stream = 'MZ1'): string =>
  `{"event":"media","sequenceNumber":"${count}","streamSid":"${stream}","media":{"track":"inbound","chunk":"1","timestamp":"40","payload":"${payload}"}}`;

t.test('reads both key orders of a media message as bytes', async (t) => {
  const read = createMediaReader();
  for (const text of [mediaLast(AUDIO), mediaLast(AUDIO, '4'), streamFirst(AUDIO), streamFirst(AUDIO, '5')])
    t.match(read(Buffer.from(text)), {
      type: 'media',
      timestampMs: 40,
      payload: Buffer.from(AUDIO, 'base64'),
    });
  t.equal(read(Buffer.from(mediaLast(AUDIO, '3', 'MZ2')))?.streamId, 'MZ2', 'a different stream');
  t.equal(read(Buffer.from(streamFirst(AUDIO, '3', 'MZ21')))?.streamId, 'MZ21', 'extends the previous id');
  t.equal(read(Buffer.from(streamFirst(AUDIO, '3', 'MZ2')))?.streamId, 'MZ2', 'is a prefix of the last id');
});

t.test('the result does not share memory with the message', async (t) => {
  const read = createMediaReader();
  const message = Buffer.from(mediaLast(AUDIO));
  const media = read(message);
  message.fill(0);
  t.same(media?.payload, Buffer.from(AUDIO, 'base64'));
});

t.test('leaves messages of any other shape to the JSON reader', async (t) => {
  const read = createMediaReader();
  for (const text of [
    `${mediaLast(AUDIO)} `,
    mediaLast(AUDIO).slice(0, -1),
    mediaLast(AUDIO, '-1'),
    mediaLast(AUDIO, ''),
    mediaLast(AUDIO, '1.5'),
    mediaLast(AUDIO, '1234567890123456'),
    mediaLast(AUDIO, '3', 'MZ\\u0031'),
    mediaLast(AUDIO, '3', ''),
    mediaLast(AUDIO, '3', 'M'.repeat(65)),
    mediaLast(`${AUDIO.slice(0, -1)}*`),
    mediaLast(`*${AUDIO.slice(1)}`),
    mediaLast(AUDIO.slice(0, -1)),
    mediaLast('===='),
    mediaLast('AA=A'),
    mediaLast(AUDIO).replace('inbound', 'outbound'),
    mediaLast(AUDIO).replace('"chunk"', '"chunks"'),
    mediaLast(AUDIO).replace('","payload', '" ,"payload'),
  ])
    t.equal(read(Buffer.from(text)), null, text.slice(0, 120));
});

t.test('a message with arbitrary changes reads as it does through JSON', async (t) => {
  // JSON ignores a trailing space, but the shape does not allow it.
  const throughJson = (text: string) => twilioDialect.reader()(Buffer.from(`${text} `));
  fc.assert(
    fc.property(
      fc.constantFrom(mediaLast, streamFirst),
      fc.uint8Array({ maxLength: 330 }),
      fc.array(fc.tuple(fc.nat(500), fc.constantFrom('"', '\\', 'A', '=', ' ', '0', ',', '}', 'é')), {
        maxLength: 2,
      }),
      (shape, audio, changes) => {
        let text = shape(Buffer.from(audio).toString('base64'));
        for (const [at, character] of changes) {
          const index = at % text.length;
          text = `${text.slice(0, index)}${character}${text.slice(index + 1)}`;
        }
        const read = twilioDialect.reader();
        // Two messages, because the reader remembers the first one.
        read(Buffer.from(shape('')));
        t.same(read(Buffer.from(text)), throughJson(text));
      },
    ),
    { numRuns: casesOf(500) },
  );
});

t.test('base64 agrees with that of Node', async (_t) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(5), (bytes, at) => {
      const text = new Uint8Array(at + base64Length(bytes.length));
      const end = writeBase64(bytes, text, at);
      const expected = Buffer.from(bytes).toString('base64');
      return (
        end === text.length &&
        Buffer.from(text.subarray(at)).toString() === expected &&
        Buffer.from(readBase64(text, at, end) ?? [1]).equals(Buffer.from(bytes))
      );
    }),
  );
});

t.test('a writer reuses its message for audio of the same length, and replaces only the audio', async (t) => {
  const write = createMediaWriter('MZ"1');
  const first = write(new Uint8Array(160).fill(1));
  const text = Buffer.from(first).toString();
  t.equal(write(new Uint8Array(160).fill(2)), first, 'valid until the next write');
  t.same(JSON.parse(text), {
    event: 'media',
    streamSid: 'MZ"1',
    media: { payload: Buffer.alloc(160, 1).toString('base64') },
  });
  t.match(JSON.parse(Buffer.from(write(new Uint8Array(8).fill(3))).toString()), {
    media: { payload: Buffer.alloc(8, 3).toString('base64') },
  });
});
