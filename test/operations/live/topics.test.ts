/** Which events an open page asks for. */
import t from 'tap';
import { LIVE_TOPICS, topicsIn } from '../../../schemas/events/live.js';
import { LIVE_TOPICS_PATTERN } from '../../../schemas/patterns.js';

t.test('topics can be requested alone or all together', async (t) => {
  const pattern = new RegExp(LIVE_TOPICS_PATTERN);
  for (const topic of LIVE_TOPICS) t.match(topic, pattern);
  t.match(LIVE_TOPICS.join(','), pattern);
  t.same(topicsIn(LIVE_TOPICS.join(',')), LIVE_TOPICS);
  for (const invalid of ['', 'weather', 'calls,', 'calls calls']) t.notMatch(invalid, pattern);
});
