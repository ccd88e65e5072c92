/** Starts a service on a damaged store and compares its answers with what was acknowledged before. */
import { setTimeout as delay } from 'node:timers/promises';
import { type ParleyProcess, parley, startParley } from '../../testkit/service/parley-process.js';
import { type Acknowledged, ENV, end } from './prepared.js';
import { type Answer, sender } from './requests.js';

/** The outcome of a damage. */
export type Outcome =
  /** Everything is answered as before, and can be changed. */
  | { readonly type: 'harmless' }
  /** `codes` are those of the refusals; `remedy` is what an operator reads. */
  | { readonly type: 'refused'; readonly codes: readonly string[]; readonly remedy: string }
  /** Something different from before is answered as if it were true, or nothing says what to do. */
  | { readonly type: 'served'; readonly what: readonly string[] };

/** Codes of a service that knows that something is damaged. */
const REFUSALS: ReadonlySet<string | null> = new Set([
  'record_unreadable',
  'journal_went_back',
  'journal_unavailable',
  'not_ready',
]);
/** Codes of states that pass by themselves. */
const CATCHING_UP: ReadonlySet<string> = new Set(['views_catching_up', 'views_rebuilding']);
const CATCH_UP_MS = 30_000;
const POLL_MS = 100;
const MAX_LISTED = 3;
const MAX_SHOWN = 400;

/** `isJournal` is whether the damaged file belongs to the journal, and not to another stream. */
export const observe = async (
  dataDir: string,
  before: Acknowledged,
  isJournal: boolean,
): Promise<Outcome> => {
  const errors: string[] = [];
  const service = await startParley({
    dataDir,
    env: ENV,
    onErrors: (line) => errors.push(line),
  }).catch(() => null);
  if (service === null) return startOutcome(errors.join('\n'));
  try {
    const { status, text } = await readinessOf(service);
    if (CATCHING_UP.has(codeIn(text))) return { type: 'served', what: [`never ready: ${text}`] };
    if (status !== 200) return refusal([codeIn(text)], text);
    return await compareAnswers(service, dataDir, before, isJournal);
  } finally {
    await end(service, 'killed');
  }
};

/** The answer of `/readyz` once the read models have caught up, or after {@link CATCH_UP_MS}. */
const readinessOf = async (
  service: ParleyProcess,
): Promise<{ readonly status: number; readonly text: string }> => {
  for (const until = performance.now() + CATCH_UP_MS; ; await delay(POLL_MS)) {
    const readiness = await fetch(`${service.url}/readyz`, { headers: service.operator });
    const text = await readiness.text();
    if (!CATCHING_UP.has(codeIn(text)) || performance.now() > until)
      return { status: readiness.status, text };
  }
};

/** A service that does not start says why, as `parley: <code>: <what to do>`. */
const startOutcome = (errors: string): Outcome => {
  const [, code, remedy = ''] = /^parley: ([a-z_]+): (.*)$/m.exec(errors) ?? [];
  return code === undefined
    ? { type: 'served', what: [`no start and no code: ${errors.slice(0, MAX_SHOWN)}`] }
    : refusal([code], remedy);
};

const refusal = (codes: readonly string[], remedy: string): Outcome =>
  remedy === ''
    ? { type: 'served', what: [`${codes.join(', ')} without a remedy`] }
    : { type: 'refused', codes, remedy };

const codeIn = (text: string): string => /"code":"(\w+)"/.exec(text)?.[1] ?? 'not_ready';

const compareAnswers = async (
  service: ParleyProcess,
  dataDir: string,
  before: Acknowledged,
  isJournal: boolean,
): Promise<Outcome> => {
  const send = sender(service.url, before.businessId, before.apiKey);
  const different: string[] = [];
  const codes = new Set<string>();
  const judge = (what: string, answer: Answer, isSame: boolean): void => {
    if (isSame) return;
    if (answer.status >= 500 && REFUSALS.has(answer.code)) codes.add(answer.code ?? '');
    else different.push(`${what} returned ${answer.status} ${answer.code ?? answer.text.slice(0, 200)}`);
  };
  for (const [path, expected] of before.reads) {
    const answer = await send({ method: 'GET', path });
    judge(path, answer, answer.text === expected.text);
  }
  for (const { request, answer: expected } of before.changes) {
    const answer = await send(request);
    // If the record of an answer was lost with another stream, the request runs again: on the same resource, as it is
    // by now.
    const isSame = isJournal ? answer.text === expected.text : idIn(answer) === idIn(expected);
    judge(`${request.method} ${request.path} again`, answer, answer.status === expected.status && isSame);
  }
  for (const [n, id] of before.contactIds.entries()) {
    const path = `/api/v1/contacts/${id}`;
    const answer = await send({ method: 'PATCH', path, body: { name: `Later ${n}` }, key: `later-${n}` });
    judge(`a change of ${path}`, answer, answer.status === 200);
    // The change must be based on the acknowledged state.
    const earlier = before.reads.get(path)?.text ?? '';
    if (answer.status === 200 && blockedIn(answer.text) !== blockedIn(earlier))
      different.push(`${path} is no longer blocked`);
  }
  if (codes.size === 0 && different.length === 0) return { type: 'harmless' };
  // Rows of a record that is set aside are as they were before the damage, and the operator sees the record listed.
  const trouble = await troubleOf(dataDir);
  const unexplained = different.filter((what) => !isExplained(what, trouble, before));
  if (unexplained.length > 0)
    return {
      type: 'served',
      what: [...unexplained.slice(0, MAX_LISTED), `${different.length} in all; trouble: ${trouble}`],
    };
  return refusal([...codes, ...(different.length > 0 ? ['set_aside'] : [])], trouble);
};

const idIn = ({ data }: Answer): string | undefined => Object.values(data)[0]?.id;

const blockedIn = (text: string): boolean => text.includes('"communicationBlocked":true');

const troubleOf = async (dataDir: string): Promise<string> => {
  const { trouble } = await parley(['admin', 'trouble', '--data-dir', dataDir], ENV);
  return Array.isArray(trouble) && trouble.length > 0 ? JSON.stringify(trouble) : '';
};

/** Whether the trouble lists the record that a difference is about; for lists, any record of the business. */
const isExplained = (what: string, trouble: string, { businessId }: Acknowledged): boolean => {
  if (!trouble.includes(businessId)) return false;
  const [, id] = /\/(?:contacts|agents)\/([0-9a-f-]{36})/.exec(what) ?? [];
  return (
    id === undefined ||
    trouble.includes(id) ||
    trouble.includes(`"${id.slice(0, 3)}"`) ||
    trouble.includes(`.${id.slice(0, 3)} `)
  );
};
