/** What an analysis is made with: the agent's settings, and its memory for calls alone. */
import t from 'tap';
import { analysisTaskOf, settingsIdOf } from '../../../operations/analysis/settings.js';
import { NO_ANALYSIS_SETTINGS } from '../../../schemas/analysis/settings.js';

const analysis = { criteria: [{ key: 'booked', description: 'A table is booked.' }], fields: null };

t.test('the memory of an agent changes the settings of its calls', async (t) => {
  const task = analysisTaskOf({ analysis, remembers: true }, 'call_analysis');
  t.same(task, { ...analysis, remembers: true });
  t.not(settingsIdOf(task), settingsIdOf(analysis), 'a run remembers calls that were analysed without it');
  t.same(analysisTaskOf({ analysis, remembers: false }, 'call_analysis'), analysis);
});

t.test('the memory of an agent does not change the settings of its conversations', async (t) => {
  const task = analysisTaskOf({ analysis, remembers: true }, 'conversation_analysis');
  t.same(task, analysis);
  t.equal(settingsIdOf(task), settingsIdOf(analysis), 'no run analyses them again because of it');
});

t.test('without an agent, or without settings of its own, only the summary is found', async (t) => {
  t.same(analysisTaskOf(null, 'conversation_analysis'), NO_ANALYSIS_SETTINGS);
  t.same(analysisTaskOf({}, 'call_analysis'), NO_ANALYSIS_SETTINGS);
});
