// biome-ignore-all lint/style/noExcessiveLinesPerFile: the file is one list of every use case.
/**
 * The use cases of the service: each uses one or several actors and the views, and is the one place
 * where its rules meet. Routes and the command line call these and nothing deeper; campaigns build on the same pieces.
 *
 * Every mutation is idempotent: ids are derived from the caller's business, operation and Idempotency-Key, so
 * running it twice reaches the same actors, which return what they already did.
 */
import type { CallProgressReport } from '../actors/call/commands.js';
import type { LineHolder } from '../actors/call/events.js';
import type { Webhook } from '../providers/channels/messaging-channel.js';
import type { Author, Origin } from '../schemas/accounts/audit.js';
import type {
  AgentTestMessage,
  AgentTestResource,
  AgentTestStart,
  KeyCreate,
  KeyResource,
  Overview,
  PasswordChange,
  SessionResource,
  SetUp,
  SignIn,
  SimulatedCallStart,
} from '../schemas/accounts/console.js';
import type {
  ProviderListResource,
  ProviderListSet,
  ProviderReport,
  ProviderRole,
} from '../schemas/accounts/provider-list.js';
import type {
  CarrierAccountReport,
  CarrierTest,
  SettingsChange,
  SettingsResource,
} from '../schemas/accounts/settings.js';
import type {
  InvitationAcceptance,
  InvitationCreate,
  InvitationResource,
  MemberChange,
  MemberResource,
} from '../schemas/accounts/team.js';
import type {
  AgentCreate,
  AgentResource,
  AgentUpdate,
  BusinessAgentMutation,
} from '../schemas/agents/agent.js';
import type { LegGrant, LegPurpose, TestCallStart } from '../schemas/calls/leg.js';
import type {
  AgentNote,
  AgentNoteCreate,
  VoiceCallBatchStart,
  VoiceCallCancellation,
  VoiceCallResolvedContext,
  VoiceCallStart,
  VoiceCallStartResult,
  VoiceCallStatus,
} from '../schemas/calls/voice-call.js';
import type {
  CampaignAction,
  CampaignCreate,
  CampaignResource,
  IterationCreate,
  IterationResource,
} from '../schemas/campaigns/campaign.js';
import type { CampaignEstimate, CampaignEstimateRequest } from '../schemas/campaigns/plan.js';
import type { SummaryRunResource } from '../schemas/campaigns/summary-run.js';
import type {
  SuppressionsAdd,
  SuppressionsAdded,
  SuppressionsImport,
  SuppressionsImported,
} from '../schemas/campaigns/suppression.js';
import type {
  AccountChannel,
  AssignmentResource,
  ChannelAccountCheck,
  ChannelAccountResource,
  ChannelAssignment,
  ChannelConnect,
} from '../schemas/channels/channel.js';
import type { MessageSend, MessageSendResult } from '../schemas/channels/message.js';
import type {
  CategoryCreate,
  CategoryDelete,
  CategoryResource,
  ContactCreate,
  ContactResource,
  ContactsDelete,
  ContactUpdate,
  LinkContact,
  ParticipantResource,
} from '../schemas/contacts/contact.js';
import type {
  DataSourceCreate,
  DataSourceMutation,
  DataSourceResource,
  DataSourceUpdate,
  DataSourceUpload,
  IngestionResource,
  IngestionReview,
} from '../schemas/contacts/data-source.js';
import type { ContactImportJob, ContactImportStart } from '../schemas/contacts/job.js';
import type { ConversationReply, ConversationResource } from '../schemas/conversations/conversation.js';
import type { MediaResource, MediaUpload } from '../schemas/conversations/media.js';
import type { ErrorCode } from '../schemas/error-table.js';
import type { ErrorDetail } from '../schemas/errors.js';
import type {
  SubscriptionCreate,
  SubscriptionResource,
  SubscriptionUpdate,
} from '../schemas/events/subscription.js';
import { deriveId } from '../schemas/ids.js';
import type { SessionRecord } from '../views/accounts/index.js';
import type { Visitor } from './accounts/credentials.js';
import type { LegHolder } from './calls/leg-desk.js';

/** A result and the commit that makes it visible in the views. */
export interface Written<T> {
  readonly result: T;
  readonly shard: number;
  readonly seq: number;
}

