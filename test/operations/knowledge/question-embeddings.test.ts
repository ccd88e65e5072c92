/** Vectors of questions: requested ahead, awaited briefly, and never a reason for an answer to fail. */
import t from 'tap';
import {
  createQuestionEmbeddings,
  type QuestionOutcome,
} from '../../../operations/knowledge/question-embeddings.js';
import type { Embedder } from '../../../providers/embeddings/embedder.js';

const VECTOR = new Float32Array([1, 0]);

const world = () => {
  const asked: (readonly string[])[] = [];
  const outcomes: QuestionOutcome[] = [];
  const failures: unknown[] = [];
  const state = { now: 0, fails: false };
  const open: (() => void)[] = [];
  const embedder: Embedder = {
    name: 'test:fixed',
    embed: async (texts) => {
      asked.push(texts);
      await new Promise<void>((resolve) => void open.push(resolve));
      if (state.fails) throw new Error('down');
      return texts.map(() => VECTOR);
    },
  };
  const questions = createQuestionEmbeddings({
    embedder,
    now: () => state.now,
    count: (outcome) => outcomes.push(outcome),
    onFailed: (error) => failures.push(error),
  });
  const answer = async (): Promise<void> => {
    for (const resolve of open.splice(0)) resolve();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { asked, outcomes, failures, state, questions, answer };
};
const question = (text: string, ...before: readonly string[]) => ({ text, before });
const LONG_MS = 20_000;

t.test('what was embedded ahead is not requested again, whatever its case and punctuation', async (t) => {
  const { questions, asked, answer, outcomes } = world();
  questions.ahead(question('where can i park', 'Hello.'));
  t.same(
    asked,
    [['where can i park', 'Hello.\nwhere can i park']],
    'with what was said before, in one request',
  );
  await answer();
  const found = await questions.vectorsOf(question('Where can I park?', 'Hello.'), 0);
  t.match(found, { model: 'test:fixed', vectors: [{ weight: 1 }, { weight: 0.5 }] });
  t.equal(asked.length, 1);
  t.same(outcomes, ['ahead']);
});

t.test('waits for a vector that is on its way, and no longer than it may', async (t) => {
  const { questions, answer, outcomes } = world();
  const found = questions.vectorsOf(question('Where?'), LONG_MS);
  await answer();
  t.match(await found, { vectors: [{ weight: 1 }] });
  t.equal(await questions.vectorsOf(question('And when?'), 10), null);
  t.same(outcomes, ['in_time', 'late']);
});

t.test('a provider that fails delays no answer, and is left alone for a while', async (t) => {
  const { questions, asked, answer, state, outcomes, failures } = world();
  state.fails = true;
  for (const text of ['One?', 'Two?', 'Three?']) {
    const found = questions.vectorsOf(question(text), LONG_MS);
    await answer();
    t.equal(await found, null);
  }
  t.equal(failures.length, 3);
  t.equal(await questions.vectorsOf(question('Four?'), LONG_MS), null, 'at once');
  t.equal(asked.length, 3);
  state.now += 10_001;
  state.fails = false;
  const found = questions.vectorsOf(question('Four?'), LONG_MS);
  await answer();
  t.ok((await found) !== null);
  t.same(outcomes, ['failed', 'failed', 'failed', 'skipped', 'in_time']);
});

t.test('words without a letter are not embedded', async (t) => {
  const { questions, asked } = world();
  t.equal(await questions.vectorsOf(question('…?'), LONG_MS), null);
  t.same(asked, []);
});

t.test('is bounded: open requests, kept vectors, and the length of a text', async (t) => {
  const { questions, asked, answer } = world();
  for (let index = 0; index < 40; index += 1) questions.ahead(question(`question ${index}`));
  t.equal(asked.length, 32);
  await answer();
  questions.ahead(question('word '.repeat(2_000)));
  t.ok((asked.at(-1)?.[0]?.length ?? 0) <= 1_500);
  await answer();
  for (let index = 0; index < 600; index += 1) {
    questions.ahead(question(`further ${index}`));
    await answer();
  }
  const before = asked.length;
  questions.ahead(question('further 0'));
  t.equal(asked.length, before + 1, 'the oldest is forgotten');
  questions.ahead(question('further 599'));
  t.equal(asked.length, before + 1);
});
