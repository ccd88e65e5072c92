/** RTP as other implementations write it, with every optional header field, and invalid packets. */
import fc from 'fast-check';
import t from 'tap';
import { createTimestamps, type RtpPacket, readRtp, writeRtp } from '../../../providers/legs/rtp.js';
import { casesOf } from '../../support/full-run.js';

const packet: RtpPacket = {
  payloadType: 100,
  marker: true,
  sequence: 65_535,
  timestamp: 4_294_967_295,
  ssrc: 3_000_000_000,
  payload: Uint8Array.of(1, 2, 3),
};

t.test('reads the packets that it writes', async (t) => {
  const bytes = writeRtp(packet);
  t.equal(Buffer.from(bytes).toString('hex'), '80e4ffffffffffffb2d05e00010203');
  t.same(readRtp(bytes), packet);
  fc.assert(
    fc.property(
      fc.record({
        payloadType: fc.nat(63),
        marker: fc.boolean(),
        sequence: fc.nat(65_535),
        timestamp: fc.nat(4_294_967_295),
        ssrc: fc.nat(4_294_967_295),
        payload: fc.uint8Array(),
      }),
      (some) => {
        t.same(readRtp(writeRtp(some)), some);
      },
    ),
    { numRuns: casesOf(200) },
  );
});

t.test('sources, an extension and padding are not part of the payload', async (t) => {
  const header = Buffer.from(writeRtp({ ...packet, payload: new Uint8Array(0) }));
  const sources = Buffer.from('0000000100000002', 'hex');
  const extension = Buffer.from('bede000110aa0000', 'hex');
  const withAll = Buffer.concat([
    Buffer.of((header[0] ?? 0) | 0x30 | 2),
    header.subarray(1),
    sources,
    extension,
    Buffer.of(1, 2, 3),
    Buffer.of(0, 0, 3),
  ]);
  t.same(readRtp(withAll)?.payload, Uint8Array.of(1, 2, 3));
});

t.test('refuses invalid packets', async (t) => {
  const rtcp = Buffer.from('80c80006b2d05e00', 'hex');
  const bytes = Buffer.from(writeRtp(packet));
  const changed = (at: number, value: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy[at] = value;
    return copy;
  };
  t.equal(readRtp(Buffer.concat([rtcp, Buffer.alloc(20)])), null, 'RTCP on the same port');
  t.equal(readRtp(bytes.subarray(0, 11)), null, 'too short');
  t.equal(readRtp(changed(0, 0x40)), null, 'another version');
  t.equal(readRtp(changed(0, 0x90)), null, 'a missing extension');
  t.equal(readRtp(changed(0, 0x8f)), null, 'missing sources');
  t.equal(readRtp(Buffer.concat([changed(0, 0xa0), Buffer.of(200)])), null, 'more padding than data');
  t.equal(readRtp(Buffer.concat([changed(0, 0xa0), Buffer.of(0)])), null, 'padding of length 0');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (some) => {
      readRtp(some);
    }),
  );
});

t.test('timestamps continue when the RTP clock wraps', async (t) => {
  const { msOf } = createTimestamps(48_000);
  t.equal(msOf(4_294_967_295 - 959), 0);
  t.equal(msOf(0), 20);
  t.equal(msOf(960), 40);
  t.equal(msOf(0), 20, 'a packet that arrives late');
  t.equal(msOf(960 * 3), 80);
});
