/** Opus packets in an Ogg file (RFC 3533, RFC 7845). */

const SERIAL = 0x50415231;
/** Granule positions count samples at 48,000 Hz, whatever the input rate (RFC 7845 section 4). */
const GRANULE_RATE = 48_000;
const BEGIN = 2;
const END = 4;
/** A second of packets on a page: seekable, with little overhead. */
const PACKETS_ON_PAGE = 50;

export interface OpusStream {
  readonly channels: number;
  /** Rate of the input, for information, Hz. */
  readonly inputRate: number;
  /** Samples at 48,000 Hz that a decoder must drop at the start. */
  readonly preSkip: number;
  /** Samples at 48,000 Hz in each packet. */
  readonly packetSamples: number;
  /** Length of the audio itself, samples at 48,000 Hz: the end is trimmed to it. */
  readonly totalSamples: number;
}

/** The whole file. */
export const oggOpus = (stream: OpusStream, packets: readonly Buffer[]): Buffer => {
  const pages: Buffer[] = [page([opusHead(stream)], 0, 0, BEGIN), page([opusTags()], 0, 1, 0)];
  for (let at = 0; at < packets.length; at += PACKETS_ON_PAGE) {
    const group = packets.slice(at, at + PACKETS_ON_PAGE);
    const last = at + group.length >= packets.length;
    const granule = last ? stream.preSkip + stream.totalSamples : (at + group.length) * stream.packetSamples;
    pages.push(page(group, granule, pages.length, last ? END : 0));
  }
  return Buffer.concat(pages);
};

/** Samples at 48,000 Hz of a duration. */
export const granulesOf = (ms: number): number => Math.round((ms * GRANULE_RATE) / 1_000);

const opusHead = (stream: OpusStream): Buffer => {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 0, 'latin1');
  head.writeUInt8(1, 8);
  head.writeUInt8(stream.channels, 9);
  head.writeUInt16LE(stream.preSkip, 10);
  head.writeUInt32LE(stream.inputRate, 12);
  return head;
};

const opusTags = (): Buffer => {
  const vendor = Buffer.from('parley');
  const tags = Buffer.alloc(16 + vendor.length);
  tags.write('OpusTags', 0, 'latin1');
  tags.writeUInt32LE(vendor.length, 8);
  vendor.copy(tags, 12);
  return tags;
};

const page = (packets: readonly Buffer[], granule: number, sequence: number, flags: number): Buffer => {
  const lacing = packets.flatMap((packet) => [
    ...Array<number>(Math.floor(packet.length / 255)).fill(255),
    packet.length % 255,
  ]);
  const header = Buffer.alloc(27 + lacing.length);
  header.write('OggS', 0, 'latin1');
  header.writeUInt8(flags, 5);
  header.writeBigInt64LE(BigInt(granule), 6);
  header.writeUInt32LE(SERIAL, 14);
  header.writeUInt32LE(sequence, 18);
  header.writeUInt8(lacing.length, 26);
  Buffer.from(lacing).copy(header, 27);
  const whole = Buffer.concat([header, ...packets]);
  whole.writeUInt32LE(checksum(whole), 22);
  return whole;
};

/** CRC-32 with polynomial 0x04c11db7, not reflected, from 0 (RFC 3533 section 6). */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

const checksum = (bytes: Buffer): number => {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return crc;
};
