/** The kind of a document by its content, and the text of a page in the encoding that it declares. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { DocumentRefused, withDefaults } from '../../../providers/documents/document.js';
import { htmlText } from '../../../providers/documents/html.js';
import { kindOf } from '../../../providers/documents/kind.js';

const folder = t.testdir();
const fileOf = (content: string | Uint8Array): string => {
  const path = join(folder, 'document');
  writeFileSync(path, content);
  return path;
};

t.test('the content decides, and the name only where it does not', async (t) => {
  for (const [content, name, kind] of [
    ['%PDF-1.7', 'a.txt', 'pdf'],
    ['\n\n%PDF-1.4', 'a', 'pdf'],
    ['PK\u0003\u0004', 'a.docx', 'archive'],
    ['<!DOCTYPE html><p>Hi', 'a', 'html'],
    ['<?xml version="1.0"?>\n<html>', 'a.txt', 'html'],
    ['<p>Hi</p>', 'a', 'html'],
    ['<!-- a note --><p>Hi', 'a', 'html'],
    ['<p>Hi</p>', 'notes.MD', 'text'],
    ['Hi', 'page.HTML', 'html'],
    ['Hi', 'page.xhtml', 'html'],
    ['Hi', 'a.txt', 'text'],
    ['<3 is a heart', 'a', 'text'],
  ] as const)
    t.match(kindOf(fileOf(content), name), { kind }, `${JSON.stringify(content)} as ${name}`);
});

t.test('files that cannot be read are refused with their reason', async (t) => {
  const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  const encrypted = Buffer.from('EncryptedPackage', 'utf16le');
  const across = Buffer.alloc(1024 * 1024 - compound.length - 10);
  for (const [content, code] of [
    [Buffer.of(), 'file_empty'],
    [Buffer.concat([compound, Buffer.alloc(600)]), 'document_type_unknown'],
    [Buffer.concat([compound, encrypted]), 'document_encrypted'],
    // The mark lies across two parts of the file as it is read.
    [Buffer.concat([compound, across, encrypted]), 'document_encrypted'],
    [Buffer.from('{\\rtf1 Hi'), 'document_type_unknown'],
    [Buffer.of(0, 1, 2, 3, 0, 0, 7), 'document_type_unknown'],
  ] as const)
    t.throws(() => kindOf(fileOf(content), 'a'), new DocumentRefused(code), code);
});

const limits = withDefaults({ maxMarkupBytes: 10_000 });
const textOf = (content: string | Uint8Array, encoding: 'utf-8' | 'windows-1252' = 'utf-8'): string =>
  htmlText(fileOf(content), encoding, limits);

t.test('a page is the text that a reader sees', async (t) => {
  const page =
    '<h1>Prices</h1><script>evil()</script><img alt="x"><p>See <a href="https://a.example">our list</a>.</p>' +
    '<table><tr><td>Cut</td><td>$20</td></tr><tr><td>Wash</td><td>$5</td></tr></table>';
  const text = textOf(page);
  t.match(text, /^Prices\n/, 'headings keep their case');
  t.match(text, /See our list\./, 'a link is its text');
  t.match(text, /Cut \| \$20 \|\s*\n\s*Wash \| \$5 \|/, 'cells are apart');
  t.notMatch(text, /evil|alt|https/);
});

t.test('a page that declares its encoding is read in it', async (t) => {
  const page = (charset: string): Buffer =>
    Buffer.concat([
      Buffer.from(`<meta charset="${charset}"><p>`),
      Buffer.of(0xcf, 0xf0, 0xe8),
      Buffer.from('</p>'),
    ]);
  t.equal(textOf(page('windows-1251'), 'windows-1252').trim(), 'При');
  t.equal(textOf(page('no-such-charset'), 'windows-1252').trim(), 'Ïðè', 'an unknown name is ignored');
  t.equal(textOf('<meta charset="windows-1251"><p>é</p>').trim(), 'é', 'UTF-8 is what it is');
});

t.test('a page that is too long is refused', async (t) => {
  t.throws(() => textOf('x'.repeat(10_001)), new DocumentRefused('document_too_long'));
});
