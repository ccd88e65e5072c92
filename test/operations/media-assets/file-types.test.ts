/** Which files may be sent in messages, by size, type and content. */
import t from 'tap';
import { fileProblem, kindOfType, MAX_FILE_BYTES } from '../../../operations/media-assets/file-types.js';

const file = (beginning: string, size = 64): Buffer => {
  const bytes = Buffer.alloc(size, 0x20);
  bytes.write(beginning, 'latin1');
  return bytes;
};
const MP4 = '\0\0\0\x20ftypisom';

t.test('files are refused by size, type and content', async (t) => {
  const accepted = [
    ['document', 'application/pdf', '%PDF-1.7'],
    ['document', 'text/plain', 'Hello'],
    ['document', 'application/msword', '\xd0\xcf\x11\xe0'],
    ['document', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'PK\x03\x04'],
    ['video', 'video/mp4', MP4],
    ['video', 'video/3gpp', '\0\0\0\x20ftyp3gp4'],
    ['audio', 'audio/aac', '\xff\xf1'],
    ['audio', 'audio/amr', '#!AMR\n'],
    ['audio', 'audio/mpeg', 'ID3'],
    ['audio', 'audio/mp4', MP4],
    ['audio', 'audio/ogg', 'OggS    OpusHead'],
  ] as const;
  for (const [kind, type, beginning] of accepted) {
    t.equal(fileProblem(kind, type, file(beginning)), null, type);
    t.equal(kindOfType(type), kind, type);
    if (type !== 'text/plain') t.match(fileProblem(kind, type, file('<html>')), /^is not/, type);
    t.equal(fileProblem(kind, type, file(beginning, MAX_FILE_BYTES[kind])), null, `largest ${type}`);
    t.match(
      fileProblem(kind, type, file(beginning, MAX_FILE_BYTES[kind] + 1)),
      /at most/,
      `too large ${type}`,
    );
  }
  const refused = [
    ['document', 'text/plain', 'a\0b', /^is not/],
    ['audio', 'audio/ogg', 'OggS    vorbis', /Opus/],
    ['video', 'application/pdf', '%PDF-1.7', /^must be one of/],
    ['document', 'constructor', 'a', /^must be one of/],
  ] as const;
  for (const [kind, type, beginning, problem] of refused)
    t.match(fileProblem(kind, type, file(beginning)), problem, `${kind} ${type}`);
  t.match(fileProblem('document', 'text/plain', Buffer.alloc(0)), /empty/);
  t.equal(kindOfType('image/png'), 'image');
  t.equal(kindOfType('image/gif'), null);
});
