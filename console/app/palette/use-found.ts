/** Searches at the service while the user types. */
import { useEffect, useState } from 'react';
import type { OperationId } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { useBusinessId } from '../../features/session/session.js';
import type { Found } from './objects.js';

/** A pause in typing of this length starts a search at the service, ms. */
const PAUSE_MS = 150;
/** Objects of a kind in which names are searched; the newest. */
const SEARCHED = 100;

/** What the service finds for the text, which needs two letters; lists are read once for a palette. */
export const useFound = (text: string, can: (operation: OperationId) => boolean): Found => {
  const businessId = useBusinessId();
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const enabled = search.length > 1;
  const few = { query: { businessId, search, limit: 5 } };
  const many = { query: { businessId, limit: SEARCHED } };
  const all = { query: { businessId } };
  const agents = useRead('listAgents', many, { enabled });
  const campaigns = useRead('listCampaigns', many, { enabled });
  const contacts = useRead('listContacts', few, { enabled });
  const conversations = useRead('listConversations', few, { enabled });
  const views = useRead('listSavedViews', all, { enabled });
  const sources = useRead('listDataSources', many, { enabled });
  const alerts = useRead('listAlertRules', all, { enabled });
  const webhooks = useRead('listSubscriptions', many, { enabled });
  const channels = useRead('listChannelAccounts', all, { enabled });
  const tools = useRead('listTools', all, { enabled });
  const scenarios = useRead('listSimulationScenarios', many, { enabled });
  const members = useRead('listMembers', many, { enabled: enabled && can('listMembers') });
  if (!enabled) return {};
  return {
    agents: agents.data?.agents,
    campaigns: campaigns.data?.campaigns,
    contacts: contacts.data?.contacts,
    conversations: conversations.data?.conversations,
    views: views.data?.savedViews,
    sources: sources.data?.dataSources,
    alerts: alerts.data?.alertRules,
    webhooks: webhooks.data?.subscriptions,
    channels: channels.data?.accounts,
    tools: tools.data?.tools,
    scenarios: scenarios.data?.scenarios,
    members: members.data?.members,
  };
};
