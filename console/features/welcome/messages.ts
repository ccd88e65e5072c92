/** Words of the page for the first minutes. */

export const WELCOME = {
  title: 'Try an agent',
  talk: 'Choose an example and talk to it with your microphone. It becomes one of your agents, and you can edit it.',
  help: 'Choose an example and watch a simulated caller talk to it. It becomes one of your agents, and you can edit it.',
  real: (carrier: string) =>
    `This service calls through ${carrier}, so there are no simulated callers. Examples become agents that you can test by text chat; real calls cost money.`,
  noTalk: 'You cannot talk to agents here yet.',
  watch: 'Watch a call',
  create: 'Create this agent',
  caller: 'The caller will say',
  sayable: 'You can say',
  another: 'Try another example',
  toCall: 'Open call',
  toAgent: 'Edit agent',
};
