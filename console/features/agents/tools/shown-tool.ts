/** What is shown of a tool where two people have changed it. */
import type { ShownField } from '../../../ui/conflict/use-versioned.js';
import { TOOLS } from './messages.js';
import type { ToolDraft } from './tool-draft.js';

export const shownOfTool = (): readonly ShownField<ToolDraft>[] => {
  const { form: texts } = TOOLS;
  return [
    { name: 'kind', label: texts.kind, text: ({ kind }) => TOOLS.kinds[kind] },
    { name: 'description', label: texts.description, text: ({ description }) => description },
    { name: 'url', label: texts.url, text: ({ url }) => url },
    { name: 'parameters', label: texts.parameters, text: ({ parameters }) => parameters },
    { name: 'timeoutSeconds', label: texts.timeout, text: ({ timeoutSeconds }) => timeoutSeconds },
    { name: 'to', label: texts.to, text: ({ to }) => to },
    { name: 'sourceId', label: texts.source, text: ({ sourceId }) => sourceId },
    {
      name: 'agentIds',
      label: texts.agents,
      text: ({ agentIds }) => (agentIds === null ? TOOLS.agents.all : TOOLS.agents.kept(agentIds.length)),
    },
    {
      name: 'oauth',
      label: TOOLS.oauth.enabled,
      text: ({ oauth }) => [oauth.tokenUrl, oauth.clientId, oauth.scope].join('\n'),
    },
  ];
};
