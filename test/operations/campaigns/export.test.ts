/** The exported CSV, as spreadsheets and other programs read it. */
import { parse } from 'csv-parse/sync';
import t from 'tap';
import { exportCsv } from '../../../operations/campaigns/export.js';
import { ASSESSMENT_FAILURES } from '../../../schemas/campaigns/summary-run.js';
import type { Conclusion } from '../../../views/campaigns/index.js';

const write = async (
  rows: readonly {
    readonly name: string | null;
    readonly conclusion: string | null;
    readonly nextAction?: string;
    readonly failure?: string;
  }[],
): Promise<string> => {
  const all = rows.map(({ name, conclusion, nextAction = null, failure = '' }, index): Conclusion => {
    const id = `c${String(index).padStart(6, '0')}`;
    const contact = { contactId: id, assessedAs: id, mobile: '+14155550100', name };
    return conclusion === null
      ? { ...contact, conclusion, nextAction: null, failure }
      : { ...contact, conclusion, nextAction, failure: null };
  });
  const views = {
    conclusions: (_: string, after: string, limit: number) =>
      all.filter(({ assessedAs }) => assessedAs > after).slice(0, limit),
  };
  let text = '';
  for await (const piece of exportCsv(views, 'run')) text += piece;
  return text;
};

t.test('an export has a byte order mark, a header, and a line for each contact', async (t) => {
  const text = await write([
    { name: 'José "Pepe", Jr.', conclusion: 'Renews.\nIn May.', nextAction: 'Call' },
    { name: null, conclusion: null, failure: 'model_failed' },
    { name: null, conclusion: null, failure: 'of_a_newer_build' },
  ]);
  t.ok(text.startsWith('\uFEFF'));
  t.same(parse(text, { bom: true }), [
    ['Contact', 'AI Summary', 'Next Action'],
    ['José "Pepe", Jr. (+14155550100)', 'Renews.\nIn May.', 'Call'],
    ['c000001', '(not assessed: model_failed)', ASSESSMENT_FAILURES.model_failed],
    ['c000002', '(not assessed: of_a_newer_build)', ASSESSMENT_FAILURES.reason_not_kept],
  ]);
});

t.test('no cell begins like a formula', async (t) => {
  const evil = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")'];
  const text = await write(evil.map((name) => ({ name, conclusion: name, nextAction: name })));
  const lines: string[][] = parse(text, { bom: true });
  for (const cell of lines.flat()) t.notMatch(cell, /^[=+\-@\t\r]/, JSON.stringify(cell));
});

t.test('many contacts are exported in pieces', async (t) => {
  const text = await write(
    Array.from({ length: 2_501 }, (_, index) => ({ name: `N${index}`, conclusion: 'x' })),
  );
  const lines: string[][] = parse(text, { bom: true });
  t.equal(lines.length, 2_502);
  t.equal(new Set(lines.map(([contact]) => contact)).size, 2_502);
});