/** The caller of an operation, and the key by which a repetition is recognised. */
export interface Caller {
  readonly businessId: string;
  readonly operationId: string;
  readonly idempotencyKey: string;
  /** ms since the epoch. */
  readonly at: number;
  /** The session or key of the request; absent or null: none. */
  readonly by?: LegHolder | null;
}

/** The author of a request, as a field of the commands and events that store it; empty without a caller. */
export const authorOf = ({ by }: Pick<Caller, 'by'>): { readonly by?: Author } => {
  if (by === undefined || by === null) return {};
  return { by: by.type === 'key' ? { type: 'key', id: by.keyId } : { type: 'user', id: by.userId } };
};

/** The command id of a request, for actors: a repeated request is the same command. */
export const commandIdOf = (caller: Caller): string =>
  deriveId(caller.businessId, caller.operationId, caller.idempotencyKey);

interface LinkedContact {
  readonly participant: ParticipantResource;
  readonly contact: ContactResource;
}

interface CreatedAgent {
  readonly agent: AgentResource;
  /** The account it was assigned to; null if none was requested. */
  readonly assignment: AssignmentResource | null;
}

export interface BatchAccepted {
  readonly contactId: string;
  readonly callId: string;
  readonly destination: string;
  readonly status: VoiceCallStatus;
}

export interface BatchFailure {
  readonly contactId: string;
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details: readonly ErrorDetail[];
  };
}

export interface BatchResult {
  readonly accepted: readonly BatchAccepted[];
  readonly failures: readonly BatchFailure[];
}

export interface SignedIn {
  /** For the cookie; it cannot be retrieved again. */
  readonly token: string;
  /** For the cookie that identifies the browser at the next sign-in. */
  readonly browser: string;
  readonly session: SessionResource;
}

interface MadeInvitation {
  readonly invitation: InvitationResource;
  /** From the root of the console; null if an earlier run of this request made it, because it cannot be retrieved again. */
  readonly link: string | null;
}

interface CreatedKey {
  readonly key: KeyResource;
  /** The whole key; null if an earlier run of this request made it, because it cannot be retrieved again. */
  readonly apiKey: string | null;
}

interface SubscriptionWithSecret {
  readonly subscription: SubscriptionResource;
  /** It is not shown again. */
  readonly signingSecret: string;
}

/** Identifies a provider list of a business. */
interface ProviderListRef {
  readonly role: ProviderRole;
  /** Omitted: the list of all agents. */
  readonly agentId?: string;
}

