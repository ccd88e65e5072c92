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

/** The envelope of an error. */
export interface Error {
  /** Always false for an error. */
  readonly ok: false;
  /** What went wrong, and whether a retry can help. */
  readonly error: {
    /** Names the error, and never changes. The operation lists its codes in `x-error-codes`. */
    readonly code: "validation_failed" | "request_malformed" | "url_too_long" | "headers_too_large" | "json_malformed" | "json_too_complex" | "body_too_large" | "content_type_unsupported" | "cursor_invalid" | "analytics_too_many_groups" | "idempotency_key_missing" | "idempotency_key_invalid" | "api_key_missing" | "api_key_invalid" | "session_invalid" | "csrf_invalid" | "quota_exceeded" | "insufficient_credit" | "destination_not_allowed" | "spend_limit_reached" | "call_rate_exceeded" | "scope_missing" | "role_insufficient" | "business_mismatch" | "agent_not_found" | "contact_not_found" | "category_not_found" | "call_not_found" | "transcript_not_found" | "session_log_not_found" | "idempotency_key_conflict" | "idempotency_request_in_progress" | "call_already_ended" | "contact_exists" | "contact_merge_too_large" | "contact_changing" | "upgrade_in_progress" | "category_name_mismatch" | "category_not_empty" | "participant_not_found" | "participant_linked" | "campaign_not_found" | "iteration_not_found" | "iteration_ended" | "iteration_not_started" | "iteration_not_ended" | "audience_empty" | "summary_run_not_found" | "summary_run_not_ended" | "summary_estimate_mismatch" | "analysis_run_not_found" | "analysis_estimate_mismatch" | "analysis_run_too_large" | "upload_refused" | "file_unreadable" | "preview_too_slow" | "uploads_busy" | "bodies_busy" | "live_streams_limited" | "live_streams_busy" | "uploads_limited" | "upload_too_slow" | "spool_full" | "channel_not_connected" | "channel_account_not_found" | "too_many_tools" | "tool_not_found" | "tool_url_not_allowed" | "mcp_server_failed" | "tool_token_failed" | "agent_channel_mismatch" | "data_source_field_unknown" | "data_source_archived" | "data_source_not_structured" | "data_source_without_database" | "data_source_refreshing" | "database_not_allowed" | "data_source_not_unstructured" | "data_source_built_in" | "ingestion_not_found" | "ingestion_not_ready" | "ingestion_closed" | "browser_legs_unavailable" | "not_a_test_call" | "too_many_agent_notes" | "too_many_tags" | "too_many_call_notes" | "call_note_not_found" | "too_many_saved_views" | "saved_view_not_found" | "simulation_scenario_not_found" | "too_many_simulation_scenarios" | "simulation_run_not_found" | "simulation_estimate_mismatch" | "simulation_run_not_running" | "simulation_runs_not_comparable" | "too_many_simulation_runs" | "job_not_found" | "category_exists" | "agent_in_use" | "agent_changing" | "agent_changed" | "agent_version_not_found" | "draft_not_found" | "draft_outdated" | "split_not_found" | "split_running" | "too_many_splits" | "agent_archived" | "agent_not_active" | "agent_not_voice" | "external_automation_active" | "agent_assigned" | "contact_context_required" | "contact_out_of_scope" | "contact_blocked" | "suppressed" | "quiet_hours" | "no_common_window" | "suppression_not_found" | "suppression_file_invalid" | "attempts_exceeded" | "channel_assignment_not_supported" | "template_paused" | "template_not_found" | "template_parameters_mismatch" | "template_parameter_invalid" | "template_not_approved" | "templates_unreachable" | "templates_not_readable" | "template_disabled" | "conversation_window_closed" | "conversation_not_found" | "conversation_outbox_full" | "subscription_not_found" | "subscription_revoked" | "callback_url_not_allowed" | "name_lookups_limited" | "message_not_found" | "media_not_found" | "media_expired" | "media_content_invalid" | "media_type_mismatch" | "channel_failed" | "variable_undeclared" | "data_source_not_found" | "voice_unknown" | "call_not_live" | "rate_limited" | "not_ready" | "journal_unavailable" | "journal_full" | "journal_went_back" | "recordings_unavailable" | "record_unreadable" | "internal";
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

/** Facts about the response. */
export interface Meta {
  /** The id of the request, as in `X-Request-Id`. */
  readonly requestId: string;
}

export interface AcceptedCall {
  readonly contactId: string;
  readonly callId: string;
  readonly destination: string;
  readonly status: VoicemailTimelineItemStatus;
}

export interface AcceptedMessage {
  readonly messageId: string;
  readonly taskRef: string;
  readonly providerMessageRef: string | null;
  readonly queued: boolean;
  readonly correlationId: string;
}

export interface Activity {
  readonly channel: "voice" | "whatsapp" | "sms";
  readonly callId: string | null;
  readonly messageId: string | null;
  readonly iterationId: string;
  readonly contactId: string;
  readonly contactName: string | null;
  readonly direction: "outbound" | "inbound";
  /** The status of the call or message; `received` for a message from a customer. */
  readonly status: string;
  readonly durationSeconds: number | null;
  readonly at: string;
}

export interface ActivityList {
  readonly activities: readonly Activity[];
  readonly nextCursor: string | null;
}

export interface AddSuppressionsRequest {
  readonly businessId: string;
  readonly suppressions: readonly NewSuppression[];
  /** Hang up calls that are already placed. Default: they continue. */
  readonly hangUp?: boolean;
}

/** Kept in lower case, without spaces around it. */
export type AddTag = string;

export interface AddedSuppressions {
  readonly suppressions: readonly Suppression[];
  /** Calls that were already placed and may still be connected. */
  readonly callsAtCarrier: readonly string[];
}

export interface Agent {
  readonly id: string;
  /** Stable generated identifier. */
  readonly referenceName: string;
  readonly channel: AgentChannel;
  readonly status: "active" | "archived";
  /** The number of the published version. */
  readonly version?: number;
  readonly contactContextRequired: boolean;
  readonly name: string;
  readonly instructions: string;
  readonly languageCode: string;
  readonly dataSourceIds: readonly string[];
  readonly contactCategoryIds: readonly string[];
  readonly dataSourceVariables: readonly {
    readonly sourceId: string;
    readonly fieldKey: string;
    readonly alias: string;
  }[];
  readonly voiceSettings: VoiceSettings;
  readonly chatSettings?: ChatSettings;
  readonly instagramCollectMobileEnabled: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface AgentAnswer {
  readonly agent: Agent;
}

export interface AgentAssignment {
  readonly channel: "whatsapp" | "instagram";
  readonly phoneNumberId: string | null;
  readonly providerAccountId: string | null;
  readonly displayName: string;
  readonly aiAgentId: string | null;
  readonly autoReplyEnabled: boolean;
  readonly humanHandoffActive: boolean;
  readonly updatedAt: string;
}

export interface AgentAssignmentRequest {
  readonly phoneNumberId?: string;
  readonly providerAccountId?: string;
  readonly autoReplyEnabled?: boolean;
  readonly humanHandoffActive?: boolean;
}

export type AgentChannel = "whatsapp" | "sms" | "voice" | "instagram" | "other";

export interface AgentDraft {
  readonly agentId: string;
  /** The version that was published when the draft was begun. */
  readonly basedOn: number;
  /** Another version was published since. */
  readonly isOutdated: boolean;
  /** Changes with each save. For `If-Match`, in double quotes. */
  readonly tag: string;
  readonly updatedAt: string;
  readonly updatedBy: {
    readonly type: "user" | "key";
    readonly id: string;
  } | null;
  readonly channel: AgentChannel;
  readonly name: string;
  readonly instructions: string;
  readonly languageCode: string;
  readonly dataSourceIds: readonly string[];
  readonly contactCategoryIds: readonly string[];
  readonly dataSourceVariables: readonly {
    readonly sourceId: string;
    readonly fieldKey: string;
    readonly alias: string;
  }[];
  readonly voiceSettings: VoiceSettings;
  readonly chatSettings?: ChatSettings;
  readonly instagramCollectMobileEnabled: boolean;
}

export interface AgentDraftAnswer {
  readonly draft: AgentDraft;
}

export interface AgentList {
  readonly agents: readonly Agent[];
  readonly nextCursor: string | null;
}

export interface AgentNoteAnswer {
  readonly noteId: string;
  readonly callId: string;
  readonly text: string;
  readonly createdAt: string;
}

export interface AgentNoteRequest {
  readonly businessId: string;
  /** Information for the next answer of the agent. It is not read out to the customer. */
  readonly text: string;
}

export interface AgentVersion {
  /** 1 is the version that it was created with. */
  readonly version: number;
  readonly createdAt: string;
  readonly by: {
    readonly type: "user" | "key";
    readonly id: string;
    /** Null: the user or key no longer exists. */
    readonly name: string | null;
  } | null;
  /** What its author wrote about it. */
  readonly note?: string;
  /** The earlier version that it repeats. */
  readonly restored?: number;
  readonly channel: AgentChannel;
  readonly name: string;
  readonly instructions: string;
  readonly languageCode: string;
  readonly dataSourceIds: readonly string[];
  readonly contactCategoryIds: readonly string[];
  readonly dataSourceVariables: readonly {
    readonly sourceId: string;
    readonly fieldKey: string;
    readonly alias: string;
  }[];
  readonly voiceSettings: VoiceSettings;
  readonly chatSettings?: ChatSettings;
  readonly instagramCollectMobileEnabled: boolean;
}

export interface AgentVersionAnswer {
  readonly version: AgentVersion;
}

export interface AgentVersionList {
  readonly versions: readonly AgentVersion[];
  readonly nextCursor: string | null;
}

export type AnalysisFieldType = "string" | "number" | "integer" | "boolean";

/** Only calls that match, as in a list of calls. */
export interface AnalysisFilter {
  readonly status?: VoicemailTimelineItemStatus;
  readonly agentVersion?: CallQueryAgentVersion;
  readonly contactId?: string;
  readonly campaignId?: string;
  readonly analysis?: "running" | "completed" | "failed";
  readonly success?: CallQuerySuccess;
  readonly sentiment?: ConversationFindingsSentiment;
  readonly request?: CustomerRequest;
  readonly endedBy?: EndedBy;
  readonly slow?: CallQuerySlow;
  readonly interrupted?: CallQueryInterrupted;
  /** Whether a tool failed. */
  readonly toolFailed?: "true" | "false";
  readonly tag?: AddTag;
  readonly minScore?: number;
  readonly maxScore?: number;
}

export interface AnalysisRunAnswer {
  readonly analysisRunId: string;
  readonly agentId: string;
  readonly status: RunStatus;
  readonly of: "calls" | "conversations";
  /** Ended calls in the period that match the filter and in which the customer spoke, or conversations that fell silent in it, which were not analysed with the present criteria and fields. */
  readonly calls: number;
  readonly analyzed: number;
  readonly failed: number;
  readonly maxChargeMicrocredits: number;
  readonly chargedMicrocredits: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly endedAt: string | null;
}

export interface AnalysisRunList {
  readonly analysisRuns: readonly AnalysisRunAnswer[];
  readonly nextCursor: string | null;
}

export interface AnalysisSettings {
  readonly analysis: {
    /** A call is a success if it meets all of them. */
    readonly criteria: readonly {
      readonly key: string;
      /** When the criterion is met, in plain words. */
      readonly description: string;
    }[];
    /** Null: nothing is extracted. */
    readonly fields: {
      readonly type: "object";
      readonly properties: Readonly<Record<string, {
        readonly type: AnalysisFieldType;
        readonly description?: string;
        /** The only values of a string. */
        readonly enum?: readonly string[];
      }>>;
    } | null;
  };
}

export interface Analytics {
  readonly subject: "calls" | "conversations";
  readonly timeZone: string;
  /** hour: of the day, from 00 to 23. channel: of conversations. */
  readonly groupBy: "outcome" | "agent" | "version" | "campaign" | "channel" | "hour" | "day" | null;
  readonly from: string;
  readonly to: string;
  readonly totals: AnalyticsTotals;
  /** Hours and days in order, others by their number of calls; empty without groupBy. */
  readonly groups: readonly AnalyticsGroup[];
  /** As long, right before; null without compare. */
  readonly previous: AnalyticsPrevious | null;
}

export interface AnalyticsGroup {
  /** An outcome, a channel, an id, an hour or a day (2026-03-01); null: no agent or campaign is known. Of a version: the id of its agent. */
  readonly key: string | null;
  /** Of the agent or campaign. */
  readonly name: string | null;
  /** If grouped by version; null: it was not recorded. */
  readonly version: number | null;
  readonly figures: AnalyticsTotals;
}

export interface AnalyticsPrevious {
  readonly from: string;
  readonly to: string;
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
  readonly calls: number;
  /** By a person, as far as known: not by a machine. */
  readonly answered: number;
  /** From 0 to 1; null: of none. */
  readonly answerRate: number | null;
  /** With a completed analysis. */
  readonly analyzed: number;
  /** Met all success criteria of their agent. */
  readonly succeeded: number;
  /** Did not meet one of them. */
  readonly notSucceeded: number;
  /** Of the calls that succeeded or did not; null: of none. */
  readonly successRate: number | null;
  /** Connected duration of all calls. */
  readonly durationSeconds: number;
  /** At most 5 % off; null: there are no values. */
  readonly callSeconds: AnalyticsTotalsCallsCallSeconds;
  /** Without analysisCostMicrocredits. */
  readonly chargedMicrocredits: number;
  /** Charges of the analyses of the calls, also of repeated ones. */
  readonly analysisCostMicrocredits: number;
  readonly latencies: AnalyticsTotalsCallsLatencies;
  readonly agentTurns: number;
  /** Agents' turns that the customer interrupted. */
  readonly interruptions: number;
  /** How often agents had to ask whether the customer is still there. */
  readonly silences: number;
  /** Calls that ended because of silence. */
  readonly silenceEnds: number;
  readonly toolUses: number;
  readonly toolFailures: number;
}

export interface AnalyticsTotalsCallsCallSeconds {
  readonly p50: number | null;
  readonly p95: number | null;
}

/** Of the agents' turns. */
export interface AnalyticsTotalsCallsLatencies {
  /** At most 5 % off; null: there are no values. */
  readonly finalTranscriptMs: AnalyticsTotalsCallsCallSeconds;
  /** At most 5 % off; null: there are no values. */
  readonly firstTokenMs: AnalyticsTotalsCallsCallSeconds;
  /** At most 5 % off; null: there are no values. */
  readonly firstAudioMs: AnalyticsTotalsCallsCallSeconds;
  /** At most 5 % off; null: there are no values. */
  readonly firstFrameMs: AnalyticsTotalsCallsCallSeconds;
  /** At most 5 % off; null: there are no values. */
  readonly firstPlayedMs: AnalyticsTotalsCallsCallSeconds;
}

export interface AnalyticsTotalsConversations {
  /** A conversation begins with the first message after 24 hours without any. */
  readonly conversations: number;
  /** In which both sides wrote. */
  readonly answered: number;
  /** From 0 to 1; null: of none. */
  readonly answerRate: number | null;
  readonly messagesReceived: number;
  readonly messagesSent: number;
  /** Messages of the business that did not arrive. */
  readonly messagesFailed: number;
  /** From a customer's first unanswered message to the answer of an agent; at most 5 % off; null: there is none. */
  readonly replySeconds: AnalyticsTotalsCallsCallSeconds;
  /** In which an agent handed over to people, or a person took part. */
  readonly handedOver: number;
  /** In which a person of the business wrote. */
  readonly answeredByHuman: number;
}

export interface AnalyzedCall {
  readonly status: "running" | "completed" | "failed";
  readonly success: OutcomeSuccess;
  readonly sentiment: Sentiment;
  readonly requests: readonly CustomerRequest[];
  /** Of the last analysis that completed. */
  readonly findings: CallFindings | null;
  readonly failure: {
    /** One of insufficient_credit, model_failed, model_too_slow, answer_unusable, transcript_missing, abandoned. */
    readonly code: string;
    readonly message: string;
  } | null;
  /** The run that made it; null: the end of the call. */
  readonly analysisRunId: string | null;
}

export interface AnalyzedConversation {
  readonly status: "running" | "completed" | "failed";
  readonly success: OutcomeSuccess;
  readonly sentiment: Sentiment;
  readonly requests: readonly CustomerRequest[];
  readonly findings: ConversationFindings | null;
  readonly failure: {
    /** One of insufficient_credit, model_failed, model_too_slow, answer_unusable, transcript_missing, abandoned. */
    readonly code: string;
    readonly message: string;
  } | null;
  /** The run that made it; null: the silence. */
  readonly analysisRunId: string | null;
}

export interface ArchiveAgentRequest {
  readonly businessId: string;
  readonly agentId: string;
}

export interface ArchiveDataSourceRequest {
  readonly businessId: string;
  readonly sourceId: string;
}

export interface AssignChannelRequest {
  readonly businessId: string;
  readonly channel: AgentChannel;
  readonly phoneNumberId?: string;
  readonly providerAccountId?: string;
  /** Null removes the agent; omitted: unchanged. */
  readonly aiAgentId?: string | null;
  /** Omitted: unchanged; false if the account was never assigned. */
  readonly autoReplyEnabled?: boolean;
  /** Omitted: unchanged; false if the account was never assigned. False also hands back conversations that humans took over in the channel’s app. */
  readonly humanHandoffActive?: boolean;
}

export type AttemptOutcome = "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "skipped" | null;

export interface BegunToolUse {
  readonly useId: string;
  readonly at: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export type BodyParameter = TextParameter | CurrencyParameter | DateTimeParameter;

export type BodyParameterInput = TextParameterInput | CurrencyParameterInput | DateTimeParameterInput;

export interface BodyTemplateComponent {
  readonly type: "body";
  readonly parameters: readonly BodyParameter[];
}

export interface BodyTemplateComponentInput {
  readonly type: "body";
  readonly parameters: readonly BodyParameterInput[];
}

export interface Business {
  readonly businessId: string;
  /** Name of the business. */
  readonly name: string;
}

export interface BusinessRequest {
  readonly businessId: string;
}

/** Reply buttons; quick replies on Instagram. */
export interface ButtonsInteractiveMessage {
  readonly kind: "buttons";
  /** WhatsApp only */
  readonly header?: string;
  /** WhatsApp only */
  readonly footer?: string;
  readonly body: string;
  readonly buttons: readonly {
    /** Returned with the answer; unique. */
    readonly id: string;
    readonly title: string;
  }[];
}

export interface Call {
  readonly id: string;
  readonly status: VoicemailTimelineItemStatus;
  readonly agentName: string | null;
  /** Null: it was not recorded. */
  readonly agentVersion?: number | null;
  readonly campaignName: string | null;
  readonly contactId: string | null;
  readonly contactName: string | null;
  /** The Data Sources of the values. */
  readonly sourceName: string | null;
  /** Snapshot of the values from the client and of granted fields, up to 500 characters each; without those of the contact. */
  readonly callData: Readonly<Record<string, string>>;
  /** E.164 destination */
  readonly calleeNumber: string;
  /** Connected duration */
  readonly durationSeconds: number;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly recordingAvailable: boolean;
  readonly transcriptAvailable: boolean;
  readonly createdAt: string;
  readonly chargedMicrocredits: number;
  readonly endedBy: "customer" | "agent" | "operator" | "system" | "provider" | "unknown" | null;
  readonly endReason: string | null;
  readonly disclosure: CallDisclosure;
  /** The call about whose customer a colleague was called; null: the callee is a customer. */
  readonly consultationOf?: string | null;
  /** Of the analysis of the call; null: it was not analysed. */
  readonly outcome?: CallOutcome | null;
  readonly tags?: readonly string[];
  /** By a person; null: none. */
  readonly score?: number | null;
}

export type CallAcceptedLiveEvent = CallLiveFields & {
  readonly type: "call.accepted";
  readonly status: "queued";
};

export interface CallAnalysis {
  readonly status: "running" | "completed" | "failed";
  readonly success: OutcomeSuccess;
  /** Of the last analysis that completed. */
  readonly findings: CallFindings | null;
  readonly failure: {
    /** One of insufficient_credit, model_failed, model_too_slow, answer_unusable, transcript_missing, abandoned. */
    readonly code: string;
    readonly message: string;
  } | null;
  /** The run that made it; null: the end of the call. */
  readonly analysisRunId: string | null;
  readonly analyzedAt: string | null;
  readonly chargedMicrocredits: number;
}

export type CallAnalyzedEvent = CallEventFields & {
  readonly eventType: "voice.call.analyzed";
  readonly analysis: AnalyzedCall;
};

export type CallAnalyzedLiveEvent = CallLiveFields & {
  readonly type: "call.analyzed";
  readonly outcome: CallOutcome;
};

export type CallAnsweredEvent = CallEventFields & {
  readonly eventType: "voice.call.answered";
  readonly call: {
    readonly status: "answered";
  };
};

export type CallAnsweredLiveEvent = CallLiveFields & {
  readonly type: "call.answered";
  readonly status: "answered";
};

export type CallCancellingLiveEvent = CallLiveFields & {
  readonly type: "call.cancelling";
  readonly status: "cancelling";
};

export type CallChargedEvent = CallEventFields & {
  readonly eventType: "voice.call.charged";
  readonly charge: {
    readonly blocks: number;
    readonly chargedMicrocredits: number;
  };
};

export type CallChargedLiveEvent = CallLiveFields & {
  readonly type: "call.charged";
  readonly blocks: number;
  readonly chargedMicrocredits: number;
};

export interface CallCriterion {
  readonly key: string;
  /** unknown: the transcript does not say. */
  readonly verdict: "met" | "not_met" | "unknown";
  readonly reason: string;
  /** What shows it, in order. */
  readonly evidence: readonly ({
    /** Its index in the transcript. */
    readonly turn: number;
    /** Where it begins in the recording; null: unknown. */
    readonly atMs: number | null;
  })[];
}

export interface CallDetails {
  readonly call: Call;
  readonly transcript: readonly TranscriptTurn[];
  /** Signed; expires after five minutes. */
  readonly recordingUrl?: string;
  /** Signed attachment; same expiry. */
  readonly recordingDownloadUrl?: string;
  readonly recordingFilename?: string;
  readonly diagnostics: CallDiagnostics;
  /** Null: the call was not analysed. */
  readonly analysis?: CallAnalysis | null;
  readonly review?: {
    /** In the order in which they were added. */
    readonly tags: readonly string[];
    readonly score: number | null;
    /** The oldest first. */
    readonly notes: readonly CallNote[];
  };
}

export interface CallDiagnostics {
  readonly attempts: readonly {
    readonly carrier: string;
    readonly at: string;
    readonly outcome: string;
  }[];
  readonly timeline: readonly {
    readonly at: string;
    readonly event: string;
  }[];
  /** The outreach rules as evaluated immediately before the request to the carrier; absent for calls of versions without rules. */
  readonly outreachRules?: readonly OutreachRule[];
  readonly notes: readonly CallDiagnosticsNote[];
  /** Tools that the agent used, in start order. */
  readonly toolUses: readonly CallToolUse[];
  /** Language model tokens for the answers of this call, recorded when its media ends; absent if no model reported them. Answers that were cut off are not included. */
  readonly modelTokens?: readonly {
    readonly model: string;
    readonly inputTokens: number;
    readonly outputTokens: number;
  }[];
  /** Operators of the call: listeners, takeovers and notes to the agent. Absent: none. */
  readonly operators?: {
    readonly lines: readonly OperatorLine[];
    readonly takeOvers: readonly TakeOver[];
    readonly agentNotes: readonly {
      readonly by: CallOperator;
      readonly at: string;
      readonly text: string;
    }[];
  };
  readonly turns: readonly TurnDiagnostics[];
  readonly testVariables: readonly ({
    readonly alias: string;
    /** What the test variable replaced: a missing value, or another value. */
    readonly replaced: "missing" | "value";
  })[];
}

export interface CallDiagnosticsNote {
  readonly code: string;
  readonly atMs: number | null;
}

export type CallDisclosedEvent = CallEventFields & {
  readonly eventType: "voice.call.disclosed";
  readonly disclosure: CallDisclosure;
};

export interface CallDisclosure {
  /** none: the agent had no disclosure to make. not_heard: less than 95 % of it was heard, or it has not been spoken yet. */
  readonly status: "heard" | "not_heard" | "none";
  /** Position in the recording, ms, at which 95 % of it was heard. null unless heard. */
  readonly heardAtMs: number | null;
  /** acked: the carrier confirmed its playback. estimated: computed from the time of sending, because the carrier does not confirm playback. null unless heard. */
  readonly proof: "acked" | "estimated" | null;
}

export type CallEndedEvent = CallEventFields & {
  readonly eventType: "voice.call.ended";
  readonly call: EndedCall;
};

export type CallEndedLiveEvent = CallLiveFields & {
  readonly type: "call.ended";
  readonly status: VoicemailTimelineItemStatus;
  readonly endedBy: EndedBy;
  readonly endReason: string;
  readonly durationSeconds: number;
};

export interface CallEventFields {
  /** 1.1 at present. */
  readonly contractVersion: string;
  /** The same in every attempt: deduplicate by it. */
  readonly eventId: string;
  readonly occurredAt: string;
  readonly businessId: string;
  readonly channel: "voice";
  /** Attempts that have failed so far. */
  readonly retryNumber: number;
  readonly callId: string;
  readonly agentId: string;
  readonly contactId: string | null;
  /** E.164 */
  readonly calleeNumber: string;
  readonly campaignId: string | null;
  readonly iterationId: string | null;
}

export interface CallFindings {
  readonly summary: string;
  readonly sentiment: ConversationFindingsSentiment;
  readonly requests: readonly ({
    readonly request: CustomerRequest;
    /** Of call_back: when; null: the customer named no time. */
    readonly at: string | null;
    /** What shows it, in order. */
    readonly evidence: readonly ({
      /** Its index in the transcript. */
      readonly turn: number;
      /** Where it begins in the recording; null: unknown. */
      readonly atMs: number | null;
    })[];
  })[];
  readonly criteria: readonly CallCriterion[];
  readonly fields: readonly ({
    readonly key: string;
    /** Null: the customer did not state it. */
    readonly value: string | number | boolean | null;
    /** What shows it, in order. */
    readonly evidence: readonly ({
      /** Its index in the transcript. */
      readonly turn: number;
      /** Where it begins in the recording; null: unknown. */
      readonly atMs: number | null;
    })[];
  })[];
}

export type CallHandedBackLiveEvent = CallLiveFields & ({
  readonly type: "call.handed_back";
  readonly reason: "handed_back" | "line_left" | "session_ended";
});

export interface CallList {
  readonly calls: readonly Call[];
  readonly nextCursor: string | null;
}

export interface CallLiveFields {
  readonly occurredAt: string;
  readonly callId: string;
  readonly agentId: string;
  readonly contactId: string | null;
  /** E.164 */
  readonly calleeNumber: string;
  readonly campaignId: string | null;
  readonly iterationId: string | null;
}

export interface CallMemoryEntrySource {
  readonly type: "call";
  readonly id: string;
  /** The turns that show it; of a summary none. */
  readonly evidence: readonly ({
    /** Its index in the transcript. */
    readonly turn: number;
    /** Where it begins in the recording; null: unknown. */
    readonly atMs: number | null;
  })[];
}

export interface CallNote {
  readonly noteId: string;
  readonly text: string;
  readonly by: {
    readonly type: "user" | "key";
    readonly id: string;
    /** null: the user or key no longer exists. */
    readonly name: string | null;
  } | null;
  readonly createdAt: string;
}

export interface CallNoteRequest {
  readonly businessId: string;
  readonly text: string;
}

export type CallNotedLiveEvent = CallLiveFields & {
  readonly type: "call.noted";
  readonly note: CallDiagnosticsNote;
};

export interface CallOperator {
  /** call: the party of another call, who was connected by a consultation. */
  readonly type: "user" | "key" | "call";
  readonly id: string;
  /** null: a call, or the user or key no longer exists. */
  readonly name: string | null;
}

export interface CallOutcome {
  readonly status: "running" | "completed" | "failed";
  readonly success: OutcomeSuccess;
  readonly sentiment: Sentiment;
  readonly requests: readonly CustomerRequest[];
}

export type CallPlacedLiveEvent = CallLiveFields & {
  readonly type: "call.placed";
  readonly status: "queued";
};

/** The query of a list of calls; with text, of a search. */
export interface CallQuery {
  readonly text?: SearchText;
  readonly status?: VoicemailTimelineItemStatus;
  readonly agentId?: string;
  readonly agentVersion?: CallQueryAgentVersion;
  readonly contactId?: string;
  readonly campaignId?: string;
  readonly analysis?: "running" | "completed" | "failed";
  readonly success?: CallQuerySuccess;
  readonly sentiment?: ConversationFindingsSentiment;
  readonly request?: CustomerRequest;
  readonly endedBy?: EndedBy;
  readonly slow?: CallQuerySlow;
  readonly interrupted?: CallQueryInterrupted;
  /** Whether a tool failed. */
  readonly toolFailed?: "true" | "false";
  readonly tag?: AddTag;
  readonly minScore?: number;
  readonly maxScore?: number;
  readonly from?: string;
  readonly to?: string;
}

/** The version of the agent that made it. */
export type CallQueryAgentVersion = number;

export interface CallQueryInput {
  readonly text?: SearchText;
  readonly status?: VoicemailTimelineItemStatus;
  readonly agentId?: string;
  readonly agentVersion?: CallQueryAgentVersion;
  readonly contactId?: string;
  readonly campaignId?: string;
  readonly analysis?: "running" | "completed" | "failed";
  readonly success?: CallQuerySuccess;
  readonly sentiment?: ConversationFindingsSentiment;
  readonly request?: CustomerRequest;
  readonly endedBy?: EndedBy;
  readonly slow?: CallQuerySlow;
  readonly interrupted?: CallQueryInterrupted;
  /** Whether a tool failed. */
  readonly toolFailed?: "true" | "false";
  readonly tag?: AddTag;
  readonly minScore?: number;
  readonly maxScore?: number;
  readonly from?: string;
  readonly to?: string;
}

/** Whether the customer interrupted the agent. */
export type CallQueryInterrupted = "true" | "false";

/** Whether an answer took longer than 2 seconds. */
export type CallQuerySlow = "true" | "false";

/** Whether all success criteria of the agent were met. */
export type CallQuerySuccess = "true" | "false";

export type CallRecordedEvent = CallEventFields & ({
  readonly eventType: "voice.call.recorded";
  /** Null if it could not be stored. */
  readonly recording: {
    readonly bytes: number;
    readonly durationMs: number;
  } | null;
});

export type CallRecordedLiveEvent = CallLiveFields & {
  readonly type: "call.recorded";
  readonly recordingAvailable: boolean;
};

export interface CallReview {
  readonly callId: string;
  readonly tags: readonly string[];
  readonly score: number | null;
}

export type CallReviewedEvent = CallEventFields & {
  readonly eventType: "voice.call.reviewed";
  readonly review: CallReviewedLiveEventReview;
};

export type CallReviewedLiveEvent = CallLiveFields & {
  readonly type: "call.reviewed";
  readonly review: CallReviewedLiveEventReview;
};

export interface CallReviewedLiveEventReview {
  readonly change: "tags" | "score" | "note_added" | "note_removed";
  readonly addedTags: readonly string[];
  readonly removedTags: readonly string[];
  /** If `change` is score: the new one, or null if it was removed. */
  readonly score: number | null;
  readonly note: {
    readonly noteId: string;
    /** Null: the note was removed. */
    readonly text: string | null;
  } | null;
  /** The author of the change; null: unknown. */
  readonly by: {
    readonly type: "user" | "key" | "operator";
    readonly id: string;
  } | null;
}

export interface CallReviews {
  readonly changed: readonly CallReview[];
  readonly failures: readonly {
    readonly callId: string;
    readonly error: {
      readonly code: string;
      readonly message: string;
      readonly retryable: boolean;
    };
  }[];
}

export type CallRingingEvent = CallEventFields & {
  readonly eventType: "voice.call.ringing";
  readonly call: {
    readonly status: "ringing";
  };
};

export type CallRingingLiveEvent = CallLiveFields & {
  readonly type: "call.ringing";
  readonly status: "ringing";
};

export interface CallSearchResult {
  readonly results: readonly {
    readonly call: Call;
    /** Up to three turns in which something was found, in the order of the transcript. */
    readonly snippets: readonly CallSnippet[];
  }[];
  /** Null: nothing more is found. A page may hold fewer results than `limit`, even none, and continue. */
  readonly nextCursor: string | null;
}

export interface CallSnippet {
  /** Its place in the transcript, from 0. */
  readonly turn: number;
  readonly speaker: "customer" | "assistant" | "human";
  /** Where the turn begins in the recording. */
  readonly atMs: number | null;
  /** The part of the text around the first match; … where it is cut. */
  readonly text: string;
  /** What was found in `text`, in UTF-16 units; `end` excluded. */
  readonly matches: readonly {
    readonly start: number;
    readonly end: number;
  }[];
}

export interface CallSystemTimelineItem {
  /** Identifies the item within the timeline. */
  readonly id: string;
  readonly at: string;
  readonly channel: "voice";
  readonly callId: string;
  readonly campaignId: string | null;
  readonly type: "transcript";
  readonly speaker: "customer" | "assistant" | "human";
  readonly text: string;
}

export interface CallTagList {
  readonly tags: readonly {
    readonly tag: string;
    readonly calls: number;
  }[];
}

export type CallTakenOverLiveEvent = CallLiveFields & ({
  readonly type: "call.taken_over";
  readonly by: {
    readonly type: "user" | "key" | "call";
    readonly id: string;
  };
});

export interface CallTimelineItem {
  /** Identifies the item within the timeline. */
  readonly id: string;
  readonly at: string;
  readonly channel: "voice";
  readonly callId: string;
  readonly campaignId: string | null;
  readonly type: "call_started";
  readonly agentName: string;
}

export type CallToolBegunLiveEvent = CallLiveFields & {
  readonly type: "call.tool_begun";
  readonly toolUse: BegunToolUse;
};

export type CallToolEndedLiveEvent = CallLiveFields & {
  readonly type: "call.tool_ended";
  readonly toolUse: EndedToolUse;
};

export interface CallToolUse {
  readonly at: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** unknown: it is not known whether it was done. null: still running, or interrupted. */
  readonly outcome: "done" | "failed" | "unknown" | null;
  /** As reported to the model. */
  readonly result: string | null;
  readonly durationMs: number | null;
}

export interface CallTurn {
  /** Unique in the call. */
  readonly turnId: string;
  readonly speaker: "customer" | "assistant" | "human";
  readonly text: string;
  readonly createdAt: string;
  readonly audioOffsetMs: number | null;
  readonly audioEndOffsetMs: number | null;
  /** The text is keys that the customer pressed; absent: it is words. */
  readonly keys?: boolean;
  /** The Data Sources of which the model was given text for this answer; absent: none. */
  readonly sources?: readonly {
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
  }[];
  readonly interrupted: boolean;
}

export type CallTurnEvent = CallEventFields & {
  readonly eventType: "voice.call.turn";
  readonly turn: CallTurn;
};

export type CallTurnLiveEvent = CallLiveFields & {
  readonly type: "call.turn";
  readonly turn: LiveTurn;
};

export interface CallVoicesLiveEvent {
  readonly type: "call.voices";
  readonly occurredAt: string;
  readonly calls: readonly CallVoicesLiveEventCall[];
}

export interface CallVoicesLiveEventCall {
  readonly callId: string;
  /** 0 is silent. Each step is 10 dB. */
  readonly customer: number;
  /** 0 is silent. Each step is 10 dB. */
  readonly agent: number;
  /** Interim transcript of the customer’s current speech; the final turn is sent as `call.turn`. */
  readonly words: string;
}

/** When recipients may be contacted. */
export interface CallingWindow {
  /** IANA name, for example Europe/Berlin. */
  readonly timezone: string;
  readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
  /** HH:MM */
  readonly start: string;
  /** HH:MM; if before `start`, on the next day. */
  readonly end: string;
  /** Apply days and hours in each recipient's own time zone; `timezone` is for recipients whose zone is unknown. */
  readonly recipientTimezone?: boolean;
}

/** When recipients may be contacted. */
export interface CallingWindowInput {
  /** IANA name, for example Europe/Berlin. */
  readonly timezone: string;
  readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
  /** HH:MM */
  readonly start: string;
  /** HH:MM; if before `start`, on the next day. */
  readonly end: string;
  /** Apply days and hours in each recipient's own time zone; `timezone` is for recipients whose zone is unknown. */
  readonly recipientTimezone?: boolean;
}

export interface Campaign {
  readonly id: string;
  readonly name: string;
  readonly objective: string;
  readonly channel: "voice" | "whatsapp" | "sms";
  readonly agentId: string;
  readonly status: CampaignStatus;
  readonly currentIteration: Iteration;
  readonly counts: IterationCounts;
  readonly createdAt: string;
}

export interface CampaignActionRequest {
  readonly businessId: string;
  readonly action: "start" | "pause" | "cancel";
}

export interface CampaignAnswer {
  readonly campaign: Campaign;
}

export interface CampaignEventFields {
  /** 1.1 at present. */
  readonly contractVersion: string;
  /** The same in every attempt: deduplicate by it. */
  readonly eventId: string;
  readonly occurredAt: string;
  readonly businessId: string;
  readonly channel: "campaign";
  /** Attempts that have failed so far. */
  readonly retryNumber: number;
  readonly campaignId: string;
  readonly campaignName: string;
  readonly iterationId: string;
}

export interface CampaignFindings {
  /** Analysed calls that are counted. */
  readonly calls: number;
  /** Whether all of them are counted: of a larger campaign, the latest 10,000 are. */
  readonly complete: boolean;
  readonly success: CampaignFindingsSuccess;
  readonly sentiments: CampaignFindingsSentiments;
  readonly requests: {
    readonly human: number;
    readonly no_contact: number;
    readonly call_back: number;
  };
  /** The present criteria of the agents of the campaign. */
  readonly criteria: readonly CampaignFindingsCriteria[];
  /** The present fields of the agents of the campaign that are numbers, booleans or have a list of values. */
  readonly fields: readonly CampaignFindingsField[];
  /** Recipients by the state of the call-back that they requested. */
  readonly callBacks: {
    readonly planned: number;
    readonly called: number;
    readonly declined: number;
  };
}

export interface CampaignFindingsAnswer {
  readonly findings: CampaignFindings;
}

export interface CampaignFindingsCriteria {
  readonly key: string;
  readonly met: number;
  readonly notMet: number;
  readonly unknown: number;
  /** The share of `met` among those of which the transcript says it; null: there are none. */
  readonly rate: number | null;
}

export interface CampaignFindingsField {
  readonly key: string;
  readonly type: "choice" | "boolean" | "number";
  /** Calls in which the customer stated it. */
  readonly stated: number;
  /** Of a choice or a boolean: the calls with each value. */
  readonly values: readonly {
    readonly value: string;
    readonly calls: number;
  }[];
  readonly least: number | null;
  readonly mean: number | null;
  readonly most: number | null;
}

export interface CampaignFindingsSentiments {
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
  readonly mixed: number;
}

/** Calls that met all criteria of their agent, or missed one. */
export interface CampaignFindingsSuccess {
  readonly met: number;
  readonly notMet: number;
  readonly unknown: number;
  /** The share of `met` among those of which the transcript says it; null: there are none. */
  readonly rate: number | null;
}

/** The campaign that the message belongs to. */
export type CampaignId = string | null;

export interface CampaignList {
  readonly campaigns: readonly Campaign[];
  readonly nextCursor: string | null;
}

export interface CampaignProgress {
  readonly finished: number;
  readonly percent: number;
  /** Members finished per minute, over the last ten minutes. */
  readonly perMinute: number;
  readonly estimatedEndAt: string | null;
  /** What the iteration is waiting for, if anything. call_back: call-backs that recipients requested; analysis: whether recipients requested one. */
  readonly waitingFor: "audience" | "start" | "window" | "credit" | "agent" | "channel" | "calling_hours" | "attempts" | "limit" | "limits" | "call_back" | "analysis" | null;
}

export type CampaignStatus = "draft" | "scheduled" | "running" | "paused" | "cancelling" | "cancelled" | "completed";

export interface CancelledCall {
  readonly callId: string;
  readonly status: "cancelling" | "cancelled";
}

export interface Category {
  readonly id: string;
  readonly name: string;
  readonly contactCount: number;
}

export interface CategoryAnswer {
  readonly category: Category;
}

export interface CategoryList {
  readonly categories: readonly Category[];
  readonly nextCursor: string | null;
}

export interface Channel {
  readonly channel: AgentChannel;
  readonly label: string;
  readonly status: "live" | "coming_later" | "reserved";
  readonly readiness: "live" | "not_connected" | "unavailable";
  readonly assignmentMode: "phone_number" | "provider_account" | "none";
  readonly connectedAccounts: number;
}

export interface ChannelAssignment {
  readonly phoneNumberId: string | null;
  readonly assignment: AgentAssignment;
}

export interface ChannelAssignmentList {
  /** The id of the only, or first, connected account. */
  readonly phoneNumberId: string | null;
  readonly assignments: readonly AgentAssignment[];
  readonly assignableAgents: readonly {
    readonly id: string;
    readonly name: string;
    readonly referenceName: string;
  }[];
  readonly nextCursor: string | null;
}

export interface ChannelList {
  readonly channels: readonly Channel[];
}

export interface ChannelParticipant {
  readonly id: string;
  readonly channel: "whatsapp" | "instagram";
  readonly displayName: string | null;
  readonly contactId: string | null;
}

/** WhatsApp and Instagram only. */
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
  /** The id that the sender of the message gave it. */
  readonly id: string | null;
  readonly title: string;
  /** The second line of a row. */
  readonly description: string | null;
}

export interface ColumnReview {
  readonly column: string;
  readonly fieldKey?: string;
  readonly type?: DataSourceFieldType;
  readonly include?: boolean;
  readonly key?: boolean;
  /** The order of day, month and year in the column: its dates are stored as ISO 8601 (`05/06/2026` in `dmy` is `2026-06-05`). Required of an included column of dates whose `reviewReason` is `ambiguous_date`. */
  readonly dateOrder?: "dmy" | "mdy" | "ymd";
}

export interface ConfirmAnalysisRequest {
  readonly businessId: string;
  readonly mode: "confirm";
  readonly analysisRunId: string;
  readonly maxChargeMicrocredits: number;
}

export interface ConfirmSimulationRequest {
  readonly businessId: string;
  readonly mode: "confirm";
  readonly simulationRunId: string;
  readonly maxChargeMicrocredits: number;
}

export interface ConfirmSummaryRequest {
  readonly businessId: string;
  readonly mode: "confirm";
  readonly summaryRunId: string;
  readonly maxChargeMicrocredits: number;
}

export interface Contact {
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly categories: readonly {
    readonly id: string;
    readonly name: string;
  }[];
  readonly communicationBlocked: boolean;
  /** Null: the time zones of the number's area apply. */
  readonly timeZone: string | null;
  /** Further numbers of the person, E.164, which came with merged contacts. Absent: none. Campaigns use `mobile` only. */
  readonly otherMobiles?: readonly string[];
  /** A customer gave the number to an agent: campaigns skip the contact until it is confirmed with link-contact, or set. */
  readonly mobileUnconfirmed?: true;
  readonly rollups: {
    readonly voice: ContactRollup;
    readonly whatsapp: ContactRollup;
    readonly instagram: ContactRollup;
  };
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface ContactAnswer {
  readonly contact: Contact;
}

export interface ContactCampaignSummary {
  readonly campaignId: string;
  readonly summaryRunId: string;
  readonly conclusion: string;
  readonly nextAction: string;
  readonly recommended: boolean;
  readonly assessedAt: string;
}

export interface ContactDetails {
  readonly contact: Contact;
  readonly campaignSummary?: ContactCampaignSummary | null;
}

export interface ContactFilter {
  /** Beginnings of words of the name, the mobile number and the field values. */
  readonly search?: string;
  /** Only contacts of this category. */
  readonly categoryId?: string;
  /** Only contacts that may not be contacted, or only those that may. */
  readonly communicationBlocked?: boolean;
  /** Only contacts with at least one call or message, or only those without. */
  readonly contacted?: boolean;
  /** Only contacts whose latest call or message was at this time or later. */
  readonly contactedSince?: string;
  /** Only contacts without a call or a message at this time or later. */
  readonly notContactedSince?: string;
  /** Fields and their exact values. An empty value finds contacts without the field. */
  readonly fields?: Readonly<Record<string, string>>;
}

export interface ContactImport {
  readonly jobId: string;
  readonly status: ContactImportStatus;
  readonly fileName: string;
  readonly counts: ContactImportCounts;
  /** The first 200 issues. */
  readonly issues: readonly ContactImportIssue[];
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

export interface ContactImportAnswer {
  readonly job: ContactImport;
}

export interface ContactImportCounts {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly failed: number;
}

export interface ContactImportIssue {
  /** 1 is the first row after the header row. */
  readonly row: number | null;
  readonly column: string | null;
  readonly code: string;
  readonly message: string;
}

export interface ContactImportList {
  readonly jobs: readonly ContactImport[];
  readonly nextCursor: string | null;
}

export interface ContactImportMapping {
  readonly mobile?: string;
  readonly name?: string;
  /** Columns that form the name, joined by spaces in this order, if `name` is omitted; an empty list: contacts are named by their numbers. */
  readonly nameParts?: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
  /** Column with IANA time zone names; an empty cell keeps the existing value. */
  readonly timeZone?: string;
  readonly ignore?: readonly string[];
  /** Columns of dates, and the order of day, month and year in them: their values are stored as ISO 8601 (`05/06/2026` in `dmy` is `2026-06-05`). A value that is no date in this order is stored as it is, and reported with `date_invalid`. Other columns are stored as they are. */
  readonly dates?: Readonly<Record<string, "dmy" | "mdy" | "ymd">>;
  readonly defaultCountry?: string;
  /** The encoding of a text file. If omitted, it is detected; a byte order mark counts in any case. */
  readonly encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "koi8-r" | "macintosh" | "shift_jis" | "euc-jp" | "euc-kr" | "gb18030" | "big5";
}

export interface ContactImportPreview {
  readonly format: "csv" | "tsv" | "json" | "xlsx";
  /** Null: the format determines it. */
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "koi8-r" | "macintosh" | "shift_jis" | "euc-jp" | "euc-kr" | "gb18030" | "big5" | null;
  /** False: `mapping.encoding` named it, or the format determines it. */
  readonly encodingDetected: boolean;
  readonly delimiter: string | null;
  /** The sheet of a workbook that is read: the first visible one. */
  readonly sheet: string | null;
  /** The line or row with the names of the columns. */
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
  readonly columns: readonly PreviewedColumn[];
  /** Issues of these rows and of the file, as those of the job. */
  readonly issues: readonly ContactImportIssue[];
}

export interface ContactImportPreviewAnswer {
  readonly preview: ContactImportPreview;
}

export type ContactImportStatus = "queued" | "running" | "completed" | "failed";

export interface ContactJob {
  readonly jobId: string;
  readonly action: ContactJobAction;
  readonly dryRun: boolean;
  readonly status: ContactJobStatus;
  readonly progressPercent: number;
  readonly counts: ContactJobCounts;
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

/** `remove_categories` skips contacts that would be left without a category. `block` and `unblock` set `communicationBlocked`. */
export type ContactJobAction = "delete" | "add_categories" | "remove_categories" | "block" | "unblock";

export interface ContactJobAnswer {
  readonly job: ContactJob;
}

export interface ContactJobCounts {
  /** Selected contacts so far. */
  readonly matched: number;
  readonly changed: number;
  /** Contacts that were already as requested, or could not be changed. */
  readonly skipped: number;
}

export interface ContactJobList {
  readonly jobs: readonly ContactJob[];
  readonly nextCursor: string | null;
}

export interface ContactJobProgressLiveEvent {
  readonly type: "contact_job.progress";
  readonly occurredAt: string;
  readonly jobId: string;
  readonly action: ContactJobAction;
  readonly dryRun: boolean;
  readonly status: ContactJobStatus;
  readonly progressPercent: number;
  readonly counts: ContactJobCounts;
  readonly finishedAt: string | null;
}

export type ContactJobStatus = "queued" | "running" | "completed" | "cancelled" | "failed";

export interface ContactList {
  readonly contacts: readonly Contact[];
  readonly nextCursor: string | null;
}

export interface ContactMemory {
  readonly entries: readonly MemoryEntry[];
  readonly nextCursor: string | null;
}

export interface ContactRollup {
  readonly count: number;
  readonly lastAt: string | null;
  readonly lastOutcome: string | null;
}

export interface ContactTimeline {
  readonly timeline: readonly TimelineItem[];
  readonly nextCursor: string | null;
}

export interface ContactsPayload {
  /** Contact cards. */
  readonly kind: "contacts";
  readonly contacts: readonly SharedContact[];
}

export interface Conversation {
  readonly id: string;
  readonly channel: "whatsapp" | "instagram";
  /** The account of the business: a phone number id or an Instagram account id. */
  readonly accountId: string;
  /** Null if the account is no longer connected. */
  readonly accountName: string | null;
  /** The address of the customer: a number in E.164, or the channel’s id. */
  readonly address: string;
  readonly participantId: ParticipantId;
  readonly contactId: string | null;
  /** The name of the contact, otherwise the name on the channel. */
  readonly name: string | null;
  readonly lastMessage: ConversationLastMessage | null;
  readonly lastActivityAt: string;
  /** Unread messages of the customer. */
  readonly unread: number;
  /** When the customer began to wait for a human: no agent answers, and no human has answered. */
  readonly waitingSince: string | null;
  /** What the customer wants, in the words of the agent that handed over. */
  readonly handOverReason: string | null;
  /** Who answers the next message of the customer. */
  readonly answering: "human" | "agent" | "backend" | "nobody";
  /** The name of the agent that is assigned to the account. */
  readonly agentName: string | null;
  /** The user who has taken it over in the console. */
  readonly takenBy: {
    readonly userId: string;
    /** Null if the user no longer exists. */
    readonly name: string | null;
  } | null;
  /** When it returns to the agent, unless it is handed back earlier or a human writes again. */
  readonly humanUntil: string | null;
  /** Of the latest messages between two silences; null: they were not analysed. */
  readonly outcome: CallOutcome | null;
  /** When the window for free text closes; null before the first message of the customer. */
  readonly windowClosesAt: string | null;
}

export interface ConversationAnalysis {
  readonly status: "running" | "completed" | "failed";
  readonly success: OutcomeSuccess;
  readonly findings: ConversationFindings | null;
  readonly failure: {
    /** One of insufficient_credit, model_failed, model_too_slow, answer_unusable, transcript_missing, abandoned. */
    readonly code: string;
    readonly message: string;
  } | null;
  /** The first message that was analysed. */
  readonly firstMessageId: string;
  /** The last one. */
  readonly lastMessageId: string;
  /** The run that made it; null: the silence. */
  readonly analysisRunId: string | null;
  readonly analyzedAt: string | null;
  readonly chargedMicrocredits: number;
}

export type ConversationAnalyzedEvent = WhatsappEventFields & {
  readonly eventType: "conversation.analyzed";
  readonly analysis: AnalyzedConversation;
};

export type ConversationAnalyzedLiveEvent = ConversationLiveFields & {
  readonly type: "conversation.analyzed";
  readonly outcome: CallOutcome;
};

export interface ConversationCriterion {
  readonly key: string;
  /** unknown: the transcript does not say. */
  readonly verdict: "met" | "not_met" | "unknown";
  readonly reason: string;
  /** What shows it, in order. */
  readonly evidence: readonly {
    readonly messageId: string;
    readonly at: string;
  }[];
}

export interface ConversationDetails {
  readonly conversation: Conversation;
  readonly analysis: ConversationAnalysis | null;
}

export interface ConversationFindings {
  readonly summary: string;
  readonly sentiment: ConversationFindingsSentiment;
  readonly requests: readonly ({
    readonly request: CustomerRequest;
    /** Of call_back: when; null: the customer named no time. */
    readonly at: string | null;
    /** What shows it, in order. */
    readonly evidence: readonly {
      readonly messageId: string;
      readonly at: string;
    }[];
  })[];
  readonly criteria: readonly ConversationCriterion[];
  readonly fields: readonly ({
    readonly key: string;
    /** Null: the customer did not state it. */
    readonly value: string | number | boolean | null;
    /** What shows it, in order. */
    readonly evidence: readonly {
      readonly messageId: string;
      readonly at: string;
    }[];
  })[];
}

/** The customer's, over the whole call. */
export type ConversationFindingsSentiment = "positive" | "neutral" | "negative" | "mixed";

export type ConversationGivenBackLiveEvent = ConversationLiveFields & {
  readonly type: "conversation.given_back";
  readonly userId: string;
};

export type ConversationHandedOverLiveEvent = ConversationLiveFields & ({
  readonly type: "conversation.handed_over";
  /** What the customer wants, in the agent’s words. */
  readonly reason: string | null;
});

export interface ConversationLastMessage {
  readonly messageId: string;
  readonly at: string;
  readonly direction: "inbound" | "outbound";
  /** customer, api, agent, human or campaign */
  readonly author: string;
  /** text, image, template, or the channel’s name of another type */
  readonly messageType: string;
  /** The first 200 characters. */
  readonly text: string | null;
  readonly status: DeliveryStatus;
}

export type ConversationLinkedLiveEvent = ConversationLiveFields & {
  readonly type: "conversation.linked";
};

export interface ConversationList {
  readonly conversations: readonly Conversation[];
  readonly nextCursor: string | null;
}

export interface ConversationLiveFields {
  readonly occurredAt: string;
  readonly conversationId: string;
  readonly participantId: ParticipantId;
  readonly channel: "whatsapp" | "instagram";
  /** The account of the business: a phone number id or an Instagram account id. */
  readonly accountId: string;
  readonly contactId: string | null;
}

export interface ConversationMemoryEntrySource {
  readonly type: "conversation";
  readonly id: string;
  /** The messages that show it; of a summary none. */
  readonly evidence: readonly {
    readonly messageId: string;
    readonly at: string;
  }[];
}

export type ConversationReadLiveEvent = ConversationLiveFields & {
  readonly type: "conversation.read";
  readonly userId: string;
};

export type ConversationTakenLiveEvent = ConversationLiveFields & {
  readonly type: "conversation.taken";
  readonly userId: string;
};

export interface CouponButtonComponent {
  readonly type: "button";
  readonly sub_type: "copy_code";
  readonly index: string | number;
  readonly parameters: readonly {
    readonly type: "coupon_code";
    /** May contain {{alias}} placeholders. */
    readonly coupon_code: string;
  }[];
}

export interface CouponButtonComponentInput {
  readonly type: "button";
  readonly sub_type: "copy_code";
  readonly index: string | number;
  readonly parameters: readonly {
    readonly type: "coupon_code";
    /** May contain {{alias}} placeholders. */
    readonly coupon_code: string;
  }[];
}

export interface CreateAgentRequest {
  readonly businessId: string;
  readonly name: string;
  readonly channel: AgentChannel;
  /** At most 20,000 words. */
  readonly instructions: string;
  readonly languageCode?: string;
  readonly dataSourceIds?: readonly string[];
  readonly contactCategoryIds?: readonly string[];
  readonly dataSourceVariables?: readonly {
    readonly sourceId: string;
    readonly fieldKey: string;
    readonly alias: string;
  }[];
  readonly voiceSettings?: NewVoiceSettings;
  /** WhatsApp and Instagram only. */
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
  readonly assignment?: AgentAssignmentRequest | null;
}

export interface CreateCampaignRequest {
  readonly businessId: string;
  readonly name: string;
  readonly objective: string;
  readonly channel: "voice" | "whatsapp" | "sms";
  readonly agentId: string;
  /** Contacts by id and every contact of the categories, each once. */
  readonly audience: {
    readonly contactIds?: readonly string[];
    readonly categoryIds?: readonly string[];
    readonly excludeContactIds?: readonly string[];
  };
  readonly settings?: IterationSettingsInput;
  readonly startAt?: string;
}

export interface CreateCategoryRequest {
  readonly businessId: string;
  readonly name: string;
}

export interface CreateContactRequest {
  readonly businessId: string;
  readonly name: string;
  /** E.164 */
  readonly mobile: string;
  readonly categoryIds: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
  /** IANA name, for example Europe/Berlin. Takes precedence over the time zones of the number's area. */
  readonly timeZone?: string;
}

export interface CreateDataSourceRequest {
  readonly businessId: string;
  readonly class: "structured" | "unstructured";
  readonly name: string;
  readonly description?: string;
  readonly rows?: readonly (Readonly<Record<string, string | number | boolean | null>>)[];
  readonly text?: string;
  readonly database?: {
    /** Name of a connection that the operator of the service has allowed the business to use. */
    readonly connection: string;
    /** An allowed table or view of that connection, for example `customers` or `crm.customers`. */
    readonly table: string;
  };
}

export interface CreateIterationRequest {
  readonly businessId: string;
  readonly channel: "voice" | "whatsapp" | "sms";
  readonly agentId?: string;
  readonly audience: IterationAudience;
  readonly settings?: IterationSettingsInput;
  readonly startAt?: string;
}

export type CreateSavedViewRequest = {
  readonly businessId: string;
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
  readonly businessId: string;
  readonly name: string;
  /** The agent that it is for; null: any. It can be run with other agents as well. */
  readonly agentId?: string | null;
  /** Channel of the conversations. */
  readonly channel: "voice" | "whatsapp";
  readonly scenario: ScenarioInput;
}

export interface CreateSubscriptionRequest {
  readonly businessId: string;
  readonly channel: SubscriptionChannel;
  readonly phoneNumberId?: string;
  readonly providerAccountId?: string;
  /** An https address that is reachable from the internet. */
  readonly callbackUrl: string;
  /** Events of the channel. message events report messages sent through the message endpoint; agent_message events report those of agents and campaigns. */
  readonly events: readonly WebhookEventType[];
  /** For whatsapp and instagram: the subscriber answers. It can be left out if all events are of those that report on answers by agents and on outcomes: agent_message events and conversation.analyzed. */
  readonly externalAutomation?: true;
}

export interface CreatedAgent {
  readonly agent: Agent;
  readonly referenceName: string;
  readonly channelReadiness: "live" | "not_connected" | "unavailable";
  readonly assignment: AgentAssignment | null;
}

export interface CreatedDataSource {
  readonly dataSource: DataSource;
  readonly ingestion: Ingestion | null;
}

export interface CreatedSubscription {
  readonly subscription: Subscription;
  /** Returned only once. The text itself is the signing key. Null in the response to a repeated request. */
  readonly signingSecret: string | null;
}

export interface CriterionComparison {
  readonly criterion: string;
  readonly base: CriterionResult;
  readonly other: CriterionResult;
  readonly passRate: {
    readonly difference: number;
    readonly interval: {
      readonly low: number;
      readonly high: number;
    } | null;
    readonly trend: "better" | "worse" | "unclear";
  } | null;
  readonly score: {
    readonly difference: number;
    readonly interval: {
      readonly low: number;
      readonly high: number;
    } | null;
    readonly trend: "better" | "worse" | "unclear";
  } | null;
}

export interface CriterionResult {
  readonly criterion: string;
  readonly passed: number;
  readonly failed: number;
  /** Conversations in which it could not be judged. */
  readonly errors: number;
  /** Of the conversations with a verdict, from 0 to 1; null if there are none. */
  readonly passRate: number | null;
  readonly passInterval: {
    readonly low: number;
    readonly high: number;
  } | null;
  /** Of a criterion whose judge gives scores. */
  readonly score: CriterionScore | null;
}

export interface CriterionScore {
  readonly count: number;
  /** From 0 to 10. */
  readonly mean: number;
  /** Standard deviation; null with a single score. */
  readonly deviation: number | null;
  readonly interval: {
    readonly low: number;
    readonly high: number;
  } | null;
}

export interface CurrencyParameter {
  readonly type: "currency";
  readonly currency: {
    readonly fallback_value: TemplateText;
    /** ISO 4217 */
    readonly code: string;
    /** The amount times 1,000. */
    readonly amount_1000: number;
  };
}

export interface CurrencyParameterInput {
  readonly type: "currency";
  readonly currency: {
    readonly fallback_value: TemplateText;
    /** ISO 4217 */
    readonly code: string;
    /** The amount times 1,000. */
    readonly amount_1000: number;
  };
}

/** human: a person instead of the agent; no_contact: not to be contacted again. */
export type CustomerRequest = "human" | "no_contact" | "call_back";

export interface DataSource {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly class: "structured" | "unstructured";
  readonly status: "active" | "archived";
  /** True for the contacts of the business. */
  readonly builtIn: boolean;
  /** Fields that can be granted to agents. */
  readonly fields: readonly {
    readonly key: string;
    readonly label: string;
    readonly type: DataSourceFieldType;
  }[];
  /** The field that binds rows to contacts. */
  readonly keyField: string | null;
  /** The table that versions are read from; null: they are read from files. */
  readonly database: {
    /** Name of a connection that the operator of the service has allowed the business to use. */
    readonly connection: string;
    /** An allowed table or view of that connection, for example `customers` or `crm.customers`. */
    readonly table: string;
  } | null;
  readonly itemCount: number;
  readonly activeVersionId: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

export interface DataSourceAnswer {
  readonly dataSource: DataSource;
}

export type DataSourceFieldType = "text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "mobile" | "email" | "uuid";

export interface DataSourceList {
  readonly dataSources: readonly DataSource[];
  readonly nextCursor: string | null;
}

export type DataSourceVersionStatus = "draft" | "validated" | "active" | "superseded";

export interface DateReading {
  readonly value: string;
  readonly dmy: string | null;
  readonly mdy: string | null;
  readonly ymd: string | null;
}

export interface DateTimeParameter {
  readonly type: "date_time";
  readonly date_time: {
    readonly fallback_value: TemplateText;
  };
}

export interface DateTimeParameterInput {
  readonly type: "date_time";
  readonly date_time: {
    readonly fallback_value: TemplateText;
  };
}

export interface DeleteCategoryRequest {
  readonly businessId: string;
  readonly categoryId: string;
  readonly confirmName: string;
}

export type DeleteContactsRequest = {
  readonly businessId: string;
} & ({
  readonly contactIds: readonly string[];
  readonly categoryId?: never;
} | {
  readonly categoryId: string;
  readonly contactIds?: never;
});

export interface DeletedContacts {
  readonly deleted: number;
}

/** Of an outbound message. */
export type DeliveryStatus = "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed" | null;

export interface EndSplitRequest {
  readonly businessId: string;
  /** One of the two versions; it is published again if it is not the published one. Default: none, and the published version stays. */
  readonly winner?: number;
}

export type EndedBy = "customer" | "agent" | "operator" | "system" | "provider" | "unknown";

export interface EndedCall {
  readonly status: VoicemailTimelineItemStatus;
  readonly endedBy: EndedBy;
  readonly endReason: string;
  readonly durationSeconds: number;
  readonly disclosure: CallDisclosure;
}

export interface EndedToolUse {
  /** The `useId` of the matching `call.tool_begun`. */
  readonly useId: string;
  readonly outcome: "done" | "failed" | "unknown";
  /** As reported to the model. */
  readonly result: string;
  readonly durationMs: number;
}

export interface EraseContactMemoryRequest {
  readonly businessId: string;
  /** Absent: everything that was said until now. */
  readonly entryIds?: readonly string[];
}

export interface ErasedContactMemory {
  readonly erased: number;
}

export interface ErasedSessionLog {
  readonly callId: string;
  /** Whether a log was kept. */
  readonly erased: boolean;
}

export interface EstimateAnalysisRequest {
  readonly businessId: string;
  readonly mode: "estimate";
  /** Default: calls. */
  readonly of?: "calls" | "conversations";
  readonly from?: string;
  readonly to?: string;
  readonly filter?: AnalysisFilter;
}

export interface EstimateSimulationRequest {
  readonly businessId: string;
  readonly mode: "estimate";
  readonly scenarioId: string;
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
  readonly businessId: string;
  readonly mode: "estimate";
}

export interface FailedCallError {
  readonly code: string;
  readonly message: string;
  readonly category: string;
  readonly retryable: boolean;
  readonly details?: readonly {
    readonly path: string;
    readonly message: string;
  }[];
}

export interface FormPayload {
  /** A form that the customer has filled in (a WhatsApp Flow). */
  readonly kind: "form";
  /** Name of the form. */
  readonly name: string | null;
  readonly fields: readonly {
    readonly name: string;
    readonly value: string;
  }[];
}

export interface HandedOverTimelineItem {
  /** Identifies the item within the timeline. */
  readonly id: string;
  readonly at: string;
  readonly channel: "whatsapp" | "instagram";
  /** An agent handed the conversation over to people. No agent answers in it any more. */
  readonly type: "handed_over";
  readonly conversationId: string;
  readonly participantId: ParticipantId;
  readonly campaignId: null;
  /** What the customer wants, in the agent’s words. */
  readonly reason: string | null;
}

export interface HangUpVoicemail {
  readonly type: "hang_up";
}

export interface HangUpVoicemailInput {
  readonly type: "hang_up";
}

export type HeaderParameter = TextParameter | CurrencyParameter | DateTimeParameter | ImageParameter;

export type HeaderParameterInput = TextParameterInput | CurrencyParameterInput | DateTimeParameterInput | ImageParameterInput;

export interface HeaderTemplateComponent {
  readonly type: "header";
  readonly parameters: readonly HeaderParameter[];
}

export interface HeaderTemplateComponentInput {
  readonly type: "header";
  readonly parameters: readonly HeaderParameterInput[];
}

export type ImageParameter = {
  readonly type: "image";
  /** Exactly one of the two. */
  readonly image: {
    /** A mediaId from POST /media. */
    readonly id: string;
    readonly link?: never;
  } | {
    /** https; the channel fetches it. */
    readonly link: string;
    readonly id?: never;
  };
};

export type ImageParameterInput = {
  readonly type: "image";
  /** Exactly one of the two. */
  readonly image: {
    /** A mediaId from POST /media. */
    readonly id: string;
    readonly link?: never;
  } | {
    /** https; the channel fetches it. */
    readonly link: string;
    readonly id?: never;
  };
};

export interface ImportContactsRequest {
  readonly businessId: string;
  readonly categoryIds: readonly string[];
  readonly mapping?: ContactImportMapping;
  readonly fileName: string;
  readonly contentBase64: string;
}

export interface ImportProgressLiveEvent {
  readonly type: "import.progress";
  readonly occurredAt: string;
  readonly jobId: string;
  readonly status: ContactImportStatus;
  readonly fileName: string;
  readonly counts: ContactImportCounts;
  readonly finishedAt: string | null;
}

export interface ImportSuppressionsRequest {
  readonly businessId: string;
  readonly fileName: string;
  readonly contentBase64: string;
}

export interface ImportToolsRequest {
  readonly businessId: string;
  readonly url: string;
  /** Bearer token for the server. Never returned. */
  readonly token?: string;
  readonly oauth?: SetToolRequestOauth;
  /** Names of the tools to add, as on the server. Omitted: none is added. */
  readonly tools?: readonly string[];
  /** Prefix for their names, followed by an underscore. */
  readonly prefix?: string;
  /** How long its answer is awaited. Default: 8. */
  readonly timeoutSeconds?: number;
  /** The agents that may use it. Omitted: every agent of the business. */
  readonly agentIds?: readonly string[];
}

export interface ImportedSuppressions {
  readonly rows: number;
  readonly suppressed: number;
  readonly failed: number;
  /** The first 200 skipped rows, with the reason. */
  readonly issues: readonly {
    readonly row: number;
    readonly code: string;
    readonly message: string;
  }[];
}

export interface ImportedTools {
  readonly offered: readonly {
    readonly name: string;
    readonly description: string;
  }[];
  readonly tools: readonly Tool[];
}

export interface Ingestion {
  readonly ingestionId: string;
  readonly jobId: string;
  readonly sourceId: string;
  readonly versionId: string;
  readonly stage: IngestionStage;
  readonly versionStatus: DataSourceVersionStatus;
  readonly fileName: string;
  readonly counts: IngestionCounts;
  readonly columns: readonly IngestionColumn[];
  readonly issues: readonly ContactImportIssue[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface IngestionAnswer {
  readonly ingestion: Ingestion;
}

export interface IngestionColumn {
  readonly column: string;
  readonly fieldKey: string;
  readonly type: DataSourceFieldType;
  readonly include: boolean;
  readonly key: boolean;
  readonly filled: number;
  readonly empty: number;
  /** Values that do not match the type; they count as missing. */
  readonly misfits: number;
  readonly needsReview: boolean;
  readonly reviewReason: string | null;
  /** As chosen in the review; absent: dates are kept as written. */
  readonly dateOrder?: "dmy" | "mdy" | "ymd";
}

/** For a document: the passages of its text. */
export interface IngestionCounts {
  readonly rows: number;
  readonly failed: number;
}

export interface IngestionList {
  readonly ingestions: readonly Ingestion[];
  readonly nextCursor: string | null;
}

export interface IngestionProgressLiveEvent {
  readonly type: "ingestion.progress";
  readonly occurredAt: string;
  readonly ingestionId: string;
  readonly sourceId: string;
  readonly versionId: string;
  readonly stage: IngestionStage;
  readonly versionStatus: DataSourceVersionStatus;
  readonly fileName: string;
  readonly counts: IngestionCounts;
}

export type IngestionStage = "received" | "parsing" | "profiling" | "needs_review" | "validated" | "active" | "failed";

export type InstagramAgentDeliveryEvent = InstagramEventFields & ({
  readonly eventType: "instagram.agent_message.sent" | "instagram.agent_message.seen" | "instagram.agent_message.failed";
  readonly author: "agent" | "campaign";
  readonly campaignId: CampaignId;
  /** Null if the channel never had the message. */
  readonly providerMessageId: string | null;
  readonly messageId: string;
  readonly recipient: {
    readonly instagramId: string;
  };
  readonly delivery: MessageDelivery;
});

export type InstagramAmendmentEvent = InstagramEventFields & ({
  readonly eventType: "instagram.message.edited" | "instagram.message.revoked";
  /** The channel’s id of the message. */
  readonly providerMessageId: string;
  readonly message: {
    /** From now on; null: its content is gone. */
    readonly text: string | null;
  };
});

export interface InstagramComment {
  readonly id: string | null;
  readonly text: string | null;
  readonly mediaId: string | null;
  readonly parentId: string | null;
}

export type InstagramCommentReceivedEvent = InstagramEventFields & {
  readonly eventType: "instagram.comment.received";
  readonly providerMessageId: string;
  readonly customer: InstagramCustomer;
  readonly comment: InstagramComment;
  /** Whether a person answers: store it, and do not answer. */
  readonly humanHandoffActive: boolean;
};

export type InstagramCommentRepliedEvent = InstagramEventFields & ({
  readonly eventType: "instagram.comment.replied" | "instagram.comment.failed";
  readonly comment: InstagramComment;
  readonly author?: "agent" | "campaign";
  readonly campaignId?: CampaignId;
  /** Null if the channel never had the message. */
  readonly providerMessageId: string | null;
  readonly messageId: string;
  readonly recipient: {
    readonly instagramId: string;
  };
  readonly delivery: MessageDelivery;
});

export interface InstagramConnection {
  readonly providerAccountId: string;
  readonly displayName: string;
  readonly username: string | null;
  readonly connectedAt: string;
}

export interface InstagramConnectionAnswer {
  readonly connected: boolean;
  readonly connections: readonly InstagramConnection[];
  readonly nextCursor: string | null;
}

export interface InstagramCustomer {
  readonly instagramId: string | null;
  readonly username: string | null;
  readonly name: string | null;
}

export type InstagramDeliveryEvent = InstagramEventFields & ({
  readonly eventType: "instagram.message.sent" | "instagram.message.seen" | "instagram.message.failed";
  /** Null if the channel never had the message. */
  readonly providerMessageId: string | null;
  readonly messageId: string;
  readonly recipient: {
    readonly instagramId: string;
  };
  readonly delivery: MessageDelivery;
});

export interface InstagramEventFields {
  /** 1.1 at present. */
  readonly contractVersion: string;
  /** The same in every attempt: deduplicate by it. */
  readonly eventId: string;
  readonly occurredAt: string;
  readonly businessId: string;
  readonly channel: "instagram";
  /** Attempts that have failed so far. */
  readonly retryNumber: number;
  readonly conversationId: string;
  readonly instagramAccountId: string;
  readonly participantId: ParticipantId;
}

export type InstagramMessageReactionEvent = InstagramEventFields & ({
  readonly eventType: "instagram.message.reaction";
  readonly providerMessageId: string;
  readonly customer: InstagramCustomer;
  readonly reaction: {
    readonly emoji: string | null;
    /** react or unreact */
    readonly action: string;
    /** The channel’s id of the message. */
    readonly messageId: string;
  };
  /** Whether a person answers: store it, and do not answer. */
  readonly humanHandoffActive: boolean;
});

export type InstagramMessageReceivedEvent = InstagramEventFields & {
  readonly eventType: "instagram.message.received";
  readonly providerMessageId: string;
  readonly customer: InstagramCustomer;
  readonly message: ReceivedMessage;
  /** Whether a person answers: store it, and do not answer. */
  readonly humanHandoffActive: boolean;
};

export type InstagramMessageReferralEvent = InstagramEventFields & ({
  readonly eventType: "instagram.message.referral";
  readonly providerMessageId: string;
  readonly customer: InstagramCustomer;
  readonly referral: {
    readonly source: string | null;
    readonly type: string | null;
    readonly ref: string | null;
  };
  /** Whether a person answers: store it, and do not answer. */
  readonly humanHandoffActive: boolean;
});

export type InteractiveMessage = ButtonsInteractiveMessage | ListInteractiveMessage | LinkInteractiveMessage;

export interface Iteration {
  readonly id: string;
  readonly campaignId: string;
  readonly ordinal: number;
  readonly channel: "voice" | "whatsapp" | "sms";
  readonly agentId: string;
  readonly status: CampaignStatus;
  readonly settings: IterationSettings;
  /** Whether the member list is complete. */
  readonly audienceReady: boolean;
  readonly counts: IterationCounts;
  readonly progress: CampaignProgress;
  readonly startAt: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly createdAt: string;
}

export interface IterationAnswer {
  readonly iteration: Iteration;
}

/** Members of earlier iterations by outcome (default: all iterations and outcomes), contacts by id, or the contacts that a completed summary run recommends. */
export interface IterationAudience {
  readonly fromIterationIds?: readonly string[];
  readonly outcomes?: readonly RecipientOutcome[];
  readonly contactIds?: readonly string[];
  readonly recommendedBySummaryRunId?: string;
}

/** Members by status. */
export interface IterationCounts {
  readonly total: number;
  readonly pending: number;
  readonly claimed: number;
  readonly active: number;
  readonly retry_wait: number;
  readonly completed: number;
  readonly voicemail: number;
  readonly no_answer: number;
  readonly busy: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly skipped: number;
}

export type IterationCreatedLiveEvent = IterationLiveFields & {
  readonly type: "iteration.created";
};

export type IterationEvent = CampaignEventFields & ({
  readonly eventType: "campaign.iteration.started" | "campaign.iteration.paused" | "campaign.iteration.cancelling" | "campaign.iteration.ended";
  readonly iteration: IterationEventIteration;
});

export interface IterationEventIteration {
  readonly ordinal: number;
  readonly channel: "voice" | "whatsapp" | "sms";
  readonly agentId: string;
  readonly status: CampaignStatus;
}

export interface IterationList {
  readonly iterations: readonly Iteration[];
  readonly nextCursor: string | null;
}

export interface IterationLiveFields {
  readonly occurredAt: string;
  readonly campaignId: string;
  readonly campaignName: string;
  readonly iterationId: string;
  readonly ordinal: number;
  readonly channel: "voice" | "whatsapp" | "sms";
  readonly agentId: string;
}

export type IterationProgressLiveEvent = IterationLiveFields & {
  readonly type: "iteration.progress";
  readonly status: CampaignStatus;
  /** Whether the member list is complete. */
  readonly audienceReady: boolean;
  readonly counts: IterationCounts;
  readonly progress: CampaignProgress;
};

export interface IterationSettings {
  readonly maxRetries: number;
  readonly retryDelayMinutes: number;
  readonly retryVoicemail: boolean;
  readonly callBacks: {
    /** Call-backs of each recipient, at most. */
    readonly maxPerContact: number;
    /** How long after the call in which it was requested a call-back may be made. */
    readonly withinDays: number;
  } | null;
  readonly window: CallingWindow | null;
  readonly messageText: string | null;
  readonly templateName: string | null;
  readonly templateLanguage: string | null;
  readonly templateComponents: readonly TemplateComponent[];
}

export interface IterationSettingsInput {
  readonly maxRetries?: number;
  readonly retryDelayMinutes?: number;
  /** Voice: count an answering machine as unanswered, so that maxRetries and retryDelayMinutes apply to it. */
  readonly retryVoicemail?: boolean;
  /** Voice: call recipients again at the time that they requested, as the analysis of their call states it. */
  readonly callBacks?: {
    /** Call-backs of each recipient, at most. */
    readonly maxPerContact: number;
    /** How long after the call in which it was requested a call-back may be made. */
    readonly withinDays: number;
  };
  readonly window?: CallingWindowInput;
  /** WhatsApp; may contain {{alias}} placeholders. Reaches customers who wrote within the last 24 hours. */
  readonly messageText?: string;
  /** WhatsApp; an approved template. */
  readonly templateName?: string;
  /** Language of the template, for example en_US. Default: the language of the agent. */
  readonly templateLanguage?: string;
  /** In the format of Meta’s Cloud API; texts may contain {{alias}} placeholders of an agent. */
  readonly templateComponents?: readonly TemplateComponentInput[];
}

export type IterationStatusLiveEvent = IterationLiveFields & {
  readonly type: "iteration.status";
  readonly status: CampaignStatus;
};

export interface LeaveMessageVoicemail {
  readonly type: "leave_message";
  readonly text: string;
}

export interface LeaveMessageVoicemailInput {
  readonly type: "leave_message";
  readonly text: string;
}

export interface Leg {
  /** test: be the caller of a test call. listen: hear a call. take_over: hear a call and speak in place of the agent. */
  readonly purpose: "test" | "listen" | "take_over";
  /** Valid for one websocket; send it in the first message. */
  readonly token: string;
  readonly expiresAt: string;
  /** Path of the websocket on this service. */
  readonly signallingPath: string;
}

export interface LegAnswer {
  readonly callId: string;
  readonly leg: Leg;
}

export interface LinkButtonComponent {
  readonly type: "button";
  readonly sub_type: "url";
  readonly index: string | number;
  readonly parameters: readonly TextParameter[];
}

export interface LinkButtonComponentInput {
  readonly type: "button";
  readonly sub_type: "url";
  readonly index: string | number;
  readonly parameters: readonly TextParameterInput[];
}

export interface LinkContactRequest {
  readonly businessId: string;
  /** E.164 */
  readonly mobile: string;
  readonly name?: string;
  readonly categoryIds?: readonly string[];
}

/** A button that opens an address. */
export interface LinkInteractiveMessage {
  readonly kind: "link";
  /** WhatsApp only */
  readonly header?: string;
  /** WhatsApp only */
  readonly footer?: string;
  readonly body: string;
  readonly label: string;
  /** https or http */
  readonly url: string;
}

export interface LinkedContact {
  readonly participant: ChannelParticipant;
  readonly contact: Contact;
}

/** A list to choose from; WhatsApp only. */
export interface ListInteractiveMessage {
  readonly kind: "list";
  /** WhatsApp only */
  readonly header?: string;
  /** WhatsApp only */
  readonly footer?: string;
  readonly body: string;
  /** The label that opens the list. */
  readonly button: string;
  /** At most 10 rows in all. */
  readonly sections: readonly {
    /** Required if there are several sections. */
    readonly title?: string;
    readonly rows: readonly {
      /** Returned with the answer; unique. */
      readonly id: string;
      readonly title: string;
      readonly description?: string;
    }[];
  }[];
}

export interface LiveTurn {
  /** Unique in the call. */
  readonly turnId: string;
  readonly speaker: "customer" | "assistant" | "human";
  readonly text: string;
  readonly createdAt: string;
  readonly audioOffsetMs: number | null;
  readonly audioEndOffsetMs: number | null;
  /** The text is keys that the customer pressed; absent: it is words. */
  readonly keys?: boolean;
  /** The Data Sources of which the model was given text for this answer; absent: none. */
  readonly sources?: readonly {
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
  }[];
  readonly interrupted: boolean;
  readonly heard: "acked" | "estimated";
  readonly latencies: TurnLatencies | null;
}

export interface LocationMessage {
  readonly latitude: number;
  readonly longitude: number;
  readonly name?: string;
  /** Shown only with a name. */
  readonly address?: string;
}

export interface LocationPayload {
  readonly kind: "location";
  /** Degrees. */
  readonly latitude: number | null;
  /** Degrees. */
  readonly longitude: number | null;
  /** Name of the place. */
  readonly name: string | null;
  /** Its address. */
  readonly address: string | null;
  /** A page about it. */
  readonly url: string | null;
}

export interface Media {
  readonly mediaId: string;
  readonly providerMediaId: string;
  readonly mediaType: MediaType;
  readonly mimeType: string;
  readonly uploadedAt: string;
  readonly expiresAt: string;
  /** Lower-case hexadecimal, of the bytes. */
  readonly contentSha256: string;
  readonly providerStatus: "uploaded";
  readonly correlationId: string;
}

export type MediaType = "image" | "document" | "video" | "audio";

export interface Membership {
  readonly contactId: string;
  /** Null: the contact was deleted. */
  readonly contactName: string | null;
  readonly iterationId: string;
  readonly status: "pending" | "claimed" | "active" | "retry_wait" | "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "skipped";
  readonly attempts: readonly MembershipAttempt[];
  readonly outcome: AttemptOutcome;
  readonly skipReason: string | null;
  readonly retryAt: string | null;
  /** Why the contact is not contacted before `retryAt`; call_back: at its own request; null: no such reason. */
  readonly waitingFor: "calling_hours" | "attempts" | "limits" | "call_back" | null;
  /** Of the last call; null: it was not analysed. Absent without the scope communications:read. */
  readonly callOutcome?: CallOutcome | null;
  /** Null: none was requested, or the campaign makes none. */
  readonly callBack: {
    /** The time that the recipient named. */
    readonly requestedAt: string;
    /** Of the latest call-back that a recipient requested at a time. */
    readonly state: "planned" | "called" | "declined";
    /** Why it was declined: no_contact (the recipient does not want to be contacted), too_late (after the last day for it), cancelled (with the campaign), or an error code. */
    readonly reason: string | null;
  } | null;
  readonly lastActivityAt: string | null;
}

export interface MembershipAttempt {
  readonly callId: string | null;
  readonly messageId: string | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly outcome: AttemptOutcome;
}

export interface MembershipList {
  readonly memberships: readonly Membership[];
  readonly nextCursor: string | null;
}

export interface MemoryEntry {
  readonly id: string;
  /** fact: the customer stated it; promise: open until a later call or conversation shows that it was kept. */
  readonly kind: "summary" | "fact" | "promise";
  readonly text: string;
  /** Of a promise. */
  readonly promisedBy: "business" | "customer" | null;
  readonly saidAt: string;
  readonly source: MemoryEntrySource;
}

export type MemoryEntrySource = CallMemoryEntrySource | ConversationMemoryEntrySource;

export interface MemorySettings {
  readonly memory: {
    readonly enabled: boolean;
  };
}

export interface MergeContactsRequest {
  readonly businessId: string;
  readonly otherContactId: string;
}

export type MessageAddedLiveEvent = ConversationLiveFields & {
  readonly type: "message.added";
  readonly message: MessageAddedLiveEventMessage;
};

export interface MessageAddedLiveEventMessage {
  readonly messageId: string;
  readonly at: string;
  readonly direction: "inbound" | "outbound";
  /** customer, api, agent, human or campaign */
  readonly author: string;
  /** text, image, or the channel’s name of another type */
  readonly messageType: string;
  readonly text: string | null;
  readonly payload?: MessagePayload;
  /** The Data Sources of which the model was given text for this answer; absent: none. */
  readonly sources?: readonly {
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
  }[];
  readonly campaignId: string | null;
  readonly status: DeliveryStatus;
}

export type MessageAmendedLiveEvent = ConversationLiveFields & ({
  readonly type: "message.amended";
  readonly messageId: string;
  readonly kind: "edited" | "revoked";
  readonly at: string;
  /** Its text from now on; null after a revocation. */
  readonly text: string | null;
});

export interface MessageAnswer {
  readonly messageId: string;
  readonly businessId: string;
  readonly conversationId: string | null;
  readonly participantId: ParticipantId;
  readonly phoneNumberId: string | null;
  readonly recipient: string;
  readonly type: string;
  readonly status: "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed";
  readonly taskStatus: TaskStatus;
  readonly providerMessageId: string | null;
  readonly providerStatus: string | null;
  readonly queuedAt: string;
  readonly sentAt: string | null;
  readonly deliveredAt: string | null;
  readonly readAt: string | null;
  readonly failedAt: string | null;
  readonly failure: {
    readonly code: string | null;
    readonly message: string | null;
  } | null;
}

export type MessageChangedLiveEvent = ConversationLiveFields & ({
  readonly type: "message.changed";
  readonly messageId: string;
  /** Only moves forward: ignore a status that is behind an earlier one. null: unchanged. */
  readonly status: "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed" | null;
  readonly taskStatus: TaskStatus;
  readonly failure: ReceivedMediaFailure | null;
});

export interface MessageDelivery {
  readonly status: "sent" | "delivered" | "read" | "failed";
  readonly providerStatus: "sent" | "delivered" | "read" | "failed" | null;
  readonly sentAt: string | null;
  readonly deliveredAt: string | null;
  readonly readAt: string | null;
  readonly failedAt: string | null;
  readonly failure: ReceivedMediaFailure | null;
}

export interface MessageHit {
  readonly messageId: string;
  readonly conversationId: string;
  readonly channel: "whatsapp" | "instagram";
  readonly contactId: string | null;
  readonly campaignId: string | null;
  readonly author: MessageHitAuthor;
  /** For example text or audio; the words of voice notes are found, too. */
  readonly type: string;
  readonly at: string;
  /** The part of the text around the first match; … where it is cut. */
  readonly text: string;
  /** What was found in `text`, in UTF-16 units; `end` excluded. */
  readonly matches: readonly {
    readonly start: number;
    readonly end: number;
  }[];
}

export type MessageHitAuthor = "customer" | "agent" | "human" | "api" | "campaign";

export type MessageMediaLiveEvent = ConversationLiveFields & {
  readonly type: "message.media";
  readonly messageId: string;
  /** Whether the media was stored; if false, it will never be available. */
  readonly kept: boolean;
};

export type MessagePayload = FormPayload | LocationPayload | ContactsPayload | OrderPayload | ChoicePayload | ReferralPayload;

/** The query of a search of messages. */
export interface MessageQuery {
  readonly text: SearchText;
  readonly channel?: "whatsapp" | "instagram";
  readonly agentId?: string;
  readonly contactId?: string;
  readonly campaignId?: string;
  readonly author?: MessageHitAuthor;
  readonly analysis?: "running" | "completed" | "failed";
  readonly success?: CallQuerySuccess;
  readonly sentiment?: ConversationFindingsSentiment;
  readonly request?: CustomerRequest;
  readonly from?: string;
  readonly to?: string;
}

export interface MessageQueryInput {
  readonly text: SearchText;
  readonly channel?: "whatsapp" | "instagram";
  readonly agentId?: string;
  readonly contactId?: string;
  readonly campaignId?: string;
  readonly author?: MessageHitAuthor;
  readonly analysis?: "running" | "completed" | "failed";
  readonly success?: CallQuerySuccess;
  readonly sentiment?: ConversationFindingsSentiment;
  readonly request?: CustomerRequest;
  readonly from?: string;
  readonly to?: string;
}

export interface MessageSearchResult {
  readonly results: readonly MessageHit[];
  /** Null: nothing more is found. A page may hold fewer results than `limit`, even none, and continue. */
  readonly nextCursor: string | null;
}

export interface MessageTimelineItem {
  /** Identifies the item within the timeline. */
  readonly id: string;
  readonly at: string;
  readonly channel: "whatsapp" | "instagram";
  readonly type: "message";
  readonly messageId: string;
  readonly conversationId: string;
  readonly participantId: ParticipantId;
  readonly campaignId: string | null;
  readonly direction: "inbound" | "outbound";
  /** customer, api, agent, human or campaign */
  readonly author: string;
  /** text, image, or the channel’s name of another type */
  readonly messageType: string;
  readonly text: string | null;
  readonly status: DeliveryStatus;
  /** Media of a message from the customer. */
  readonly media: ReceivedMedia | null;
  readonly payload?: MessagePayload;
  /** The Data Sources of which the model was given text for this answer; absent: none. */
  readonly sources?: readonly {
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
  }[];
  /** When the customer changed it last. */
  readonly editedAt?: string;
  /** When the customer took it back; its content is gone. */
  readonly revokedAt?: string;
}

export interface MessagesRead {
  readonly conversationId: string;
  readonly providerMessageId: string;
}

/** One that belongs to mediaType. */
export type MimeType = "image/jpeg" | "image/png" | "video/mp4" | "video/3gpp" | "audio/aac" | "audio/amr" | "audio/mpeg" | "audio/mp4" | "audio/ogg" | "application/pdf" | "text/plain" | "application/msword" | "application/vnd.ms-excel" | "application/vnd.ms-powerpoint" | "application/vnd.openxmlformats-officedocument.wordprocessingml.document" | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" | "application/vnd.openxmlformats-officedocument.presentationml.presentation";

export interface MobileGivenTimelineItem {
  /** Identifies the item within the timeline. */
  readonly id: string;
  readonly at: string;
  readonly channel: "whatsapp" | "instagram";
  /** A person on a channel gave this mobile number and was linked to the contact, or an agent saved it for the contact. */
  readonly type: "mobile_given";
  readonly conversationId: string;
  readonly participantId: ParticipantId;
  readonly campaignId: null;
  /** E.164 */
  readonly mobile: string;
  /** Whether the contact was created for it; otherwise an existing contact had the number. */
  readonly created: boolean;
}

export interface NewSuppression {
  /** phone: calls and WhatsApp messages. */
  readonly channel?: "phone" | "instagram";
  readonly address: string;
  /** service: all contact that the business initiates. marketing: campaigns and offers only. */
  readonly purpose: "service" | "marketing";
  readonly reason?: string;
}

export interface NewVoiceSettings {
  readonly liveVoiceId?: string;
  readonly language?: string;
  /** Voice only: languages in which the agent continues when the customer speaks them, beside its own. Absent or empty: it keeps its own. */
  readonly furtherLanguages?: readonly string[];
  readonly agentGender?: "male" | "female";
  readonly backgroundNoiseKey?: "office" | "cafe" | "street";
  readonly backgroundNoiseLevelPercent?: number;
  readonly firstGreeting?: string;
  /** Voice only: spoken first on every call, in full and without interruption. At most 60 words; placeholders as in the greeting; stored as one line. Empty: none. */
  readonly disclosure?: string;
  readonly allowGreetingInterrupt?: boolean;
  readonly nudgeAfterSilenceSeconds?: number;
  readonly disconnectAfterSilenceSeconds?: number;
  readonly maxCallDurationSeconds?: number;
  readonly repeatInterruptedSentence?: boolean;
  /** Voice only: spoken while a reply is late. Empty: nothing is. Absent: a phrase in the language of the call. */
  readonly filler?: string;
  /** Silence after which the filler is spoken; absent: 3. */
  readonly fillerAfterSeconds?: number;
  /** Pause after a pressed key that ends what the customer keys in; absent: 2. The key # ends it at once. */
  readonly keyPauseSeconds?: number;
  /** Voice only: how fast it speaks, as a factor of the voice's own speed, within the `speeds` of its voice. */
  readonly speakingSpeed?: number;
  /** Voice only: how its voice says names and terms. Transcripts keep the written form. */
  readonly pronunciations?: readonly {
    /** A name or term as the agent writes it. Case does not count; only whole words are replaced. */
    readonly written: string;
    /** What the voice is given in its place. */
    readonly spoken: string;
  }[];
  /** How long the agent waits for more words when the customer pauses, where the recogniser does not report the end of the turn. Default: `normal`. */
  readonly patience?: "low" | "normal" | "high";
  /** Voice only: when the customer makes a sound, the agent first speaks more quietly, and stops at a word or half a second of speech. False: it stops at once. Default true. */
  readonly bargeInDuck?: boolean;
  /** Voice only: words that do not interrupt the agent, like "roger that", beside the usual ones of its language. */
  readonly backchannels?: readonly string[];
  readonly phoneMenu?: PhoneMenuSettings;
}

export interface OpenLegRequest {
  readonly businessId: string;
  /** test: be the caller of a test call. listen: hear a call. take_over: hear a call and speak in place of the agent. */
  readonly purpose: "test" | "listen" | "take_over";
}

export interface OperatorLine {
  readonly by: CallOperator;
  readonly purpose: "listen" | "take_over";
  readonly joinedAt: string;
  /** null: not ended yet. */
  readonly leftAt: string | null;
}

export interface OrderPayload {
  /** Products from a catalogue. */
  readonly kind: "order";
  /** Id of the catalogue at the channel. */
  readonly catalogId: string | null;
  /** What the customer wrote with the order. */
  readonly note: string | null;
  readonly items: readonly OrderedItem[];
}

export interface OrderedItem {
  readonly productId: string;
  readonly quantity: number;
  /** Price of each, in the currency. */
  readonly price: number | null;
  /** ISO 4217 */
  readonly currency: string | null;
}

/** Whether the call met all success criteria of its agent; null: there are none, or the transcript does not say. */
export type OutcomeSuccess = boolean | null;

export interface OutreachRule {
  readonly rule: string;
  readonly result: "passed" | "refused" | "not_applicable";
  /** Error code of a refusal. */
  readonly code: string | null;
  /** When the refusal expires; null: it does not, or nothing was refused. */
  readonly allowedFrom: string | null;
}

/** The person on the account, whether a contact or not. Accepted by link-contact once the person has written. */
export type ParticipantId = string;

/** The agent presses keys to find its way through phone menus. Absent: menus are answered like people. */
export interface PhoneMenuSettings {
  /** What the agent looks for in the menu of a company that it calls, like: reach the billing department. */
  readonly goal: string;
  /** The call is stuck when the same menu has been heard this often. Default: 3. */
  readonly repeats?: number;
  /** The transfer tool of the agent that takes a stuck call. Default: the call ends with `menu_loop`. */
  readonly transferTool?: string;
}

export interface PreviewContactImportRequest {
  readonly businessId: string;
  readonly mapping?: ContactImportMapping;
  readonly fileName: string;
  readonly contentBase64: string;
}

export interface PreviewedColumn {
  readonly column: string;
  readonly use: "mobile" | "name" | "first_name" | "last_name" | "time_zone" | "field" | "ignored";
  /** The key of the field; of other columns, the key that they would have as a field. A number with a `label` is a field in rows where it is not chosen. */
  readonly key: string;
  /** The column whose labels choose among several columns of numbers, row by row (`Phone 1 - Label` of Google Contacts). */
  readonly label: string | null;
  /** The first three filled values, at most 200 characters each. */
  readonly samples: readonly string[];
  /** Null: most values are no dates. */
  readonly dates: {
    /** The order of `mapping.dates`, else the only one in which the values can be read. `ambiguous`: they do not say whether the day or the month is first. */
    readonly order: "dmy" | "mdy" | "ymd" | "ambiguous";
    /** Filled values that are no date in this order; in any order, if it is ambiguous. */
    readonly misfits: number;
    /** Some values, each as ISO 8601 in each order; null: no calendar has that day. */
    readonly readings: readonly DateReading[];
  } | null;
}

export interface PublishDraftRequest {
  readonly businessId: string;
  readonly note?: string;
  /** The published version that the draft may replace. Default: the one that it is based on. Set it to publish a draft that is outdated. */
  readonly replaces?: number;
  /** The share of the recipients that get the draft; the others stay with the version that was published before, until the split ends. Default: all. */
  readonly percent?: number;
}

export interface ReceivedMedia {
  readonly id: string;
  /** pending: being fetched from the channel; its link waits for it. */
  readonly status: "pending" | "ready" | "failed";
  /** As reported by the channel. */
  readonly mimeType: string | null;
  /** The name that the customer’s app sent. */
  readonly fileName: string | null;
  readonly sizeBytes: number | null;
  /** Lower-case hexadecimal, of the bytes. */
  readonly sha256: string | null;
  /** Signed and sensitive; null if the file is not available. */
  readonly url: string | null;
  readonly urlExpiresAt: string | null;
  readonly keptUntil: string | null;
  readonly failure: ReceivedMediaFailure | null;
  /** The words of a voice note that an agent answers, once it was listened to. */
  readonly transcript?: {
    /** Null: no words could be understood. */
    readonly text: string | null;
    /** Only the beginning was listened to. */
    readonly isPartial: boolean;
  };
}

export interface ReceivedMediaFailure {
  readonly code: string;
  readonly message: string;
}

export interface ReceivedMessage {
  /** text, image, or the channel’s name of another type. */
  readonly type: string;
  readonly text: string | null;
  readonly payload?: MessagePayload;
  readonly media?: ReceivedMedia;
}

export type RecipientEndedEvent = CampaignEventFields & ({
  readonly eventType: "campaign.recipient.ended";
  readonly recipient: {
    readonly contactId: string;
    readonly outcome: RecipientOutcome;
    readonly skipReason: string | null;
  };
});

export type RecipientOutcome = "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "skipped";

export interface ReferralPayload {
  /** The message came through an advertisement or a post. */
  readonly kind: "referral";
  /** For example ad or post. */
  readonly source: string | null;
  /** Id of the advertisement at the channel. */
  readonly sourceId: string | null;
  /** Its address. */
  readonly url: string | null;
  /** Its headline. */
  readonly headline: string | null;
  /** Its text. */
  readonly body: string | null;
  /** Id of the click, for conversions. */
  readonly clickId: string | null;
}

export interface RemovedCallNote {
  readonly noteId: string;
  readonly removed: boolean;
}

export interface RemovedInstagramConnection {
  readonly disconnected: readonly string[];
}

export interface RemovedSavedView {
  readonly viewId: string;
  readonly removed: boolean;
}

export interface RemovedScenario {
  readonly scenarioId: string;
  readonly removed: boolean;
}

export interface RemovedSuppression {
  readonly id: string;
  readonly removed: boolean;
}

export interface RemovedTool {
  readonly removed: boolean;
}

export interface ReplyButtonComponent {
  readonly type: "button";
  readonly sub_type: "quick_reply";
  readonly index: string | number;
  readonly parameters: readonly {
    readonly type: "payload";
    /** May contain {{alias}} placeholders. */
    readonly payload: string;
  }[];
}

export interface ReplyButtonComponentInput {
  readonly type: "button";
  readonly sub_type: "quick_reply";
  readonly index: string | number;
  readonly parameters: readonly {
    readonly type: "payload";
    /** May contain {{alias}} placeholders. */
    readonly payload: string;
  }[];
}

export interface ResolvedCall {
  /** Resolved E.164 mobile number */
  readonly destination: string;
  readonly values: Readonly<Record<string, string>>;
  readonly contactRequired: boolean;
}

export interface ReviewCallRequest {
  readonly businessId: string;
  readonly addTags?: readonly AddTag[];
  readonly removeTags?: readonly AddTag[];
  /** Null removes the score; omitted: unchanged. */
  readonly score?: number | null;
}

export interface ReviewCallsRequest {
  readonly businessId: string;
  readonly callIds: readonly string[];
  readonly addTags?: readonly AddTag[];
  readonly removeTags?: readonly AddTag[];
  /** Null removes the score; omitted: unchanged. */
  readonly score?: number | null;
}

export interface ReviewIngestionRequest {
  readonly businessId: string;
  readonly ingestionId: string;
  readonly columns?: readonly ColumnReview[];
  readonly activate?: boolean;
}

export interface RollBackAgentRequest {
  readonly businessId: string;
  readonly version: number;
  readonly note?: string;
}

export interface RotatedSecret {
  readonly subscription: Subscription;
  /** Returned only once. The text itself is the signing key. */
  readonly signingSecret: string;
}

export type RunAnalysisRequest = EstimateAnalysisRequest | ConfirmAnalysisRequest;

export type RunSimulationRequest = EstimateSimulationRequest | ConfirmSimulationRequest;

export type RunStatus = "estimated" | "running" | "completed" | "partial";

export type RunSummaryRequest = EstimateSummaryRequest | ConfirmSummaryRequest;

export interface SaveDraftRequest {
  readonly businessId: string;
  readonly name: string;
  readonly channel: AgentChannel;
  /** At most 20,000 words. */
  readonly instructions: string;
  readonly languageCode?: string | null;
  readonly dataSourceIds?: readonly string[] | null;
  readonly contactCategoryIds?: readonly string[] | null;
  readonly dataSourceVariables?: readonly {
    readonly sourceId: string;
    readonly fieldKey: string;
    readonly alias: string;
  }[] | null;
  readonly voiceSettings?: VoiceSettingsChanges | null;
  readonly chatSettings?: {
    /** Mark messages as read and show typing while the agent answers. Default: true. */
    readonly typingIndicator?: boolean | null;
    /** Show the images of customers to the model, if it takes images. Default: true. */
    readonly images?: boolean | null;
    /** Transcribe the voice notes of customers by speech recognition. Default: true. */
    readonly voiceNotes?: boolean | null;
  } | null;
  /** On Instagram: ask customers without a mobile for it, at most twice, then link the contact with that mobile, or create one. */
  readonly instagramCollectMobileEnabled?: boolean | null;
}

export interface SavedView {
  readonly viewId: string;
  readonly name: string;
  readonly calls?: CallQuery;
  readonly messages?: MessageQuery;
}

export interface SavedViewAnswer {
  readonly savedView: SavedView;
}

export interface SavedViewList {
  readonly savedViews: readonly SavedView[];
}

export interface Scenario {
  readonly scenarioId: string;
  readonly name: string;
  readonly agentId: string | null;
  /** Channel of the conversations. */
  readonly channel: "voice" | "whatsapp";
  /** Raised by each change. */
  readonly revision: number;
  readonly scenario: ScenarioContent;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface ScenarioAnswer {
  readonly scenario: Scenario;
}

/** The customers, and the criteria for their conversations. */
export interface ScenarioContent {
  readonly customers: readonly ScenarioCustomer[];
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

export type ScenarioCriterion = {
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
  readonly usesTool: ToolRule;
  readonly says?: never;
  readonly neverSays?: never;
  readonly neverUsesTool?: never;
  readonly endReason?: never;
  readonly answersWithinMs?: never;
  readonly talksOverWithinMs?: never;
  readonly judge?: never;
} | {
  /** The agent must never use this tool; only in virtual time. */
  readonly neverUsesTool: ToolRule;
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

export type ScenarioCustomer = {
  /** Unique name in tables and reports. */
  readonly name: string;
  /** On calls: their voice, <provider>:<voice>; default flite:rms. */
  readonly voice?: string;
  /** On calls: background noise on their line. */
  readonly noise?: {
    readonly kind: "white" | "rumble";
    /** Level in dB relative to full scale. */
    readonly dbfs: number;
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
    readonly lines: readonly string[];
    /** Level in dB relative to full scale. */
    readonly dbfs?: number;
  };
  /** What the agent remembers of them from earlier conversations; only in virtual time. */
  readonly memory?: readonly string[];
  /** Number of their conversations with the agent. */
  readonly runs?: number;
} & ({
  /** Who they are and what they want: an LLM plays them. */
  readonly persona: string;
  readonly lines?: never;
  readonly adversarial?: never;
} | {
  /** What they say, one line per answer of the agent; then they leave. */
  readonly lines: readonly string[];
  readonly persona?: never;
  readonly adversarial?: never;
} | {
  /** They try to change what the agent does, insult it, or talk about something else. With a persona it is added to it; without, they say lines of a list. */
  readonly adversarial: "injection" | "abuse" | "off_topic";
  readonly persona?: never;
  readonly lines?: never;
});

export type ScenarioCustomerInput = {
  /** Unique name in tables and reports. */
  readonly name: string;
  /** On calls: their voice, <provider>:<voice>; default flite:rms. */
  readonly voice?: string;
  /** On calls: background noise on their line. */
  readonly noise?: {
    readonly kind: "white" | "rumble";
    /** Level in dB relative to full scale. */
    readonly dbfs: number;
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
    readonly lines: readonly string[];
    /** Level in dB relative to full scale. */
    readonly dbfs?: number;
  };
  /** What the agent remembers of them from earlier conversations; only in virtual time. */
  readonly memory?: readonly string[];
  /** Number of their conversations with the agent. */
  readonly runs?: number;
} & ({
  /** Who they are and what they want: an LLM plays them. */
  readonly persona: string;
  readonly lines?: never;
  readonly adversarial?: never;
} | {
  /** What they say, one line per answer of the agent; then they leave. */
  readonly lines: readonly string[];
  readonly persona?: never;
  readonly adversarial?: never;
} | {
  /** They try to change what the agent does, insult it, or talk about something else. With a persona it is added to it; without, they say lines of a list. */
  readonly adversarial: "injection" | "abuse" | "off_topic";
  readonly persona?: never;
  readonly lines?: never;
});

/** The customers, and the criteria for their conversations. */
export interface ScenarioInput {
  readonly customers: readonly ScenarioCustomerInput[];
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
  readonly scenarios: readonly Scenario[];
  readonly nextCursor: string | null;
}

/** Tools, and what answers them; only in virtual time. */
export interface ScenarioTools {
  /** What answers: mocked answers (default), the answers of earlier uses, or the tools themselves, which act on the world. */
  readonly mode?: "mocked" | "recorded" | "live";
  /** Tools of an agent that the scenario defines. */
  readonly offered?: readonly {
    readonly name: string;
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
  readonly tool: string;
  /** Regular expressions that the arguments must match, by name, ignoring case. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** The result, for the model. */
  readonly result: string;
  readonly outcome?: "done" | "failed" | "unknown";
  readonly ms?: ScenarioToolsAnswerMs;
}

/** How long the tool takes; default 300. */
export type ScenarioToolsAnswerMs = number;

/** Tools, and what answers them; only in virtual time. */
export interface ScenarioToolsInput {
  /** What answers: mocked answers (default), the answers of earlier uses, or the tools themselves, which act on the world. */
  readonly mode?: "mocked" | "recorded" | "live";
  /** Tools of an agent that the scenario defines. */
  readonly offered?: readonly {
    readonly name: string;
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
  readonly tool: string;
  /** Regular expressions that the arguments must match, by name, ignoring case. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** The result, for the model. */
  readonly result: string;
  readonly outcome?: "done" | "failed" | "unknown";
  readonly ms?: ScenarioToolsAnswerMs;
}

export interface ScenarioToolsInputRecorded {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The result, for the model. */
  readonly result: string;
  readonly outcome?: "done" | "failed" | "unknown";
  readonly ms?: ScenarioToolsAnswerMs;
}

export interface ScenarioToolsRecorded {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The result, for the model. */
  readonly result: string;
  readonly outcome?: "done" | "failed" | "unknown";
  readonly ms?: ScenarioToolsAnswerMs;
}

/** Every word must begin a word of the text; one- and two-letter words match whole words. Words in quotation marks follow each other. Chinese, Japanese and other words without spaces are found anywhere. */
export type SearchText = string;

export interface SendMessageRequest {
  readonly businessId: string;
  readonly channel?: "whatsapp" | "instagram";
  /** WhatsApp */
  readonly phoneNumberId?: string;
  /** Instagram */
  readonly instagramAccountId?: string;
  /** WhatsApp: the mobile in E.164. Instagram: the Instagram-scoped id of the user. */
  readonly to: string;
  /** A WhatsApp template may be sent outside the 24 hours, and to people who never wrote. */
  readonly type: "text" | "image" | "template" | "document" | "video" | "audio" | "location" | "reaction" | "interactive" | "linked_media";
  /** The text of a text message. */
  readonly text?: string;
  /** The image or file, from POST /media. */
  readonly mediaId?: string;
  /** The caption of an image, document or video. */
  readonly caption?: string;
  readonly template?: TemplateMessage;
  /** The name of a document, as the customer sees it. */
  readonly fileName?: string;
  readonly interactive?: InteractiveMessage;
  readonly location?: LocationMessage;
  readonly reaction?: {
    /** The message of the conversation that is reacted to, as events name it. */
    readonly providerMessageId: string;
    /** One emoji; an empty text removes the reaction. */
    readonly emoji: string;
  };
  /** Instagram only */
  readonly media?: {
    readonly kind: "image" | "video" | "audio";
    /** https; the channel fetches it. */
    readonly url: string;
  };
  readonly clientAssetId?: string;
}

/** The customer's, over the whole call. */
export type Sentiment = "positive" | "neutral" | "negative" | "mixed" | null;

export interface SetAnalysisSettingsRequest {
  readonly businessId: string;
  readonly analysis: {
    /** A call is a success if it meets all of them. */
    readonly criteria: readonly {
      readonly key: string;
      /** When the criterion is met, in plain words. */
      readonly description: string;
    }[];
    /** Null: nothing is extracted. */
    readonly fields: {
      readonly type: "object";
      readonly properties: Readonly<Record<string, {
        readonly type: AnalysisFieldType;
        readonly description?: string;
        /** The only values of a string. */
        readonly enum?: readonly string[];
      }>>;
    } | null;
  };
}

export interface SetMemorySettingsRequest {
  readonly businessId: string;
  readonly memory: {
    readonly enabled: boolean;
  };
}

export type SetToolRequest = {
  readonly businessId: string;
  readonly name: string;
  /** For the model: what the tool does, and when to use it. */
  readonly description: string;
  /** With url: JSON Schema of the object that the server receives. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly oauth?: SetToolRequestOauth;
  /** With transferTo: the agent calls that number first, and puts the customer through once a colleague agrees. */
  readonly consults?: true;
  /** How long its answer is awaited. Default: 8. */
  readonly timeoutSeconds?: number;
  /** The agents that may use it. Omitted: every agent of the business. */
  readonly agentIds?: readonly string[];
  /** With url: replace the signing secret of an existing tool. */
  readonly newSecret?: true;
} & ({
  /** The address of its server. */
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

export interface SetToolRequestOauth {
  /** The authorization server's token endpoint. */
  readonly tokenUrl: string;
  readonly clientId: string;
  /** Stored encrypted and never returned. Omitted: the tool's present secret stays, if its client, its tokenUrl and the origin of its url do. */
  readonly clientSecret?: string;
  /** Where the secret is sent: in the Authorization header (client_secret_basic, the default) or in the body. */
  readonly authMethod?: "client_secret_basic" | "client_secret_post";
  /** Separated by spaces. */
  readonly scope?: string;
  /** For servers that name the API by audience. */
  readonly audience?: string;
  /** The URI of the API (RFC 8707). Omitted for an MCP server: its url, unless there is an audience. */
  readonly resource?: string;
}

export interface SetVoicemailRequest {
  readonly businessId: string;
  readonly voicemail: VoicemailInput;
}

export interface SharedContact {
  /** The whole name. */
  readonly name: string | null;
  /** Company, department and title. */
  readonly organisation: string | null;
  readonly phones: readonly ({
    readonly phone: string;
    /** For example CELL or WORK. */
    readonly type: string | null;
  })[];
  readonly emails: readonly string[];
  readonly addresses: readonly string[];
}

export interface SimulatedConversation {
  /** Its place in the run. */
  readonly place: number;
  readonly customer: string;
  /** Of this customer. */
  readonly run: number;
  readonly endedAt: string;
  readonly lines: readonly SimulatedConversationLine[];
  readonly toolUses: readonly SimulatedConversationToolUse[];
  /** How a call ended; null in writing. */
  readonly endReason: string | null;
  /** For each answer on a call: from the end of the customer's speech to its first frame. */
  readonly answerMs: readonly number[];
  /** For each time that both sides of a call spoke at once: for how long. */
  readonly talkedOverMs?: readonly number[];
  /** In virtual time; null: unknown. */
  readonly durationMs?: number | null;
  readonly problem: {
    /** Where the fault is. */
    readonly of: "agent" | "simulation";
    readonly text: string;
  } | null;
  readonly tooSlow?: {
    readonly behindMs: number;
  } | null;
  readonly verdicts: readonly SimulatedConversationVerdict[];
  /** Whether parts were too long to be kept. */
  readonly isCut: boolean;
}

export interface SimulatedConversationLine {
  readonly speaker: "customer" | "agent" | "human";
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
  readonly conversations: readonly SimulatedConversation[];
  readonly nextCursor: string | null;
}

export interface SimulatedConversationToolUse {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly outcome: "done" | "failed" | "unknown";
  readonly result: string;
  /** ms since the beginning; null: unknown. */
  readonly startMs: number | null;
  /** How long it took. */
  readonly ms: number;
}

export interface SimulatedConversationVerdict {
  /** Its name. */
  readonly criterion: string;
  readonly outcome: "passed" | "failed" | "error";
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

export interface SimulationComparison {
  readonly base: SimulationRunSummary;
  readonly other: SimulationRunSummary;
  /** Those that both runs have. */
  readonly criteria: readonly CriterionComparison[];
  readonly changedVerdicts: number;
  /** The first 500 verdicts that changed. */
  readonly changes: readonly SimulationComparisonChange[];
}

export interface SimulationComparisonAnswer {
  readonly comparison: SimulationComparison;
}

export interface SimulationComparisonChange {
  readonly customer: string;
  readonly run: number;
  readonly criterion: string;
  readonly base: "passed" | "failed" | "error";
  readonly other: "passed" | "failed" | "error";
}

export interface SimulationRun {
  readonly simulationRunId: string;
  readonly scenarioId: string;
  readonly scenarioName: string;
  readonly scenarioRevision: number;
  readonly agentId: string;
  /** The version of the agent when the run was estimated; null: unknown. */
  readonly agentVersion: number | null;
  /** Whether the request had instructions of its own, so that the version says less. */
  readonly ownInstructions: boolean;
  /** Channel of the conversations. */
  readonly channel: "voice" | "whatsapp";
  readonly tools: "mocked" | "recorded" | "live";
  readonly status: SimulationRunStatus;
  readonly conversations: number;
  /** Conversations with verdicts, which are charged. */
  readonly played: number;
  /** Conversations that the simulation could not play, which cost nothing. */
  readonly failed: number;
  readonly maxChargeMicrocredits: number;
  readonly chargedMicrocredits: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly endedAt: string | null;
  /** That were rehearsed. */
  readonly instructions: string;
  readonly criteria: readonly CriterionResult[];
}

export interface SimulationRunAnswer {
  readonly simulationRun: SimulationRun;
}

export interface SimulationRunList {
  readonly simulationRuns: readonly SimulationRunSummary[];
  readonly nextCursor: string | null;
}

export type SimulationRunStatus = "estimated" | "running" | "completed" | "partial" | "cancelled";

export interface SimulationRunSummary {
  readonly simulationRunId: string;
  readonly scenarioId: string;
  readonly scenarioName: string;
  readonly scenarioRevision: number;
  readonly agentId: string;
  /** The version of the agent when the run was estimated; null: unknown. */
  readonly agentVersion: number | null;
  /** Whether the request had instructions of its own, so that the version says less. */
  readonly ownInstructions: boolean;
  /** Channel of the conversations. */
  readonly channel: "voice" | "whatsapp";
  readonly tools: "mocked" | "recorded" | "live";
  readonly status: SimulationRunStatus;
  readonly conversations: number;
  /** Conversations with verdicts, which are charged. */
  readonly played: number;
  /** Conversations that the simulation could not play, which cost nothing. */
  readonly failed: number;
  readonly maxChargeMicrocredits: number;
  readonly chargedMicrocredits: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly endedAt: string | null;
}

export interface Split {
  readonly splitId: string;
  readonly agentId: string;
  /** Null: all that the agent does is divided. */
  readonly campaignId: string | null;
  readonly published: number;
  readonly version: number;
  /** The share of the recipients that get `version`. */
  readonly percent: number;
  readonly startedAt: string;
  readonly startedBy: {
    readonly type: "user" | "key";
    readonly id: string;
  } | null;
  /** Null: it divides recipients. */
  readonly endedAt: string | null;
  readonly end: {
    /** published: another version was published; archived: the agent was. */
    readonly reason: "chosen" | "dropped" | "published" | "archived";
    readonly winner: number | null;
  } | null;
}

export interface SplitAnswer {
  readonly split: Split;
}

export interface SplitDifference {
  /** The share of `version`, minus that of the published version. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** Whether the interval excludes 0. */
  readonly isConclusive: boolean;
}

export interface SplitList {
  readonly splits: readonly Split[];
  readonly nextCursor: string | null;
}

export interface SplitResults {
  /** Of each interval on its own. */
  readonly confidence: number;
  readonly published: SplitSide;
  readonly version: SplitSide;
  readonly differences: {
    /** Null: one of the two shares is of none. */
    readonly answered: SplitDifference | null;
    /** Null: one of the two shares is of none. */
    readonly success: SplitDifference | null;
    readonly criteria: readonly ({
      readonly key: string;
      /** Null: one of the two shares is of none. */
      readonly met: SplitDifference | null;
    })[];
  };
}

/** With its interval at the stated confidence. */
export interface SplitShare {
  readonly count: number;
  readonly of: number;
  /** Null: of none. */
  readonly share: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export interface SplitSide {
  readonly version: number;
  /** Also those that have not ended. */
  readonly calls: number;
  /** In which the agent has written. */
  readonly conversations: number;
  readonly answered: SplitShare;
  readonly success: SplitShare;
  readonly criteria: readonly {
    readonly key: string;
    readonly met: SplitShare;
  }[];
  readonly durationSeconds: number;
  readonly chargedMicrocredits: number;
}

export interface SplitWithResults {
  readonly split: Split;
  readonly results: SplitResults;
}

export type StartCallRequest = {
  readonly businessId: string;
  readonly agentId: string;
  /** By alias: they supply missing values and replace existing ones, for test calls. */
  readonly testVariables?: Readonly<Record<string, string>>;
} & ({
  readonly contactId: string;
  readonly toNumber?: never;
} | {
  readonly toNumber: string;
  readonly contactId?: never;
});

export interface StartCallsRequest {
  readonly businessId: string;
  readonly agentId: string;
  readonly contactIds: readonly string[];
}

export type StartContactJobRequest = {
  readonly businessId: string;
  readonly action: ContactJobAction;
  readonly categoryIds?: readonly string[];
  /** Only count the contacts; nothing is changed. */
  readonly dryRun?: boolean;
} & ({
  readonly contactIds: readonly string[];
  readonly filter?: never;
  readonly all?: never;
} | {
  readonly filter: ContactFilter;
  readonly contactIds?: never;
  readonly all?: never;
} | {
  /** Selects every contact of the business. */
  readonly all: true;
  readonly contactIds?: never;
  readonly filter?: never;
});

export interface StartSplitRequest {
  readonly businessId: string;
  /** The earlier version that is compared with the published one. */
  readonly version: number;
  /** The share of the recipients that get it; the others get the published version. */
  readonly percent: number;
  /** A voice campaign of the agent, whose calls are divided. Default: all that the agent does. */
  readonly campaignId?: string;
}

export interface StartedCall {
  readonly callId: string;
  readonly destination: string;
  readonly status: VoicemailTimelineItemStatus;
}

export interface StartedCalls {
  readonly accepted: readonly AcceptedCall[];
  readonly failures: readonly {
    readonly contactId: string;
    readonly error: FailedCallError;
  }[];
}

export interface StreamEndedLiveEvent {
  readonly type: "stream.ended";
  readonly occurredAt: string;
  readonly reason: "access_ended";
}

export interface StreamOpenedLiveEvent {
  readonly type: "stream.opened";
  readonly occurredAt: string;
  readonly topics: readonly ("calls" | "conversations" | "campaigns" | "contact_jobs" | "imports" | "ingestions" | "voices")[];
  /** Whether missed events since the Last-Event-ID follow. */
  readonly resumed: boolean;
}

export interface StreamResetLiveEvent {
  readonly type: "stream.reset";
  readonly occurredAt: string;
  readonly reason: "too_old" | "too_much" | "unknown_id" | "journal_changed";
}

export interface Subscription {
  readonly id: string;
  readonly channel: SubscriptionChannel;
  readonly phoneNumberId: string | null;
  readonly providerAccountId: string | null;
  readonly callbackUrl: string;
  readonly events: readonly WebhookEventType[];
  /** Whether the subscriber answers. */
  readonly externalAutomation: boolean;
  readonly status: "active" | "paused" | "revoked";
  /** Why the service paused it; null unless it did. Its events then wait for 72 hours, until it is resumed. */
  readonly pauseReason: "endpoint_gone" | null;
  /** Null unless it is paused. */
  readonly pausedAt: string | null;
  readonly secretLast4: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface SubscriptionAnswer {
  readonly subscription: Subscription;
}

export type SubscriptionChannel = "whatsapp" | "instagram" | "voice" | "campaign";

export interface SubscriptionList {
  readonly subscriptions: readonly Subscription[];
  readonly nextCursor: string | null;
}

export interface SummaryRunAnswer {
  readonly summaryRunId: string;
  readonly campaignId: string;
  readonly status: RunStatus;
  readonly contacts: number;
  readonly assessed: number;
  readonly failed: number;
  /** The first 20 contacts that could not be assessed, in the order of their ids; they are not charged. The export lists all of them. */
  readonly failures: readonly {
    readonly contactId: string;
    /** One of model_failed, model_too_slow, assessment_unusable, reason_not_kept. */
    readonly code: string;
    /** What happened and what to do. */
    readonly message: string;
  }[];
  readonly recommended: number;
  readonly maxChargeMicrocredits: number;
  readonly chargedMicrocredits: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly confirmedAt: string | null;
  readonly endedAt: string | null;
}

export interface SummaryRunList {
  readonly summaryRuns: readonly SummaryRunAnswer[];
  readonly nextCursor: string | null;
}

export interface Suppression {
  readonly id: string;
  /** phone: calls and WhatsApp messages. */
  readonly channel: "phone" | "instagram";
  /** E.164 number for phone; otherwise the id of the person on the channel. */
  readonly address: string;
  /** service: all contact that the business initiates. marketing: campaigns and offers only. */
  readonly purpose: "service" | "marketing";
  readonly source: "operator" | "api" | "contact_block" | "customer_request" | "keyword" | "import";
  readonly reason: string;
  /** null: the customer, or the command line. */
  readonly by: {
    readonly type: "user" | "key" | "agent";
    readonly id: string;
  } | null;
  /** suppressing: calls that are about to be placed are still being checked against it. */
  readonly status: "suppressing" | "suppressed";
  readonly createdAt: string;
}

export interface SuppressionList {
  readonly suppressions: readonly Suppression[];
  readonly nextCursor: string | null;
}

export interface TakeOver {
  readonly by: CallOperator;
  readonly at: string;
  /** null: not ended yet. */
  readonly until: string | null;
  /** Why the takeover ended: handed back, line disconnected, or the call or its session ended. */
  readonly reason: "handed_back" | "line_left" | "session_ended" | null;
  /** Note to the agent at the hand-back. */
  readonly note: string | null;
}

export interface TalkVoicemail {
  readonly type: "talk";
}

export interface TalkVoicemailInput {
  readonly type: "talk";
}

export type TaskStatus = "queued" | "running" | "retrying" | "done" | "failed";

export interface Template {
  readonly name: string;
  readonly language: string;
  /** As Meta reports it; only APPROVED ones can be sent. */
  readonly status: string;
  readonly category: string | null;
  readonly header: {
    readonly format: "text" | "image" | "video" | "document" | "location" | "other";
    readonly text: string | null;
    /** Numbers or names, in order. */
    readonly variables: readonly string[];
  } | null;
  readonly body: {
    readonly text: string;
    /** Numbers or names, in order. */
    readonly variables: readonly string[];
  };
  readonly footer: string | null;
  /** A button’s index is its place in this list. */
  readonly buttons: readonly ({
    readonly type: "quick_reply" | "url" | "copy_code" | "other";
    readonly text: string;
    /** Whether a message must provide a value for it. */
    readonly needsValue: boolean;
  })[];
}

export type TemplateComponent = HeaderTemplateComponent | BodyTemplateComponent | ReplyButtonComponent | LinkButtonComponent | CouponButtonComponent;

export type TemplateComponentInput = HeaderTemplateComponentInput | BodyTemplateComponentInput | ReplyButtonComponentInput | LinkButtonComponentInput | CouponButtonComponentInput;

export interface TemplateList {
  readonly templates: readonly Template[];
  readonly total: number;
  readonly readAt: string;
}

export interface TemplateMessage {
  /** Name of an approved template. */
  readonly name: string;
  /** Language of the template, for example en_US. */
  readonly language: string;
  /** The agent whose variables the placeholders refer to. Default: the agent of the account. */
  readonly agentId?: string;
  /** In the format of Meta’s Cloud API; texts may contain {{alias}} placeholders of an agent. */
  readonly components?: readonly TemplateComponentInput[];
}

/** May contain {{alias}} placeholders. */
export type TemplateText = string;

export interface TextParameter {
  readonly type: "text";
  readonly text: TemplateText;
  /** Required if the template names its variables. */
  readonly parameter_name?: string;
}

export interface TextParameterInput {
  readonly type: "text";
  readonly text: TemplateText;
  /** Required if the template names its variables. */
  readonly parameter_name?: string;
}

export type TimelineItem = CallTimelineItem | CallSystemTimelineItem | VoicemailTimelineItem | MessageTimelineItem | MobileGivenTimelineItem | HandedOverTimelineItem;

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly kind: "http" | "mcp" | "transfer" | "consult" | "send_digits" | "look_up" | "hand_over" | "save_mobile";
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Of http and mcp. */
  readonly url: string | null;
  /** Of http and mcp: the client with which its server is called. */
  readonly oauth: ToolOauth | null;
  /** Of mcp: whether a bearer token is stored. */
  readonly hasToken: boolean;
  /** Of mcp: the server's own name for it. */
  readonly serverTool: string | null;
  /** Of transfer and consult, E.164. */
  readonly transferTo: string | null;
  /** Of look_up: the Data Source. */
  readonly looksUp: string | null;
  readonly timeoutSeconds: number;
  /** Null: every agent of the business. */
  readonly agentIds: readonly string[] | null;
}

export interface ToolList {
  readonly tools: readonly Tool[];
}

export interface ToolOauth {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly authMethod: "client_secret_basic" | "client_secret_post";
  readonly scope: string | null;
  readonly audience: string | null;
  readonly resource: string | null;
}

export interface ToolRule {
  readonly tool: string;
  /** Regular expressions that the arguments must match, by name, ignoring case. */
  readonly arguments?: Readonly<Record<string, string>>;
}

export interface ToolRuleInput {
  readonly tool: string;
  /** Regular expressions that the arguments must match, by name, ignoring case. */
  readonly arguments?: Readonly<Record<string, string>>;
}

export interface ToolTrial {
  readonly outcome: "done" | "failed" | "unknown";
  /** What the model would get. */
  readonly result: string;
  readonly ms: number;
}

export interface ToolWithSecret {
  readonly tool: Tool;
  /** Of a new tool with a url, or a replaced secret; returned only once. The text itself is the signing key. Otherwise null, as in the response to a repeated request. */
  readonly signingSecret: string | null;
}

export interface TranscriptTurn {
  readonly speaker: "customer" | "assistant" | "human";
  readonly text: string;
  readonly createdAt: string;
  readonly audioOffsetMs: number | null;
  readonly audioEndOffsetMs: number | null;
  /** The text is keys that the customer pressed; absent: it is words. */
  readonly keys?: boolean;
  /** The Data Sources of which the model was given text for this answer; absent: none. */
  readonly sources?: readonly {
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
  }[];
}

export interface TryToolRequest {
  readonly businessId: string;
  readonly agentId: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface TurnDiagnostics {
  readonly speaker: string;
  readonly audioOffsetMs: number | null;
  readonly audioEndOffsetMs: number | null;
  readonly interrupted: boolean;
  readonly heard: "acked" | "estimated";
  readonly latencies: TurnLatencies | null;
  /** The unspoken rest of the agent’s text when it was interrupted; absent: none known. */
  readonly unheard?: string;
  /** The turn asks whether the customer is still there; absent: it does not. */
  readonly nudge?: boolean;
  /** The turn is the disclosure, or part of it; absent: it is not. */
  readonly disclosure?: boolean;
}

export interface TurnLatencies {
  readonly finalTranscriptMs: number | null;
  readonly firstTokenMs: number | null;
  readonly firstAudioMs: number | null;
  readonly firstFrameMs: number | null;
  readonly firstPlayedMs: number | null;
}

export interface UpdateAgentRequest {
  readonly businessId: string;
  readonly agentId: string;
  readonly name: string;
  readonly channel: AgentChannel;
  /** At most 20,000 words. */
  readonly instructions: string;
  readonly languageCode?: string | null;
  readonly dataSourceIds?: readonly string[] | null;
  readonly contactCategoryIds?: readonly string[] | null;
  readonly dataSourceVariables?: readonly {
    readonly sourceId: string;
    readonly fieldKey: string;
    readonly alias: string;
  }[] | null;
  readonly voiceSettings?: VoiceSettingsChanges | null;
  readonly chatSettings?: {
    /** Mark messages as read and show typing while the agent answers. Default: true. */
    readonly typingIndicator?: boolean | null;
    /** Show the images of customers to the model, if it takes images. Default: true. */
    readonly images?: boolean | null;
    /** Transcribe the voice notes of customers by speech recognition. Default: true. */
    readonly voiceNotes?: boolean | null;
  } | null;
  /** On Instagram: ask customers without a mobile for it, at most twice, then link the contact with that mobile, or create one. */
  readonly instagramCollectMobileEnabled?: boolean | null;
}

export interface UpdateContactRequest {
  readonly businessId: string;
  readonly name?: string;
  /** E.164 */
  readonly mobile?: string;
  readonly categoryIds?: readonly string[];
  readonly fields?: Readonly<Record<string, string | null>>;
  readonly communicationBlocked?: boolean;
  /** IANA name, for example Europe/Berlin. Takes precedence over the time zones of the number's area. */
  readonly timeZone?: string | null;
  /** All further numbers after the change, each of which the contact has already. The others become free. */
  readonly otherMobiles?: readonly string[];
}

export interface UpdateDataSourceRequest {
  readonly businessId: string;
  readonly sourceId: string;
  readonly name?: string;
  readonly description?: string;
  readonly status?: "active" | "archived";
  readonly text?: string;
}

export interface UpdateSavedViewRequest {
  readonly businessId: string;
  /** Only views of these, which need only the scopes of these. Default: all views, with the scopes of calls. */
  readonly of?: "calls" | "messages";
  readonly name?: string;
  /** The query of a list of calls; with text, of a search. */
  readonly calls?: CallQueryInput;
  /** The query of a search of messages. */
  readonly messages?: MessageQueryInput;
}

export interface UpdateScenarioRequest {
  readonly businessId: string;
  readonly name?: string;
  /** The agent that it is for; null: any. It can be run with other agents as well. */
  readonly agentId?: string | null;
  readonly scenario?: ScenarioInput;
}

export interface UpdateSubscriptionRequest {
  readonly businessId: string;
  /** An https address that is reachable from the internet. */
  readonly callbackUrl?: string;
  /** Events of the channel. message events report messages sent through the message endpoint; agent_message events report those of agents and campaigns. */
  readonly events?: readonly WebhookEventType[];
  readonly status?: "active" | "paused";
}

export interface UploadDataSourceRequest {
  readonly businessId: string;
  readonly sourceId: string;
  readonly fileName: string;
  readonly contentBase64: string;
}

export interface UploadMediaRequest {
  readonly businessId: string;
  readonly channel?: "whatsapp";
  readonly phoneNumberId: string;
  readonly mediaType: MediaType;
  readonly mimeType: MimeType;
  readonly clientAssetId?: string;
  readonly fileName: string;
  readonly contentBase64: string;
}

export interface Voice {
  /** Use it as an agent's `liveVoiceId`. */
  readonly id: string;
  readonly name: string;
  /** BCP 47. */
  readonly language: string;
  /** Other languages that it speaks, BCP 47; absent: none. */
  readonly furtherLanguages?: readonly string[];
  /** `neutral`: neither of the two, or not specified by the provider. */
  readonly gender: "male" | "female" | "neutral";
  readonly provider: string;
  /** The range of an agent's `speakingSpeed`; absent: the voice has one speed. */
  readonly speeds?: {
    readonly slowest: number;
    readonly fastest: number;
  };
  /** A WAV file; the signed URL is valid for at least one hour. */
  readonly sampleUrl: string;
}

export interface VoiceList {
  readonly voices: readonly Voice[];
  readonly noises: readonly {
    /** Use it as an agent's `backgroundNoiseKey`. */
    readonly key: string;
    readonly name: string;
    /** A WAV file; the signed URL is valid for at least one hour. */
    readonly sampleUrl: string;
  }[];
}

export interface VoiceSettings {
  readonly liveVoiceId?: string;
  readonly language?: string;
  /** Voice only: languages in which the agent continues when the customer speaks them, beside its own. Absent or empty: it keeps its own. */
  readonly furtherLanguages?: readonly string[];
  readonly agentGender?: "male" | "female";
  readonly backgroundNoiseKey?: string;
  readonly backgroundNoiseLevelPercent?: number;
  readonly firstGreeting?: string;
  /** Voice only: spoken first on every call, in full and without interruption. At most 60 words; placeholders as in the greeting; stored as one line. Empty: none. */
  readonly disclosure?: string;
  readonly allowGreetingInterrupt?: boolean;
  readonly nudgeAfterSilenceSeconds?: number;
  readonly disconnectAfterSilenceSeconds?: number;
  readonly maxCallDurationSeconds?: number;
  readonly repeatInterruptedSentence?: boolean;
  /** Voice only: spoken while a reply is late. Empty: nothing is. Absent: a phrase in the language of the call. */
  readonly filler?: string;
  /** Silence after which the filler is spoken; absent: 3. */
  readonly fillerAfterSeconds?: number;
  /** Pause after a pressed key that ends what the customer keys in; absent: 2. The key # ends it at once. */
  readonly keyPauseSeconds?: number;
  /** Voice only: how fast it speaks, as a factor of the voice's own speed, within the `speeds` of its voice. */
  readonly speakingSpeed?: number;
  /** Voice only: how its voice says names and terms. Transcripts keep the written form. */
  readonly pronunciations?: readonly {
    /** A name or term as the agent writes it. Case does not count; only whole words are replaced. */
    readonly written: string;
    /** What the voice is given in its place. */
    readonly spoken: string;
  }[];
  /** How long the agent waits for more words when the customer pauses, where the recogniser does not report the end of the turn. Default: `normal`. */
  readonly patience?: "low" | "normal" | "high";
  /** Voice only: when the customer makes a sound, the agent first speaks more quietly, and stops at a word or half a second of speech. False: it stops at once. Default true. */
  readonly bargeInDuck?: boolean;
  /** Voice only: words that do not interrupt the agent, like "roger that", beside the usual ones of its language. */
  readonly backchannels?: readonly string[];
  /** The agent presses keys to find its way through phone menus. Absent: menus are answered like people. */
  readonly phoneMenu?: {
    /** What the agent looks for in the menu of a company that it calls, like: reach the billing department. */
    readonly goal: string;
    /** The call is stuck when the same menu has been heard this often. Default: 3. */
    readonly repeats?: number;
    /** The transfer tool of the agent that takes a stuck call. Default: the call ends with `menu_loop`. */
    readonly transferTool?: string;
  };
}

export interface VoiceSettingsChanges {
  readonly liveVoiceId?: string | null;
  readonly language?: string | null;
  readonly furtherLanguages?: readonly string[] | null;
  readonly agentGender?: "male" | "female" | null;
  readonly backgroundNoiseKey?: "office" | "cafe" | "street" | null;
  readonly backgroundNoiseLevelPercent?: number | null;
  readonly firstGreeting?: string | null;
  /** Voice only: spoken first on every call, in full and without interruption. At most 60 words; placeholders as in the greeting; stored as one line. Empty: none. */
  readonly disclosure?: string | null;
  readonly allowGreetingInterrupt?: boolean | null;
  readonly nudgeAfterSilenceSeconds?: number | null;
  readonly disconnectAfterSilenceSeconds?: number | null;
  readonly maxCallDurationSeconds?: number | null;
  readonly repeatInterruptedSentence?: boolean | null;
  /** Voice only: spoken while a reply is late. Empty: nothing is. Absent: a phrase in the language of the call. */
  readonly filler?: string | null;
  /** Silence after which the filler is spoken; absent: 3. */
  readonly fillerAfterSeconds?: number | null;
  /** Pause after a pressed key that ends what the customer keys in; absent: 2. The key # ends it at once. */
  readonly keyPauseSeconds?: number | null;
  /** Voice only: how fast it speaks, as a factor of the voice's own speed, within the `speeds` of its voice. */
  readonly speakingSpeed?: number | null;
  readonly pronunciations?: readonly {
    /** A name or term as the agent writes it. Case does not count; only whole words are replaced. */
    readonly written: string;
    /** What the voice is given in its place. */
    readonly spoken: string;
  }[] | null;
  /** How long the agent waits for more words when the customer pauses, where the recogniser does not report the end of the turn. Default: `normal`. */
  readonly patience?: "low" | "normal" | "high" | null;
  /** Voice only: when the customer makes a sound, the agent first speaks more quietly, and stops at a word or half a second of speech. False: it stops at once. Default true. */
  readonly bargeInDuck?: boolean | null;
  readonly backchannels?: readonly string[] | null;
  readonly phoneMenu?: PhoneMenuSettings | null;
}

export type Voicemail = HangUpVoicemail | LeaveMessageVoicemail | TalkVoicemail;

export interface VoicemailAnswer {
  readonly voicemail: Voicemail;
}

export type VoicemailInput = HangUpVoicemailInput | LeaveMessageVoicemailInput | TalkVoicemailInput;

export interface VoicemailTimelineItem {
  /** Identifies the item within the timeline. */
  readonly id: string;
  readonly at: string;
  readonly channel: "voice";
  readonly callId: string;
  readonly campaignId: string | null;
  readonly type: "call_ended";
  readonly status: VoicemailTimelineItemStatus;
  /** Connected seconds. */
  readonly durationSeconds: number;
  readonly endedBy: string | null;
  readonly endReason: string | null;
}

export type VoicemailTimelineItemStatus = "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled";

export interface WebhookContract {
  readonly contractVersion: string;
  readonly events: readonly string[];
  readonly signature: WebhookContractSignature;
}

export interface WebhookContractSignature {
  readonly algorithm: string;
  readonly signedContent: string;
  readonly headers: readonly string[];
  readonly toleranceSeconds: number;
}

export type WebhookEventType = "whatsapp.message.received" | "whatsapp.message.sent" | "whatsapp.message.delivered" | "whatsapp.message.read" | "whatsapp.message.failed" | "whatsapp.message.edited" | "whatsapp.message.revoked" | "whatsapp.agent_message.sent" | "whatsapp.agent_message.delivered" | "whatsapp.agent_message.read" | "whatsapp.agent_message.failed" | "conversation.analyzed" | "instagram.message.received" | "instagram.message.sent" | "instagram.message.seen" | "instagram.message.reaction" | "instagram.message.referral" | "instagram.message.failed" | "instagram.comment.received" | "instagram.comment.replied" | "instagram.comment.failed" | "instagram.message.edited" | "instagram.message.revoked" | "instagram.agent_message.sent" | "instagram.agent_message.seen" | "instagram.agent_message.failed" | "voice.call.ringing" | "voice.call.answered" | "voice.call.disclosed" | "voice.call.turn" | "voice.call.ended" | "voice.call.recorded" | "voice.call.charged" | "voice.call.analyzed" | "voice.call.reviewed" | "campaign.iteration.started" | "campaign.iteration.paused" | "campaign.iteration.cancelling" | "campaign.iteration.ended" | "campaign.recipient.ended";

export type WhatsappAgentDeliveryEvent = WhatsappEventFields & ({
  readonly eventType: "whatsapp.agent_message.sent" | "whatsapp.agent_message.delivered" | "whatsapp.agent_message.read" | "whatsapp.agent_message.failed";
  readonly author: "agent" | "campaign";
  readonly campaignId: CampaignId;
  /** Null if the channel never had the message. */
  readonly providerMessageId: string | null;
  readonly messageId: string;
  readonly recipient: {
    readonly mobileE164: string;
  };
  readonly delivery: MessageDelivery;
});

export type WhatsappAmendmentEvent = WhatsappEventFields & ({
  readonly eventType: "whatsapp.message.edited" | "whatsapp.message.revoked";
  /** The channel’s id of the message. */
  readonly providerMessageId: string;
  readonly message: {
    /** From now on; null: its content is gone. */
    readonly text: string | null;
  };
});

export type WhatsappDeliveryEvent = WhatsappEventFields & ({
  readonly eventType: "whatsapp.message.sent" | "whatsapp.message.delivered" | "whatsapp.message.read" | "whatsapp.message.failed";
  /** Null if the channel never had the message. */
  readonly providerMessageId: string | null;
  readonly messageId: string;
  readonly recipient: {
    readonly mobileE164: string;
  };
  readonly delivery: MessageDelivery;
});

export interface WhatsappEventFields {
  /** 1.1 at present. */
  readonly contractVersion: string;
  /** The same in every attempt: deduplicate by it. */
  readonly eventId: string;
  readonly occurredAt: string;
  readonly businessId: string;
  readonly channel: "whatsapp";
  /** Attempts that have failed so far. */
  readonly retryNumber: number;
  readonly conversationId: string;
  readonly phoneNumberId: string;
  readonly participantId: ParticipantId;
}

export type WhatsappMessageReceivedEvent = WhatsappEventFields & ({
  readonly eventType: "whatsapp.message.received";
  readonly providerMessageId: string;
  readonly customer: {
    readonly mobileE164: string | null;
    readonly whatsappId: string | null;
    readonly name: string | null;
  };
  readonly message: ReceivedMessage;
  /** Whether a person answers: store it, and do not answer. */
  readonly humanHandoffActive: boolean;
});

/** Parameters and answer of each operation. */
export interface Operations {
  /** List the agents of the business, newest first. A page with long agents may contain fewer than `limit`. */
  readonly listAgents: {
    readonly path: Nothing;
    readonly query: {
      readonly businessId: string;
      readonly limit?: number;
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
      readonly agentId: string;
    };
    readonly query: {
      readonly businessId: string;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: SplitList;
  };
  /** Give a share of the recipients of an agent, or of one of its voice campaigns, an earlier version. A recipient gets the same version until the split ends; the next publication ends it. */
  readonly startSplit: {
    readonly path: {
      readonly agentId: string;
    };
    readonly query: Nothing;
    readonly body: StartSplitRequest;
    readonly data: SplitAnswer;
  };
  /** Read a split with the outcomes of both versions side by side, and their differences with intervals at a confidence of 95 %. */
  readonly readSplit: {
    readonly path: {
      readonly agentId: string;
      readonly splitId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: SplitWithResults;
  };
  /** End a split. A winner that is not the published version is checked and published again; without a winner the published version stays. */
  readonly endSplit: {
    readonly path: {
      readonly agentId: string;
      readonly splitId: string;
    };
    readonly query: Nothing;
    readonly body: EndSplitRequest;
    readonly data: SplitAnswer;
  };
  /** Read an agent as it is published. */
  readonly readAgent: {
    readonly path: {
      readonly agentId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: AgentAnswer;
  };
  /** List the latest 50 versions of an agent, with their times, authors and notes, newest first. A page with long versions may contain fewer than `limit`. */
  readonly listPublishedVersions: {
    readonly path: {
      readonly agentId: string;
    };
    readonly query: {
      readonly businessId: string;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: AgentVersionList;
  };
  /** Read one version of an agent. */
  readonly readPublishedVersion: {
    readonly path: {
      readonly agentId: string;
      readonly version: number;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: AgentVersionAnswer;
  };
  /** Read the draft of an agent. */
  readonly readDraft: {
    readonly path: {
      readonly agentId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: AgentDraftAnswer;
  };
  /** Change the draft of an agent, or begin one with the published version; nothing is published. Omitted optional fields keep their values; null clears one. */
  readonly saveDraft: {
    readonly path: {
      readonly agentId: string;
    };
    readonly query: Nothing;
    readonly body: SaveDraftRequest;
    readonly data: AgentDraftAnswer;
  };
  /** Delete the draft of an agent. The published version stays. */
  readonly discardDraft: {
    readonly path: {
      readonly agentId: string;
    };
    readonly query: Nothing;
    readonly body: BusinessRequest;
    readonly data: AgentAnswer;
  };
  /** Publish the draft of an agent as its next version. Its voices, sources and categories are checked again. Splits end. Calls in progress keep the version that they started with. */
  readonly publishDraft: {
    readonly path: {
      readonly agentId: string;
    };
    readonly query: Nothing;
    readonly body: PublishDraftRequest;
    readonly data: AgentAnswer;
  };
  /** Publish an earlier version of an agent again, as its next version. Its voices, sources and categories are checked again. Splits end; the draft stays. */
  readonly rollBackAgent: {
    readonly path: {
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
      readonly businessId: string;
      readonly language?: string;
    };
    readonly body: Nothing;
    readonly data: VoiceList;
  };
  /** List the channels with their current readiness and how agents are assigned to them. */
  readonly listChannels: {
    readonly path: Nothing;
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: ChannelList;
  };
  /** List the connected Instagram accounts, newest first, without their tokens. */
  readonly readInstagramConnection: {
    readonly path: Nothing;
    readonly query: {
      readonly businessId: string;
      readonly limit?: number;
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
      readonly businessId: string;
      readonly channel: "whatsapp" | "instagram";
      readonly limit?: number;
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
      readonly businessId: string;
      /** Beginnings of words of the name, the mobile number and the field values. */
      readonly search?: string;
      /** Only contacts of this category. */
      readonly categoryId?: string;
      /** Only contacts that may not be contacted, or only those that may. */
      readonly communicationBlocked?: boolean;
      /** Only contacts with at least one call or message, or only those without. */
      readonly contacted?: boolean;
      /** Only contacts whose latest call or message was at this time or later. */
      readonly contactedSince?: string;
      /** Only contacts without a call or a message at this time or later. */
      readonly notContactedSince?: string;
      /** A field and its exact value, like `city:Berlin`; upper and lower case of ASCII letters are the same. `city:` finds contacts without the field. */
      readonly field?: string;
      /** `created` (default): newest first. `name`: A to Z, ignoring case and accents. `lastContact`: the latest call or message first, contacts without any at the end, newest first. */
      readonly sort?: "created" | "name" | "lastContact";
      readonly limit?: number;
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
      readonly businessId: string;
      /** Beginnings of words of the name, the mobile number and the field values. */
      readonly search?: string;
      /** Only contacts of this category. */
      readonly categoryId?: string;
      /** Only contacts that may not be contacted, or only those that may. */
      readonly communicationBlocked?: boolean;
      /** Only contacts with at least one call or message, or only those without. */
      readonly contacted?: boolean;
      /** Only contacts whose latest call or message was at this time or later. */
      readonly contactedSince?: string;
      /** Only contacts without a call or a message at this time or later. */
      readonly notContactedSince?: string;
      /** A field and its exact value, like `city:Berlin`; upper and lower case of ASCII letters are the same. `city:` finds contacts without the field. */
      readonly field?: string;
    };
    readonly body: Nothing;
    readonly data: Response;
  };
  /** List categories with contact counts, newest first. */
  readonly listContactCategories: {
    readonly path: Nothing;
    readonly query: {
      readonly businessId: string;
      readonly limit?: number;
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
    readonly data: CategoryAnswer;
  };
  /** Read one contact with categories and per-channel rollups, and the conclusion of a campaign about it. */
  readonly readContact: {
    readonly path: {
      readonly contactId: string;
    };
    readonly query: {
      readonly businessId: string;
      readonly campaignId?: string;
    };
    readonly body: Nothing;
    readonly data: ContactDetails;
  };
  /** Change a contact, its categories and whether it may be contacted. Omitted fields stay unchanged. */
  readonly updateContact: {
    readonly path: {
      readonly contactId: string;
    };
    readonly query: Nothing;
    readonly body: UpdateContactRequest;
    readonly data: ContactAnswer;
  };
  /** List the communication with a contact on all channels, newest first. */
  readonly readContactTimeline: {
    readonly path: {
      readonly contactId: string;
    };
    readonly query: {
      readonly businessId: string;
      readonly campaignId?: string;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: ContactTimeline;
  };
  /** Link a channel identity to the contact with that mobile, or to a new contact. */
  readonly linkContact: {
    readonly path: {
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
      readonly businessId: string;
      readonly jobId?: string;
      readonly limit?: number;
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
      readonly businessId: string;
      readonly jobId?: string;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: ContactJobList;
  };
  /** Stop a job on contacts. What it has changed stays changed. */
  readonly cancelContactJob: {
    readonly path: {
      readonly jobId: string;
    };
    readonly query: Nothing;
    readonly body: BusinessRequest;
    readonly data: ContactJobAnswer;
  };
  /** Merge another contact into this one, which takes over its numbers and its history and fills its own gaps. The other contact is gone. */
  readonly mergeContacts: {
    readonly path: {
      readonly contactId: string;
    };
    readonly query: Nothing;
    readonly body: MergeContactsRequest;
    readonly data: ContactAnswer;
  };
  /** List suppressed numbers and identities, newest first. */
  readonly listSuppressions: {
    readonly path: Nothing;
    readonly query: {
      readonly businessId: string;
      /** service: all contact that the business initiates. marketing: campaigns and offers only. */
      readonly purpose?: "service" | "marketing";
      readonly source?: "operator" | "api" | "contact_block" | "customer_request" | "keyword" | "import";
      /** The beginning of an E.164 number or an identity. */
      readonly search?: string;
      readonly limit?: number;
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
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: Response;
  };
  /** List Data Sources with their declared fields and item counts, newest first, the contacts last. */
  readonly listDataSources: {
    readonly path: Nothing;
    readonly query: {
      readonly businessId: string;
      readonly limit?: number;
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
      readonly businessId: string;
      readonly sourceId?: string;
      readonly ingestionId?: string;
      readonly limit?: number;
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
      readonly businessId: string;
      readonly limit?: number;
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
      readonly subscriptionId: string;
    };
    readonly query: Nothing;
    readonly body: UpdateSubscriptionRequest;
    readonly data: SubscriptionAnswer;
  };
  /** Revoke a subscription permanently. Its pending deliveries are dropped. */
  readonly revokeSubscription: {
    readonly path: {
      readonly subscriptionId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: SubscriptionAnswer;
  };
  /** Replace the signing secret. The previous one becomes invalid immediately. */
  readonly rotateSubscriptionSecret: {
    readonly path: {
      readonly subscriptionId: string;
    };
    readonly query: Nothing;
    readonly body: BusinessRequest;
    readonly data: RotatedSecret;
  };
  /** List campaigns with their latest iteration, newest first. */
  readonly listCampaigns: {
    readonly path: Nothing;
    readonly query: {
      readonly businessId: string;
      readonly limit?: number;
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
      readonly campaignId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: CampaignAnswer;
  };
  /** Start, pause or cancel the current iteration. Calls in progress continue when it is paused, and are hung up when it is cancelled. */
  readonly actOnCampaign: {
    readonly path: {
      readonly campaignId: string;
    };
    readonly query: Nothing;
    readonly body: CampaignActionRequest;
    readonly data: CampaignAnswer;
  };
  /** List the iterations of a campaign in their order. */
  readonly listIterations: {
    readonly path: {
      readonly campaignId: string;
    };
    readonly query: {
      readonly businessId: string;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: IterationList;
  };
  /** Create a follow-up iteration for recipients selected by the outcomes of earlier ones. */
  readonly createIteration: {
    readonly path: {
      readonly campaignId: string;
    };
    readonly query: Nothing;
    readonly body: CreateIterationRequest;
    readonly data: IterationAnswer;
  };
  /** List the members of the iterations of a campaign, with every attempt and its outcome. */
  readonly listMemberships: {
    readonly path: {
      readonly campaignId: string;
    };
    readonly query: {
      readonly businessId: string;
      readonly limit?: number;
      readonly cursor?: string;
      readonly iterationId?: string;
      readonly contactId?: string;
      readonly status?: "pending" | "claimed" | "active" | "retry_wait" | "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "skipped";
      /** Of the latest call-back that a recipient requested at a time. */
      readonly callBack?: "planned" | "called" | "declined";
    };
    readonly body: Nothing;
    readonly data: MembershipList;
  };
  /** List the calls and messages of a campaign, newest first. */
  readonly listActivities: {
    readonly path: {
      readonly campaignId: string;
    };
    readonly query: {
      readonly businessId: string;
      readonly limit?: number;
      readonly cursor?: string;
      readonly contactId?: string;
      readonly iterationId?: string;
      readonly channel?: "voice" | "whatsapp" | "sms";
      readonly status?: string;
    };
    readonly body: Nothing;
    readonly data: ActivityList;
  };
  /** List the AI summaries of a campaign with their progress, newest first. */
  readonly listSummaryRuns: {
    readonly path: {
      readonly campaignId: string;
    };
    readonly query: {
      readonly businessId: string;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: SummaryRunList;
  };
  /** Estimate the maximum cost of an AI summary (201), or confirm exactly that amount and start it (202). Only completed assessments are charged. */
  readonly runSummary: {
    readonly path: {
      readonly campaignId: string;
    };
    readonly query: Nothing;
    readonly body: RunSummaryRequest;
    readonly data: SummaryRunAnswer;
  };
  /** Read what was found in the analysed calls of a campaign: verdicts by criterion, sentiments, requests, and the distribution of fields. */
  readonly readCampaignFindings: {
    readonly path: {
      readonly campaignId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: CampaignFindingsAnswer;
  };
  /** Download the conclusions of a completed or partial summary run as CSV. */
  readonly exportCampaign: {
    readonly path: {
      readonly campaignId: string;
    };
    readonly query: {
      readonly businessId: string;
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
      readonly messageId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: MessageAnswer;
  };
  /** List the templates of a WhatsApp account as Meta lists them, up to 200 by name. The list is kept for five minutes. */
  readonly listTemplates: {
    readonly path: Nothing;
    readonly query: {
      readonly businessId: string;
      /** Required with several accounts. */
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
      readonly businessId: string;
      readonly analysis?: "running" | "completed" | "failed";
      /** Whether all success criteria of the agent were met. */
      readonly success?: "true" | "false";
      /** The customer's, over the whole call. */
      readonly sentiment?: "positive" | "neutral" | "negative" | "mixed";
      /** human: a person instead of the agent; no_contact: not to be contacted again. */
      readonly request?: "human" | "no_contact" | "call_back";
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: ConversationList;
  };
  /** Read a conversation, and what a model found in its latest messages. */
  readonly readWrittenConversation: {
    readonly path: {
      readonly conversationId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: ConversationDetails;
  };
  /** List calls, newest first. */
  readonly listVoiceCalls: {
    readonly path: Nothing;
    readonly query: {
      readonly businessId: string;
      readonly limit?: number;
      readonly cursor?: string;
      readonly status?: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled";
      readonly agentId?: string;
      /** The version of the agent that made it. */
      readonly agentVersion?: number;
      readonly contactId?: string;
      readonly campaignId?: string;
      readonly analysis?: "running" | "completed" | "failed";
      /** Whether all success criteria of the agent were met. */
      readonly success?: "true" | "false";
      /** The customer's, over the whole call. */
      readonly sentiment?: "positive" | "neutral" | "negative" | "mixed";
      /** human: a person instead of the agent; no_contact: not to be contacted again. */
      readonly request?: "human" | "no_contact" | "call_back";
      readonly endedBy?: "customer" | "agent" | "operator" | "system" | "provider" | "unknown";
      /** Whether an answer took longer than 2 seconds. */
      readonly slow?: "true" | "false";
      /** Whether the customer interrupted the agent. */
      readonly interrupted?: "true" | "false";
      /** Whether a tool failed. */
      readonly toolFailed?: "true" | "false";
      /** Kept in lower case, without spaces around it. */
      readonly tag?: string;
      readonly minScore?: number;
      readonly maxScore?: number;
      readonly from?: string;
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
      readonly businessId: string;
      readonly status?: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled";
      readonly agentId?: string;
      /** The version of the agent that made it. */
      readonly agentVersion?: number;
      readonly contactId?: string;
      readonly campaignId?: string;
      readonly analysis?: "running" | "completed" | "failed";
      /** Whether all success criteria of the agent were met. */
      readonly success?: "true" | "false";
      /** The customer's, over the whole call. */
      readonly sentiment?: "positive" | "neutral" | "negative" | "mixed";
      /** human: a person instead of the agent; no_contact: not to be contacted again. */
      readonly request?: "human" | "no_contact" | "call_back";
      readonly endedBy?: "customer" | "agent" | "operator" | "system" | "provider" | "unknown";
      /** Whether an answer took longer than 2 seconds. */
      readonly slow?: "true" | "false";
      /** Whether the customer interrupted the agent. */
      readonly interrupted?: "true" | "false";
      /** Whether a tool failed. */
      readonly toolFailed?: "true" | "false";
      /** Kept in lower case, without spaces around it. */
      readonly tag?: string;
      readonly minScore?: number;
      readonly maxScore?: number;
      readonly from?: string;
      readonly to?: string;
    };
    readonly body: Nothing;
    readonly data: Response;
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
      readonly businessId: string;
      readonly agentId: string;
      readonly contactId: string;
    };
    readonly body: Nothing;
    readonly data: ResolvedCall;
  };
  /** Read a call with its transcript, its diagnostics and, if ready, signed links to its recording. */
  readonly readVoiceCall: {
    readonly path: {
      readonly callId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: CallDetails;
  };
  /** End a call: immediately (200) if it was not dialled yet, otherwise (202) once the carrier confirms. */
  readonly cancelVoiceCall: {
    readonly path: {
      readonly callId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: CancelledCall;
  };
  /** Download the transcript as text. */
  readonly downloadVoiceCallTranscript: {
    readonly path: {
      readonly callId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: Response;
  };
  /** Download what went into the sessions of a call, for `parley tune`: audio, recognised words, answers of models and tools, and times. */
  readonly downloadSessionLog: {
    readonly path: {
      readonly callId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: Response;
  };
  /** Erase the session log of a call. If the call is live, its log is not kept either. Recording and transcript stay. Idempotent. */
  readonly eraseSessionLog: {
    readonly path: {
      readonly callId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: ErasedSessionLog;
  };
  /** Send a note to the agent of a live call. The agent considers it from its next answer on, and does not read it out. */
  readonly noteToAgent: {
    readonly path: {
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
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: CallTagList;
  };
  /** Add and remove tags of a call, up to 20, and set its score. */
  readonly reviewVoiceCall: {
    readonly path: {
      readonly callId: string;
    };
    readonly query: Nothing;
    readonly body: ReviewCallRequest;
    readonly data: CallReview;
  };
  /** Add and remove tags of up to 100 calls, and set their score, independently of each other. */
  readonly reviewVoiceCalls: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: ReviewCallsRequest;
    readonly data: CallReviews;
  };
  /** Add a note about a call, up to 50. The agent and the customer do not receive it. */
  readonly addVoiceCallNote: {
    readonly path: {
      readonly callId: string;
    };
    readonly query: Nothing;
    readonly body: CallNoteRequest;
    readonly data: AgentNoteAnswer;
  };
  /** Remove a note about a call. */
  readonly removeVoiceCallNote: {
    readonly path: {
      readonly callId: string;
      readonly noteId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: RemovedCallNote;
  };
  /** Find ended calls by what was said, newest first, with the turns in which it was found. The words may be in different turns; keys that the customer pressed are not found, and calls with deleted contacts are not either. */
  readonly searchVoiceCalls: {
    readonly path: Nothing;
    readonly query: {
      readonly businessId: string;
      /** Every word must begin a word of the text; one- and two-letter words match whole words. Words in quotation marks follow each other. Chinese, Japanese and other words without spaces are found anywhere. */
      readonly text: string;
      readonly limit?: number;
      readonly cursor?: string;
      readonly status?: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled";
      readonly agentId?: string;
      /** The version of the agent that made it. */
      readonly agentVersion?: number;
      readonly contactId?: string;
      readonly campaignId?: string;
      readonly analysis?: "running" | "completed" | "failed";
      /** Whether all success criteria of the agent were met. */
      readonly success?: "true" | "false";
      /** The customer's, over the whole call. */
      readonly sentiment?: "positive" | "neutral" | "negative" | "mixed";
      /** human: a person instead of the agent; no_contact: not to be contacted again. */
      readonly request?: "human" | "no_contact" | "call_back";
      readonly endedBy?: "customer" | "agent" | "operator" | "system" | "provider" | "unknown";
      /** Whether an answer took longer than 2 seconds. */
      readonly slow?: "true" | "false";
      /** Whether the customer interrupted the agent. */
      readonly interrupted?: "true" | "false";
      /** Whether a tool failed. */
      readonly toolFailed?: "true" | "false";
      /** Kept in lower case, without spaces around it. */
      readonly tag?: string;
      readonly minScore?: number;
      readonly maxScore?: number;
      readonly from?: string;
      readonly to?: string;
    };
    readonly body: Nothing;
    readonly data: CallSearchResult;
  };
  /** Find messages of conversations by their text or the words of a voice note, newest first. Revoked messages are not found, and messages from before the deletion of their contact are not either. */
  readonly searchMessages: {
    readonly path: Nothing;
    readonly query: {
      readonly businessId: string;
      /** Every word must begin a word of the text; one- and two-letter words match whole words. Words in quotation marks follow each other. Chinese, Japanese and other words without spaces are found anywhere. */
      readonly text: string;
      readonly limit?: number;
      readonly cursor?: string;
      readonly channel?: "whatsapp" | "instagram";
      readonly agentId?: string;
      readonly contactId?: string;
      readonly campaignId?: string;
      readonly author?: "customer" | "agent" | "human" | "api" | "campaign";
      readonly analysis?: "running" | "completed" | "failed";
      /** Whether all success criteria of the agent were met. */
      readonly success?: "true" | "false";
      /** The customer's, over the whole call. */
      readonly sentiment?: "positive" | "neutral" | "negative" | "mixed";
      /** human: a person instead of the agent; no_contact: not to be contacted again. */
      readonly request?: "human" | "no_contact" | "call_back";
      readonly from?: string;
      readonly to?: string;
    };
    readonly body: Nothing;
    readonly data: MessageSearchResult;
  };
  /** List the saved views of the business, in the order in which they were saved: at most 100. */
  readonly listSavedViews: {
    readonly path: Nothing;
    readonly query: {
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
      readonly viewId: string;
    };
    readonly query: Nothing;
    readonly body: UpdateSavedViewRequest;
    readonly data: SavedViewAnswer;
  };
  /** Remove a saved view. */
  readonly removeSavedView: {
    readonly path: {
      readonly viewId: string;
    };
    readonly query: {
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
      readonly businessId: string;
      /** Some of calls, conversations, campaigns, contact_jobs, imports, ingestions, voices, separated by commas. Omitted: all permitted topics except voices. */
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
    readonly data: Business;
  };
  /** Read figures of calls or conversations in a period of up to 366 days, from one time up to, but not including, another; both are extended to whole quarters of an hour. */
  readonly readAnalytics: {
    readonly path: Nothing;
    readonly query: {
      readonly businessId: string;
      readonly subject?: "calls" | "conversations";
      readonly from: string;
      readonly to: string;
      /** IANA name, for hours and days. Default: that of the business. */
      readonly timeZone?: string;
      /** hour: of the day, from 00 to 23. channel: of conversations. */
      readonly groupBy?: "outcome" | "agent" | "version" | "campaign" | "channel" | "hour" | "day";
      readonly agentId?: string;
      /** Of agentId. */
      readonly version?: number;
      readonly campaignId?: string;
      readonly channel?: "whatsapp" | "instagram";
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
      readonly businessId: string;
      readonly subject?: "calls" | "conversations";
      readonly from: string;
      readonly to: string;
      /** IANA name, for hours and days. Default: that of the business. */
      readonly timeZone?: string;
      /** hour: of the day, from 00 to 23. channel: of conversations. */
      readonly groupBy?: "outcome" | "agent" | "version" | "campaign" | "channel" | "hour" | "day";
      readonly agentId?: string;
      /** Of agentId. */
      readonly version?: number;
      readonly campaignId?: string;
      readonly channel?: "whatsapp" | "instagram";
      readonly outcome?: "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "answered" | "handed_over" | "no_reply" | "unanswered";
      /** previous: with the figures of the period before, as long. */
      readonly compare?: "none" | "previous";
    };
    readonly body: Nothing;
    readonly data: Response;
  };
  /** List the tools of the business, in order of name. Secrets and tokens are never returned. */
  readonly listTools: {
    readonly path: Nothing;
    readonly query: {
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
      readonly name: string;
    };
    readonly query: Nothing;
    readonly body: TryToolRequest;
    readonly data: ToolTrial;
  };
  /** Remove a tool. Agents that are about to use it get an error. Idempotent. */
  readonly removeTool: {
    readonly path: {
      readonly name: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: RemovedTool;
  };
  /** What the agent does when voicemail answers: hang up (default), leave a message, or talk as to a person. */
  readonly readVoicemail: {
    readonly path: {
      readonly agentId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: VoicemailAnswer;
  };
  /** Set what a voice agent does when voicemail answers, for new calls. A message may contain placeholders like the instructions. */
  readonly setVoicemail: {
    readonly path: {
      readonly agentId: string;
    };
    readonly query: Nothing;
    readonly body: SetVoicemailRequest;
    readonly data: VoicemailAnswer;
  };
  /** The success criteria and the fields to extract of the agent's calls. */
  readonly readAnalysisSettings: {
    readonly path: {
      readonly agentId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: AnalysisSettings;
  };
  /** Set the success criteria and the fields to extract of the agent's calls, for calls that end from now on. Calls are analysed if the business has switched that on. */
  readonly setAnalysisSettings: {
    readonly path: {
      readonly agentId: string;
    };
    readonly query: Nothing;
    readonly body: SetAnalysisSettingsRequest;
    readonly data: AnalysisSettings;
  };
  /** List the runs over the agent's ended calls and silent conversations with their progress, newest first. */
  readonly listAnalysisRuns: {
    readonly path: {
      readonly agentId: string;
    };
    readonly query: {
      readonly businessId: string;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: AnalysisRunList;
  };
  /** Estimate the maximum cost of analysing ended calls, all or those that match a filter, or silent conversations with the present criteria and fields (201), or confirm exactly that amount and start the run (202). Only completed analyses are charged. */
  readonly runAnalysis: {
    readonly path: {
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
      readonly businessId: string;
      readonly agentId?: string;
      readonly limit?: number;
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
      readonly scenarioId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: ScenarioAnswer;
  };
  /** Rename a scenario, assign it to an agent or to any, or replace its content; runs keep the content that they had. */
  readonly updateSimulationScenario: {
    readonly path: {
      readonly scenarioId: string;
    };
    readonly query: Nothing;
    readonly body: UpdateScenarioRequest;
    readonly data: ScenarioAnswer;
  };
  /** Remove a scenario; its runs stay. */
  readonly removeSimulationScenario: {
    readonly path: {
      readonly scenarioId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: RemovedScenario;
  };
  /** List simulation runs with their progress, newest first. */
  readonly listSimulationRuns: {
    readonly path: Nothing;
    readonly query: {
      readonly businessId: string;
      readonly scenarioId?: string;
      readonly agentId?: string;
      readonly agentVersion?: number;
      readonly limit?: number;
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
      readonly simulationRunId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: SimulationRunAnswer;
  };
  /** Cancel a running simulation. Conversations that were played stay, and are charged. */
  readonly cancelSimulation: {
    readonly path: {
      readonly simulationRunId: string;
    };
    readonly query: Nothing;
    readonly body: BusinessRequest;
    readonly data: SimulationRunAnswer;
  };
  /** List the conversations of a simulation run that have ended: transcript, times, uses of tools and verdicts. A page ends early where they are long. */
  readonly listSimulatedConversations: {
    readonly path: {
      readonly simulationRunId: string;
    };
    readonly query: {
      readonly businessId: string;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: SimulatedConversationList;
  };
  /** Compare a simulation run with another one of the same scenario: scores by criterion, whether they differ by more than chance, and the verdicts that changed. */
  readonly compareSimulationRuns: {
    readonly path: {
      readonly simulationRunId: string;
    };
    readonly query: {
      readonly businessId: string;
      readonly otherRunId: string;
    };
    readonly body: Nothing;
    readonly data: SimulationComparisonAnswer;
  };
  /** Whether the agent remembers contacts. */
  readonly readMemorySettings: {
    readonly path: {
      readonly agentId: string;
    };
    readonly query: {
      readonly businessId: string;
    };
    readonly body: Nothing;
    readonly data: MemorySettings;
  };
  /** Set whether the agent remembers contacts: what its calls leave is kept if the business has calls analysed, and the agent is given what is remembered of a contact. Off by default. */
  readonly setMemorySettings: {
    readonly path: {
      readonly agentId: string;
    };
    readonly query: Nothing;
    readonly body: SetMemorySettingsRequest;
    readonly data: MemorySettings;
  };
  /** List what agents remember of a contact, with the calls it comes from, newest first. */
  readonly readContactMemory: {
    readonly path: {
      readonly contactId: string;
    };
    readonly query: {
      readonly businessId: string;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: Nothing;
    readonly data: ContactMemory;
  };
  /** Erase entries of what agents remember of a contact, or everything that was said until now. Returns the number of erased entries. */
  readonly eraseContactMemory: {
    readonly path: {
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
  | ConversationLinkedLiveEvent
  | IterationCreatedLiveEvent
  | IterationStatusLiveEvent
  | IterationProgressLiveEvent
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
  | ConversationAnalyzedEvent
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
  | RecipientEndedEvent;

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
  readWebhookContract: { method: 'GET', path: '/api/v1/contracts/whatsapp-automation', in: 'query', business: false, keyed: false, answer: 'json' },
  listSubscriptions: { method: 'GET', path: '/api/v1/webhook-subscriptions', in: 'query', business: true, keyed: false, answer: 'json' },
  createSubscription: { method: 'POST', path: '/api/v1/webhook-subscriptions', in: 'body', business: true, keyed: true, answer: 'json' },
  updateSubscription: { method: 'PATCH', path: '/api/v1/webhook-subscriptions/{subscriptionId}', in: 'body', business: true, keyed: false, answer: 'json' },
  revokeSubscription: { method: 'DELETE', path: '/api/v1/webhook-subscriptions/{subscriptionId}', in: 'query', business: true, keyed: false, answer: 'json' },
  rotateSubscriptionSecret: { method: 'POST', path: '/api/v1/webhook-subscriptions/{subscriptionId}/rotate-secret', in: 'body', business: true, keyed: false, answer: 'json' },
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
  listVoiceCalls: { method: 'GET', path: '/api/v1/voice/calls', in: 'query', business: true, keyed: false, answer: 'json' },
  startVoiceCall: { method: 'POST', path: '/api/v1/voice/calls', in: 'body', business: true, keyed: true, answer: 'json' },
  exportVoiceCalls: { method: 'GET', path: '/api/v1/voice/calls/export', in: 'query', business: true, keyed: false, answer: 'file' },
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
