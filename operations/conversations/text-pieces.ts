/** Splits a text into pieces that a channel accepts, between words where possible. */
import type { AccountChannel } from '../../schemas/channels/channel.js';
import { MAX_INSTAGRAM_TEXT_BYTES, MAX_TEXT_CHARACTERS } from '../../schemas/channels/message.js';

/** The capacity of one message, and the share of it that a character takes. */
interface SizeLimit {
  readonly max: number;
  sizeOf(character: string): number;
}

const SIZE_LIMITS: Readonly<Record<AccountChannel, SizeLimit>> = {
  whatsapp: { max: MAX_TEXT_CHARACTERS, sizeOf: (character) => character.length },
  instagram: { max: MAX_INSTAGRAM_TEXT_BYTES, sizeOf: (character) => Buffer.byteLength(character) },
};

/** Empty for a text without words. Never splits a character. */
export const textPieces = (text: string, channel: AccountChannel): readonly string[] => {
  const pieces: string[] = [];
  for (let rest = text.trim(); rest !== ''; ) {
    const fits = fitting(rest, SIZE_LIMITS[channel]);
    const space = fits === rest.length ? fits : rest.lastIndexOf(' ', fits);
    const end = space <= 0 ? fits : space;
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return pieces;
};

/** Length of the longest prefix that fits. */
const fitting = (text: string, { max, sizeOf }: SizeLimit): number => {
  let taken = 0;
  let length = 0;
  for (const character of text) {
    taken += sizeOf(character);
    if (taken > max) return length;
    length += character.length;
  }
  return length;
};
