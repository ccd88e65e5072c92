/**
 * Estimates a campaign before it is created: its audience, duration and cost. It stores nothing, and applies the rules of
 * the campaign itself (audience.ts, contacting.ts, the window of its iteration).
 */
import { business } from '../../actors/business/index.js';
import { windowAt } from '../../actors/iteration/window.js';
import type { Work } from '../../actors/recipients/events.js';
import { blocksOf } from '../../schemas/accounts/prices.js';
import type { AgentResource } from '../../schemas/agents/agent.js';
import { MAX_CALL_SECONDS } from '../../schemas/agents/voice-settings.js';
import type { CallWindow } from '../../schemas/campaigns/call-window.js';
import { type SettledSettings, settledSettings } from '../../schemas/campaigns/iteration-settings.js';
import {
  type CampaignEstimate,
  type CampaignEstimateRequest,
  MAX_EXAMINED_PEOPLE,
} from '../../schemas/campaigns/plan.js';
import type { TemplateComponent } from '../../schemas/channels/template.js';
import { fillPlaceholders } from '../../schemas/text.js';
import type { LengthOfCalls } from '../../views/calls/index.js';
import type { Caller } from '../caller.js';
import { calleeOf } from '../calls/call-context.js';
import type { OperationsDeps } from '../deps.js';
import { destinationJudge } from '../outreach/destination-rule.js';
import { nextPage } from './audience.js';
import { newAudience, runnable, startOf } from './campaigns.js';
import { campaignAgent, messageFor, skipReason } from './contacting.js';

/** Contacts checked before the thread yields to other work. */
const YIELD_EVERY = 25;
const PAGE_SIZE = 250;
/** Ringing time of a call, answered or not, s. */
const RINGING_SECONDS = 15;
/** With fewer calls than this, an agent's history is not used. */
const MIN_CALLS = 5;
const ASSUMED: LengthOfCalls = { calls: 0, seconds: 60, blocks: 3, reached: 1, people: 1 };
/** Times that a window may open and close, about two months of days; beyond that the end is too far ahead to estimate. */
const MAX_CHANGES = 130;

interface CampaignPlanOperations {
  /** Estimates such a campaign; stores nothing. @throws DomainError as campaigns.create */
  estimate(caller: Caller, body: CampaignEstimateRequest): Promise<CampaignEstimate>;
}

export const campaignPlanOperations = (deps: OperationsDeps): CampaignPlanOperations => ({
  estimate: async (caller, body) => {
    const { businessId } = caller;
    const channel = runnable(body.channel);
    const agent = await campaignAgent(deps, businessId, channel, body.agentId);
    const settings = settledSettings(body.settings);
    const audience = await newAudience(deps, businessId, body.audience);
    const work = workOf(channel, agent, settings);
    const { examined, complete, reasons, first, priceSum } = await examineAudience(
      deps,
      businessId,
      agent,
      work,
      audience,
    );
    const people = complete ? examined : mostPeople(deps, businessId, body.audience);
    const passedOver = [...reasons.values()].reduce((sum, count) => sum + count, 0);
    const { answer: account } = await deps.actors.query(
      business,
      { business: businessId, id: businessId },
      'get',
    );
    const history = deps.views.lengthOfCalls(businessId, agent.id);
    const hasHistory = history.calls >= MIN_CALLS;
    const lengths = hasHistory ? history : ASSUMED;
    const eligible = people - passedOver;
    const reached = settings.retryVoicemail === true ? lengths.people : lengths.reached;
    const attempts = attemptsFor(reached, settings.maxRetries);
    const callSeconds = lengths.seconds + RINGING_SECONDS;
    const isVoice = channel === 'voice';
    const seconds =
      isVoice && account.lines > 0 ? Math.ceil((eligible * attempts * callSeconds) / account.lines) : null;
    const startsAt = Math.max(caller.at, startOf(body.startAt) ?? caller.at);
    const endsAt = seconds === null ? null : endOf(settings.window, startsAt, seconds * 1_000);
    // The mean over the contacts that were checked, because prices differ by prefix.
    const judged = examined - passedOver;
    const price = isVoice && judged > 0 ? priceSum / judged : 0;
    const longest = blocksOf(agent.voiceSettings.maxCallDurationSeconds ?? MAX_CALL_SECONDS);
    return {
      people,
      complete,
      eligible,
      skipped: [...reasons].map(([reason, count]) => ({ reason, people: count })),
      lines: account.lines,
      basis: hasHistory ? 'history' : 'assumed',
      callSeconds: Math.round(callSeconds),
      attempts: Math.round(attempts * 100) / 100,
      startsAt: new Date(startsAt).toISOString(),
      endsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
      durationSeconds: seconds,
      expectedMicrocredits: Math.ceil(eligible * attempts * lengths.blocks * price),
      mostMicrocredits: Math.ceil(eligible * (settings.maxRetries + 1) * longest * price),
      availableMicrocredits: account.availableMicrocredits,
      preview: first === null ? null : previewOf(deps, businessId, agent, work, first),
    } satisfies CampaignEstimate;
  },
});

