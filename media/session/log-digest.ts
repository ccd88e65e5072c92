/** Digests of a session's outputs, by which a replay is compared with the call. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { SessionOutput } from './io.js';

/**
 * A digest that distinguishes two lists of outputs; empty for none. It is computed for each input of a live call, so it is a
 * checksum: of all bytes, then of the rest as JSON.
 */
export const digest = (outputs: readonly SessionOutput[]): string =>
  outputs.length === 0 ? '' : hexOf(checksumOf(outputs));

/** As {@link digest}, as an unsigned 32-bit number; there must be outputs. */
export const checksumOf = (outputs: readonly SessionOutput[]): number => {
  let text = '';
  let checksum = 0;
  for (const output of outputs) {
    if ('payload' in output) checksum = crc32(output.payload, checksum);
    text += textOf(output);
  }
  return crc32(text, checksum);
};

/** Everything but the bytes. The outputs of every frame are written out, because JSON takes several times as long. */
const textOf = (output: SessionOutput): string => {
  switch (output.type) {
    case 'record':
      return `record ${output.track} ${output.atMs} ${output.again === true} ${output.payload.length}\n`;
    case 'recognise':
      return `recognise ${output.payload.length}\n`;
    case 'send_audio':
      return `send_audio ${output.utterance} ${output.payload.length}\n`;
    default: {
      if (!('payload' in output)) return `${JSON.stringify(output)}\n`;
      const { payload, ...rest } = output;
      return `${JSON.stringify(rest)} ${payload.length}\n`;
    }
  }
};

export const hexOf = (checksum: number): string => checksum.toString(16).padStart(8, '0');

/** Length of the digests of earlier builds. */
const EARLIER_LENGTH = 27;

/** Whether a replay's outputs are those that a log has recorded, which an earlier build may have written. */
export const isSameOutputs = (recorded: string, outputs: readonly SessionOutput[]): boolean =>
  recorded === (recorded.length === EARLIER_LENGTH ? earlierDigest(outputs) : digest(outputs));

const earlierDigest = (outputs: readonly SessionOutput[]): string =>
  outputs.length === 0
    ? ''
    : createHash('sha1')
        .update(JSON.stringify(withBase64(outputs)))
        .digest('base64url');

/** Buffers turn themselves into number lists before a replacer sees them, so bytes are replaced beforehand. */
const withBase64 = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(withBase64);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withBase64(part)]));
};
