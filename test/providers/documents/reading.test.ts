/** Documents become text, whatever their names. Unreadable ones give a reason, and affect nothing else. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import {
  type DocumentLimits,
  type DocumentOutcome,
  withDefaults,
} from '../../../providers/documents/document.js';
import { parseDocument } from '../../../providers/documents/parse.js';
import { readDocument } from '../../../providers/documents/reader.js';
import { docx, docxOf, paragraph, pdf, pdfOf, pdfPage } from '../../support/files/documents.js';
import { archive, textRow, workbookParts } from '../../support/files/workbook.js';

const dir = t.testdir();
let files = 0;
const kept = (content: string | Uint8Array): string => {
  files += 1;
  const path = join(dir, `file-${files}`);
  writeFileSync(path, content);
  return path;
};

const read = (
  fileName: string,
  content: string | Uint8Array,
  limits: Partial<DocumentLimits> = {},
): Promise<DocumentOutcome> => parseDocument({ path: kept(content), fileName, limits: withDefaults(limits) });
const textOf = async (fileName: string, content: string | Uint8Array): Promise<string> => {
  const outcome = await read(fileName, content);
  return 'text' in outcome ? outcome.text : outcome.refused.code;
};
const refusalOf = async (...args: Parameters<typeof read>): Promise<string> => {
  const outcome = await read(...args);
  return 'refused' in outcome ? outcome.refused.code : `said ${outcome.text}`;
};

t.setTimeout(180_000);

t.test('extracts the text that a reader sees from each kind', async (t) => {
  t.equal(
    await textOf('rules.pdf', pdf(['We open', 'at nine.', '', 'Never on Sundays (really).'], ['Page two.'])),
    'We open\nat nine.\n\nNever on Sundays (really).\n\nPage two.',
  );
  t.equal(
    await textOf('rules.docx', await docx('We open at nine.', 'Café &amp; bar.')),
    'We open at nine.\n\nCafé & bar.',
  );
  const page = `<!DOCTYPE html><html><head><title>T</title><style>p{}</style></head><body><h1>Hours</h1>
    <p>We open <b>at&nbsp;nine</b>.</p><script>alert("x")</script><noscript>Turn it on</noscript>
    <ul><li>Monday<li>Tuesday</ul><table><tr><td>Tea</td><td>2 €</td></tr></table></body></html>`;
  t.equal(
    await textOf('rules.html', page),
    'Hours\n\nWe open at nine.\n\n* Monday\n* Tuesday\n\nTea | 2 € |',
  );
  t.equal(
    await textOf('rules.md', '# Hours\r\n\r\n\r\n\r\nWe  open\tat *nine*. \r\n'),
    '# Hours\n\nWe open at *nine*.',
  );
  t.equal(await textOf('rules.txt', Buffer.from('Jos\xe9 opens.', 'latin1')), 'José opens.');
  t.equal(await textOf('rules.txt', Buffer.from('\ufeffJosé', 'utf16le')), 'José');
  const cyrillic = Buffer.concat([
    Buffer.from('<html><meta charset="windows-1251"><p>'),
    Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
  ]);
  t.equal(await textOf('a.html', cyrillic), 'Привет');
});

t.test('the content decides the type, and the name only if the content is ambiguous', async (t) => {
  t.equal(await textOf('rules.txt', pdf(['A PDF.'])), 'A PDF.');
  t.equal(await textOf('rules.pdf', await docx('A DOCX.')), 'A DOCX.');
  t.equal(await textOf('rules.pdf', '<html><body>A page.</body></html>'), 'A page.');
  t.equal(await textOf('rules.docx', 'Plain.'), 'Plain.');
  t.equal(
    await textOf('README.md', '<p align="center">Hi</p>\n\nWe open.'),
    '<p align="center">Hi</p>\n\nWe open.',
  );
  t.equal(await textOf('part', '<p align="center">Hi</p>'), 'Hi');
});

t.test('reports why a document cannot be read', async (t) => {
  t.equal(await refusalOf('a.pdf', ''), 'file_empty');
  t.equal(await refusalOf('a.txt', ' \n\t '), 'document_without_text');
  t.equal(await refusalOf('scan.pdf', pdf([], [])), 'document_without_text');
  t.equal(await refusalOf('locked.pdf', pdfOf([pdfPage(['x'])], { encrypted: true })), 'document_encrypted');
  t.equal(await refusalOf('cut.pdf', pdf(['x']).subarray(0, 300)), 'document_damaged');
  t.equal(await refusalOf('cut.docx', (await docx('x')).subarray(0, 200)), 'document_damaged');
  t.equal(await refusalOf('no.docx', await docxOf('<w:p><w:r>')), 'document_damaged');
  t.equal(await refusalOf('a.docx', await archive(workbookParts(textRow('a')))), 'document_type_unknown');
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000_000)]);
  t.equal(await refusalOf('a.doc', old), 'document_type_unknown');
  const locked = Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le'), Buffer.alloc(500)]);
  t.equal(await refusalOf('a.docx', locked), 'document_encrypted');
  t.equal(await refusalOf('a.rtf', '{\\rtf1 Hello}'), 'document_type_unknown');
  t.equal(
    await refusalOf('a.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
    'document_type_unknown',
  );
});

t.test('reports pages without text, and reads the others', async (t) => {
  const outcome = await read('half.pdf', pdf(['One.'], [], ['Three.']));
  t.match(outcome, { text: 'One.\n\nThree.', issues: [{ code: 'pages_without_text', message: /: 2;/ }] });
});

t.test('refuses a text longer than a source may be', async (t) => {
  const limits = { maxTextCharacters: 1_000 };
  t.equal(await refusalOf('a.txt', 'word '.repeat(201), limits), 'document_too_long');
  t.equal(await refusalOf('a.txt', 'x'.repeat(4_001), limits), 'document_too_long');
  t.equal(await refusalOf('a.txt', 'ä'.repeat(300), { maxTextBytes: 599 }), 'document_too_long');
  const pages = Array.from({ length: 50 }, () => ['word '.repeat(20)]);
  t.equal(await refusalOf('a.pdf', pdf(...pages), limits), 'document_too_long');
  t.equal(await refusalOf('a.docx', await docx('word '.repeat(300)), limits), 'document_too_long');
  t.equal(await refusalOf('a.html', `<p>${'x'.repeat(500)}`, { maxMarkupBytes: 400 }), 'document_too_long');
});

/** Reads in the separate process, which monitors itself. */
const codeOf = async (
  fileName: string,
  content: Uint8Array,
  limits: Partial<DocumentLimits>,
): Promise<string> => {
  const outcome = await readDocument({ path: kept(content), fileName }, limits);
  return 'refused' in outcome ? outcome.refused.code : outcome.text;
};