const workOf = (channel: Work['channel'], agent: AgentResource, settings: SettledSettings): Work => ({
  channel,
  agentId: agent.id,
  messageText: settings.messageText,
  templateName: settings.templateName,
  templateLanguage: settings.templateLanguage ?? null,
  templateComponents: settings.templateComponents ?? [],
  maxRetries: settings.maxRetries,
  retryDelayMs: settings.retryDelayMinutes * 60_000,
  retryVoicemail: settings.retryVoicemail ?? false,
});

interface Examined {
  readonly examined: number;
  readonly complete: boolean;
  readonly reasons: ReadonlyMap<string, number>;
  /** Sum of the block prices of all contacts that would be called, microcredits. */
  readonly priceSum: number;
  /** Id of the first contact that would be contacted. */
  readonly first: string | null;
}

/** Checks whether the first contacts of an audience would be contacted. */
const examineAudience = async (
  deps: OperationsDeps,
  businessId: string,
  agent: AgentResource,
  work: Work,
  audience: Awaited<ReturnType<typeof newAudience>>,
): Promise<Examined> => {
  const refusalFor = await destinationJudge(deps, businessId);
  const reasons = new Map<string, number>();
  const blockPriceOf = (number: string): number => deps.views.callPriceOf(businessId, number).microcredits;
  let priceSum = 0;
  let first: string | null = null;
  let examined = 0;
  let cursor: string | null = null;
  do {
    const page = nextPage(deps.views, businessId, '', audience, cursor, PAGE_SIZE);
    for (const contactId of page.contactIds) {
      examined += 1;
      if (examined % YIELD_EVERY === 0) await new Promise((resolve) => setImmediate(resolve));
      const contact = deps.views.contact(businessId, contactId);
      const reason = skipReason(deps, businessId, agent, work, contact, refusalFor);
      if (reason === null) {
        first ??= contactId;
        priceSum += contact === null ? 0 : blockPriceOf(contact.mobile);
      } else reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    cursor = page.cursor;
  } while (cursor !== null && examined < MAX_EXAMINED_PEOPLE);
  return { examined, complete: cursor === null, reasons, first, priceSum };
};

/** All contacts of the categories plus the named ones: an upper bound. */
const mostPeople = (
  { views }: OperationsDeps,
  businessId: string,
  { categoryIds = [], contactIds = [] }: { categoryIds?: readonly string[]; contactIds?: readonly string[] },
): number =>
  categoryIds.reduce(
    (sum, id) => sum + (views.category(businessId, id)?.contactCount ?? 0),
    contactIds.length,
  );

/** Expected calls to a contact until it is reached or the retries of the settings are used up. */
export const attemptsFor = (reached: number, maxRetries: number): number =>
  reached <= 0 ? maxRetries + 1 : (1 - (1 - Math.min(1, reached)) ** (maxRetries + 1)) / Math.min(1, reached);

/**
 * When `work` is done if it proceeds only while the window is open; null: too far ahead. All in ms. A window in the
 * recipients' own time zones is treated as one in the zone it names, because the recipients' zones are not looked up.
 */
export const endOf = (configured: CallWindow | null, from: number, work: number): number | null => {
  const window = configured === null ? null : { ...configured, recipientTimezone: false };
  let at = from;
  let remaining = work;
  for (let change = 0; change < MAX_CHANGES; change += 1) {
    const { open, changesAt } = windowAt(window, at);
    if (open && (changesAt === null || at + remaining <= changesAt)) return at + remaining;
    if (changesAt === null) return null;
    if (open) remaining -= changesAt - at;
    at = changesAt;
  }
  return null;
};

const previewOf = (
  deps: OperationsDeps,
  businessId: string,
  agent: AgentResource,
  work: Work,
  contactId: string,
): CampaignEstimate['preview'] => {
  const contact = deps.views.contact(businessId, contactId);
  if (contact === null) return null;
  const recipient = { contactId, contactName: contact.name };
  if (work.channel === 'voice') {
    const { values } = calleeOf(deps, businessId, agent, contact);
    const { disclosure = '', firstGreeting = '' } = agent.voiceSettings;
    const spoken = [disclosure, firstGreeting].filter((text) => text !== '').join(' ');
    return { ...recipient, text: fillPlaceholders(spoken, values) };
  }
  const content = messageFor(deps, businessId, agent, work, contact);
  switch (content.type) {
    case 'text':
      return { ...recipient, text: content.text };
    case 'template':
      return { ...recipient, text: [content.name, ...valuesOf(content.components ?? [])].join('\n') };
    default:
      return null;
  }
};

/** The values of a template's variables, in order. */
const valuesOf = (components: readonly TemplateComponent[]): readonly string[] =>
  components.flatMap(({ parameters }) =>
    parameters.flatMap((parameter) =>
      'text' in parameter && typeof parameter.text === 'string' ? [parameter.text] : [],
    ),
  );
