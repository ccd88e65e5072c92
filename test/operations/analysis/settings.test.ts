/** What an analysis is made with: the agent's settings, and its memory. */
import t from 'tap';
import { analysisTaskOf, settingsIdOf } from '../../../operations/analysis/settings.js';
import { NO_ANALYSIS_SETTINGS } from '../../../schemas/analysis/settings.js';

const analysis = { criteria: [{ key: 'booked', description: 'A table is booked.' }], fields: null };

t.test('the memory of an agent changes the settings', async (t) => {
  const task = analysisTaskOf({ analysis, remembers: true });
  t.same(task, { ...analysis, remembers: true });
  t.not(settingsIdOf(task), settingsIdOf(analysis), 'a run remembers what was analysed without it');
  t.same(analysisTaskOf({ analysis, remembers: false }), analysis);
});

t.test('without an agent, or without settings of its own, only the summary is found', async (t) => {
  t.same(analysisTaskOf(null), NO_ANALYSIS_SETTINGS);
  t.same(analysisTaskOf({}), NO_ANALYSIS_SETTINGS);
});
