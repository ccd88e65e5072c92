/** Texts about versions of agents: drafts, publications, splits and conflicts between editors. */
export const VERSIONS = {
  saveDraft: 'Save as draft',
  draftSaved: 'Draft saved. It reaches no customer until you publish it.',
  draft: 'Draft',
  draftOf: (version: number) => `Based on version ${version}. It reaches no customer until you publish it.`,
  outdated: (version: number | undefined) =>
    `Version ${version ?? ''} was published since. Publishing the draft replaces it: compare the two first.`,
  edit: 'Edit draft',
  publish: 'Publish draft',
  publishAnyway: 'Replace the published version',
  discard: 'Delete draft',
  note: 'What has changed (optional)',
  percent: 'Share of customers who get it (%)',
  percentHelp:
    'Empty: all. The others keep the version that is published now, so that you can compare the two.',
  tested: 'Text chat with the draft',
  conflict: 'Somebody else has changed this agent since you opened it. Your changes are still on this page.',
  reload: 'Get their changes',
  reloadHelp: 'Fields that you have changed keep your text.',
  comparison: 'Compare two versions',
  comparisonHelp:
    'Some customers get an earlier version; each always gets the same one. Do not edit the agent meanwhile: the next publication ends the comparison.',
  earlier: 'Earlier version',
  earlierShare: 'Share of customers who get it (%)',
  start: 'Start comparison',
  running: (version: number, percent: number, published: number) =>
    `Version ${version} for ${percent} % of the customers, version ${published} for the others.`,
  ofCampaign: 'Only calls of one campaign.',
  outcome: 'Outcome',
  difference: 'Difference',
  version: (number: number) => `Version ${number}`,
  calls: 'Calls',
  conversations: 'Conversations',
  answered: 'Answered',
  success: 'Successful',
  criterion: (key: string) => `Criterion ${key}`,
  duration: 'Duration',
  cost: 'Cost',
  none: 'None yet',
  share: (share: number, low: number, high: number, of: number) =>
    `${Math.round(share * 100)} % (${Math.round(low * 100)} to ${Math.round(high * 100)} %, of ${of})`,
  points: (difference: number, low: number, high: number, isConclusive: boolean) =>
    `${Math.round(difference * 100)} points (${Math.round(low * 100)} to ${Math.round(high * 100)}), ${isConclusive ? 'conclusive' : 'not conclusive'}`,
  confidence: 'Ranges hold with a confidence of 95 %. A difference is conclusive if its range excludes 0.',
  choose: (version: number) => `Choose version ${version}`,
  drop: 'End without a choice',
  rolledBack: (version: number) => `Same as version ${version}`,
};