export interface Operations {
  /**
   * Signs in to the business that the user used last. `at`: ms since the epoch; `from`: the origin that the session records.
   * @throws DomainError credentials_invalid, sign_in_limited, sign_in_busy
   */
  signIn(body: SignIn, visitor: Visitor, at: number, from?: Origin): Promise<Written<SignedIn>>;
  /**
   * Creates a business and its first user with the link that the service printed, and signs the user in.
   * @throws DomainError setup_link_invalid, user_exists, sign_in_busy
   */
  setUp(body: SetUp, at: number, from?: Origin): Promise<Written<SignedIn>>;
  /** Lines, credit, and the carrier that places calls. */
  overview(businessId: string): Overview;
  /** The settings of the business. */
  readSettings(businessId: string): Promise<SettingsResource>;
  /** Omitted fields stay unchanged. @throws DomainError validation_failed */
  changeSettings(caller: Caller, body: SettingsChange): Promise<Written<SettingsResource>>;
  /** Tests the carriers that the business's calls go through. @throws DomainError validation_failed, carrier_test_running */
  testCarriers(caller: Caller, body: CarrierTest): Promise<Written<readonly CarrierAccountReport[]>>;
  /** A call to a simulated caller. @throws DomainError as startCall, and simulated_network_absent */
  startSimulatedCall(caller: Caller, body: SimulatedCallStart): Promise<Written<VoiceCallStartResult>>;
  /**
   * A call whose caller is a browser.
   * @throws DomainError as startCall, and browser_legs_unavailable
   */
  startTestCall(caller: Caller, by: LegHolder, body: TestCallStart): Promise<Written<LegGrant>>;
  /**
   * A note that the agent of a live call reads with its next answer.
   * @throws DomainError call_not_found, call_not_live, too_many_agent_notes, not_ready
   */
  noteToAgent(
    caller: Caller,
    by: LineHolder,
    callId: string,
    body: AgentNoteCreate,
  ): Promise<Written<AgentNote>>;
  /** @throws DomainError call_not_found, call_not_live, not_a_test_call, browser_legs_unavailable */
  openLeg(businessId: string, callId: string, purpose: LegPurpose, by: LegHolder): Promise<LegGrant>;
  /** The session as shown in the console; `token` is the one of its cookie. */
  describeSession(session: SessionRecord, token: string): SessionResource;
  /**
   * Opens a session of the same user in another business, for the remaining lifetime of this one, which ends.
   * @throws DomainError membership_not_found
   */
  switchBusiness(
    session: SessionRecord,
    businessId: string,
    at: number,
    from?: Origin,
  ): Promise<Written<SignedIn>>;
  /** Once this resolves, no node accepts the session any more. */
  signOut(session: SessionRecord): Promise<Written<{ readonly signedOut: true }>>;
  /** Ends a session that another one has replaced in the browser; other nodes may accept it for another second. */
  endFormerSession(session: SessionRecord): Promise<void>;
  /** Ends every session of the user, including this one. Otherwise as {@link signIn}. */
  changePassword(
    session: SessionRecord,
    body: PasswordChange,
    visitor: Visitor,
    at: number,
  ): Promise<Written<{ readonly signedOut: true }>>;
  /** Invitations that can be accepted, newest first; `at`: ms since the epoch. */
  listInvitations(businessId: string, at: number): Promise<readonly InvitationResource[]>;
  /** `by`: id of the inviting user. @throws DomainError user_exists, for a user of this business, and invitations_limited */
  invite(caller: Caller, by: string, body: InvitationCreate): Promise<Written<MadeInvitation>>;
  /** @throws DomainError invitation_not_found */
  revokeInvitation(caller: Caller, invitationId: string): Promise<Written<{ readonly revoked: true }>>;
  /**
   * Admits the user whose password matches, or creates one, and signs the user in. `from` as with {@link signIn}.
   * @throws DomainError invitation_invalid, credentials_invalid, sign_in_limited, sign_in_busy
   */
  acceptInvitation(
    body: InvitationAcceptance,
    visitor: Visitor,
    at: number,
    from?: Origin,
  ): Promise<Written<SignedIn>>;
  /**
   * Admits the user of the session; returns a session in the new business, and ends this one.
   * @throws DomainError invitation_invalid, invitation_for_other_address, sign_in_limited
   */
  joinTeam(
    session: SessionRecord,
    token: string,
    client: string,
    at: number,
    from?: Origin,
  ): Promise<Written<SignedIn>>;
  /**
   * Omitted fields stay unchanged. Once this resolves, the change applies on every node.
   * @throws DomainError user_not_found, last_owner
   */
  changeMember(
    caller: Caller,
    userId: string,
    change: Pick<MemberChange, 'role' | 'active'>,
  ): Promise<Written<MemberResource>>;
  /** @throws DomainError user_not_found */
  endMemberSessions(caller: Caller, userId: string): Promise<Written<{ readonly ended: true }>>;
  /** Ends all sessions of the user except this one. */
  endOtherSessions(session: SessionRecord): Promise<Written<{ readonly ended: true }>>;
  createKey(caller: Caller, body: KeyCreate): Promise<Written<CreatedKey>>;
  /** Once this resolves, no node accepts the key. Revoking twice is harmless. @throws DomainError key_not_found */
  revokeKey(caller: Caller, keyId: string): Promise<Written<KeyResource>>;
  /** @throws DomainError agent_not_found, agent_not_active */
  startAgentTest(caller: Caller, body: AgentTestStart): Promise<Written<AgentTestResource>>;
  /** @throws DomainError agent_test_not_found, agent_test_full, model_failed */
  continueAgentTest(
    caller: Caller,
    testId: string,
    body: AgentTestMessage,
  ): Promise<Written<AgentTestResource>>;
  /** @throws DomainError agent_test_not_found */
  readAgentTest(businessId: string, testId: string): Promise<AgentTestResource>;
  /** The id of the call that `startCall` creates for this request. */
  callIdOf(caller: Caller): string;
  /**
   * @throws DomainError validation_failed, variable_undeclared, data_source_not_found, category_not_found, voice_unknown,
   *   channel_assignment_not_supported
   */
  createAgent(caller: Caller, body: AgentCreate): Promise<Written<CreatedAgent>>;
  /**
   * Omitted fields stay unchanged, null clears.
   * @throws DomainError as createAgent, and agent_not_found, agent_archived, agent_in_use, agent_changing
   */
  updateAgent(caller: Caller, body: AgentUpdate): Promise<Written<AgentResource>>;
  /** Archiving twice is harmless. @throws DomainError agent_not_found */
  archiveAgent(caller: Caller, body: BusinessAgentMutation): Promise<Written<AgentResource>>;
  /**
   * @throws DomainError channel_assignment_not_supported, channel_not_connected, channel_account_not_found,
   *   agent_not_found, agent_not_active, agent_channel_mismatch, validation_failed
   */
  assignChannel(businessId: string, body: ChannelAssignment): Promise<Written<AssignmentResource>>;
  /** Discards tokens and assignments. @throws DomainError channel_not_connected */
  disconnectInstagram(businessId: string): Promise<Written<{ readonly disconnected: readonly string[] }>>;
  /**
   * Checks the token with the channel and stores it; for a connected account, it replaces token and name. `at`: ms since
   * the epoch.
   * @throws DomainError channel_account_taken, channel_token_refused, channel_failed
   */
  connectChannelAccount(
    businessId: string,
    body: ChannelConnect,
    at: number,
  ): Promise<Written<ChannelAccountResource>>;
  /** Discards its token and assignment. @throws DomainError channel_account_not_found */
  disconnectChannelAccount(
    businessId: string,
    channel: AccountChannel,
    accountId: string,
  ): Promise<Written<{ readonly accountId: string; readonly disconnected: true }>>;
  /** Checks the account with the channel. @throws DomainError channel_account_not_found */
  checkChannelAccount(
    businessId: string,
    channel: AccountChannel,
    accountId: string,
  ): Promise<ChannelAccountCheck>;
  /** @throws DomainError category_exists */
  createCategory(caller: Caller, body: CategoryCreate): Promise<Written<CategoryResource>>;
  /** @throws DomainError validation_failed, category_not_found, contact_exists */
  createContact(caller: Caller, body: ContactCreate): Promise<Written<ContactResource>>;
  /**
   * Omitted fields stay unchanged.
   * @throws DomainError validation_failed, contact_not_found, category_not_found, contact_exists
   */
  updateContact(caller: Caller, contactId: string, body: ContactUpdate): Promise<Written<ContactResource>>;
  /** Contacts that no longer exist are ignored. @throws DomainError category_not_found */
  deleteContacts(caller: Caller, body: ContactsDelete): Promise<Written<{ readonly deleted: number }>>;
  /** Contacts keep their other categories. @throws DomainError category_not_found, category_name_mismatch, category_not_empty */
  deleteCategory(caller: Caller, body: CategoryDelete): Promise<Written<CategoryResource>>;
  /** Accepts the file; the import is a job in the background. @throws DomainError category_not_found, validation_failed */
  importContacts(
    caller: Caller,
    body: ContactImportStart,
    content: Uint8Array,
  ): Promise<Written<ContactImportJob>>;
  /**
   * `rows`: JSON of the body's rows, which passed its schema; null for none.
   * @throws DomainError validation_failed, database_not_allowed
   */
  createDataSource(
    caller: Caller,
    body: Omit<DataSourceCreate, 'rows'>,
    rows: Uint8Array | null,
  ): Promise<
    Written<{ readonly dataSource: DataSourceResource; readonly ingestion: IngestionResource | null }>
  >;
  /**
   * Resolves once no call to these numbers can be placed any more. @throws DomainError validation_failed; not_ready when a
   * carrier keeps a placement open
   */
  addSuppressions(caller: Caller, body: SuppressionsAdd): Promise<Written<SuppressionsAdded>>;
  /** @throws DomainError suppression_not_found */
  removeSuppression(
    caller: Caller,
    suppressionId: string,
  ): Promise<Written<{ readonly id: string; readonly removed: boolean }>>;
  /** @throws DomainError suppression_file_invalid, not_ready */
  importSuppressions(
    caller: Caller,
    body: SuppressionsImport,
    content: Uint8Array,
  ): Promise<Written<SuppressionsImported>>;
  /** @throws DomainError data_source_not_found, data_source_built_in, data_source_not_unstructured */
  updateDataSource(caller: Caller, body: DataSourceUpdate): Promise<Written<DataSourceResource>>;
  /** @throws DomainError data_source_not_found, data_source_built_in */
  archiveDataSource(caller: Caller, body: DataSourceMutation): Promise<Written<DataSourceResource>>;
  /** Accepts the file, which is read in the background. @throws DomainError as archiveDataSource, and data_source_archived */
  uploadDataSource(
    caller: Caller,
    body: DataSourceUpload,
    content: Uint8Array,
  ): Promise<Written<IngestionResource>>;
  /**
   * Reads the source's table as a new version, in the background. @throws DomainError as archiveDataSource, and
   * data_source_archived, data_source_not_structured, data_source_without_database, data_source_refreshing,
   * database_not_allowed
   */
  refreshDataSource(caller: Caller, body: DataSourceMutation): Promise<Written<IngestionResource>>;
  /** @throws DomainError validation_failed, ingestion_not_found, ingestion_not_ready, ingestion_closed, data_source_archived */
  reviewIngestion(caller: Caller, body: IngestionReview): Promise<Written<IngestionResource>>;
  /** @throws DomainError validation_failed, participant_not_found, participant_linked, category_not_found */
  linkContact(caller: Caller, participantId: string, body: LinkContact): Promise<Written<LinkedContact>>;
  /**
   * Reserves credit and a line, snapshots agent and variables, accepts the call; dialling follows asynchronously.
   * @throws DomainError validation_failed, agent_not_found, agent_not_active, agent_not_voice, contact_not_found,
   *   contact_blocked, contact_out_of_scope, contact_context_required, destination_not_allowed, insufficient_credit,
   *   spend_limit_reached, call_rate_exceeded
   */
  startCall(caller: Caller, body: VoiceCallStart): Promise<Written<VoiceCallStartResult>>;
  /** Each contact is independent: its own variables, reservation, success or failure. */
  startCalls(caller: Caller, body: VoiceCallBatchStart): Promise<Written<BatchResult>>;
  /** The context of a call to this contact. @throws DomainError as startCall, without billing */
  resolveContext(businessId: string, agentId: string, contactId: string): Promise<VoiceCallResolvedContext>;
  /** Stores the intent before the request to the carrier. @throws DomainError call_not_found, call_already_ended */
  cancelCall(caller: Caller, callId: string): Promise<Written<VoiceCallCancellation>>;
  /**
   * Accepts a message, which is sent in its turn.
   * @throws DomainError validation_failed, channel_not_connected, channel_account_not_found, media_not_found,
   *   media_expired, contact_blocked, conversation_window_closed, conversation_outbox_full; of a template
   *   variable_undeclared, agent_not_found, agent_not_active, contact_context_required, template_parameter_invalid
   */
  sendMessage(caller: Caller, body: MessageSend): Promise<Written<MessageSendResult>>;
  /**
   * Hands the conversation to the user: no agent answers in it, and answers that an agent has not sent yet are not sent.
   * @throws DomainError conversation_not_found
   */
  takeConversation(
    caller: Caller,
    conversationId: string,
    userId: string,
  ): Promise<Written<ConversationResource>>;
  /** From now on the account's agent answers the customer's messages. @throws DomainError conversation_not_found */
  giveBackConversation(
    caller: Caller,
    conversationId: string,
    userId: string,
  ): Promise<Written<ConversationResource>>;
  /** Marks the customer's messages up to this one as read. @throws DomainError conversation_not_found */
  markConversationRead(
    caller: Caller,
    conversationId: string,
    userId: string,
    messageId: string,
  ): Promise<Written<ConversationResource>>;
  /** Also takes over the conversation. @throws DomainError as sendMessage, and conversation_not_found */
  replyInConversation(
    caller: Caller,
    conversationId: string,
    userId: string,
    body: ConversationReply,
  ): Promise<Written<MessageSendResult>>;
  /**
   * The same bytes for the same account are uploaded once.
   * @throws DomainError media_content_invalid, channel_not_connected, channel_account_not_found, channel_failed
   */
  uploadMedia(caller: Caller, body: MediaUpload, content: Uint8Array): Promise<Written<MediaResource>>;
  /**
   * With an Idempotency-Key, a repetition returns the existing subscription with its current secret; without one (an empty
   * key), each request creates another. @throws DomainError validation_failed, callback_url_not_allowed,
   * name_lookups_limited, channel_not_connected, channel_account_not_found
   */
  createSubscription(caller: Caller, body: SubscriptionCreate): Promise<Written<SubscriptionWithSecret>>;
  /**
   * @throws DomainError validation_failed, callback_url_not_allowed, name_lookups_limited, subscription_not_found,
   *   subscription_revoked
   */
  updateSubscription(
    businessId: string,
    subscriptionId: string,
    body: SubscriptionUpdate,
  ): Promise<Written<SubscriptionResource>>;
  /** Permanent; revoking twice is harmless. @throws DomainError subscription_not_found */
  revokeSubscription(businessId: string, subscriptionId: string): Promise<Written<SubscriptionResource>>;
  /** The former secret is no longer used for signing. @throws DomainError subscription_not_found, subscription_revoked */
  rotateSubscriptionSecret(
    businessId: string,
    subscriptionId: string,
  ): Promise<Written<SubscriptionWithSecret>>;
  /** The content of a dead letter that was not resent. @throws DomainError subscription_not_found, dead_letter_not_found */
  readDeadLetter(
    businessId: string,
    subscriptionId: string,
    eventId: string,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** @throws DomainError subscription_not_found, subscription_revoked, dead_letter_not_found */
  resendDeadLetter(
    caller: Caller,
    subscriptionId: string,
    eventId: string,
  ): Promise<Written<{ readonly eventId: string; readonly resent: true }>>;
  /**
   * Processes a provider's verified delivery: committed once this resolves; items committed before are ignored.
   * `unknownAccounts`: accounts not connected to any business; their items were dropped.
   */
  receiveFromChannel(
    channel: AccountChannel,
    webhook: Webhook,
  ): Promise<{ readonly unknownAccounts: readonly string[] }>;
  /** Estimates such a campaign; stores nothing. @throws DomainError as createCampaign */
  estimateCampaign(caller: Caller, body: CampaignEstimateRequest): Promise<CampaignEstimate>;
  /**
   * Creates the campaign and its first iteration; the audience is determined at once, or, if it is very large, soon.
   * @throws DomainError validation_failed, audience_empty, category_not_found, channel_assignment_not_supported,
   *   channel_not_connected, agent_not_found, agent_not_active, agent_not_voice, agent_channel_mismatch, variable_undeclared,
   *   media_not_found, media_expired
   */
  createCampaign(caller: Caller, body: CampaignCreate): Promise<Written<CampaignResource>>;
  /** Acts on the current iteration. @throws DomainError campaign_not_found, iteration_ended, iteration_not_started */
  actOnCampaign(caller: Caller, campaignId: string, body: CampaignAction): Promise<Written<CampaignResource>>;
  /**
   * @throws DomainError as createCampaign, and campaign_not_found, iteration_not_ended, iteration_not_found,
   *   summary_run_not_found, summary_run_not_ended
   */
  createIteration(
    caller: Caller,
    campaignId: string,
    body: IterationCreate,
  ): Promise<Written<IterationResource>>;
  /** The maximum cost of a summary of the campaign. @throws DomainError campaign_not_found, iteration_not_ended */
  estimateSummary(caller: Caller, campaignId: string): Promise<Written<SummaryRunResource>>;
  /**
   * Reserves the charge and starts the run.
   * @throws DomainError campaign_not_found, summary_run_not_found, summary_estimate_mismatch, insufficient_credit
   */
  confirmSummary(
    caller: Caller,
    campaignId: string,
    body: { readonly summaryRunId: string; readonly maxChargeMicrocredits: number },
  ): Promise<Written<SummaryRunResource>>;
  /** The lists of all agents come first. Credentials are not included. */
  readProviderLists(businessId: string): Promise<readonly ProviderListResource[]>;
  /**
   * Creates a list, or replaces the one of its role and agent; calls that begin afterwards use it. An omitted credential is
   * kept if the list had one for this provider at this address.
   * @throws DomainError validation_failed, agent_not_found, agent_archived, too_many_provider_lists
   */
  setProviderList(
    caller: Caller,
    body: Omit<ProviderListSet, 'businessId'>,
  ): Promise<Written<ProviderListResource>>;
  /** Removing a list that does not exist is harmless. */
  removeProviderList(
    businessId: string,
    ref: ProviderListRef,
  ): Promise<Written<{ readonly removed: boolean }>>;
  /** @throws DomainError provider_list_not_found, provider_test_running */
  testProviderList(caller: Caller, ref: ProviderListRef): Promise<Written<readonly ProviderReport[]>>;
  /** A carrier's verified report on a call; late and repeated reports are harmless. @throws DomainError call_not_found */
  reportProgress(businessId: string, callId: string, report: CallProgressReport): Promise<void>;
}
