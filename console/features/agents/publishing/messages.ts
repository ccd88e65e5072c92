/** Texts about versions of agents: drafts, publications, splits and conflicts between editors. */
import { message, messages } from '../../../ui/i18n/messages.js';

const percentOf = (share: number): number => Math.round(share * 100);

export const VERSIONS = messages('VERSIONS', {
  saveDraft: 'Save draft',
  outdated: (version: number | undefined): string => VERSIONS.outdatedBy(version ?? null),
  outdatedBy: message<[version: number | null]>(
    '{version, select, null {A version} other {Version {version}}} was published since. Publishing replaces it: check the differences first.',
    'version',
  ),
  publish: 'Publish',
  publishTitle: message<[name: string]>('Publish {name}', 'name'),
  changesTo: (version: number | undefined): string => VERSIONS.changesToLive(version ?? null),
  changesToLive: message<[version: number | null]>(
    'Changes to {version, select, null {the version} other {version {version}}}, which is live',
    'version',
  ),
  liveVersion: (version: number | undefined): string => VERSIONS.live(version ?? null),
  live: message<[version: number | null]>(
    '{version, select, null {Version live} other {Version {version} live}}',
    'version',
  ),
  compareTitle: 'Compare the words on this page',
  compareWith: 'Compare with',
  publishAnyway: 'Replace the published version',
  discard: 'Delete draft',
  note: 'What has changed (optional)',
  percent: 'Share of customers who get it (%)',
  percentHelp:
    'Empty: all. The others keep the version that is published now, so that you can compare the two.',
  conflict: {
    title: 'This agent was changed elsewhere',
    help: 'Another tab or a colleague changed it after you opened it. Nothing was overwritten.',
    theirChanges: 'Their changes',
    both: message<[field: string]>('Both of you changed: {field}', 'field'),
    sides: { mine: 'Keep my text', theirs: 'Take their text' },
    after: 'Nothing is saved yet. You can check the result before you save or publish it.',
    later: 'Decide later',
    takeTheirs: 'Take theirs',
    keepMine: 'Keep mine',
    merge: 'Merge both',
    review: 'Review changes',
    restore: 'Another version was published meanwhile. Look at the list again, then restore.',
  },
  comparison: 'Compare two versions',
  comparisonHelp:
    'Some customers get an earlier version; each always gets the same one. Do not edit the agent meanwhile: the next publication ends the comparison.',
  earlier: 'Earlier version',
  earlierShare: 'Share of customers who get it (%)',
  start: 'Start comparison',
  running: message<[version: number, percent: number, published: number]>(
    'Version {version} for {percent} % of the customers, version {published} for the others.',
    'version',
    'percent',
    'published',
  ),
  ofCampaign: 'Only calls of one campaign.',
  outcome: 'Outcome',
  difference: 'Difference',
  version: message<[number: number]>('Version {number}', 'number'),
  calls: 'Calls',
  conversations: 'Conversations',
  answered: 'Answered',
  success: 'Successful',
  criterion: message<[key: string]>('Criterion {key}', 'key'),
  duration: 'Duration',
  cost: 'Cost',
  none: 'None yet',
  share: (share: number, low: number, high: number, of: number): string =>
    VERSIONS.percentages(percentOf(share), percentOf(low), percentOf(high), of),
  percentages: message<[share: number, low: number, high: number, of: number]>(
    '{share} % ({low} to {high} %, of {of, number})',
    'share',
    'low',
    'high',
    'of',
  ),
  points: (difference: number, low: number, high: number, isConclusive: boolean): string =>
    VERSIONS.percentagePoints(percentOf(difference), percentOf(low), percentOf(high), isConclusive),
  percentagePoints: message<[difference: number, low: number, high: number, isConclusive: boolean]>(
    '{difference} points ({low} to {high}), {isConclusive, select, true {conclusive} other {not conclusive}}',
    'difference',
    'low',
    'high',
    'isConclusive',
  ),
  confidence: 'Ranges hold with a confidence of 95 %. A difference is conclusive if its range excludes 0.',
  choose: message<[version: number]>('Choose version {version}', 'version'),
  drop: 'End without a choice',
  rolledBack: message<[version: number]>('Same as version {version}', 'version'),
});
