/** A thread that judges conversations by rules: a pattern of a client may take very long, and no call waits for it. */
import { parentPort } from 'node:worker_threads';
import type { RuleMessage, RuleTask } from './rule-verdicts.js';
import { ruleVerdictOn } from './rules.js';

const report = (message: RuleMessage): void => parentPort?.postMessage(message);

parentPort?.on('message', ({ conversation, criteria }: RuleTask) => {
  report({ type: 'began' });
  report({ type: 'judged', verdicts: criteria.map((criterion) => ruleVerdictOn(conversation, criterion)) });
});
