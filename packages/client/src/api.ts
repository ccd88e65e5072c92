/** Generated from the API document by `npm run generate`; do not edit. */

/** Every code of an error response: docs/reference/errors.md. */
export type ErrorCode =
  | 'validation_failed'
  | 'request_malformed'
  | 'url_too_long'
  | 'headers_too_large'
  | 'json_malformed'
  | 'json_too_complex'
  | 'body_too_large'
  | 'content_type_unsupported'
  | 'method_not_allowed'
  | 'cursor_invalid'
  | 'analytics_too_many_groups'
  | 'idempotency_key_missing'
  | 'idempotency_key_invalid'
  | 'api_key_missing'
  | 'api_key_invalid'
  | 'metrics_token_invalid'
  | 'credentials_invalid'
  | 'session_invalid'
  | 'setup_link_invalid'
  | 'password_reset_invalid'
  | 'password_reset_elsewhere'
  | 'invitation_invalid'
  | 'invitation_for_other_address'
  | 'csrf_invalid'
  | 'session_required'
  | 'sign_in_limited'
  | 'sign_in_busy'
  | 'signature_invalid'
  | 'link_expired'
  | 'quota_exceeded'
  | 'insufficient_credit'
  | 'destination_not_allowed'
  | 'spend_limit_reached'
  | 'call_rate_exceeded'
  | 'contact_unconfirmed'
  | 'contact_merged'
  | 'scope_missing'
  | 'role_insufficient'
  | 'business_mismatch'
  | 'route_not_found'
  | 'business_not_found'
  | 'agent_not_found'
  | 'contact_not_found'
  | 'category_not_found'
  | 'call_not_found'
  | 'transcript_not_found'
  | 'recording_not_found'
  | 'session_log_not_found'
  | 'idempotency_key_conflict'
  | 'idempotency_request_in_progress'
  | 'call_already_ended'
  | 'contact_exists'
  | 'contact_merge_too_large'
  | 'contact_changing'
  | 'trouble_not_found'
  | 'trouble_not_retryable'
  | 'trouble_not_droppable'
  | 'upgrade_in_progress'
  | 'category_name_mismatch'
  | 'category_not_empty'
  | 'participant_not_found'
  | 'participant_linked'
  | 'campaign_not_found'
  | 'iteration_not_found'
  | 'iteration_ended'
  | 'iteration_not_started'
  | 'iteration_not_ended'
  | 'audience_empty'
  | 'summary_run_not_found'
  | 'summary_run_not_ended'
  | 'summary_estimate_mismatch'
  | 'analysis_run_not_found'
  | 'analysis_estimate_mismatch'
  | 'analysis_run_too_large'
  | 'upload_refused'
  | 'file_unreadable'
  | 'preview_too_slow'
  | 'webhooks_busy'
  | 'uploads_busy'
  | 'bodies_busy'
  | 'live_streams_limited'
  | 'live_streams_busy'
  | 'uploads_limited'
  | 'upload_too_slow'
  | 'spool_full'
  | 'channel_not_connected'
  | 'channel_token_refused'
  | 'channel_account_not_found'
  | 'too_many_tools'
  | 'tool_not_found'
  | 'tool_url_not_allowed'
  | 'mcp_server_failed'
  | 'tool_token_failed'
  | 'too_many_provider_lists'
  | 'provider_list_not_found'
  | 'provider_test_running'
  | 'carrier_test_running'
  | 'channel_account_taken'
  | 'agent_channel_mismatch'
  | 'data_source_field_unknown'
  | 'data_source_archived'
  | 'data_source_not_structured'
  | 'data_source_without_database'
  | 'data_source_refreshing'
  | 'database_not_allowed'
  | 'data_source_not_unstructured'
  | 'data_source_built_in'
  | 'ingestion_not_found'
  | 'ingestion_not_ready'
  | 'ingestion_closed'
  | 'browser_legs_unavailable'
  | 'not_a_test_call'
  | 'leg_token_invalid'
  | 'legs_limited'
  | 'legs_busy'
  | 'too_many_agent_notes'
  | 'too_many_tags'
  | 'too_many_call_notes'
  | 'call_note_not_found'
  | 'too_many_saved_views'
  | 'saved_view_not_found'
  | 'alert_rule_not_found'
  | 'too_many_alert_rules'
  | 'email_not_configured'
  | 'simulation_scenario_not_found'
  | 'too_many_simulation_scenarios'
  | 'simulation_run_not_found'
  | 'simulation_estimate_mismatch'
  | 'simulation_run_not_running'
  | 'simulation_runs_not_comparable'
  | 'too_many_simulation_runs'
  | 'call_taken_over'
  | 'listeners_limited'
  | 'leg_purpose_wrong'
  | 'origin_not_allowed'
  | 'leg_message_invalid'
  | 'simulated_network_absent'
  | 'simulated_caller_unavailable'
  | 'user_exists'
  | 'user_not_found'
  | 'membership_not_found'
  | 'last_owner'
  | 'invitation_not_found'
  | 'invitations_limited'
  | 'key_not_found'
  | 'agent_test_not_found'
  | 'agent_test_full'
  | 'model_failed'
  | 'job_not_found'
  | 'category_exists'
  | 'agent_in_use'
  | 'agent_changing'
  | 'agent_changed'
  | 'resource_changed'
  | 'agent_version_not_found'
  | 'draft_not_found'
  | 'draft_outdated'
  | 'split_not_found'
  | 'split_running'
  | 'too_many_splits'
  | 'agent_archived'
  | 'business_exists'
  | 'agent_not_active'
  | 'agent_not_voice'
  | 'external_automation_active'
  | 'agent_assigned'
  | 'contact_context_required'
  | 'contact_out_of_scope'
  | 'contact_blocked'
  | 'suppressed'
  | 'quiet_hours'
  | 'no_common_window'
  | 'suppression_not_found'
  | 'suppression_file_invalid'
  | 'attempts_exceeded'
  | 'channel_assignment_not_supported'
  | 'template_paused'
  | 'template_policy_violated'
  | 'template_text_too_long'
  | 'template_not_found'
  | 'template_parameters_mismatch'
  | 'template_parameter_invalid'
  | 'template_not_approved'
  | 'templates_unreachable'
  | 'templates_not_readable'
  | 'template_disabled'
  | 'conversation_window_closed'
  | 'conversation_not_found'
  | 'assignee_cannot_answer'
  | 'conversation_note_not_found'
  | 'note_of_other_user'
  | 'too_many_conversation_notes'
  | 'quick_answer_not_found'
  | 'quick_answer_shortcut_taken'
  | 'too_many_quick_answers'
  | 'conversation_outbox_full'
  | 'subscription_not_found'
  | 'subscription_revoked'
  | 'callback_url_not_allowed'
  | 'name_lookups_limited'
  | 'dead_letter_not_found'
  | 'message_not_found'
  | 'media_not_found'
  | 'media_expired'
  | 'media_content_invalid'
  | 'media_type_mismatch'
  | 'media_not_ready'
  | 'media_busy'
  | 'media_too_large'
  | 'media_too_many'
  | 'media_unavailable'
  | 'media_address_not_allowed'
  | 'media_removed'
  | 'channel_failed'
  | 'variable_undeclared'
  | 'data_source_not_found'
  | 'sample_not_found'
  | 'sample_unavailable'
  | 'voice_unknown'
  | 'media_token_invalid'
  | 'media_token_in_use'
  | 'call_not_live'
  | 'rate_limited'
  | 'no_line_available'
  | 'not_ready'
  | 'journal_unavailable'
  | 'journal_full'
  | 'journal_went_back'
  | 'recordings_unavailable'
  | 'record_unreadable'
  | 'internal';

/** The kinds of error responses. */
export type ErrorCategory =
  | 'validation'
  | 'authentication'
  | 'conflict'
  | 'authorization'
  | 'rate_limit'
  | 'capacity'
  | 'billing'
  | 'configuration'
  | 'not_found'
  | 'upstream'
  | 'internal';

/** No parameters. */
type Nothing = Readonly<Record<never, never>>;

/** A body whose file is base64, or a Blob, which is sent as a form. */
type WithFile<Body> =
  | Body
  | (Omit<Body, 'contentBase64' | 'fileName'> & {
      readonly file: Blob;
      /** Default: the name of the file, if it has one. */
      readonly fileName?: string;
    });

export interface AcceptedCall {
  readonly contactId: ContactId;
  readonly callId: CallId;
  /** The number that is dialled, E.164. */
  readonly destination: string;
  readonly status: VoicemailTimelineItemStatus;
}

export interface AcceptedMessage {
  /** The message, for `readMessage` and in its webhooks. */
  readonly messageId: string;
  /** A reference to the work of sending it. */
  readonly taskRef: string;
  /** The id of the message at the channel. Null: the channel does not have it yet. */
  readonly providerMessageRef: string | null;
  /** True: it waits to be sent. It has not been delivered. */
  readonly queued: boolean;
  /** An id for support requests: that of the message. */
  readonly correlationId: string;
}

export interface Activity {
  readonly channel: CampaignChannel;
  /** The call; null: it is a message. */
  readonly callId: string | null;
  /** The message; null: it is a call. */
  readonly messageId: string | null;
  /** The iteration of the campaign. */
  readonly iterationId: string;
  readonly contactId: ContactId;
  /** The name of the contact; null: the contact was deleted. */
  readonly contactName: string | null;
  /** outbound: from the business. inbound: from the contact. */
  readonly direction: "outbound" | "inbound";
  /** The status of the call or message; `received` for a message from a customer. */
  readonly status: string;
  /** Connected time of a call, seconds; null: it is a message. */
  readonly durationSeconds: number | null;
  /** When the call was requested, or the message was written. */
  readonly at: string;
}

export interface ActivityList {
  /** The calls and messages, newest first. */
  readonly activities: readonly Activity[];
  readonly nextCursor: NextCursor;
}

export interface AddSuppressionsRequest {
  readonly businessId: BusinessId;
  /** What to suppress. */
  readonly suppressions: readonly NewSuppression[];
  /** Hang up calls that are already placed. Default: they continue. */
  readonly hangUp?: boolean;
}

/** A tag. Kept in lower case, without spaces around it. */
export type AddTag = string;

export interface AddedSuppressions {
  /** The suppressions, in the order of the request. */
  readonly suppressions: readonly Suppression[];
  /** Calls that were already placed and may still be connected. */
  readonly callsAtCarrier: readonly string[];
}

/** The published agent. */
export interface Agent {
  /** The agent; use it as `agentId`. */
  readonly id: string;
  /** A readable name that stays the same when the agent is renamed. */
  readonly referenceName: string;
  readonly channel: AgentChannel;
  /** archived: it can no longer be selected for calls, campaigns and accounts. */
  readonly status: "active" | "archived";
  /** The number of the published version. */
  readonly version?: number;
  /** Whether its calls need a contact, because it has variables: `toNumber` is then refused. */
  readonly contactContextRequired: boolean;
  /** What people call the agent. */
  readonly name: string;
  readonly instructions: AgentInstructions;
  /** The language of the agent, BCP 47. */
  readonly languageCode: string;
  /** Data Sources whose text the agent is given for its answers. */
  readonly dataSourceIds: readonly string[];
  /** Categories whose contacts the agent may call. Without any, calls to contacts are refused; on WhatsApp, all contacts may be written to. */
  readonly contactCategoryIds: readonly string[];
  /** Fields of Data Sources that the agent may use, each under an alias. */
  readonly dataSourceVariables: readonly AgentDataSourceVariable[];
  readonly voiceSettings: VoiceSettings;
  readonly chatSettings?: ChatSettings;
  readonly instagramCollectMobileEnabled: InstagramCollectMobileEnabled;
  /** When the agent was created. */
  readonly createdAt: string;
  /** When the agent was last changed. */
  readonly updatedAt: string;
}

export interface AgentAnswer {
  readonly agent: Agent;
}

export interface AgentAssignment {
  readonly channel: AgentAssignmentChannel;
  readonly phoneNumberId: PhoneNumberId;
  /** The Instagram professional account id. Null on other channels. */
  readonly providerAccountId: string | null;
  /** The name that is shown for the account. */
  readonly displayName: string;
  /** The assigned agent. Null: none. */
  readonly aiAgentId: string | null;
  /** Whether the assigned agent answers customers. */
  readonly autoReplyEnabled: boolean;
  /** Whether people answer on the whole account, so that no agent does. */
  readonly humanHandoffActive: boolean;
  readonly updatedAt: UpdatedAt;
}

/** The messaging channel. */
export type AgentAssignmentChannel = "whatsapp" | "instagram";

export interface AgentAssignmentRequest {
  /** WhatsApp: the id of the connected phone number. */
  readonly phoneNumberId?: string;
  /** Instagram: the id of the professional account. */
  readonly providerAccountId?: string;
  /** Whether the agent answers messages. Default: true. */
  readonly autoReplyEnabled?: boolean;
  /** True: people answer on the account, and the agent is silent. Default: false. */
  readonly humanHandoffActive?: boolean;
}

export interface AgentChangedLiveEvent {
  /** The name of the event. */
  readonly type: "agent.changed";
  readonly occurredAt: CallTimelineItemAt;
  readonly agentId: AgentId;
  /** What people call the agent. */
  readonly name: string;
  /** archived: it can no longer be selected for calls, campaigns and accounts. */
  readonly status: "active" | "archived";
  /** The number of the published version. */
  readonly version?: number;
}

/** `sms` agents cannot be assigned yet; `other` is delivered nowhere. */
export type AgentChannel = "whatsapp" | "sms" | "voice" | "instagram" | "other";

export interface AgentDataSourceVariable {
  /** The Data Source that has the field. */
  readonly sourceId: string;
  /** The field of the source. */
  readonly fieldKey: string;
  /** Its name in {{alias}} placeholders of the agent. */
  readonly alias: string;
}

/** What the next publication may be. */
export interface AgentDraft {
  readonly agentId: AgentId;
  /** The version that was published when the draft was begun. */
  readonly basedOn: number;
  /** Another version was published since. */
  readonly isOutdated: boolean;
  /** Changes with each save. For `If-Match`, in double quotes. */
  readonly tag: string;
  /** When it was last saved. */
  readonly updatedAt: string;
  /** The author of the last save; null: unknown. */
  readonly updatedBy: SplitStartedBy | null;
  readonly channel: AgentChannel;
  /** What people call the agent. */
  readonly name: string;
  readonly instructions: AgentInstructions;
  /** The language of the agent, BCP 47. */
  readonly languageCode: string;
  /** Data Sources whose text the agent is given for its answers. */
  readonly dataSourceIds: readonly string[];
  /** Categories whose contacts the agent may call. Without any, calls to contacts are refused; on WhatsApp, all contacts may be written to. */
  readonly contactCategoryIds: readonly string[];
  /** Fields of Data Sources that the agent may use, each under an alias. */
  readonly dataSourceVariables: readonly AgentDataSourceVariable[];
  readonly voiceSettings: VoiceSettings;
  readonly chatSettings?: ChatSettings;
  readonly instagramCollectMobileEnabled: InstagramCollectMobileEnabled;
}

export interface AgentDraftAnswer {
  readonly draft: AgentDraft;
}

/** The agent. */
export type AgentId = string;

/** What the agent is to do. */
export type AgentInstructions = string;

export interface AgentList {
  /** The agents, newest first. */
  readonly agents: readonly Agent[];
  readonly nextCursor: NextCursor;
}

export interface AgentNoteAnswer {
  readonly noteId: NoteId;
  readonly callId: CallId;
  /** The note. */
  readonly text: string;
  /** When the note was accepted. */
  readonly createdAt: string;
}

export interface AgentNoteRequest {
  readonly businessId: BusinessId;
  /** Information for the next answer of the agent. It is not read out to the customer. */
  readonly text: string;
}

/** One version of an agent. */
export interface AgentVersion {
  /** 1 is the version that it was created with. */
  readonly version: number;
  /** When it was published. */
  readonly createdAt: string;
  /** The author; null: changes from before authors were recorded. */
  readonly by: AgentVersionBy | null;
  /** What its author wrote about it. */
  readonly note?: string;
  /** The earlier version that it repeats. */
  readonly restored?: number;
  readonly channel: AgentChannel;
  /** What people call the agent. */
  readonly name: string;
  readonly instructions: AgentInstructions;
  /** The language of the agent, BCP 47. */
  readonly languageCode: string;
  /** Data Sources whose text the agent is given for its answers. */
  readonly dataSourceIds: readonly string[];
  /** Categories whose contacts the agent may call. Without any, calls to contacts are refused; on WhatsApp, all contacts may be written to. */
  readonly contactCategoryIds: readonly string[];
  /** Fields of Data Sources that the agent may use, each under an alias. */
  readonly dataSourceVariables: readonly AgentDataSourceVariable[];
  readonly voiceSettings: VoiceSettings;
  readonly chatSettings?: ChatSettings;
  readonly instagramCollectMobileEnabled: InstagramCollectMobileEnabled;
}

export interface AgentVersionAnswer {
  readonly version: AgentVersion;
}

/** The user or API key that did it. */
export interface AgentVersionBy {
  /** user: of the console. key: an API key. */
  readonly type: "user" | "key";
  /** The id of the user or key. */
  readonly id: string;
  /** Null: the user or key no longer exists. */
  readonly name: string | null;
}

export interface AgentVersionList {
  /** The versions, newest first. */
  readonly versions: readonly AgentVersion[];
  readonly nextCursor: NextCursor;
}

export interface AlertFiredEvent {
  /** What has happened. */
  readonly eventType: "alert.fired" | "alert.resolved";
  readonly contractVersion: ContractVersion;
  readonly eventId: EventId;
  readonly occurredAt: CallTimelineItemAt;
  readonly businessId: MessageAnswerBusinessId;
  /** The channel of the subscription. */
  readonly channel: "alerts";
  readonly retryNumber: RetryNumber;
  readonly test?: WhatsappEventFieldsTest;
  readonly alertRuleId: AlertRuleId;
  readonly alert: AlertFiredEventAlert;
}

/** The alert, and its rule as it was when it fired. */
export interface AlertFiredEventAlert {
  /** The alert; webhooks name it. */
  readonly firingId: string;
  /** The name of the rule. */
  readonly name: string;
  readonly metric: AlertMetric;
  /** Which side of the threshold fires. */
  readonly comparison: "above" | "below";
  /** In the unit of the metric. */
  readonly threshold: number;
  readonly windowMinutes: WindowMinutes;
  readonly agentId: AlertRuleAgentId;
  readonly campaignId: AlertRuleCampaignId;
  /** The value when it fired. */
  readonly value: number;
  /** Calls or messages that were counted then. Null: the metric counts none. */
  readonly count: number | null;
  /** When it fired. */
  readonly firedAt: string;
  /** When it was resolved. Null: it still fires. */
  readonly resolvedAt: string | null;
  readonly resolution: AlertFiringResolution;
  /** The value when it was resolved. Null: it still fires, or there was no value. */
  readonly resolvedValue: number | null;
}

/** A time during which the rule fired. */
export interface AlertFiring {
  /** The alert; webhooks name it. */
  readonly firingId: string;
  /** Whether it still fires. */
  readonly status: "firing" | "resolved";
  /** The side of the threshold that fired. */
  readonly comparison: "above" | "below";
  /** The threshold when it fired. */
  readonly threshold: number;
  /** The value when it fired. */
  readonly value: number;
  /** Calls or messages that were counted then. Null: the metric counts none. */
  readonly count: number | null;
  /** When it fired. */
  readonly firedAt: string;
  /** When it was resolved. Null: it still fires. */
  readonly resolvedAt: string | null;
  readonly resolution: AlertFiringResolution;
  /** The value when it was resolved. Null: it still fires, or there was no value. */
  readonly resolvedValue: number | null;
  /** When the notifications were sent. Null: the rule was muted. */
  readonly notifiedAt: string | null;
  /** The e-mails of the alert, in order. */
  readonly mails: readonly AlertMail[];
}

export interface AlertFiringList {
  /** The page of alerts, newest first. */
  readonly firings: readonly AlertFiring[];
  readonly nextCursor: NextCursor;
}

/** Why it ended. Null: it still fires. */
export type AlertFiringResolution = "recovered" | "no_data" | "rule_changed" | "rule_disabled" | "rule_removed" | null;

/** An e-mail of the alert. */
export interface AlertMail {
  /** The address. */
  readonly email: string;
  /** What the e-mail reports. */
  readonly notification: "fired" | "resolved";
  /** `sent`: the mail server took it. `failed`: no further attempt is made. */
  readonly status: "pending" | "sent" | "failed";
  /** Attempts so far. */
  readonly attempts: number;
  readonly problem: AlertMailProblem;
}

/** Why it was not handed to the mail server. `daily_limit`: the rule has sent 200 e-mails that day. Null: it was, or was not tried yet. */
export type AlertMailProblem = "smtp_not_configured" | "connection_failed" | "timeout" | "tls_failed" | "authentication_failed" | "sender_refused" | "recipient_refused" | "message_refused" | "daily_limit" | "dropped_by_operator" | null;

/** `success_rate`: the share of analyzed calls that met all criteria. `answer_rate`: the share of calls that a person answered. `call_failure_rate`: the share of calls that failed. `message_failure_rate`: the share of messages that did not arrive. `heard_latency_p95`: from the end of the speech of the customer to the first audio that is played, ms, which 95 % of the answers do not exceed. `cost`: charges of calls and of their analyses, microcredits. `credit_left`: available credit, microcredits. `credit_days`: how many days the available credit lasts, at the average of the last 7 days. */
export type AlertMetric = "success_rate" | "answer_rate" | "call_failure_rate" | "message_failure_rate" | "heard_latency_p95" | "cost" | "credit_left" | "credit_days";

/** An alert rule. */
export interface AlertRule {
  readonly alertRuleId: AlertRuleId;
  /** The name of the rule. */
  readonly name: string;
  readonly metric: AlertMetric;
  /** Which side of the threshold fires. */
  readonly comparison: "above" | "below";
  /** In the unit of the metric. */
  readonly threshold: number;
  readonly windowMinutes: WindowMinutes;
  /** The fewest calls or messages for which the rule fires. Null: none are required. */
  readonly minimumCount: number | null;
  readonly agentId: AlertRuleAgentId;
  readonly campaignId: AlertRuleCampaignId;
  /** Whether subscribers of alerts are notified. */
  readonly notifyWebhooks: boolean;
  /** Addresses that are notified. */
  readonly emails: readonly string[];
  /** Whether the rule is evaluated. */
  readonly enabled: boolean;
  /** `off`: it is not enabled. */
  readonly status: "ok" | "firing" | "off";
  /** Since when it fires. Null: it does not. */
  readonly firingSince: string | null;
  /** Until when no notification is sent. Null: it is not muted. */
  readonly mutedUntil: string | null;
  /** Raised by each change, except of the mute. */
  readonly revision: number;
  readonly createdAt: CreatedAt;
  readonly updatedAt: UpdatedAt;
}

/** Only calls or conversations of the agent. Null: all. */
export type AlertRuleAgentId = string | null;

export interface AlertRuleAnswer {
  readonly alertRule: AlertRule;
}

/** Only those of the campaign. Null: all. */
export type AlertRuleCampaignId = string | null;

/** The alert rule. */
export type AlertRuleId = string;

export interface AlertRuleList {
  /** The rules, in the order in which they were created. */
  readonly alertRules: readonly AlertRule[];
  /** Whether the installation has a mail server. If not, rules cannot have addresses. */
  readonly canSendEmail: boolean;
}

export interface AlertRuleWithReading {
  readonly alertRule: AlertRule;
  /** The metric at present. */
  readonly current: {
    /** The value in the unit of the metric. Null: there is none yet. */
    readonly value: number | null;
    /** Calls or messages that were counted. Null: the metric counts none. */
    readonly count: number | null;
    /** Whether the value is on the side of the threshold that fires, with enough calls or messages. */
    readonly meetsCondition: boolean;
  };
}

export interface AlertTestAnswer {
  /** How each test notification went. */
  readonly test: {
    /** The subscribers of `alert.fired`, up to 10. Empty: there are none, or the rule does not notify them. */
    readonly webhooks: readonly AlertTestAnswerTestWebhook[];
    /** The addresses of the rule. */
    readonly mails: readonly ({
      /** The address. */
      readonly email: string;
      /** `sent`: the mail server took it. */
      readonly outcome: "sent" | "failed";
      readonly problem: AlertMailProblem;
    })[];
  };
}

/** A test event that was sent to a subscriber. */
export interface AlertTestAnswerTestWebhook {
  /** The subscription. */
  readonly subscriptionId: string;
  /** `delivered`: the endpoint answered with 2xx in time. */
  readonly outcome: "delivered" | "failed";
  /** The HTTP status of the response. Null: there was none. */
  readonly httpStatus: number | null;
  readonly problem: TestDeliveriesDeliveryProblem;
}

/** The latest minutes that are evaluated, extended to whole quarters of an hour. Default: 60. Not for credit. */
export type AlertWindow = 15 | 30 | 60 | 180 | 360 | 720 | 1440 | 4320 | 10080;

/** The type of the value. */
export type AnalysisFieldType = "string" | "number" | "integer" | "boolean";

/** Only calls that match, as in a list of calls. */
export interface AnalysisFilter {
  readonly status?: VoicemailTimelineItemStatus;
  readonly agentVersion?: CallQueryAgentVersion;
  readonly contactId?: CallQueryContactId;
  readonly campaignId?: CallQueryCampaignId;
  readonly analysis?: CallOutcomeStatus;
  readonly success?: CallQuerySuccess;
  readonly sentiment?: ConversationFindingsSentiment;
  readonly request?: CustomerRequest;
  readonly endedBy?: EndedBy;
  readonly endReason?: EndReason;
  /** Whether an answer took longer than 2 seconds. */
  readonly slow?: "true" | "false";
  /** Whether the customer interrupted the agent. */
  readonly interrupted?: "true" | "false";
  /** Whether a tool failed. */
  readonly toolFailed?: "true" | "false";
  /** Whether a person has marked it as reviewed. */
  readonly reviewed?: "true" | "false";
  readonly tag?: AddTag;
  readonly minScore?: MinScore;
  readonly maxScore?: MinScore;
}

export interface AnalysisRunAnswer {
  /** The run; use it to confirm the estimate. */
  readonly analysisRunId: string;
  readonly agentId: AgentId;
  /** estimated: awaits its confirmation. partial: it has ended, and some could not be analysed; they cost nothing. */
  readonly status: "estimated" | "running" | "completed" | "partial";
  /** What is analysed. */
  readonly of: "calls" | "conversations";
  /** Ended calls in the period that match the filter and in which the customer spoke, or conversations that fell silent in it, which were not analysed with the present criteria and fields. */
  readonly calls: number;
  /** How many have been analysed so far. */
  readonly analyzed: number;
  /** How many could not be analysed; another run tries them again. */
  readonly failed: number;
  readonly maxChargeMicrocredits: SummaryRunMaxCharge;
  readonly chargedMicrocredits: ChargedMicrocredits;
  readonly createdAt: SummaryRunAnswerCreatedAt;
  readonly expiresAt: ExpiresAt;
  readonly endedAt: EndedAt;
}

export interface AnalysisRunList {
  /** The runs, newest first. */
  readonly analysisRuns: readonly AnalysisRunAnswer[];
  readonly nextCursor: NextCursor;
}

export interface AnalysisSettings {
  /** What calls and conversations are judged by, and what is extracted from them. */
  readonly analysis: {
    /** A call is a success if it meets all of them. */
    readonly criteria: readonly {
      /** Its name in findings and exports. */
      readonly key: string;
      /** When the criterion is met, in plain words. */
      readonly description: string;
    }[];
    /** The fields to extract; null: nothing is extracted. */
    readonly fields: {
      /** Always `object`. */
      readonly type: "object";
      /** The fields by key. */
      readonly properties: Readonly<Record<string, {
        readonly type: AnalysisFieldType;
        /** For the model: what the field means. */
        readonly description?: string;
        /** The only values of a string. */
        readonly enum?: readonly string[];
      }>>;
    } | null;
  };
}

export interface Analytics {
  /** What the figures are of. */
  readonly subject: "calls" | "conversations";
  /** The time zone of hours and days, an IANA name. */
  readonly timeZone: string;
  /** What the groups are; null: there are none. */
  readonly groupBy: "outcome" | "agent" | "version" | "campaign" | "channel" | "hour" | "day" | null;
  /** The beginning of the period, moved back to a whole quarter of an hour. */
  readonly from: string;
  /** The end of the period, moved forward to a whole quarter of an hour; not included. */
  readonly to: string;
  /** The figures of the whole period. */
  readonly totals: AnalyticsTotals;
  /** Hours and days in order, others by their number of calls; empty without groupBy. */
  readonly groups: readonly AnalyticsGroup[];
  /** The same for the period right before, as long; null without compare. */
  readonly previous: AnalyticsPrevious | null;
}

export interface AnalyticsGroup {
  /** An outcome, a channel, an id, an hour or a day (2026-03-01); null: no agent or campaign is known. Of a version: the id of its agent. */
  readonly key: string | null;
  /** The name of the agent or campaign; otherwise null. */
  readonly name: string | null;
  /** The version, if grouped by version; null: otherwise, or it was not recorded. */
  readonly version: number | null;
  /** The figures of the group. */
  readonly figures: AnalyticsTotals;
}

export interface AnalyticsPrevious {
  /** The beginning of the period, moved back to a whole quarter of an hour. */
  readonly from: string;
  /** The end of the period, moved forward to a whole quarter of an hour; not included. */
  readonly to: string;
  /** The figures of the whole period. */
  readonly totals: AnalyticsTotals;
  /** Hours and days in order, others by their number of calls; empty without groupBy. */
  readonly groups: readonly AnalyticsGroup[];
}

export interface AnalyticsTotals {
  /** Null: the figures are of conversations. */
  readonly calls: AnalyticsTotalsCalls | null;
  /** Null: the figures are of calls. */
  readonly conversations: AnalyticsTotalsConversations | null;
}

export interface AnalyticsTotalsCalls {
  /** Calls that were requested in the period and have ended. */
  readonly calls: number;
  /** By a person, as far as known: not by a machine. */
  readonly answered: number;
  /** The share of calls that a person answered; null: there are no calls. */
  readonly answerRate: number | null;
  /** With a completed analysis. */
  readonly analyzed: number;
  /** Met all success criteria of their agent. */
  readonly succeeded: number;
  /** Did not meet one of them. */
  readonly notSucceeded: number;
  /** Of the calls that succeeded or did not; null: of none. */
  readonly successRate: number | null;
  /** Connected time of all calls, seconds. */
  readonly durationSeconds: number;
  /** Connected time of the calls that a person answered, seconds. */
  readonly callSeconds: TotalCallSeconds;
  /** What the calls cost, in microcredits; without analysisCostMicrocredits. */
  readonly chargedMicrocredits: number;
  /** Charges of the analyses of the calls, also of repeated ones. */
  readonly analysisCostMicrocredits: number;
  readonly latencies: AnalyticsTotalsCallsLatencies;
  /** Turns of agents. */
  readonly agentTurns: number;
  /** Agents' turns that the customer interrupted. */
  readonly interruptions: number;
  /** How often agents had to ask whether the customer is still there. */
  readonly silences: number;
  /** Calls that ended because of silence. */
  readonly silenceEnds: number;
  /** Uses of tools. */
  readonly toolUses: number;
  /** Uses of tools that failed; an unknown outcome does not count. */
  readonly toolFailures: number;
}

/** Of the agents' turns. */
export interface AnalyticsTotalsCallsLatencies {
  /** From the end of the customer's speech to its final transcript, ms. */
  readonly finalTranscriptMs: TotalCallSeconds;
  /** To the first token of the model, ms. */
  readonly firstTokenMs: TotalCallSeconds;
  /** To the first audio of the TTS, ms. */
  readonly firstAudioMs: TotalCallSeconds;
  /** To the first frame sent to the carrier, ms. */
  readonly firstFrameMs: TotalCallSeconds;
  /** To the first frame that was played, ms. */
  readonly firstPlayedMs: TotalCallSeconds;
}

export interface AnalyticsTotalsConversations {
  /** A conversation begins with the first message after 24 hours without any. */
  readonly conversations: number;
  /** In which both sides wrote. */
  readonly answered: number;
  /** The share of conversations in which both sides wrote; null: there are none. */
  readonly answerRate: number | null;
  /** Messages of customers. */
  readonly messagesReceived: number;
  /** Messages of the business. */
  readonly messagesSent: number;
  /** Messages of the business that did not arrive. */
  readonly messagesFailed: number;
  /** From a customer's first unanswered message to the answer of an agent; at most 5 % off; null: there is none. */
  readonly replySeconds: TotalCallSeconds;
  /** In which an agent handed over to people, or a person took part. */
  readonly handedOver: number;
  /** In which a person of the business wrote. */
  readonly answeredByHuman: number;
}

/** What a model found in the call. */
export interface AnalyzedCall {
  readonly status: CallOutcomeStatus;
  readonly success: OutcomeSuccess;
  readonly sentiment: Sentiment;
  /** What the customer requested; empty: nothing. */
  readonly requests: readonly CustomerRequest[];
  /** What was found; of the last analysis that completed. Null: none has. */
  readonly findings: CallFindings | null;
  /** Why the last analysis failed; null: it did not. */
  readonly failure: ConversationAnalysisFailure | null;
  /** The run that made it; null: the end of the call did. */
  readonly analysisRunId: string | null;
}

/** What a model found in the messages between two silences. */
export interface AnalyzedConversation {
  readonly status: CallOutcomeStatus;
  readonly success: OutcomeSuccess;
  readonly sentiment: Sentiment;
  /** What the customer requested; empty: nothing. */
  readonly requests: readonly CustomerRequest[];
  /** What was found; of the last analysis that completed. Null: none has. */
  readonly findings: ConversationFindings | null;
  /** Why the last analysis failed; null: it did not. */
  readonly failure: ConversationAnalysisFailure | null;
  /** The run that made it; null: the silence of the conversation did. */
  readonly analysisRunId: string | null;
}

export interface ArchiveAgentRequest {
  readonly businessId: BusinessId;
  readonly agentId: AgentId;
}

export interface ArchiveDataSourceRequest {
  readonly businessId: BusinessId;
  readonly sourceId: DataSourceId;
}

export interface AssignChannelRequest {
  readonly businessId: BusinessId;
  /** The channel: `whatsapp` or `instagram`. Agents of others are not assigned to accounts. */
  readonly channel: "whatsapp" | "sms" | "voice" | "instagram" | "other";
  readonly phoneNumberId?: AssignedPhoneNumberId;
  readonly providerAccountId?: ProviderAccountId;
  /** The agent to assign, an active one of the channel. Null removes the agent. Omitted: unchanged. */
  readonly aiAgentId?: string | null;
  /** Whether the agent answers customers. Omitted: unchanged; false if the account was never assigned. */
  readonly autoReplyEnabled?: boolean;
  /** Whether people answer on the whole account, so that no agent does. Omitted: unchanged; false if the account was never assigned. False also hands back conversations that people took over in the channel’s app. */
  readonly humanHandoffActive?: boolean;
}

/** WhatsApp: the id of the phone number at Meta. Not used on other channels. */
export type AssignedPhoneNumberId = string;

/** Where it ends in the recording, ms; null: unknown. */
export type AudioEndOffsetMs = number | null;

/** Where it begins in the recording, ms; null: unknown. */
export type AudioOffsetMs = number | null;

/** Voice only: when the customer makes a sound, the agent first speaks more quietly, and stops at a word or half a second of speech. False: it stops at once. Default true. */
export type BargeInDuck = boolean;

/** The use of a tool by the agent. */
export interface BegunToolUse {
  /** Identifies the use of the tool in the call. */
  readonly useId: string;
  /** When the use began. */
  readonly at: string;
  /** The tool. */
  readonly name: string;
  /** What the model supplied. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

export type BodyParameter = TextParameter | CurrencyParameter | DateTimeParameter;

export type BodyParameterInput = TextParameterInput | CurrencyParameterInput | DateTimeParameterInput;

export interface BodyTemplateComponent {
  /** The main text of the template. */
  readonly type: "body";
  /** The values of its variables, in order. */
  readonly parameters: readonly BodyParameter[];
}

export interface BodyTemplateComponentInput {
  /** The main text of the template. */
  readonly type: "body";
  /** The values of its variables, in order. */
  readonly parameters: readonly BodyParameterInput[];
}

/** The business of the key or session. */
export type BusinessId = string;

export interface BusinessOfKey {
  /** The business that the key or session belongs to. */
  readonly businessId: string;
  /** The name of the business. */
  readonly name: string;
}

export interface BusinessRequest {
  readonly businessId: BusinessId;
}

/** A text with reply buttons; quick replies on Instagram. */
export interface ButtonsInteractiveMessage {
  /** Reply buttons. */
  readonly kind: "buttons";
  readonly header?: InteractiveHeader;
  readonly footer?: InteractiveFooter;
  /** The text of the message. */
  readonly body: string;
  /** The buttons, from left to right. */
  readonly buttons: readonly {
    /** Returned with the answer; unique in the message. */
    readonly id: string;
    /** The label of the button. Unique in the message. */
    readonly title: string;
  }[];
}

/** A call. */
export interface Call {
  /** The call; it never changes. */
  readonly id: string;
  readonly status: VoicemailTimelineItemStatus;
  /** The agent that makes it; null: unknown. */
  readonly agentName: string | null;
  /** The version of the agent that made it; null: it was not recorded, or the call tested words that are not published. */
  readonly agentVersion?: number | null;
  /** The campaign that it is part of; null: none. */
  readonly campaignName: string | null;
  /** The contact that is called; null: a number without a contact. */
  readonly contactId: string | null;
  /** The name of the contact; null: there is none, or it was deleted. */
  readonly contactName: string | null;
  /** The Data Sources of the values in `callData`; null: none. */
  readonly sourceName: string | null;
  /** Snapshot of the values from the client and of granted fields, up to 500 characters each; without those of the contact. */
  readonly callData: Readonly<Record<string, string>>;
  /** The number that is called, E.164; of a test call in a browser: `browser`. */
  readonly calleeNumber: string;
  /** Connected time, seconds; 0 until it has ended. */
  readonly durationSeconds: number;
  /** When it was answered; null: it was not. */
  readonly startedAt: string | null;
  /** When it ended; null: it has not. */
  readonly endedAt: string | null;
  /** Whether `GET /api/v1/voice/calls/{callId}` has links to the recording. */
  readonly recordingAvailable: boolean;
  /** Whether there is at least one turn of a transcript. */
  readonly transcriptAvailable: boolean;
  /** When it was requested. */
  readonly createdAt: string;
  /** What it cost, in microcredits (1,000,000 are one credit); 0 until it is settled. */
  readonly chargedMicrocredits: number;
  /** The party that ended it. system: Parley, by a limit or a rule. provider: a carrier, STT, TTS or LLM failed. unknown: not reported. */
  readonly endedBy: "customer" | "agent" | "operator" | "system" | "provider" | "unknown" | null;
  /** Why it ended; null: it has not. One of completed, customer_hangup, agent_hangup, operator_hangup, cancelled, no_answer, busy, voicemail, mailbox_full, unavailable, ivr_menu, not_in_service, invalid_number, rejected_by_carrier, no_line, claim_lost, suppressed, destination_not_allowed, quiet_hours, attempts_exceeded, insufficient_credit, silence, max_duration, menu_loop, media_lost, speech_provider_failed, disclosure_failed, model_failed, placement_unknown, carrier_failed, internal. */
  readonly endReason: string | null;
  readonly disclosure: CallDisclosure;
  /** The call about whose customer a colleague was called; null: the callee is a customer. */
  readonly consultationOf?: string | null;
  /** What the analysis of the call found; null: it was not analysed. */
  readonly outcome?: CallOutcome | null;
  /** Its tags, in the order in which they were added. */
  readonly tags?: readonly string[];
  /** The score that a person gave it, from 1 to 5; null: none. */
  readonly score?: number | null;
  /** Whether a person has marked it as reviewed. */
  readonly reviewed?: boolean;
  /** Whether the customer interrupted the agent. */
  readonly interrupted?: boolean;
  /** Whether a tool failed. */
  readonly toolFailed?: boolean;
  /** The slowest answer of the agent; null: there is none. */
  readonly slowestAnswer?: {
    /** From the end of the customer's speech to the first sound of the answer, as it was played where the carrier reports that; ms. */
    readonly ms: number;
    /** Where the answer begins in the recording, ms; null: unknown. */
    readonly atMs: number | null;
  } | null;
  /** Who speaks when, in 32 equal slices of the call; null: it has not ended, or nothing was said. */
  readonly waveform?: {
    /** The customer: a digit for each slice, from 0 to 9 tenths of it. */
    readonly customer: string;
    /** The agent, and people who took the call over. */
    readonly agent: string;
  } | null;
}

export type CallAcceptedLiveEvent = CallLiveFields & {
  /** The name of the event. */
  readonly type: "call.accepted";
  /** The status of the call. */
  readonly status: "queued";
};

export interface CallAnalysis {
  readonly status: CallOutcomeStatus;
  readonly success: OutcomeSuccess;
  /** What was found; of the last analysis that completed. Null: none has. */
  readonly findings: CallFindings | null;
  /** Why the last analysis failed; null: it did not. */
  readonly failure: ConversationAnalysisFailure | null;
  /** The run that made it; null: the end of the call did. */
  readonly analysisRunId: string | null;
  /** When it completed or failed; null: it is running. */
  readonly analyzedAt: string | null;
  /** What the analyses of the call cost, in microcredits. */
  readonly chargedMicrocredits: number;
}

export type CallAnalyzedEvent = CallEventFields & {
  /** What has happened. */
  readonly eventType: "voice.call.analyzed";
  readonly analysis: AnalyzedCall;
};

export type CallAnalyzedLiveEvent = CallLiveFields & {
  /** The name of the event. */
  readonly type: "call.analyzed";
  /** What a model found in the call. */
  readonly outcome: CallOutcome;
};

export type CallAnsweredEvent = CallEventFields & {
  /** What has happened. */
  readonly eventType: "voice.call.answered";
  /** The call. */
  readonly call: {
    /** The status of the call. */
    readonly status: "answered";
  };
};

export type CallAnsweredLiveEvent = CallLiveFields & {
  /** The name of the event. */
  readonly type: "call.answered";
  /** The status of the call. */
  readonly status: "answered";
};

export type CallCancellingLiveEvent = CallLiveFields & {
  /** The name of the event. */
  readonly type: "call.cancelling";
  /** The status of the call. */
  readonly status: "cancelling";
};

export type CallChargedEvent = CallEventFields & {
  /** What has happened. */
  readonly eventType: "voice.call.charged";
  /** The settled charge of the call. */
  readonly charge: {
    /** Blocks of 20 seconds that were charged. */
    readonly blocks: number;
    /** The charge, microcredits. */
    readonly chargedMicrocredits: number;
  };
};

export type CallChargedLiveEvent = CallLiveFields & {
  /** The name of the event. */
  readonly type: "call.charged";
  /** Blocks of 20 seconds that were charged. */
  readonly blocks: number;
  /** The charge, microcredits. */
  readonly chargedMicrocredits: number;
};

export interface CallCriterion {
  /** The key of the criterion. */
  readonly key: string;
  /** Whether the criterion is met; unknown: the transcript does not say. */
  readonly verdict: "met" | "not_met" | "unknown";
  /** Why the verdict is so. */
  readonly reason: string;
  /** What shows it, in order. */
  readonly evidence: readonly CallFindingsRequestEvidence[];
}

export interface CallDetails {
  readonly call: Call;
  /** What was said, in order. It grows while the call is live. */
  readonly transcript: readonly TranscriptTurn[];
  /** Signed address of the recording, to play it; expires after five minutes. Absent: there is none yet. */
  readonly recordingUrl?: string;
  /** Signed address of the recording, to save it; same expiry. */
  readonly recordingDownloadUrl?: string;
  /** A safe file name for the recording: `<callId>.opus`, of old calls `.wav`. */
  readonly recordingFilename?: string;
  readonly diagnostics: CallDiagnostics;
  /** Null: the call was not analysed. */
  readonly analysis?: CallAnalysis | null;
  readonly review?: CallReviewDetails;
}

/** The course of the call, for diagnosis. Names in it may be added. */
export interface CallDiagnostics {
  /** The carriers that got the request to place the call, one after the other. */
  readonly attempts: readonly {
    /** The carrier. */
    readonly carrier: string;
    /** When the request was sent. */
    readonly at: string;
    /** How far the attempt came: `placing`, `placed`, `unknown`, `ringing` or `answered`; later the status with which the call ended, or `failed` if the next carrier was tried. */
    readonly outcome: string;
  }[];
  /** All events of the call, in order. */
  readonly timeline: readonly {
    readonly at: CallTimelineItemAt;
    /** The name of the event. Further names may be added. */
    readonly event: string;
  }[];
  /** The outreach rules as evaluated immediately before the request to the carrier; absent for calls of versions without rules. */
  readonly outreachRules?: readonly OutreachRule[];
  /** Failures and anomalies, in order. */
  readonly notes: readonly CallDiagnosticsNote[];
  /** Tools that the agent used, in start order. */
  readonly toolUses: readonly CallToolUse[];
  /** Language model tokens for the answers of this call, recorded when its media ends; absent if no model reported them. Answers that were cut off are not included. */
  readonly modelTokens?: readonly {
    /** The model. */
    readonly model: string;
    /** Tokens of prompts. */
    readonly inputTokens: number;
    /** Tokens of answers. */
    readonly outputTokens: number;
  }[];
  /** Operators of the call: listeners, takeovers and notes to the agent. Absent: none. */
  readonly operators?: {
    /** The lines that joined the call. */
    readonly lines: readonly OperatorLine[];
    /** The times in which a person spoke in place of the agent. */
    readonly takeOvers: readonly TakeOver[];
    /** Notes to the agent during the call. */
    readonly agentNotes: readonly {
      readonly by: CallOperator;
      /** When it was sent. */
      readonly at: string;
      /** The note. */
      readonly text: string;
    }[];
  };
  /** The turns of the transcript, with what is known about their timing. */
  readonly turns: readonly TurnDiagnostics[];
  /** The test variables of the request, and what each replaced. */
  readonly testVariables: readonly ({
    /** The alias. */
    readonly alias: string;
    /** What the test variable replaced: a missing value, or another value. */
    readonly replaced: "missing" | "value";
  })[];
}

export interface CallDiagnosticsNote {
  /** What happened; a stable name. */
  readonly code: string;
  /** Where in the recording, ms; null: unknown. */
  readonly atMs: number | null;
  /** Of `not_understood`: where the speech begins in the recording, ms. Absent: unknown, or the note is about no speech. */
  readonly audioOffsetMs?: number;
  /** Of `not_understood`: where the speech ends in the recording, ms. */
  readonly audioEndOffsetMs?: number;
}

export type CallDisclosedEvent = CallEventFields & {
  /** What has happened. */
  readonly eventType: "voice.call.disclosed";
  readonly disclosure: CallDisclosure;
};

/** Whether the customer heard the disclosure of the agent. */
export interface CallDisclosure {
  /** none: the agent had no disclosure to make. not_heard: less than 95 % of it was heard, or it has not been spoken yet. */
  readonly status: "heard" | "not_heard" | "none";
  /** Position in the recording, ms, at which 95 % of it was heard. Null unless heard. */
  readonly heardAtMs: number | null;
  /** acked: the carrier confirmed its playback. estimated: computed from the time of sending, because the carrier does not confirm playback. null unless heard. */
  readonly proof: "acked" | "estimated" | null;
}

export type CallEndedEvent = CallEventFields & {
  /** What has happened. */
  readonly eventType: "voice.call.ended";
  readonly call: EndedCall;
};

export type CallEndedLiveEvent = CallLiveFields & {
  /** The name of the event. */
  readonly type: "call.ended";
  readonly status: VoicemailTimelineItemStatus;
  readonly endedBy: EndedBy;
  /** Why it ended, a stable name; further ones may be added. */
  readonly endReason: string;
  /** Connected seconds; 0 if the call was not answered. */
  readonly durationSeconds: number;
};

export interface CallEventFields {
  readonly contractVersion: ContractVersion;
  readonly eventId: EventId;
  readonly occurredAt: CallTimelineItemAt;
  readonly businessId: MessageAnswerBusinessId;
  /** The channel of the subscription. */
  readonly channel: "voice";
  readonly retryNumber: RetryNumber;
  readonly test?: WhatsappEventFieldsTest;
  readonly callId: CallId;
  readonly agentId: AgentId;
  /** The contact that was called. Null: a number without a contact. */
  readonly contactId: string | null;
  /** The number that was called, E.164. */
  readonly calleeNumber: string;
  /** The campaign that placed the call. Null: none. */
  readonly campaignId: string | null;
  /** The iteration of that campaign. Null: none. */
  readonly iterationId: string | null;
}

export interface CallFacet {
  /** The value, as the filter takes it. */
  readonly value: string;
  /** The name of the agent or campaign; otherwise null. */
  readonly name: string | null;
  /** Calls with it that match the other filters. */
  readonly calls: number;
}

/** For each filter its values, counted among the calls that match all other filters: the most frequent first, at most 50. */
export interface CallFacetValues {
  /** By status. */
  readonly status: readonly CallFacet[];
  /** By agent. */
  readonly agentId: readonly CallFacet[];
  /** By version of the agent; empty unless the calls are filtered by `agentId`. */
  readonly agentVersion: readonly CallFacet[];
  /** By campaign. */
  readonly campaignId: readonly CallFacet[];
  /** By the state of the analysis. */
  readonly analysis: readonly CallFacet[];
  /** By whether all success criteria were met, `true` or `false`. */
  readonly success: readonly CallFacet[];
  /** By sentiment. */
  readonly sentiment: readonly CallFacet[];
  /** By what the customer requested. */
  readonly request: readonly CallFacet[];
  /** By the party that ended the call. */
  readonly endedBy: readonly CallFacet[];
  /** By the reason of the end. */
  readonly endReason: readonly CallFacet[];
  /** Calls with a slow answer: `true` alone. */
  readonly slow: readonly CallFacet[];
  /** Calls on which the customer interrupted the agent: `true` alone. */
  readonly interrupted: readonly CallFacet[];
  /** Calls on which a tool failed: `true` alone. */
  readonly toolFailed: readonly CallFacet[];
  /** By whether a person has marked it as reviewed, `true` or `false`. */
  readonly reviewed: readonly CallFacet[];
  /** By tag. */
  readonly tag: readonly CallFacet[];
}

export interface CallFacets {
  /** Examined calls that match all filters. */
  readonly calls: number;
  /** The calls that were looked at, the latest first: at most 20000. */
  readonly examined: number;
  /** Whether these were all; otherwise there may be more than counted. */
  readonly complete: boolean;
  readonly facets: CallFacetValues;
}

export interface CallFindings {
  /** What came of it, in a few sentences. */
  readonly summary: string;
  readonly sentiment: ConversationFindingsSentiment;
  /** What the customer requested; empty: nothing. */
  readonly requests: readonly {
    readonly request: CustomerRequest;
    readonly at: ConversationFindingsRequestAt;
    /** What shows it, in order. */
    readonly evidence: readonly CallFindingsRequestEvidence[];
  }[];
  /** The verdict on each success criterion of the agent. */
  readonly criteria: readonly CallCriterion[];
  /** The value of each field that the agent extracts. */
  readonly fields: readonly ({
    /** The key of the field. */
    readonly key: string;
    /** What the customer stated; null: nothing. */
    readonly value: string | number | boolean | null;
    /** What shows it, in order. */
    readonly evidence: readonly CallFindingsRequestEvidence[];
  })[];
}

export interface CallFindingsRequestEvidence {
  /** Its index in the transcript, from 0. */
  readonly turn: number;
  /** Where it begins in the recording, ms; null: unknown. */
  readonly atMs: number | null;
}

export type CallHandedBackLiveEvent = CallLiveFields & ({
  /** The name of the event. */
  readonly type: "call.handed_back";
  /** The operator handed it back, left the line, or the media session ended. */
  readonly reason: "handed_back" | "line_left" | "session_ended";
});

/** The call. */
export type CallId = string;

export interface CallList {
  /** The calls, newest first. */
  readonly calls: readonly Call[];
  readonly nextCursor: NextCursor;
}

export interface CallLiveFields {
  readonly occurredAt: CallTimelineItemAt;
  readonly callId: CallId;
  readonly agentId: AgentId;
  /** The contact that was called. Null: a number without a contact. */
  readonly contactId: string | null;
  /** The number that was called, E.164. */
  readonly calleeNumber: string;
  /** The campaign that placed the call. Null: none. */
  readonly campaignId: string | null;
  /** The iteration of that campaign. Null: none. */
  readonly iterationId: string | null;
}

export interface CallMemoryEntrySource {
  /** It was said on a call. */
  readonly type: "call";
  readonly id: CallId;
  /** The turns that show it; of a summary none. */
  readonly evidence: readonly CallFindingsRequestEvidence[];
}

export interface CallNote {
  readonly noteId: NoteId;
  /** The note. */
  readonly text: string;
  /** The author; null: unknown. */
  readonly by: AgentVersionBy | null;
  /** When the note was added. */
  readonly createdAt: string;
}

export interface CallNoteAnswer {
  readonly noteId: NoteId;
  readonly callId: CallId;
  /** The note. */
  readonly text: string;
  /** When the note was added. */
  readonly createdAt: string;
}

export interface CallNoteRequest {
  readonly businessId: BusinessId;
  /** The note. */
  readonly text: string;
}

export type CallNotedLiveEvent = CallLiveFields & {
  /** The name of the event. */
  readonly type: "call.noted";
  /** Something that the service noted about the call. */
  readonly note: CallDiagnosticsNote;
};

/** The operator, or the party of another call. */
export interface CallOperator {
  /** call: the party of another call, who was connected by a consultation. */
  readonly type: "user" | "key" | "call";
  /** The id of the user, the key or the call. */
  readonly id: string;
  /** The present name; null: a call, or the user or key no longer exists. */
  readonly name: string | null;
}

export interface CallOutcome {
  readonly status: CallOutcomeStatus;
  readonly success: OutcomeSuccess;
  readonly sentiment: Sentiment;
  /** What the customer requested; empty: nothing. */
  readonly requests: readonly CustomerRequest[];
}

/** running: the model is reading the transcript. failed: `failure` says why, and nothing was charged. */
export type CallOutcomeStatus = "running" | "completed" | "failed";

export type CallPlacedLiveEvent = CallLiveFields & {
  /** The name of the event. */
  readonly type: "call.placed";
  /** The status of the call. */
  readonly status: "queued";
};

/** The query of a list of calls; with text, of a search. */
export interface CallQuery {
  readonly text?: SearchText;
  readonly status?: VoicemailTimelineItemStatus;
  /** Only those of this agent. */
  readonly agentId?: string;
  readonly agentVersion?: CallQueryAgentVersion;
  readonly contactId?: CallQueryContactId;
  readonly campaignId?: CallQueryCampaignId;
  readonly analysis?: CallOutcomeStatus;
  readonly success?: CallQuerySuccess;
  readonly sentiment?: ConversationFindingsSentiment;
  readonly request?: CustomerRequest;
  readonly endedBy?: EndedBy;
  readonly endReason?: EndReason;
  /** Whether an answer took longer than 2 seconds. */
  readonly slow?: "true" | "false";
  /** Whether the customer interrupted the agent. */
  readonly interrupted?: "true" | "false";
  /** Whether a tool failed. */
  readonly toolFailed?: "true" | "false";
  /** Whether a person has marked it as reviewed. */
  readonly reviewed?: "true" | "false";
  readonly tag?: AddTag;
  readonly minScore?: MinScore;
  readonly maxScore?: MinScore;
  /** Created at or after this time. */
  readonly from?: string;
  /** Created before this time. */
  readonly to?: string;
}

/** Only calls that this version of the agent made. */
export type CallQueryAgentVersion = number;

/** Only those of this campaign. */
export type CallQueryCampaignId = string;

/** Only those with this contact. */
export type CallQueryContactId = string;

export interface CallQueryInput {
  readonly text?: SearchText;
  readonly status?: VoicemailTimelineItemStatus;
  /** Only those of this agent. */
  readonly agentId?: string;
  readonly agentVersion?: CallQueryAgentVersion;
  readonly contactId?: CallQueryContactId;
  readonly campaignId?: CallQueryCampaignId;
  readonly analysis?: CallOutcomeStatus;
  readonly success?: CallQuerySuccess;
  readonly sentiment?: ConversationFindingsSentiment;
  readonly request?: CustomerRequest;
  readonly endedBy?: EndedBy;
  readonly endReason?: EndReason;
  /** Whether an answer took longer than 2 seconds. */
  readonly slow?: "true" | "false";
  /** Whether the customer interrupted the agent. */
  readonly interrupted?: "true" | "false";
  /** Whether a tool failed. */
  readonly toolFailed?: "true" | "false";
  /** Whether a person has marked it as reviewed. */
  readonly reviewed?: "true" | "false";
  readonly tag?: AddTag;
  readonly minScore?: MinScore;
  readonly maxScore?: MinScore;
  /** Created at or after this time. */
  readonly from?: string;
  /** Created before this time. */
  readonly to?: string;
}

/** Whether all success criteria of the agent were met. */
export type CallQuerySuccess = "true" | "false";

export type CallRecordedEvent = CallEventFields & ({
  /** What has happened. */
  readonly eventType: "voice.call.recorded";
  /** The recording; `readVoiceCall` has the link. Null: it could not be stored. */
  readonly recording: {
    /** The size of the file. */
    readonly bytes: number;
    /** The length of the recording, ms. */
    readonly durationMs: number;
  } | null;
});

export type CallRecordedLiveEvent = CallLiveFields & {
  /** The name of the event. */
  readonly type: "call.recorded";
  /** False: the recording could not be stored. */
  readonly recordingAvailable: boolean;
};

export interface CallReview {
  readonly callId: CallId;
  /** All tags of the call, in the order in which they were added. */
  readonly tags: readonly string[];
  /** The score of the call, from 1 to 5; null: none. */
  readonly score: number | null;
  /** Whether a person has gone through the call. */
  readonly reviewed?: boolean;
}

/** What people noted about the call. It changes nothing about the call. */
export interface CallReviewDetails {
  /** In the order in which they were added. */
  readonly tags: readonly string[];
  /** The score, from 1 to 5; null: none. */
  readonly score: number | null;
  /** Whether a person has gone through the call. */
  readonly reviewed?: boolean;
  /** Its notes, the oldest first. */
  readonly notes: readonly CallNote[];
}

export type CallReviewedEvent = CallEventFields & {
  /** What has happened. */
  readonly eventType: "voice.call.reviewed";
  readonly review: CallReviewedLiveEventReview;
};

export type CallReviewedLiveEvent = CallLiveFields & {
  /** The name of the event. */
  readonly type: "call.reviewed";
  readonly review: CallReviewedLiveEventReview;
};

/** What a person changed. */
export interface CallReviewedLiveEventReview {
  /** What was changed. */
  readonly change: "tags" | "score" | "reviewed" | "note_added" | "note_removed";
  /** If `change` is tags: those that were added. */
  readonly addedTags: readonly string[];
  /** If `change` is tags: those that were removed. */
  readonly removedTags: readonly string[];
  /** If `change` is score: the new one, or null if it was removed. */
  readonly score: number | null;
  /** If `change` is reviewed: whether a person has gone through the call; otherwise absent. */
  readonly reviewed?: boolean;
  /** The note that was added or removed; otherwise null. */
  readonly note: {
    readonly noteId: NoteId;
    /** The note; null: it was removed. */
    readonly text: string | null;
  } | null;
  /** The author of the change; null: unknown. */
  readonly by: {
    /** operator: the command line of the service. */
    readonly type: "user" | "key" | "operator";
    /** The id of the user or key. */
    readonly id: string;
  } | null;
}

export interface CallReviews {
  /** The calls that were changed. */
  readonly changed: readonly CallReview[];
  /** The calls that were not changed, each with the reason. */
  readonly failures: readonly {
    readonly callId: CallId;
    /** Why the call was not changed. */
    readonly error: {
      /** A code of the table of errors. */
      readonly code: string;
      /** What happened, and what to do. */
      readonly message: string;
      /** Whether the same change may succeed later. */
      readonly retryable: boolean;
    };
  }[];
}

export type CallRingingEvent = CallEventFields & {
  /** What has happened. */
  readonly eventType: "voice.call.ringing";
  /** The call. */
  readonly call: {
    /** The status of the call. */
    readonly status: "ringing";
  };
};

export type CallRingingLiveEvent = CallLiveFields & {
  /** The name of the event. */
  readonly type: "call.ringing";
  /** The status of the call. */
  readonly status: "ringing";
};

export interface CallSearchResult {
  /** The calls in which the words were said, newest first. */
  readonly results: readonly {
    readonly call: Call;
    /** Up to three turns in which something was found, in the order of the transcript. */
    readonly snippets: readonly CallSnippet[];
  }[];
  readonly nextCursor: CallSearchResultNextCursor;
}

/** Pass it as `cursor` for the next page; null: nothing more is found. A page may hold fewer results than `limit`, even none, and continue. */
export type CallSearchResultNextCursor = string | null;

export interface CallSnippet {
  /** Its place in the transcript, from 0. */
  readonly turn: number;
  readonly speaker: CallSystemTimelineItemSpeaker;
  /** Where the turn begins in the recording, ms; null: unknown. */
  readonly atMs: number | null;
  /** The part of the text around the first match; … where it is cut. */
  readonly text: string;
  /** What was found in `text`, in UTF-16 units; `end` excluded. */
  readonly matches: readonly CallSnippetMatche[];
}

export interface CallSnippetMatche {
  /** Where the match begins. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
}

export interface CallSystemTimelineItem {
  readonly id: CallTimelineItemId;
  readonly at: CallTimelineItemAt;
  /** A call. */
  readonly channel: "voice";
  readonly callId: CallId;
  readonly campaignId: CallTimelineItemCampaignId;
  /** Something that was said on a call. */
  readonly type: "transcript";
  readonly speaker: CallSystemTimelineItemSpeaker;
  /** The words. */
  readonly text: string;
}

/** assistant: the agent. human: an operator who has taken the call over. */
export type CallSystemTimelineItemSpeaker = "customer" | "assistant" | "human";

export interface CallTagList {
  /** The tags, the most used first. */
  readonly tags: readonly {
    /** The tag. */
    readonly tag: string;
    /** The number of calls that have it. */
    readonly calls: number;
  }[];
}

export type CallTakenOverLiveEvent = CallLiveFields & ({
  /** The name of the event. */
  readonly type: "call.taken_over";
  /** The operator who speaks in place of the agent. */
  readonly by: {
    /** A user of the console, an API key, or the call of a colleague. */
    readonly type: "user" | "key" | "call";
    /** The id of the user, key or call. */
    readonly id: string;
  };
});

export interface CallTimelineItem {
  readonly id: CallTimelineItemId;
  readonly at: CallTimelineItemAt;
  /** A call. */
  readonly channel: "voice";
  readonly callId: CallId;
  readonly campaignId: CallTimelineItemCampaignId;
  /** A call was accepted. */
  readonly type: "call_started";
  /** The name of the agent. */
  readonly agentName: string;
}

/** When it happened. */
export type CallTimelineItemAt = string;

/** The campaign that it belongs to. Null: none. */
export type CallTimelineItemCampaignId = string | null;

/** Identifies the item within the timeline. */
export type CallTimelineItemId = string;

export type CallToolBegunLiveEvent = CallLiveFields & {
  /** The name of the event. */
  readonly type: "call.tool_begun";
  readonly toolUse: BegunToolUse;
};

export type CallToolEndedLiveEvent = CallLiveFields & {
  /** The name of the event. */
  readonly type: "call.tool_ended";
  readonly toolUse: EndedToolUse;
};

export interface CallToolUse {
  /** When the use began. */
  readonly at: string;
  /** The tool. */
  readonly name: string;
  /** What the model supplied. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** unknown: it is not known whether it was done. null: still running, or interrupted. */
  readonly outcome: "done" | "failed" | "unknown" | null;
  /** What the model was given; null: nothing yet. */
  readonly result: string | null;
  /** How long it took, ms; null: it has not ended. */
  readonly durationMs: number | null;
}

/** A turn that has ended, or was interrupted. */
export interface CallTurn {
  /** Identifies the turn in the call. */
  readonly turnId: string;
  readonly speaker: CallSystemTimelineItemSpeaker;
  readonly text: TranscriptTurnText;
  /** When the turn began. */
  readonly createdAt: string;
  readonly audioOffsetMs: AudioOffsetMs;
  readonly audioEndOffsetMs: AudioEndOffsetMs;
  /** The text is keys that the customer pressed; absent: it is words. */
  readonly keys?: boolean;
  /** The Data Sources of which the model was given text for this answer; absent: none. */
  readonly sources?: readonly MessageTimelineItemSource[];
  /** Whether the other side interrupted it. */
  readonly interrupted: boolean;
}

export type CallTurnEvent = CallEventFields & {
  /** What has happened. */
  readonly eventType: "voice.call.turn";
  readonly turn: CallTurn;
};

export type CallTurnLiveEvent = CallLiveFields & {
  /** The name of the event. */
  readonly type: "call.turn";
  readonly turn: LiveTurn;
};

export interface CallVoicesLiveEvent {
  /** The name of the event. */
  readonly type: "call.voices";
  readonly occurredAt: CallTimelineItemAt;
  /** The calls whose voices have changed. */
  readonly calls: readonly CallVoicesLiveEventCall[];
}

export interface CallVoicesLiveEventCall {
  readonly callId: CallId;
  /** How loud the customer is: 0 is silent, each step is 10 dB. */
  readonly customer: number;
  /** How loud the agent is: 0 is silent, each step is 10 dB. */
  readonly agent: number;
  /** Interim transcript of the customer’s current speech; the final turn is sent as `call.turn`. */
  readonly words: string;
}

/** When recipients may be contacted. */
export interface CallingWindow {
  /** IANA name of the time zone of days and hours. */
  readonly timezone: string;
  /** The days on which the window opens. */
  readonly days: readonly CallingWindowDay[];
  /** When it opens, HH:MM on a 24-hour clock. */
  readonly start: string;
  /** When it closes, HH:MM; if before `start`, on the next day. */
  readonly end: string;
  /** Apply days and hours in each recipient's own time zone; `timezone` is for recipients whose zone is unknown. */
  readonly recipientTimezone?: boolean;
}

/** A day of the week. */
export type CallingWindowDay = "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";

/** When recipients may be contacted. */
export interface CallingWindowInput {
  /** IANA name of the time zone of days and hours. */
  readonly timezone: string;
  /** The days on which the window opens. */
  readonly days: readonly CallingWindowDay[];
  /** When it opens, HH:MM on a 24-hour clock. */
  readonly start: string;
  /** When it closes, HH:MM; if before `start`, on the next day. */
  readonly end: string;
  /** Apply days and hours in each recipient's own time zone; `timezone` is for recipients whose zone is unknown. */
  readonly recipientTimezone?: boolean;
}

/** A campaign. Channel, agent, status and counts are those of its current iteration. */
export interface Campaign {
  /** The campaign; use it as `campaignId`. */
  readonly id: string;
  /** What people call the campaign. */
  readonly name: string;
  /** What the campaign is for. */
  readonly objective: string;
  readonly channel: CampaignChannel;
  /** The agent of the current iteration. */
  readonly agentId: string;
  readonly status: CampaignStatus;
  readonly currentIteration: Iteration;
  readonly counts: IterationCounts;
  /** When the campaign was created. */
  readonly createdAt: string;
}

export interface CampaignActionRequest {
  readonly businessId: BusinessId;
  /** start: a draft or scheduled iteration now, or a paused one again. pause: begin no more contacts; calls in progress continue. cancel: also hang up calls in progress. */
  readonly action: "start" | "pause" | "cancel";
}

export interface CampaignAnswer {
  readonly campaign: Campaign;
}

/** `sms` is refused until it is available. */
export type CampaignChannel = "voice" | "whatsapp" | "sms";

export interface CampaignEventFields {
  readonly contractVersion: ContractVersion;
  readonly eventId: EventId;
  readonly occurredAt: CallTimelineItemAt;
  readonly businessId: MessageAnswerBusinessId;
  /** The channel of the subscription. */
  readonly channel: "campaign";
  readonly retryNumber: RetryNumber;
  readonly test?: WhatsappEventFieldsTest;
  readonly campaignId: CampaignId;
  /** The name of the campaign. */
  readonly campaignName: string;
  /** The iteration. */
  readonly iterationId: string;
}

/** What was found in the analysed calls of a campaign. */
export interface CampaignFindings {
  /** Analysed calls that are counted. */
  readonly calls: number;
  /** Whether all of them are counted: of a larger campaign, the latest 10,000 are. */
  readonly complete: boolean;
  readonly success: CampaignFindingsSuccess;
  readonly sentiments: CampaignFindingsSentiments;
  /** Calls by what the customer requested. */
  readonly requests: {
    /** Calls with human. */
    readonly human: number;
    /** Calls with no_contact. */
    readonly no_contact: number;
    /** Calls with call_back. */
    readonly call_back: number;
  };
  /** The present criteria of the agents of the campaign. */
  readonly criteria: readonly CampaignFindingsCriteria[];
  /** The present fields of the agents of the campaign that are numbers, booleans or have a list of values. */
  readonly fields: readonly CampaignFindingsField[];
  /** Recipients by the state of the call-back that they requested. */
  readonly callBacks: {
    /** Recipients who will be called back. */
    readonly planned: number;
    /** Recipients who were called back. */
    readonly called: number;
    /** Recipients who are not called back. */
    readonly declined: number;
  };
}

export interface CampaignFindingsAnswer {
  readonly findings: CampaignFindings;
}

export interface CampaignFindingsCriteria {
  /** The key of the criterion. */
  readonly key: string;
  /** Calls that met it. */
  readonly met: number;
  /** Calls that did not. */
  readonly notMet: number;
  /** Calls whose transcript does not say. */
  readonly unknown: number;
  /** The share of `met` among those of which the transcript says it; null: there are none. */
  readonly rate: number | null;
}

export interface CampaignFindingsField {
  /** The key of the field. */
  readonly key: string;
  /** choice: a text with a list of values. */
  readonly type: "choice" | "boolean" | "number";
  /** Calls in which the customer stated it. */
  readonly stated: number;
  /** Of a choice or a boolean: the calls with each value. */
  readonly values: readonly {
    /** The value. */
    readonly value: string;
    /** The calls with this value. */
    readonly calls: number;
  }[];
  /** Of a number: the least value; otherwise null. */
  readonly least: number | null;
  /** Of a number: the mean; otherwise null. */
  readonly mean: number | null;
  /** Of a number: the greatest value; otherwise null. */
  readonly most: number | null;
}

/** Calls by the sentiment of the customer. */
export interface CampaignFindingsSentiments {
  /** Calls with positive. */
  readonly positive: number;
  /** Calls with neutral. */
  readonly neutral: number;
  /** Calls with negative. */
  readonly negative: number;
  /** Calls with mixed. */
  readonly mixed: number;
}

/** Calls that met all criteria of their agent, or missed one. */
export interface CampaignFindingsSuccess {
  /** Calls that met it. */
  readonly met: number;
  /** Calls that did not. */
  readonly notMet: number;
  /** Calls whose transcript does not say. */
  readonly unknown: number;
  /** The share of `met` among those of which the transcript says it; null: there are none. */
  readonly rate: number | null;
}

/** The campaign. */
export type CampaignId = string;

export interface CampaignList {
  /** The campaigns, newest first. */
  readonly campaigns: readonly Campaign[];
  readonly nextCursor: NextCursor;
}

/** The pace of the iteration, and what it waits for. */
export interface CampaignProgress {
  /** Members with a final outcome. */
  readonly finished: number;
  /** The share of members with a final outcome, in percent. */
  readonly percent: number;
  /** Members finished per minute, over the last ten minutes. */
  readonly perMinute: number;
  /** When all members will have an outcome at this pace; null: unknown. */
  readonly estimatedEndAt: string | null;
  /** What the iteration is waiting for, if anything. call_back: call-backs that recipients requested; analysis: whether recipients requested one. */
  readonly waitingFor: "audience" | "start" | "window" | "credit" | "agent" | "channel" | "calling_hours" | "attempts" | "limit" | "limits" | "call_back" | "analysis" | null;
}

/** draft: it awaits `action: start`. scheduled: it awaits `startAt`. cancelling: its calls are being hung up. completed: every recipient has an outcome. */
export type CampaignStatus = "draft" | "scheduled" | "running" | "paused" | "cancelling" | "cancelled" | "completed";

export interface CancelledCall {
  readonly callId: CallId;
  /** cancelled: it had not been dialled. cancelling: it ends once the carrier confirms. */
  readonly status: "cancelling" | "cancelled";
}

export interface Category {
  /** The category. */
  readonly id: string;
  /** The name of the category. */
  readonly name: string;
  /** Contacts in the category. */
  readonly contactCount: number;
}

export interface CategoryAnswer {
  /** The category. */
  readonly category: Category;
}

export interface CategoryList {
  /** The page of categories. */
  readonly categories: readonly Category[];
  readonly nextCursor: NextCursor;
}

export interface Channel {
  /** The key of the channel. */
  readonly channel: "whatsapp" | "sms" | "voice" | "instagram" | "other";
  /** The name of the channel, for people. */
  readonly label: string;
  /** Whether the service offers the channel. `reserved`: for agents without delivery. */
  readonly status: "live" | "coming_later" | "reserved";
  /** `live`: can be used now. `not_connected`: no account is connected. `unavailable`: cannot be used at present. */
  readonly readiness: "live" | "not_connected" | "unavailable";
  /** What an agent is assigned to: a WhatsApp phone number, an Instagram account, or nothing. */
  readonly assignmentMode: "phone_number" | "provider_account" | "none";
  /** Connected accounts of the business on the channel. */
  readonly connectedAccounts: number;
}

export interface ChannelAssignment {
  readonly phoneNumberId: PhoneNumberId;
  /** The assignment after the change. */
  readonly assignment: AgentAssignment;
}

export interface ChannelAssignmentList {
  /** The id of the only, or first, connected WhatsApp account. Null: another channel, or none. */
  readonly phoneNumberId: string | null;
  /** The connected accounts of the page. */
  readonly assignments: readonly AgentAssignment[];
  /** The agents of the page. */
  readonly assignableAgents: readonly {
    readonly id: AgentId;
    /** The name of the agent. */
    readonly name: string;
    /** The stable, generated name of the agent. */
    readonly referenceName: string;
  }[];
  readonly nextCursor: NextCursor;
}

export interface ChannelList {
  /** All channels. */
  readonly channels: readonly Channel[];
}

/** The participant, linked to the contact. */
export interface ChannelParticipant {
  /** The participant. */
  readonly id: string;
  readonly channel: AgentAssignmentChannel;
  /** The name on the channel. Null: not reported. */
  readonly displayName: string | null;
  /** The linked contact. Null: none. */
  readonly contactId: string | null;
}

/** What has been charged so far, microcredits (1,000,000 are one credit). */
export type ChargedMicrocredits = number;

/** WhatsApp and Instagram only. An absent setting has its default. */
export interface ChatSettings {
  /** Mark messages as read and show typing while the agent answers. Default: true. */
  readonly typingIndicator?: boolean;
  /** Show the images of customers to the model, if it takes images. Default: true. */
  readonly images?: boolean;
  /** Transcribe the voice notes of customers by speech recognition. Default: true. */
  readonly voiceNotes?: boolean;
}

export interface ChoicePayload {
  /** A button or a row of a list that the customer chose. */
  readonly kind: "choice";
  /** The id that the message with the choices gave it; null: none. */
  readonly id: string | null;
  /** The label that the customer chose. */
  readonly title: string;
  /** The second line of a row; null: none. */
  readonly description: string | null;
}

/** A reference of your own; WhatsApp only. It is not stored. */
export type ClientAssetId = string;

export interface ColumnReview {
  /** The name of the column in the file. */
  readonly column: string;
  /** The key under which agents are granted the field. */
  readonly fieldKey?: string;
  readonly type?: DataSourceFieldType;
  /** Whether the column becomes a field. */
  readonly include?: boolean;
  /** Whether it is the column that identifies the contact of a row: a mobile number or a contact id. At most one. */
  readonly key?: boolean;
  /** The order of day, month and year: dates are stored as ISO 8601 (`05/06/2026` in `dmy` is `2026-06-05`). Required of an included column of dates whose `reviewReason` is `ambiguous_date`. */
  readonly dateOrder?: "dmy" | "mdy" | "ymd";
}

export interface ConfirmAnalysisRequest {
  readonly businessId: BusinessId;
  /** Start the run of an estimate. */
  readonly mode: "confirm";
  /** The estimate to confirm; it is valid for an hour. */
  readonly analysisRunId: string;
  readonly maxChargeMicrocredits: MaxChargeMicrocredits;
}

export interface ConfirmSimulationRequest {
  readonly businessId: BusinessId;
  /** Start the run of an estimate. */
  readonly mode: "confirm";
  /** The run to confirm; its estimate is valid for an hour. */
  readonly simulationRunId: string;
  readonly maxChargeMicrocredits: MaxChargeMicrocredits;
}

export interface ConfirmSummaryRequest {
  readonly businessId: BusinessId;
  /** Start the run of an estimate. */
  readonly mode: "confirm";
  /** The run to confirm; its estimate is valid for an hour. */
  readonly summaryRunId: string;
  readonly maxChargeMicrocredits: MaxChargeMicrocredits;
}

export interface Contact {
  readonly id: ContactId;
  /** The name of the contact. */
  readonly name: string;
  /** The phone number, E.164. */
  readonly mobile: string;
  /** Fields of your own, by key. */
  readonly fields: Readonly<Record<string, string>>;
  /** The categories of the contact, at least one. */
  readonly categories: readonly {
    /** The category. */
    readonly id: string;
    /** The name of the category. */
    readonly name: string;
  }[];
  /** Whether the contact is neither called nor written to. */
  readonly communicationBlocked: boolean;
  /** IANA name. Null: the time zones of the number's area apply. */
  readonly timeZone: string | null;
  /** Further numbers of the person, E.164, which came with merged contacts. Absent: none. Campaigns use `mobile` only. */
  readonly otherMobiles?: readonly string[];
  /** A customer gave the number to an agent: campaigns skip the contact until it is confirmed with link-contact, or set. */
  readonly mobileUnconfirmed?: true;
  /** The communication with the contact, by channel. */
  readonly rollups: {
    /** Calls. */
    readonly voice: ContactRollup;
    /** WhatsApp messages. */
    readonly whatsapp: ContactRollup;
    /** Instagram messages. */
    readonly instagram: ContactRollup;
  };
  readonly createdAt: CreatedAt;
  readonly updatedAt: UpdatedAt;
  /** Changes with each edit. For `If-Match`, in double quotes. Absent in lists. */
  readonly tag?: string;
}

export interface ContactAnswer {
  /** The contact. */
  readonly contact: Contact;
}

export interface ContactCampaignSummary {
  readonly campaignId: CampaignId;
  /** The summary run, from the response to its estimate. */
  readonly summaryRunId: string;
  /** What the contact's calls and messages say about the objective. */
  readonly conclusion: string;
  /** What to do next. */
  readonly nextAction: string;
  /** Whether to contact this person again. */
  readonly recommended: boolean;
  /** When it was written. */
  readonly assessedAt: string;
}

export interface ContactDetails {
  /** The contact. */
  readonly contact: Contact;
  /** The conclusion of the campaign. Null: it has none. Absent without `campaignId`. */
  readonly campaignSummary?: ContactCampaignSummary | null;
}

export interface ContactFilter {
  /** Beginnings of words of the name, the mobile number and the field values. */
  readonly search?: string;
  /** Only contacts of this category. */
  readonly categoryId?: string;
  /** Only contacts that may not be contacted, or only those that may. */
  readonly communicationBlocked?: boolean;
  /** Only contacts of which agents remember something, or only the others. */
  readonly hasMemory?: boolean;
  /** Only contacts that were created at this time or later. */
  readonly createdSince?: string;
  /** Only contacts that were created before this time. */
  readonly createdBefore?: string;
  /** Only contacts with at least one call or message, or only those without. */
  readonly contacted?: boolean;
  /** Only contacts whose latest call or message was at this time or later. */
  readonly contactedSince?: string;
  /** Only contacts without a call or a message at this time or later. */
  readonly notContactedSince?: string;
  /** Fields and their exact values. An empty value finds contacts without the field. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** The contact. */
export type ContactId = string;

export interface ContactImport {
  readonly jobId: JobId;
  readonly status: ContactImportStatus;
  /** The name of the file. */
  readonly fileName: string;
  readonly counts: ContactImportCounts;
  /** The first 200 issues. */
  readonly issues: readonly ContactImportIssue[];
  readonly createdAt: CreatedAt;
  readonly finishedAt: FinishedAt;
}

export interface ContactImportAnswer {
  /** The import. */
  readonly job: ContactImport;
}

/** The outcome of the rows so far. */
export interface ContactImportCounts {
  /** Rows of the file that have been read. */
  readonly rows: number;
  /** Contacts that were created. */
  readonly created: number;
  /** Contacts whose number existed already, and that were changed. */
  readonly updated: number;
  /** Rows that change nothing, repeat a number of the file, or have a further number of a contact. */
  readonly skipped: number;
  /** Rows that were refused; `issues` says why. */
  readonly failed: number;
}

export interface ContactImportIssue {
  /** The row; 1 is the first one after the header row. Null: the whole file. */
  readonly row: number | null;
  /** The column. Null: the whole row or file. */
  readonly column: string | null;
  /** The kind of problem, a stable name. */
  readonly code: string;
  /** The problem, for people; the text may change. */
  readonly message: string;
}

export interface ContactImportList {
  /** The page of imports. */
  readonly jobs: readonly ContactImport[];
  readonly nextCursor: NextCursor;
}

/** The meaning of columns; whatever is omitted is inferred from their names. */
export interface ContactImportMapping {
  /** The column of the phone numbers. */
  readonly mobile?: string;
  /** The column of the names. */
  readonly name?: string;
  /** Columns that form the name, joined by spaces in this order, if `name` is omitted; an empty list: contacts are named by their numbers. */
  readonly nameParts?: readonly string[];
  /** Columns and the keys of their fields. Other columns become fields under their own names. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The column of IANA time zone names; an empty cell keeps the existing value. */
  readonly timeZone?: string;
  /** Columns to leave out. */
  readonly ignore?: readonly string[];
  /** Columns of dates with the order of day, month and year: stored as ISO 8601 (`05/06/2026` in `dmy` is `2026-06-05`). Other values are stored as they are, with the issue `date_invalid`. */
  readonly dates?: Readonly<Record<string, "dmy" | "mdy" | "ymd">>;
  /** The country of numbers without a plus sign, ISO 3166-1 alpha-2. Omitted: their rows are refused. */
  readonly defaultCountry?: string;
  /** The encoding of a text file. Omitted: detected. A byte order mark counts in any case. */
  readonly encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "koi8-r" | "macintosh" | "shift_jis" | "euc-jp" | "euc-kr" | "gb18030" | "big5";
}

/** What the import would do. */
export interface ContactImportPreview {
  /** The format, recognised by content and name. `xlsx` includes XLSM. */
  readonly format: "csv" | "tsv" | "json" | "xlsx";
  /** The encoding of the text. Null: the format determines it. */
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "koi8-r" | "macintosh" | "shift_jis" | "euc-jp" | "euc-kr" | "gb18030" | "big5" | null;
  /** False: `mapping.encoding` named it, or the format determines it. */
  readonly encodingDetected: boolean;
  /** The character between cells. Null: not a text table. */
  readonly delimiter: string | null;
  /** The sheet of a workbook that is read: the first visible one. Null: not a workbook. */
  readonly sheet: string | null;
  /** The line or row with the names of the columns, from 1. */
  readonly headerRow: number;
  /** Rows that were read, at most 1,000. */
  readonly rows: number;
  /** Whether these are all rows of the file. */
  readonly complete: boolean;
  /** Those of them that the import would refuse. */
  readonly failed: number;
  /** Those that it would refuse because their number needs `mapping.defaultCountry`. */
  readonly withoutCountry: number;
  /** False: the import would refuse the whole file, for the reasons among the issues without a row. */
  readonly usable: boolean;
  /** The columns, in the order of the file. */
  readonly columns: readonly PreviewedColumn[];
  /** Issues of these rows and of the file, as those of the job. */
  readonly issues: readonly ContactImportIssue[];
}

export interface ContactImportPreviewAnswer {
  readonly preview: ContactImportPreview;
}

/** `completed`: all rows were read, even if some were refused. `failed`: the whole file was refused. */
export type ContactImportStatus = "queued" | "running" | "completed" | "failed";

export interface ContactJob {
  readonly jobId: JobId;
  readonly action: ContactJobAction;
  /** Whether it only counts the contacts. */
  readonly dryRun: boolean;
  readonly status: ContactJobStatus;
  /** The share of the contacts of the business that the job has gone through. */
  readonly progressPercent: number;
  readonly counts: ContactJobCounts;
  readonly createdAt: CreatedAt;
  readonly finishedAt: FinishedAt;
}

/** The change. `remove_categories` skips contacts that would be left without a category. `block` and `unblock` set `communicationBlocked`. */
export type ContactJobAction = "delete" | "add_categories" | "remove_categories" | "block" | "unblock";

export interface ContactJobAnswer {
  /** The job. */
  readonly job: ContactJob;
}

/** The contacts that the job has gone through. */
export interface ContactJobCounts {
  /** Selected contacts so far. */
  readonly matched: number;
  /** Contacts that were changed or deleted; 0 for a dry run. */
  readonly changed: number;
  /** Contacts that were already as requested, or could not be changed. */
  readonly skipped: number;
}

export interface ContactJobList {
  /** The page of jobs. */
  readonly jobs: readonly ContactJob[];
  readonly nextCursor: NextCursor;
}

export interface ContactJobProgressLiveEvent {
  /** The name of the event. */
  readonly type: "contact_job.progress";
  readonly occurredAt: CallTimelineItemAt;
  readonly jobId: JobId;
  readonly action: ContactJobAction;
  /** Whether it only counts the contacts. */
  readonly dryRun: boolean;
  readonly status: ContactJobStatus;
  /** The share of the contacts of the business that the job has gone through. */
  readonly progressPercent: number;
  readonly counts: ContactJobCounts;
  readonly finishedAt: FinishedAt;
}

/** The state of the job. What a `cancelled` or `failed` job has changed stays changed. */
export type ContactJobStatus = "queued" | "running" | "completed" | "cancelled" | "failed";

export interface ContactList {
  /** The page of contacts. */
  readonly contacts: readonly Contact[];
  /** All contacts of the business, or of `categoryId`. Null: with other filters, they are not counted. */
  readonly total: number | null;
  readonly nextCursor: NextCursor;
}

export interface ContactMemory {
  /** What is remembered, newest first. */
  readonly entries: readonly MemoryEntry[];
  readonly nextCursor: NextCursor;
}

export interface ContactRollup {
  /** Calls, or messages of both sides, with the contact on the channel. */
  readonly count: number;
  /** The time of the latest one. Null: none yet. */
  readonly lastAt: string | null;
  /** The status of the latest call or message; `received` for one from the customer. Null: none yet. */
  readonly lastOutcome: string | null;
}

export interface ContactTimeline {
  /** The page of the timeline. */
  readonly timeline: readonly TimelineItem[];
  readonly nextCursor: NextCursor;
}

export interface ContactsPayload {
  /** Contact cards. */
  readonly kind: "contacts";
  /** The cards. */
  readonly contacts: readonly SharedContact[];
}

/** The version of the webhook contract. */
export type ContractVersion = string;

export interface Conversation {
  readonly id: ConversationId;
  readonly channel: AgentAssignmentChannel;
  /** The account of the business: a WhatsApp phone number id or an Instagram account id. */
  readonly accountId: string;
  /** The name of the account. Null: it is no longer connected. */
  readonly accountName: string | null;
  /** The address of the customer: a number in E.164, or the channel’s id. */
  readonly address: string;
  readonly participantId: ParticipantId;
  /** The contact. Null: the person is none. */
  readonly contactId: string | null;
  /** The name of the contact, otherwise the name on the channel. Null: unknown. */
  readonly name: string | null;
  /** The latest message. Null: none. */
  readonly lastMessage: ConversationLastMessage | null;
  /** When the latest message was received or queued. */
  readonly lastActivityAt: string;
  /** Messages of the customer that no user has read. */
  readonly unread: number;
  /** Since when the customer waits for a human: no agent answers, and no human has. Null: the customer does not. */
  readonly waitingSince: string | null;
  readonly handOverReason: HandedOverTimelineItemReason;
  /** The side that answers the next message of the customer. */
  readonly answering: "human" | "agent" | "backend" | "nobody";
  /** The name of the agent that is assigned to the account. Null: none. */
  readonly agentName: string | null;
  /** The user who has taken it over in the console. Null: none. */
  readonly takenBy: ConversationTakenBy | null;
  /** The member of the team to whom it is assigned, regardless of the side that answers. Null: no member. */
  readonly assignedTo: ConversationTakenBy | null;
  /** `done`: people are done with it. A message of the customer opens it again. */
  readonly status: "open" | "done";
  /** When it returns to the agent, unless it is handed back earlier or a human writes again. Null: no human has it. */
  readonly humanUntil: string | null;
  /** The outcome of the latest messages between two silences. Null: they were not analysed. */
  readonly outcome: CallOutcome | null;
  /** When the window for free text closes, 24 hours after the customer last wrote. Null: the customer has not written. */
  readonly windowClosesAt: string | null;
}

export interface ConversationAnalysis {
  readonly status: CallOutcomeStatus;
  readonly success: OutcomeSuccess;
  /** What was found; of the last analysis that completed. Null: none has. */
  readonly findings: ConversationFindings | null;
  /** Why the last analysis failed; null: it did not. */
  readonly failure: ConversationAnalysisFailure | null;
  /** The first message that was analysed. */
  readonly firstMessageId: string;
  /** The last message that was analysed. */
  readonly lastMessageId: string;
  /** The run that made it; null: the silence of the conversation did. */
  readonly analysisRunId: string | null;
  /** When it completed or failed; null: it is running. */
  readonly analyzedAt: string | null;
  /** What the analyses of the conversation cost, in microcredits. */
  readonly chargedMicrocredits: number;
}

export interface ConversationAnalysisFailure {
  /** One of insufficient_credit, model_failed, model_too_slow, answer_unusable, transcript_missing, abandoned. */
  readonly code: string;
  /** What happened, and what to do. */
  readonly message: string;
}

export type ConversationAnalyzedLiveEvent = ConversationLiveFields & {
  /** The name of the event. */
  readonly type: "conversation.analyzed";
  /** What a model found in the messages between two silences. */
  readonly outcome: CallOutcome;
};

export type ConversationAssignedLiveEvent = ConversationLiveFields & ({
  /** The name of the event. */
  readonly type: "conversation.assigned";
  readonly userId: UserId;
  /** The member of the team. Null: unassigned. */
  readonly assigneeId: string | null;
});

export interface ConversationCriterion {
  /** The key of the criterion. */
  readonly key: string;
  /** Whether the criterion is met; unknown: the transcript does not say. */
  readonly verdict: "met" | "not_met" | "unknown";
  /** Why the verdict is so. */
  readonly reason: string;
  /** What shows it, in order. */
  readonly evidence: readonly ConversationRequestEvidence[];
}

export interface ConversationDetails {
  /** The conversation. */
  readonly conversation: Conversation;
  /** What a model found in the latest messages between two silences. Null: they were not analysed. */
  readonly analysis: ConversationAnalysis | null;
}

export interface ConversationFindings {
  /** What came of it, in a few sentences. */
  readonly summary: string;
  readonly sentiment: ConversationFindingsSentiment;
  /** What the customer requested; empty: nothing. */
  readonly requests: readonly {
    readonly request: CustomerRequest;
    readonly at: ConversationFindingsRequestAt;
    /** What shows it, in order. */
    readonly evidence: readonly ConversationRequestEvidence[];
  }[];
  /** The verdict on each success criterion of the agent. */
  readonly criteria: readonly ConversationCriterion[];
  /** The value of each field that the agent extracts. */
  readonly fields: readonly ({
    /** The key of the field. */
    readonly key: string;
    /** What the customer stated; null: nothing. */
    readonly value: string | number | boolean | null;
    /** What shows it, in order. */
    readonly evidence: readonly ConversationRequestEvidence[];
  })[];
}

/** When the customer wants to be called back; null: no time was named, or it is another request. */
export type ConversationFindingsRequestAt = string | null;

/** The customer's sentiment over the whole call or episode; mixed: both positive and negative. */
export type ConversationFindingsSentiment = "positive" | "neutral" | "negative" | "mixed";

export type ConversationGivenBackLiveEvent = ConversationLiveFields & {
  /** The name of the event. */
  readonly type: "conversation.given_back";
  readonly userId: UserId;
};

export type ConversationHandedOverLiveEvent = ConversationLiveFields & {
  /** The name of the event. */
  readonly type: "conversation.handed_over";
  readonly reason: HandedOverTimelineItemReason;
};

/** The conversation. */
export type ConversationId = string;

export interface ConversationLastMessage {
  readonly messageId: MessageId;
  /** When it was received or queued. */
  readonly at: string;
  readonly direction: MessageTimelineItemDirection;
  readonly author: MessageTimelineItemAuthor;
  readonly messageType: MessageType;
  /** The first 200 characters. Null: it has no words. */
  readonly text: string | null;
  readonly status: DeliveryStatus;
}

export type ConversationLinkedLiveEvent = ConversationLiveFields & {
  /** The name of the event. */
  readonly type: "conversation.linked";
};

export interface ConversationList {
  /** The page of conversations. */
  readonly conversations: readonly Conversation[];
  readonly nextCursor: NextCursor;
}

export interface ConversationLiveFields {
  readonly occurredAt: CallTimelineItemAt;
  readonly conversationId: ConversationId;
  readonly participantId: ParticipantId;
  readonly channel: AgentAssignmentChannel;
  /** The account of the business: a WhatsApp phone number id or an Instagram account id. */
  readonly accountId: string;
  /** The contact. Null: the person is none. */
  readonly contactId: string | null;
}

export interface ConversationMemoryEntrySource {
  /** It was written in a conversation. */
  readonly type: "conversation";
  readonly id: ConversationId;
  /** The messages that show it; of a summary none. */
  readonly evidence: readonly ConversationRequestEvidence[];
}

export type ConversationNotedLiveEvent = ConversationLiveFields & ({
  /** The name of the event. */
  readonly type: "conversation.noted";
  /** What was done with the note. */
  readonly change: "added" | "edited" | "removed";
  readonly noteId: NoteId;
  readonly userId: UserId;
});

export type ConversationReadLiveEvent = ConversationLiveFields & {
  /** The name of the event. */
  readonly type: "conversation.read";
  readonly userId: UserId;
};

/** A message, and when it was sent. */
export interface ConversationRequestEvidence {
  /** The message that shows it. */
  readonly messageId: string;
  /** When it was sent. */
  readonly at: string;
}

export type ConversationStatusSetLiveEvent = ConversationLiveFields & ({
  /** The name of the event. */
  readonly type: "conversation.status_set";
  /** `done`: people are done with it. A message of the customer opens it again. */
  readonly status: "open" | "done";
  /** The user. Null: the customer or an agent opened it. */
  readonly userId: string | null;
});

export interface ConversationTakenBy {
  /** The user. */
  readonly userId: string;
  /** The name of the user. Null: the user no longer exists. */
  readonly name: string | null;
}

export type ConversationTakenLiveEvent = ConversationLiveFields & {
  /** The name of the event. */
  readonly type: "conversation.taken";
  readonly userId: UserId;
};

export interface ConversationsReleasedLiveEvent {
  /** The name of the event. */
  readonly type: "conversations.released";
  readonly occurredAt: CallTimelineItemAt;
  /** The member who left the team or can no longer answer. */
  readonly userId: string;
}

export interface CouponButtonComponent {
  readonly type: ReplyButtonComponentType;
  /** The kind of the button. */
  readonly sub_type: "copy_code";
  /** The place of the button in the template, from 0. */
  readonly index: string | number;
  /** The value of the button. */
  readonly parameters: readonly {
    /** A code to copy. */
    readonly type: "coupon_code";
    /** The code. May contain {{alias}} placeholders. */
    readonly coupon_code: string;
  }[];
}

export interface CouponButtonComponentInput {
  readonly type: ReplyButtonComponentType;
  /** The kind of the button. */
  readonly sub_type: "copy_code";
  /** The place of the button in the template, from 0. */
  readonly index: string | number;
  /** The value of the button. */
  readonly parameters: readonly {
    /** A code to copy. */
    readonly type: "coupon_code";
    /** The code. May contain {{alias}} placeholders. */
    readonly coupon_code: string;
  }[];
}

export interface CreateAgentRequest {
  readonly businessId: BusinessId;
  /** What people call the agent. */
  readonly name: string;
  readonly channel: AgentChannel;
  readonly instructions: CreateAgentRequestInstructions;
  /** The language of the agent, BCP 47. Default: en. */
  readonly languageCode?: string;
  /** Data Sources whose text the agent is given for its answers. */
  readonly dataSourceIds?: readonly string[];
  /** Categories whose contacts the agent may call. Without any, calls to contacts are refused; on WhatsApp, all contacts may be written to. */
  readonly contactCategoryIds?: readonly string[];
  /** Fields of Data Sources that the agent may use, each under an alias. With a variable, calls need a contact. */
  readonly dataSourceVariables?: readonly NewDataSourceVariable[];
  readonly voiceSettings?: NewVoiceSettings;
  /** WhatsApp and Instagram only. An absent setting has its default. */
  readonly chatSettings?: {
    /** Mark messages as read and show typing while the agent answers. Default: true. */
    readonly typingIndicator?: boolean;
    /** Show the images of customers to the model, if it takes images. Default: true. */
    readonly images?: boolean;
    /** Transcribe the voice notes of customers by speech recognition. Default: true. */
    readonly voiceNotes?: boolean;
  };
  /** On Instagram: ask customers without a mobile for it, at most twice, then link the contact with that mobile, or create one. */
  readonly instagramCollectMobileEnabled?: boolean;
  /** The account of the channel on which the agent answers. Null or absent: none yet. */
  readonly assignment?: AgentAssignmentRequest | null;
}

/** What the agent is to do, at most 20,000 words. {{alias}} stands for a granted variable. */
export type CreateAgentRequestInstructions = string;

export interface CreateAlertRuleRequest {
  readonly businessId: BusinessId;
  /** The name of the rule; it is the subject of e-mails. */
  readonly name: string;
  readonly metric: AlertMetric;
  /** Which side of the threshold fires. */
  readonly comparison: "above" | "below";
  readonly threshold: CreateAlertRuleRequestThreshold;
  readonly windowMinutes?: AlertWindow;
  readonly minimumCount?: MinimumCount;
  readonly agentId?: AlertRuleAgentId;
  readonly campaignId?: AlertRuleCampaignId;
  /** Whether `alert.fired` and `alert.resolved` are sent to subscribers of alerts. Default: true. */
  readonly notifyWebhooks?: boolean;
  /** Addresses that receive an e-mail when the rule fires, and when it is resolved. */
  readonly emails?: readonly CreateAlertRuleRequestEmail[];
  /** Whether the rule is evaluated. Default: true. */
  readonly enabled?: boolean;
}

export type CreateAlertRuleRequestEmail = string;

/** The value that must be exceeded, or fallen below, in the unit of the metric: rates from 0 to 1, latencies in ms, cost and credit in microcredits, or days. */
export type CreateAlertRuleRequestThreshold = number;

export interface CreateCampaignRequest {
  readonly businessId: BusinessId;
  /** What people call the campaign. */
  readonly name: string;
  /** What the campaign is for. Summaries judge each recipient by it. */
  readonly objective: string;
  /** The channel of the first iteration; the agent must have the same. */
  readonly channel: "voice" | "whatsapp" | "sms";
  /** The active agent that contacts the recipients. */
  readonly agentId: string;
  /** Contacts by id and every contact of the categories, each once. */
  readonly audience: {
    /** Contacts by id. */
    readonly contactIds?: readonly string[];
    /** Categories, of which every contact is a recipient. */
    readonly categoryIds?: readonly string[];
    /** Contacts that are left out. */
    readonly excludeContactIds?: readonly string[];
  };
  readonly settings?: IterationSettingsInput;
  /** When it starts by itself; it is then `scheduled`. Absent: it waits for `action: start`. */
  readonly startAt?: string;
}

export interface CreateCategoryRequest {
  readonly businessId: BusinessId;
  /** The name of the category, unique in the business. */
  readonly name: string;
}

export interface CreateContactRequest {
  readonly businessId: BusinessId;
  /** The name of the contact; kept on one line. */
  readonly name: string;
  /** The phone number, E.164. Only one contact of the business can have it. */
  readonly mobile: string;
  /** The categories; a contact has at least one. */
  readonly categoryIds: readonly string[];
  /** Fields of your own, by key. Agents can be granted their values. */
  readonly fields?: Readonly<Record<string, string>>;
  /** IANA name. Takes precedence over the time zones of the number's area. */
  readonly timeZone?: string;
}

export interface CreateDataSourceRequest {
  readonly businessId: BusinessId;
  /** `structured`: rows and fields. `unstructured`: text as background knowledge. */
  readonly class: "structured" | "unstructured";
  /** The name of the source; kept on one line. */
  readonly name: string;
  /** What the source contains, for people. */
  readonly description?: string;
  /** The rows of a structured source, each with its values by column. Upload more as a file. */
  readonly rows?: readonly (Readonly<Record<string, string | number | boolean | null>>)[];
  readonly text?: CreateDataSourceRequestText;
  /** The table that a structured source is read from. */
  readonly database?: {
    /** The name of a connection that the operator of the service has allowed the business to use. */
    readonly connection: string;
    /** An allowed table or view of that connection. */
    readonly table: string;
  };
}

/** The text of an unstructured source. In a change it replaces the former text. */
export type CreateDataSourceRequestText = string;

export interface CreateIterationRequest {
  readonly businessId: BusinessId;
  readonly channel: CampaignChannel;
  /** The active agent of the channel. Default: the agent of the current iteration. */
  readonly agentId?: string;
  readonly audience: IterationAudience;
  readonly settings?: IterationSettingsInput;
  /** When it starts by itself; it is then `scheduled`. Absent: it waits for `action: start`. */
  readonly startAt?: string;
}

export interface CreateQuickAnswerRequest {
  readonly businessId: BusinessId;
  /** What people type to insert it, unique in the business; kept in lower case. */
  readonly shortcut: string;
  /** What it is about. */
  readonly title: string;
  readonly text: CreateQuickAnswerRequestText;
}

/** The text. {{name}}, {{first_name}}, {{mobile}}, {{my_name}} and fields of the contact, like {{city}}, are filled in for each conversation. */
export type CreateQuickAnswerRequestText = string;

export type CreateSavedViewRequest = {
  readonly businessId: BusinessId;
  /** The name of the view. */
  readonly name: string;
} & ({
  /** The query of a list of calls; with text, of a search. */
  readonly calls: CallQueryInput;
  readonly messages?: never;
} | {
  /** The query of a search of messages. */
  readonly messages: MessageQueryInput;
  readonly calls?: never;
});

export interface CreateScenarioRequest {
  readonly businessId: BusinessId;
  /** The name of the scenario. */
  readonly name: string;
  readonly agentId?: ScenarioAgentId;
  /** Channel of the conversations. */
  readonly channel: "voice" | "whatsapp";
  readonly scenario: ScenarioInput;
}

export interface CreateSubscriptionRequest {
  readonly businessId: BusinessId;
  readonly channel: SubscriptionChannel;
  readonly phoneNumberId?: AssignedPhoneNumberId;
  readonly providerAccountId?: ProviderAccountId;
  /** An https address that is reachable from the internet. */
  readonly callbackUrl: string;
  /** Events of the channel. `message` events report messages sent through the message endpoint; `agent_message` events report those of agents and campaigns. */
  readonly events: readonly WebhookEventType[];
  /** WhatsApp and Instagram: the subscriber answers. Required unless all events are `agent_message` events and `conversation.analyzed`. */
  readonly externalAutomation?: true;
}

export interface CreatedAgent {
  readonly agent: Agent;
  /** As `agent.referenceName`. */
  readonly referenceName: string;
  /** Whether the channel of the agent can be used. */
  readonly channelReadiness: "live" | "not_connected" | "unavailable";
  /** The account on which it answers; null: none. */
  readonly assignment: AgentAssignment | null;
}

/** When it was created. */
export type CreatedAt = string;

export interface CreatedDataSource {
  /** The Data Source. */
  readonly dataSource: DataSource;
  /** The ingestion of the rows or of the table. Null: neither was sent. */
  readonly ingestion: Ingestion | null;
}

export interface CreatedSubscription {
  /** The subscription. */
  readonly subscription: Subscription;
  /** The text itself is the key of `X-Service-Signature`, and its bytes are that of `webhook-signature`. It is returned only here. Null in the response to a repeated request. */
  readonly signingSecret: string | null;
  /** The same secret as libraries of Standard Webhooks take it, to verify `webhook-signature`: `whsec_` and the bytes of `signingSecret` in base64. It is returned only here. Null in the response to a repeated request. */
  readonly standardSecret: string | null;
}

export interface CriterionComparison {
  /** The name of the criterion. */
  readonly criterion: string;
  /** Its scores in `base`. */
  readonly base: CriterionResult;
  /** Its scores in `other`. */
  readonly other: CriterionResult;
  /** How the share of conversations that met it differs; null: one of the runs has none. */
  readonly passRate: CriterionComparisonPassRate | null;
  /** How the mean score differs; null: one of the runs has none. */
  readonly score: CriterionComparisonPassRate | null;
}

export interface CriterionComparisonPassRate {
  /** The value of `other` minus that of `base`. */
  readonly difference: number;
  /** The interval of the difference; null: there are too few conversations. */
  readonly interval: CriterionResultPassInterval | null;
  /** unclear: the difference may be chance. */
  readonly trend: "better" | "worse" | "unclear";
}

export interface CriterionResult {
  /** The name of the criterion. */
  readonly criterion: string;
  /** Conversations that met it. */
  readonly passed: number;
  /** Conversations that did not. */
  readonly failed: number;
  /** Conversations in which it could not be judged. */
  readonly errors: number;
  /** Of the conversations with a verdict, from 0 to 1; null if there are none. */
  readonly passRate: number | null;
  /** The interval of `passRate`; null if that is null. */
  readonly passInterval: CriterionResultPassInterval | null;
  /** The mean score, of a criterion whose judge gives scores; otherwise null. */
  readonly score: CriterionScore | null;
}

/** Covers the true value in 95 of 100 simulations. */
export interface CriterionResultPassInterval {
  /** The lower end. */
  readonly low: number;
  /** The upper end. */
  readonly high: number;
}

export interface CriterionScore {
  /** Conversations with a score. */
  readonly count: number;
  /** The mean score, from 0 to 10. */
  readonly mean: number;
  /** Standard deviation; null with a single score. */
  readonly deviation: number | null;
  /** The interval of the mean; null with a single score. */
  readonly interval: CriterionResultPassInterval | null;
}

export interface CurrencyParameter {
  /** An amount of money. */
  readonly type: "currency";
  /** The amount, which the channel formats for the customer. */
  readonly currency: {
    /** The amount as text. May contain {{alias}} placeholders. */
    readonly fallback_value: string;
    /** The currency, ISO 4217. */
    readonly code: string;
    /** The amount times 1,000. */
    readonly amount_1000: number;
  };
}

export interface CurrencyParameterInput {
  /** An amount of money. */
  readonly type: "currency";
  /** The amount, which the channel formats for the customer. */
  readonly currency: {
    /** The amount as text. May contain {{alias}} placeholders. */
    readonly fallback_value: string;
    /** The currency, ISO 4217. */
    readonly code: string;
    /** The amount times 1,000. */
    readonly amount_1000: number;
  };
}

/** human: a person instead of the agent; no_contact: not to be contacted again; call_back: another call. */
export type CustomerRequest = "human" | "no_contact" | "call_back";

export interface DataSource {
  readonly id: DataSourceId;
  /** The name of the source. */
  readonly name: string;
  /** What the source contains. Null: not stated. */
  readonly description: string | null;
  /** `structured`: rows and fields. `unstructured`: text as background knowledge. */
  readonly class: "structured" | "unstructured";
  /** Agents use active sources. `active` restores an archived one. */
  readonly status: "active" | "archived";
  /** True for the contacts of the business. */
  readonly builtIn: boolean;
  /** Fields that can be granted to agents. */
  readonly fields: readonly {
    /** The key under which agents are granted the field. */
    readonly key: string;
    /** The name of the column in the file. */
    readonly label: string;
    readonly type: DataSourceFieldType;
  }[];
  /** The field that binds rows to contacts. Null: none. */
  readonly keyField: string | null;
  /** The table that versions are read from. Null: they are read from files. */
  readonly database: {
    /** The name of a connection that the operator of the service has allowed the business to use. */
    readonly connection: string;
    /** An allowed table or view of that connection. */
    readonly table: string;
  } | null;
  /** Rows of the active version, passages of a text, or contacts. */
  readonly itemCount: number;
  /** The version that agents use. Null: none yet. */
  readonly activeVersionId: string | null;
  /** When it was created. Null for the contacts. */
  readonly createdAt: string | null;
  /** When it was last changed. Null for the contacts. */
  readonly updatedAt: string | null;
  /** Changes with each edit. For `If-Match`, in double quotes. Absent for the contacts. */
  readonly tag?: string;
}

export interface DataSourceAnswer {
  /** The Data Source. */
  readonly dataSource: DataSource;
}

/** The type of the values. A value of another type counts as missing. */
export type DataSourceFieldType = "text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "mobile" | "email" | "uuid";

/** The Data Source. */
export type DataSourceId = string;

export interface DataSourceList {
  /** The page of Data Sources. */
  readonly dataSources: readonly DataSource[];
  readonly nextCursor: NextCursor;
}

/** The state of the version; agents use the `active` one. */
export type DataSourceVersionStatus = "draft" | "validated" | "active" | "superseded";

export interface DateReading {
  /** The value, as the file has it. */
  readonly value: string;
  /** The value as ISO 8601, read as day, month, year. Null: no such day. */
  readonly dmy: string | null;
  /** The value as ISO 8601, read as month, day, year. Null: no such day. */
  readonly mdy: string | null;
  /** The value as ISO 8601, read as year, month, day. Null: no such day. */
  readonly ymd: string | null;
}

export interface DateTimeParameter {
  /** A date or time. */
  readonly type: "date_time";
  /** The date or time. */
  readonly date_time: {
    /** The date or time as text. May contain {{alias}} placeholders. */
    readonly fallback_value: string;
  };
}

export interface DateTimeParameterInput {
  /** A date or time. */
  readonly type: "date_time";
  /** The date or time. */
  readonly date_time: {
    /** The date or time as text. May contain {{alias}} placeholders. */
    readonly fallback_value: string;
  };
}

export interface DeleteCategoryRequest {
  readonly businessId: BusinessId;
  /** The category. */
  readonly categoryId: string;
  /** The name of the category, letter for letter. */
  readonly confirmName: string;
}

export type DeleteContactsRequest = {
  readonly businessId: BusinessId;
} & ({
  /** The contacts to delete. Exactly one of this and `categoryId`. */
  readonly contactIds: readonly string[];
  readonly categoryId?: never;
} | {
  /** Deletes every contact of the category. Exactly one of this and `contactIds`. */
  readonly categoryId: string;
  readonly contactIds?: never;
});

export interface DeletedCategory {
  /** The deleted category. */
  readonly category: Category;
}

export interface DeletedContacts {
  /** Contacts that were deleted. */
  readonly deleted: number;
}

/** The delivery state of an outbound message. Null: the customer wrote it. */
export type DeliveryStatus = "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed" | null;

/** Why it ended, as `endReason` of a call. */
export type EndReason = "completed" | "customer_hangup" | "agent_hangup" | "operator_hangup" | "cancelled" | "no_answer" | "busy" | "voicemail" | "mailbox_full" | "unavailable" | "ivr_menu" | "not_in_service" | "invalid_number" | "rejected_by_carrier" | "no_line" | "claim_lost" | "suppressed" | "destination_not_allowed" | "quiet_hours" | "attempts_exceeded" | "insufficient_credit" | "silence" | "max_duration" | "menu_loop" | "media_lost" | "speech_provider_failed" | "disclosure_failed" | "model_failed" | "placement_unknown" | "carrier_failed" | "internal";

export interface EndSplitRequest {
  readonly businessId: BusinessId;
  /** One of the two versions; it is published again if it is not the published one. Default: none, and the published version stays. */
  readonly winner?: number;
}

/** When the run ended; null: it has not. */
export type EndedAt = string | null;

/** The party that ended it. system: Parley, by a limit or a rule. provider: a carrier, STT, TTS or LLM failed. unknown: not reported. */
export type EndedBy = "customer" | "agent" | "operator" | "system" | "provider" | "unknown";

/** The call. */
export interface EndedCall {
  readonly status: VoicemailTimelineItemStatus;
  readonly endedBy: EndedBy;
  /** Why it ended, a stable name; further ones may be added. */
  readonly endReason: string;
  /** Connected seconds; 0 if the call was not answered. */
  readonly durationSeconds: number;
  readonly disclosure: CallDisclosure;
}

/** The end of the use of a tool. */
export interface EndedToolUse {
  /** The `useId` of the matching `call.tool_begun`. */
  readonly useId: string;
  /** `unknown`: the tool did not answer, and may or may not have acted. */
  readonly outcome: "done" | "failed" | "unknown";
  /** The result, as reported to the model. */
  readonly result: string;
  /** The duration, ms. */
  readonly durationMs: number;
}

export interface EraseContactMemoryRequest {
  readonly businessId: BusinessId;
  /** The entries to erase. Omitted: everything that was said until now. */
  readonly entryIds?: readonly string[];
}

export interface ErasedContactMemory {
  /** The number of erased entries. */
  readonly erased: number;
}

export interface ErasedSessionLog {
  readonly callId: CallId;
  /** Whether a log was kept. */
  readonly erased: boolean;
}

/** The envelope of an error. */
export interface Error {
  /** Always false for an error. */
  readonly ok: false;
  /** What went wrong, and whether a retry can help. */
  readonly error: {
    /** Names the error, and never changes. The operation lists its codes in `x-error-codes`. */
    readonly code: "validation_failed" | "request_malformed" | "url_too_long" | "headers_too_large" | "json_malformed" | "json_too_complex" | "body_too_large" | "content_type_unsupported" | "cursor_invalid" | "analytics_too_many_groups" | "idempotency_key_missing" | "idempotency_key_invalid" | "api_key_missing" | "api_key_invalid" | "session_invalid" | "csrf_invalid" | "quota_exceeded" | "insufficient_credit" | "destination_not_allowed" | "spend_limit_reached" | "call_rate_exceeded" | "scope_missing" | "role_insufficient" | "business_mismatch" | "agent_not_found" | "contact_not_found" | "category_not_found" | "call_not_found" | "transcript_not_found" | "session_log_not_found" | "idempotency_key_conflict" | "idempotency_request_in_progress" | "call_already_ended" | "contact_exists" | "contact_merge_too_large" | "contact_changing" | "upgrade_in_progress" | "category_name_mismatch" | "category_not_empty" | "participant_not_found" | "participant_linked" | "campaign_not_found" | "iteration_not_found" | "iteration_ended" | "iteration_not_started" | "iteration_not_ended" | "audience_empty" | "summary_run_not_found" | "summary_run_not_ended" | "summary_estimate_mismatch" | "analysis_run_not_found" | "analysis_estimate_mismatch" | "analysis_run_too_large" | "upload_refused" | "file_unreadable" | "preview_too_slow" | "uploads_busy" | "bodies_busy" | "live_streams_limited" | "live_streams_busy" | "uploads_limited" | "upload_too_slow" | "spool_full" | "channel_not_connected" | "channel_account_not_found" | "too_many_tools" | "tool_not_found" | "tool_url_not_allowed" | "mcp_server_failed" | "tool_token_failed" | "agent_channel_mismatch" | "data_source_field_unknown" | "data_source_archived" | "data_source_not_structured" | "data_source_without_database" | "data_source_refreshing" | "database_not_allowed" | "data_source_not_unstructured" | "data_source_built_in" | "ingestion_not_found" | "ingestion_not_ready" | "ingestion_closed" | "browser_legs_unavailable" | "not_a_test_call" | "too_many_agent_notes" | "too_many_tags" | "too_many_call_notes" | "call_note_not_found" | "too_many_saved_views" | "saved_view_not_found" | "alert_rule_not_found" | "too_many_alert_rules" | "email_not_configured" | "simulation_scenario_not_found" | "too_many_simulation_scenarios" | "simulation_run_not_found" | "simulation_estimate_mismatch" | "simulation_run_not_running" | "simulation_runs_not_comparable" | "too_many_simulation_runs" | "job_not_found" | "category_exists" | "agent_in_use" | "agent_changing" | "agent_changed" | "resource_changed" | "agent_version_not_found" | "draft_not_found" | "draft_outdated" | "split_not_found" | "split_running" | "too_many_splits" | "agent_archived" | "agent_not_active" | "agent_not_voice" | "external_automation_active" | "agent_assigned" | "contact_context_required" | "contact_out_of_scope" | "contact_blocked" | "suppressed" | "quiet_hours" | "no_common_window" | "suppression_not_found" | "suppression_file_invalid" | "attempts_exceeded" | "channel_assignment_not_supported" | "template_paused" | "template_not_found" | "template_parameters_mismatch" | "template_parameter_invalid" | "template_not_approved" | "templates_unreachable" | "templates_not_readable" | "template_disabled" | "conversation_window_closed" | "conversation_not_found" | "quick_answer_not_found" | "quick_answer_shortcut_taken" | "too_many_quick_answers" | "conversation_outbox_full" | "subscription_not_found" | "subscription_revoked" | "callback_url_not_allowed" | "name_lookups_limited" | "message_not_found" | "media_not_found" | "media_expired" | "media_content_invalid" | "media_type_mismatch" | "channel_failed" | "variable_undeclared" | "data_source_not_found" | "voice_unknown" | "call_not_live" | "rate_limited" | "not_ready" | "journal_unavailable" | "journal_full" | "journal_went_back" | "recordings_unavailable" | "record_unreadable" | "internal";
    /** What happened and what to do, in English. It may change. */
    readonly message: string;
    /** The kind of error, which most statuses follow. */
    readonly category: "validation" | "authentication" | "conflict" | "authorization" | "rate_limit" | "capacity" | "billing" | "configuration" | "not_found" | "upstream" | "internal";
    /** Whether the same request can succeed later without a change. */
    readonly retryable: boolean;
    /** The id of the request; mention it to support. */
    readonly requestId: string;
    /** The problems of an invalid request, at most 100. */
    readonly details?: readonly {
      /** A JSON Pointer into the body, or the name of a parameter. */
      readonly path: string;
      /** What is wrong there. */
      readonly message: string;
    }[];
  };
  readonly meta: Meta;
}

export interface EstimateAnalysisRequest {
  readonly businessId: BusinessId;
  /** Compute the price first: nothing is charged. */
  readonly mode: "estimate";
  /** What is analysed. Default: calls. */
  readonly of?: "calls" | "conversations";
  /** Calls that were created, or conversations whose latest message was sent, at or after this time. Default: no limit. */
  readonly from?: string;
  /** Calls that were created, or conversations whose latest message was sent, before this time. Default: no limit. */
  readonly to?: string;
  readonly filter?: AnalysisFilter;
}

export interface EstimateSimulationRequest {
  readonly businessId: BusinessId;
  /** Compute the price first: nothing is charged. */
  readonly mode: "estimate";
  /** The scenario to play. */
  readonly scenarioId: string;
  /** The agent to rehearse, in its published version. */
  readonly agentId: string;
  /** Rehearsed instead of the instructions of the agent; its other settings stay. */
  readonly instructions?: string;
  /** Values for the agent's placeholders, by alias. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Conversations of each customer. Default: as the scenario says. */
  readonly runs?: number;
  /** Conversations at a time. Default: 4. */
  readonly atOnce?: number;
  /** Confirms that the tools act on the world: required with a scenario whose tools are live. */
  readonly liveTools?: true;
}

export interface EstimateSummaryRequest {
  readonly businessId: BusinessId;
  /** Compute the price first: nothing is charged. */
  readonly mode: "estimate";
}

/** The same in every attempt: deduplicate by it. It begins with `test:` in a test event. */
export type EventId = string;

/** Until when the estimate can be confirmed. */
export type ExpiresAt = string;

/** Why the contact is not called. */
export interface FailedCallError {
  /** A code of the table of errors. */
  readonly code: string;
  /** What happened, and what to do. */
  readonly message: string;
  /** The category of the code. */
  readonly category: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Particulars, if there are any. */
  readonly details?: readonly {
    /** The value that is concerned, or empty. */
    readonly path: string;
    /** The problem. */
    readonly message: string;
  }[];
}

/** The file in base64. In `multipart/form-data` it is the part `file` instead. */
export type FileContent = string;

/** The name of the file; its ending helps to recognise the format. */
export type FileName = string;

/** When it ended. Null: it has not. */
export type FinishedAt = string | null;

/** Spoken when the call is answered, at most 30 words. May contain {{alias}} placeholders of granted variables. */
export type FirstGreeting = string;

export interface FormPayload {
  /** A form that the customer has filled in (a WhatsApp Flow). */
  readonly kind: "form";
  /** The name of the form; null: not reported. */
  readonly name: string | null;
  /** The fields of the form. */
  readonly fields: readonly {
    /** The name of the field. */
    readonly name: string;
    /** What the customer entered. */
    readonly value: string;
  }[];
}

export interface HandedOverTimelineItem {
  readonly id: CallTimelineItemId;
  readonly at: CallTimelineItemAt;
  readonly channel: AgentAssignmentChannel;
  /** An agent handed the conversation over to people. No agent answers in it any more. */
  readonly type: "handed_over";
  readonly conversationId: ConversationId;
  readonly participantId: ParticipantId;
  /** Always null: it belongs to no campaign. */
  readonly campaignId: null;
  readonly reason: HandedOverTimelineItemReason;
}

/** What the customer wants, in the words of the agent that handed over. Null: not stated. */
export type HandedOverTimelineItemReason = string | null;

export interface HangUpVoicemail {
  /** Hang up at once. */
  readonly type: "hang_up";
}

export interface HangUpVoicemailInput {
  /** Hang up at once. */
  readonly type: "hang_up";
}

export type HeaderParameter = TextParameter | CurrencyParameter | DateTimeParameter | ImageParameter;

export type HeaderParameterInput = TextParameterInput | CurrencyParameterInput | DateTimeParameterInput | ImageParameterInput;

export interface HeaderTemplateComponent {
  /** The header of the template. */
  readonly type: "header";
  /** The value of its variable, or its image. */
  readonly parameters: readonly HeaderParameter[];
}

export interface HeaderTemplateComponentInput {
  /** The header of the template. */
  readonly type: "header";
  /** The value of its variable, or its image. */
  readonly parameters: readonly HeaderParameterInput[];
}

/** Whether a person answers: store it, and do not answer. */
export type HumanHandoffActive = boolean;

export interface ImageParameter {
  /** An image in the header. */
  readonly type: "image";
  /** Exactly one of `id` and `link`. */
  readonly image: {
    /** A `mediaId` from POST /media. */
    readonly id?: string;
    /** An https address, from which the channel fetches it. */
    readonly link?: string;
  };
}

export type ImageParameterInput = {
  /** An image in the header. */
  readonly type: "image";
  /** Exactly one of `id` and `link`. */
  readonly image: {
    /** A `mediaId` from POST /media. */
    readonly id: string;
    readonly link?: never;
  } | {
    /** An https address, from which the channel fetches it. */
    readonly link: string;
    readonly id?: never;
  };
};

export interface ImportContactsRequest {
  readonly businessId: BusinessId;
  /** The categories to which all contacts of the file are added. */
  readonly categoryIds: readonly string[];
  readonly mapping?: ContactImportMapping;
  readonly fileName: FileName;
  readonly contentBase64: FileContent;
}

export interface ImportProgressLiveEvent {
  /** The name of the event. */
  readonly type: "import.progress";
  readonly occurredAt: CallTimelineItemAt;
  readonly jobId: JobId;
  readonly status: ContactImportStatus;
  /** The name of the file. */
  readonly fileName: string;
  readonly counts: ContactImportCounts;
  readonly finishedAt: FinishedAt;
}

export interface ImportSuppressionsRequest {
  readonly businessId: BusinessId;
  /** The name of the file, for the audit log and messages. */
  readonly fileName: string;
  /** The CSV file, at most 8 MiB. In multipart requests it is the part `file`. */
  readonly contentBase64: string;
}

export interface ImportToolsRequest {
  readonly businessId: BusinessId;
  /** The address of the MCP server: https, and public. */
  readonly url: string;
  /** Bearer token for the server. Never returned. */
  readonly token?: string;
  readonly oauth?: SetToolRequestOauth;
  /** Names of the tools to add, as on the server. Omitted: none is added. */
  readonly tools?: readonly string[];
  /** Prefix for their names, followed by an underscore. */
  readonly prefix?: string;
  /** How long its answer is awaited, seconds. Default: 8. */
  readonly timeoutSeconds?: number;
  /** The agents that may use it. Omitted: every agent of the business. */
  readonly agentIds?: readonly string[];
}

export interface ImportedSuppressions {
  /** Rows of the file without its header. */
  readonly rows: number;
  /** Rows that were added. */
  readonly suppressed: number;
  /** Rows that were skipped. */
  readonly failed: number;
  /** The first 200 skipped rows, with the reason. */
  readonly issues: readonly {
    /** The number of the row in the file. */
    readonly row: number;
    /** Why it was skipped; a stable name. */
    readonly code: string;
    /** What is wrong with it. */
    readonly message: string;
  }[];
}

export interface ImportedTools {
  /** The tools of the server. */
  readonly offered: readonly {
    /** The server's own name for it. */
    readonly name: string;
    /** What the server says about it. */
    readonly description: string;
  }[];
  /** The tools that were added or replaced. */
  readonly tools: readonly Tool[];
}

export interface Ingestion {
  readonly ingestionId: IngestionId;
  /** The job that reads the file. */
  readonly jobId: string;
  readonly sourceId: DataSourceId;
  /** The version that the ingestion creates. */
  readonly versionId: string;
  readonly stage: IngestionStage;
  readonly versionStatus: DataSourceVersionStatus;
  /** The name of the file, or of the database table. */
  readonly fileName: string;
  readonly counts: IngestionCounts;
  /** The columns, in the order of the file; empty for a document. */
  readonly columns: readonly IngestionColumn[];
  /** Problems of the file and its rows, at most 200. */
  readonly issues: readonly ContactImportIssue[];
  readonly createdAt: CreatedAt;
  readonly updatedAt: UpdatedAt;
}

export interface IngestionAnswer {
  /** The ingestion. */
  readonly ingestion: Ingestion;
}

export interface IngestionColumn {
  /** The name of the column in the file. */
  readonly column: string;
  /** The key of the field, as proposed or reviewed. */
  readonly fieldKey: string;
  /** The type, as proposed or reviewed. */
  readonly type: "text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "mobile" | "email" | "uuid";
  /** Whether the column becomes a field. */
  readonly include: boolean;
  /** Whether it is the column that identifies the contact of a row: a mobile number or a contact id. At most one. */
  readonly key: boolean;
  /** Rows with a value. */
  readonly filled: number;
  /** Rows without a value. */
  readonly empty: number;
  /** Values that do not match the type; they count as missing. */
  readonly misfits: number;
  /** Whether the column needs a decision before the version is activated. */
  readonly needsReview: boolean;
  /** `mixed_types`: values of several types. `ambiguous_date`: day or month may be first. Null: no review is needed. */
  readonly reviewReason: string | null;
  /** As chosen in the review. Absent: dates are kept as written. */
  readonly dateOrder?: "dmy" | "mdy" | "ymd";
}

/** What was read; for a document, the passages of its text. */
export interface IngestionCounts {
  /** Rows that were read. */
  readonly rows: number;
  /** Rows that cannot be used. */
  readonly failed: number;
}

/** The ingestion. */
export type IngestionId = string;

export interface IngestionList {
  /** The page of ingestions. */
  readonly ingestions: readonly Ingestion[];
  readonly nextCursor: NextCursor;
}

export interface IngestionProgressLiveEvent {
  /** The name of the event. */
  readonly type: "ingestion.progress";
  readonly occurredAt: CallTimelineItemAt;
  readonly ingestionId: IngestionId;
  readonly sourceId: DataSourceId;
  /** The version that the ingestion creates. */
  readonly versionId: string;
  readonly stage: IngestionStage;
  readonly versionStatus: DataSourceVersionStatus;
  /** The name of the file, or of the database table. */
  readonly fileName: string;
  readonly counts: IngestionCounts;
}

/** `parsing`: rows are read again under another key. `profiling`: columns are examined. `needs_review`: some columns need a decision. `validated`: can be activated. `failed`: see `issues`. */
export type IngestionStage = "received" | "parsing" | "profiling" | "needs_review" | "validated" | "active" | "failed";

export type InstagramAgentDeliveryEvent = InstagramEventFields & ({
  /** What has happened. */
  readonly eventType: "instagram.agent_message.sent" | "instagram.agent_message.seen" | "instagram.agent_message.failed";
  /** The author of the message. */
  readonly author: "agent" | "campaign";
  readonly campaignId: SendingCampaignId;
  readonly providerMessageId: WhatsappMessageId;
  readonly messageId: MessageId;
  /** The recipient. */
  readonly recipient: {
    /** The Instagram-scoped id. */
    readonly instagramId: string;
  };
  readonly delivery: MessageDelivery;
});

export type InstagramAmendmentEvent = InstagramEventFields & ({
  /** What has happened. */
  readonly eventType: "instagram.message.edited" | "instagram.message.revoked";
  readonly providerMessageId: ProviderMessageId;
  /** The message after the change. */
  readonly message: {
    /** The text from now on. Null: its content is gone. */
    readonly text: string | null;
  };
});

/** On Instagram: ask customers without a mobile for it, at most twice, then link the contact with that mobile, or create one. */
export type InstagramCollectMobileEnabled = boolean;

/** The public comment. */
export interface InstagramComment {
  /** The id of the comment at the channel. Null: not reported. */
  readonly id: string | null;
  /** The words of the comment. Null: not reported. */
  readonly text: string | null;
  /** The id of the post at the channel. Null: not reported. */
  readonly mediaId: string | null;
  /** The comment that it answers. Null: none, or not reported. */
  readonly parentId: string | null;
}

export type InstagramCommentReceivedEvent = InstagramEventFields & {
  /** What has happened. */
  readonly eventType: "instagram.comment.received";
  readonly providerMessageId: ProviderMessageId;
  readonly customer: InstagramCustomer;
  readonly comment: InstagramComment;
  readonly humanHandoffActive: HumanHandoffActive;
};

export type InstagramCommentRepliedEvent = InstagramEventFields & ({
  /** What has happened. */
  readonly eventType: "instagram.comment.replied" | "instagram.comment.failed";
  readonly comment: InstagramComment;
  /** The author of the message. */
  readonly author?: "agent" | "campaign";
  readonly campaignId?: SendingCampaignId;
  readonly providerMessageId: WhatsappMessageId;
  readonly messageId: MessageId;
  /** The recipient. */
  readonly recipient: {
    /** The Instagram-scoped id. */
    readonly instagramId: string;
  };
  readonly delivery: MessageDelivery;
});

export interface InstagramConnection {
  /** The Instagram professional account id. */
  readonly providerAccountId: string;
  /** The name that is shown for the account. */
  readonly displayName: string;
  /** The user name on Instagram. Null: the channel has none. */
  readonly username: string | null;
  /** When the account was connected. */
  readonly connectedAt: string;
}

export interface InstagramConnectionAnswer {
  /** Whether the business has a connected Instagram account. */
  readonly connected: boolean;
  /** The page of accounts. */
  readonly connections: readonly InstagramConnection[];
  readonly nextCursor: NextCursor;
}

export type InstagramConversationAnalyzedEvent = InstagramEventFields & {
  /** What has happened. */
  readonly eventType: "conversation.analyzed";
  readonly analysis: AnalyzedConversation;
};

/** The customer. */
export interface InstagramCustomer {
  /** The Instagram-scoped id. Null: not reported. */
  readonly instagramId: string | null;
  /** The user name. Null: not reported. */
  readonly username: string | null;
  /** The name on the channel. Null: not reported. */
  readonly name: string | null;
}

export type InstagramDeliveryEvent = InstagramEventFields & ({
  /** What has happened. */
  readonly eventType: "instagram.message.sent" | "instagram.message.seen" | "instagram.message.failed";
  readonly providerMessageId: WhatsappMessageId;
  readonly messageId: MessageId;
  /** The recipient. */
  readonly recipient: {
    /** The Instagram-scoped id. */
    readonly instagramId: string;
  };
  readonly delivery: MessageDelivery;
});

export interface InstagramEventFields {
  readonly contractVersion: ContractVersion;
  readonly eventId: EventId;
  readonly occurredAt: CallTimelineItemAt;
  readonly businessId: MessageAnswerBusinessId;
  /** The channel of the subscription. */
  readonly channel: "instagram";
  readonly retryNumber: RetryNumber;
  readonly test?: WhatsappEventFieldsTest;
  readonly conversationId: ConversationId;
  readonly participantId: ParticipantId;
  /** The Instagram account of the business. */
  readonly instagramAccountId: string;
}

export type InstagramMessageReactionEvent = InstagramEventFields & ({
  /** What has happened. */
  readonly eventType: "instagram.message.reaction";
  readonly providerMessageId: ProviderMessageId;
  readonly customer: InstagramCustomer;
  /** The reaction. */
  readonly reaction: {
    /** The emoji. Null: not reported. */
    readonly emoji: string | null;
    /** `react` or `unreact`. */
    readonly action: string;
    /** The id at the channel of the message that is reacted to. */
    readonly messageId: string;
  };
  readonly humanHandoffActive: HumanHandoffActive;
});

export type InstagramMessageReceivedEvent = InstagramEventFields & {
  /** What has happened. */
  readonly eventType: "instagram.message.received";
  readonly providerMessageId: ProviderMessageId;
  readonly customer: InstagramCustomer;
  readonly message: ReceivedMessage;
  readonly humanHandoffActive: HumanHandoffActive;
};

export type InstagramMessageReferralEvent = InstagramEventFields & ({
  /** What has happened. */
  readonly eventType: "instagram.message.referral";
  readonly providerMessageId: ProviderMessageId;
  readonly customer: InstagramCustomer;
  /** How the customer came to the conversation. */
  readonly referral: {
    /** Where the customer came from. Null: not reported. */
    readonly source: string | null;
    /** The kind of referral. Null: not reported. */
    readonly type: string | null;
    /** The value of `ref` in the link. Null: not reported. */
    readonly ref: string | null;
  };
  readonly humanHandoffActive: HumanHandoffActive;
});

/** A line below the text; WhatsApp only. */
export type InteractiveFooter = string;

/** A line above the text; WhatsApp only. */
export type InteractiveHeader = string;

/** A message with buttons, a list or a link. The choice of the customer is a message with `payload`. */
export type InteractiveMessage = ButtonsInteractiveMessage | ListInteractiveMessage | LinkInteractiveMessage;

/** One run of a campaign over its members, on one channel. */
export interface Iteration {
  /** The iteration; use it as `iterationId`. */
  readonly id: string;
  readonly campaignId: CampaignId;
  /** Its place in the campaign, from 1. */
  readonly ordinal: number;
  readonly channel: CampaignChannel;
  /** The agent that contacts its members. */
  readonly agentId: string;
  readonly status: CampaignStatus;
  readonly settings: IterationSettings;
  /** Whether the member list is complete. */
  readonly audienceReady: boolean;
  readonly counts: IterationCounts;
  readonly progress: CampaignProgress;
  /** When it is to start by itself; null: by `action: start`. */
  readonly startAt: string | null;
  /** When it started; null: it has not. */
  readonly startedAt: string | null;
  /** When it ended; null: it has not. */
  readonly endedAt: string | null;
  readonly createdAt: CreatedAt;
}

export interface IterationAnswer {
  readonly iteration: Iteration;
}

/** Members of earlier iterations by outcome (default: all iterations and outcomes), contacts by id, or the contacts that a completed summary run recommends. */
export interface IterationAudience {
  /** Iterations whose members are selected. Default: all of the campaign. */
  readonly fromIterationIds?: readonly string[];
  /** The outcomes of the selected members. Default: all. */
  readonly outcomes?: readonly RecipientOutcome[];
  /** Contacts by id, also beside the other fields. */
  readonly contactIds?: readonly string[];
  /** A completed summary run of all iterations, whose recommended contacts are selected; not with fromIterationIds or outcomes. */
  readonly recommendedBySummaryRunId?: string;
}

/** Members by status. */
export interface IterationCounts {
  /** All members; it grows until `audienceReady`. */
  readonly total: number;
  /** Not tried yet. */
  readonly pending: number;
  /** About to be contacted. */
  readonly claimed: number;
  /** Being contacted. */
  readonly active: number;
  /** Waiting for their next attempt. */
  readonly retry_wait: number;
  /** Reached: a person answered the call, or the message was sent. */
  readonly completed: number;
  /** Answered by a machine or an announcement. */
  readonly voicemail: number;
  /** Not answered. */
  readonly no_answer: number;
  /** Busy. */
  readonly busy: number;
  /** Failed. */
  readonly failed: number;
  /** Cancelled. */
  readonly cancelled: number;
  /** Not contacted, because of a rule. */
  readonly skipped: number;
}

export type IterationCreatedLiveEvent = IterationLiveFields & {
  /** The name of the event. */
  readonly type: "iteration.created";
};

export type IterationEvent = CampaignEventFields & ({
  /** What has happened. */
  readonly eventType: "campaign.iteration.started" | "campaign.iteration.paused" | "campaign.iteration.cancelling" | "campaign.iteration.ended";
  readonly iteration: IterationEventIteration;
});

/** The iteration. */
export interface IterationEventIteration {
  /** The number of the iteration in its campaign, from 1. */
  readonly ordinal: number;
  readonly channel: CampaignChannel;
  readonly agentId: AgentId;
  readonly status: CampaignStatus;
}

export interface IterationList {
  /** The iterations in their order. */
  readonly iterations: readonly Iteration[];
  readonly nextCursor: NextCursor;
}

export interface IterationLiveFields {
  readonly occurredAt: CallTimelineItemAt;
  readonly campaignId: CampaignId;
  /** The name of the campaign. */
  readonly campaignName: string;
  /** The iteration. */
  readonly iterationId: string;
  /** The number of the iteration in its campaign, from 1. */
  readonly ordinal: number;
  readonly channel: CampaignChannel;
  readonly agentId: AgentId;
}

export type IterationProgressLiveEvent = IterationLiveFields & {
  /** The name of the event. */
  readonly type: "iteration.progress";
  readonly status: CampaignStatus;
  /** Whether the member list is complete. */
  readonly audienceReady: boolean;
  readonly counts: IterationCounts;
  readonly progress: CampaignProgress;
};

/** How its members are contacted, with defaults filled in. */
export interface IterationSettings {
  /** How often a member that was busy, did not answer or failed is tried again. */
  readonly maxRetries: number;
  /** The time between attempts, minutes. */
  readonly retryDelayMinutes: number;
  /** Whether answering machines count as unanswered. */
  readonly retryVoicemail: boolean;
  /** Call-backs at the time that recipients requested; null: none are made. */
  readonly callBacks: {
    /** The most call-backs of each recipient. */
    readonly maxPerContact: number;
    /** How many days after the call in which it was requested a call-back may be made. */
    readonly withinDays: number;
  } | null;
  /** When recipients may be contacted; null: at any time. */
  readonly window: CallingWindow | null;
  /** WhatsApp: the text; null: a template, or a call. */
  readonly messageText: string | null;
  /** WhatsApp: the template; null: none. */
  readonly templateName: string | null;
  /** Language of the template; null: that of the agent. */
  readonly templateLanguage: string | null;
  /** Values of the variables of the template; empty: it has none. */
  readonly templateComponents: readonly TemplateComponent[];
}

/** How recipients are contacted. On WhatsApp, exactly one of messageText and templateName is required. */
export interface IterationSettingsInput {
  /** How often a recipient that was busy, did not answer or failed is tried again. */
  readonly maxRetries?: number;
  /** The time between attempts, minutes. */
  readonly retryDelayMinutes?: number;
  /** Voice: count an answering machine as unanswered, so that maxRetries and retryDelayMinutes apply to it. */
  readonly retryVoicemail?: boolean;
  /** Voice: call recipients again at the time that they requested, as the analysis of their call states it. */
  readonly callBacks?: {
    /** The most call-backs of each recipient. */
    readonly maxPerContact: number;
    /** How many days after the call in which it was requested a call-back may be made. */
    readonly withinDays: number;
  };
  readonly window?: CallingWindowInput;
  /** WhatsApp; may contain {{alias}} placeholders. Reaches customers who wrote within the last 24 hours. */
  readonly messageText?: string;
  /** WhatsApp; an approved template. */
  readonly templateName?: string;
  /** Language of the template, for example en_US. Default: the language of the agent. */
  readonly templateLanguage?: string;
  /** The values of the variables, in the format of Meta’s Cloud API, each part at most once. Omitted: the template has no variables. */
  readonly templateComponents?: readonly TemplateComponentInput[];
}

export type IterationStatusLiveEvent = IterationLiveFields & {
  /** The name of the event. */
  readonly type: "iteration.status";
  readonly status: CampaignStatus;
};

/** The job. */
export type JobId = string;

export interface LeaveMessageVoicemail {
  /** Leave the message after the beep, then hang up. */
  readonly type: "leave_message";
  readonly text: LeaveMessageVoicemailText;
}

export interface LeaveMessageVoicemailInput {
  /** Leave the message after the beep, then hang up. */
  readonly type: "leave_message";
  readonly text: LeaveMessageVoicemailText;
}

/** The message, with {{alias}} placeholders like the instructions. */
export type LeaveMessageVoicemailText = string;

/** The access of one browser to the call. */
export interface Leg {
  /** test: be the caller of a test call. listen: hear a call. take_over: hear a call and speak in place of the agent. */
  readonly purpose: "test" | "listen" | "take_over";
  /** Valid for one websocket; send it in the first message. */
  readonly token: string;
  /** Until when the token opens a websocket: one minute. */
  readonly expiresAt: string;
  /** Path of the websocket on this service. */
  readonly signallingPath: string;
}

export interface LegAnswer {
  readonly callId: CallId;
  readonly leg: Leg;
}

export interface LinkButtonComponent {
  readonly type: ReplyButtonComponentType;
  /** The kind of the button. */
  readonly sub_type: "url";
  /** The place of the button in the template, from 0. */
  readonly index: string | number;
  /** The value of the button. */
  readonly parameters: readonly TextParameter[];
}

export interface LinkButtonComponentInput {
  readonly type: ReplyButtonComponentType;
  /** The kind of the button. */
  readonly sub_type: "url";
  /** The place of the button in the template, from 0. */
  readonly index: string | number;
  /** The value of the button. */
  readonly parameters: readonly TextParameterInput[];
}

export interface LinkContactRequest {
  readonly businessId: BusinessId;
  /** The phone number of the person, E.164. It is not verified with a code. */
  readonly mobile: string;
  /** The name of a new contact. Default: the name on the channel, if there is one. */
  readonly name?: string;
  /** The categories of a new contact, which needs them. */
  readonly categoryIds?: readonly string[];
}

/** A text with a button that opens an address. */
export interface LinkInteractiveMessage {
  /** A button that opens an address. */
  readonly kind: "link";
  readonly header?: InteractiveHeader;
  readonly footer?: InteractiveFooter;
  /** The text of the message. */
  readonly body: string;
  /** The label of the button. */
  readonly label: string;
  /** The address, https or http. */
  readonly url: string;
}

export interface LinkedContact {
  readonly participant: ChannelParticipant;
  /** The contact. */
  readonly contact: Contact;
}

/** A text with a list to choose from; WhatsApp only. */
export interface ListInteractiveMessage {
  /** A list to choose from. */
  readonly kind: "list";
  readonly header?: InteractiveHeader;
  readonly footer?: InteractiveFooter;
  /** The text of the message. */
  readonly body: string;
  /** The label that opens the list. */
  readonly button: string;
  /** The sections; at most 10 rows in all. */
  readonly sections: readonly {
    /** The title of the section; required if there are several. */
    readonly title?: string;
    /** The rows of the section. */
    readonly rows: readonly {
      /** Returned with the answer; unique in the message. */
      readonly id: string;
      /** The first line of the row. */
      readonly title: string;
      /** The second line of the row. */
      readonly description?: string;
    }[];
  }[];
}

/** A turn that has ended, or was interrupted. */
export interface LiveTurn {
  /** Identifies the turn in the call. */
  readonly turnId: string;
  readonly speaker: CallSystemTimelineItemSpeaker;
  readonly text: TranscriptTurnText;
  /** When the turn began. */
  readonly createdAt: string;
  readonly audioOffsetMs: AudioOffsetMs;
  readonly audioEndOffsetMs: AudioEndOffsetMs;
  /** The text is keys that the customer pressed; absent: it is words. */
  readonly keys?: boolean;
  /** The Data Sources of which the model was given text for this answer; absent: none. */
  readonly sources?: readonly MessageTimelineItemSource[];
  /** Whether the other side cut it off. */
  readonly interrupted: boolean;
  /** acked: playback receipts of the carrier prove how far it was heard. estimated: computed from the time of sending. */
  readonly heard: "acked" | "estimated";
  /** How fast the agent answered; null: the turn is no answer. */
  readonly latencies: TurnLatencies | null;
}

/** A place on the map; WhatsApp only. */
export interface LocationMessage {
  /** Degrees; north is positive. */
  readonly latitude: number;
  /** Degrees; east is positive. */
  readonly longitude: number;
  /** The name of the place. */
  readonly name?: string;
  /** The address; allowed only with a name. */
  readonly address?: string;
}

export interface LocationPayload {
  /** A place that the customer shared. */
  readonly kind: "location";
  /** Degrees; north is positive. Null: not reported. */
  readonly latitude: number | null;
  /** Degrees; east is positive. Null: not reported. */
  readonly longitude: number | null;
  /** The name of the place; null: not reported. */
  readonly name: string | null;
  /** Its address; null: not reported. */
  readonly address: string | null;
  /** A page about it; null: not reported. */
  readonly url: string | null;
}

/** The `maxChargeMicrocredits` of the estimate, which the client agrees to. */
export type MaxChargeMicrocredits = number;

export interface Media {
  /** The file, for messages. */
  readonly mediaId: string;
  /** The id of the file at the channel. */
  readonly providerMediaId: string;
  readonly mediaType: MediaType;
  /** The type of the file. */
  readonly mimeType: string;
  /** When the channel received it. */
  readonly uploadedAt: string;
  /** When the channel removes it, 30 days later: upload it again. */
  readonly expiresAt: string;
  /** The SHA-256 of the bytes, lower-case hexadecimal. */
  readonly contentSha256: string;
  /** The channel has the file. */
  readonly providerStatus: "uploaded";
  /** An id for support requests: that of the file. */
  readonly correlationId: string;
}

/** The kind of file. */
export type MediaType = "image" | "document" | "video" | "audio";

/** A contact in an iteration. */
export interface Membership {
  readonly contactId: ContactId;
  /** The name of the contact; null: the contact was deleted. */
  readonly contactName: string | null;
  /** The iteration that it is a member of. */
  readonly iterationId: string;
  /** pending: not tried yet. claimed: about to be contacted. active: being contacted. retry_wait: waits for `retryAt`. The others are final outcomes. */
  readonly status: "pending" | "claimed" | "active" | "retry_wait" | "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "skipped";
  /** The calls or messages to the contact, the oldest first. */
  readonly attempts: readonly MembershipAttempt[];
  /** The final outcome; null: there is none yet. */
  readonly outcome: "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "skipped" | null;
  /** The error code for which the contact was skipped; otherwise null. */
  readonly skipReason: string | null;
  /** When the contact is tried again; null: it does not wait. */
  readonly retryAt: string | null;
  /** Why the contact is not contacted before `retryAt`; call_back: at its own request; null: no such reason. */
  readonly waitingFor: "calling_hours" | "attempts" | "limits" | "call_back" | null;
  /** Of the last call; null: it was not analysed. Absent without the scope communications:read. */
  readonly callOutcome?: CallOutcome | null;
  /** Null: none was requested, or the campaign makes none. */
  readonly callBack: {
    /** The time that the recipient named. */
    readonly requestedAt: string;
    /** planned: the recipient will be called. called: it was. declined: it is not called back, and `reason` says why. */
    readonly state: "planned" | "called" | "declined";
    /** Why it was declined: no_contact (the recipient does not want to be contacted), too_late (after the last day for it), cancelled (with the campaign), or an error code. Otherwise null. */
    readonly reason: string | null;
  } | null;
  /** When the last call or message began or ended; null: there was none. */
  readonly lastActivityAt: string | null;
}

export interface MembershipAttempt {
  /** The call; null: it was a message. */
  readonly callId: string | null;
  /** The message; null: it was a call. */
  readonly messageId: string | null;
  /** When the attempt began. */
  readonly startedAt: string;
  /** When it ended; null: it has not. */
  readonly endedAt: string | null;
  /** What came of it; null: it has not ended. */
  readonly outcome: "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "skipped" | null;
}

export interface MembershipList {
  /** The members. */
  readonly memberships: readonly Membership[];
  readonly nextCursor: NextCursor;
}

export interface MemoryEntry {
  /** The entry. */
  readonly id: string;
  /** `summary`: of a call or conversation. `fact`: the customer stated it. `promise`: open until a later call or conversation shows that it was kept. */
  readonly kind: "summary" | "fact" | "promise";
  /** What is remembered, at most 300 characters. */
  readonly text: string;
  /** The side that made the promise. Null: not a promise. */
  readonly promisedBy: "business" | "customer" | null;
  /** When it was said; of a summary, when the conversation began. */
  readonly saidAt: string;
  readonly source: MemoryEntrySource;
}

/** Where it was said. */
export type MemoryEntrySource = CallMemoryEntrySource | ConversationMemoryEntrySource;

export interface MemorySettings {
  /** What the agent may know of earlier calls and conversations. */
  readonly memory: {
    /** Whether the agent remembers its contacts. */
    readonly enabled: boolean;
  };
}

export interface MergeContactsRequest {
  readonly businessId: BusinessId;
  /** The contact that ends. */
  readonly otherContactId: string;
}

export interface MergedContacts {
  /** The contact that stays. */
  readonly contact: Contact;
}

export type MessageAddedLiveEvent = ConversationLiveFields & {
  /** The name of the event. */
  readonly type: "message.added";
  readonly message: MessageAddedLiveEventMessage;
};

/** The message. */
export interface MessageAddedLiveEventMessage {
  readonly messageId: MessageId;
  /** When it was received or queued. */
  readonly at: string;
  readonly direction: MessageTimelineItemDirection;
  readonly author: MessageTimelineItemAuthor;
  readonly messageType: MessageType;
  readonly text: MessageTimelineItemText;
  readonly payload?: MessagePayload;
  /** The Data Sources of which the model was given text for this answer; absent: none. */
  readonly sources?: readonly MessageTimelineItemSource[];
  /** The campaign that sent it. Null: none did. */
  readonly campaignId: string | null;
  readonly status: DeliveryStatus;
}

export type MessageAmendedLiveEvent = ConversationLiveFields & ({
  /** The name of the event. */
  readonly type: "message.amended";
  readonly messageId: MessageId;
  /** `edited`: the customer changed the text. `revoked`: they deleted the message. */
  readonly kind: "edited" | "revoked";
  /** When the customer did it. */
  readonly at: string;
  /** The text from now on. Null: its content is gone. */
  readonly text: string | null;
});

export interface MessageAnswer {
  readonly messageId: MessageId;
  readonly businessId: MessageAnswerBusinessId;
  /** The conversation that has the message. */
  readonly conversationId: string | null;
  readonly participantId: ParticipantId;
  readonly phoneNumberId: PhoneNumberId;
  /** The mobile number (E.164), or the Instagram-scoped id. */
  readonly recipient: string;
  /** The kind of content, as in the request. */
  readonly type: string;
  /** `queued`: waits to be sent; `submitted`: the request to the channel is under way; `accepted`: the channel has it; then as the channel reports. Only moves forward. */
  readonly status: "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed";
  readonly taskStatus: TaskStatus;
  /** The id of the message at the channel. Null: the channel does not have it. */
  readonly providerMessageId: string | null;
  /** The furthest status that the channel reported. Null: none yet. */
  readonly providerStatus: string | null;
  /** When the message was queued. */
  readonly queuedAt: string;
  /** When the channel sent it. Null: not reported. */
  readonly sentAt: string | null;
  /** When it was delivered. Null: not reported. */
  readonly deliveredAt: string | null;
  /** When the customer read it. Null: not reported. */
  readonly readAt: string | null;
  /** When it failed. Null: it has not. */
  readonly failedAt: string | null;
  /** Why it failed. Null: it has not. */
  readonly failure: {
    /** A stable error code. */
    readonly code: string | null;
    /** What happened and what to do, for people; the text may change. */
    readonly message: string | null;
  } | null;
}

/** The business. */
export type MessageAnswerBusinessId = string;

export type MessageChangedLiveEvent = ConversationLiveFields & ({
  /** The name of the event. */
  readonly type: "message.changed";
  readonly messageId: MessageId;
  /** Only moves forward: ignore a status that is behind an earlier one. Null: unchanged. */
  readonly status: "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed" | null;
  readonly taskStatus: TaskStatus;
  /** Why it failed. Null: it has not. */
  readonly failure: ReceivedMediaFailure | null;
});

/** The step, and the steps that were reported before it. */
export interface MessageDelivery {
  /** The step that this event reports. */
  readonly status: "sent" | "delivered" | "read" | "failed";
  /** The step, if the channel reported it. Null: the service gave the message up. */
  readonly providerStatus: "sent" | "delivered" | "read" | "failed" | null;
  /** When the channel sent it. Null: not reported. */
  readonly sentAt: string | null;
  /** When it was delivered. Null: not reported. */
  readonly deliveredAt: string | null;
  /** When the customer read it. Null: not reported. */
  readonly readAt: string | null;
  /** When it failed. Null: it has not. */
  readonly failedAt: string | null;
  /** Why it failed. Null: it has not. */
  readonly failure: ReceivedMediaFailure | null;
}

export interface MessageHit {
  readonly messageId: MessageId;
  readonly conversationId: ConversationId;
  /** The channel of the conversation. */
  readonly channel: "whatsapp" | "instagram";
  /** The contact; null: the person is none. */
  readonly contactId: string | null;
  /** The name of the contact, otherwise the name on the channel; null: unknown. */
  readonly name: string | null;
  /** The campaign that sent it; null: none did. */
  readonly campaignId: string | null;
  readonly author: MessageHitAuthor;
  /** For example text or audio; the words of voice notes are found, too. */
  readonly type: string;
  /** When it was sent or received. */
  readonly at: string;
  /** The part of the text around the first match; … where it is cut. */
  readonly text: string;
  /** What was found in `text`, in UTF-16 units; `end` excluded. */
  readonly matches: readonly CallSnippetMatche[];
}

/** human: a person of the business. api: the message endpoint. campaign: a campaign. */
export type MessageHitAuthor = "customer" | "agent" | "human" | "api" | "campaign";

/** The message. */
export type MessageId = string;

export type MessageMediaLiveEvent = ConversationLiveFields & {
  /** The name of the event. */
  readonly type: "message.media";
  readonly messageId: MessageId;
  /** Whether the media was stored; if false, it will never be available. */
  readonly kept: boolean;
};

/** The structured form of a message that is more than its text; `text` says the same in words. */
export type MessagePayload = FormPayload | LocationPayload | ContactsPayload | OrderPayload | ChoicePayload | ReferralPayload;

/** The query of a search of messages. */
export interface MessageQuery {
  readonly text: SearchText;
  /** Only messages on this channel. */
  readonly channel?: "whatsapp" | "instagram";
  /** Only conversations that this agent answered last. */
  readonly agentId?: string;
  readonly contactId?: CallQueryContactId;
  readonly campaignId?: CallQueryCampaignId;
  readonly author?: MessageHitAuthor;
  readonly assignee?: MessageQueryAssignee;
  /** Only conversations that are open, or that people are done with. */
  readonly conversationStatus?: "open" | "done";
  readonly analysis?: CallOutcomeStatus;
  readonly success?: CallQuerySuccess;
  readonly sentiment?: ConversationFindingsSentiment;
  readonly request?: CustomerRequest;
  /** Sent at or after this time. */
  readonly from?: string;
  /** Sent before this time. */
  readonly to?: string;
}

/** Only conversations that are assigned to this user, or `none`: to no member. */
export type MessageQueryAssignee = string;

export interface MessageQueryInput {
  readonly text: SearchText;
  /** Only messages on this channel. */
  readonly channel?: "whatsapp" | "instagram";
  /** Only conversations that this agent answered last. */
  readonly agentId?: string;
  readonly contactId?: CallQueryContactId;
  readonly campaignId?: CallQueryCampaignId;
  readonly author?: MessageHitAuthor;
  readonly assignee?: MessageQueryAssignee;
  /** Only conversations that are open, or that people are done with. */
  readonly conversationStatus?: "open" | "done";
  readonly analysis?: CallOutcomeStatus;
  readonly success?: CallQuerySuccess;
  readonly sentiment?: ConversationFindingsSentiment;
  readonly request?: CustomerRequest;
  /** Sent at or after this time. */
  readonly from?: string;
  /** Sent before this time. */
  readonly to?: string;
}

export interface MessageSearchResult {
  /** The messages in which the words are, newest first. */
  readonly results: readonly MessageHit[];
  readonly nextCursor: CallSearchResultNextCursor;
}

export interface MessageTimelineItem {
  readonly id: CallTimelineItemId;
  readonly at: CallTimelineItemAt;
  readonly channel: AgentAssignmentChannel;
  /** A message of either side. */
  readonly type: "message";
  readonly messageId: MessageId;
  readonly conversationId: ConversationId;
  readonly participantId: ParticipantId;
  readonly campaignId: CallTimelineItemCampaignId;
  readonly direction: MessageTimelineItemDirection;
  readonly author: MessageTimelineItemAuthor;
  readonly messageType: MessageType;
  readonly text: MessageTimelineItemText;
  readonly status: DeliveryStatus;
  /** The file of a message from the customer. Null: none. */
  readonly media: ReceivedMedia | null;
  readonly payload?: MessagePayload;
  /** The Data Sources of which the model was given text for this answer; absent: none. */
  readonly sources?: readonly MessageTimelineItemSource[];
  /** When the customer changed it last. Absent: never. */
  readonly editedAt?: string;
  /** When the customer deleted it; its content is gone. Absent: never. */
  readonly revokedAt?: string;
}

/** The author: `customer`, `api` (the message endpoint), `agent`, `human` or `campaign`. */
export type MessageTimelineItemAuthor = string;

/** `inbound`: from the customer. `outbound`: from the business. */
export type MessageTimelineItemDirection = "inbound" | "outbound";

export interface MessageTimelineItemSource {
  /** The Data Source; it may have been archived since. */
  readonly sourceId: string;
  /** The name of the Data Source at the time of the answer. */
  readonly title: string;
  /** The best of its passages that the model was given, best first; empty: the whole text. */
  readonly passages: readonly {
    /** Its place among the passages of the text, from 0. It changes when the text is replaced. */
    readonly position: number;
    /** The heading that it stands under; empty: none. */
    readonly heading: string;
  }[];
}

/** The words of the message. Null: it has none. */
export type MessageTimelineItemText = string | null;

/** The kind of content: `text`, `image`, `template`, or the channel’s name of another kind. */
export type MessageType = string;

export interface MessagesRead {
  readonly conversationId: ConversationId;
  /** The id at the channel of the latest message that was marked. */
  readonly providerMessageId: string;
}

/** Facts about the response. */
export interface Meta {
  /** The id of the request, as in `X-Request-Id`. */
  readonly requestId: string;
}

/** The type of the file: one that belongs to `mediaType`, and that its content has. */
export type MimeType = "image/jpeg" | "image/png" | "video/mp4" | "video/3gpp" | "audio/aac" | "audio/amr" | "audio/mpeg" | "audio/mp4" | "audio/ogg" | "application/pdf" | "text/plain" | "application/msword" | "application/vnd.ms-excel" | "application/vnd.ms-powerpoint" | "application/vnd.openxmlformats-officedocument.wordprocessingml.document" | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" | "application/vnd.openxmlformats-officedocument.presentationml.presentation";

/** A score that a person gave, from 1 to 5. */
export type MinScore = number;

/** The fewest calls or messages for which the rule fires: of a success rate, analyzed calls; of a latency, answered calls. Default: 20. Not for cost and credit. */
export type MinimumCount = number;

export interface MobileGivenTimelineItem {
  readonly id: CallTimelineItemId;
  readonly at: CallTimelineItemAt;
  readonly channel: AgentAssignmentChannel;
  /** A person on a channel gave this mobile number and was linked to the contact, or an agent saved it for the contact. */
  readonly type: "mobile_given";
  readonly conversationId: ConversationId;
  readonly participantId: ParticipantId;
  /** Always null: it belongs to no campaign. */
  readonly campaignId: null;
  /** The number, E.164. */
  readonly mobile: string;
  /** Whether the contact was created for it; otherwise an existing contact had the number. */
  readonly created: boolean;
}

export interface NewDataSourceVariable {
  /** The Data Source that has the field. */
  readonly sourceId: string;
  /** The field of the source. */
  readonly fieldKey: string;
  /** Its name in {{alias}} placeholders of the agent. */
  readonly alias: string;
}

export interface NewSuppression {
  /** Default: phone. */
  readonly channel?: "phone" | "instagram";
  /** A number in E.164, or for `instagram` the id of the person there. */
  readonly address: string;
  /** service: all contact that the business initiates. marketing: campaigns and offers only. */
  readonly purpose: "service" | "marketing";
  /** Why; shown in the list. */
  readonly reason?: string;
}

/** How the agent sounds and behaves on calls. Voice only. */
export interface NewVoiceSettings {
  /** The voice, an `id` of `GET /api/v1/voices`. Absent: a voice of the language and gender. */
  readonly liveVoiceId?: string;
  readonly language?: string;
  /** Voice only: languages in which the agent continues when the customer speaks them, beside its own. Absent or empty: it keeps its own. */
  readonly furtherLanguages?: readonly string[];
  /** Chooses a voice of this gender where `liveVoiceId` is absent. */
  readonly agentGender?: "male" | "female";
  /** The noise under the voice, a `key` of the noises of `GET /api/v1/voices`. Absent: none. */
  readonly backgroundNoiseKey?: "office" | "cafe" | "street";
  /** The volume of the background noise, in steps of 50; absent: 300. 100 is just audible. */
  readonly backgroundNoiseLevelPercent?: number;
  readonly firstGreeting?: FirstGreeting;
  readonly disclosure?: VoiceSettingsDisclosure;
  /** Whether the customer can interrupt the greeting. Default false: what the customer says meanwhile is answered after it. */
  readonly allowGreetingInterrupt?: boolean;
  readonly nudgeAfterSilenceSeconds?: NudgeAfterSilenceSeconds;
  /** Silence of the customer after which the call ends, seconds. Absent: 60. */
  readonly disconnectAfterSilenceSeconds?: number;
  /** The longest that a call may last, seconds; it ends with a closing sentence. Absent: 3,600. */
  readonly maxCallDurationSeconds?: number;
  /** Whether the reply after an interruption begins with the sentence that was cut, unless the customer asked a question. Default: false. */
  readonly repeatInterruptedSentence?: boolean;
  readonly filler?: VoiceSettingsFiller;
  /** Silence after which the filler is spoken, seconds; absent: 3. */
  readonly fillerAfterSeconds?: number;
  /** Seconds without a key that end what the customer keys in; absent: 2. The key # ends it at once. */
  readonly keyPauseSeconds?: number;
  /** Voice only: how fast it speaks, as a factor of the voice's own speed, within the `speeds` of its voice. */
  readonly speakingSpeed?: number;
  /** Voice only: how its voice says names and terms. Transcripts keep the written form. */
  readonly pronunciations?: readonly NewVoiceSettingsPronunciation[];
  readonly patience?: VoiceSettingsPatience;
  readonly bargeInDuck?: BargeInDuck;
  /** Voice only: words that do not interrupt the agent, like "copy that", beside the usual ones of its language. */
  readonly backchannels?: readonly string[];
  readonly phoneMenu?: PhoneMenuSettings;
}

export interface NewVoiceSettingsPronunciation {
  readonly written: WrittenForm;
  /** What the voice is given in its place. */
  readonly spoken: string;
}

/** Pass it as `cursor` for the next page; null: this is the last one. */
export type NextCursor = string | null;

/** The note. */
export type NoteId = string;

/** Silence after which the agent asks whether the customer is still there, at most twice, seconds. Absent: 12. */
export type NudgeAfterSilenceSeconds = number;

export interface OpenLegRequest {
  readonly businessId: BusinessId;
  /** test: be the caller of a test call. listen: hear a call. take_over: hear a call and speak in place of the agent. */
  readonly purpose: "test" | "listen" | "take_over";
}

export interface OperatorLine {
  readonly by: CallOperator;
  /** listen: hear the call. take_over: hear it and speak in place of the agent. */
  readonly purpose: "listen" | "take_over";
  /** When the line joined. */
  readonly joinedAt: string;
  /** When it ended; null: it has not. */
  readonly leftAt: string | null;
}

export interface OrderPayload {
  /** Products from a catalogue. */
  readonly kind: "order";
  /** The id of the catalogue at the channel; null: not reported. */
  readonly catalogId: string | null;
  /** What the customer wrote with the order; null: nothing. */
  readonly note: string | null;
  /** The ordered products. */
  readonly items: readonly OrderedItem[];
}

export interface OrderedItem {
  /** The id of the product in the catalogue. */
  readonly productId: string;
  /** How many. */
  readonly quantity: number;
  /** The price of each, in the currency; null: not reported. */
  readonly price: number | null;
  /** The currency, ISO 4217; null: not reported. */
  readonly currency: string | null;
}

/** Whether the call met all success criteria of its agent; null: there are none, or the transcript does not say. */
export type OutcomeSuccess = boolean | null;

export interface OutreachRule {
  /** The name of the rule. */
  readonly rule: string;
  /** not_applicable: the rule does not concern this call. */
  readonly result: "passed" | "refused" | "not_applicable";
  /** Error code of a refusal; otherwise null. */
  readonly code: string | null;
  /** When the refusal expires; null: it does not, or nothing was refused. */
  readonly allowedFrom: string | null;
}

/** The person on the account, whether a contact or not. Accepted by link-contact once the person has written. */
export type ParticipantId = string;

/** The agent presses keys to find its way through phone menus. Absent: menus are answered like people. */
export interface PhoneMenuSettings {
  /** What the agent looks for in the phone menu of a company that it calls. */
  readonly goal: string;
  /** The call is stuck when the same menu has been heard this often. Default: 3. */
  readonly repeats?: number;
  readonly transferTool?: TransferTool;
}

/** The WhatsApp phone number id. Null on other channels. */
export type PhoneNumberId = string | null;

export interface PreviewContactImportRequest {
  readonly businessId: BusinessId;
  readonly mapping?: ContactImportMapping;
  readonly fileName: FileName;
  readonly contentBase64: FileContent;
}

export interface PreviewedColumn {
  /** The name of the column. */
  readonly column: string;
  /** What the import would make of the column. */
  readonly use: "mobile" | "name" | "first_name" | "last_name" | "time_zone" | "field" | "ignored";
  /** The key of the field; of other columns, the key that they would have as a field. A number with a `label` is a field in rows where it is not chosen. */
  readonly key: string;
  /** The column whose labels choose among several columns of numbers, row by row (`Phone 1 - Label` of Google Contacts). Null: none. */
  readonly label: string | null;
  /** The first three filled values, at most 200 characters each. */
  readonly samples: readonly string[];
  /** The dates of the column. Null: most values are no dates. */
  readonly dates: {
    /** The order of `mapping.dates`, else the only one in which the values can be read. `ambiguous`: they do not say whether the day or the month is first. */
    readonly order: "dmy" | "mdy" | "ymd" | "ambiguous";
    /** Filled values that are no date in this order; in any order, if it is ambiguous. */
    readonly misfits: number;
    /** Some values, each in every order. */
    readonly readings: readonly DateReading[];
  } | null;
}

/** Instagram: the id of the professional account. Not used on other channels. */
export type ProviderAccountId = string;

/** The id of the message at the channel. */
export type ProviderMessageId = string;

export interface PublishDraftRequest {
  readonly businessId: BusinessId;
  /** What the author writes about the version. */
  readonly note?: string;
  /** The published version that the draft may replace. Default: the one that it is based on. Set it to publish a draft that is outdated. */
  readonly replaces?: number;
  /** The share of the recipients that get the draft; the others stay with the version that was published before, until the split ends. Default: all. */
  readonly percent?: number;
}

export interface QuickAnswer {
  /** The quick answer. */
  readonly quickAnswerId: string;
  /** What people type to insert it. */
  readonly shortcut: string;
  /** What it is about. */
  readonly title: string;
  /** The text, with its placeholders. */
  readonly text: string;
}

export interface QuickAnswerAnswer {
  /** The quick answer as it is kept. */
  readonly quickAnswer: QuickAnswer;
}

export interface QuickAnswerList {
  /** The quick answers. */
  readonly quickAnswers: readonly QuickAnswer[];
}

export interface ReceivedMedia {
  /** The file. */
  readonly id: string;
  /** `pending`: it is being fetched from the channel, and its link waits for it. `failed`: there is no file. */
  readonly status: "pending" | "ready" | "failed";
  /** The type, as the channel reports it. Null: not reported. */
  readonly mimeType: string | null;
  /** The name that the customer’s app sent. Null: none. */
  readonly fileName: string | null;
  /** The size. Null: not stored yet. */
  readonly sizeBytes: number | null;
  /** The SHA-256 of the bytes, lower-case hexadecimal. Null: not stored yet. */
  readonly sha256: string | null;
  /** A signed link: GET it without a key, and treat it as a secret. Null: the file is not available. */
  readonly url: string | null;
  /** When the link expires. Null: there is none. */
  readonly urlExpiresAt: string | null;
  /** When the file is removed, after 30 days. Null: there is none. */
  readonly keptUntil: string | null;
  /** Why the file is not available. Null: it is, or may be. */
  readonly failure: ReceivedMediaFailure | null;
  /** The words of a voice note that an agent answers, once it was listened to. */
  readonly transcript?: {
    /** The words. Null: none could be understood. */
    readonly text: string | null;
    /** Whether only the beginning was listened to. */
    readonly isPartial: boolean;
  };
}

export interface ReceivedMediaFailure {
  /** A stable code. */
  readonly code: string;
  /** What happened and what to do, for people; the text may change. */
  readonly message: string;
}

/** The message. */
export interface ReceivedMessage {
  readonly type: MessageType;
  readonly text: MessageTimelineItemText;
  readonly payload?: MessagePayload;
  /** The file of the message. Absent: none. */
  readonly media?: ReceivedMedia;
}

export type RecipientEndedEvent = CampaignEventFields & ({
  /** What has happened. */
  readonly eventType: "campaign.recipient.ended";
  /** The recipient, for whom no further attempt is made. */
  readonly recipient: {
    readonly contactId: ContactId;
    readonly outcome: RecipientOutcome;
    /** Why the contact was skipped: an error code. Null: it was not. */
    readonly skipReason: string | null;
  };
});

/** The final outcome of a recipient. voicemail: a machine or an announcement answered. skipped: it was not contacted, and `skipReason` says why. */
export type RecipientOutcome = "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "skipped";

export interface ReferralPayload {
  /** The message came through an advertisement or a post. */
  readonly kind: "referral";
  /** The kind of origin; null: not reported. */
  readonly source: string | null;
  /** The id of the advertisement at the channel; null: not reported. */
  readonly sourceId: string | null;
  /** Its address; null: not reported. */
  readonly url: string | null;
  /** Its headline; null: not reported. */
  readonly headline: string | null;
  /** Its text; null: not reported. */
  readonly body: string | null;
  /** The id of the click, for conversions; null: not reported. */
  readonly clickId: string | null;
}

export interface RemovedAlertRule {
  readonly alertRuleId: AlertRuleId;
  /** Always true. */
  readonly removed: boolean;
}

export interface RemovedCallNote {
  readonly noteId: NoteId;
  /** Always true. */
  readonly removed: boolean;
}

export interface RemovedInstagramConnection {
  /** The ids of the accounts that were disconnected. */
  readonly disconnected: readonly string[];
}

export interface RemovedQuickAnswer {
  /** The quick answer. */
  readonly quickAnswerId: string;
  /** It was removed. */
  readonly removed: true;
}

export interface RemovedSavedView {
  /** The saved view. */
  readonly viewId: string;
  /** Always true. */
  readonly removed: boolean;
}

export interface RemovedScenario {
  /** The scenario. */
  readonly scenarioId: string;
  /** Always true. */
  readonly removed: boolean;
}

export interface RemovedSuppression {
  /** The suppression. */
  readonly id: string;
  /** Always true. */
  readonly removed: boolean;
}

export interface RemovedTool {
  /** Always true. */
  readonly removed: boolean;
}

export interface ReplyButtonComponent {
  readonly type: ReplyButtonComponentType;
  /** The kind of the button. */
  readonly sub_type: "quick_reply";
  /** The place of the button in the template, from 0. */
  readonly index: string | number;
  /** The value of the button. */
  readonly parameters: readonly {
    /** What a quick reply returns. */
    readonly type: "payload";
    /** Returned with the answer of the customer. May contain {{alias}} placeholders. */
    readonly payload: string;
  }[];
}

export interface ReplyButtonComponentInput {
  readonly type: ReplyButtonComponentType;
  /** The kind of the button. */
  readonly sub_type: "quick_reply";
  /** The place of the button in the template, from 0. */
  readonly index: string | number;
  /** The value of the button. */
  readonly parameters: readonly {
    /** What a quick reply returns. */
    readonly type: "payload";
    /** Returned with the answer of the customer. May contain {{alias}} placeholders. */
    readonly payload: string;
  }[];
}

/** A button of the template. */
export type ReplyButtonComponentType = "button";

export interface ResolvedCall {
  /** The number that would be dialled, E.164. */
  readonly destination: string;
  /** The value of each of the agent's variables, by alias. */
  readonly values: Readonly<Record<string, string>>;
  /** Whether calls of this agent need a contact, because it has variables. */
  readonly contactRequired: boolean;
}

/** Attempts to deliver this event that have failed so far. */
export type RetryNumber = number;

export interface ReviewCallRequest {
  readonly businessId: BusinessId;
  /** Tags to add. A call has up to 20. */
  readonly addTags?: readonly AddTag[];
  /** Tags to remove; a tag that is also added stays. */
  readonly removeTags?: readonly AddTag[];
  /** The score, from 1 to 5. Null removes it; omitted: unchanged. */
  readonly score?: number | null;
  /** Whether a person has gone through the call. Omitted: unchanged. */
  readonly reviewed?: boolean;
}

export interface ReviewCallsRequest {
  readonly businessId: BusinessId;
  /** The calls to change. */
  readonly callIds: readonly string[];
  /** Tags to add. A call has up to 20. */
  readonly addTags?: readonly AddTag[];
  /** Tags to remove; a tag that is also added stays. */
  readonly removeTags?: readonly AddTag[];
  /** The score, from 1 to 5. Null removes it; omitted: unchanged. */
  readonly score?: number | null;
  /** Whether a person has gone through the call. Omitted: unchanged. */
  readonly reviewed?: boolean;
}

export interface ReviewIngestionRequest {
  readonly businessId: BusinessId;
  readonly ingestionId: IngestionId;
  /** The columns to interpret otherwise than proposed. What is omitted stays as proposed. */
  readonly columns?: readonly ColumnReview[];
  /** False: only review; the version stays `validated`. */
  readonly activate?: boolean;
}

export interface RollBackAgentRequest {
  readonly businessId: BusinessId;
  /** The earlier version to publish again, one of the latest 50. */
  readonly version: number;
  /** What the author writes about the version. */
  readonly note?: string;
}

export interface RotateSecretRequest {
  readonly businessId: BusinessId;
  /** For how long deliveries are signed with the previous secret as well, up to 24 hours. Without it the previous secret stops at once, and with it those of overlaps that have not ended. */
  readonly overlapSeconds?: number;
}

export interface RotatedSecret {
  /** The subscription. */
  readonly subscription: Subscription;
  /** The text itself is the key of `X-Service-Signature`, and its bytes are that of `webhook-signature`. It is returned only here. */
  readonly signingSecret: string;
  /** The same secret as libraries of Standard Webhooks take it, to verify `webhook-signature`: `whsec_` and the bytes of `signingSecret` in base64. It is returned only here. */
  readonly standardSecret: string;
}

export type RunAnalysisRequest = EstimateAnalysisRequest | ConfirmAnalysisRequest;

export type RunSimulationRequest = EstimateSimulationRequest | ConfirmSimulationRequest;

export type RunSummaryRequest = EstimateSummaryRequest | ConfirmSummaryRequest;

export interface SaveDraftRequest {
  readonly businessId: BusinessId;
  /** What people call the agent. */
  readonly name: string;
  readonly channel: AgentChannel;
  readonly instructions: CreateAgentRequestInstructions;
  /** The language of the agent, BCP 47. Default: en. */
  readonly languageCode?: string | null;
  /** Data Sources whose text the agent is given for its answers. */
  readonly dataSourceIds?: readonly string[] | null;
  /** Categories whose contacts the agent may call. Without any, calls to contacts are refused; on WhatsApp, all contacts may be written to. */
  readonly contactCategoryIds?: readonly string[] | null;
  /** Fields of Data Sources that the agent may use, each under an alias. With a variable, calls need a contact. */
  readonly dataSourceVariables?: readonly NewDataSourceVariable[] | null;
  /** Voice only: an omitted setting keeps its value, null clears it. Null in place of all clears every one. */
  readonly voiceSettings?: VoiceSettingsChanges | null;
  /** WhatsApp and Instagram only: an omitted setting keeps its value, null clears it. Null in place of all clears every one. */
  readonly chatSettings?: UpdateAgentRequestChatSettings | null;
  /** On Instagram: ask customers without a mobile for it, at most twice, then link the contact with that mobile, or create one. */
  readonly instagramCollectMobileEnabled?: boolean | null;
}

/** A saved view: it has either calls or messages. */
export interface SavedView {
  /** The saved view. */
  readonly viewId: string;
  /** The name of the view. */
  readonly name: string;
  readonly calls?: CallQuery;
  readonly messages?: MessageQuery;
}

export interface SavedViewAnswer {
  readonly savedView: SavedView;
}

export interface SavedViewList {
  /** The views, in the order in which they were saved. */
  readonly savedViews: readonly SavedView[];
}

/** A scenario. */
export interface Scenario {
  /** The scenario. */
  readonly scenarioId: string;
  /** The name of the scenario. */
  readonly name: string;
  readonly agentId: ScenarioAgentId;
  /** Channel of the conversations. */
  readonly channel: "voice" | "whatsapp";
  /** Raised by each change. */
  readonly revision: number;
  readonly scenario: ScenarioContent;
  /** When it was first saved. */
  readonly createdAt: string;
  /** When it was last changed. */
  readonly updatedAt: string;
}

/** The agent that it is for; null: any. It can be run with other agents as well. */
export type ScenarioAgentId = string | null;

export interface ScenarioAnswer {
  readonly scenario: Scenario;
}

/** The customers, and the criteria for their conversations. */
export interface ScenarioContent {
  /** The simulated customers. */
  readonly customers: readonly ScenarioCustomer[];
  /** What each conversation is judged by. */
  readonly criteria: readonly ScenarioCriterion[];
  /** Maximum number of turns of a customer before they leave; default 12. */
  readonly mostTurns?: number;
  readonly tools?: ScenarioTools;
  /** How the judge works. */
  readonly judge?: {
    /** How often the judge answers each question; default 1. */
    readonly samples: number;
  };
  /** Number of conversations of each customer that has no number of its own; default 1. */
  readonly runs?: number;
  /** Seed of what is drawn at random in virtual time; default 1. */
  readonly seed?: number;
}

export interface ScenarioCriterion {
  /** Unique name in tables and reports. */
  readonly name: string;
  /** Regular expression that the agent must match at least once, ignoring case. */
  readonly says?: string;
  /** Regular expression that the agent must never match, ignoring case. */
  readonly neverSays?: string;
  /** The agent must use this tool at least once; only in virtual time. */
  readonly usesTool?: ToolRule;
  /** The agent must never use this tool; only in virtual time. */
  readonly neverUsesTool?: ToolRule;
  readonly endReason?: ScenarioCriterionEndReason;
  /** Maximum time from the end of the customer's speech to the first frame of each answer on a call, ms. */
  readonly answersWithinMs?: number;
  /** On calls: maximum time for which the agent and the customer speak at once, ms; only in virtual time. */
  readonly talksOverWithinMs?: number;
  /** What an LLM judges in the conversation, or extracts from it. */
  readonly judge?: string;
  /** With judge: minimum score, from 0 to 10. */
  readonly atLeast?: number;
  /** With judge and wanted: JSON Schema of the object that the judge answers with. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** With judge and schema: JSON Schema that the answer must match. */
  readonly wanted?: Readonly<Record<string, unknown>>;
}

/** The reason with which a call must end. */
export type ScenarioCriterionEndReason = "completed" | "customer_hangup" | "agent_hangup" | "operator_hangup" | "cancelled" | "no_answer" | "busy" | "voicemail" | "mailbox_full" | "unavailable" | "ivr_menu" | "not_in_service" | "invalid_number" | "rejected_by_carrier" | "no_line" | "claim_lost" | "suppressed" | "destination_not_allowed" | "quiet_hours" | "attempts_exceeded" | "insufficient_credit" | "silence" | "max_duration" | "menu_loop" | "media_lost" | "speech_provider_failed" | "disclosure_failed" | "model_failed" | "placement_unknown" | "carrier_failed" | "internal";

export type ScenarioCriterionInput = {
  /** Unique name in tables and reports. */
  readonly name: string;
  /** With judge: minimum score, from 0 to 10. */
  readonly atLeast?: number;
  /** With judge and wanted: JSON Schema of the object that the judge answers with. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** With judge and schema: JSON Schema that the answer must match. */
  readonly wanted?: Readonly<Record<string, unknown>>;
} & ({
  /** Regular expression that the agent must match at least once, ignoring case. */
  readonly says: string;
  readonly neverSays?: never;
  readonly usesTool?: never;
  readonly neverUsesTool?: never;
  readonly endReason?: never;
  readonly answersWithinMs?: never;
  readonly talksOverWithinMs?: never;
  readonly judge?: never;
} | {
  /** Regular expression that the agent must never match, ignoring case. */
  readonly neverSays: string;
  readonly says?: never;
  readonly usesTool?: never;
  readonly neverUsesTool?: never;
  readonly endReason?: never;
  readonly answersWithinMs?: never;
  readonly talksOverWithinMs?: never;
  readonly judge?: never;
} | {
  /** The agent must use this tool at least once; only in virtual time. */
  readonly usesTool: ToolRuleInput;
  readonly says?: never;
  readonly neverSays?: never;
  readonly neverUsesTool?: never;
  readonly endReason?: never;
  readonly answersWithinMs?: never;
  readonly talksOverWithinMs?: never;
  readonly judge?: never;
} | {
  /** The agent must never use this tool; only in virtual time. */
  readonly neverUsesTool: ToolRuleInput;
  readonly says?: never;
  readonly neverSays?: never;
  readonly usesTool?: never;
  readonly endReason?: never;
  readonly answersWithinMs?: never;
  readonly talksOverWithinMs?: never;
  readonly judge?: never;
} | {
  readonly endReason: ScenarioCriterionEndReason;
  readonly says?: never;
  readonly neverSays?: never;
  readonly usesTool?: never;
  readonly neverUsesTool?: never;
  readonly answersWithinMs?: never;
  readonly talksOverWithinMs?: never;
  readonly judge?: never;
} | {
  /** Maximum time from the end of the customer's speech to the first frame of each answer on a call, ms. */
  readonly answersWithinMs: number;
  readonly says?: never;
  readonly neverSays?: never;
  readonly usesTool?: never;
  readonly neverUsesTool?: never;
  readonly endReason?: never;
  readonly talksOverWithinMs?: never;
  readonly judge?: never;
} | {
  /** On calls: maximum time for which the agent and the customer speak at once, ms; only in virtual time. */
  readonly talksOverWithinMs: number;
  readonly says?: never;
  readonly neverSays?: never;
  readonly usesTool?: never;
  readonly neverUsesTool?: never;
  readonly endReason?: never;
  readonly answersWithinMs?: never;
  readonly judge?: never;
} | {
  /** What an LLM judges in the conversation, or extracts from it. */
  readonly judge: string;
  readonly says?: never;
  readonly neverSays?: never;
  readonly usesTool?: never;
  readonly neverUsesTool?: never;
  readonly endReason?: never;
  readonly answersWithinMs?: never;
  readonly talksOverWithinMs?: never;
});

export interface ScenarioCustomer {
  /** Unique name in tables and reports. */
  readonly name: string;
  /** Identity and wishes of the customer, played by an LLM. */
  readonly persona?: string;
  /** What they say, one line per answer of the agent; then they leave. */
  readonly lines?: readonly string[];
  readonly adversarial?: ScenarioCustomerAdversarial;
  /** On calls: their voice, <provider>:<voice>; default flite:rms. */
  readonly voice?: string;
  /** On calls: background noise on their line. */
  readonly noise?: {
    /** white: hiss. rumble: low noise, as in a vehicle. */
    readonly kind: "white" | "rumble";
    readonly dbfs: ScenarioCustomerNoiseDbfs;
  };
  /** On calls: share of the agent's answers that they interrupt. */
  readonly interrupts?: number;
  /** On calls: share of their lines with a pause in the middle. */
  readonly pauses?: number;
  /** On calls: share of the agent's answers during which they cough. */
  readonly coughs?: number;
  /** On calls: share of their words that are recognised wrongly, or not at all. */
  readonly mumbles?: number;
  /** On calls: their telephone returns the agent's voice at this level, in dB. */
  readonly echo?: number;
  /** On calls: another person near them speaks these lines now and then; default level -30 dB. */
  readonly otherSpeaker?: {
    /** What the other person says. */
    readonly lines: readonly string[];
    readonly dbfs?: ScenarioCustomerNoiseDbfs;
  };
  /** What the agent remembers of them from earlier conversations; only in virtual time. */
  readonly memory?: readonly string[];
  /** Number of their conversations with the agent. */
  readonly runs?: number;
}

/** They try to change what the agent does, insult it, or talk about something else. With a persona it is added to it; without, they say lines of a list. */
export type ScenarioCustomerAdversarial = "injection" | "abuse" | "off_topic";

export type ScenarioCustomerInput = {
  /** Unique name in tables and reports. */
  readonly name: string;
  /** On calls: their voice, <provider>:<voice>; default flite:rms. */
  readonly voice?: string;
  /** On calls: background noise on their line. */
  readonly noise?: {
    /** white: hiss. rumble: low noise, as in a vehicle. */
    readonly kind: "white" | "rumble";
    readonly dbfs: ScenarioCustomerNoiseDbfs;
  };
  /** On calls: share of the agent's answers that they interrupt. */
  readonly interrupts?: number;
  /** On calls: share of their lines with a pause in the middle. */
  readonly pauses?: number;
  /** On calls: share of the agent's answers during which they cough. */
  readonly coughs?: number;
  /** On calls: share of their words that are recognised wrongly, or not at all. */
  readonly mumbles?: number;
  /** On calls: their telephone returns the agent's voice at this level, in dB. */
  readonly echo?: number;
  /** On calls: another person near them speaks these lines now and then; default level -30 dB. */
  readonly otherSpeaker?: {
    /** What the other person says. */
    readonly lines: readonly string[];
    readonly dbfs?: ScenarioCustomerNoiseDbfs;
  };
  /** What the agent remembers of them from earlier conversations; only in virtual time. */
  readonly memory?: readonly string[];
  /** Number of their conversations with the agent. */
  readonly runs?: number;
} & ({
  /** Identity and wishes of the customer, played by an LLM. */
  readonly persona: string;
  readonly lines?: never;
  readonly adversarial?: never;
} | {
  /** What they say, one line per answer of the agent; then they leave. */
  readonly lines: readonly string[];
  readonly persona?: never;
  readonly adversarial?: never;
} | {
  readonly adversarial: ScenarioCustomerAdversarial;
  readonly persona?: never;
  readonly lines?: never;
});

/** Level in dB relative to full scale. */
export type ScenarioCustomerNoiseDbfs = number;

/** The customers, and the criteria for their conversations. */
export interface ScenarioInput {
  /** The simulated customers. */
  readonly customers: readonly ScenarioCustomerInput[];
  /** What each conversation is judged by. */
  readonly criteria: readonly ScenarioCriterionInput[];
  /** Maximum number of turns of a customer before they leave; default 12. */
  readonly mostTurns?: number;
  readonly tools?: ScenarioToolsInput;
  /** How the judge works. */
  readonly judge?: {
    /** How often the judge answers each question; default 1. */
    readonly samples: number;
  };
  /** Number of conversations of each customer that has no number of its own; default 1. */
  readonly runs?: number;
  /** Seed of what is drawn at random in virtual time; default 1. */
  readonly seed?: number;
}

export interface ScenarioList {
  /** The scenarios, newest first. */
  readonly scenarios: readonly Scenario[];
  readonly nextCursor: NextCursor;
}

/** Tools, and what answers them; only in virtual time. */
export interface ScenarioTools {
  readonly mode?: ScenarioToolsMode;
  /** Tools of an agent that the scenario defines. */
  readonly offered?: readonly {
    readonly name: SetToolRequestName;
    /** For the model: what the tool does, and when to use it. */
    readonly description: string;
    /** JSON Schema of the arguments. */
    readonly parameters?: Readonly<Record<string, unknown>>;
  }[];
  /** With mocked: the first answer whose tool and arguments match is given. */
  readonly answers?: readonly ScenarioToolsAnswer[];
  /** With recorded: uses in order; the same arguments get the same answers. */
  readonly recorded?: readonly ScenarioToolsRecorded[];
}

export interface ScenarioToolsAnswer {
  readonly tool: SetToolRequestName;
  /** Regular expressions that the arguments must match, by name, ignoring case. */
  readonly arguments?: Readonly<Record<string, string>>;
  readonly result: ScenarioToolsAnswerResult;
  readonly outcome?: ScenarioToolsAnswerOutcome;
  readonly ms?: ScenarioToolsAnswerMs;
}

/** How long the tool takes, ms; default 300. */
export type ScenarioToolsAnswerMs = number;

/** unknown: it may or may not have been done. */
export type ScenarioToolsAnswerOutcome = "done" | "failed" | "unknown";

/** The result, for the model. */
export type ScenarioToolsAnswerResult = string;

/** Tools, and what answers them; only in virtual time. */
export interface ScenarioToolsInput {
  readonly mode?: ScenarioToolsMode;
  /** Tools of an agent that the scenario defines. */
  readonly offered?: readonly {
    readonly name: SetToolRequestName;
    /** For the model: what the tool does, and when to use it. */
    readonly description: string;
    /** JSON Schema of the arguments. */
    readonly parameters?: Readonly<Record<string, unknown>>;
  }[];
  /** With mocked: the first answer whose tool and arguments match is given. */
  readonly answers?: readonly ScenarioToolsInputAnswer[];
  /** With recorded: uses in order; the same arguments get the same answers. */
  readonly recorded?: readonly ScenarioToolsInputRecorded[];
}

export interface ScenarioToolsInputAnswer {
  readonly tool: SetToolRequestName;
  /** Regular expressions that the arguments must match, by name, ignoring case. */
  readonly arguments?: Readonly<Record<string, string>>;
  readonly result: ScenarioToolsAnswerResult;
  readonly outcome?: ScenarioToolsAnswerOutcome;
  readonly ms?: ScenarioToolsAnswerMs;
}

export interface ScenarioToolsInputRecorded {
  readonly tool: SetToolRequestName;
  /** The arguments of the use. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly result: ScenarioToolsAnswerResult;
  readonly outcome?: ScenarioToolsAnswerOutcome;
  readonly ms?: ScenarioToolsAnswerMs;
}

/** What answers: mocked answers (default), the answers of earlier uses, or the tools themselves, which act on the world. */
export type ScenarioToolsMode = "mocked" | "recorded" | "live";

export interface ScenarioToolsRecorded {
  readonly tool: SetToolRequestName;
  /** The arguments of the use. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly result: ScenarioToolsAnswerResult;
  readonly outcome?: ScenarioToolsAnswerOutcome;
  readonly ms?: ScenarioToolsAnswerMs;
}

/** Every word must begin a word of the text; one- and two-letter words match whole words. Words in quotation marks follow each other. Chinese, Japanese and other words without spaces are found anywhere. */
export type SearchText = string;

export interface SendMessageRequest {
  readonly businessId: BusinessId;
  /** The channel. Default: `whatsapp`. */
  readonly channel?: "whatsapp" | "instagram";
  readonly phoneNumberId?: AssignedPhoneNumberId;
  readonly instagramAccountId?: ProviderAccountId;
  /** WhatsApp: the mobile number, E.164. Instagram: the Instagram-scoped id of a user who has written before. */
  readonly to: string;
  /** The content, in the field of the same kind. WhatsApp: all but `linked_media`. Instagram: `text`, `interactive`, `linked_media`. A `template` may be sent outside the 24 hours, and to people who never wrote. */
  readonly type: "text" | "image" | "template" | "document" | "video" | "audio" | "location" | "reaction" | "interactive" | "linked_media";
  /** The text of a `text` message; on Instagram at most 1,000 bytes in UTF-8. */
  readonly text?: string;
  /** The file, from POST /media. */
  readonly mediaId?: string;
  /** The caption of an image, document or video. */
  readonly caption?: string;
  readonly template?: TemplateMessage;
  /** The name of a document, as the customer sees it. */
  readonly fileName?: string;
  readonly interactive?: InteractiveMessage;
  readonly location?: LocationMessage;
  /** A reaction to a message of the conversation; WhatsApp only. */
  readonly reaction?: {
    /** The message of the conversation that is reacted to, as events name it. */
    readonly providerMessageId: string;
    /** One emoji; an empty text removes the reaction. */
    readonly emoji: string;
  };
  /** A file at an address; Instagram only. */
  readonly media?: {
    /** The kind of file at the address. */
    readonly kind: "image" | "video" | "audio";
    /** An https address, from which the channel fetches the file. */
    readonly url: string;
  };
  readonly clientAssetId?: ClientAssetId;
}

/** The campaign that the message belongs to. Null: none. */
export type SendingCampaignId = string | null;

/** The customer's sentiment over the whole call or episode; mixed: both positive and negative. */
export type Sentiment = "positive" | "neutral" | "negative" | "mixed" | null;

export interface SetAnalysisSettingsRequest {
  readonly businessId: BusinessId;
  /** What calls and conversations are judged by, and what is extracted from them. */
  readonly analysis: {
    /** A call is a success if it meets all of them. */
    readonly criteria: readonly {
      /** Its name in findings and exports. */
      readonly key: string;
      /** When the criterion is met, in plain words. */
      readonly description: string;
    }[];
    /** The fields to extract; null: nothing is extracted. */
    readonly fields: {
      /** Always `object`. */
      readonly type: "object";
      /** The fields by key. */
      readonly properties: Readonly<Record<string, {
        readonly type: AnalysisFieldType;
        /** For the model: what the field means. */
        readonly description?: string;
        /** The only values of a string. */
        readonly enum?: readonly string[];
      }>>;
    } | null;
  };
}

export interface SetMemorySettingsRequest {
  readonly businessId: BusinessId;
  /** What the agent may know of earlier calls and conversations. */
  readonly memory: {
    /** Whether the agent remembers its contacts. */
    readonly enabled: boolean;
  };
}

export type SetToolRequest = {
  readonly businessId: BusinessId;
  readonly name: SetToolRequestName;
  /** For the model: what the tool does, and when to use it. */
  readonly description: string;
  /** With url: JSON Schema of the object that the server receives, at most 8,000 characters. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly oauth?: SetToolRequestOauth;
  /** With transferTo: the agent calls that number first, and puts the customer through once a colleague agrees. */
  readonly consults?: true;
  /** How long its answer is awaited, seconds. Default: 8. */
  readonly timeoutSeconds?: number;
  /** The agents that may use it. Omitted: every agent of the business. */
  readonly agentIds?: readonly string[];
  /** The project of `parley apply` that the tool belongs to. Omitted: none. */
  readonly project?: string;
  /** With url: replace the signing secret of an existing tool. */
  readonly newSecret?: true;
} & ({
  /** The address of its server, which receives signed requests: https, and public. */
  readonly url: string;
  readonly transferTo?: never;
  readonly sendsDigits?: never;
  readonly looksUp?: never;
  readonly savesMobile?: never;
  readonly handsOver?: never;
} | {
  /** Transfers the customer of a call to this number, E.164. */
  readonly transferTo: string;
  readonly url?: never;
  readonly sendsDigits?: never;
  readonly looksUp?: never;
  readonly savesMobile?: never;
  readonly handsOver?: never;
} | {
  /** Sends digits on a call. */
  readonly sendsDigits: true;
  readonly url?: never;
  readonly transferTo?: never;
  readonly looksUp?: never;
  readonly savesMobile?: never;
  readonly handsOver?: never;
} | {
  /** Looks up the customer in this structured Data Source. */
  readonly looksUp: string;
  readonly url?: never;
  readonly transferTo?: never;
  readonly sendsDigits?: never;
  readonly savesMobile?: never;
  readonly handsOver?: never;
} | {
  /** Saves the mobile that the customer gives to their contact. */
  readonly savesMobile: true;
  readonly url?: never;
  readonly transferTo?: never;
  readonly sendsDigits?: never;
  readonly looksUp?: never;
  readonly handsOver?: never;
} | {
  /** Hands a conversation over to people. */
  readonly handsOver: true;
  readonly url?: never;
  readonly transferTo?: never;
  readonly sendsDigits?: never;
  readonly looksUp?: never;
  readonly savesMobile?: never;
});

/** The name by which the model uses it. Names of built-in tools like `end_call` are refused. */
export type SetToolRequestName = string;

/** With url: the OAuth 2.0 client with which its server is called. */
export interface SetToolRequestOauth {
  /** The authorization server's token endpoint. */
  readonly tokenUrl: string;
  /** The id of the client at the authorization server. */
  readonly clientId: string;
  /** Stored encrypted and never returned. Omitted: the tool's present secret stays, if its client, its tokenUrl and the origin of its url do. */
  readonly clientSecret?: string;
  /** Where the secret is sent: in the Authorization header (client_secret_basic, the default) or in the body. */
  readonly authMethod?: "client_secret_basic" | "client_secret_post";
  /** The scopes to request, separated by spaces. */
  readonly scope?: string;
  /** For servers that name the API by audience. */
  readonly audience?: string;
  /** The URI of the API (RFC 8707). Omitted for an MCP server: its url, unless there is an audience. */
  readonly resource?: string;
}

export interface SetVoicemailRequest {
  readonly businessId: BusinessId;
  readonly voicemail: VoicemailInput;
}

export interface SharedContact {
  /** The whole name; null: not reported. */
  readonly name: string | null;
  /** Company, department and title; null: not reported. */
  readonly organisation: string | null;
  /** Phone numbers of the card. */
  readonly phones: readonly ({
    /** The number, as the card has it. */
    readonly phone: string;
    /** The kind of number; null: not reported. */
    readonly type: string | null;
  })[];
  /** E-mail addresses of the card. */
  readonly emails: readonly string[];
  /** Postal addresses of the card. */
  readonly addresses: readonly string[];
}

export interface SimulatedConversation {
  /** Its place in the run, from 0. */
  readonly place: number;
  /** The name of the simulated customer. */
  readonly customer: string;
  /** The number of this customer's conversation, from 1. */
  readonly run: number;
  /** When it ended. */
  readonly endedAt: string;
  /** What was said, in order. */
  readonly lines: readonly SimulatedConversationLine[];
  /** The uses of tools, in order. */
  readonly toolUses: readonly SimulatedConversationToolUse[];
  /** How a call ended; null in writing. */
  readonly endReason: string | null;
  /** For each answer on a call: from the end of the customer's speech to its first frame, ms. */
  readonly answerMs: readonly number[];
  /** For each time that both sides of a call spoke at once: for how long, ms. */
  readonly talkedOverMs?: readonly number[];
  /** In virtual time: how long it lasted, ms; null: unknown. */
  readonly durationMs?: number | null;
  /** Why it did not reach its end; null: it did. */
  readonly problem: {
    /** agent: it failed the conversation. simulation: a provider, the persona or the machine did. */
    readonly of: "agent" | "simulation";
    /** What went wrong. */
    readonly text: string;
  } | null;
  /** The machine was too slow for the times to prove anything; null or absent: it was not. */
  readonly tooSlow?: {
    /** How far it fell behind the real clock, ms. */
    readonly behindMs: number;
  } | null;
  /** The verdict on each criterion. */
  readonly verdicts: readonly SimulatedConversationVerdict[];
  /** Whether parts were too long to be kept. */
  readonly isCut: boolean;
}

export interface SimulatedConversationLine {
  /** human: a person who took the call over. */
  readonly speaker: "customer" | "agent" | "human";
  /** What the other side heard. */
  readonly text: string;
  /** ms since the beginning; null: unknown. */
  readonly startMs?: number | null;
  /** ms since the beginning; null: unknown. */
  readonly endMs?: number | null;
  /** The other side cut it off; absent: it was heard to its end. */
  readonly interrupted?: true;
  /** What the customer really said; absent: it is what was heard. */
  readonly said?: string;
}

export interface SimulatedConversationList {
  /** The conversations that have ended. */
  readonly conversations: readonly SimulatedConversation[];
  readonly nextCursor: NextCursor;
}

export interface SimulatedConversationToolUse {
  /** The tool. */
  readonly tool: string;
  /** What the model supplied. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly outcome: ScenarioToolsAnswerOutcome;
  /** What the model was given. */
  readonly result: string;
  /** ms since the beginning; null: unknown. */
  readonly startMs: number | null;
  /** How long it took, ms. */
  readonly ms: number;
}

export interface SimulatedConversationVerdict {
  /** The name of the criterion. */
  readonly criterion: string;
  /** error: undecided, because something other than the agent failed. */
  readonly outcome: "passed" | "failed" | "error";
  /** Why, in words. */
  readonly reason: string;
  /** From 0 to 10, if a score was requested: the mean of the samples. */
  readonly score?: number;
  /** With several samples of a score: their standard deviation. */
  readonly spread?: number;
  /** With several samples: the share that agrees with the outcome, 0 to 1. */
  readonly agreement?: number;
  /** The judge's answer, if a schema was given: that of the first sample for the outcome. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

/** How two runs of a scenario differ. */
export interface SimulationComparison {
  /** The run in the path. */
  readonly base: SimulationRunSummary;
  /** The run that it is compared with. */
  readonly other: SimulationRunSummary;
  /** Those that both runs have. */
  readonly criteria: readonly CriterionComparison[];
  /** How many verdicts changed. */
  readonly changedVerdicts: number;
  /** The first 500 verdicts that changed. */
  readonly changes: readonly SimulationComparisonChange[];
}

export interface SimulationComparisonAnswer {
  readonly comparison: SimulationComparison;
}

export interface SimulationComparisonChange {
  /** The name of the simulated customer. */
  readonly customer: string;
  /** The number of this customer's conversation, from 1. */
  readonly run: number;
  /** The name of the criterion. */
  readonly criterion: string;
  /** The verdict in `base`. */
  readonly base: "passed" | "failed" | "error";
  /** The verdict in `other`. */
  readonly other: "passed" | "failed" | "error";
}

/** A simulation run with its scores so far. */
export interface SimulationRun {
  /** The run; use it to confirm the estimate. */
  readonly simulationRunId: string;
  /** The scenario that is played. */
  readonly scenarioId: string;
  /** Its name when the price was estimated. */
  readonly scenarioName: string;
  /** Its revision when the price was estimated. */
  readonly scenarioRevision: number;
  /** The agent that is rehearsed. */
  readonly agentId: string;
  /** The version of the agent when the price was estimated; null: unknown. */
  readonly agentVersion: number | null;
  /** Whether the request had instructions of its own, so that the version says less. */
  readonly ownInstructions: boolean;
  /** Channel of the conversations. */
  readonly channel: "voice" | "whatsapp";
  /** What answers the tools of the agent: mocked answers, recorded ones, or the tools themselves. */
  readonly tools: "mocked" | "recorded" | "live";
  readonly status: SimulationRunStatus;
  /** Conversations to play. */
  readonly conversations: number;
  /** Conversations with verdicts, which are charged. */
  readonly played: number;
  /** Conversations that the simulation could not play, which cost nothing. */
  readonly failed: number;
  readonly maxChargeMicrocredits: SummaryRunMaxCharge;
  readonly chargedMicrocredits: ChargedMicrocredits;
  readonly createdAt: SummaryRunAnswerCreatedAt;
  readonly expiresAt: ExpiresAt;
  readonly endedAt: EndedAt;
  /** The instructions that were rehearsed. */
  readonly instructions: string;
  /** The scores so far, by criterion. */
  readonly criteria: readonly CriterionResult[];
}

export interface SimulationRunAnswer {
  readonly simulationRun: SimulationRun;
}

export interface SimulationRunList {
  /** The runs, newest first. */
  readonly simulationRuns: readonly SimulationRunSummary[];
  readonly nextCursor: NextCursor;
}

/** estimated: awaits its confirmation. partial: it has ended, and some conversations could not be played; they cost nothing. */
export type SimulationRunStatus = "estimated" | "running" | "completed" | "partial" | "cancelled";

export interface SimulationRunSummary {
  /** The run; use it to confirm the estimate. */
  readonly simulationRunId: string;
  /** The scenario that is played. */
  readonly scenarioId: string;
  /** Its name when the price was estimated. */
  readonly scenarioName: string;
  /** Its revision when the price was estimated. */
  readonly scenarioRevision: number;
  /** The agent that is rehearsed. */
  readonly agentId: string;
  /** The version of the agent when the price was estimated; null: unknown. */
  readonly agentVersion: number | null;
  /** Whether the request had instructions of its own, so that the version says less. */
  readonly ownInstructions: boolean;
  /** Channel of the conversations. */
  readonly channel: "voice" | "whatsapp";
  /** What answers the tools of the agent: mocked answers, recorded ones, or the tools themselves. */
  readonly tools: "mocked" | "recorded" | "live";
  readonly status: SimulationRunStatus;
  /** Conversations to play. */
  readonly conversations: number;
  /** Conversations with verdicts, which are charged. */
  readonly played: number;
  /** Conversations that the simulation could not play, which cost nothing. */
  readonly failed: number;
  readonly maxChargeMicrocredits: SummaryRunMaxCharge;
  readonly chargedMicrocredits: ChargedMicrocredits;
  readonly createdAt: SummaryRunAnswerCreatedAt;
  readonly expiresAt: ExpiresAt;
  readonly endedAt: EndedAt;
}

/** A split of the recipients between two versions. */
export interface Split {
  /** The split. */
  readonly splitId: string;
  readonly agentId: AgentId;
  /** Null: all that the agent does is divided. */
  readonly campaignId: string | null;
  /** The published version. */
  readonly published: number;
  /** The version that is compared with it. */
  readonly version: number;
  /** The share of the recipients that get `version`. */
  readonly percent: number;
  /** When it began to divide recipients. */
  readonly startedAt: string;
  /** The user or key that started it; null: unknown. */
  readonly startedBy: SplitStartedBy | null;
  /** When it ended; null: it divides recipients. */
  readonly endedAt: string | null;
  /** How it ended; null: it has not. */
  readonly end: {
    /** chosen: with a winner; dropped: without; published: another version was published; archived: the agent was. */
    readonly reason: "chosen" | "dropped" | "published" | "archived";
    /** The version that was chosen; otherwise null. */
    readonly winner: number | null;
  } | null;
}

export interface SplitAnswer {
  readonly split: Split;
}

export interface SplitList {
  /** The splits, newest first. */
  readonly splits: readonly Split[];
  readonly nextCursor: NextCursor;
}

/** The outcomes of both versions side by side. */
export interface SplitResults {
  /** Of each interval on its own. */
  readonly confidence: number;
  /** What came of the published version. */
  readonly published: SplitSide;
  /** What came of the version that is compared with it. */
  readonly version: SplitSide;
  readonly differences: SplitResultsDifferences;
}

/** Values of `version` minus those of the published version. */
export interface SplitResultsDifferences {
  /** The difference of the answered calls; null: one of the two shares is of none. */
  readonly answered: SplitResultsDifferencesAnswered | null;
  /** The difference of the successes; null: one of the two shares is of none. */
  readonly success: SplitResultsDifferencesAnswered | null;
  /** The difference for each criterion. */
  readonly criteria: readonly ({
    /** The key of the criterion. */
    readonly key: string;
    /** The difference of the verdicts; null: one of the two shares is of none. */
    readonly met: SplitResultsDifferencesAnswered | null;
  })[];
  /** The difference of the waits for an answer, ms; null: a version has fewer than two calls, or all calls of both are equal. */
  readonly answerMs: SplitResultsDifferencesAnswered | null;
  /** The difference of the cost of a call, microcredits; null: a version has fewer than two calls, or all calls of both are equal. */
  readonly microcreditsPerCall: SplitResultsDifferencesAnswered | null;
}

export interface SplitResultsDifferencesAnswered {
  /** The value of `version`, minus that of the published version. */
  readonly difference: number;
  /** The lower end of its interval. */
  readonly low: number;
  /** The upper end of its interval. */
  readonly high: number;
  /** Whether the interval excludes 0. */
  readonly isConclusive: boolean;
}

export interface SplitShare {
  /** How many it holds for. */
  readonly count: number;
  /** Among how many. */
  readonly of: number;
  /** `count` divided by `of`; null: of none. */
  readonly share: number | null;
  /** The lower end of its interval; null: of none. */
  readonly low: number | null;
  /** The upper end of its interval; null: of none. */
  readonly high: number | null;
}

export interface SplitSide {
  /** The number of a version of the agent, from 1. */
  readonly version: number;
  /** Calls, also those that have not ended. */
  readonly calls: number;
  /** Conversations in which the agent has written. */
  readonly conversations: number;
  /** Of the calls that have ended: those that a person answered. */
  readonly answered: SplitShare;
  /** Of the analysed calls and conversations that met all criteria or missed one: those that met all. */
  readonly success: SplitShare;
  /** The same for each criterion. */
  readonly criteria: readonly {
    /** The key of the criterion. */
    readonly key: string;
    /** Of those with a verdict: those that met it. */
    readonly met: SplitShare;
  }[];
  /** Connected time of all calls, seconds. */
  readonly durationSeconds: number;
  /** What the calls cost, in microcredits. */
  readonly chargedMicrocredits: number;
  /** How long customers waited until they heard an answer, ms. Each call counts once, with the mean of its answers. */
  readonly answerMs: SplitSideAnswerMs;
  /** What a call cost, in microcredits, of the calls that have ended. */
  readonly microcreditsPerCall: SplitSideAnswerMs;
}

export interface SplitSideAnswerMs {
  /** Of how many calls it is the mean. */
  readonly count: number;
  /** The mean of the calls; null: there are none. */
  readonly mean: number | null;
  /** The lower end of its interval; null: all calls are equal, or fewer than two. */
  readonly low: number | null;
  /** The upper end of its interval; null: all calls are equal, or fewer than two. */
  readonly high: number | null;
}

/** The user or API key that did it. */
export interface SplitStartedBy {
  /** user: of the console. key: an API key. */
  readonly type: "user" | "key";
  /** The id of the user or key. */
  readonly id: string;
}

export interface SplitWithResults {
  readonly split: Split;
  readonly results: SplitResults;
}

/** The signature of Standard Webhooks, which every request carries as well. */
export interface StandardWebhooksContract {
  /** How the signature is computed. */
  readonly algorithm: string;
  /** What is signed. */
  readonly signedContent: string;
  /** Headers of each request to a subscriber. */
  readonly headers: readonly string[];
  /** How far a timestamp may be from the current time. */
  readonly toleranceSeconds: number;
}

export type StartCallRequest = {
  readonly businessId: BusinessId;
  /** An active agent of the channel `voice`. */
  readonly agentId: string;
  /** By alias: they supply missing values and replace existing ones, for test calls. */
  readonly testVariables?: Readonly<Record<string, string>>;
} & ({
  /** The contact to call. Exactly one of contactId and toNumber. */
  readonly contactId: string;
  readonly toNumber?: never;
} | {
  /** The number to call, in E.164. Refused if the agent needs a contact. */
  readonly toNumber: string;
  readonly contactId?: never;
});

export interface StartCallsRequest {
  readonly businessId: BusinessId;
  /** An active agent of the channel `voice`, with categories. */
  readonly agentId: string;
  /** The contacts to call, each once. */
  readonly contactIds: readonly string[];
}

export type StartContactJobRequest = {
  readonly businessId: BusinessId;
  readonly action: ContactJobAction;
  /** The categories to add or remove; only with these actions, which need them. */
  readonly categoryIds?: readonly string[];
  /** Only count the contacts; nothing is changed. */
  readonly dryRun?: boolean;
} & ({
  /** Selects these contacts. Exactly one of this, `filter` and `all`. */
  readonly contactIds: readonly string[];
  readonly filter?: never;
  readonly all?: never;
} | {
  /** Selects the contacts that match all filters. Exactly one of this, `contactIds` and `all`. */
  readonly filter: ContactFilter;
  readonly contactIds?: never;
  readonly all?: never;
} | {
  /** Selects every contact of the business. Exactly one of this, `contactIds` and `filter`. */
  readonly all: true;
  readonly contactIds?: never;
  readonly filter?: never;
});

export interface StartSplitRequest {
  readonly businessId: BusinessId;
  /** The earlier version that is compared with the published one. */
  readonly version: number;
  /** The share of the recipients that get it; the others get the published version. */
  readonly percent: number;
  /** A voice campaign of the agent, whose calls are divided. Default: all that the agent does. */
  readonly campaignId?: string;
}

export interface StartedCall {
  /** The call. Read it to follow its progress. */
  readonly callId: string;
  /** The number that is dialled, E.164. */
  readonly destination: string;
  readonly status: VoicemailTimelineItemStatus;
}

export interface StartedCalls {
  /** The calls that were accepted. */
  readonly accepted: readonly AcceptedCall[];
  /** The contacts that are not called. */
  readonly failures: readonly {
    readonly contactId: ContactId;
    readonly error: FailedCallError;
  }[];
}

export interface StreamEndedLiveEvent {
  /** The name of the event. */
  readonly type: "stream.ended";
  readonly occurredAt: CallTimelineItemAt;
  /** The key or session has ended; reconnecting is refused. */
  readonly reason: "access_ended";
}

export interface StreamOpenedLiveEvent {
  /** The name of the event. */
  readonly type: "stream.opened";
  readonly occurredAt: CallTimelineItemAt;
  /** The topics of the stream. */
  readonly topics: readonly ("calls" | "conversations" | "campaigns" | "agents" | "contact_jobs" | "imports" | "ingestions" | "voices")[];
  /** Whether missed events since the Last-Event-ID follow. */
  readonly resumed: boolean;
}

export interface StreamResetLiveEvent {
  /** The name of the event. */
  readonly type: "stream.reset";
  readonly occurredAt: CallTimelineItemAt;
  /** Why missed events cannot be replayed, so that a page must reload its data. `too_old`: over five minutes. `too_much`: over 5,000 commits. `unknown_id`: not an id of ours. */
  readonly reason: "too_old" | "too_much" | "unknown_id" | "journal_changed";
}

export interface Subscription {
  /** The subscription. */
  readonly id: string;
  readonly channel: SubscriptionChannel;
  readonly phoneNumberId: PhoneNumberId;
  /** The Instagram professional account id. Null on other channels. */
  readonly providerAccountId: string | null;
  /** Where events are sent. */
  readonly callbackUrl: string;
  /** The events that are sent. */
  readonly events: readonly WebhookEventType[];
  /** Whether the subscriber answers. */
  readonly externalAutomation: boolean;
  /** `paused`: nothing is sent. `revoked`: for good. */
  readonly status: "active" | "paused" | "revoked";
  /** Why the service paused it: `endpoint_gone`, because the endpoint answered with 410. Its events then wait for 72 hours, until it is resumed. Null: the service did not. */
  readonly pauseReason: "endpoint_gone" | null;
  /** When it was paused. Null: it is not. */
  readonly pausedAt: string | null;
  /** The last four characters of the signing secret. */
  readonly secretLast4: string;
  /** Until when deliveries are signed with a previous secret as well. Null: only the present secret signs. */
  readonly previousSecretUntil: string | null;
  readonly createdAt: CreatedAt;
  readonly updatedAt: UpdatedAt;
  /** Changes with each edit. For `If-Match`, in double quotes. */
  readonly tag: string;
}

export interface SubscriptionAnswer {
  /** The subscription. */
  readonly subscription: Subscription;
}

/** `whatsapp`, `instagram`: the events of one account. `voice`, `campaign`, `alerts`: those of all calls, campaigns or alerts of the business. */
export type SubscriptionChannel = "whatsapp" | "instagram" | "voice" | "campaign" | "alerts";

export interface SubscriptionList {
  /** The page of subscriptions. */
  readonly subscriptions: readonly Subscription[];
  readonly nextCursor: NextCursor;
}

export interface SummaryRunAnswer {
  /** The run; use it to confirm the estimate, and to export it. */
  readonly summaryRunId: string;
  readonly campaignId: CampaignId;
  /** estimated: awaits its confirmation. partial: it has ended, and some contacts could not be assessed; they cost nothing. */
  readonly status: "estimated" | "running" | "completed" | "partial";
  /** Contacts of all iterations of the campaign, each once. */
  readonly contacts: number;
  /** How many have been assessed so far. */
  readonly assessed: number;
  /** How many could not be assessed. */
  readonly failed: number;
  /** The first 20 contacts that could not be assessed, in the order of their ids; they are not charged. The export lists all of them. */
  readonly failures: readonly {
    /** The contact. */
    readonly contactId: string;
    /** One of model_failed, model_too_slow, assessment_unusable, reason_not_kept. */
    readonly code: string;
    /** What happened and what to do. */
    readonly message: string;
  }[];
  /** How many should be contacted again. */
  readonly recommended: number;
  readonly maxChargeMicrocredits: SummaryRunMaxCharge;
  readonly chargedMicrocredits: ChargedMicrocredits;
  readonly createdAt: SummaryRunAnswerCreatedAt;
  readonly expiresAt: ExpiresAt;
  /** When the run was confirmed; null: it was not. */
  readonly confirmedAt: string | null;
  /** When the run ended; null: it has not. */
  readonly endedAt: string | null;
}

/** When the price was estimated. */
export type SummaryRunAnswerCreatedAt = string;

export interface SummaryRunList {
  /** The runs, newest first. */
  readonly summaryRuns: readonly SummaryRunAnswer[];
  readonly nextCursor: NextCursor;
}

/** The most that the run can cost, microcredits. Confirm it with exactly this amount. */
export type SummaryRunMaxCharge = number;

export interface Suppression {
  /** The suppression; use it to remove it. */
  readonly id: string;
  /** phone: calls and WhatsApp messages. */
  readonly channel: "phone" | "instagram";
  /** E.164 number for phone; otherwise the id of the person on the channel. */
  readonly address: string;
  /** service: all contact that the business initiates. marketing: campaigns and offers only. */
  readonly purpose: "service" | "marketing";
  /** Where it came from. operator: a person in the console. customer_request: the agent, at the wish of the customer. keyword: the customer wrote a word like STOP. */
  readonly source: "operator" | "api" | "contact_block" | "customer_request" | "keyword" | "import";
  /** Why, in the words of the request; empty: none were given. */
  readonly reason: string;
  /** The author; null: the customer, or the command line. */
  readonly by: {
    /** user: of the console. key: an API key. */
    readonly type: "user" | "key" | "agent";
    /** The id of the user, key or agent. */
    readonly id: string;
  } | null;
  /** suppressing: calls that are about to be placed are still being checked against it. */
  readonly status: "suppressing" | "suppressed";
  /** When it was added. */
  readonly createdAt: string;
}

export interface SuppressionList {
  /** The suppressions, newest first. */
  readonly suppressions: readonly Suppression[];
  readonly nextCursor: NextCursor;
}

export interface TakeOver {
  readonly by: CallOperator;
  /** When the takeover began. */
  readonly at: string;
  /** When it ended; null: it has not. */
  readonly until: string | null;
  /** Why it ended: handed back, line disconnected, or the call or its session ended. Null: it has not. */
  readonly reason: "handed_back" | "line_left" | "session_ended" | null;
  /** The note to the agent at the hand-back; null: none. */
  readonly note: string | null;
}

export interface TalkVoicemail {
  /** Talk as to a person. */
  readonly type: "talk";
}

export interface TalkVoicemailInput {
  /** Talk as to a person. */
  readonly type: "talk";
}

/** The work of handing the message to the channel. `retrying`: after a throttle or an unknown outcome. `done`: the channel accepted it. */
export type TaskStatus = "queued" | "running" | "retrying" | "done" | "failed";

export interface Template {
  /** The name of the template. */
  readonly name: string;
  /** The language, as Meta writes it. */
  readonly language: string;
  /** As Meta reports it; only APPROVED templates can be sent. */
  readonly status: string;
  /** As Meta reports it. Null: Meta reports none. */
  readonly category: string | null;
  /** The header. Null: the template has none. */
  readonly header: {
    /** What the header contains. Only text and images can be sent. */
    readonly format: "text" | "image" | "video" | "document" | "location" | "other";
    /** The text, with its variables in double braces. Null: not a text. */
    readonly text: string | null;
    /** The variables of the text, in order: numbers or names. */
    readonly variables: readonly string[];
  } | null;
  /** The main text. */
  readonly body: {
    /** The text, with its variables in double braces. */
    readonly text: string;
    /** The variables of the text, in order: numbers or names. */
    readonly variables: readonly string[];
  };
  /** The footer. Null: the template has none. */
  readonly footer: string | null;
  /** The index of a button is its place in this list, from 0. */
  readonly buttons: readonly ({
    /** What the button does. `other`: a kind for which a message cannot provide a value. */
    readonly type: "quick_reply" | "url" | "copy_code" | "other";
    /** The label of the button. */
    readonly text: string;
    /** Whether a message must provide a value for it. */
    readonly needsValue: boolean;
  })[];
}

export type TemplateComponent = HeaderTemplateComponent | BodyTemplateComponent | ReplyButtonComponent | LinkButtonComponent | CouponButtonComponent;

export type TemplateComponentInput = HeaderTemplateComponentInput | BodyTemplateComponentInput | ReplyButtonComponentInput | LinkButtonComponentInput | CouponButtonComponentInput;

export interface TemplateList {
  /** The first 200 templates that match, by name. */
  readonly templates: readonly Template[];
  /** All templates that match. */
  readonly total: number;
  /** When the list was read from Meta. */
  readonly readAt: string;
}

/** A WhatsApp template with its values. */
export interface TemplateMessage {
  /** The name of an approved template. */
  readonly name: string;
  /** The language of the template. */
  readonly language: string;
  /** The agent whose variables the placeholders refer to. Default: the agent of the account. */
  readonly agentId?: string;
  /** The values of the variables, in the format of Meta’s Cloud API, each part at most once. Omitted: the template has no variables. */
  readonly components?: readonly TemplateComponentInput[];
}

export interface TestDeliveries {
  /** The result of each test event. */
  readonly deliveries: readonly TestDeliveriesDelivery[];
}

export interface TestDeliveriesDelivery {
  /** It begins with `test:`. */
  readonly eventId: string;
  readonly eventType: WebhookEventType;
  /** `delivered`: the endpoint answered with 2xx in time. */
  readonly outcome: "delivered" | "failed";
  /** The HTTP status of the response. Null: there was none. */
  readonly httpStatus: number | null;
  readonly problem: TestDeliveriesDeliveryProblem;
  /** Time to the response, ms. */
  readonly latencyMs: number;
  /** The beginning of the response, at most 512 bytes. */
  readonly responseExcerpt: string;
}

/** Why it was not delivered, a stable name: address_not_allowed, name_not_resolved, name_lookups_limited, connection_refused, connection_failed, timeout, tls_certificate_expired, tls_certificate_untrusted, tls_certificate_wrong_host, tls_certificate_invalid, tls_failed, invalid_response, redirect_not_followed, endpoint_gone; more may follow. Null: another status, or delivered. */
export type TestDeliveriesDeliveryProblem = string | null;

export interface TestSubscriptionRequest {
  readonly businessId: BusinessId;
  /** Of those that the subscription lists. Absent: all of them. */
  readonly events?: readonly WebhookEventType[];
}

export interface TextParameter {
  /** A text. */
  readonly type: "text";
  /** The value. May contain {{alias}} placeholders. */
  readonly text: string;
  /** The name of the variable; required if the template names its variables. */
  readonly parameter_name?: string;
}

export interface TextParameterInput {
  /** A text. */
  readonly type: "text";
  /** The value. May contain {{alias}} placeholders. */
  readonly text: string;
  /** The name of the variable; required if the template names its variables. */
  readonly parameter_name?: string;
}

export type TimelineItem = CallTimelineItem | CallSystemTimelineItem | VoicemailTimelineItem | MessageTimelineItem | MobileGivenTimelineItem | HandedOverTimelineItem;

/** A tool, without its secrets. */
export interface Tool {
  /** The name by which the model uses it. */
  readonly name: string;
  /** For the model: what it does, and when to use it. */
  readonly description: string;
  /** http: a server of the business; mcp: a tool of an MCP server; the others are done by Parley. */
  readonly kind: "http" | "mcp" | "transfer" | "consult" | "send_digits" | "look_up" | "hand_over" | "save_mobile";
  /** JSON Schema of the arguments; empty where the tool takes none. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The address of its server; null unless it is http or mcp. */
  readonly url: string | null;
  /** Of http and mcp: the client with which its server is called. */
  readonly oauth: ToolOauth | null;
  /** Of mcp: whether a bearer token is stored. */
  readonly hasToken: boolean;
  /** Of mcp: the server's own name for it; otherwise null. */
  readonly serverTool: string | null;
  /** Of transfer and consult: the number that is called, E.164; otherwise null. */
  readonly transferTo: string | null;
  /** Of look_up: the id of the Data Source; otherwise null. */
  readonly looksUp: string | null;
  /** How long its answer is awaited, seconds. */
  readonly timeoutSeconds: number;
  /** The agents that may use it; null: every agent of the business. */
  readonly agentIds: readonly string[] | null;
  /** The project of `parley apply` that the tool belongs to; absent: none. */
  readonly project?: string;
  /** Changes with each edit. For `If-Match`, in double quotes. */
  readonly tag: string;
}

export interface ToolList {
  /** The tools, in order of name. */
  readonly tools: readonly Tool[];
}

export interface ToolOauth {
  /** The authorization server's token endpoint. */
  readonly tokenUrl: string;
  /** The id of the client at the authorization server. */
  readonly clientId: string;
  /** Where the secret is sent: in the Authorization header (client_secret_basic) or in the body. */
  readonly authMethod: "client_secret_basic" | "client_secret_post";
  /** Requested scopes, separated by spaces; null: none are named. */
  readonly scope: string | null;
  /** The audience that is requested; null: none. */
  readonly audience: string | null;
  /** The URI of the API (RFC 8707); null: not sent, or for an MCP server its url unless there is an audience. */
  readonly resource: string | null;
}

export interface ToolRule {
  readonly tool: SetToolRequestName;
  /** Regular expressions that the arguments must match, by name, ignoring case. */
  readonly arguments?: Readonly<Record<string, string>>;
}

export interface ToolRuleInput {
  readonly tool: SetToolRequestName;
  /** Regular expressions that the arguments must match, by name, ignoring case. */
  readonly arguments?: Readonly<Record<string, string>>;
}

export interface ToolTrial {
  /** unknown: the server did not answer in time, and may have done it. */
  readonly outcome: "done" | "failed" | "unknown";
  /** What the model would get. */
  readonly result: string;
  /** How long it took, ms. */
  readonly ms: number;
}

export interface ToolWithSecret {
  readonly tool: Tool;
  /** Of a new tool with a url, or a replaced secret; returned only once. The text itself is the signing key. Otherwise null, as in the response to a repeated request. */
  readonly signingSecret: string | null;
}

export interface TotalCallSeconds {
  /** The median. */
  readonly p50: number | null;
  /** The value that 95 % do not exceed. */
  readonly p95: number | null;
}

export interface TranscriptTurn {
  readonly speaker: CallSystemTimelineItemSpeaker;
  readonly text: TranscriptTurnText;
  /** When the turn began. */
  readonly createdAt: string;
  readonly audioOffsetMs: AudioOffsetMs;
  readonly audioEndOffsetMs: AudioEndOffsetMs;
  /** The text is keys that the customer pressed; absent: it is words. */
  readonly keys?: boolean;
  /** The Data Sources of which the model was given text for this answer; absent: none. */
  readonly sources?: readonly MessageTimelineItemSource[];
}

/** What was said, as far as it was heard; with `keys`, the pressed keys. */
export type TranscriptTurnText = string;

/** The transfer tool of the agent that takes a stuck call. Default: the call ends with `menu_loop`. */
export type TransferTool = string;

export interface TryToolRequest {
  readonly businessId: BusinessId;
  /** The agent as which it is used. */
  readonly agentId: string;
  /** What the model would supply; checked against `parameters`. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface TurnDiagnostics {
  /** customer, assistant (the agent) or human (an operator). */
  readonly speaker: string;
  /** Where it begins in the recording, ms; null: unknown. */
  readonly audioOffsetMs: number | null;
  /** Where it ends in the recording, ms; null: unknown. */
  readonly audioEndOffsetMs: number | null;
  /** Whether the other side cut it off. */
  readonly interrupted: boolean;
  /** acked: playback receipts of the carrier prove how far it was heard. estimated: computed from the time of sending. */
  readonly heard: "acked" | "estimated";
  /** How fast the agent answered; null: the turn is no answer. */
  readonly latencies: TurnLatencies | null;
  /** The unspoken rest of the agent’s text when it was interrupted; absent: none known. */
  readonly unheard?: string;
  /** The turn asks whether the customer is still there; absent: it does not. */
  readonly nudge?: boolean;
  /** The turn is the disclosure, or part of it; absent: it is not. */
  readonly disclosure?: boolean;
}

export interface TurnLatencies {
  /** The final transcript, ms since the end of the customer's speech; null: it did not happen. */
  readonly finalTranscriptMs: number | null;
  /** The first token of the model, ms since the end of the customer's speech; null: it did not happen. */
  readonly firstTokenMs: number | null;
  /** The first audio of the TTS, ms since the end of the customer's speech; null: it did not happen. */
  readonly firstAudioMs: number | null;
  /** The first frame sent to the carrier, ms since the end of the customer's speech; null: it did not happen. */
  readonly firstFrameMs: number | null;
  /** The first frame that was played, ms since the end of the customer's speech; null: it did not happen. */
  readonly firstPlayedMs: number | null;
}

export interface UpdateAgentRequest {
  readonly businessId: BusinessId;
  readonly agentId: AgentId;
  /** What people call the agent. */
  readonly name: string;
  readonly channel: AgentChannel;
  readonly instructions: CreateAgentRequestInstructions;
  /** The language of the agent, BCP 47. Default: en. */
  readonly languageCode?: string | null;
  /** Data Sources whose text the agent is given for its answers. */
  readonly dataSourceIds?: readonly string[] | null;
  /** Categories whose contacts the agent may call. Without any, calls to contacts are refused; on WhatsApp, all contacts may be written to. */
  readonly contactCategoryIds?: readonly string[] | null;
  /** Fields of Data Sources that the agent may use, each under an alias. With a variable, calls need a contact. */
  readonly dataSourceVariables?: readonly NewDataSourceVariable[] | null;
  /** Voice only: an omitted setting keeps its value, null clears it. Null in place of all clears every one. */
  readonly voiceSettings?: VoiceSettingsChanges | null;
  /** WhatsApp and Instagram only: an omitted setting keeps its value, null clears it. Null in place of all clears every one. */
  readonly chatSettings?: UpdateAgentRequestChatSettings | null;
  /** On Instagram: ask customers without a mobile for it, at most twice, then link the contact with that mobile, or create one. */
  readonly instagramCollectMobileEnabled?: boolean | null;
}

export interface UpdateAgentRequestChatSettings {
  /** Mark messages as read and show typing while the agent answers. Default: true. */
  readonly typingIndicator?: boolean | null;
  /** Show the images of customers to the model, if it takes images. Default: true. */
  readonly images?: boolean | null;
  /** Transcribe the voice notes of customers by speech recognition. Default: true. */
  readonly voiceNotes?: boolean | null;
}

export interface UpdateAlertRuleRequest {
  readonly businessId: BusinessId;
  /** The name of the rule; it is the subject of e-mails. */
  readonly name?: string;
  /** Which side of the threshold fires. */
  readonly comparison?: "above" | "below";
  readonly threshold?: CreateAlertRuleRequestThreshold;
  readonly windowMinutes?: AlertWindow;
  readonly minimumCount?: MinimumCount;
  readonly agentId?: AlertRuleAgentId;
  readonly campaignId?: AlertRuleCampaignId;
  /** Whether `alert.fired` and `alert.resolved` are sent to subscribers of alerts. Default: true. */
  readonly notifyWebhooks?: boolean;
  /** Addresses that receive an e-mail when the rule fires, and when it is resolved. */
  readonly emails?: readonly CreateAlertRuleRequestEmail[];
  /** Whether the rule is evaluated. Default: true. */
  readonly enabled?: boolean;
  /** Until when no notification is sent, at most 90 days ahead. If the rule still fires then, the notifications are sent late. Null: send them again from now on. */
  readonly mutedUntil?: string | null;
}

export interface UpdateContactRequest {
  readonly businessId: BusinessId;
  /** The name of the contact; kept on one line. */
  readonly name?: string;
  /** The new phone number, E.164. One of `otherMobiles` changes places with the former. */
  readonly mobile?: string;
  /** All categories after the change. */
  readonly categoryIds?: readonly string[];
  /** Fields to set, by key; null removes a field. Others stay unchanged. */
  readonly fields?: Readonly<Record<string, string | null>>;
  /** True: the contact is neither called nor written to from now on. False lifts the block. */
  readonly communicationBlocked?: boolean;
  /** IANA name. Null: the time zones of the number's area apply. */
  readonly timeZone?: string | null;
  /** All further numbers after the change, each of which the contact has already. The others become free. */
  readonly otherMobiles?: readonly string[];
}

export interface UpdateDataSourceRequest {
  readonly businessId: BusinessId;
  readonly sourceId: DataSourceId;
  /** The name of the source; kept on one line. */
  readonly name?: string;
  /** What the source contains, for people. */
  readonly description?: string;
  /** Agents use active sources. `active` restores an archived one. */
  readonly status?: "active" | "archived";
  readonly text?: CreateDataSourceRequestText;
}

export interface UpdateQuickAnswerRequest {
  readonly businessId: BusinessId;
  /** What people type to insert it, unique in the business; kept in lower case. */
  readonly shortcut?: string;
  /** What it is about. */
  readonly title?: string;
  readonly text?: CreateQuickAnswerRequestText;
}

export interface UpdateSavedViewRequest {
  readonly businessId: BusinessId;
  /** Only views of these, which need only the scopes of these. Default: all views, with the scopes of calls. */
  readonly of?: "calls" | "messages";
  /** The name of the view. */
  readonly name?: string;
  /** The query of a list of calls; with text, of a search. */
  readonly calls?: CallQueryInput;
  /** The query of a search of messages. */
  readonly messages?: MessageQueryInput;
}

export interface UpdateScenarioRequest {
  readonly businessId: BusinessId;
  /** The name of the scenario. */
  readonly name?: string;
  readonly agentId?: ScenarioAgentId;
  readonly scenario?: ScenarioInput;
}

export interface UpdateSubscriptionRequest {
  readonly businessId: BusinessId;
  /** An https address that is reachable from the internet. */
  readonly callbackUrl?: string;
  /** The events to send from now on, all of them. */
  readonly events?: readonly WebhookEventType[];
  /** `paused` stops sending; `active` resumes. */
  readonly status?: "active" | "paused";
}

/** When it was last changed. */
export type UpdatedAt = string;

export interface UploadDataSourceRequest {
  readonly businessId: BusinessId;
  readonly sourceId: DataSourceId;
  readonly fileName: FileName;
  readonly contentBase64: FileContent;
}

export interface UploadMediaRequest {
  readonly businessId: BusinessId;
  /** The channel; only WhatsApp keeps uploads. */
  readonly channel?: "whatsapp";
  /** The phone number id of the account that will send the file. */
  readonly phoneNumberId: string;
  readonly mediaType: MediaType;
  readonly mimeType: MimeType;
  readonly clientAssetId?: ClientAssetId;
  /** The name of the file. */
  readonly fileName: string;
  readonly contentBase64: FileContent;
}

/** The user of the console. */
export type UserId = string;

export interface Voice {
  /** Use it as an agent's `liveVoiceId`. */
  readonly id: string;
  /** What people call the voice. */
  readonly name: string;
  /** Its language, BCP 47. */
  readonly language: string;
  /** Other languages that it speaks, BCP 47; absent: none. */
  readonly furtherLanguages?: readonly string[];
  /** `neutral`: neither of the two, or not specified by the provider. */
  readonly gender: "male" | "female" | "neutral";
  /** The provider that speaks it. */
  readonly provider: string;
  /** The range of an agent's `speakingSpeed`; absent: the voice has one speed. */
  readonly speeds?: {
    /** The lowest factor. */
    readonly slowest: number;
    /** The highest factor. */
    readonly fastest: number;
  };
  /** A WAV file; the signed URL is valid for at least one hour. */
  readonly sampleUrl: string;
}

export interface VoiceList {
  /** The voices. */
  readonly voices: readonly Voice[];
  /** The background noises. */
  readonly noises: readonly {
    /** Use it as an agent's `backgroundNoiseKey`. */
    readonly key: string;
    /** What people call the noise. */
    readonly name: string;
    /** A WAV file; the signed URL is valid for at least one hour. */
    readonly sampleUrl: string;
  }[];
}

/** How it sounds and behaves on calls; an absent setting has its default. */
export interface VoiceSettings {
  /** The voice, an `id` of `GET /api/v1/voices`. Absent: a voice of the language and gender. */
  readonly liveVoiceId?: string;
  /** The language of calls, BCP 47, which a voice must speak. Absent: `languageCode`. */
  readonly language?: string;
  /** Voice only: languages in which the agent continues when the customer speaks them, beside its own. Absent or empty: it keeps its own. */
  readonly furtherLanguages?: readonly string[];
  /** Chooses a voice of this gender where `liveVoiceId` is absent. */
  readonly agentGender?: "male" | "female";
  /** The noise under the voice, a `key` of the noises of `GET /api/v1/voices`. Absent: none. */
  readonly backgroundNoiseKey?: string;
  /** The volume of the background noise, in steps of 50; absent: 300. 100 is just audible. */
  readonly backgroundNoiseLevelPercent?: number;
  readonly firstGreeting?: FirstGreeting;
  readonly disclosure?: VoiceSettingsDisclosure;
  /** Whether the customer can interrupt the greeting. Default false: what the customer says meanwhile is answered after it. */
  readonly allowGreetingInterrupt?: boolean;
  readonly nudgeAfterSilenceSeconds?: NudgeAfterSilenceSeconds;
  /** Silence of the customer after which the call ends, seconds. Absent: 60. */
  readonly disconnectAfterSilenceSeconds?: number;
  /** The longest that a call may last, seconds; it ends with a closing sentence. Absent: 3,600. */
  readonly maxCallDurationSeconds?: number;
  /** Whether the reply after an interruption begins with the sentence that was cut, unless the customer asked a question. Default: false. */
  readonly repeatInterruptedSentence?: boolean;
  readonly filler?: VoiceSettingsFiller;
  /** Silence after which the filler is spoken, seconds; absent: 3. */
  readonly fillerAfterSeconds?: number;
  /** Seconds without a key that end what the customer keys in; absent: 2. The key # ends it at once. */
  readonly keyPauseSeconds?: number;
  /** Voice only: how fast it speaks, as a factor of the voice's own speed, within the `speeds` of its voice. */
  readonly speakingSpeed?: number;
  /** Voice only: how its voice says names and terms. Transcripts keep the written form. */
  readonly pronunciations?: readonly {
    readonly written: WrittenForm;
    /** What the voice is given in its place. */
    readonly spoken: string;
  }[];
  readonly patience?: VoiceSettingsPatience;
  readonly bargeInDuck?: BargeInDuck;
  /** Voice only: words that do not interrupt the agent, like "copy that", beside the usual ones of its language. */
  readonly backchannels?: readonly string[];
  /** The agent presses keys to find its way through phone menus. Absent: menus are answered like people. */
  readonly phoneMenu?: {
    /** What the agent looks for in the phone menu of a company that it calls. */
    readonly goal: string;
    /** The call is stuck when the same menu has been heard this often. Default: 3. */
    readonly repeats?: number;
    readonly transferTool?: TransferTool;
  };
}

export interface VoiceSettingsChanges {
  /** The voice, an `id` of `GET /api/v1/voices`. Absent: a voice of the language and gender. */
  readonly liveVoiceId?: string | null;
  /** The language of calls, BCP 47, which a voice must speak. Absent: `languageCode`. */
  readonly language?: string | null;
  /** Voice only: languages in which the agent continues when the customer speaks them, beside its own. Absent or empty: it keeps its own. */
  readonly furtherLanguages?: readonly string[] | null;
  /** Chooses a voice of this gender where `liveVoiceId` is absent. */
  readonly agentGender?: "male" | "female" | null;
  /** The noise under the voice, a `key` of the noises of `GET /api/v1/voices`. Absent: none. */
  readonly backgroundNoiseKey?: "office" | "cafe" | "street" | null;
  /** The volume of the background noise, in steps of 50; absent: 300. 100 is just audible. */
  readonly backgroundNoiseLevelPercent?: number | null;
  /** Spoken when the call is answered, at most 30 words. May contain {{alias}} placeholders of granted variables. */
  readonly firstGreeting?: string | null;
  /** Voice only: spoken first on every call, in full and without interruption. At most 60 words; placeholders as in the greeting; stored as one line. Empty: none. */
  readonly disclosure?: string | null;
  /** Whether the customer can interrupt the greeting. Default false: what the customer says meanwhile is answered after it. */
  readonly allowGreetingInterrupt?: boolean | null;
  /** Silence after which the agent asks whether the customer is still there, at most twice, seconds. Absent: 12. */
  readonly nudgeAfterSilenceSeconds?: number | null;
  /** Silence of the customer after which the call ends, seconds. Absent: 60. */
  readonly disconnectAfterSilenceSeconds?: number | null;
  /** The longest that a call may last, seconds; it ends with a closing sentence. Absent: 3,600. */
  readonly maxCallDurationSeconds?: number | null;
  /** Whether the reply after an interruption begins with the sentence that was cut, unless the customer asked a question. Default: false. */
  readonly repeatInterruptedSentence?: boolean | null;
  /** Voice only: spoken while a reply is late. Empty: nothing is. Absent: a phrase in the language of the call. */
  readonly filler?: string | null;
  /** Silence after which the filler is spoken, seconds; absent: 3. */
  readonly fillerAfterSeconds?: number | null;
  /** Seconds without a key that end what the customer keys in; absent: 2. The key # ends it at once. */
  readonly keyPauseSeconds?: number | null;
  /** Voice only: how fast it speaks, as a factor of the voice's own speed, within the `speeds` of its voice. */
  readonly speakingSpeed?: number | null;
  /** Voice only: how its voice says names and terms. Transcripts keep the written form. */
  readonly pronunciations?: readonly NewVoiceSettingsPronunciation[] | null;
  /** How long the agent waits for more words when the customer pauses, where the recogniser does not report the end of the turn. Default: `normal`. */
  readonly patience?: "low" | "normal" | "high" | null;
  /** Voice only: when the customer makes a sound, the agent first speaks more quietly, and stops at a word or half a second of speech. False: it stops at once. Default true. */
  readonly bargeInDuck?: boolean | null;
  /** Voice only: words that do not interrupt the agent, like "copy that", beside the usual ones of its language. */
  readonly backchannels?: readonly string[] | null;
  /** How the agent finds its way through phone menus. Null: menus are answered like people. */
  readonly phoneMenu?: PhoneMenuSettings | null;
}

/** Voice only: spoken first on every call, in full and without interruption. At most 60 words; placeholders as in the greeting; stored as one line. Empty: none. */
export type VoiceSettingsDisclosure = string;

/** Voice only: spoken while a reply is late. Empty: nothing is. Absent: a phrase in the language of the call. */
export type VoiceSettingsFiller = string;

/** How long the agent waits for more words when the customer pauses, where the recogniser does not report the end of the turn. Default: `normal`. */
export type VoiceSettingsPatience = "low" | "normal" | "high";

/** What the agent does when a machine answers its call. */
export type Voicemail = HangUpVoicemail | LeaveMessageVoicemail | TalkVoicemail;

export interface VoicemailAnswer {
  readonly voicemail: Voicemail;
}

/** What the agent does when a machine answers its call. */
export type VoicemailInput = HangUpVoicemailInput | LeaveMessageVoicemailInput | TalkVoicemailInput;

export interface VoicemailTimelineItem {
  readonly id: CallTimelineItemId;
  readonly at: CallTimelineItemAt;
  /** A call. */
  readonly channel: "voice";
  readonly callId: CallId;
  readonly campaignId: CallTimelineItemCampaignId;
  /** A call has ended. */
  readonly type: "call_ended";
  readonly status: VoicemailTimelineItemStatus;
  /** Connected seconds. */
  readonly durationSeconds: number;
  /** The side that ended it: `customer`, `agent`, `operator`, `system`, `provider` or `unknown`. Null: not known. */
  readonly endedBy: string | null;
  /** Why it ended, a stable name. Null: not known. */
  readonly endReason: string | null;
}

/** queued: waits for a line or the carrier. ringing: the carrier has accepted it. cancelling: the hang-up awaits the carrier. completed: it was connected. The last five are final. */
export type VoicemailTimelineItemStatus = "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled";

export interface WebhookContract {
  /** The version of the payloads. */
  readonly contractVersion: string;
  /** All events that are emitted. */
  readonly events: readonly string[];
  readonly signature: WebhookContractSignature;
  readonly standardWebhooks: StandardWebhooksContract;
}

/** How to verify that a request is genuine. */
export interface WebhookContractSignature {
  /** How the signature is computed. */
  readonly algorithm: string;
  /** What is signed. */
  readonly signedContent: string;
  /** Headers of each request to a subscriber. */
  readonly headers: readonly string[];
  /** How far a timestamp may be from the current time. */
  readonly toleranceSeconds: number;
}

/** The type of the event. */
export type WebhookEventType = "whatsapp.message.received" | "whatsapp.message.sent" | "whatsapp.message.delivered" | "whatsapp.message.read" | "whatsapp.message.failed" | "whatsapp.message.edited" | "whatsapp.message.revoked" | "whatsapp.agent_message.sent" | "whatsapp.agent_message.delivered" | "whatsapp.agent_message.read" | "whatsapp.agent_message.failed" | "conversation.analyzed" | "instagram.message.received" | "instagram.message.sent" | "instagram.message.seen" | "instagram.message.reaction" | "instagram.message.referral" | "instagram.message.failed" | "instagram.comment.received" | "instagram.comment.replied" | "instagram.comment.failed" | "instagram.message.edited" | "instagram.message.revoked" | "instagram.agent_message.sent" | "instagram.agent_message.seen" | "instagram.agent_message.failed" | "voice.call.ringing" | "voice.call.answered" | "voice.call.disclosed" | "voice.call.turn" | "voice.call.ended" | "voice.call.recorded" | "voice.call.charged" | "voice.call.analyzed" | "voice.call.reviewed" | "campaign.iteration.started" | "campaign.iteration.paused" | "campaign.iteration.cancelling" | "campaign.iteration.ended" | "campaign.recipient.ended" | "alert.fired" | "alert.resolved";

export type WhatsappAgentDeliveryEvent = WhatsappEventFields & ({
  /** What has happened. */
  readonly eventType: "whatsapp.agent_message.sent" | "whatsapp.agent_message.delivered" | "whatsapp.agent_message.read" | "whatsapp.agent_message.failed";
  /** The author of the message. */
  readonly author: "agent" | "campaign";
  readonly campaignId: SendingCampaignId;
  readonly providerMessageId: WhatsappMessageId;
  readonly messageId: MessageId;
  /** The recipient. */
  readonly recipient: {
    /** The mobile number, E.164. */
    readonly mobileE164: string;
  };
  readonly delivery: MessageDelivery;
});

export type WhatsappAmendmentEvent = WhatsappEventFields & ({
  /** What has happened. */
  readonly eventType: "whatsapp.message.edited" | "whatsapp.message.revoked";
  readonly providerMessageId: ProviderMessageId;
  /** The message after the change. */
  readonly message: {
    /** The text from now on. Null: its content is gone. */
    readonly text: string | null;
  };
});

export type WhatsappConversationAnalyzedEvent = WhatsappEventFields & {
  /** What has happened. */
  readonly eventType: "conversation.analyzed";
  readonly analysis: AnalyzedConversation;
};

export type WhatsappDeliveryEvent = WhatsappEventFields & ({
  /** What has happened. */
  readonly eventType: "whatsapp.message.sent" | "whatsapp.message.delivered" | "whatsapp.message.read" | "whatsapp.message.failed";
  readonly providerMessageId: WhatsappMessageId;
  readonly messageId: MessageId;
  /** The recipient. */
  readonly recipient: {
    /** The mobile number, E.164. */
    readonly mobileE164: string;
  };
  readonly delivery: MessageDelivery;
});

export interface WhatsappEventFields {
  readonly contractVersion: ContractVersion;
  readonly eventId: EventId;
  readonly occurredAt: CallTimelineItemAt;
  readonly businessId: MessageAnswerBusinessId;
  /** The channel of the subscription. */
  readonly channel: "whatsapp";
  readonly retryNumber: RetryNumber;
  readonly test?: WhatsappEventFieldsTest;
  readonly conversationId: ConversationId;
  readonly participantId: ParticipantId;
  /** The phone number id of the account of the business. */
  readonly phoneNumberId: string;
}

/** A requested example: nothing has happened. Absent in real events. */
export type WhatsappEventFieldsTest = true;

/** The id of the message at the channel. Null: the channel never had it. */
export type WhatsappMessageId = string | null;

export type WhatsappMessageReceivedEvent = WhatsappEventFields & ({
  /** What has happened. */
  readonly eventType: "whatsapp.message.received";
  readonly providerMessageId: ProviderMessageId;
  /** The customer. */
  readonly customer: {
    /** The mobile number, E.164. Null: not reported. */
    readonly mobileE164: string | null;
    /** The WhatsApp id. Null: not reported. */
    readonly whatsappId: string | null;
    /** The name on the channel. Null: not reported. */
    readonly name: string | null;
  };
  readonly message: ReceivedMessage;
  readonly humanHandoffActive: HumanHandoffActive;
});

/** The latest minutes that are evaluated. Null: the moment counts. */
export type WindowMinutes = 15 | 30 | 60 | 180 | 360 | 720 | 1440 | 4320 | 10080 | null;

/** A name or term as the agent writes it. Case does not count; only whole words are replaced. */
export type WrittenForm = string;

/** Parameters and answer of each operation. */
export interface Operations {
  /** List the agents of the business, newest first. A page with long agents may contain fewer than `limit`. */
  readonly listAgents: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: AgentList;
  };
  /** Create an agent. */
  readonly createAgent: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: CreateAgentRequest;
    readonly data: CreatedAgent;
  };
  /** Change an agent. Omitted optional fields and voice settings keep their values; null clears one. Calls in progress keep the settings that they started with. */
  readonly updateAgent: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: UpdateAgentRequest;
    readonly data: AgentAnswer;
  };
  /** Archive an agent. It can no longer be selected. */
  readonly archiveAgent: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: ArchiveAgentRequest;
    readonly data: AgentAnswer;
  };
  /** List the splits of an agent and of its campaigns, also those that have ended, newest first. */
  readonly listSplits: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: SplitList;
  };
  /** Give a share of the recipients of an agent, or of one of its voice campaigns, an earlier version. A recipient gets the same version until the split ends; the next publication ends it. */
  readonly startSplit: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
    };
    readonly query: Nothing;
    readonly body: StartSplitRequest;
    readonly data: SplitAnswer;
  };
  /** Read a split with the outcomes of both versions side by side, and their differences with intervals at a confidence of 95 %. */
  readonly readSplit: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
      /** The split. */
      readonly splitId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: SplitWithResults;
  };
  /** End a split. A winner that is not the published version is checked and published again; without a winner the published version stays. */
  readonly endSplit: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
      /** The split. */
      readonly splitId: string;
    };
    readonly query: Nothing;
    readonly body: EndSplitRequest;
    readonly data: SplitAnswer;
  };
  /** Read an agent as it is published. */
  readonly readAgent: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: AgentAnswer;
  };
  /** List the latest 50 versions of an agent, with their times, authors and notes, newest first. A page with long versions may contain fewer than `limit`. */
  readonly listPublishedVersions: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: AgentVersionList;
  };
  /** Read one version of an agent. */
  readonly readPublishedVersion: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
      /** The number of the version. */
      readonly version: number;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: AgentVersionAnswer;
  };
  /** Read the draft of an agent. */
  readonly readDraft: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: AgentDraftAnswer;
  };
  /** Change the draft of an agent, or begin one with the published version; nothing is published. Omitted optional fields keep their values; null clears one. */
  readonly saveDraft: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
    };
    readonly query: Nothing;
    readonly body: SaveDraftRequest;
    readonly data: AgentDraftAnswer;
  };
  /** Delete the draft of an agent. The published version stays. */
  readonly discardDraft: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
    };
    readonly query: Nothing;
    readonly body: BusinessRequest;
    readonly data: AgentAnswer;
  };
  /** Publish the draft of an agent as its next version. Its voices, sources and categories are checked again. Splits end. Calls in progress keep the version that they started with. */
  readonly publishDraft: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
    };
    readonly query: Nothing;
    readonly body: PublishDraftRequest;
    readonly data: AgentAnswer;
  };
  /** Publish an earlier version of an agent again, as its next version. Its voices, sources and categories are checked again. Splits end; the draft stays. */
  readonly rollBackAgent: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
    };
    readonly query: Nothing;
    readonly body: RollBackAgentRequest;
    readonly data: AgentAnswer;
  };
  /** List the voices and background noises available to agents of the business, each with an audio sample. A language without a region matches the voices of all its regions. */
  readonly listVoices: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** Only voices that speak this language, BCP 47. */
      readonly language?: string;
    };
    readonly body: Nothing;
    readonly data: VoiceList;
  };
  /** List the channels with their current readiness and how agents are assigned to them. */
  readonly listChannels: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: ChannelList;
  };
  /** List the connected Instagram accounts, newest first, without their tokens. */
  readonly readInstagramConnection: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: InstagramConnectionAnswer;
  };
  /** Disconnect all Instagram accounts and delete their tokens and assignments. */
  readonly deleteInstagramConnection: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: BusinessRequest;
    readonly data: RemovedInstagramConnection;
  };
  /** List the connected accounts with their assignments, then the agents that can be assigned: one list in two parts, each newest first, paged as one. */
  readonly listChannelAssignments: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The messaging channel. */
      readonly channel: "whatsapp" | "instagram";
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: ChannelAssignmentList;
  };
  /** Change the assignment of a connected account. Omitted fields stay unchanged. An agent and an external backend cannot both answer. */
  readonly assignChannel: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: AssignChannelRequest;
    readonly data: ChannelAssignment;
  };
  /** List contacts with categories and communication rollups, newest first unless `sort` says otherwise. With filters, a page may hold fewer contacts than `limit`, or none, although the list continues: follow `nextCursor` to its end. */
  readonly listContacts: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** Beginnings of words of the name, the mobile number and the field values. */
      readonly search?: string;
      /** Only contacts of this category. */
      readonly categoryId?: string;
      /** Only contacts that may not be contacted, or only those that may. */
      readonly communicationBlocked?: boolean;
      /** Only contacts of which agents remember something, or only the others. */
      readonly hasMemory?: boolean;
      /** Only contacts that were created at this time or later. */
      readonly createdSince?: string;
      /** Only contacts that were created before this time. */
      readonly createdBefore?: string;
      /** Only contacts with at least one call or message, or only those without. */
      readonly contacted?: boolean;
      /** Only contacts whose latest call or message was at this time or later. */
      readonly contactedSince?: string;
      /** Only contacts without a call or a message at this time or later. */
      readonly notContactedSince?: string;
      /** A field and its exact value; upper and lower case of ASCII letters are the same. `city:` finds contacts without the field. */
      readonly field?: string;
      /** `created` (default): newest first. `name`: A to Z, ignoring case and accents. `lastContact`: the latest call or message first, contacts without any at the end, newest first. */
      readonly sort?: "created" | "name" | "lastContact";
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: ContactList;
  };
  /** Create one contact. */
  readonly createContact: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: CreateContactRequest;
    readonly data: ContactAnswer;
  };
  /** Delete selected contacts, or every contact of a category. Contacts that no longer exist are ignored. */
  readonly deleteContacts: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: DeleteContactsRequest;
    readonly data: DeletedContacts;
  };
  /** Download the contacts that match the filters as CSV, newest first, with a column for each field. An import reads the file back. */
  readonly exportContacts: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** Beginnings of words of the name, the mobile number and the field values. */
      readonly search?: string;
      /** Only contacts of this category. */
      readonly categoryId?: string;
      /** Only contacts that may not be contacted, or only those that may. */
      readonly communicationBlocked?: boolean;
      /** Only contacts of which agents remember something, or only the others. */
      readonly hasMemory?: boolean;
      /** Only contacts that were created at this time or later. */
      readonly createdSince?: string;
      /** Only contacts that were created before this time. */
      readonly createdBefore?: string;
      /** Only contacts with at least one call or message, or only those without. */
      readonly contacted?: boolean;
      /** Only contacts whose latest call or message was at this time or later. */
      readonly contactedSince?: string;
      /** Only contacts without a call or a message at this time or later. */
      readonly notContactedSince?: string;
      /** A field and its exact value; upper and lower case of ASCII letters are the same. `city:` finds contacts without the field. */
      readonly field?: string;
    };
    readonly body: Nothing;
    readonly data: Response;
  };
  /** List categories with contact counts, newest first. */
  readonly listContactCategories: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: CategoryList;
  };
  /** Create a category. */
  readonly createContactCategory: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: CreateCategoryRequest;
    readonly data: CategoryAnswer;
  };
  /** Delete a category, confirmed by its name. Its contacts keep their other categories. */
  readonly deleteContactCategory: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: DeleteCategoryRequest;
    readonly data: DeletedCategory;
  };
  /** Read one contact with categories and per-channel rollups, and the conclusion of a campaign about it. */
  readonly readContact: {
    readonly path: {
      /** The contact. */
      readonly contactId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** Adds the conclusion of this campaign about the contact. */
      readonly campaignId?: string;
    };
    readonly body: Nothing;
    readonly data: ContactDetails;
  };
  /** Change a contact, its categories and whether it may be contacted. Omitted fields stay unchanged. */
  readonly updateContact: {
    readonly path: {
      /** The contact. */
      readonly contactId: string;
    };
    readonly query: Nothing;
    readonly body: UpdateContactRequest;
    readonly data: ContactAnswer;
  };
  /** List the communication with a contact on all channels, newest first. */
  readonly readContactTimeline: {
    readonly path: {
      /** The contact. */
      readonly contactId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** Only what belongs to this campaign. */
      readonly campaignId?: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: ContactTimeline;
  };
  /** Link a channel identity to the contact with that mobile, or to a new contact. */
  readonly linkContact: {
    readonly path: {
      /** The person on the account, whether a contact or not. Accepted by link-contact once the person has written. */
      readonly participantId: string;
    };
    readonly query: Nothing;
    readonly body: LinkContactRequest;
    readonly data: LinkedContact;
  };
  /** Import contacts from a CSV, TSV, JSON, XLSX or XLSM file into one or more categories. Existing numbers are updated. */
  readonly importContacts: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: WithFile<ImportContactsRequest>;
    readonly data: ContactImportAnswer;
  };
  /** List imports, newest first, or read one by `jobId`. */
  readonly listContactImports: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** Only this import. */
      readonly jobId?: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: ContactImportList;
  };
  /** Read the beginning of a file as an import would: its encoding, the use of each column, sample values, dates and the rows that would be refused. Nothing is stored. */
  readonly previewContactImport: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: WithFile<PreviewContactImportRequest>;
    readonly data: ContactImportPreviewAnswer;
  };
  /** Delete, block or categorise any number of contacts in the background: named ones, those that match a filter, or all. */
  readonly startContactJob: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: StartContactJobRequest;
    readonly data: ContactJobAnswer;
  };
  /** List jobs on contacts, newest first, or read one by `jobId`. */
  readonly listContactJobs: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** Only this job. */
      readonly jobId?: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: ContactJobList;
  };
  /** Stop a job on contacts. What it has changed stays changed. */
  readonly cancelContactJob: {
    readonly path: {
      /** The job. */
      readonly jobId: string;
    };
    readonly query: Nothing;
    readonly body: BusinessRequest;
    readonly data: ContactJobAnswer;
  };
  /** Merge another contact into this one, which takes over its numbers and its history and fills its own gaps. The other contact is gone. */
  readonly mergeContacts: {
    readonly path: {
      /** The contact. */
      readonly contactId: string;
    };
    readonly query: Nothing;
    readonly body: MergeContactsRequest;
    readonly data: MergedContacts;
  };
  /** List suppressed numbers and identities, newest first. */
  readonly listSuppressions: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** service: all contact that the business initiates. marketing: campaigns and offers only. */
      readonly purpose?: "service" | "marketing";
      /** Where it came from. operator: a person in the console. customer_request: the agent, at the wish of the customer. keyword: the customer wrote a word like STOP. */
      readonly source?: "operator" | "api" | "contact_block" | "customer_request" | "keyword" | "import";
      /** The beginning of an E.164 number or an identity. */
      readonly search?: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: SuppressionList;
  };
  /** Suppress up to 1,000 numbers or identities. Responds once no further call to them can be placed. */
  readonly addSuppressions: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: AddSuppressionsRequest;
    readonly data: AddedSuppressions;
  };
  /** Remove one suppression. Other suppressions of the same number, and the block of a contact, stay. */
  readonly removeSuppression: {
    readonly path: {
      /** The suppression, from the list. */
      readonly suppressionId: string;
    };
    readonly query: Nothing;
    readonly body: BusinessRequest;
    readonly data: RemovedSuppression;
  };
  /** Suppress the numbers and identities of a CSV file of up to 50,000 rows with the columns address, channel, purpose and reason. */
  readonly importSuppressions: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: WithFile<ImportSuppressionsRequest>;
    readonly data: ImportedSuppressions;
  };
  /** Download all suppressions as CSV, with the columns that the import reads. */
  readonly exportSuppressions: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: Response;
  };
  /** List Data Sources with their declared fields and item counts, newest first, the contacts last. */
  readonly listDataSources: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: DataSourceList;
  };
  /** Create a structured source from rows, from a database table that the operator has allowed, or empty; or an unstructured one from text, or empty. Upload files separately. */
  readonly createDataSource: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: CreateDataSourceRequest;
    readonly data: CreatedDataSource;
  };
  /** Change the name, description, status or text. Omitted fields stay unchanged. */
  readonly updateDataSource: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: UpdateDataSourceRequest;
    readonly data: DataSourceAnswer;
  };
  /** Archive a Data Source. Agents no longer resolve values from it. */
  readonly archiveDataSource: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: ArchiveDataSourceRequest;
    readonly data: DataSourceAnswer;
  };
  /** Upload a file as an immutable version: CSV, TSV, JSON, XLSX or XLSM for a structured source; PDF, DOCX, HTML, Markdown or text for an unstructured one. Activating the version replaces the text of an unstructured source. */
  readonly uploadDataSource: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: WithFile<UploadDataSourceRequest>;
    readonly data: IngestionAnswer;
  };
  /** Read the database table of a source again, as a new immutable version that is reviewed and activated like that of a file. */
  readonly refreshDataSource: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: ArchiveDataSourceRequest;
    readonly data: IngestionAnswer;
  };
  /** List ingestions with their stage, version status, issues and columns to review, newest first. */
  readonly listIngestions: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** Only ingestions of this source. */
      readonly sourceId?: string;
      /** Only this ingestion. */
      readonly ingestionId?: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: IngestionList;
  };
  /** Review the columns and activate the version atomically. If the key column changes, the rows are read again first. */
  readonly reviewIngestion: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: ReviewIngestionRequest;
    readonly data: IngestionAnswer;
  };
  /** Download the file of an ingestion as it was uploaded; of a database, its rows as JSON. */
  readonly downloadIngestedFile: {
    readonly path: {
      /** The ingestion. */
      readonly ingestionId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: Response;
  };
  /** The version of the webhook contract and the events that are emitted. */
  readonly readWebhookContract: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: Nothing;
    readonly data: WebhookContract;
  };
  /** List webhook subscriptions, including revoked ones, newest first. */
  readonly listSubscriptions: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: SubscriptionList;
  };
  /** Subscribe to the events of an account and take over answering on it: no agent answers while the subscription is active. With channel voice or campaign, subscribe to all calls or campaigns of the business. The signing secret is returned only once; a repeated request with the same Idempotency-Key returns null. */
  readonly createSubscription: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: CreateSubscriptionRequest;
    readonly data: CreatedSubscription;
  };
  /** Change the address or events, or pause or resume. No events are sent while paused. */
  readonly updateSubscription: {
    readonly path: {
      /** The subscription. */
      readonly subscriptionId: string;
    };
    readonly query: Nothing;
    readonly body: UpdateSubscriptionRequest;
    readonly data: SubscriptionAnswer;
  };
  /** Revoke a subscription permanently. Its pending deliveries are dropped. */
  readonly revokeSubscription: {
    readonly path: {
      /** The subscription. */
      readonly subscriptionId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: SubscriptionAnswer;
  };
  /** Replace the signing secret. The previous one becomes invalid immediately, or after an overlap. */
  readonly rotateSubscriptionSecret: {
    readonly path: {
      /** The subscription. */
      readonly subscriptionId: string;
    };
    readonly query: Nothing;
    readonly body: RotateSecretRequest;
    readonly data: RotatedSecret;
  };
  /** Send an example of each event that the subscription lists to its endpoint, and read the results. */
  readonly testSubscription: {
    readonly path: {
      /** The subscription. */
      readonly subscriptionId: string;
    };
    readonly query: Nothing;
    readonly body: TestSubscriptionRequest;
    readonly data: TestDeliveries;
  };
  /** List campaigns with their latest iteration, newest first. */
  readonly listCampaigns: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: CampaignList;
  };
  /** Create a campaign with its first iteration. Its recipients are fixed from then on; none are contacted before it is started. */
  readonly createCampaign: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: CreateCampaignRequest;
    readonly data: CampaignAnswer;
  };
  /** Read a campaign with its current iteration: counts by outcome, pace, estimated end. */
  readonly readCampaign: {
    readonly path: {
      /** The campaign. */
      readonly campaignId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: CampaignAnswer;
  };
  /** Start, pause or cancel the current iteration. Calls in progress continue when it is paused, and are hung up when it is cancelled. */
  readonly actOnCampaign: {
    readonly path: {
      /** The campaign. */
      readonly campaignId: string;
    };
    readonly query: Nothing;
    readonly body: CampaignActionRequest;
    readonly data: CampaignAnswer;
  };
  /** List the iterations of a campaign in their order. */
  readonly listIterations: {
    readonly path: {
      /** The campaign. */
      readonly campaignId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: IterationList;
  };
  /** Create a follow-up iteration for recipients selected by the outcomes of earlier ones. */
  readonly createIteration: {
    readonly path: {
      /** The campaign. */
      readonly campaignId: string;
    };
    readonly query: Nothing;
    readonly body: CreateIterationRequest;
    readonly data: IterationAnswer;
  };
  /** List the members of the iterations of a campaign, with every attempt and its outcome. */
  readonly listMemberships: {
    readonly path: {
      /** The campaign. */
      readonly campaignId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
      /** The iteration of the campaign. */
      readonly iterationId?: string;
      /** The contact. */
      readonly contactId?: string;
      /** pending: not tried yet. claimed: about to be contacted. active: being contacted. retry_wait: waits for `retryAt`. The others are final outcomes. */
      readonly status?: "pending" | "claimed" | "active" | "retry_wait" | "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "skipped";
      /** planned: the recipient will be called. called: it was. declined: it is not called back, and `reason` says why. */
      readonly callBack?: "planned" | "called" | "declined";
    };
    readonly body: Nothing;
    readonly data: MembershipList;
  };
  /** List the calls and messages of a campaign, newest first. */
  readonly listActivities: {
    readonly path: {
      /** The campaign. */
      readonly campaignId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
      /** The contact. */
      readonly contactId?: string;
      /** The iteration of the campaign. */
      readonly iterationId?: string;
      /** `sms` is refused until it is available. */
      readonly channel?: "voice" | "whatsapp" | "sms";
      /** Only those with this status. */
      readonly status?: string;
    };
    readonly body: Nothing;
    readonly data: ActivityList;
  };
  /** List the AI summaries of a campaign with their progress, newest first. */
  readonly listSummaryRuns: {
    readonly path: {
      /** The campaign. */
      readonly campaignId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: SummaryRunList;
  };
  /** Estimate the maximum cost of an AI summary (201), or confirm exactly that amount and start it (202). Only completed assessments are charged. */
  readonly runSummary: {
    readonly path: {
      /** The campaign. */
      readonly campaignId: string;
    };
    readonly query: Nothing;
    readonly body: RunSummaryRequest;
    readonly data: SummaryRunAnswer;
  };
  /** Read what was found in the analysed calls of a campaign: verdicts by criterion, sentiments, requests, and the distribution of fields. */
  readonly readCampaignFindings: {
    readonly path: {
      /** The campaign. */
      readonly campaignId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: CampaignFindingsAnswer;
  };
  /** Download the conclusions of a completed or partial summary run as CSV. */
  readonly exportCampaign: {
    readonly path: {
      /** The campaign. */
      readonly campaignId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The summary run, from the response to its estimate. */
      readonly summaryRunId: string;
      /** Add the outcome of the last call to each contact in further columns. Default: false. */
      readonly findings?: "true" | "false";
    };
    readonly body: Nothing;
    readonly data: Response;
  };
  /** Upload an image, document, video or audio file for messages. The same bytes for the same account are uploaded once. */
  readonly uploadMedia: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: WithFile<UploadMediaRequest>;
    readonly data: Media;
  };
  /** Queue a message to a customer who wrote within the last 24 hours, or a template to any recipient. Messages are sent in the order in which they were queued. */
  readonly sendMessage: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: SendMessageRequest;
    readonly data: AcceptedMessage;
  };
  /** Read the delivery state of a message. */
  readonly readMessage: {
    readonly path: {
      /** The message. */
      readonly messageId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: MessageAnswer;
  };
  /** List the templates of a WhatsApp account as Meta lists them, up to 200 by name. The list is kept for five minutes. */
  readonly listTemplates: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The phone number id of the account; required with several accounts. */
      readonly phoneNumberId?: string;
      /** A part of the name. */
      readonly search?: string;
      /** Requests the list from Meta now, at most every two seconds. */
      readonly refresh?: boolean;
    };
    readonly body: Nothing;
    readonly data: TemplateList;
  };
  /** Show the customer that their messages have been read: the latest, and all before it. */
  readonly markMessagesRead: {
    readonly path: {
      /** The conversation. */
      readonly conversationId: string;
    };
    readonly query: Nothing;
    readonly body: BusinessRequest;
    readonly data: MessagesRead;
  };
  /** List the conversations by their latest message, newest first, with their outcomes. */
  readonly listWrittenConversations: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** Only conversations that are assigned to this user, or `none`: to no member. */
      readonly assignee?: string;
      /** `done`: people are done with it. A message of the customer opens it again. */
      readonly status?: "open" | "done";
      /** Only conversations on this channel. */
      readonly channel?: "whatsapp" | "instagram";
      /** Only conversations that this agent answered last. */
      readonly agentId?: string;
      /** Only those with this contact. */
      readonly contactId?: string;
      /** running: the model is reading the transcript. failed: `failure` says why, and nothing was charged. */
      readonly analysis?: "running" | "completed" | "failed";
      /** Whether all success criteria of the agent were met. */
      readonly success?: "true" | "false";
      /** The customer's sentiment over the whole call or episode; mixed: both positive and negative. */
      readonly sentiment?: "positive" | "neutral" | "negative" | "mixed";
      /** human: a person instead of the agent; no_contact: not to be contacted again; call_back: another call. */
      readonly request?: "human" | "no_contact" | "call_back";
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: ConversationList;
  };
  /** Read a conversation, and what a model found in its latest messages. */
  readonly readWrittenConversation: {
    readonly path: {
      /** The conversation. */
      readonly conversationId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: ConversationDetails;
  };
  /** List the quick answers of the business in the order of their shortcuts: at most 100. */
  readonly listQuickAnswers: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: QuickAnswerList;
  };
  /** Save a text that people insert into their messages by its shortcut. */
  readonly createQuickAnswer: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: CreateQuickAnswerRequest;
    readonly data: QuickAnswerAnswer;
  };
  /** Change the shortcut, the title or the text of a quick answer. */
  readonly updateQuickAnswer: {
    readonly path: {
      /** The quick answer. */
      readonly quickAnswerId: string;
    };
    readonly query: Nothing;
    readonly body: UpdateQuickAnswerRequest;
    readonly data: QuickAnswerAnswer;
  };
  /** Remove a quick answer. */
  readonly removeQuickAnswer: {
    readonly path: {
      /** The quick answer. */
      readonly quickAnswerId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: RemovedQuickAnswer;
  };
  /** List calls, newest first. */
  readonly listVoiceCalls: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
      /** queued: waits for a line or the carrier. ringing: the carrier has accepted it. cancelling: the hang-up awaits the carrier. completed: it was connected. The last five are final. */
      readonly status?: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled";
      /** Only those of this agent. */
      readonly agentId?: string;
      /** Only calls that this version of the agent made. */
      readonly agentVersion?: number;
      /** Only those with this contact. */
      readonly contactId?: string;
      /** Only those of this campaign. */
      readonly campaignId?: string;
      /** running: the model is reading the transcript. failed: `failure` says why, and nothing was charged. */
      readonly analysis?: "running" | "completed" | "failed";
      /** Whether all success criteria of the agent were met. */
      readonly success?: "true" | "false";
      /** The customer's sentiment over the whole call or episode; mixed: both positive and negative. */
      readonly sentiment?: "positive" | "neutral" | "negative" | "mixed";
      /** human: a person instead of the agent; no_contact: not to be contacted again; call_back: another call. */
      readonly request?: "human" | "no_contact" | "call_back";
      /** The party that ended it. system: Parley, by a limit or a rule. provider: a carrier, STT, TTS or LLM failed. unknown: not reported. */
      readonly endedBy?: "customer" | "agent" | "operator" | "system" | "provider" | "unknown";
      /** Why it ended, as `endReason` of a call. */
      readonly endReason?: "completed" | "customer_hangup" | "agent_hangup" | "operator_hangup" | "cancelled" | "no_answer" | "busy" | "voicemail" | "mailbox_full" | "unavailable" | "ivr_menu" | "not_in_service" | "invalid_number" | "rejected_by_carrier" | "no_line" | "claim_lost" | "suppressed" | "destination_not_allowed" | "quiet_hours" | "attempts_exceeded" | "insufficient_credit" | "silence" | "max_duration" | "menu_loop" | "media_lost" | "speech_provider_failed" | "disclosure_failed" | "model_failed" | "placement_unknown" | "carrier_failed" | "internal";
      /** Whether an answer took longer than 2 seconds. */
      readonly slow?: "true" | "false";
      /** Whether the customer interrupted the agent. */
      readonly interrupted?: "true" | "false";
      /** Whether a tool failed. */
      readonly toolFailed?: "true" | "false";
      /** Whether a person has marked it as reviewed. */
      readonly reviewed?: "true" | "false";
      /** A tag. Kept in lower case, without spaces around it. */
      readonly tag?: string;
      /** A score that a person gave, from 1 to 5. */
      readonly minScore?: number;
      /** A score that a person gave, from 1 to 5. */
      readonly maxScore?: number;
      /** Created at or after this time. */
      readonly from?: string;
      /** Created before this time. */
      readonly to?: string;
    };
    readonly body: Nothing;
    readonly data: CallList;
  };
  /** Start a call to a contact or a number. It is dialled immediately or when a line is free, and is billable. */
  readonly startVoiceCall: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: StartCallRequest;
    readonly data: StartedCall;
  };
  /** Download the calls that match the filters as CSV, newest first, with their outcomes. With agentId, its success criteria and fields have a column each. */
  readonly exportVoiceCalls: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** queued: waits for a line or the carrier. ringing: the carrier has accepted it. cancelling: the hang-up awaits the carrier. completed: it was connected. The last five are final. */
      readonly status?: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled";
      /** Only those of this agent. */
      readonly agentId?: string;
      /** Only calls that this version of the agent made. */
      readonly agentVersion?: number;
      /** Only those with this contact. */
      readonly contactId?: string;
      /** Only those of this campaign. */
      readonly campaignId?: string;
      /** running: the model is reading the transcript. failed: `failure` says why, and nothing was charged. */
      readonly analysis?: "running" | "completed" | "failed";
      /** Whether all success criteria of the agent were met. */
      readonly success?: "true" | "false";
      /** The customer's sentiment over the whole call or episode; mixed: both positive and negative. */
      readonly sentiment?: "positive" | "neutral" | "negative" | "mixed";
      /** human: a person instead of the agent; no_contact: not to be contacted again; call_back: another call. */
      readonly request?: "human" | "no_contact" | "call_back";
      /** The party that ended it. system: Parley, by a limit or a rule. provider: a carrier, STT, TTS or LLM failed. unknown: not reported. */
      readonly endedBy?: "customer" | "agent" | "operator" | "system" | "provider" | "unknown";
      /** Why it ended, as `endReason` of a call. */
      readonly endReason?: "completed" | "customer_hangup" | "agent_hangup" | "operator_hangup" | "cancelled" | "no_answer" | "busy" | "voicemail" | "mailbox_full" | "unavailable" | "ivr_menu" | "not_in_service" | "invalid_number" | "rejected_by_carrier" | "no_line" | "claim_lost" | "suppressed" | "destination_not_allowed" | "quiet_hours" | "attempts_exceeded" | "insufficient_credit" | "silence" | "max_duration" | "menu_loop" | "media_lost" | "speech_provider_failed" | "disclosure_failed" | "model_failed" | "placement_unknown" | "carrier_failed" | "internal";
      /** Whether an answer took longer than 2 seconds. */
      readonly slow?: "true" | "false";
      /** Whether the customer interrupted the agent. */
      readonly interrupted?: "true" | "false";
      /** Whether a tool failed. */
      readonly toolFailed?: "true" | "false";
      /** Whether a person has marked it as reviewed. */
      readonly reviewed?: "true" | "false";
      /** A tag. Kept in lower case, without spaces around it. */
      readonly tag?: string;
      /** A score that a person gave, from 1 to 5. */
      readonly minScore?: number;
      /** A score that a person gave, from 1 to 5. */
      readonly maxScore?: number;
      /** Created at or after this time. */
      readonly from?: string;
      /** Created before this time. */
      readonly to?: string;
      /** Columns in their order, separated by commas. Default: id, createdAt, agent, campaign, contact, number, status, endedBy, endReason, durationSeconds, chargedMicrocredits, success, sentiment, requests, callBackAt, summary, analysis, tags, score. Others: startedAt, endedAt, agentVersion, slowestAnswerMs, interrupted, toolFailed, reviewed. */
      readonly columns?: string;
    };
    readonly body: Nothing;
    readonly data: Response;
  };
  /** Count calls by the values of each filter, among those that match all other filters. */
  readonly countVoiceCalls: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** queued: waits for a line or the carrier. ringing: the carrier has accepted it. cancelling: the hang-up awaits the carrier. completed: it was connected. The last five are final. */
      readonly status?: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled";
      /** Only those of this agent. */
      readonly agentId?: string;
      /** Only calls that this version of the agent made. */
      readonly agentVersion?: number;
      /** Only those with this contact. */
      readonly contactId?: string;
      /** Only those of this campaign. */
      readonly campaignId?: string;
      /** running: the model is reading the transcript. failed: `failure` says why, and nothing was charged. */
      readonly analysis?: "running" | "completed" | "failed";
      /** Whether all success criteria of the agent were met. */
      readonly success?: "true" | "false";
      /** The customer's sentiment over the whole call or episode; mixed: both positive and negative. */
      readonly sentiment?: "positive" | "neutral" | "negative" | "mixed";
      /** human: a person instead of the agent; no_contact: not to be contacted again; call_back: another call. */
      readonly request?: "human" | "no_contact" | "call_back";
      /** The party that ended it. system: Parley, by a limit or a rule. provider: a carrier, STT, TTS or LLM failed. unknown: not reported. */
      readonly endedBy?: "customer" | "agent" | "operator" | "system" | "provider" | "unknown";
      /** Why it ended, as `endReason` of a call. */
      readonly endReason?: "completed" | "customer_hangup" | "agent_hangup" | "operator_hangup" | "cancelled" | "no_answer" | "busy" | "voicemail" | "mailbox_full" | "unavailable" | "ivr_menu" | "not_in_service" | "invalid_number" | "rejected_by_carrier" | "no_line" | "claim_lost" | "suppressed" | "destination_not_allowed" | "quiet_hours" | "attempts_exceeded" | "insufficient_credit" | "silence" | "max_duration" | "menu_loop" | "media_lost" | "speech_provider_failed" | "disclosure_failed" | "model_failed" | "placement_unknown" | "carrier_failed" | "internal";
      /** Whether an answer took longer than 2 seconds. */
      readonly slow?: "true" | "false";
      /** Whether the customer interrupted the agent. */
      readonly interrupted?: "true" | "false";
      /** Whether a tool failed. */
      readonly toolFailed?: "true" | "false";
      /** Whether a person has marked it as reviewed. */
      readonly reviewed?: "true" | "false";
      /** A tag. Kept in lower case, without spaces around it. */
      readonly tag?: string;
      /** A score that a person gave, from 1 to 5. */
      readonly minScore?: number;
      /** A score that a person gave, from 1 to 5. */
      readonly maxScore?: number;
      /** Created at or after this time. */
      readonly from?: string;
      /** Created before this time. */
      readonly to?: string;
    };
    readonly body: Nothing;
    readonly data: CallFacets;
  };
  /** Start calls to up to 20 contacts, independently of each other. If none is accepted, the request fails with the first failure. */
  readonly startVoiceCallBatch: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: StartCallsRequest;
    readonly data: StartedCalls;
  };
  /** Resolve the number and the values that a call of this agent to this contact would use. */
  readonly resolveVoiceCall: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The agent. */
      readonly agentId: string;
      /** The contact. */
      readonly contactId: string;
    };
    readonly body: Nothing;
    readonly data: ResolvedCall;
  };
  /** Read a call with its transcript, its diagnostics and, if ready, signed links to its recording. */
  readonly readVoiceCall: {
    readonly path: {
      /** The call. */
      readonly callId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: CallDetails;
  };
  /** End a call: immediately (200) if it was not dialled yet, otherwise (202) once the carrier confirms. */
  readonly cancelVoiceCall: {
    readonly path: {
      /** The call. */
      readonly callId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: CancelledCall;
  };
  /** Download the transcript as text. */
  readonly downloadVoiceCallTranscript: {
    readonly path: {
      /** The call. */
      readonly callId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: Response;
  };
  /** Download what went into the sessions of a call, for `parley tune`: audio, recognised words, answers of models and tools, and times. */
  readonly downloadSessionLog: {
    readonly path: {
      /** The call. */
      readonly callId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: Response;
  };
  /** Erase the session log of a call. If the call is live, its log is not kept either. Recording and transcript stay. Idempotent. */
  readonly eraseSessionLog: {
    readonly path: {
      /** The call. */
      readonly callId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: ErasedSessionLog;
  };
  /** Send a note to the agent of a live call. The agent considers it from its next answer on, and does not read it out. */
  readonly noteToAgent: {
    readonly path: {
      /** The call. */
      readonly callId: string;
    };
    readonly query: Nothing;
    readonly body: AgentNoteRequest;
    readonly data: AgentNoteAnswer;
  };
  /** List the tags of the business's calls with the number of calls that have each, the most used first: at most 1000. */
  readonly listVoiceCallTags: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: CallTagList;
  };
  /** Add and remove tags of a call, up to 20, set its score, and mark it as reviewed. */
  readonly reviewVoiceCall: {
    readonly path: {
      /** The call. */
      readonly callId: string;
    };
    readonly query: Nothing;
    readonly body: ReviewCallRequest;
    readonly data: CallReview;
  };
  /** Add and remove tags of up to 100 calls, set their score, and mark them as reviewed, independently of each other. */
  readonly reviewVoiceCalls: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: ReviewCallsRequest;
    readonly data: CallReviews;
  };
  /** Add a note about a call, up to 50. The agent and the customer do not receive it. */
  readonly addVoiceCallNote: {
    readonly path: {
      /** The call. */
      readonly callId: string;
    };
    readonly query: Nothing;
    readonly body: CallNoteRequest;
    readonly data: CallNoteAnswer;
  };
  /** Remove a note about a call. */
  readonly removeVoiceCallNote: {
    readonly path: {
      /** The call. */
      readonly callId: string;
      /** The note. */
      readonly noteId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: RemovedCallNote;
  };
  /** Find ended calls by what was said, newest first, with the turns in which it was found. The words may be in different turns; keys that the customer pressed are not found, and calls with deleted contacts are not either. */
  readonly searchVoiceCalls: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** Every word must begin a word of the text; one- and two-letter words match whole words. Words in quotation marks follow each other. Chinese, Japanese and other words without spaces are found anywhere. */
      readonly text: string;
      /** The most results of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
      /** queued: waits for a line or the carrier. ringing: the carrier has accepted it. cancelling: the hang-up awaits the carrier. completed: it was connected. The last five are final. */
      readonly status?: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled";
      /** Only those of this agent. */
      readonly agentId?: string;
      /** Only calls that this version of the agent made. */
      readonly agentVersion?: number;
      /** Only those with this contact. */
      readonly contactId?: string;
      /** Only those of this campaign. */
      readonly campaignId?: string;
      /** running: the model is reading the transcript. failed: `failure` says why, and nothing was charged. */
      readonly analysis?: "running" | "completed" | "failed";
      /** Whether all success criteria of the agent were met. */
      readonly success?: "true" | "false";
      /** The customer's sentiment over the whole call or episode; mixed: both positive and negative. */
      readonly sentiment?: "positive" | "neutral" | "negative" | "mixed";
      /** human: a person instead of the agent; no_contact: not to be contacted again; call_back: another call. */
      readonly request?: "human" | "no_contact" | "call_back";
      /** The party that ended it. system: Parley, by a limit or a rule. provider: a carrier, STT, TTS or LLM failed. unknown: not reported. */
      readonly endedBy?: "customer" | "agent" | "operator" | "system" | "provider" | "unknown";
      /** Why it ended, as `endReason` of a call. */
      readonly endReason?: "completed" | "customer_hangup" | "agent_hangup" | "operator_hangup" | "cancelled" | "no_answer" | "busy" | "voicemail" | "mailbox_full" | "unavailable" | "ivr_menu" | "not_in_service" | "invalid_number" | "rejected_by_carrier" | "no_line" | "claim_lost" | "suppressed" | "destination_not_allowed" | "quiet_hours" | "attempts_exceeded" | "insufficient_credit" | "silence" | "max_duration" | "menu_loop" | "media_lost" | "speech_provider_failed" | "disclosure_failed" | "model_failed" | "placement_unknown" | "carrier_failed" | "internal";
      /** Whether an answer took longer than 2 seconds. */
      readonly slow?: "true" | "false";
      /** Whether the customer interrupted the agent. */
      readonly interrupted?: "true" | "false";
      /** Whether a tool failed. */
      readonly toolFailed?: "true" | "false";
      /** Whether a person has marked it as reviewed. */
      readonly reviewed?: "true" | "false";
      /** A tag. Kept in lower case, without spaces around it. */
      readonly tag?: string;
      /** A score that a person gave, from 1 to 5. */
      readonly minScore?: number;
      /** A score that a person gave, from 1 to 5. */
      readonly maxScore?: number;
      /** Created at or after this time. */
      readonly from?: string;
      /** Created before this time. */
      readonly to?: string;
    };
    readonly body: Nothing;
    readonly data: CallSearchResult;
  };
  /** Find messages of conversations by their text or the words of a voice note, newest first. Revoked messages are not found, and messages from before the deletion of their contact are not either. */
  readonly searchMessages: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** Every word must begin a word of the text; one- and two-letter words match whole words. Words in quotation marks follow each other. Chinese, Japanese and other words without spaces are found anywhere. */
      readonly text: string;
      /** The most results of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
      /** Only messages on this channel. */
      readonly channel?: "whatsapp" | "instagram";
      /** Only conversations that this agent answered last. */
      readonly agentId?: string;
      /** Only those with this contact. */
      readonly contactId?: string;
      /** Only those of this campaign. */
      readonly campaignId?: string;
      /** human: a person of the business. api: the message endpoint. campaign: a campaign. */
      readonly author?: "customer" | "agent" | "human" | "api" | "campaign";
      /** Only conversations that are assigned to this user, or `none`: to no member. */
      readonly assignee?: string;
      /** Only conversations that are open, or that people are done with. */
      readonly conversationStatus?: "open" | "done";
      /** running: the model is reading the transcript. failed: `failure` says why, and nothing was charged. */
      readonly analysis?: "running" | "completed" | "failed";
      /** Whether all success criteria of the agent were met. */
      readonly success?: "true" | "false";
      /** The customer's sentiment over the whole call or episode; mixed: both positive and negative. */
      readonly sentiment?: "positive" | "neutral" | "negative" | "mixed";
      /** human: a person instead of the agent; no_contact: not to be contacted again; call_back: another call. */
      readonly request?: "human" | "no_contact" | "call_back";
      /** Sent at or after this time. */
      readonly from?: string;
      /** Sent before this time. */
      readonly to?: string;
    };
    readonly body: Nothing;
    readonly data: MessageSearchResult;
  };
  /** List the saved views of the business, in the order in which they were saved: at most 100. */
  readonly listSavedViews: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** Only views of these, which need only the scopes of these. Default: all views, with the scopes of calls. */
      readonly of?: "calls" | "messages";
    };
    readonly body: Nothing;
    readonly data: SavedViewList;
  };
  /** Save a view for the whole business: the query of calls or that of messages, under a name. */
  readonly createSavedView: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: CreateSavedViewRequest;
    readonly data: SavedViewAnswer;
  };
  /** Rename a saved view, or replace its query. */
  readonly updateSavedView: {
    readonly path: {
      /** The saved view. */
      readonly viewId: string;
    };
    readonly query: Nothing;
    readonly body: UpdateSavedViewRequest;
    readonly data: SavedViewAnswer;
  };
  /** Remove a saved view. */
  readonly removeSavedView: {
    readonly path: {
      /** The saved view. */
      readonly viewId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** Only views of these, which need only the scopes of these. Default: all views, with the scopes of calls. */
      readonly of?: "calls" | "messages";
    };
    readonly body: Nothing;
    readonly data: RemovedSavedView;
  };
  /** Create a token for a browser to join a call: to listen, to take over, or to rejoin a test call. */
  readonly openLeg: {
    readonly path: {
      /** The call. */
      readonly callId: string;
    };
    readonly query: Nothing;
    readonly body: OpenLegRequest;
    readonly data: LegAnswer;
  };
  /** Stream calls, conversations, campaigns, imports and ingestions as Server-Sent Events. Defaults to all topics that the key may read, except voices. */
  readonly followLive: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** Some of calls, conversations, campaigns, agents, contact_jobs, imports, ingestions, voices, separated by commas. Omitted: all permitted topics except voices. */
      readonly topics?: string;
      /** The id of the last received event, for clients that cannot send Last-Event-ID. The header takes precedence. */
      readonly lastEventId?: string;
    };
    readonly body: Nothing;
    readonly data: LiveEvent;
  };
  /** Read which business the key or session belongs to. */
  readonly readBusiness: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: Nothing;
    readonly data: BusinessOfKey;
  };
  /** Read figures of calls or conversations in a period of up to 366 days, from one time up to, but not including, another; both are extended to whole quarters of an hour. */
  readonly readAnalytics: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** What the figures are of. */
      readonly subject?: "calls" | "conversations";
      /** The beginning of the period, moved back to a whole quarter of an hour. */
      readonly from: string;
      /** The end of the period, at most 366 days later; not included, and moved forward to a whole quarter of an hour. */
      readonly to: string;
      /** IANA name, for hours and days. Default: that of the business. */
      readonly timeZone?: string;
      /** hour: of the day, from 00 to 23. channel: of conversations. */
      readonly groupBy?: "outcome" | "agent" | "version" | "campaign" | "channel" | "hour" | "day";
      /** The agent. */
      readonly agentId?: string;
      /** Only this version of `agentId`, which is then required. */
      readonly version?: number;
      /** The campaign. */
      readonly campaignId?: string;
      /** Only conversations on this channel. */
      readonly channel?: "whatsapp" | "instagram";
      /** Of calls: completed, voicemail (a machine answered), no_answer, busy, failed or cancelled. Of conversations: answered (both sides wrote), handed_over (a person of the business took part), no_reply (only the business wrote) or unanswered (only the customer did). */
      readonly outcome?: "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "answered" | "handed_over" | "no_reply" | "unanswered";
      /** previous: with the figures of the period before, as long. */
      readonly compare?: "none" | "previous";
    };
    readonly body: Nothing;
    readonly data: Analytics;
  };
  /** Download the same figures as CSV: a row for all of each period, and one for each group. */
  readonly exportAnalytics: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** What the figures are of. */
      readonly subject?: "calls" | "conversations";
      /** The beginning of the period, moved back to a whole quarter of an hour. */
      readonly from: string;
      /** The end of the period, at most 366 days later; not included, and moved forward to a whole quarter of an hour. */
      readonly to: string;
      /** IANA name, for hours and days. Default: that of the business. */
      readonly timeZone?: string;
      /** hour: of the day, from 00 to 23. channel: of conversations. */
      readonly groupBy?: "outcome" | "agent" | "version" | "campaign" | "channel" | "hour" | "day";
      /** The agent. */
      readonly agentId?: string;
      /** Only this version of `agentId`, which is then required. */
      readonly version?: number;
      /** The campaign. */
      readonly campaignId?: string;
      /** Only conversations on this channel. */
      readonly channel?: "whatsapp" | "instagram";
      /** Of calls: completed, voicemail (a machine answered), no_answer, busy, failed or cancelled. Of conversations: answered (both sides wrote), handed_over (a person of the business took part), no_reply (only the business wrote) or unanswered (only the customer did). */
      readonly outcome?: "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "answered" | "handed_over" | "no_reply" | "unanswered";
      /** previous: with the figures of the period before, as long. */
      readonly compare?: "none" | "previous";
    };
    readonly body: Nothing;
    readonly data: Response;
  };
  /** List the alert rules of the business, in the order in which they were created: at most 50. */
  readonly listAlertRules: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: AlertRuleList;
  };
  /** Create a rule: subscribers and e-mail addresses are notified when a figure crosses a threshold. */
  readonly createAlertRule: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: CreateAlertRuleRequest;
    readonly data: AlertRuleAnswer;
  };
  /** Read a rule, and evaluate its metric now. */
  readonly readAlertRule: {
    readonly path: {
      /** The alert rule. */
      readonly alertRuleId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: AlertRuleWithReading;
  };
  /** Change a rule, switch it off or on, or mute it until a time. */
  readonly updateAlertRule: {
    readonly path: {
      /** The alert rule. */
      readonly alertRuleId: string;
    };
    readonly query: Nothing;
    readonly body: UpdateAlertRuleRequest;
    readonly data: AlertRuleAnswer;
  };
  /** Remove a rule and its history. */
  readonly removeAlertRule: {
    readonly path: {
      /** The alert rule. */
      readonly alertRuleId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: RemovedAlertRule;
  };
  /** List when a rule fired, newest first: the latest 500 times. */
  readonly listAlertFirings: {
    readonly path: {
      /** The alert rule. */
      readonly alertRuleId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: AlertFiringList;
  };
  /** Send a test notification to the subscribers and addresses of a rule, and read how each went. */
  readonly testAlertRule: {
    readonly path: {
      /** The alert rule. */
      readonly alertRuleId: string;
    };
    readonly query: Nothing;
    readonly body: BusinessRequest;
    readonly data: AlertTestAnswer;
  };
  /** List the tools of the business, in order of name. Secrets and tokens are never returned. */
  readonly listTools: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: ToolList;
  };
  /** Add a tool, or replace the tool of the same name, for new calls and answers. It has exactly one of url, transferTo, sendsDigits, looksUp, savesMobile and handsOver. The signing secret of a tool with a url is returned only once, the secret of its OAuth client never. */
  readonly setTool: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: SetToolRequest;
    readonly data: ToolWithSecret;
  };
  /** List the tools of an MCP server, and add those that are named, with their current descriptions. The token or the OAuth client’s secret is stored encrypted and never returned. */
  readonly importTools: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: ImportToolsRequest;
    readonly data: ImportedTools;
  };
  /** Use a tool once, as an agent would, and read what its model would get. Its server does what the tool does. */
  readonly tryTool: {
    readonly path: {
      /** The name by which the model uses it. Names of built-in tools like `end_call` are refused. */
      readonly name: string;
    };
    readonly query: Nothing;
    readonly body: TryToolRequest;
    readonly data: ToolTrial;
  };
  /** Remove a tool. Agents that are about to use it get an error. Idempotent. */
  readonly removeTool: {
    readonly path: {
      /** The name by which the model uses it. Names of built-in tools like `end_call` are refused. */
      readonly name: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: RemovedTool;
  };
  /** What the agent does when voicemail answers: hang up (default), leave a message, or talk as to a person. */
  readonly readVoicemail: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: VoicemailAnswer;
  };
  /** Set what a voice agent does when voicemail answers, for new calls. A message may contain placeholders like the instructions. */
  readonly setVoicemail: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
    };
    readonly query: Nothing;
    readonly body: SetVoicemailRequest;
    readonly data: VoicemailAnswer;
  };
  /** The success criteria and the fields to extract of the agent's calls. */
  readonly readAnalysisSettings: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: AnalysisSettings;
  };
  /** Set the success criteria and the fields to extract of the agent's calls, for calls that end from now on. Calls are analysed if the business has switched that on. */
  readonly setAnalysisSettings: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
    };
    readonly query: Nothing;
    readonly body: SetAnalysisSettingsRequest;
    readonly data: AnalysisSettings;
  };
  /** List the runs over the agent's ended calls and silent conversations with their progress, newest first. */
  readonly listAnalysisRuns: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: AnalysisRunList;
  };
  /** Estimate the maximum cost of analysing ended calls, all or those that match a filter, or silent conversations with the present criteria and fields (201), or confirm exactly that amount and start the run (202). Only completed analyses are charged. */
  readonly runAnalysis: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
    };
    readonly query: Nothing;
    readonly body: RunAnalysisRequest;
    readonly data: AnalysisRunAnswer;
  };
  /** List the scenarios of the business, newest first; with agentId, those of the agent and those for any. */
  readonly listSimulationScenarios: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The agent. */
      readonly agentId?: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: ScenarioList;
  };
  /** Keep a scenario: simulated customers, and the criteria for their conversations with an agent. */
  readonly createSimulationScenario: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: CreateScenarioRequest;
    readonly data: ScenarioAnswer;
  };
  /** Read a scenario. */
  readonly readSimulationScenario: {
    readonly path: {
      /** The scenario. */
      readonly scenarioId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: ScenarioAnswer;
  };
  /** Rename a scenario, assign it to an agent or to any, or replace its content; runs keep the content that they had. */
  readonly updateSimulationScenario: {
    readonly path: {
      /** The scenario. */
      readonly scenarioId: string;
    };
    readonly query: Nothing;
    readonly body: UpdateScenarioRequest;
    readonly data: ScenarioAnswer;
  };
  /** Remove a scenario; its runs stay. */
  readonly removeSimulationScenario: {
    readonly path: {
      /** The scenario. */
      readonly scenarioId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: RemovedScenario;
  };
  /** List simulation runs with their progress, newest first. */
  readonly listSimulationRuns: {
    readonly path: Nothing;
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The scenario. */
      readonly scenarioId?: string;
      /** The agent. */
      readonly agentId?: string;
      /** Only runs of this version of the agent. */
      readonly agentVersion?: number;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: SimulationRunList;
  };
  /** Estimate the maximum cost of letting the customers of a scenario talk to an agent (201), or confirm exactly that amount and start the run (202). Only conversations that were played are charged. */
  readonly runSimulation: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: RunSimulationRequest;
    readonly data: SimulationRunAnswer;
  };
  /** Read a simulation run with its scores by criterion so far. */
  readonly readSimulationRun: {
    readonly path: {
      /** The simulation run, from the response to its estimate. */
      readonly simulationRunId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: SimulationRunAnswer;
  };
  /** Cancel a running simulation. Conversations that were played stay, and are charged. */
  readonly cancelSimulation: {
    readonly path: {
      /** The simulation run, from the response to its estimate. */
      readonly simulationRunId: string;
    };
    readonly query: Nothing;
    readonly body: BusinessRequest;
    readonly data: SimulationRunAnswer;
  };
  /** List the conversations of a simulation run that have ended: transcript, times, uses of tools and verdicts. A page ends early where they are long. */
  readonly listSimulatedConversations: {
    readonly path: {
      /** The simulation run, from the response to its estimate. */
      readonly simulationRunId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: SimulatedConversationList;
  };
  /** Compare a simulation run with another one of the same scenario: scores by criterion, whether they differ by more than chance, and the verdicts that changed. */
  readonly compareSimulationRuns: {
    readonly path: {
      /** The simulation run, from the response to its estimate. */
      readonly simulationRunId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The run to compare it with. */
      readonly otherRunId: string;
    };
    readonly body: Nothing;
    readonly data: SimulationComparisonAnswer;
  };
  /** Whether the agent remembers contacts. */
  readonly readMemorySettings: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: MemorySettings;
  };
  /** Set whether the agent remembers contacts: what its calls leave is kept if the business has calls analysed, and the agent is given what is remembered of a contact. Off by default. */
  readonly setMemorySettings: {
    readonly path: {
      /** The agent. */
      readonly agentId: string;
    };
    readonly query: Nothing;
    readonly body: SetMemorySettingsRequest;
    readonly data: MemorySettings;
  };
  /** List what agents remember of a contact, with the calls it comes from, newest first. */
  readonly readContactMemory: {
    readonly path: {
      /** The contact. */
      readonly contactId: string;
    };
    readonly query: {
      /** The business of the key or session. */
      readonly businessId: string;
      /** The most items of a page. */
      readonly limit?: number;
      /** The `nextCursor` of the page before, with the same filters. Absent: the first page. */
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: ContactMemory;
  };
  /** Erase entries of what agents remember of a contact, or everything that was said until now. Returns the number of erased entries. */
  readonly eraseContactMemory: {
    readonly path: {
      /** The contact. */
      readonly contactId: string;
    };
    readonly query: Nothing;
    readonly body: EraseContactMemoryRequest;
    readonly data: ErasedContactMemory;
  };
}

/** An event of the live stream; `type` tells them apart. */
export type LiveEvent =
  | StreamOpenedLiveEvent
  | StreamResetLiveEvent
  | StreamEndedLiveEvent
  | CallAcceptedLiveEvent
  | CallPlacedLiveEvent
  | CallRingingLiveEvent
  | CallAnsweredLiveEvent
  | CallCancellingLiveEvent
  | CallTurnLiveEvent
  | CallToolBegunLiveEvent
  | CallToolEndedLiveEvent
  | CallNotedLiveEvent
  | CallTakenOverLiveEvent
  | CallHandedBackLiveEvent
  | CallEndedLiveEvent
  | CallRecordedLiveEvent
  | CallChargedLiveEvent
  | CallAnalyzedLiveEvent
  | CallReviewedLiveEvent
  | ConversationAnalyzedLiveEvent
  | MessageAddedLiveEvent
  | MessageChangedLiveEvent
  | MessageAmendedLiveEvent
  | MessageMediaLiveEvent
  | ConversationHandedOverLiveEvent
  | ConversationTakenLiveEvent
  | ConversationGivenBackLiveEvent
  | ConversationReadLiveEvent
  | ConversationAssignedLiveEvent
  | ConversationStatusSetLiveEvent
  | ConversationNotedLiveEvent
  | ConversationsReleasedLiveEvent
  | ConversationLinkedLiveEvent
  | IterationCreatedLiveEvent
  | IterationStatusLiveEvent
  | IterationProgressLiveEvent
  | AgentChangedLiveEvent
  | ImportProgressLiveEvent
  | ContactJobProgressLiveEvent
  | IngestionProgressLiveEvent
  | CallVoicesLiveEvent;

/** An event of a webhook; `eventType` tells them apart. */
export type WebhookEvent =
  | WhatsappMessageReceivedEvent
  | WhatsappDeliveryEvent
  | WhatsappAmendmentEvent
  | WhatsappAgentDeliveryEvent
  | WhatsappConversationAnalyzedEvent | InstagramConversationAnalyzedEvent
  | InstagramMessageReceivedEvent
  | InstagramDeliveryEvent
  | InstagramMessageReactionEvent
  | InstagramMessageReferralEvent
  | InstagramCommentReceivedEvent
  | InstagramCommentRepliedEvent
  | InstagramAmendmentEvent
  | InstagramAgentDeliveryEvent
  | CallRingingEvent
  | CallAnsweredEvent
  | CallDisclosedEvent
  | CallTurnEvent
  | CallEndedEvent
  | CallRecordedEvent
  | CallChargedEvent
  | CallAnalyzedEvent
  | CallReviewedEvent
  | IterationEvent
  | RecipientEndedEvent
  | AlertFiredEvent;

/** Where each operation is, and where its parameters go. `business`: it names a business; `keyed`: it takes an Idempotency-Key. */
export const OPERATIONS = {
  listAgents: { method: 'GET', path: '/api/v1/agents', in: 'query', business: true, keyed: false, answer: 'json' },
  createAgent: { method: 'POST', path: '/api/v1/agents', in: 'body', business: true, keyed: true, answer: 'json' },
  updateAgent: { method: 'PATCH', path: '/api/v1/agents', in: 'body', business: true, keyed: true, answer: 'json' },
  archiveAgent: { method: 'DELETE', path: '/api/v1/agents', in: 'body', business: true, keyed: true, answer: 'json' },
  listSplits: { method: 'GET', path: '/api/v1/agents/{agentId}/splits', in: 'query', business: true, keyed: false, answer: 'json' },
  startSplit: { method: 'POST', path: '/api/v1/agents/{agentId}/splits', in: 'body', business: true, keyed: true, answer: 'json' },
  readSplit: { method: 'GET', path: '/api/v1/agents/{agentId}/splits/{splitId}', in: 'query', business: true, keyed: false, answer: 'json' },
  endSplit: { method: 'POST', path: '/api/v1/agents/{agentId}/splits/{splitId}/end', in: 'body', business: true, keyed: true, answer: 'json' },
  readAgent: { method: 'GET', path: '/api/v1/agents/{agentId}', in: 'query', business: true, keyed: false, answer: 'json' },
  listPublishedVersions: { method: 'GET', path: '/api/v1/agents/{agentId}/versions', in: 'query', business: true, keyed: false, answer: 'json' },
  readPublishedVersion: { method: 'GET', path: '/api/v1/agents/{agentId}/versions/{version}', in: 'query', business: true, keyed: false, answer: 'json' },
  readDraft: { method: 'GET', path: '/api/v1/agents/{agentId}/draft', in: 'query', business: true, keyed: false, answer: 'json' },
  saveDraft: { method: 'PATCH', path: '/api/v1/agents/{agentId}/draft', in: 'body', business: true, keyed: true, answer: 'json' },
  discardDraft: { method: 'DELETE', path: '/api/v1/agents/{agentId}/draft', in: 'body', business: true, keyed: true, answer: 'json' },
  publishDraft: { method: 'POST', path: '/api/v1/agents/{agentId}/publish', in: 'body', business: true, keyed: true, answer: 'json' },
  rollBackAgent: { method: 'POST', path: '/api/v1/agents/{agentId}/roll-back', in: 'body', business: true, keyed: true, answer: 'json' },
  listVoices: { method: 'GET', path: '/api/v1/voices', in: 'query', business: true, keyed: false, answer: 'json' },
  listChannels: { method: 'GET', path: '/api/v1/channels', in: 'query', business: true, keyed: false, answer: 'json' },
  readInstagramConnection: { method: 'GET', path: '/api/v1/channels/instagram', in: 'query', business: true, keyed: false, answer: 'json' },
  deleteInstagramConnection: { method: 'DELETE', path: '/api/v1/channels/instagram', in: 'body', business: true, keyed: false, answer: 'json' },
  listChannelAssignments: { method: 'GET', path: '/api/v1/channels/assignments', in: 'query', business: true, keyed: false, answer: 'json' },
  assignChannel: { method: 'PATCH', path: '/api/v1/channels/assignments', in: 'body', business: true, keyed: false, answer: 'json' },
  listContacts: { method: 'GET', path: '/api/v1/contacts', in: 'query', business: true, keyed: false, answer: 'json' },
  createContact: { method: 'POST', path: '/api/v1/contacts', in: 'body', business: true, keyed: true, answer: 'json' },
  deleteContacts: { method: 'DELETE', path: '/api/v1/contacts', in: 'body', business: true, keyed: true, answer: 'json' },
  exportContacts: { method: 'GET', path: '/api/v1/contacts/export', in: 'query', business: true, keyed: false, answer: 'file' },
  listContactCategories: { method: 'GET', path: '/api/v1/contacts/categories', in: 'query', business: true, keyed: false, answer: 'json' },
  createContactCategory: { method: 'POST', path: '/api/v1/contacts/categories', in: 'body', business: true, keyed: true, answer: 'json' },
  deleteContactCategory: { method: 'DELETE', path: '/api/v1/contacts/categories', in: 'body', business: true, keyed: true, answer: 'json' },
  readContact: { method: 'GET', path: '/api/v1/contacts/{contactId}', in: 'query', business: true, keyed: false, answer: 'json' },
  updateContact: { method: 'PATCH', path: '/api/v1/contacts/{contactId}', in: 'body', business: true, keyed: true, answer: 'json' },
  readContactTimeline: { method: 'GET', path: '/api/v1/contacts/{contactId}/timeline', in: 'query', business: true, keyed: false, answer: 'json' },
  linkContact: { method: 'POST', path: '/api/v1/channel-participants/{participantId}/link-contact', in: 'body', business: true, keyed: true, answer: 'json' },
  importContacts: { method: 'POST', path: '/api/v1/contacts/imports', in: 'body', business: true, keyed: true, answer: 'json' },
  listContactImports: { method: 'GET', path: '/api/v1/contacts/imports', in: 'query', business: true, keyed: false, answer: 'json' },
  previewContactImport: { method: 'POST', path: '/api/v1/contacts/imports/preview', in: 'body', business: true, keyed: false, answer: 'json' },
  startContactJob: { method: 'POST', path: '/api/v1/contacts/jobs', in: 'body', business: true, keyed: true, answer: 'json' },
  listContactJobs: { method: 'GET', path: '/api/v1/contacts/jobs', in: 'query', business: true, keyed: false, answer: 'json' },
  cancelContactJob: { method: 'POST', path: '/api/v1/contacts/jobs/{jobId}/cancel', in: 'body', business: true, keyed: true, answer: 'json' },
  mergeContacts: { method: 'POST', path: '/api/v1/contacts/{contactId}/merge', in: 'body', business: true, keyed: true, answer: 'json' },
  listSuppressions: { method: 'GET', path: '/api/v1/suppressions', in: 'query', business: true, keyed: false, answer: 'json' },
  addSuppressions: { method: 'POST', path: '/api/v1/suppressions', in: 'body', business: true, keyed: true, answer: 'json' },
  removeSuppression: { method: 'DELETE', path: '/api/v1/suppressions/{suppressionId}', in: 'body', business: true, keyed: true, answer: 'json' },
  importSuppressions: { method: 'POST', path: '/api/v1/suppressions/imports', in: 'body', business: true, keyed: true, answer: 'json' },
  exportSuppressions: { method: 'GET', path: '/api/v1/suppressions/export', in: 'query', business: true, keyed: false, answer: 'file' },
  listDataSources: { method: 'GET', path: '/api/v1/data-sources', in: 'query', business: true, keyed: false, answer: 'json' },
  createDataSource: { method: 'POST', path: '/api/v1/data-sources', in: 'body', business: true, keyed: true, answer: 'json' },
  updateDataSource: { method: 'PATCH', path: '/api/v1/data-sources', in: 'body', business: true, keyed: true, answer: 'json' },
  archiveDataSource: { method: 'DELETE', path: '/api/v1/data-sources', in: 'body', business: true, keyed: true, answer: 'json' },
  uploadDataSource: { method: 'POST', path: '/api/v1/data-sources/upload', in: 'body', business: true, keyed: true, answer: 'json' },
  refreshDataSource: { method: 'POST', path: '/api/v1/data-sources/refresh', in: 'body', business: true, keyed: true, answer: 'json' },
  listIngestions: { method: 'GET', path: '/api/v1/data-sources/ingestions', in: 'query', business: true, keyed: false, answer: 'json' },
  reviewIngestion: { method: 'PATCH', path: '/api/v1/data-sources/ingestions', in: 'body', business: true, keyed: true, answer: 'json' },
  downloadIngestedFile: { method: 'GET', path: '/api/v1/data-sources/ingestions/{ingestionId}/file', in: 'query', business: true, keyed: false, answer: 'file' },
  readWebhookContract: { method: 'GET', path: '/api/v1/contracts/whatsapp-automation', in: 'query', business: false, keyed: false, answer: 'json' },
  listSubscriptions: { method: 'GET', path: '/api/v1/webhook-subscriptions', in: 'query', business: true, keyed: false, answer: 'json' },
  createSubscription: { method: 'POST', path: '/api/v1/webhook-subscriptions', in: 'body', business: true, keyed: true, answer: 'json' },
  updateSubscription: { method: 'PATCH', path: '/api/v1/webhook-subscriptions/{subscriptionId}', in: 'body', business: true, keyed: false, answer: 'json' },
  revokeSubscription: { method: 'DELETE', path: '/api/v1/webhook-subscriptions/{subscriptionId}', in: 'query', business: true, keyed: false, answer: 'json' },
  rotateSubscriptionSecret: { method: 'POST', path: '/api/v1/webhook-subscriptions/{subscriptionId}/rotate-secret', in: 'body', business: true, keyed: false, answer: 'json' },
  testSubscription: { method: 'POST', path: '/api/v1/webhook-subscriptions/{subscriptionId}/test', in: 'body', business: true, keyed: true, answer: 'json' },
  listCampaigns: { method: 'GET', path: '/api/v1/campaigns', in: 'query', business: true, keyed: false, answer: 'json' },
  createCampaign: { method: 'POST', path: '/api/v1/campaigns', in: 'body', business: true, keyed: true, answer: 'json' },
  readCampaign: { method: 'GET', path: '/api/v1/campaigns/{campaignId}', in: 'query', business: true, keyed: false, answer: 'json' },
  actOnCampaign: { method: 'PATCH', path: '/api/v1/campaigns/{campaignId}', in: 'body', business: true, keyed: true, answer: 'json' },
  listIterations: { method: 'GET', path: '/api/v1/campaigns/{campaignId}/iterations', in: 'query', business: true, keyed: false, answer: 'json' },
  createIteration: { method: 'POST', path: '/api/v1/campaigns/{campaignId}/iterations', in: 'body', business: true, keyed: true, answer: 'json' },
  listMemberships: { method: 'GET', path: '/api/v1/campaigns/{campaignId}/memberships', in: 'query', business: true, keyed: false, answer: 'json' },
  listActivities: { method: 'GET', path: '/api/v1/campaigns/{campaignId}/activities', in: 'query', business: true, keyed: false, answer: 'json' },
  listSummaryRuns: { method: 'GET', path: '/api/v1/campaigns/{campaignId}/summary-runs', in: 'query', business: true, keyed: false, answer: 'json' },
  runSummary: { method: 'POST', path: '/api/v1/campaigns/{campaignId}/summary-runs', in: 'body', business: true, keyed: true, answer: 'json' },
  readCampaignFindings: { method: 'GET', path: '/api/v1/campaigns/{campaignId}/findings', in: 'query', business: true, keyed: false, answer: 'json' },
  exportCampaign: { method: 'GET', path: '/api/v1/campaigns/{campaignId}/exports', in: 'query', business: true, keyed: false, answer: 'file' },
  uploadMedia: { method: 'POST', path: '/api/v1/media', in: 'body', business: true, keyed: true, answer: 'json' },
  sendMessage: { method: 'POST', path: '/api/v1/messages', in: 'body', business: true, keyed: true, answer: 'json' },
  readMessage: { method: 'GET', path: '/api/v1/messages/{messageId}', in: 'query', business: true, keyed: false, answer: 'json' },
  listTemplates: { method: 'GET', path: '/api/v1/channels/templates', in: 'query', business: true, keyed: false, answer: 'json' },
  markMessagesRead: { method: 'POST', path: '/api/v1/conversations/{conversationId}/read', in: 'body', business: true, keyed: false, answer: 'json' },
  listWrittenConversations: { method: 'GET', path: '/api/v1/conversations', in: 'query', business: true, keyed: false, answer: 'json' },
  readWrittenConversation: { method: 'GET', path: '/api/v1/conversations/{conversationId}', in: 'query', business: true, keyed: false, answer: 'json' },
  listQuickAnswers: { method: 'GET', path: '/api/v1/quick-answers', in: 'query', business: true, keyed: false, answer: 'json' },
  createQuickAnswer: { method: 'POST', path: '/api/v1/quick-answers', in: 'body', business: true, keyed: true, answer: 'json' },
  updateQuickAnswer: { method: 'PATCH', path: '/api/v1/quick-answers/{quickAnswerId}', in: 'body', business: true, keyed: true, answer: 'json' },
  removeQuickAnswer: { method: 'DELETE', path: '/api/v1/quick-answers/{quickAnswerId}', in: 'query', business: true, keyed: true, answer: 'json' },
  listVoiceCalls: { method: 'GET', path: '/api/v1/voice/calls', in: 'query', business: true, keyed: false, answer: 'json' },
  startVoiceCall: { method: 'POST', path: '/api/v1/voice/calls', in: 'body', business: true, keyed: true, answer: 'json' },
  exportVoiceCalls: { method: 'GET', path: '/api/v1/voice/calls/export', in: 'query', business: true, keyed: false, answer: 'file' },
  countVoiceCalls: { method: 'GET', path: '/api/v1/voice/calls/facets', in: 'query', business: true, keyed: false, answer: 'json' },
  startVoiceCallBatch: { method: 'POST', path: '/api/v1/voice/calls/batch', in: 'body', business: true, keyed: true, answer: 'json' },
  resolveVoiceCall: { method: 'GET', path: '/api/v1/voice/calls/resolve', in: 'query', business: true, keyed: false, answer: 'json' },
  readVoiceCall: { method: 'GET', path: '/api/v1/voice/calls/{callId}', in: 'query', business: true, keyed: false, answer: 'json' },
  cancelVoiceCall: { method: 'DELETE', path: '/api/v1/voice/calls/{callId}', in: 'query', business: true, keyed: true, answer: 'json' },
  downloadVoiceCallTranscript: { method: 'GET', path: '/api/v1/voice/calls/{callId}/transcript', in: 'query', business: true, keyed: false, answer: 'file' },
  downloadSessionLog: { method: 'GET', path: '/api/v1/voice/calls/{callId}/session-log', in: 'query', business: true, keyed: false, answer: 'file' },
  eraseSessionLog: { method: 'DELETE', path: '/api/v1/voice/calls/{callId}/session-log', in: 'query', business: true, keyed: false, answer: 'json' },
  noteToAgent: { method: 'POST', path: '/api/v1/voice/calls/{callId}/agent-notes', in: 'body', business: true, keyed: true, answer: 'json' },
  listVoiceCallTags: { method: 'GET', path: '/api/v1/voice/call-tags', in: 'query', business: true, keyed: false, answer: 'json' },
  reviewVoiceCall: { method: 'PATCH', path: '/api/v1/voice/calls/{callId}/review', in: 'body', business: true, keyed: true, answer: 'json' },
  reviewVoiceCalls: { method: 'POST', path: '/api/v1/voice/calls/reviews', in: 'body', business: true, keyed: true, answer: 'json' },
  addVoiceCallNote: { method: 'POST', path: '/api/v1/voice/calls/{callId}/notes', in: 'body', business: true, keyed: true, answer: 'json' },
  removeVoiceCallNote: { method: 'DELETE', path: '/api/v1/voice/calls/{callId}/notes/{noteId}', in: 'query', business: true, keyed: true, answer: 'json' },
  searchVoiceCalls: { method: 'GET', path: '/api/v1/voice/calls/search', in: 'query', business: true, keyed: false, answer: 'json' },
  searchMessages: { method: 'GET', path: '/api/v1/messages/search', in: 'query', business: true, keyed: false, answer: 'json' },
  listSavedViews: { method: 'GET', path: '/api/v1/saved-views', in: 'query', business: true, keyed: false, answer: 'json' },
  createSavedView: { method: 'POST', path: '/api/v1/saved-views', in: 'body', business: true, keyed: true, answer: 'json' },
  updateSavedView: { method: 'PATCH', path: '/api/v1/saved-views/{viewId}', in: 'body', business: true, keyed: true, answer: 'json' },
  removeSavedView: { method: 'DELETE', path: '/api/v1/saved-views/{viewId}', in: 'query', business: true, keyed: true, answer: 'json' },
  openLeg: { method: 'POST', path: '/api/v1/voice/calls/{callId}/legs', in: 'body', business: true, keyed: false, answer: 'json' },
  followLive: { method: 'GET', path: '/api/v1/live', in: 'query', business: true, keyed: false, answer: 'events' },
  readBusiness: { method: 'GET', path: '/api/v1/business', in: 'query', business: false, keyed: false, answer: 'json' },
  readAnalytics: { method: 'GET', path: '/api/v1/analytics', in: 'query', business: true, keyed: false, answer: 'json' },
  exportAnalytics: { method: 'GET', path: '/api/v1/analytics/export', in: 'query', business: true, keyed: false, answer: 'file' },
  listAlertRules: { method: 'GET', path: '/api/v1/alert-rules', in: 'query', business: true, keyed: false, answer: 'json' },
  createAlertRule: { method: 'POST', path: '/api/v1/alert-rules', in: 'body', business: true, keyed: true, answer: 'json' },
  readAlertRule: { method: 'GET', path: '/api/v1/alert-rules/{alertRuleId}', in: 'query', business: true, keyed: false, answer: 'json' },
  updateAlertRule: { method: 'PATCH', path: '/api/v1/alert-rules/{alertRuleId}', in: 'body', business: true, keyed: true, answer: 'json' },
  removeAlertRule: { method: 'DELETE', path: '/api/v1/alert-rules/{alertRuleId}', in: 'query', business: true, keyed: true, answer: 'json' },
  listAlertFirings: { method: 'GET', path: '/api/v1/alert-rules/{alertRuleId}/firings', in: 'query', business: true, keyed: false, answer: 'json' },
  testAlertRule: { method: 'POST', path: '/api/v1/alert-rules/{alertRuleId}/test', in: 'body', business: true, keyed: true, answer: 'json' },
  listTools: { method: 'GET', path: '/api/v1/tools', in: 'query', business: true, keyed: false, answer: 'json' },
  setTool: { method: 'POST', path: '/api/v1/tools', in: 'body', business: true, keyed: true, answer: 'json' },
  importTools: { method: 'POST', path: '/api/v1/tools/imports', in: 'body', business: true, keyed: true, answer: 'json' },
  tryTool: { method: 'POST', path: '/api/v1/tools/{name}/trials', in: 'body', business: true, keyed: true, answer: 'json' },
  removeTool: { method: 'DELETE', path: '/api/v1/tools/{name}', in: 'query', business: true, keyed: false, answer: 'json' },
  readVoicemail: { method: 'GET', path: '/api/v1/agents/{agentId}/voicemail', in: 'query', business: true, keyed: false, answer: 'json' },
  setVoicemail: { method: 'POST', path: '/api/v1/agents/{agentId}/voicemail', in: 'body', business: true, keyed: true, answer: 'json' },
  readAnalysisSettings: { method: 'GET', path: '/api/v1/agents/{agentId}/analysis', in: 'query', business: true, keyed: false, answer: 'json' },
  setAnalysisSettings: { method: 'POST', path: '/api/v1/agents/{agentId}/analysis', in: 'body', business: true, keyed: true, answer: 'json' },
  listAnalysisRuns: { method: 'GET', path: '/api/v1/agents/{agentId}/analysis-runs', in: 'query', business: true, keyed: false, answer: 'json' },
  runAnalysis: { method: 'POST', path: '/api/v1/agents/{agentId}/analysis-runs', in: 'body', business: true, keyed: true, answer: 'json' },
  listSimulationScenarios: { method: 'GET', path: '/api/v1/simulation-scenarios', in: 'query', business: true, keyed: false, answer: 'json' },
  createSimulationScenario: { method: 'POST', path: '/api/v1/simulation-scenarios', in: 'body', business: true, keyed: true, answer: 'json' },
  readSimulationScenario: { method: 'GET', path: '/api/v1/simulation-scenarios/{scenarioId}', in: 'query', business: true, keyed: false, answer: 'json' },
  updateSimulationScenario: { method: 'PATCH', path: '/api/v1/simulation-scenarios/{scenarioId}', in: 'body', business: true, keyed: true, answer: 'json' },
  removeSimulationScenario: { method: 'DELETE', path: '/api/v1/simulation-scenarios/{scenarioId}', in: 'query', business: true, keyed: true, answer: 'json' },
  listSimulationRuns: { method: 'GET', path: '/api/v1/simulation-runs', in: 'query', business: true, keyed: false, answer: 'json' },
  runSimulation: { method: 'POST', path: '/api/v1/simulation-runs', in: 'body', business: true, keyed: true, answer: 'json' },
  readSimulationRun: { method: 'GET', path: '/api/v1/simulation-runs/{simulationRunId}', in: 'query', business: true, keyed: false, answer: 'json' },
  cancelSimulation: { method: 'POST', path: '/api/v1/simulation-runs/{simulationRunId}/cancel', in: 'body', business: true, keyed: true, answer: 'json' },
  listSimulatedConversations: { method: 'GET', path: '/api/v1/simulation-runs/{simulationRunId}/conversations', in: 'query', business: true, keyed: false, answer: 'json' },
  compareSimulationRuns: { method: 'GET', path: '/api/v1/simulation-runs/{simulationRunId}/comparison', in: 'query', business: true, keyed: false, answer: 'json' },
  readMemorySettings: { method: 'GET', path: '/api/v1/agents/{agentId}/memory', in: 'query', business: true, keyed: false, answer: 'json' },
  setMemorySettings: { method: 'POST', path: '/api/v1/agents/{agentId}/memory', in: 'body', business: true, keyed: true, answer: 'json' },
  readContactMemory: { method: 'GET', path: '/api/v1/contacts/{contactId}/memory', in: 'query', business: true, keyed: false, answer: 'json' },
  eraseContactMemory: { method: 'DELETE', path: '/api/v1/contacts/{contactId}/memory', in: 'body', business: true, keyed: true, answer: 'json' },
} as const satisfies Record<keyof Operations, unknown>;