t.test('a separate process reads the document and returns its text', async (t) => {
  t.equal(await codeOf('a.pdf', pdf(['We open.']), {}), 'We open.');
});

t.test('the error of a library about a damaged document is for the log, not for the issue', async (t) => {
  const cut = await readDocument({ path: kept(pdf(['x']).subarray(0, 300)), fileName: 'cut.pdf' });
  t.match(cut, { refused: { code: 'document_damaged' }, detail: /\w+: \w+/ });
  t.match(await read('no.docx', await docxOf('<w:p><w:r>')), { detail: /\w/ });
  t.match(await read('cut.docx', (await docx('x')).subarray(0, 200)), { detail: /\w/ });
  t.notOk('detail' in (await read('a.pdf', '')), 'no detail if no library failed');
});

t.test('a document that unpacks to far more than its size is stopped at its limits', async (t) => {
  const before = process.memoryUsage.rss();
  const bomb = pdfOf([Buffer.alloc(120_000_000, 'BT /F1 12 Tf (aaaa) Tj ET\n')]);
  const limits = { maxRssBytes: 300 * 1024 * 1024 };
  t.equal(await codeOf('bomb.pdf', bomb, limits), 'document_too_complex', 'by memory');
  t.equal(await codeOf('bomb.pdf', bomb, { maxCpuMs: 1_500 }), 'document_too_complex', 'by processor time');
  const zip = await docxOf(paragraph('a'.repeat(60_000_000)));
  t.equal(await refusalOf('bomb.docx', zip, limits), 'document_too_complex', 'by its declared size');
  t.ok(process.memoryUsage.rss() < before + 700 * 1024 * 1024, 'this process has not grown');
});

t.test('reading a page with endless nesting ends, with text or with a refusal', async (t) => {
  const deep = await read('deep.html', `<html>${'<div>'.repeat(100_000)}x`);
  t.ok('refused' in deep || deep.text.length < 100);
});

const READER = new URL('../../../providers/documents/reader-process.js', import.meta.url);

t.test('the process ends with its parent, however busy it is', async (t) => {
  const bomb = pdfOf([Buffer.alloc(100_000_000, 'BT /F1 12 Tf (aaaa) Tj ET\n')]);
  const job = {
    path: kept(bomb),
    fileName: 'bomb.pdf',
    limits: withDefaults({ maxRssBytes: 4e9, maxCpuMs: 120_000 }),
  };
  const child = spawn(process.execPath, [fileURLToPath(READER)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
  });
  t.teardown(() => child.kill('SIGKILL'));
  child.stdin.write(`${JSON.stringify(job)}\n`);
  await delay(1_500);
  t.equal(child.exitCode, null, 'the process is still reading');
  const left = performance.now();
  child.stdin.destroy();
  const [code] = await once(child, 'exit');
  t.equal(code, 3);
  t.ok(performance.now() - left < 5_000);
});

const misbehaving = (source: string): URL => {
  const path = `${kept('')}.mjs`;
  writeFileSync(path, source);
  return new URL(`file://${path}`);
};

t.test('a fault of ours is never blamed on the document', async (t) => {
  const file = { path: kept('text'), fileName: 'a.txt' };
  const by = (source: string) => readDocument(file, { maxWallMs: 1_000 }, misbehaving(source));
  await t.rejects(by('process.exit(7)'), /ended with 7/);
  await t.rejects(by('process.stdout.write("not JSON")'), /ended with 0/);
  await t.rejects(by('throw new Error("no")'), /ended with 1/);
  await t.rejects(
    by('process.stdout.write("x".repeat(20_000_000)); setTimeout(() => {}, 60_000)'),
    /too large/,
  );
  t.match(await by('process.kill(process.pid, "SIGKILL")'), { refused: { code: 'document_too_complex' } });
  t.match(await readDocument({ path: join(dir, 'unknown'), fileName: 'a' }).catch(String), /ended with 1/);
});

t.test('the process inherits no environment, and its arguments do not show the file name', async (t) => {
  process.env.SECRET_OF_A_TEST = 'secret-of-this-test';
  t.teardown(() => delete process.env.SECRET_OF_A_TEST);
  const leaky = misbehaving(
    'process.stdout.write(JSON.stringify({ text: JSON.stringify([process.env, process.argv]), issues: [] }), () => process.exit(0))',
  );
  const outcome = await readDocument({ path: kept(''), fileName: 'diagnosis-of-ann.pdf' }, {}, leaky);
  t.notMatch(JSON.stringify(outcome), /SECRET_OF_A_TEST|secret-of-this-test|diagnosis/);
});
