/** The open half of the openings: no person and no screener is hung up on, and the mailboxes get their message. */
import t from 'tap';
import { parseOpenings, readOpenings } from '../../../bench/conversation/corpora.js';
import { callOpening, MESSAGE } from '../../../bench/conversation/opening-call.js';
import { linesOf, measureOpenings } from '../../../bench/conversation/openings.js';
import { halvesOf } from '../../../bench/conversation/split.js';
import { ONLY_IN_FULL_RUN } from '../../support/full-run.js';

for (const recogniser of ['finals', 'partials'] as const)
  t.test(
    `the open half, heard by a recogniser with ${recogniser}`,
    { skip: recogniser === 'partials' && ONLY_IN_FULL_RUN },
    async (t) => {
      const { open } = halvesOf(readOpenings());
      const figures = measureOpenings(open, recogniser);
      t.equal(figures.peopleHungUp, 0);
      t.equal(figures.screenersHungUp, 0);
      t.ok(figures.mailboxesFound >= 0.95 * figures.mailboxes, linesOf('', figures, true).join('\n'));
      t.ok(figures.messagesLeft >= 0.95 * figures.mailboxes, linesOf('', figures, true).join('\n'));
      t.ok(figures.announcementsFound >= 0.9 * figures.announcements, linesOf('', figures, true).join('\n'));
    },
  );

const opening = (text: string) => {
  const [found] = parseOpenings(
    'a.yaml',
    `cases: [{ id: person-en-1, language: en, kind: person, msPerWord: 300, phrases: [{ startMs: 0, text: ${JSON.stringify(text)} }],
      beep: null, expected: { verdict: person } }]`,
  );
  if (found === undefined) throw new Error('no opening');
  return found;
};
const LEAVES = { type: 'leave_message', text: MESSAGE } as const;

t.test('the model is asked about suspicious words, and never about clear ones', async (t) => {
  const asked: string[] = [];
  const judge = (words: string) => {
    asked.push(words);
    return 'voicemail' as const;
  };
  const options = { voicemail: LEAVES, recogniser: 'finals', judge } as const;
  const suspicious = callOpening(opening("Hi, you've reached Sarah Miller."), options);
  t.match(suspicious, { reason: 'voicemail', questions: 1 });
  t.same(asked, ["Hi, you've reached Sarah Miller."]);
  for (const clear of ['Hello?', 'Please leave a message after the tone.', 'Who is calling please?'])
    t.equal(callOpening(opening(clear), options).questions, 0, clear);
});
