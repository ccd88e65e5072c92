/** Generated from the OpenAPI document by `npm run generate`; do not edit. */

/** Parameters and `data` of each operation. */
export interface Operations {
  readonly listAgents: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly agents: readonly ({ readonly id: string; readonly referenceName: string; readonly channel: "whatsapp" | "sms" | "voice" | "instagram" | "other"; readonly status: "active" | "archived"; readonly contactContextRequired: boolean; readonly name: string; readonly instructions: string; readonly languageCode: string; readonly dataSourceIds: readonly (string)[]; readonly contactCategoryIds: readonly (string)[]; readonly dataSourceVariables: readonly ({ readonly sourceId: string; readonly fieldKey: string; readonly alias: string })[]; readonly voiceSettings: { readonly liveVoiceId?: string; readonly language?: string; readonly furtherLanguages?: readonly (string)[]; readonly agentGender?: "male" | "female"; readonly backgroundNoiseKey?: string; readonly backgroundNoiseLevelPercent?: number; readonly firstGreeting?: string; readonly disclosure?: string; readonly allowGreetingInterrupt?: boolean; readonly nudgeAfterSilenceSeconds?: number; readonly disconnectAfterSilenceSeconds?: number; readonly maxCallDurationSeconds?: number; readonly repeatInterruptedSentence?: boolean; readonly filler?: string; readonly fillerAfterSeconds?: number; readonly keyPauseSeconds?: number; readonly speakingSpeed?: number; readonly pronunciations?: readonly ({ readonly written: string; readonly spoken: string })[]; readonly patience?: "low" | "normal" | "high"; readonly bargeInDuck?: boolean; readonly backchannels?: readonly (string)[]; readonly phoneMenu?: { readonly goal: string; readonly repeats?: number; readonly transferTool?: string } }; readonly chatSettings?: { readonly typingIndicator?: boolean; readonly images?: boolean; readonly voiceNotes?: boolean }; readonly instagramCollectMobileEnabled: boolean; readonly createdAt: string; readonly updatedAt: string })[]; readonly nextCursor: string | null };
  };
  readonly createAgent: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly name: string; readonly channel: "whatsapp" | "sms" | "voice" | "instagram" | "other"; readonly instructions: string; readonly languageCode?: string; readonly dataSourceIds?: readonly (string)[]; readonly contactCategoryIds?: readonly (string)[]; readonly dataSourceVariables?: readonly ({ readonly sourceId: string; readonly fieldKey: string; readonly alias: string })[]; readonly voiceSettings?: { readonly liveVoiceId?: string; readonly language?: string; readonly furtherLanguages?: readonly (string)[]; readonly agentGender?: "male" | "female"; readonly backgroundNoiseKey?: "office" | "cafe" | "street"; readonly backgroundNoiseLevelPercent?: number; readonly firstGreeting?: string; readonly disclosure?: string; readonly allowGreetingInterrupt?: boolean; readonly nudgeAfterSilenceSeconds?: number; readonly disconnectAfterSilenceSeconds?: number; readonly maxCallDurationSeconds?: number; readonly repeatInterruptedSentence?: boolean; readonly filler?: string; readonly fillerAfterSeconds?: number; readonly keyPauseSeconds?: number; readonly speakingSpeed?: number; readonly pronunciations?: readonly ({ readonly written: string; readonly spoken: string })[]; readonly patience?: "low" | "normal" | "high"; readonly bargeInDuck?: boolean; readonly backchannels?: readonly (string)[]; readonly phoneMenu?: { readonly goal: string; readonly repeats?: number; readonly transferTool?: string } }; readonly chatSettings?: { readonly typingIndicator?: boolean; readonly images?: boolean; readonly voiceNotes?: boolean }; readonly instagramCollectMobileEnabled?: boolean; readonly assignment?: null | { readonly phoneNumberId?: string; readonly providerAccountId?: string; readonly autoReplyEnabled?: boolean; readonly humanHandoffActive?: boolean } };
    readonly data: { readonly agent: { readonly id: string; readonly referenceName: string; readonly channel: "whatsapp" | "sms" | "voice" | "instagram" | "other"; readonly status: "active" | "archived"; readonly contactContextRequired: boolean; readonly name: string; readonly instructions: string; readonly languageCode: string; readonly dataSourceIds: readonly (string)[]; readonly contactCategoryIds: readonly (string)[]; readonly dataSourceVariables: readonly ({ readonly sourceId: string; readonly fieldKey: string; readonly alias: string })[]; readonly voiceSettings: { readonly liveVoiceId?: string; readonly language?: string; readonly furtherLanguages?: readonly (string)[]; readonly agentGender?: "male" | "female"; readonly backgroundNoiseKey?: string; readonly backgroundNoiseLevelPercent?: number; readonly firstGreeting?: string; readonly disclosure?: string; readonly allowGreetingInterrupt?: boolean; readonly nudgeAfterSilenceSeconds?: number; readonly disconnectAfterSilenceSeconds?: number; readonly maxCallDurationSeconds?: number; readonly repeatInterruptedSentence?: boolean; readonly filler?: string; readonly fillerAfterSeconds?: number; readonly keyPauseSeconds?: number; readonly speakingSpeed?: number; readonly pronunciations?: readonly ({ readonly written: string; readonly spoken: string })[]; readonly patience?: "low" | "normal" | "high"; readonly bargeInDuck?: boolean; readonly backchannels?: readonly (string)[]; readonly phoneMenu?: { readonly goal: string; readonly repeats?: number; readonly transferTool?: string } }; readonly chatSettings?: { readonly typingIndicator?: boolean; readonly images?: boolean; readonly voiceNotes?: boolean }; readonly instagramCollectMobileEnabled: boolean; readonly createdAt: string; readonly updatedAt: string }; readonly referenceName: string; readonly channelReadiness: "live" | "not_connected" | "unavailable"; readonly assignment: { readonly channel: "whatsapp" | "instagram"; readonly phoneNumberId: string | null; readonly providerAccountId: string | null; readonly displayName: string; readonly aiAgentId: string | null; readonly autoReplyEnabled: boolean; readonly humanHandoffActive: boolean; readonly updatedAt: string } | null };
  };
  readonly updateAgent: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly agentId: string; readonly name: string; readonly channel: "whatsapp" | "sms" | "voice" | "instagram" | "other"; readonly instructions: string; readonly languageCode?: string | null; readonly dataSourceIds?: readonly (string)[] | null; readonly contactCategoryIds?: readonly (string)[] | null; readonly dataSourceVariables?: readonly ({ readonly sourceId: string; readonly fieldKey: string; readonly alias: string })[] | null; readonly voiceSettings?: { readonly liveVoiceId?: string | null; readonly language?: string | null; readonly furtherLanguages?: readonly (string)[] | null; readonly agentGender?: "male" | "female" | null; readonly backgroundNoiseKey?: "office" | "cafe" | "street" | null; readonly backgroundNoiseLevelPercent?: number | null; readonly firstGreeting?: string | null; readonly disclosure?: string | null; readonly allowGreetingInterrupt?: boolean | null; readonly nudgeAfterSilenceSeconds?: number | null; readonly disconnectAfterSilenceSeconds?: number | null; readonly maxCallDurationSeconds?: number | null; readonly repeatInterruptedSentence?: boolean | null; readonly filler?: string | null; readonly fillerAfterSeconds?: number | null; readonly keyPauseSeconds?: number | null; readonly speakingSpeed?: number | null; readonly pronunciations?: readonly ({ readonly written: string; readonly spoken: string })[] | null; readonly patience?: "low" | "normal" | "high" | null; readonly bargeInDuck?: boolean | null; readonly backchannels?: readonly (string)[] | null; readonly phoneMenu?: { readonly goal: string; readonly repeats?: number; readonly transferTool?: string } | null } | null; readonly chatSettings?: { readonly typingIndicator?: boolean | null; readonly images?: boolean | null; readonly voiceNotes?: boolean | null } | null; readonly instagramCollectMobileEnabled?: boolean | null };
    readonly data: { readonly agent: { readonly id: string; readonly referenceName: string; readonly channel: "whatsapp" | "sms" | "voice" | "instagram" | "other"; readonly status: "active" | "archived"; readonly contactContextRequired: boolean; readonly name: string; readonly instructions: string; readonly languageCode: string; readonly dataSourceIds: readonly (string)[]; readonly contactCategoryIds: readonly (string)[]; readonly dataSourceVariables: readonly ({ readonly sourceId: string; readonly fieldKey: string; readonly alias: string })[]; readonly voiceSettings: { readonly liveVoiceId?: string; readonly language?: string; readonly furtherLanguages?: readonly (string)[]; readonly agentGender?: "male" | "female"; readonly backgroundNoiseKey?: string; readonly backgroundNoiseLevelPercent?: number; readonly firstGreeting?: string; readonly disclosure?: string; readonly allowGreetingInterrupt?: boolean; readonly nudgeAfterSilenceSeconds?: number; readonly disconnectAfterSilenceSeconds?: number; readonly maxCallDurationSeconds?: number; readonly repeatInterruptedSentence?: boolean; readonly filler?: string; readonly fillerAfterSeconds?: number; readonly keyPauseSeconds?: number; readonly speakingSpeed?: number; readonly pronunciations?: readonly ({ readonly written: string; readonly spoken: string })[]; readonly patience?: "low" | "normal" | "high"; readonly bargeInDuck?: boolean; readonly backchannels?: readonly (string)[]; readonly phoneMenu?: { readonly goal: string; readonly repeats?: number; readonly transferTool?: string } }; readonly chatSettings?: { readonly typingIndicator?: boolean; readonly images?: boolean; readonly voiceNotes?: boolean }; readonly instagramCollectMobileEnabled: boolean; readonly createdAt: string; readonly updatedAt: string } };
  };
  readonly archiveAgent: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly agentId: string };
    readonly data: { readonly agent: { readonly id: string; readonly referenceName: string; readonly channel: "whatsapp" | "sms" | "voice" | "instagram" | "other"; readonly status: "active" | "archived"; readonly contactContextRequired: boolean; readonly name: string; readonly instructions: string; readonly languageCode: string; readonly dataSourceIds: readonly (string)[]; readonly contactCategoryIds: readonly (string)[]; readonly dataSourceVariables: readonly ({ readonly sourceId: string; readonly fieldKey: string; readonly alias: string })[]; readonly voiceSettings: { readonly liveVoiceId?: string; readonly language?: string; readonly furtherLanguages?: readonly (string)[]; readonly agentGender?: "male" | "female"; readonly backgroundNoiseKey?: string; readonly backgroundNoiseLevelPercent?: number; readonly firstGreeting?: string; readonly disclosure?: string; readonly allowGreetingInterrupt?: boolean; readonly nudgeAfterSilenceSeconds?: number; readonly disconnectAfterSilenceSeconds?: number; readonly maxCallDurationSeconds?: number; readonly repeatInterruptedSentence?: boolean; readonly filler?: string; readonly fillerAfterSeconds?: number; readonly keyPauseSeconds?: number; readonly speakingSpeed?: number; readonly pronunciations?: readonly ({ readonly written: string; readonly spoken: string })[]; readonly patience?: "low" | "normal" | "high"; readonly bargeInDuck?: boolean; readonly backchannels?: readonly (string)[]; readonly phoneMenu?: { readonly goal: string; readonly repeats?: number; readonly transferTool?: string } }; readonly chatSettings?: { readonly typingIndicator?: boolean; readonly images?: boolean; readonly voiceNotes?: boolean }; readonly instagramCollectMobileEnabled: boolean; readonly createdAt: string; readonly updatedAt: string } };
  };
  readonly listVoices: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly language?: "en" | "en-GB" };
    readonly body: null;
    readonly data: { readonly voices: readonly ({ readonly id: string; readonly name: string; readonly language: string; readonly furtherLanguages?: readonly (string)[]; readonly gender: "male" | "female" | "neutral"; readonly provider: string; readonly speeds?: { readonly slowest: number; readonly fastest: number }; readonly sampleUrl: string })[]; readonly noises: readonly ({ readonly key: string; readonly name: string; readonly sampleUrl: string })[] };
  };
  readonly listChannels: {
    readonly path: {  };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly channels: readonly ({ readonly channel: "whatsapp" | "sms" | "voice" | "instagram" | "other"; readonly label: string; readonly status: "live" | "coming_later" | "reserved"; readonly readiness: "live" | "not_connected" | "unavailable"; readonly assignmentMode: "phone_number" | "provider_account" | "none"; readonly connectedAccounts: number })[] };
  };
  readonly readInstagramConnection: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly connected: boolean; readonly connections: readonly ({ readonly providerAccountId: string; readonly displayName: string; readonly username: string | null; readonly connectedAt: string })[]; readonly nextCursor: string | null };
  };
  readonly deleteInstagramConnection: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string };
    readonly data: { readonly disconnected: readonly (string)[] };
  };
  readonly listChannelAssignments: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly channel: "whatsapp" | "instagram"; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly phoneNumberId: string | null; readonly assignments: readonly ({ readonly channel: "whatsapp" | "instagram"; readonly phoneNumberId: string | null; readonly providerAccountId: string | null; readonly displayName: string; readonly aiAgentId: string | null; readonly autoReplyEnabled: boolean; readonly humanHandoffActive: boolean; readonly updatedAt: string })[]; readonly assignableAgents: readonly ({ readonly id: string; readonly name: string; readonly referenceName: string })[]; readonly nextCursor: string | null };
  };
  readonly assignChannel: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly channel: "whatsapp" | "sms" | "voice" | "instagram" | "other"; readonly phoneNumberId?: string; readonly providerAccountId?: string; readonly aiAgentId?: string | null; readonly autoReplyEnabled?: boolean; readonly humanHandoffActive?: boolean };
    readonly data: { readonly phoneNumberId: string | null; readonly assignment: { readonly channel: "whatsapp" | "instagram"; readonly phoneNumberId: string | null; readonly providerAccountId: string | null; readonly displayName: string; readonly aiAgentId: string | null; readonly autoReplyEnabled: boolean; readonly humanHandoffActive: boolean; readonly updatedAt: string } };
  };
  readonly listChannelAccounts: {
    readonly path: {  };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly accounts: readonly ({ readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly displayName: string; readonly username: string | null; readonly aiAgentId: string | null; readonly agentName: string | null; readonly autoReplyEnabled: boolean; readonly humanHandoffActive: boolean; readonly externalAutomation: boolean; readonly connectedAt: string; readonly updatedAt: string })[] };
  };
  readonly connectChannelAccount: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly displayName?: string; readonly accessToken: string };
    readonly data: { readonly account: { readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly displayName: string; readonly username: string | null; readonly aiAgentId: string | null; readonly agentName: string | null; readonly autoReplyEnabled: boolean; readonly humanHandoffActive: boolean; readonly externalAutomation: boolean; readonly connectedAt: string; readonly updatedAt: string } };
  };
  readonly disconnectChannelAccount: {
    readonly path: { readonly channel: "whatsapp" | "instagram"; readonly accountId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string };
    readonly data: { readonly accountId: string; readonly disconnected: true };
  };
  readonly checkChannelAccount: {
    readonly path: { readonly channel: "whatsapp" | "instagram"; readonly accountId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string };
    readonly data: { readonly state: "usable" | "refused" | "unknown"; readonly problem: { readonly code: string; readonly message: string } | null; readonly name: string | null; readonly username: string | null; readonly phoneNumber: string | null; readonly quality: string | null };
  };
  readonly listContacts: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly search?: string; readonly categoryId?: string; readonly communicationBlocked?: boolean; readonly contacted?: boolean; readonly contactedSince?: string; readonly notContactedSince?: string; readonly field?: string; readonly sort?: "created" | "name" | "lastContact"; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly contacts: readonly ({ readonly id: string; readonly name: string; readonly mobile: string; readonly fields: Readonly<Record<string, string>>; readonly categories: readonly ({ readonly id: string; readonly name: string })[]; readonly communicationBlocked: boolean; readonly timeZone: string | null; readonly otherMobiles?: readonly (string)[]; readonly mobileUnconfirmed?: true; readonly rollups: { readonly voice: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null }; readonly whatsapp: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null }; readonly instagram: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null } }; readonly createdAt: string; readonly updatedAt: string })[]; readonly nextCursor: string | null };
  };
  readonly createContact: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly name: string; readonly mobile: string; readonly categoryIds: readonly (string)[]; readonly fields?: Readonly<Record<string, string>>; readonly timeZone?: string };
    readonly data: { readonly contact: { readonly id: string; readonly name: string; readonly mobile: string; readonly fields: Readonly<Record<string, string>>; readonly categories: readonly ({ readonly id: string; readonly name: string })[]; readonly communicationBlocked: boolean; readonly timeZone: string | null; readonly otherMobiles?: readonly (string)[]; readonly mobileUnconfirmed?: true; readonly rollups: { readonly voice: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null }; readonly whatsapp: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null }; readonly instagram: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null } }; readonly createdAt: string; readonly updatedAt: string } };
  };
  readonly deleteContacts: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly contactIds?: readonly (string)[]; readonly categoryId?: string };
    readonly data: { readonly deleted: number };
  };
  readonly exportContacts: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly search?: string; readonly categoryId?: string; readonly communicationBlocked?: boolean; readonly contacted?: boolean; readonly contactedSince?: string; readonly notContactedSince?: string; readonly field?: string };
    readonly body: null;
    readonly data: null;
  };
  readonly listContactCategories: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly categories: readonly ({ readonly id: string; readonly name: string; readonly contactCount: number })[]; readonly nextCursor: string | null };
  };
  readonly createContactCategory: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly name: string };
    readonly data: { readonly category: { readonly id: string; readonly name: string; readonly contactCount: number } };
  };
  readonly deleteContactCategory: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly categoryId: string; readonly confirmName: string };
    readonly data: { readonly category: { readonly id: string; readonly name: string; readonly contactCount: number } };
  };
  readonly readContact: {
    readonly path: { readonly contactId: string };
    readonly query: { readonly businessId: string; readonly campaignId?: string };
    readonly body: null;
    readonly data: { readonly contact: { readonly id: string; readonly name: string; readonly mobile: string; readonly fields: Readonly<Record<string, string>>; readonly categories: readonly ({ readonly id: string; readonly name: string })[]; readonly communicationBlocked: boolean; readonly timeZone: string | null; readonly otherMobiles?: readonly (string)[]; readonly mobileUnconfirmed?: true; readonly rollups: { readonly voice: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null }; readonly whatsapp: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null }; readonly instagram: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null } }; readonly createdAt: string; readonly updatedAt: string }; readonly campaignSummary?: { readonly campaignId: string; readonly summaryRunId: string; readonly conclusion: string; readonly nextAction: string; readonly recommended: boolean; readonly assessedAt: string } | null };
  };
  readonly updateContact: {
    readonly path: { readonly contactId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly name?: string; readonly mobile?: string; readonly categoryIds?: readonly (string)[]; readonly fields?: Readonly<Record<string, string | null>>; readonly communicationBlocked?: boolean; readonly timeZone?: string | null; readonly otherMobiles?: readonly (string)[] };
    readonly data: { readonly contact: { readonly id: string; readonly name: string; readonly mobile: string; readonly fields: Readonly<Record<string, string>>; readonly categories: readonly ({ readonly id: string; readonly name: string })[]; readonly communicationBlocked: boolean; readonly timeZone: string | null; readonly otherMobiles?: readonly (string)[]; readonly mobileUnconfirmed?: true; readonly rollups: { readonly voice: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null }; readonly whatsapp: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null }; readonly instagram: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null } }; readonly createdAt: string; readonly updatedAt: string } };
  };
  readonly readContactTimeline: {
    readonly path: { readonly contactId: string };
    readonly query: { readonly businessId: string; readonly campaignId?: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly timeline: readonly ({ readonly id: string; readonly at: string; readonly channel: "voice"; readonly callId: string; readonly campaignId: string | null; readonly type: "call_started"; readonly agentName: string } | { readonly id: string; readonly at: string; readonly channel: "voice"; readonly callId: string; readonly campaignId: string | null; readonly type: "transcript"; readonly speaker: "customer" | "assistant" | "human"; readonly text: string } | { readonly id: string; readonly at: string; readonly channel: "voice"; readonly callId: string; readonly campaignId: string | null; readonly type: "call_ended"; readonly status: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled"; readonly durationSeconds: number; readonly endedBy: string | null; readonly endReason: string | null } | { readonly id: string; readonly at: string; readonly channel: "whatsapp" | "instagram"; readonly type: "message"; readonly messageId: string; readonly conversationId: string; readonly participantId: string; readonly campaignId: string | null; readonly direction: "inbound" | "outbound"; readonly author: string; readonly messageType: string; readonly text: string | null; readonly status: "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed" | null; readonly media: { readonly id: string; readonly status: "pending" | "ready" | "failed"; readonly mimeType: string | null; readonly fileName: string | null; readonly sizeBytes: number | null; readonly sha256: string | null; readonly url: string | null; readonly urlExpiresAt: string | null; readonly keptUntil: string | null; readonly failure: { readonly code: string; readonly message: string } | null; readonly transcript?: { readonly text: string | null; readonly isPartial: boolean } } | null; readonly payload?: { readonly kind: "form"; readonly name: string | null; readonly fields: readonly ({ readonly name: string; readonly value: string })[] } | { readonly kind: "location"; readonly latitude: number | null; readonly longitude: number | null; readonly name: string | null; readonly address: string | null; readonly url: string | null } | { readonly kind: "contacts"; readonly contacts: readonly ({ readonly name: string | null; readonly organisation: string | null; readonly phones: readonly ({ readonly phone: string; readonly type: string | null })[]; readonly emails: readonly (string)[]; readonly addresses: readonly (string)[] })[] } | { readonly kind: "order"; readonly catalogId: string | null; readonly note: string | null; readonly items: readonly ({ readonly productId: string; readonly quantity: number; readonly price: number | null; readonly currency: string | null })[] } | { readonly kind: "choice"; readonly id: string | null; readonly title: string; readonly description: string | null } | { readonly kind: "referral"; readonly source: string | null; readonly sourceId: string | null; readonly url: string | null; readonly headline: string | null; readonly body: string | null; readonly clickId: string | null }; readonly sources?: readonly ({ readonly sourceId: string; readonly title: string; readonly passages: readonly ({ readonly position: number; readonly heading: string })[] })[]; readonly editedAt?: string; readonly revokedAt?: string } | { readonly id: string; readonly at: string; readonly channel: "whatsapp" | "instagram"; readonly type: "mobile_given"; readonly conversationId: string; readonly participantId: string; readonly campaignId: null; readonly mobile: string; readonly created: boolean } | { readonly id: string; readonly at: string; readonly channel: "whatsapp" | "instagram"; readonly type: "handed_over"; readonly conversationId: string; readonly participantId: string; readonly campaignId: null; readonly reason: string | null })[]; readonly nextCursor: string | null };
  };
  readonly linkContact: {
    readonly path: { readonly participantId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly mobile: string; readonly name?: string; readonly categoryIds?: readonly (string)[] };
    readonly data: { readonly participant: { readonly id: string; readonly channel: "whatsapp" | "instagram"; readonly displayName: string | null; readonly contactId: string | null }; readonly contact: { readonly id: string; readonly name: string; readonly mobile: string; readonly fields: Readonly<Record<string, string>>; readonly categories: readonly ({ readonly id: string; readonly name: string })[]; readonly communicationBlocked: boolean; readonly timeZone: string | null; readonly otherMobiles?: readonly (string)[]; readonly mobileUnconfirmed?: true; readonly rollups: { readonly voice: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null }; readonly whatsapp: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null }; readonly instagram: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null } }; readonly createdAt: string; readonly updatedAt: string } };
  };
  readonly importContacts: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly categoryIds: readonly (string)[]; readonly mapping?: { readonly mobile?: string; readonly name?: string; readonly nameParts?: readonly (string)[]; readonly fields?: Readonly<Record<string, string>>; readonly timeZone?: string; readonly ignore?: readonly (string)[]; readonly dates?: Readonly<Record<string, "dmy" | "mdy" | "ymd">>; readonly defaultCountry?: string; readonly encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "koi8-r" | "macintosh" | "shift_jis" | "euc-jp" | "euc-kr" | "gb18030" | "big5" }; readonly fileName: string; readonly contentBase64: string };
    readonly data: { readonly job: { readonly jobId: string; readonly status: "queued" | "running" | "completed" | "failed"; readonly fileName: string; readonly counts: { readonly rows: number; readonly created: number; readonly updated: number; readonly skipped: number; readonly failed: number }; readonly issues: readonly ({ readonly row: number | null; readonly column: string | null; readonly code: string; readonly message: string })[]; readonly createdAt: string; readonly finishedAt: string | null } };
  };
  readonly listContactImports: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly jobId?: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly jobs: readonly ({ readonly jobId: string; readonly status: "queued" | "running" | "completed" | "failed"; readonly fileName: string; readonly counts: { readonly rows: number; readonly created: number; readonly updated: number; readonly skipped: number; readonly failed: number }; readonly issues: readonly ({ readonly row: number | null; readonly column: string | null; readonly code: string; readonly message: string })[]; readonly createdAt: string; readonly finishedAt: string | null })[]; readonly nextCursor: string | null };
  };
  readonly previewContactImport: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly mapping?: { readonly mobile?: string; readonly name?: string; readonly nameParts?: readonly (string)[]; readonly fields?: Readonly<Record<string, string>>; readonly timeZone?: string; readonly ignore?: readonly (string)[]; readonly dates?: Readonly<Record<string, "dmy" | "mdy" | "ymd">>; readonly defaultCountry?: string; readonly encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "koi8-r" | "macintosh" | "shift_jis" | "euc-jp" | "euc-kr" | "gb18030" | "big5" }; readonly fileName: string; readonly contentBase64: string };
    readonly data: { readonly preview: { readonly format: "csv" | "tsv" | "json" | "xlsx"; readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "koi8-r" | "macintosh" | "shift_jis" | "euc-jp" | "euc-kr" | "gb18030" | "big5" | null; readonly encodingDetected: boolean; readonly delimiter: string | null; readonly sheet: string | null; readonly headerRow: number; readonly rows: number; readonly complete: boolean; readonly failed: number; readonly withoutCountry: number; readonly usable: boolean; readonly columns: readonly ({ readonly column: string; readonly use: "mobile" | "name" | "first_name" | "last_name" | "time_zone" | "field" | "ignored"; readonly key: string; readonly label: string | null; readonly samples: readonly (string)[]; readonly dates: { readonly order: "dmy" | "mdy" | "ymd" | "ambiguous"; readonly misfits: number; readonly readings: readonly ({ readonly value: string; readonly dmy: string | null; readonly mdy: string | null; readonly ymd: string | null })[] } | null })[]; readonly issues: readonly ({ readonly row: number | null; readonly column: string | null; readonly code: string; readonly message: string })[] } };
  };
  readonly startContactJob: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly action: "delete" | "add_categories" | "remove_categories" | "block" | "unblock"; readonly categoryIds?: readonly (string)[]; readonly contactIds?: readonly (string)[]; readonly filter?: { readonly search?: string; readonly categoryId?: string; readonly communicationBlocked?: boolean; readonly contacted?: boolean; readonly contactedSince?: string; readonly notContactedSince?: string; readonly fields?: Readonly<Record<string, string>> }; readonly all?: true; readonly dryRun?: boolean };
    readonly data: { readonly job: { readonly jobId: string; readonly action: "delete" | "add_categories" | "remove_categories" | "block" | "unblock"; readonly dryRun: boolean; readonly status: "queued" | "running" | "completed" | "cancelled" | "failed"; readonly progressPercent: number; readonly counts: { readonly matched: number; readonly changed: number; readonly skipped: number }; readonly createdAt: string; readonly finishedAt: string | null } };
  };
  readonly listContactJobs: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly jobId?: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly jobs: readonly ({ readonly jobId: string; readonly action: "delete" | "add_categories" | "remove_categories" | "block" | "unblock"; readonly dryRun: boolean; readonly status: "queued" | "running" | "completed" | "cancelled" | "failed"; readonly progressPercent: number; readonly counts: { readonly matched: number; readonly changed: number; readonly skipped: number }; readonly createdAt: string; readonly finishedAt: string | null })[]; readonly nextCursor: string | null };
  };
  readonly cancelContactJob: {
    readonly path: { readonly jobId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string };
    readonly data: { readonly job: { readonly jobId: string; readonly action: "delete" | "add_categories" | "remove_categories" | "block" | "unblock"; readonly dryRun: boolean; readonly status: "queued" | "running" | "completed" | "cancelled" | "failed"; readonly progressPercent: number; readonly counts: { readonly matched: number; readonly changed: number; readonly skipped: number }; readonly createdAt: string; readonly finishedAt: string | null } };
  };
  readonly mergeContacts: {
    readonly path: { readonly contactId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly otherContactId: string };
    readonly data: { readonly contact: { readonly id: string; readonly name: string; readonly mobile: string; readonly fields: Readonly<Record<string, string>>; readonly categories: readonly ({ readonly id: string; readonly name: string })[]; readonly communicationBlocked: boolean; readonly timeZone: string | null; readonly otherMobiles?: readonly (string)[]; readonly mobileUnconfirmed?: true; readonly rollups: { readonly voice: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null }; readonly whatsapp: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null }; readonly instagram: { readonly count: number; readonly lastAt: string | null; readonly lastOutcome: string | null } }; readonly createdAt: string; readonly updatedAt: string } };
  };
  readonly listSuppressions: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly purpose?: "service" | "marketing"; readonly source?: "operator" | "api" | "contact_block" | "customer_request" | "keyword" | "import"; readonly search?: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly suppressions: readonly ({ readonly id: string; readonly channel: "phone" | "instagram"; readonly address: string; readonly purpose: "service" | "marketing"; readonly source: "operator" | "api" | "contact_block" | "customer_request" | "keyword" | "import"; readonly reason: string; readonly by: { readonly type: "user" | "key" | "agent"; readonly id: string } | null; readonly status: "suppressing" | "suppressed"; readonly createdAt: string })[]; readonly nextCursor: string | null };
  };
  readonly addSuppressions: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly suppressions: readonly ({ readonly channel?: "phone" | "instagram"; readonly address: string; readonly purpose: "service" | "marketing"; readonly reason?: string })[]; readonly hangUp?: boolean };
    readonly data: { readonly suppressions: readonly ({ readonly id: string; readonly channel: "phone" | "instagram"; readonly address: string; readonly purpose: "service" | "marketing"; readonly source: "operator" | "api" | "contact_block" | "customer_request" | "keyword" | "import"; readonly reason: string; readonly by: { readonly type: "user" | "key" | "agent"; readonly id: string } | null; readonly status: "suppressing" | "suppressed"; readonly createdAt: string })[]; readonly callsAtCarrier: readonly (string)[] };
  };
  readonly removeSuppression: {
    readonly path: { readonly suppressionId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string };
    readonly data: { readonly id: string; readonly removed: boolean };
  };
  readonly importSuppressions: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly fileName: string; readonly contentBase64: string };
    readonly data: { readonly rows: number; readonly suppressed: number; readonly failed: number; readonly issues: readonly ({ readonly row: number; readonly code: string; readonly message: string })[] };
  };
  readonly exportSuppressions: {
    readonly path: {  };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: null;
  };
  readonly listDataSources: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly dataSources: readonly ({ readonly id: string; readonly name: string; readonly description: string | null; readonly class: "structured" | "unstructured"; readonly status: "active" | "archived"; readonly builtIn: boolean; readonly fields: readonly ({ readonly key: string; readonly label: string; readonly type: "text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "mobile" | "email" | "uuid" })[]; readonly keyField: string | null; readonly database: { readonly connection: string; readonly table: string } | null; readonly itemCount: number; readonly activeVersionId: string | null; readonly createdAt: string | null; readonly updatedAt: string | null })[]; readonly nextCursor: string | null };
  };
  readonly createDataSource: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly class: "structured" | "unstructured"; readonly name: string; readonly description?: string; readonly rows?: readonly (Readonly<Record<string, string | number | boolean | null>>)[]; readonly text?: string; readonly database?: { readonly connection: string; readonly table: string } };
    readonly data: { readonly dataSource: { readonly id: string; readonly name: string; readonly description: string | null; readonly class: "structured" | "unstructured"; readonly status: "active" | "archived"; readonly builtIn: boolean; readonly fields: readonly ({ readonly key: string; readonly label: string; readonly type: "text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "mobile" | "email" | "uuid" })[]; readonly keyField: string | null; readonly database: { readonly connection: string; readonly table: string } | null; readonly itemCount: number; readonly activeVersionId: string | null; readonly createdAt: string | null; readonly updatedAt: string | null }; readonly ingestion: { readonly ingestionId: string; readonly jobId: string; readonly sourceId: string; readonly versionId: string; readonly stage: "received" | "parsing" | "profiling" | "needs_review" | "validated" | "active" | "failed"; readonly versionStatus: "draft" | "validated" | "active" | "superseded"; readonly fileName: string; readonly counts: { readonly rows: number; readonly failed: number }; readonly columns: readonly ({ readonly column: string; readonly fieldKey: string; readonly type: "text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "mobile" | "email" | "uuid"; readonly include: boolean; readonly key: boolean; readonly filled: number; readonly empty: number; readonly misfits: number; readonly needsReview: boolean; readonly reviewReason: string | null; readonly dateOrder?: "dmy" | "mdy" | "ymd" })[]; readonly issues: readonly ({ readonly row: number | null; readonly column: string | null; readonly code: string; readonly message: string })[]; readonly createdAt: string; readonly updatedAt: string } | null };
  };
  readonly updateDataSource: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly sourceId: string; readonly name?: string; readonly description?: string; readonly status?: "active" | "archived"; readonly text?: string };
    readonly data: { readonly dataSource: { readonly id: string; readonly name: string; readonly description: string | null; readonly class: "structured" | "unstructured"; readonly status: "active" | "archived"; readonly builtIn: boolean; readonly fields: readonly ({ readonly key: string; readonly label: string; readonly type: "text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "mobile" | "email" | "uuid" })[]; readonly keyField: string | null; readonly database: { readonly connection: string; readonly table: string } | null; readonly itemCount: number; readonly activeVersionId: string | null; readonly createdAt: string | null; readonly updatedAt: string | null } };
  };
  readonly archiveDataSource: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly sourceId: string };
    readonly data: { readonly dataSource: { readonly id: string; readonly name: string; readonly description: string | null; readonly class: "structured" | "unstructured"; readonly status: "active" | "archived"; readonly builtIn: boolean; readonly fields: readonly ({ readonly key: string; readonly label: string; readonly type: "text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "mobile" | "email" | "uuid" })[]; readonly keyField: string | null; readonly database: { readonly connection: string; readonly table: string } | null; readonly itemCount: number; readonly activeVersionId: string | null; readonly createdAt: string | null; readonly updatedAt: string | null } };
  };
  readonly uploadDataSource: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly sourceId: string; readonly fileName: string; readonly contentBase64: string };
    readonly data: { readonly ingestion: { readonly ingestionId: string; readonly jobId: string; readonly sourceId: string; readonly versionId: string; readonly stage: "received" | "parsing" | "profiling" | "needs_review" | "validated" | "active" | "failed"; readonly versionStatus: "draft" | "validated" | "active" | "superseded"; readonly fileName: string; readonly counts: { readonly rows: number; readonly failed: number }; readonly columns: readonly ({ readonly column: string; readonly fieldKey: string; readonly type: "text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "mobile" | "email" | "uuid"; readonly include: boolean; readonly key: boolean; readonly filled: number; readonly empty: number; readonly misfits: number; readonly needsReview: boolean; readonly reviewReason: string | null; readonly dateOrder?: "dmy" | "mdy" | "ymd" })[]; readonly issues: readonly ({ readonly row: number | null; readonly column: string | null; readonly code: string; readonly message: string })[]; readonly createdAt: string; readonly updatedAt: string } };
  };
  readonly refreshDataSource: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly sourceId: string };
    readonly data: { readonly ingestion: { readonly ingestionId: string; readonly jobId: string; readonly sourceId: string; readonly versionId: string; readonly stage: "received" | "parsing" | "profiling" | "needs_review" | "validated" | "active" | "failed"; readonly versionStatus: "draft" | "validated" | "active" | "superseded"; readonly fileName: string; readonly counts: { readonly rows: number; readonly failed: number }; readonly columns: readonly ({ readonly column: string; readonly fieldKey: string; readonly type: "text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "mobile" | "email" | "uuid"; readonly include: boolean; readonly key: boolean; readonly filled: number; readonly empty: number; readonly misfits: number; readonly needsReview: boolean; readonly reviewReason: string | null; readonly dateOrder?: "dmy" | "mdy" | "ymd" })[]; readonly issues: readonly ({ readonly row: number | null; readonly column: string | null; readonly code: string; readonly message: string })[]; readonly createdAt: string; readonly updatedAt: string } };
  };
  readonly listIngestions: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly sourceId?: string; readonly ingestionId?: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly ingestions: readonly ({ readonly ingestionId: string; readonly jobId: string; readonly sourceId: string; readonly versionId: string; readonly stage: "received" | "parsing" | "profiling" | "needs_review" | "validated" | "active" | "failed"; readonly versionStatus: "draft" | "validated" | "active" | "superseded"; readonly fileName: string; readonly counts: { readonly rows: number; readonly failed: number }; readonly columns: readonly ({ readonly column: string; readonly fieldKey: string; readonly type: "text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "mobile" | "email" | "uuid"; readonly include: boolean; readonly key: boolean; readonly filled: number; readonly empty: number; readonly misfits: number; readonly needsReview: boolean; readonly reviewReason: string | null; readonly dateOrder?: "dmy" | "mdy" | "ymd" })[]; readonly issues: readonly ({ readonly row: number | null; readonly column: string | null; readonly code: string; readonly message: string })[]; readonly createdAt: string; readonly updatedAt: string })[]; readonly nextCursor: string | null };
  };
  readonly reviewIngestion: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly ingestionId: string; readonly columns?: readonly ({ readonly column: string; readonly fieldKey?: string; readonly type?: "text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "mobile" | "email" | "uuid"; readonly include?: boolean; readonly key?: boolean; readonly dateOrder?: "dmy" | "mdy" | "ymd" })[]; readonly activate?: boolean };
    readonly data: { readonly ingestion: { readonly ingestionId: string; readonly jobId: string; readonly sourceId: string; readonly versionId: string; readonly stage: "received" | "parsing" | "profiling" | "needs_review" | "validated" | "active" | "failed"; readonly versionStatus: "draft" | "validated" | "active" | "superseded"; readonly fileName: string; readonly counts: { readonly rows: number; readonly failed: number }; readonly columns: readonly ({ readonly column: string; readonly fieldKey: string; readonly type: "text" | "integer" | "decimal" | "boolean" | "date" | "datetime" | "mobile" | "email" | "uuid"; readonly include: boolean; readonly key: boolean; readonly filled: number; readonly empty: number; readonly misfits: number; readonly needsReview: boolean; readonly reviewReason: string | null; readonly dateOrder?: "dmy" | "mdy" | "ymd" })[]; readonly issues: readonly ({ readonly row: number | null; readonly column: string | null; readonly code: string; readonly message: string })[]; readonly createdAt: string; readonly updatedAt: string } };
  };
  readonly readWebhookContract: {
    readonly path: {  };
    readonly query: {  };
    readonly body: null;
    readonly data: { readonly contractVersion: string; readonly events: readonly (string)[]; readonly signature: { readonly algorithm: string; readonly signedContent: string; readonly headers: readonly (string)[]; readonly toleranceSeconds: number } };
  };
  readonly listSubscriptions: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly subscriptions: readonly ({ readonly id: string; readonly channel: "whatsapp" | "instagram" | "voice" | "campaign"; readonly phoneNumberId: string | null; readonly providerAccountId: string | null; readonly callbackUrl: string; readonly events: readonly ("whatsapp.message.received" | "whatsapp.message.sent" | "whatsapp.message.delivered" | "whatsapp.message.read" | "whatsapp.message.failed" | "whatsapp.message.edited" | "whatsapp.message.revoked" | "whatsapp.agent_message.sent" | "whatsapp.agent_message.delivered" | "whatsapp.agent_message.read" | "whatsapp.agent_message.failed" | "conversation.analyzed" | "instagram.message.received" | "instagram.message.sent" | "instagram.message.seen" | "instagram.message.reaction" | "instagram.message.referral" | "instagram.message.failed" | "instagram.comment.received" | "instagram.comment.replied" | "instagram.comment.failed" | "instagram.message.edited" | "instagram.message.revoked" | "instagram.agent_message.sent" | "instagram.agent_message.seen" | "instagram.agent_message.failed" | "voice.call.ringing" | "voice.call.answered" | "voice.call.disclosed" | "voice.call.turn" | "voice.call.ended" | "voice.call.recorded" | "voice.call.charged" | "voice.call.analyzed" | "campaign.iteration.started" | "campaign.iteration.paused" | "campaign.iteration.cancelling" | "campaign.iteration.ended" | "campaign.recipient.ended")[]; readonly externalAutomation: boolean; readonly status: "active" | "paused" | "revoked"; readonly pauseReason: "endpoint_gone" | null; readonly pausedAt: string | null; readonly secretLast4: string; readonly createdAt: string; readonly updatedAt: string })[]; readonly nextCursor: string | null };
  };
  readonly createSubscription: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly channel: "whatsapp" | "instagram" | "voice" | "campaign"; readonly phoneNumberId?: string; readonly providerAccountId?: string; readonly callbackUrl: string; readonly events: readonly ("whatsapp.message.received" | "whatsapp.message.sent" | "whatsapp.message.delivered" | "whatsapp.message.read" | "whatsapp.message.failed" | "whatsapp.message.edited" | "whatsapp.message.revoked" | "whatsapp.agent_message.sent" | "whatsapp.agent_message.delivered" | "whatsapp.agent_message.read" | "whatsapp.agent_message.failed" | "conversation.analyzed" | "instagram.message.received" | "instagram.message.sent" | "instagram.message.seen" | "instagram.message.reaction" | "instagram.message.referral" | "instagram.message.failed" | "instagram.comment.received" | "instagram.comment.replied" | "instagram.comment.failed" | "instagram.message.edited" | "instagram.message.revoked" | "instagram.agent_message.sent" | "instagram.agent_message.seen" | "instagram.agent_message.failed" | "voice.call.ringing" | "voice.call.answered" | "voice.call.disclosed" | "voice.call.turn" | "voice.call.ended" | "voice.call.recorded" | "voice.call.charged" | "voice.call.analyzed" | "campaign.iteration.started" | "campaign.iteration.paused" | "campaign.iteration.cancelling" | "campaign.iteration.ended" | "campaign.recipient.ended")[]; readonly externalAutomation?: true };
    readonly data: { readonly subscription: { readonly id: string; readonly channel: "whatsapp" | "instagram" | "voice" | "campaign"; readonly phoneNumberId: string | null; readonly providerAccountId: string | null; readonly callbackUrl: string; readonly events: readonly ("whatsapp.message.received" | "whatsapp.message.sent" | "whatsapp.message.delivered" | "whatsapp.message.read" | "whatsapp.message.failed" | "whatsapp.message.edited" | "whatsapp.message.revoked" | "whatsapp.agent_message.sent" | "whatsapp.agent_message.delivered" | "whatsapp.agent_message.read" | "whatsapp.agent_message.failed" | "conversation.analyzed" | "instagram.message.received" | "instagram.message.sent" | "instagram.message.seen" | "instagram.message.reaction" | "instagram.message.referral" | "instagram.message.failed" | "instagram.comment.received" | "instagram.comment.replied" | "instagram.comment.failed" | "instagram.message.edited" | "instagram.message.revoked" | "instagram.agent_message.sent" | "instagram.agent_message.seen" | "instagram.agent_message.failed" | "voice.call.ringing" | "voice.call.answered" | "voice.call.disclosed" | "voice.call.turn" | "voice.call.ended" | "voice.call.recorded" | "voice.call.charged" | "voice.call.analyzed" | "campaign.iteration.started" | "campaign.iteration.paused" | "campaign.iteration.cancelling" | "campaign.iteration.ended" | "campaign.recipient.ended")[]; readonly externalAutomation: boolean; readonly status: "active" | "paused" | "revoked"; readonly pauseReason: "endpoint_gone" | null; readonly pausedAt: string | null; readonly secretLast4: string; readonly createdAt: string; readonly updatedAt: string }; readonly signingSecret: string | null };
  };
  readonly updateSubscription: {
    readonly path: { readonly subscriptionId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly callbackUrl?: string; readonly events?: readonly ("whatsapp.message.received" | "whatsapp.message.sent" | "whatsapp.message.delivered" | "whatsapp.message.read" | "whatsapp.message.failed" | "whatsapp.message.edited" | "whatsapp.message.revoked" | "whatsapp.agent_message.sent" | "whatsapp.agent_message.delivered" | "whatsapp.agent_message.read" | "whatsapp.agent_message.failed" | "conversation.analyzed" | "instagram.message.received" | "instagram.message.sent" | "instagram.message.seen" | "instagram.message.reaction" | "instagram.message.referral" | "instagram.message.failed" | "instagram.comment.received" | "instagram.comment.replied" | "instagram.comment.failed" | "instagram.message.edited" | "instagram.message.revoked" | "instagram.agent_message.sent" | "instagram.agent_message.seen" | "instagram.agent_message.failed" | "voice.call.ringing" | "voice.call.answered" | "voice.call.disclosed" | "voice.call.turn" | "voice.call.ended" | "voice.call.recorded" | "voice.call.charged" | "voice.call.analyzed" | "campaign.iteration.started" | "campaign.iteration.paused" | "campaign.iteration.cancelling" | "campaign.iteration.ended" | "campaign.recipient.ended")[]; readonly status?: "active" | "paused" };
    readonly data: { readonly subscription: { readonly id: string; readonly channel: "whatsapp" | "instagram" | "voice" | "campaign"; readonly phoneNumberId: string | null; readonly providerAccountId: string | null; readonly callbackUrl: string; readonly events: readonly ("whatsapp.message.received" | "whatsapp.message.sent" | "whatsapp.message.delivered" | "whatsapp.message.read" | "whatsapp.message.failed" | "whatsapp.message.edited" | "whatsapp.message.revoked" | "whatsapp.agent_message.sent" | "whatsapp.agent_message.delivered" | "whatsapp.agent_message.read" | "whatsapp.agent_message.failed" | "conversation.analyzed" | "instagram.message.received" | "instagram.message.sent" | "instagram.message.seen" | "instagram.message.reaction" | "instagram.message.referral" | "instagram.message.failed" | "instagram.comment.received" | "instagram.comment.replied" | "instagram.comment.failed" | "instagram.message.edited" | "instagram.message.revoked" | "instagram.agent_message.sent" | "instagram.agent_message.seen" | "instagram.agent_message.failed" | "voice.call.ringing" | "voice.call.answered" | "voice.call.disclosed" | "voice.call.turn" | "voice.call.ended" | "voice.call.recorded" | "voice.call.charged" | "voice.call.analyzed" | "campaign.iteration.started" | "campaign.iteration.paused" | "campaign.iteration.cancelling" | "campaign.iteration.ended" | "campaign.recipient.ended")[]; readonly externalAutomation: boolean; readonly status: "active" | "paused" | "revoked"; readonly pauseReason: "endpoint_gone" | null; readonly pausedAt: string | null; readonly secretLast4: string; readonly createdAt: string; readonly updatedAt: string } };
  };
  readonly revokeSubscription: {
    readonly path: { readonly subscriptionId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly subscription: { readonly id: string; readonly channel: "whatsapp" | "instagram" | "voice" | "campaign"; readonly phoneNumberId: string | null; readonly providerAccountId: string | null; readonly callbackUrl: string; readonly events: readonly ("whatsapp.message.received" | "whatsapp.message.sent" | "whatsapp.message.delivered" | "whatsapp.message.read" | "whatsapp.message.failed" | "whatsapp.message.edited" | "whatsapp.message.revoked" | "whatsapp.agent_message.sent" | "whatsapp.agent_message.delivered" | "whatsapp.agent_message.read" | "whatsapp.agent_message.failed" | "conversation.analyzed" | "instagram.message.received" | "instagram.message.sent" | "instagram.message.seen" | "instagram.message.reaction" | "instagram.message.referral" | "instagram.message.failed" | "instagram.comment.received" | "instagram.comment.replied" | "instagram.comment.failed" | "instagram.message.edited" | "instagram.message.revoked" | "instagram.agent_message.sent" | "instagram.agent_message.seen" | "instagram.agent_message.failed" | "voice.call.ringing" | "voice.call.answered" | "voice.call.disclosed" | "voice.call.turn" | "voice.call.ended" | "voice.call.recorded" | "voice.call.charged" | "voice.call.analyzed" | "campaign.iteration.started" | "campaign.iteration.paused" | "campaign.iteration.cancelling" | "campaign.iteration.ended" | "campaign.recipient.ended")[]; readonly externalAutomation: boolean; readonly status: "active" | "paused" | "revoked"; readonly pauseReason: "endpoint_gone" | null; readonly pausedAt: string | null; readonly secretLast4: string; readonly createdAt: string; readonly updatedAt: string } };
  };
  readonly rotateSubscriptionSecret: {
    readonly path: { readonly subscriptionId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string };
    readonly data: { readonly subscription: { readonly id: string; readonly channel: "whatsapp" | "instagram" | "voice" | "campaign"; readonly phoneNumberId: string | null; readonly providerAccountId: string | null; readonly callbackUrl: string; readonly events: readonly ("whatsapp.message.received" | "whatsapp.message.sent" | "whatsapp.message.delivered" | "whatsapp.message.read" | "whatsapp.message.failed" | "whatsapp.message.edited" | "whatsapp.message.revoked" | "whatsapp.agent_message.sent" | "whatsapp.agent_message.delivered" | "whatsapp.agent_message.read" | "whatsapp.agent_message.failed" | "conversation.analyzed" | "instagram.message.received" | "instagram.message.sent" | "instagram.message.seen" | "instagram.message.reaction" | "instagram.message.referral" | "instagram.message.failed" | "instagram.comment.received" | "instagram.comment.replied" | "instagram.comment.failed" | "instagram.message.edited" | "instagram.message.revoked" | "instagram.agent_message.sent" | "instagram.agent_message.seen" | "instagram.agent_message.failed" | "voice.call.ringing" | "voice.call.answered" | "voice.call.disclosed" | "voice.call.turn" | "voice.call.ended" | "voice.call.recorded" | "voice.call.charged" | "voice.call.analyzed" | "campaign.iteration.started" | "campaign.iteration.paused" | "campaign.iteration.cancelling" | "campaign.iteration.ended" | "campaign.recipient.ended")[]; readonly externalAutomation: boolean; readonly status: "active" | "paused" | "revoked"; readonly pauseReason: "endpoint_gone" | null; readonly pausedAt: string | null; readonly secretLast4: string; readonly createdAt: string; readonly updatedAt: string }; readonly signingSecret: string };
  };
  readonly listDeliveryAttempts: {
    readonly path: { readonly subscriptionId: string };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly deliveries: readonly ({ readonly eventId: string; readonly eventType: "whatsapp.message.received" | "whatsapp.message.sent" | "whatsapp.message.delivered" | "whatsapp.message.read" | "whatsapp.message.failed" | "whatsapp.message.edited" | "whatsapp.message.revoked" | "whatsapp.agent_message.sent" | "whatsapp.agent_message.delivered" | "whatsapp.agent_message.read" | "whatsapp.agent_message.failed" | "conversation.analyzed" | "instagram.message.received" | "instagram.message.sent" | "instagram.message.seen" | "instagram.message.reaction" | "instagram.message.referral" | "instagram.message.failed" | "instagram.comment.received" | "instagram.comment.replied" | "instagram.comment.failed" | "instagram.message.edited" | "instagram.message.revoked" | "instagram.agent_message.sent" | "instagram.agent_message.seen" | "instagram.agent_message.failed" | "voice.call.ringing" | "voice.call.answered" | "voice.call.disclosed" | "voice.call.turn" | "voice.call.ended" | "voice.call.recorded" | "voice.call.charged" | "voice.call.analyzed" | "campaign.iteration.started" | "campaign.iteration.paused" | "campaign.iteration.cancelling" | "campaign.iteration.ended" | "campaign.recipient.ended"; readonly retryNumber: number; readonly at: string; readonly outcome: "delivered" | "failed"; readonly httpStatus: number | null; readonly problem: string | null; readonly latencyMs: number; readonly responseExcerpt: string })[]; readonly nextCursor: string | null };
  };
  readonly listDeadLetters: {
    readonly path: { readonly subscriptionId: string };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly deadLetters: readonly ({ readonly eventId: string; readonly eventType: "whatsapp.message.received" | "whatsapp.message.sent" | "whatsapp.message.delivered" | "whatsapp.message.read" | "whatsapp.message.failed" | "whatsapp.message.edited" | "whatsapp.message.revoked" | "whatsapp.agent_message.sent" | "whatsapp.agent_message.delivered" | "whatsapp.agent_message.read" | "whatsapp.agent_message.failed" | "conversation.analyzed" | "instagram.message.received" | "instagram.message.sent" | "instagram.message.seen" | "instagram.message.reaction" | "instagram.message.referral" | "instagram.message.failed" | "instagram.comment.received" | "instagram.comment.replied" | "instagram.comment.failed" | "instagram.message.edited" | "instagram.message.revoked" | "instagram.agent_message.sent" | "instagram.agent_message.seen" | "instagram.agent_message.failed" | "voice.call.ringing" | "voice.call.answered" | "voice.call.disclosed" | "voice.call.turn" | "voice.call.ended" | "voice.call.recorded" | "voice.call.charged" | "voice.call.analyzed" | "campaign.iteration.started" | "campaign.iteration.paused" | "campaign.iteration.cancelling" | "campaign.iteration.ended" | "campaign.recipient.ended"; readonly conversationId: string | null; readonly callId: string | null; readonly campaignId: string | null; readonly occurredAt: string; readonly diedAt: string; readonly attempts: number; readonly reason: "attempts_exhausted" | "endpoint_gone" | "paused_too_long"; readonly resentAt: string | null })[]; readonly nextCursor: string | null };
  };
  readonly readDeadLetter: {
    readonly path: { readonly subscriptionId: string };
    readonly query: { readonly businessId: string; readonly eventId: string };
    readonly body: null;
    readonly data: { readonly payload: Readonly<Record<string, unknown>> };
  };
  readonly resendDeadLetter: {
    readonly path: { readonly subscriptionId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly eventId: string };
    readonly data: { readonly eventId: string; readonly resent: true };
  };
  readonly listCampaigns: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly campaigns: readonly ({ readonly id: string; readonly name: string; readonly objective: string; readonly channel: "voice" | "whatsapp" | "sms"; readonly agentId: string; readonly status: "draft" | "scheduled" | "running" | "paused" | "cancelling" | "cancelled" | "completed"; readonly currentIteration: { readonly id: string; readonly campaignId: string; readonly ordinal: number; readonly channel: "voice" | "whatsapp" | "sms"; readonly agentId: string; readonly status: "draft" | "scheduled" | "running" | "paused" | "cancelling" | "cancelled" | "completed"; readonly settings: { readonly maxRetries: number; readonly retryDelayMinutes: number; readonly retryVoicemail: boolean; readonly window: { readonly timezone: string; readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]; readonly start: string; readonly end: string; readonly recipientTimezone?: boolean } | null; readonly messageText: string | null; readonly templateName: string | null; readonly templateLanguage: string | null; readonly templateComponents: readonly ({ readonly type: "header"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } } | { readonly type: "image"; readonly image: { readonly id?: string; readonly link?: string } })[] } | { readonly type: "body"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } })[] } | { readonly type: "button"; readonly sub_type: "quick_reply"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "payload"; readonly payload: string })[] } | { readonly type: "button"; readonly sub_type: "url"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string })[] } | { readonly type: "button"; readonly sub_type: "copy_code"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "coupon_code"; readonly coupon_code: string })[] })[] }; readonly audienceReady: boolean; readonly counts: { readonly total: number; readonly pending: number; readonly claimed: number; readonly active: number; readonly retry_wait: number; readonly completed: number; readonly voicemail: number; readonly no_answer: number; readonly busy: number; readonly failed: number; readonly cancelled: number; readonly skipped: number }; readonly progress: { readonly finished: number; readonly percent: number; readonly perMinute: number; readonly estimatedEndAt: string | null; readonly waitingFor: "audience" | "start" | "window" | "credit" | "agent" | "channel" | "calling_hours" | "attempts" | "limit" | "limits" | null }; readonly startAt: string | null; readonly startedAt: string | null; readonly endedAt: string | null; readonly createdAt: string }; readonly counts: { readonly total: number; readonly pending: number; readonly claimed: number; readonly active: number; readonly retry_wait: number; readonly completed: number; readonly voicemail: number; readonly no_answer: number; readonly busy: number; readonly failed: number; readonly cancelled: number; readonly skipped: number }; readonly createdAt: string })[]; readonly nextCursor: string | null };
  };
  readonly createCampaign: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly name: string; readonly objective: string; readonly channel: "voice" | "whatsapp" | "sms"; readonly agentId: string; readonly audience: { readonly contactIds?: readonly (string)[]; readonly categoryIds?: readonly (string)[]; readonly excludeContactIds?: readonly (string)[] }; readonly settings?: { readonly maxRetries?: number; readonly retryDelayMinutes?: number; readonly retryVoicemail?: boolean; readonly window?: { readonly timezone: string; readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]; readonly start: string; readonly end: string; readonly recipientTimezone?: boolean }; readonly messageText?: string; readonly templateName?: string; readonly templateLanguage?: string; readonly templateComponents?: readonly ({ readonly type: "header"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } } | { readonly type: "image"; readonly image: { readonly id?: string; readonly link?: string } })[] } | { readonly type: "body"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } })[] } | { readonly type: "button"; readonly sub_type: "quick_reply"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "payload"; readonly payload: string })[] } | { readonly type: "button"; readonly sub_type: "url"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string })[] } | { readonly type: "button"; readonly sub_type: "copy_code"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "coupon_code"; readonly coupon_code: string })[] })[] }; readonly startAt?: string };
    readonly data: { readonly campaign: { readonly id: string; readonly name: string; readonly objective: string; readonly channel: "voice" | "whatsapp" | "sms"; readonly agentId: string; readonly status: "draft" | "scheduled" | "running" | "paused" | "cancelling" | "cancelled" | "completed"; readonly currentIteration: { readonly id: string; readonly campaignId: string; readonly ordinal: number; readonly channel: "voice" | "whatsapp" | "sms"; readonly agentId: string; readonly status: "draft" | "scheduled" | "running" | "paused" | "cancelling" | "cancelled" | "completed"; readonly settings: { readonly maxRetries: number; readonly retryDelayMinutes: number; readonly retryVoicemail: boolean; readonly window: { readonly timezone: string; readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]; readonly start: string; readonly end: string; readonly recipientTimezone?: boolean } | null; readonly messageText: string | null; readonly templateName: string | null; readonly templateLanguage: string | null; readonly templateComponents: readonly ({ readonly type: "header"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } } | { readonly type: "image"; readonly image: { readonly id?: string; readonly link?: string } })[] } | { readonly type: "body"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } })[] } | { readonly type: "button"; readonly sub_type: "quick_reply"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "payload"; readonly payload: string })[] } | { readonly type: "button"; readonly sub_type: "url"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string })[] } | { readonly type: "button"; readonly sub_type: "copy_code"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "coupon_code"; readonly coupon_code: string })[] })[] }; readonly audienceReady: boolean; readonly counts: { readonly total: number; readonly pending: number; readonly claimed: number; readonly active: number; readonly retry_wait: number; readonly completed: number; readonly voicemail: number; readonly no_answer: number; readonly busy: number; readonly failed: number; readonly cancelled: number; readonly skipped: number }; readonly progress: { readonly finished: number; readonly percent: number; readonly perMinute: number; readonly estimatedEndAt: string | null; readonly waitingFor: "audience" | "start" | "window" | "credit" | "agent" | "channel" | "calling_hours" | "attempts" | "limit" | "limits" | null }; readonly startAt: string | null; readonly startedAt: string | null; readonly endedAt: string | null; readonly createdAt: string }; readonly counts: { readonly total: number; readonly pending: number; readonly claimed: number; readonly active: number; readonly retry_wait: number; readonly completed: number; readonly voicemail: number; readonly no_answer: number; readonly busy: number; readonly failed: number; readonly cancelled: number; readonly skipped: number }; readonly createdAt: string } };
  };
  readonly readCampaign: {
    readonly path: { readonly campaignId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly campaign: { readonly id: string; readonly name: string; readonly objective: string; readonly channel: "voice" | "whatsapp" | "sms"; readonly agentId: string; readonly status: "draft" | "scheduled" | "running" | "paused" | "cancelling" | "cancelled" | "completed"; readonly currentIteration: { readonly id: string; readonly campaignId: string; readonly ordinal: number; readonly channel: "voice" | "whatsapp" | "sms"; readonly agentId: string; readonly status: "draft" | "scheduled" | "running" | "paused" | "cancelling" | "cancelled" | "completed"; readonly settings: { readonly maxRetries: number; readonly retryDelayMinutes: number; readonly retryVoicemail: boolean; readonly window: { readonly timezone: string; readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]; readonly start: string; readonly end: string; readonly recipientTimezone?: boolean } | null; readonly messageText: string | null; readonly templateName: string | null; readonly templateLanguage: string | null; readonly templateComponents: readonly ({ readonly type: "header"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } } | { readonly type: "image"; readonly image: { readonly id?: string; readonly link?: string } })[] } | { readonly type: "body"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } })[] } | { readonly type: "button"; readonly sub_type: "quick_reply"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "payload"; readonly payload: string })[] } | { readonly type: "button"; readonly sub_type: "url"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string })[] } | { readonly type: "button"; readonly sub_type: "copy_code"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "coupon_code"; readonly coupon_code: string })[] })[] }; readonly audienceReady: boolean; readonly counts: { readonly total: number; readonly pending: number; readonly claimed: number; readonly active: number; readonly retry_wait: number; readonly completed: number; readonly voicemail: number; readonly no_answer: number; readonly busy: number; readonly failed: number; readonly cancelled: number; readonly skipped: number }; readonly progress: { readonly finished: number; readonly percent: number; readonly perMinute: number; readonly estimatedEndAt: string | null; readonly waitingFor: "audience" | "start" | "window" | "credit" | "agent" | "channel" | "calling_hours" | "attempts" | "limit" | "limits" | null }; readonly startAt: string | null; readonly startedAt: string | null; readonly endedAt: string | null; readonly createdAt: string }; readonly counts: { readonly total: number; readonly pending: number; readonly claimed: number; readonly active: number; readonly retry_wait: number; readonly completed: number; readonly voicemail: number; readonly no_answer: number; readonly busy: number; readonly failed: number; readonly cancelled: number; readonly skipped: number }; readonly createdAt: string } };
  };
  readonly actOnCampaign: {
    readonly path: { readonly campaignId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly action: "start" | "pause" | "cancel" };
    readonly data: { readonly campaign: { readonly id: string; readonly name: string; readonly objective: string; readonly channel: "voice" | "whatsapp" | "sms"; readonly agentId: string; readonly status: "draft" | "scheduled" | "running" | "paused" | "cancelling" | "cancelled" | "completed"; readonly currentIteration: { readonly id: string; readonly campaignId: string; readonly ordinal: number; readonly channel: "voice" | "whatsapp" | "sms"; readonly agentId: string; readonly status: "draft" | "scheduled" | "running" | "paused" | "cancelling" | "cancelled" | "completed"; readonly settings: { readonly maxRetries: number; readonly retryDelayMinutes: number; readonly retryVoicemail: boolean; readonly window: { readonly timezone: string; readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]; readonly start: string; readonly end: string; readonly recipientTimezone?: boolean } | null; readonly messageText: string | null; readonly templateName: string | null; readonly templateLanguage: string | null; readonly templateComponents: readonly ({ readonly type: "header"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } } | { readonly type: "image"; readonly image: { readonly id?: string; readonly link?: string } })[] } | { readonly type: "body"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } })[] } | { readonly type: "button"; readonly sub_type: "quick_reply"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "payload"; readonly payload: string })[] } | { readonly type: "button"; readonly sub_type: "url"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string })[] } | { readonly type: "button"; readonly sub_type: "copy_code"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "coupon_code"; readonly coupon_code: string })[] })[] }; readonly audienceReady: boolean; readonly counts: { readonly total: number; readonly pending: number; readonly claimed: number; readonly active: number; readonly retry_wait: number; readonly completed: number; readonly voicemail: number; readonly no_answer: number; readonly busy: number; readonly failed: number; readonly cancelled: number; readonly skipped: number }; readonly progress: { readonly finished: number; readonly percent: number; readonly perMinute: number; readonly estimatedEndAt: string | null; readonly waitingFor: "audience" | "start" | "window" | "credit" | "agent" | "channel" | "calling_hours" | "attempts" | "limit" | "limits" | null }; readonly startAt: string | null; readonly startedAt: string | null; readonly endedAt: string | null; readonly createdAt: string }; readonly counts: { readonly total: number; readonly pending: number; readonly claimed: number; readonly active: number; readonly retry_wait: number; readonly completed: number; readonly voicemail: number; readonly no_answer: number; readonly busy: number; readonly failed: number; readonly cancelled: number; readonly skipped: number }; readonly createdAt: string } };
  };
  readonly listIterations: {
    readonly path: { readonly campaignId: string };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly iterations: readonly ({ readonly id: string; readonly campaignId: string; readonly ordinal: number; readonly channel: "voice" | "whatsapp" | "sms"; readonly agentId: string; readonly status: "draft" | "scheduled" | "running" | "paused" | "cancelling" | "cancelled" | "completed"; readonly settings: { readonly maxRetries: number; readonly retryDelayMinutes: number; readonly retryVoicemail: boolean; readonly window: { readonly timezone: string; readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]; readonly start: string; readonly end: string; readonly recipientTimezone?: boolean } | null; readonly messageText: string | null; readonly templateName: string | null; readonly templateLanguage: string | null; readonly templateComponents: readonly ({ readonly type: "header"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } } | { readonly type: "image"; readonly image: { readonly id?: string; readonly link?: string } })[] } | { readonly type: "body"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } })[] } | { readonly type: "button"; readonly sub_type: "quick_reply"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "payload"; readonly payload: string })[] } | { readonly type: "button"; readonly sub_type: "url"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string })[] } | { readonly type: "button"; readonly sub_type: "copy_code"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "coupon_code"; readonly coupon_code: string })[] })[] }; readonly audienceReady: boolean; readonly counts: { readonly total: number; readonly pending: number; readonly claimed: number; readonly active: number; readonly retry_wait: number; readonly completed: number; readonly voicemail: number; readonly no_answer: number; readonly busy: number; readonly failed: number; readonly cancelled: number; readonly skipped: number }; readonly progress: { readonly finished: number; readonly percent: number; readonly perMinute: number; readonly estimatedEndAt: string | null; readonly waitingFor: "audience" | "start" | "window" | "credit" | "agent" | "channel" | "calling_hours" | "attempts" | "limit" | "limits" | null }; readonly startAt: string | null; readonly startedAt: string | null; readonly endedAt: string | null; readonly createdAt: string })[]; readonly nextCursor: string | null };
  };
  readonly createIteration: {
    readonly path: { readonly campaignId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly channel: "voice" | "whatsapp" | "sms"; readonly agentId?: string; readonly audience: { readonly fromIterationIds?: readonly (string)[]; readonly outcomes?: readonly ("completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "skipped")[]; readonly contactIds?: readonly (string)[]; readonly recommendedBySummaryRunId?: string }; readonly settings?: { readonly maxRetries?: number; readonly retryDelayMinutes?: number; readonly retryVoicemail?: boolean; readonly window?: { readonly timezone: string; readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]; readonly start: string; readonly end: string; readonly recipientTimezone?: boolean }; readonly messageText?: string; readonly templateName?: string; readonly templateLanguage?: string; readonly templateComponents?: readonly ({ readonly type: "header"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } } | { readonly type: "image"; readonly image: { readonly id?: string; readonly link?: string } })[] } | { readonly type: "body"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } })[] } | { readonly type: "button"; readonly sub_type: "quick_reply"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "payload"; readonly payload: string })[] } | { readonly type: "button"; readonly sub_type: "url"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string })[] } | { readonly type: "button"; readonly sub_type: "copy_code"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "coupon_code"; readonly coupon_code: string })[] })[] }; readonly startAt?: string };
    readonly data: { readonly iteration: { readonly id: string; readonly campaignId: string; readonly ordinal: number; readonly channel: "voice" | "whatsapp" | "sms"; readonly agentId: string; readonly status: "draft" | "scheduled" | "running" | "paused" | "cancelling" | "cancelled" | "completed"; readonly settings: { readonly maxRetries: number; readonly retryDelayMinutes: number; readonly retryVoicemail: boolean; readonly window: { readonly timezone: string; readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]; readonly start: string; readonly end: string; readonly recipientTimezone?: boolean } | null; readonly messageText: string | null; readonly templateName: string | null; readonly templateLanguage: string | null; readonly templateComponents: readonly ({ readonly type: "header"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } } | { readonly type: "image"; readonly image: { readonly id?: string; readonly link?: string } })[] } | { readonly type: "body"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } })[] } | { readonly type: "button"; readonly sub_type: "quick_reply"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "payload"; readonly payload: string })[] } | { readonly type: "button"; readonly sub_type: "url"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string })[] } | { readonly type: "button"; readonly sub_type: "copy_code"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "coupon_code"; readonly coupon_code: string })[] })[] }; readonly audienceReady: boolean; readonly counts: { readonly total: number; readonly pending: number; readonly claimed: number; readonly active: number; readonly retry_wait: number; readonly completed: number; readonly voicemail: number; readonly no_answer: number; readonly busy: number; readonly failed: number; readonly cancelled: number; readonly skipped: number }; readonly progress: { readonly finished: number; readonly percent: number; readonly perMinute: number; readonly estimatedEndAt: string | null; readonly waitingFor: "audience" | "start" | "window" | "credit" | "agent" | "channel" | "calling_hours" | "attempts" | "limit" | "limits" | null }; readonly startAt: string | null; readonly startedAt: string | null; readonly endedAt: string | null; readonly createdAt: string } };
  };
  readonly listMemberships: {
    readonly path: { readonly campaignId: string };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string; readonly iterationId?: string; readonly contactId?: string; readonly status?: "pending" | "claimed" | "active" | "retry_wait" | "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "skipped" };
    readonly body: null;
    readonly data: { readonly memberships: readonly ({ readonly contactId: string; readonly contactName: string | null; readonly iterationId: string; readonly status: "pending" | "claimed" | "active" | "retry_wait" | "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "skipped"; readonly attempts: readonly ({ readonly callId: string | null; readonly messageId: string | null; readonly startedAt: string; readonly endedAt: string | null; readonly outcome: "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "skipped" | null })[]; readonly outcome: "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "skipped" | null; readonly skipReason: string | null; readonly retryAt: string | null; readonly waitingFor: "calling_hours" | "attempts" | "limits" | null; readonly lastActivityAt: string | null })[]; readonly nextCursor: string | null };
  };
  readonly listActivities: {
    readonly path: { readonly campaignId: string };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string; readonly contactId?: string; readonly iterationId?: string; readonly channel?: "voice" | "whatsapp" | "sms"; readonly status?: string };
    readonly body: null;
    readonly data: { readonly activities: readonly ({ readonly channel: "voice" | "whatsapp" | "sms"; readonly callId: string | null; readonly messageId: string | null; readonly iterationId: string; readonly contactId: string; readonly contactName: string | null; readonly direction: "outbound" | "inbound"; readonly status: string; readonly durationSeconds: number | null; readonly at: string })[]; readonly nextCursor: string | null };
  };
  readonly estimateCampaign: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly channel: "voice" | "whatsapp" | "sms"; readonly agentId: string; readonly audience: { readonly contactIds?: readonly (string)[]; readonly categoryIds?: readonly (string)[]; readonly excludeContactIds?: readonly (string)[] }; readonly settings?: { readonly maxRetries?: number; readonly retryDelayMinutes?: number; readonly retryVoicemail?: boolean; readonly window?: { readonly timezone: string; readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]; readonly start: string; readonly end: string; readonly recipientTimezone?: boolean }; readonly messageText?: string; readonly templateName?: string; readonly templateLanguage?: string; readonly templateComponents?: readonly ({ readonly type: "header"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } } | { readonly type: "image"; readonly image: { readonly id?: string; readonly link?: string } })[] } | { readonly type: "body"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } })[] } | { readonly type: "button"; readonly sub_type: "quick_reply"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "payload"; readonly payload: string })[] } | { readonly type: "button"; readonly sub_type: "url"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string })[] } | { readonly type: "button"; readonly sub_type: "copy_code"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "coupon_code"; readonly coupon_code: string })[] })[] }; readonly startAt?: string };
    readonly data: { readonly people: number; readonly complete: boolean; readonly eligible: number; readonly skipped: readonly ({ readonly reason: string; readonly people: number })[]; readonly lines: number; readonly basis: "history" | "assumed"; readonly callSeconds: number; readonly attempts: number; readonly startsAt: string; readonly endsAt: string | null; readonly durationSeconds: number | null; readonly expectedMicrocredits: number; readonly mostMicrocredits: number; readonly availableMicrocredits: number; readonly preview: { readonly contactId: string; readonly contactName: string; readonly text: string } | null };
  };
  readonly readCampaignSeries: {
    readonly path: { readonly campaignId: string };
    readonly query: { readonly businessId: string; readonly iterationId?: string };
    readonly body: null;
    readonly data: { readonly iterationId: string; readonly bucketSeconds: number; readonly buckets: readonly ({ readonly at: string; readonly begun: number; readonly active: number; readonly completed: number; readonly voicemail: number; readonly no_answer: number; readonly busy: number; readonly failed: number; readonly cancelled: number; readonly skipped: number })[] };
  };
  readonly listSummaryRuns: {
    readonly path: { readonly campaignId: string };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly summaryRuns: readonly ({ readonly summaryRunId: string; readonly campaignId: string; readonly status: "estimated" | "running" | "completed" | "partial"; readonly contacts: number; readonly assessed: number; readonly failed: number; readonly failures: readonly ({ readonly contactId: string; readonly code: string; readonly message: string })[]; readonly recommended: number; readonly maxChargeMicrocredits: number; readonly chargedMicrocredits: number; readonly createdAt: string; readonly expiresAt: string; readonly confirmedAt: string | null; readonly endedAt: string | null })[]; readonly nextCursor: string | null };
  };
  readonly runSummary: {
    readonly path: { readonly campaignId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly mode: "estimate" } | { readonly businessId: string; readonly mode: "confirm"; readonly summaryRunId: string; readonly maxChargeMicrocredits: number };
    readonly data: { readonly summaryRunId: string; readonly campaignId: string; readonly status: "estimated" | "running" | "completed" | "partial"; readonly contacts: number; readonly assessed: number; readonly failed: number; readonly failures: readonly ({ readonly contactId: string; readonly code: string; readonly message: string })[]; readonly recommended: number; readonly maxChargeMicrocredits: number; readonly chargedMicrocredits: number; readonly createdAt: string; readonly expiresAt: string; readonly confirmedAt: string | null; readonly endedAt: string | null };
  };
  readonly exportCampaign: {
    readonly path: { readonly campaignId: string };
    readonly query: { readonly businessId: string; readonly summaryRunId: string };
    readonly body: null;
    readonly data: null;
  };
  readonly uploadMedia: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly channel?: "whatsapp"; readonly phoneNumberId: string; readonly mediaType: "image" | "document" | "video" | "audio"; readonly mimeType: "image/jpeg" | "image/png" | "video/mp4" | "video/3gpp" | "audio/aac" | "audio/amr" | "audio/mpeg" | "audio/mp4" | "audio/ogg" | "application/pdf" | "text/plain" | "application/msword" | "application/vnd.ms-excel" | "application/vnd.ms-powerpoint" | "application/vnd.openxmlformats-officedocument.wordprocessingml.document" | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" | "application/vnd.openxmlformats-officedocument.presentationml.presentation"; readonly clientAssetId?: string; readonly fileName: string; readonly contentBase64: string };
    readonly data: { readonly mediaId: string; readonly providerMediaId: string; readonly mediaType: "image" | "document" | "video" | "audio"; readonly mimeType: string; readonly uploadedAt: string; readonly expiresAt: string; readonly contentSha256: string; readonly providerStatus: "uploaded"; readonly correlationId: string };
  };
  readonly sendMessage: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly channel?: "whatsapp" | "instagram"; readonly phoneNumberId?: string; readonly instagramAccountId?: string; readonly to: string; readonly type: "text" | "image" | "template" | "document" | "video" | "audio" | "location" | "reaction" | "interactive" | "linked_media"; readonly text?: string; readonly mediaId?: string; readonly caption?: string; readonly template?: { readonly name: string; readonly language: string; readonly agentId?: string; readonly components?: readonly ({ readonly type: "header"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } } | { readonly type: "image"; readonly image: { readonly id?: string; readonly link?: string } })[] } | { readonly type: "body"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } })[] } | { readonly type: "button"; readonly sub_type: "quick_reply"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "payload"; readonly payload: string })[] } | { readonly type: "button"; readonly sub_type: "url"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string })[] } | { readonly type: "button"; readonly sub_type: "copy_code"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "coupon_code"; readonly coupon_code: string })[] })[] }; readonly fileName?: string; readonly interactive?: { readonly kind: "buttons"; readonly header?: string; readonly footer?: string; readonly body: string; readonly buttons: readonly ({ readonly id: string; readonly title: string })[] } | { readonly kind: "list"; readonly header?: string; readonly footer?: string; readonly body: string; readonly button: string; readonly sections: readonly ({ readonly title?: string; readonly rows: readonly ({ readonly id: string; readonly title: string; readonly description?: string })[] })[] } | { readonly kind: "link"; readonly header?: string; readonly footer?: string; readonly body: string; readonly label: string; readonly url: string }; readonly location?: { readonly latitude: number; readonly longitude: number; readonly name?: string; readonly address?: string }; readonly reaction?: { readonly providerMessageId: string; readonly emoji: string }; readonly media?: { readonly kind: "image" | "video" | "audio"; readonly url: string }; readonly clientAssetId?: string };
    readonly data: { readonly messageId: string; readonly taskRef: string; readonly providerMessageRef: string | null; readonly queued: boolean; readonly correlationId: string };
  };
  readonly readMessage: {
    readonly path: { readonly messageId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly messageId: string; readonly businessId: string; readonly conversationId: string | null; readonly participantId: string; readonly phoneNumberId: string | null; readonly recipient: string; readonly type: string; readonly status: "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed"; readonly taskStatus: "queued" | "running" | "retrying" | "done" | "failed"; readonly providerMessageId: string | null; readonly providerStatus: string | null; readonly queuedAt: string; readonly sentAt: string | null; readonly deliveredAt: string | null; readonly readAt: string | null; readonly failedAt: string | null; readonly failure: { readonly code: string | null; readonly message: string | null } | null };
  };
  readonly listTemplates: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly phoneNumberId?: string; readonly search?: string; readonly refresh?: boolean };
    readonly body: null;
    readonly data: { readonly templates: readonly ({ readonly name: string; readonly language: string; readonly status: string; readonly category: string | null; readonly header: { readonly format: "text" | "image" | "video" | "document" | "location" | "other"; readonly text: string | null; readonly variables: readonly (string)[] } | null; readonly body: { readonly text: string; readonly variables: readonly (string)[] }; readonly footer: string | null; readonly buttons: readonly ({ readonly type: "quick_reply" | "url" | "copy_code" | "other"; readonly text: string; readonly needsValue: boolean })[] })[]; readonly total: number; readonly readAt: string };
  };
  readonly markMessagesRead: {
    readonly path: { readonly conversationId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string };
    readonly data: { readonly conversationId: string; readonly providerMessageId: string };
  };
  readonly listWrittenConversations: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly analysis?: "running" | "completed" | "failed"; readonly success?: "true" | "false"; readonly sentiment?: "positive" | "neutral" | "negative" | "mixed"; readonly request?: "human" | "no_contact" | "call_back"; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly conversations: readonly ({ readonly id: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly accountName: string | null; readonly address: string; readonly participantId: string; readonly contactId: string | null; readonly name: string | null; readonly lastMessage: { readonly messageId: string; readonly at: string; readonly direction: "inbound" | "outbound"; readonly author: string; readonly messageType: string; readonly text: string | null; readonly status: "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed" | null } | null; readonly lastActivityAt: string; readonly unread: number; readonly waitingSince: string | null; readonly handOverReason: string | null; readonly answering: "human" | "agent" | "backend" | "nobody"; readonly agentName: string | null; readonly takenBy: { readonly userId: string; readonly name: string | null } | null; readonly humanUntil: string | null; readonly outcome: { readonly status: "running" | "completed" | "failed"; readonly success: boolean | null; readonly sentiment: "positive" | "neutral" | "negative" | "mixed" | null; readonly requests: readonly ("human" | "no_contact" | "call_back")[] } | null; readonly windowClosesAt: string | null })[]; readonly nextCursor: string | null };
  };
  readonly readWrittenConversation: {
    readonly path: { readonly conversationId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly conversation: { readonly id: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly accountName: string | null; readonly address: string; readonly participantId: string; readonly contactId: string | null; readonly name: string | null; readonly lastMessage: { readonly messageId: string; readonly at: string; readonly direction: "inbound" | "outbound"; readonly author: string; readonly messageType: string; readonly text: string | null; readonly status: "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed" | null } | null; readonly lastActivityAt: string; readonly unread: number; readonly waitingSince: string | null; readonly handOverReason: string | null; readonly answering: "human" | "agent" | "backend" | "nobody"; readonly agentName: string | null; readonly takenBy: { readonly userId: string; readonly name: string | null } | null; readonly humanUntil: string | null; readonly outcome: { readonly status: "running" | "completed" | "failed"; readonly success: boolean | null; readonly sentiment: "positive" | "neutral" | "negative" | "mixed" | null; readonly requests: readonly ("human" | "no_contact" | "call_back")[] } | null; readonly windowClosesAt: string | null }; readonly analysis: { readonly status: "running" | "completed" | "failed"; readonly success: boolean | null; readonly findings: { readonly summary: string; readonly sentiment: "positive" | "neutral" | "negative" | "mixed"; readonly requests: readonly ({ readonly request: "human" | "no_contact" | "call_back"; readonly at: string | null; readonly evidence: readonly ({ readonly messageId: string; readonly at: string })[] })[]; readonly criteria: readonly ({ readonly key: string; readonly verdict: "met" | "not_met" | "unknown"; readonly reason: string; readonly evidence: readonly ({ readonly messageId: string; readonly at: string })[] })[]; readonly fields: readonly ({ readonly key: string; readonly value: string | number | boolean | null; readonly evidence: readonly ({ readonly messageId: string; readonly at: string })[] })[] } | null; readonly failure: { readonly code: string; readonly message: string } | null; readonly firstMessageId: string; readonly lastMessageId: string; readonly analysisRunId: string | null; readonly analyzedAt: string | null; readonly chargedMicrocredits: number } | null };
  };
  readonly listConversations: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly view?: "all" | "unread" | "waiting" | "mine"; readonly search?: string; readonly analysis?: "running" | "completed" | "failed"; readonly success?: "true" | "false"; readonly sentiment?: "positive" | "neutral" | "negative" | "mixed"; readonly request?: "human" | "no_contact" | "call_back"; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly conversations: readonly ({ readonly id: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly accountName: string | null; readonly address: string; readonly participantId: string; readonly contactId: string | null; readonly name: string | null; readonly lastMessage: { readonly messageId: string; readonly at: string; readonly direction: "inbound" | "outbound"; readonly author: string; readonly messageType: string; readonly text: string | null; readonly status: "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed" | null } | null; readonly lastActivityAt: string; readonly unread: number; readonly waitingSince: string | null; readonly handOverReason: string | null; readonly answering: "human" | "agent" | "backend" | "nobody"; readonly agentName: string | null; readonly takenBy: { readonly userId: string; readonly name: string | null } | null; readonly humanUntil: string | null; readonly outcome: { readonly status: "running" | "completed" | "failed"; readonly success: boolean | null; readonly sentiment: "positive" | "neutral" | "negative" | "mixed" | null; readonly requests: readonly ("human" | "no_contact" | "call_back")[] } | null; readonly windowClosesAt: string | null })[]; readonly counts: { readonly unread: number; readonly waiting: number; readonly mine: number }; readonly nextCursor: string | null };
  };
  readonly readConversation: {
    readonly path: { readonly conversationId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly conversation: { readonly id: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly accountName: string | null; readonly address: string; readonly participantId: string; readonly contactId: string | null; readonly name: string | null; readonly lastMessage: { readonly messageId: string; readonly at: string; readonly direction: "inbound" | "outbound"; readonly author: string; readonly messageType: string; readonly text: string | null; readonly status: "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed" | null } | null; readonly lastActivityAt: string; readonly unread: number; readonly waitingSince: string | null; readonly handOverReason: string | null; readonly answering: "human" | "agent" | "backend" | "nobody"; readonly agentName: string | null; readonly takenBy: { readonly userId: string; readonly name: string | null } | null; readonly humanUntil: string | null; readonly outcome: { readonly status: "running" | "completed" | "failed"; readonly success: boolean | null; readonly sentiment: "positive" | "neutral" | "negative" | "mixed" | null; readonly requests: readonly ("human" | "no_contact" | "call_back")[] } | null; readonly windowClosesAt: string | null }; readonly analysis: { readonly status: "running" | "completed" | "failed"; readonly success: boolean | null; readonly findings: { readonly summary: string; readonly sentiment: "positive" | "neutral" | "negative" | "mixed"; readonly requests: readonly ({ readonly request: "human" | "no_contact" | "call_back"; readonly at: string | null; readonly evidence: readonly ({ readonly messageId: string; readonly at: string })[] })[]; readonly criteria: readonly ({ readonly key: string; readonly verdict: "met" | "not_met" | "unknown"; readonly reason: string; readonly evidence: readonly ({ readonly messageId: string; readonly at: string })[] })[]; readonly fields: readonly ({ readonly key: string; readonly value: string | number | boolean | null; readonly evidence: readonly ({ readonly messageId: string; readonly at: string })[] })[] } | null; readonly failure: { readonly code: string; readonly message: string } | null; readonly firstMessageId: string; readonly lastMessageId: string; readonly analysisRunId: string | null; readonly analyzedAt: string | null; readonly chargedMicrocredits: number } | null };
  };
  readonly listConversationMessages: {
    readonly path: { readonly conversationId: string };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly items: readonly ({ readonly id: string; readonly at: string; readonly type: "message"; readonly messageId: string; readonly direction: "inbound" | "outbound"; readonly author: string; readonly userName: string | null; readonly messageType: string; readonly text: string | null; readonly template: { readonly name: string; readonly language: string; readonly values: readonly (string)[] } | null; readonly campaignId: string | null; readonly status: "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed" | null; readonly sentAt: string | null; readonly deliveredAt: string | null; readonly readAt: string | null; readonly failedAt: string | null; readonly failure: { readonly code: string; readonly message: string } | null; readonly media: { readonly id: string; readonly status: "pending" | "ready" | "failed"; readonly mimeType: string | null; readonly fileName: string | null; readonly sizeBytes: number | null; readonly sha256: string | null; readonly url: string | null; readonly urlExpiresAt: string | null; readonly keptUntil: string | null; readonly failure: { readonly code: string; readonly message: string } | null; readonly transcript?: { readonly text: string | null; readonly isPartial: boolean } } | null; readonly payload?: { readonly kind: "form"; readonly name: string | null; readonly fields: readonly ({ readonly name: string; readonly value: string })[] } | { readonly kind: "location"; readonly latitude: number | null; readonly longitude: number | null; readonly name: string | null; readonly address: string | null; readonly url: string | null } | { readonly kind: "contacts"; readonly contacts: readonly ({ readonly name: string | null; readonly organisation: string | null; readonly phones: readonly ({ readonly phone: string; readonly type: string | null })[]; readonly emails: readonly (string)[]; readonly addresses: readonly (string)[] })[] } | { readonly kind: "order"; readonly catalogId: string | null; readonly note: string | null; readonly items: readonly ({ readonly productId: string; readonly quantity: number; readonly price: number | null; readonly currency: string | null })[] } | { readonly kind: "choice"; readonly id: string | null; readonly title: string; readonly description: string | null } | { readonly kind: "referral"; readonly source: string | null; readonly sourceId: string | null; readonly url: string | null; readonly headline: string | null; readonly body: string | null; readonly clickId: string | null }; readonly sources?: readonly ({ readonly sourceId: string; readonly title: string; readonly passages: readonly ({ readonly position: number; readonly heading: string })[] })[]; readonly editedAt?: string; readonly revokedAt?: string } | { readonly id: string; readonly at: string; readonly type: "taken" | "given_back"; readonly userName: string | null } | { readonly id: string; readonly at: string; readonly type: "handed_over"; readonly reason: string | null })[]; readonly nextCursor: string | null };
  };
  readonly replyInConversation: {
    readonly path: { readonly conversationId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly text?: string; readonly template?: { readonly name: string; readonly language: string; readonly agentId?: string; readonly components?: readonly ({ readonly type: "header"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } } | { readonly type: "image"; readonly image: { readonly id?: string; readonly link?: string } })[] } | { readonly type: "body"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } })[] } | { readonly type: "button"; readonly sub_type: "quick_reply"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "payload"; readonly payload: string })[] } | { readonly type: "button"; readonly sub_type: "url"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string })[] } | { readonly type: "button"; readonly sub_type: "copy_code"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "coupon_code"; readonly coupon_code: string })[] })[] }; readonly file?: { readonly kind: "image" | "document" | "video" | "audio"; readonly mediaId: string; readonly caption?: string; readonly fileName?: string }; readonly interactive?: { readonly kind: "buttons"; readonly header?: string; readonly footer?: string; readonly body: string; readonly buttons: readonly ({ readonly id: string; readonly title: string })[] } | { readonly kind: "list"; readonly header?: string; readonly footer?: string; readonly body: string; readonly button: string; readonly sections: readonly ({ readonly title?: string; readonly rows: readonly ({ readonly id: string; readonly title: string; readonly description?: string })[] })[] } | { readonly kind: "link"; readonly header?: string; readonly footer?: string; readonly body: string; readonly label: string; readonly url: string }; readonly location?: { readonly latitude: number; readonly longitude: number; readonly name?: string; readonly address?: string }; readonly reaction?: { readonly providerMessageId: string; readonly emoji: string } };
    readonly data: { readonly messageId: string; readonly taskRef: string; readonly providerMessageRef: string | null; readonly queued: boolean; readonly correlationId: string };
  };
  readonly takeConversation: {
    readonly path: { readonly conversationId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string };
    readonly data: { readonly conversation: { readonly id: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly accountName: string | null; readonly address: string; readonly participantId: string; readonly contactId: string | null; readonly name: string | null; readonly lastMessage: { readonly messageId: string; readonly at: string; readonly direction: "inbound" | "outbound"; readonly author: string; readonly messageType: string; readonly text: string | null; readonly status: "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed" | null } | null; readonly lastActivityAt: string; readonly unread: number; readonly waitingSince: string | null; readonly handOverReason: string | null; readonly answering: "human" | "agent" | "backend" | "nobody"; readonly agentName: string | null; readonly takenBy: { readonly userId: string; readonly name: string | null } | null; readonly humanUntil: string | null; readonly outcome: { readonly status: "running" | "completed" | "failed"; readonly success: boolean | null; readonly sentiment: "positive" | "neutral" | "negative" | "mixed" | null; readonly requests: readonly ("human" | "no_contact" | "call_back")[] } | null; readonly windowClosesAt: string | null } };
  };
  readonly giveBackConversation: {
    readonly path: { readonly conversationId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string };
    readonly data: { readonly conversation: { readonly id: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly accountName: string | null; readonly address: string; readonly participantId: string; readonly contactId: string | null; readonly name: string | null; readonly lastMessage: { readonly messageId: string; readonly at: string; readonly direction: "inbound" | "outbound"; readonly author: string; readonly messageType: string; readonly text: string | null; readonly status: "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed" | null } | null; readonly lastActivityAt: string; readonly unread: number; readonly waitingSince: string | null; readonly handOverReason: string | null; readonly answering: "human" | "agent" | "backend" | "nobody"; readonly agentName: string | null; readonly takenBy: { readonly userId: string; readonly name: string | null } | null; readonly humanUntil: string | null; readonly outcome: { readonly status: "running" | "completed" | "failed"; readonly success: boolean | null; readonly sentiment: "positive" | "neutral" | "negative" | "mixed" | null; readonly requests: readonly ("human" | "no_contact" | "call_back")[] } | null; readonly windowClosesAt: string | null } };
  };
  readonly markConversationRead: {
    readonly path: { readonly conversationId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly messageId: string };
    readonly data: { readonly conversation: { readonly id: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly accountName: string | null; readonly address: string; readonly participantId: string; readonly contactId: string | null; readonly name: string | null; readonly lastMessage: { readonly messageId: string; readonly at: string; readonly direction: "inbound" | "outbound"; readonly author: string; readonly messageType: string; readonly text: string | null; readonly status: "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed" | null } | null; readonly lastActivityAt: string; readonly unread: number; readonly waitingSince: string | null; readonly handOverReason: string | null; readonly answering: "human" | "agent" | "backend" | "nobody"; readonly agentName: string | null; readonly takenBy: { readonly userId: string; readonly name: string | null } | null; readonly humanUntil: string | null; readonly outcome: { readonly status: "running" | "completed" | "failed"; readonly success: boolean | null; readonly sentiment: "positive" | "neutral" | "negative" | "mixed" | null; readonly requests: readonly ("human" | "no_contact" | "call_back")[] } | null; readonly windowClosesAt: string | null } };
  };
  readonly listSentTemplates: {
    readonly path: { readonly conversationId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly templates: readonly ({ readonly name: string; readonly language: string; readonly components: readonly ({ readonly type: "header"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } } | { readonly type: "image"; readonly image: { readonly id?: string; readonly link?: string } })[] } | { readonly type: "body"; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string } | { readonly type: "currency"; readonly currency: { readonly fallback_value: string; readonly code: string; readonly amount_1000: number } } | { readonly type: "date_time"; readonly date_time: { readonly fallback_value: string } })[] } | { readonly type: "button"; readonly sub_type: "quick_reply"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "payload"; readonly payload: string })[] } | { readonly type: "button"; readonly sub_type: "url"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "text"; readonly text: string; readonly parameter_name?: string })[] } | { readonly type: "button"; readonly sub_type: "copy_code"; readonly index: string | number; readonly parameters: readonly ({ readonly type: "coupon_code"; readonly coupon_code: string })[] })[] | null })[] };
  };
  readonly listVoiceCalls: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string; readonly status?: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled"; readonly agentId?: string; readonly contactId?: string; readonly campaignId?: string; readonly analysis?: "running" | "completed" | "failed"; readonly success?: "true" | "false"; readonly sentiment?: "positive" | "neutral" | "negative" | "mixed"; readonly request?: "human" | "no_contact" | "call_back"; readonly endedBy?: "customer" | "agent" | "operator" | "system" | "provider" | "unknown"; readonly slow?: "true" | "false"; readonly interrupted?: "true" | "false"; readonly toolFailed?: "true" | "false"; readonly tag?: string; readonly minScore?: number; readonly maxScore?: number; readonly from?: string; readonly to?: string };
    readonly body: null;
    readonly data: { readonly calls: readonly ({ readonly id: string; readonly status: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled"; readonly agentName: string | null; readonly campaignName: string | null; readonly contactId: string | null; readonly contactName: string | null; readonly sourceName: string | null; readonly callData: Readonly<Record<string, string>>; readonly calleeNumber: string; readonly durationSeconds: number; readonly startedAt: string | null; readonly endedAt: string | null; readonly recordingAvailable: boolean; readonly transcriptAvailable: boolean; readonly createdAt: string; readonly chargedMicrocredits: number; readonly endedBy: "customer" | "agent" | "operator" | "system" | "provider" | "unknown" | null; readonly endReason: string | null; readonly disclosure: { readonly status: "heard" | "not_heard" | "none"; readonly heardAtMs: number | null; readonly proof: "acked" | "estimated" | null }; readonly consultationOf?: string | null; readonly outcome?: { readonly status: "running" | "completed" | "failed"; readonly success: boolean | null; readonly sentiment: "positive" | "neutral" | "negative" | "mixed" | null; readonly requests: readonly ("human" | "no_contact" | "call_back")[] } | null; readonly tags?: readonly (string)[]; readonly score?: number | null })[]; readonly nextCursor: string | null };
  };
  readonly startVoiceCall: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly agentId: string; readonly contactId?: string; readonly toNumber?: string; readonly testVariables?: Readonly<Record<string, string>> };
    readonly data: { readonly callId: string; readonly destination: string; readonly status: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled" };
  };
  readonly exportVoiceCalls: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly status?: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled"; readonly agentId?: string; readonly contactId?: string; readonly campaignId?: string; readonly analysis?: "running" | "completed" | "failed"; readonly success?: "true" | "false"; readonly sentiment?: "positive" | "neutral" | "negative" | "mixed"; readonly request?: "human" | "no_contact" | "call_back"; readonly endedBy?: "customer" | "agent" | "operator" | "system" | "provider" | "unknown"; readonly slow?: "true" | "false"; readonly interrupted?: "true" | "false"; readonly toolFailed?: "true" | "false"; readonly tag?: string; readonly minScore?: number; readonly maxScore?: number; readonly from?: string; readonly to?: string };
    readonly body: null;
    readonly data: null;
  };
  readonly startVoiceCallBatch: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly agentId: string; readonly contactIds: readonly (string)[] };
    readonly data: { readonly accepted: readonly ({ readonly contactId: string; readonly callId: string; readonly destination: string; readonly status: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled" })[]; readonly failures: readonly ({ readonly contactId: string; readonly error: { readonly code: string; readonly message: string; readonly category: string; readonly retryable: boolean; readonly details?: readonly ({ readonly path: string; readonly message: string })[] } })[] };
  };
  readonly resolveVoiceCall: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly agentId: string; readonly contactId: string };
    readonly body: null;
    readonly data: { readonly destination: string; readonly values: Readonly<Record<string, string>>; readonly contactRequired: boolean };
  };
  readonly readVoiceCall: {
    readonly path: { readonly callId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly call: { readonly id: string; readonly status: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled"; readonly agentName: string | null; readonly campaignName: string | null; readonly contactId: string | null; readonly contactName: string | null; readonly sourceName: string | null; readonly callData: Readonly<Record<string, string>>; readonly calleeNumber: string; readonly durationSeconds: number; readonly startedAt: string | null; readonly endedAt: string | null; readonly recordingAvailable: boolean; readonly transcriptAvailable: boolean; readonly createdAt: string; readonly chargedMicrocredits: number; readonly endedBy: "customer" | "agent" | "operator" | "system" | "provider" | "unknown" | null; readonly endReason: string | null; readonly disclosure: { readonly status: "heard" | "not_heard" | "none"; readonly heardAtMs: number | null; readonly proof: "acked" | "estimated" | null }; readonly consultationOf?: string | null; readonly outcome?: { readonly status: "running" | "completed" | "failed"; readonly success: boolean | null; readonly sentiment: "positive" | "neutral" | "negative" | "mixed" | null; readonly requests: readonly ("human" | "no_contact" | "call_back")[] } | null; readonly tags?: readonly (string)[]; readonly score?: number | null }; readonly transcript: readonly ({ readonly speaker: "customer" | "assistant" | "human"; readonly text: string; readonly createdAt: string; readonly audioOffsetMs: number | null; readonly audioEndOffsetMs: number | null; readonly keys?: boolean; readonly sources?: readonly ({ readonly sourceId: string; readonly title: string; readonly passages: readonly ({ readonly position: number; readonly heading: string })[] })[] })[]; readonly recordingUrl?: string; readonly recordingDownloadUrl?: string; readonly recordingFilename?: string; readonly diagnostics: { readonly attempts: readonly ({ readonly carrier: string; readonly at: string; readonly outcome: string })[]; readonly timeline: readonly ({ readonly at: string; readonly event: string })[]; readonly outreachRules?: readonly ({ readonly rule: string; readonly result: "passed" | "refused" | "not_applicable"; readonly code: string | null; readonly allowedFrom: string | null })[]; readonly notes: readonly ({ readonly code: string; readonly atMs: number | null })[]; readonly toolUses: readonly ({ readonly at: string; readonly name: string; readonly arguments: Readonly<Record<string, unknown>>; readonly outcome: "done" | "failed" | "unknown" | null; readonly result: string | null; readonly durationMs: number | null })[]; readonly modelTokens?: readonly ({ readonly model: string; readonly inputTokens: number; readonly outputTokens: number })[]; readonly operators?: { readonly lines: readonly ({ readonly by: { readonly type: "user" | "key" | "call"; readonly id: string; readonly name: string | null }; readonly purpose: "listen" | "take_over"; readonly joinedAt: string; readonly leftAt: string | null })[]; readonly takeOvers: readonly ({ readonly by: { readonly type: "user" | "key" | "call"; readonly id: string; readonly name: string | null }; readonly at: string; readonly until: string | null; readonly reason: "handed_back" | "line_left" | "session_ended" | null; readonly note: string | null })[]; readonly agentNotes: readonly ({ readonly by: { readonly type: "user" | "key" | "call"; readonly id: string; readonly name: string | null }; readonly at: string; readonly text: string })[] }; readonly turns: readonly ({ readonly speaker: string; readonly audioOffsetMs: number | null; readonly audioEndOffsetMs: number | null; readonly interrupted: boolean; readonly heard: "acked" | "estimated"; readonly latencies: { readonly finalTranscriptMs: number | null; readonly firstTokenMs: number | null; readonly firstAudioMs: number | null; readonly firstFrameMs: number | null; readonly firstPlayedMs: number | null } | null; readonly unheard?: string; readonly nudge?: boolean; readonly disclosure?: boolean })[]; readonly testVariables: readonly ({ readonly alias: string; readonly replaced: "missing" | "value" })[] }; readonly analysis?: { readonly status: "running" | "completed" | "failed"; readonly success: boolean | null; readonly findings: { readonly summary: string; readonly sentiment: "positive" | "neutral" | "negative" | "mixed"; readonly requests: readonly ({ readonly request: "human" | "no_contact" | "call_back"; readonly at: string | null; readonly evidence: readonly ({ readonly turn: number; readonly atMs: number | null })[] })[]; readonly criteria: readonly ({ readonly key: string; readonly verdict: "met" | "not_met" | "unknown"; readonly reason: string; readonly evidence: readonly ({ readonly turn: number; readonly atMs: number | null })[] })[]; readonly fields: readonly ({ readonly key: string; readonly value: string | number | boolean | null; readonly evidence: readonly ({ readonly turn: number; readonly atMs: number | null })[] })[] } | null; readonly failure: { readonly code: string; readonly message: string } | null; readonly analysisRunId: string | null; readonly analyzedAt: string | null; readonly chargedMicrocredits: number } | null; readonly review?: { readonly tags: readonly (string)[]; readonly score: number | null; readonly notes: readonly ({ readonly noteId: string; readonly text: string; readonly by: { readonly type: "user" | "key"; readonly id: string; readonly name: string | null } | null; readonly createdAt: string })[] } };
  };
  readonly cancelVoiceCall: {
    readonly path: { readonly callId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly callId: string; readonly status: "cancelling" | "cancelled" };
  };
  readonly downloadVoiceCallTranscript: {
    readonly path: { readonly callId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: null;
  };
  readonly noteToAgent: {
    readonly path: { readonly callId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly text: string };
    readonly data: { readonly noteId: string; readonly callId: string; readonly text: string; readonly createdAt: string };
  };
  readonly reviewVoiceCall: {
    readonly path: { readonly callId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly addTags?: readonly (string)[]; readonly removeTags?: readonly (string)[]; readonly score?: number | null };
    readonly data: { readonly callId: string; readonly tags: readonly (string)[]; readonly score: number | null };
  };
  readonly reviewVoiceCalls: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly callIds: readonly (string)[]; readonly addTags?: readonly (string)[]; readonly removeTags?: readonly (string)[]; readonly score?: number | null };
    readonly data: { readonly changed: readonly ({ readonly callId: string; readonly tags: readonly (string)[]; readonly score: number | null })[]; readonly failures: readonly ({ readonly callId: string; readonly error: { readonly code: string; readonly message: string; readonly retryable: boolean } })[] };
  };
  readonly addVoiceCallNote: {
    readonly path: { readonly callId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly text: string };
    readonly data: { readonly noteId: string; readonly callId: string; readonly text: string; readonly createdAt: string };
  };
  readonly removeVoiceCallNote: {
    readonly path: { readonly callId: string; readonly noteId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly noteId: string; readonly removed: boolean };
  };
  readonly searchVoiceCalls: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly text: string; readonly limit?: number; readonly cursor?: string; readonly status?: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled"; readonly agentId?: string; readonly contactId?: string; readonly campaignId?: string; readonly analysis?: "running" | "completed" | "failed"; readonly success?: "true" | "false"; readonly sentiment?: "positive" | "neutral" | "negative" | "mixed"; readonly request?: "human" | "no_contact" | "call_back"; readonly endedBy?: "customer" | "agent" | "operator" | "system" | "provider" | "unknown"; readonly slow?: "true" | "false"; readonly interrupted?: "true" | "false"; readonly toolFailed?: "true" | "false"; readonly tag?: string; readonly minScore?: number; readonly maxScore?: number; readonly from?: string; readonly to?: string };
    readonly body: null;
    readonly data: { readonly results: readonly ({ readonly call: { readonly id: string; readonly status: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled"; readonly agentName: string | null; readonly campaignName: string | null; readonly contactId: string | null; readonly contactName: string | null; readonly sourceName: string | null; readonly callData: Readonly<Record<string, string>>; readonly calleeNumber: string; readonly durationSeconds: number; readonly startedAt: string | null; readonly endedAt: string | null; readonly recordingAvailable: boolean; readonly transcriptAvailable: boolean; readonly createdAt: string; readonly chargedMicrocredits: number; readonly endedBy: "customer" | "agent" | "operator" | "system" | "provider" | "unknown" | null; readonly endReason: string | null; readonly disclosure: { readonly status: "heard" | "not_heard" | "none"; readonly heardAtMs: number | null; readonly proof: "acked" | "estimated" | null }; readonly consultationOf?: string | null; readonly outcome?: { readonly status: "running" | "completed" | "failed"; readonly success: boolean | null; readonly sentiment: "positive" | "neutral" | "negative" | "mixed" | null; readonly requests: readonly ("human" | "no_contact" | "call_back")[] } | null; readonly tags?: readonly (string)[]; readonly score?: number | null }; readonly snippets: readonly ({ readonly turn: number; readonly speaker: "customer" | "assistant" | "human"; readonly atMs: number | null; readonly text: string; readonly matches: readonly ({ readonly start: number; readonly end: number })[] })[] })[]; readonly nextCursor: string | null };
  };
  readonly searchMessages: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly text: string; readonly limit?: number; readonly cursor?: string; readonly channel?: "whatsapp" | "instagram"; readonly contactId?: string; readonly campaignId?: string; readonly author?: "customer" | "agent" | "human" | "api" | "campaign"; readonly from?: string; readonly to?: string };
    readonly body: null;
    readonly data: { readonly results: readonly ({ readonly messageId: string; readonly conversationId: string; readonly channel: "whatsapp" | "instagram"; readonly contactId: string | null; readonly campaignId: string | null; readonly author: "customer" | "agent" | "human" | "api" | "campaign"; readonly type: string; readonly at: string; readonly text: string; readonly matches: readonly ({ readonly start: number; readonly end: number })[] })[]; readonly nextCursor: string | null };
  };
  readonly listSavedViews: {
    readonly path: {  };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly savedViews: readonly ({ readonly viewId: string; readonly name: string; readonly calls?: { readonly text?: string; readonly status?: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled"; readonly agentId?: string; readonly contactId?: string; readonly campaignId?: string; readonly analysis?: "running" | "completed" | "failed"; readonly success?: "true" | "false"; readonly sentiment?: "positive" | "neutral" | "negative" | "mixed"; readonly request?: "human" | "no_contact" | "call_back"; readonly endedBy?: "customer" | "agent" | "operator" | "system" | "provider" | "unknown"; readonly slow?: "true" | "false"; readonly interrupted?: "true" | "false"; readonly toolFailed?: "true" | "false"; readonly tag?: string; readonly minScore?: number; readonly maxScore?: number; readonly from?: string; readonly to?: string }; readonly messages?: { readonly text: string; readonly channel?: "whatsapp" | "instagram"; readonly contactId?: string; readonly campaignId?: string; readonly author?: "customer" | "agent" | "human" | "api" | "campaign"; readonly from?: string; readonly to?: string } })[] };
  };
  readonly createSavedView: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly name: string; readonly calls?: { readonly text?: string; readonly status?: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled"; readonly agentId?: string; readonly contactId?: string; readonly campaignId?: string; readonly analysis?: "running" | "completed" | "failed"; readonly success?: "true" | "false"; readonly sentiment?: "positive" | "neutral" | "negative" | "mixed"; readonly request?: "human" | "no_contact" | "call_back"; readonly endedBy?: "customer" | "agent" | "operator" | "system" | "provider" | "unknown"; readonly slow?: "true" | "false"; readonly interrupted?: "true" | "false"; readonly toolFailed?: "true" | "false"; readonly tag?: string; readonly minScore?: number; readonly maxScore?: number; readonly from?: string; readonly to?: string }; readonly messages?: { readonly text: string; readonly channel?: "whatsapp" | "instagram"; readonly contactId?: string; readonly campaignId?: string; readonly author?: "customer" | "agent" | "human" | "api" | "campaign"; readonly from?: string; readonly to?: string } };
    readonly data: { readonly savedView: { readonly viewId: string; readonly name: string; readonly calls?: { readonly text?: string; readonly status?: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled"; readonly agentId?: string; readonly contactId?: string; readonly campaignId?: string; readonly analysis?: "running" | "completed" | "failed"; readonly success?: "true" | "false"; readonly sentiment?: "positive" | "neutral" | "negative" | "mixed"; readonly request?: "human" | "no_contact" | "call_back"; readonly endedBy?: "customer" | "agent" | "operator" | "system" | "provider" | "unknown"; readonly slow?: "true" | "false"; readonly interrupted?: "true" | "false"; readonly toolFailed?: "true" | "false"; readonly tag?: string; readonly minScore?: number; readonly maxScore?: number; readonly from?: string; readonly to?: string }; readonly messages?: { readonly text: string; readonly channel?: "whatsapp" | "instagram"; readonly contactId?: string; readonly campaignId?: string; readonly author?: "customer" | "agent" | "human" | "api" | "campaign"; readonly from?: string; readonly to?: string } } };
  };
  readonly updateSavedView: {
    readonly path: { readonly viewId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly name?: string; readonly calls?: { readonly text?: string; readonly status?: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled"; readonly agentId?: string; readonly contactId?: string; readonly campaignId?: string; readonly analysis?: "running" | "completed" | "failed"; readonly success?: "true" | "false"; readonly sentiment?: "positive" | "neutral" | "negative" | "mixed"; readonly request?: "human" | "no_contact" | "call_back"; readonly endedBy?: "customer" | "agent" | "operator" | "system" | "provider" | "unknown"; readonly slow?: "true" | "false"; readonly interrupted?: "true" | "false"; readonly toolFailed?: "true" | "false"; readonly tag?: string; readonly minScore?: number; readonly maxScore?: number; readonly from?: string; readonly to?: string }; readonly messages?: { readonly text: string; readonly channel?: "whatsapp" | "instagram"; readonly contactId?: string; readonly campaignId?: string; readonly author?: "customer" | "agent" | "human" | "api" | "campaign"; readonly from?: string; readonly to?: string } };
    readonly data: { readonly savedView: { readonly viewId: string; readonly name: string; readonly calls?: { readonly text?: string; readonly status?: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled"; readonly agentId?: string; readonly contactId?: string; readonly campaignId?: string; readonly analysis?: "running" | "completed" | "failed"; readonly success?: "true" | "false"; readonly sentiment?: "positive" | "neutral" | "negative" | "mixed"; readonly request?: "human" | "no_contact" | "call_back"; readonly endedBy?: "customer" | "agent" | "operator" | "system" | "provider" | "unknown"; readonly slow?: "true" | "false"; readonly interrupted?: "true" | "false"; readonly toolFailed?: "true" | "false"; readonly tag?: string; readonly minScore?: number; readonly maxScore?: number; readonly from?: string; readonly to?: string }; readonly messages?: { readonly text: string; readonly channel?: "whatsapp" | "instagram"; readonly contactId?: string; readonly campaignId?: string; readonly author?: "customer" | "agent" | "human" | "api" | "campaign"; readonly from?: string; readonly to?: string } } };
  };
  readonly removeSavedView: {
    readonly path: { readonly viewId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly viewId: string; readonly removed: boolean };
  };
  readonly startTestCall: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly agentId: string; readonly testVariables?: Readonly<Record<string, string>> };
    readonly data: { readonly callId: string; readonly leg: { readonly purpose: "test" | "listen" | "take_over"; readonly token: string; readonly expiresAt: string; readonly signallingPath: string } };
  };
  readonly openLeg: {
    readonly path: { readonly callId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly purpose: "test" | "listen" | "take_over" };
    readonly data: { readonly callId: string; readonly leg: { readonly purpose: "test" | "listen" | "take_over"; readonly token: string; readonly expiresAt: string; readonly signallingPath: string } };
  };
  readonly followLive: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly topics?: string; readonly lastEventId?: string };
    readonly body: null;
    readonly data: null;
  };
  readonly signIn: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly email: string; readonly password: string };
    readonly data: { readonly user: { readonly id: string; readonly email: string; readonly name: string }; readonly business: { readonly id: string; readonly name: string }; readonly role: "viewer" | "operator" | "owner"; readonly memberships: readonly ({ readonly business: { readonly id: string; readonly name: string }; readonly role: "viewer" | "operator" | "owner" })[]; readonly csrfToken: string; readonly expiresAt: string };
  };
  readonly readSession: {
    readonly path: {  };
    readonly query: {  };
    readonly body: null;
    readonly data: { readonly user: { readonly id: string; readonly email: string; readonly name: string }; readonly business: { readonly id: string; readonly name: string }; readonly role: "viewer" | "operator" | "owner"; readonly memberships: readonly ({ readonly business: { readonly id: string; readonly name: string }; readonly role: "viewer" | "operator" | "owner" })[]; readonly csrfToken: string; readonly expiresAt: string };
  };
  readonly signOut: {
    readonly path: {  };
    readonly query: {  };
    readonly body: null;
    readonly data: { readonly signedOut: true };
  };
  readonly switchBusiness: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly switchTo: string };
    readonly data: { readonly user: { readonly id: string; readonly email: string; readonly name: string }; readonly business: { readonly id: string; readonly name: string }; readonly role: "viewer" | "operator" | "owner"; readonly memberships: readonly ({ readonly business: { readonly id: string; readonly name: string }; readonly role: "viewer" | "operator" | "owner" })[]; readonly csrfToken: string; readonly expiresAt: string };
  };
  readonly setUp: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly token: string; readonly businessName: string; readonly name: string; readonly email: string; readonly password: string; readonly allowedCountries?: readonly (string)[] | null };
    readonly data: { readonly user: { readonly id: string; readonly email: string; readonly name: string }; readonly business: { readonly id: string; readonly name: string }; readonly role: "viewer" | "operator" | "owner"; readonly memberships: readonly ({ readonly business: { readonly id: string; readonly name: string }; readonly role: "viewer" | "operator" | "owner" })[]; readonly csrfToken: string; readonly expiresAt: string };
  };
  readonly changePassword: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly current: string; readonly next: string };
    readonly data: { readonly signedOut: true };
  };
  readonly readOverview: {
    readonly path: {  };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly lines: number; readonly leasedLines: number; readonly availableMicrocredits: number; readonly reservedMicrocredits: number; readonly carrier: string; readonly simulatedCallers: boolean; readonly browserLegs: boolean; readonly webhooksPausedByService: number };
  };
  readonly startSimulatedCall: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly agentId: string; readonly says: readonly (string)[] };
    readonly data: { readonly callId: string; readonly destination: string; readonly status: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled" };
  };
  readonly listKeys: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly keys: readonly ({ readonly id: string; readonly name: string; readonly scopes: readonly ("channels:read" | "channels:write" | "whatsapp:read" | "whatsapp:write" | "whatsapp:media" | "contacts:read" | "contacts:write" | "communications:read" | "communications:write" | "webhooks:write" | "agents:read" | "agents:write" | "data_sources:read" | "data_sources:write" | "voice:read" | "voice:write" | "campaigns:read" | "campaigns:write" | "instagram:read" | "instagram:write")[]; readonly createdAt: string; readonly lastUsedAt: string | null; readonly revokedAt: string | null })[]; readonly nextCursor: string | null };
  };
  readonly createKey: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly name: string; readonly scopes: readonly ("channels:read" | "channels:write" | "whatsapp:read" | "whatsapp:write" | "whatsapp:media" | "contacts:read" | "contacts:write" | "communications:read" | "communications:write" | "webhooks:write" | "agents:read" | "agents:write" | "data_sources:read" | "data_sources:write" | "voice:read" | "voice:write" | "campaigns:read" | "campaigns:write" | "instagram:read" | "instagram:write")[] };
    readonly data: { readonly key: { readonly id: string; readonly name: string; readonly scopes: readonly ("channels:read" | "channels:write" | "whatsapp:read" | "whatsapp:write" | "whatsapp:media" | "contacts:read" | "contacts:write" | "communications:read" | "communications:write" | "webhooks:write" | "agents:read" | "agents:write" | "data_sources:read" | "data_sources:write" | "voice:read" | "voice:write" | "campaigns:read" | "campaigns:write" | "instagram:read" | "instagram:write")[]; readonly createdAt: string; readonly lastUsedAt: string | null; readonly revokedAt: string | null }; readonly apiKey: string | null };
  };
  readonly revokeKey: {
    readonly path: { readonly keyId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly key: { readonly id: string; readonly name: string; readonly scopes: readonly ("channels:read" | "channels:write" | "whatsapp:read" | "whatsapp:write" | "whatsapp:media" | "contacts:read" | "contacts:write" | "communications:read" | "communications:write" | "webhooks:write" | "agents:read" | "agents:write" | "data_sources:read" | "data_sources:write" | "voice:read" | "voice:write" | "campaigns:read" | "campaigns:write" | "instagram:read" | "instagram:write")[]; readonly createdAt: string; readonly lastUsedAt: string | null; readonly revokedAt: string | null } };
  };
  readonly startAgentTest: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly agentId: string; readonly variables?: Readonly<Record<string, string>> };
    readonly data: { readonly testId: string; readonly agentId: string; readonly messages: readonly ({ readonly speaker: "customer" | "agent"; readonly text: string; readonly createdAt: string; readonly sources?: readonly ({ readonly sourceId: string; readonly title: string; readonly passages: readonly ({ readonly position: number; readonly heading: string })[] })[] })[] };
  };
  readonly continueAgentTest: {
    readonly path: { readonly testId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly text: string };
    readonly data: { readonly testId: string; readonly agentId: string; readonly messages: readonly ({ readonly speaker: "customer" | "agent"; readonly text: string; readonly createdAt: string; readonly sources?: readonly ({ readonly sourceId: string; readonly title: string; readonly passages: readonly ({ readonly position: number; readonly heading: string })[] })[] })[] };
  };
  readonly readAgentTest: {
    readonly path: { readonly testId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly testId: string; readonly agentId: string; readonly messages: readonly ({ readonly speaker: "customer" | "agent"; readonly text: string; readonly createdAt: string; readonly sources?: readonly ({ readonly sourceId: string; readonly title: string; readonly passages: readonly ({ readonly position: number; readonly heading: string })[] })[] })[] };
  };
  readonly listAgentVersions: {
    readonly path: { readonly agentId: string };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly versions: readonly ({ readonly version: number; readonly createdAt: string; readonly by: { readonly type: "user" | "key"; readonly id: string; readonly name: string | null } | null; readonly channel: "whatsapp" | "sms" | "voice" | "instagram" | "other"; readonly name: string; readonly instructions: string; readonly languageCode: string; readonly dataSourceIds: readonly (string)[]; readonly contactCategoryIds: readonly (string)[]; readonly dataSourceVariables: readonly ({ readonly sourceId: string; readonly fieldKey: string; readonly alias: string })[]; readonly voiceSettings: { readonly liveVoiceId?: string; readonly language?: string; readonly furtherLanguages?: readonly (string)[]; readonly agentGender?: "male" | "female"; readonly backgroundNoiseKey?: string; readonly backgroundNoiseLevelPercent?: number; readonly firstGreeting?: string; readonly disclosure?: string; readonly allowGreetingInterrupt?: boolean; readonly nudgeAfterSilenceSeconds?: number; readonly disconnectAfterSilenceSeconds?: number; readonly maxCallDurationSeconds?: number; readonly repeatInterruptedSentence?: boolean; readonly filler?: string; readonly fillerAfterSeconds?: number; readonly keyPauseSeconds?: number; readonly speakingSpeed?: number; readonly pronunciations?: readonly ({ readonly written: string; readonly spoken: string })[]; readonly patience?: "low" | "normal" | "high"; readonly bargeInDuck?: boolean; readonly backchannels?: readonly (string)[]; readonly phoneMenu?: { readonly goal: string; readonly repeats?: number; readonly transferTool?: string } }; readonly chatSettings?: { readonly typingIndicator?: boolean; readonly images?: boolean; readonly voiceNotes?: boolean }; readonly instagramCollectMobileEnabled: boolean })[]; readonly nextCursor: string | null };
  };
  readonly listLedger: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly kind?: "grant" | "call" | "summary" | "analysis"; readonly from?: string; readonly to?: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly entries: readonly ({ readonly id: string; readonly kind: "grant" | "call" | "summary" | "analysis"; readonly at: string; readonly microcredits: number; readonly callId: string | null; readonly conversationId: string | null; readonly campaignId: string | null; readonly reason: string | null })[]; readonly nextCursor: string | null };
  };
  readonly readLedgerSummary: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly days?: number };
    readonly body: null;
    readonly data: { readonly availableMicrocredits: number; readonly reservedMicrocredits: number; readonly chargedMicrocredits: number; readonly days: readonly ({ readonly day: string; readonly grantedMicrocredits: number; readonly callMicrocredits: number; readonly summaryMicrocredits: number; readonly analysisMicrocredits: number })[] };
  };
  readonly readAnalytics: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly subject?: "calls" | "conversations"; readonly from: string; readonly to: string; readonly timeZone?: string; readonly groupBy?: "outcome" | "agent" | "version" | "campaign" | "hour" | "day"; readonly agentId?: string; readonly version?: number; readonly campaignId?: string; readonly outcome?: "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "answered" | "handed_over" | "no_reply" | "unanswered"; readonly compare?: "none" | "previous" };
    readonly body: null;
    readonly data: { readonly subject: "calls" | "conversations"; readonly timeZone: string; readonly groupBy: "outcome" | "agent" | "version" | "campaign" | "hour" | "day" | null; readonly from: string; readonly to: string; readonly totals: { readonly calls: { readonly calls: number; readonly answered: number; readonly answerRate: number | null; readonly analyzed: number; readonly succeeded: number; readonly notSucceeded: number; readonly successRate: number | null; readonly durationSeconds: number; readonly callSeconds: { readonly p50: number | null; readonly p95: number | null }; readonly chargedMicrocredits: number; readonly latencies: { readonly finalTranscriptMs: { readonly p50: number | null; readonly p95: number | null }; readonly firstTokenMs: { readonly p50: number | null; readonly p95: number | null }; readonly firstAudioMs: { readonly p50: number | null; readonly p95: number | null }; readonly firstFrameMs: { readonly p50: number | null; readonly p95: number | null }; readonly firstPlayedMs: { readonly p50: number | null; readonly p95: number | null } }; readonly agentTurns: number; readonly interruptions: number; readonly silences: number; readonly silenceEnds: number; readonly toolUses: number; readonly toolFailures: number } | null; readonly conversations: { readonly conversations: number; readonly answered: number; readonly answerRate: number | null; readonly messagesReceived: number; readonly messagesSent: number } | null }; readonly groups: readonly ({ readonly key: string | null; readonly name: string | null; readonly version: number | null; readonly figures: { readonly calls: { readonly calls: number; readonly answered: number; readonly answerRate: number | null; readonly analyzed: number; readonly succeeded: number; readonly notSucceeded: number; readonly successRate: number | null; readonly durationSeconds: number; readonly callSeconds: { readonly p50: number | null; readonly p95: number | null }; readonly chargedMicrocredits: number; readonly latencies: { readonly finalTranscriptMs: { readonly p50: number | null; readonly p95: number | null }; readonly firstTokenMs: { readonly p50: number | null; readonly p95: number | null }; readonly firstAudioMs: { readonly p50: number | null; readonly p95: number | null }; readonly firstFrameMs: { readonly p50: number | null; readonly p95: number | null }; readonly firstPlayedMs: { readonly p50: number | null; readonly p95: number | null } }; readonly agentTurns: number; readonly interruptions: number; readonly silences: number; readonly silenceEnds: number; readonly toolUses: number; readonly toolFailures: number } | null; readonly conversations: { readonly conversations: number; readonly answered: number; readonly answerRate: number | null; readonly messagesReceived: number; readonly messagesSent: number } | null } })[]; readonly previous: { readonly from: string; readonly to: string; readonly totals: { readonly calls: { readonly calls: number; readonly answered: number; readonly answerRate: number | null; readonly analyzed: number; readonly succeeded: number; readonly notSucceeded: number; readonly successRate: number | null; readonly durationSeconds: number; readonly callSeconds: { readonly p50: number | null; readonly p95: number | null }; readonly chargedMicrocredits: number; readonly latencies: { readonly finalTranscriptMs: { readonly p50: number | null; readonly p95: number | null }; readonly firstTokenMs: { readonly p50: number | null; readonly p95: number | null }; readonly firstAudioMs: { readonly p50: number | null; readonly p95: number | null }; readonly firstFrameMs: { readonly p50: number | null; readonly p95: number | null }; readonly firstPlayedMs: { readonly p50: number | null; readonly p95: number | null } }; readonly agentTurns: number; readonly interruptions: number; readonly silences: number; readonly silenceEnds: number; readonly toolUses: number; readonly toolFailures: number } | null; readonly conversations: { readonly conversations: number; readonly answered: number; readonly answerRate: number | null; readonly messagesReceived: number; readonly messagesSent: number } | null }; readonly groups: readonly ({ readonly key: string | null; readonly name: string | null; readonly version: number | null; readonly figures: { readonly calls: { readonly calls: number; readonly answered: number; readonly answerRate: number | null; readonly analyzed: number; readonly succeeded: number; readonly notSucceeded: number; readonly successRate: number | null; readonly durationSeconds: number; readonly callSeconds: { readonly p50: number | null; readonly p95: number | null }; readonly chargedMicrocredits: number; readonly latencies: { readonly finalTranscriptMs: { readonly p50: number | null; readonly p95: number | null }; readonly firstTokenMs: { readonly p50: number | null; readonly p95: number | null }; readonly firstAudioMs: { readonly p50: number | null; readonly p95: number | null }; readonly firstFrameMs: { readonly p50: number | null; readonly p95: number | null }; readonly firstPlayedMs: { readonly p50: number | null; readonly p95: number | null } }; readonly agentTurns: number; readonly interruptions: number; readonly silences: number; readonly silenceEnds: number; readonly toolUses: number; readonly toolFailures: number } | null; readonly conversations: { readonly conversations: number; readonly answered: number; readonly answerRate: number | null; readonly messagesReceived: number; readonly messagesSent: number } | null } })[] } | null };
  };
  readonly exportAnalytics: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly subject?: "calls" | "conversations"; readonly from: string; readonly to: string; readonly timeZone?: string; readonly groupBy?: "outcome" | "agent" | "version" | "campaign" | "hour" | "day"; readonly agentId?: string; readonly version?: number; readonly campaignId?: string; readonly outcome?: "completed" | "voicemail" | "no_answer" | "busy" | "failed" | "cancelled" | "answered" | "handed_over" | "no_reply" | "unanswered"; readonly compare?: "none" | "previous" };
    readonly body: null;
    readonly data: null;
  };
  readonly listAuditEntries: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly actor?: string; readonly action?: string; readonly outcome?: "done" | "refused"; readonly target?: string; readonly from?: string; readonly to?: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly entries: readonly ({ readonly id: string; readonly at: string; readonly actor: { readonly type: "user" | "key" | "operator" | "anonymous"; readonly id: string | null; readonly name: string | null }; readonly action: string; readonly target: string | null; readonly outcome: "done" | "refused"; readonly code: string | null; readonly client: string | null; readonly userAgent: string | null; readonly requestId: string | null; readonly omitted: number })[]; readonly nextCursor: string | null };
  };
  readonly exportAuditCsv: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly actor?: string; readonly action?: string; readonly outcome?: "done" | "refused"; readonly target?: string; readonly from?: string; readonly to?: string };
    readonly body: null;
    readonly data: null;
  };
  readonly exportAuditNdjson: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly actor?: string; readonly action?: string; readonly outcome?: "done" | "refused"; readonly target?: string; readonly from?: string; readonly to?: string };
    readonly body: null;
    readonly data: null;
  };
  readonly listMembers: {
    readonly path: {  };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly members: readonly ({ readonly id: string; readonly email: string; readonly name: string; readonly role: "viewer" | "operator" | "owner"; readonly active: boolean; readonly createdAt: string; readonly lastSignInAt: string | null; readonly openSessions: number })[]; readonly nextCursor: string | null };
  };
  readonly changeMember: {
    readonly path: { readonly userId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly role?: "viewer" | "operator" | "owner"; readonly active?: boolean };
    readonly data: { readonly member: { readonly id: string; readonly email: string; readonly name: string; readonly role: "viewer" | "operator" | "owner"; readonly active: boolean; readonly createdAt: string; readonly lastSignInAt: string | null; readonly openSessions: number } };
  };
  readonly endMemberSessions: {
    readonly path: { readonly userId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly ended: true };
  };
  readonly listInvitations: {
    readonly path: {  };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly invitations: readonly ({ readonly id: string; readonly email: string; readonly role: "viewer" | "operator" | "owner"; readonly invitedBy: string; readonly createdAt: string; readonly expiresAt: string })[] };
  };
  readonly inviteMember: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly email: string; readonly role: "viewer" | "operator" | "owner" };
    readonly data: { readonly invitation: { readonly id: string; readonly email: string; readonly role: "viewer" | "operator" | "owner"; readonly invitedBy: string; readonly createdAt: string; readonly expiresAt: string }; readonly link: string | null };
  };
  readonly revokeInvitation: {
    readonly path: { readonly invitationId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly revoked: true };
  };
  readonly acceptInvitation: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly token: string; readonly name?: string; readonly password: string };
    readonly data: { readonly user: { readonly id: string; readonly email: string; readonly name: string }; readonly business: { readonly id: string; readonly name: string }; readonly role: "viewer" | "operator" | "owner"; readonly memberships: readonly ({ readonly business: { readonly id: string; readonly name: string }; readonly role: "viewer" | "operator" | "owner" })[]; readonly csrfToken: string; readonly expiresAt: string };
  };
  readonly joinTeam: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly token: string };
    readonly data: { readonly user: { readonly id: string; readonly email: string; readonly name: string }; readonly business: { readonly id: string; readonly name: string }; readonly role: "viewer" | "operator" | "owner"; readonly memberships: readonly ({ readonly business: { readonly id: string; readonly name: string }; readonly role: "viewer" | "operator" | "owner" })[]; readonly csrfToken: string; readonly expiresAt: string };
  };
  readonly listOwnSessions: {
    readonly path: {  };
    readonly query: {  };
    readonly body: null;
    readonly data: { readonly sessions: readonly ({ readonly openedAt: string; readonly expiresAt: string; readonly current: boolean; readonly client: string | null; readonly userAgent: string | null })[] };
  };
  readonly endOtherSessions: {
    readonly path: {  };
    readonly query: {  };
    readonly body: null;
    readonly data: { readonly ended: true };
  };
  readonly listProviders: {
    readonly path: {  };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly lists: readonly ({ readonly role: "model" | "recogniser" | "synthesiser" | "engine"; readonly agentId: string | null; readonly choices: readonly ({ readonly provider: string; readonly choice: string; readonly address: string | null; readonly hasCredential: boolean })[]; readonly standIn: "installation" | "none" })[] };
  };
  readonly setProviders: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly role: "model" | "recogniser" | "synthesiser" | "engine"; readonly agentId?: string; readonly choices: readonly ({ readonly provider: string; readonly choice?: string; readonly credential?: string; readonly address?: string })[]; readonly standIn?: "installation" | "none" };
    readonly data: { readonly list: { readonly role: "model" | "recogniser" | "synthesiser" | "engine"; readonly agentId: string | null; readonly choices: readonly ({ readonly provider: string; readonly choice: string; readonly address: string | null; readonly hasCredential: boolean })[]; readonly standIn: "installation" | "none" } };
  };
  readonly removeProviders: {
    readonly path: { readonly role: "model" | "recogniser" | "synthesiser" | "engine" };
    readonly query: { readonly businessId: string; readonly agentId?: string };
    readonly body: null;
    readonly data: { readonly removed: boolean };
  };
  readonly testProviders: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly role: "model" | "recogniser" | "synthesiser" | "engine" | "embeddings"; readonly agentId?: string };
    readonly data: { readonly providers: readonly ({ readonly role: "model" | "recogniser" | "synthesiser" | "engine" | "embeddings"; readonly provider: string; readonly ok: boolean; readonly firstMs?: number; readonly totalMs?: number; readonly text?: string; readonly audioMs?: number; readonly dimensions?: number; readonly wordTimes?: boolean; readonly remedy?: string })[] };
  };
  readonly listTools: {
    readonly path: {  };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly tools: readonly ({ readonly name: string; readonly description: string; readonly kind: "http" | "mcp" | "transfer" | "consult" | "send_digits" | "look_up" | "hand_over" | "save_mobile"; readonly parameters: Readonly<Record<string, unknown>>; readonly url: string | null; readonly oauth: { readonly tokenUrl: string; readonly clientId: string; readonly authMethod: "client_secret_basic" | "client_secret_post"; readonly scope: string | null; readonly audience: string | null; readonly resource: string | null } | null; readonly hasToken: boolean; readonly serverTool: string | null; readonly transferTo: string | null; readonly looksUp: string | null; readonly timeoutSeconds: number; readonly agentIds: readonly (string)[] | null })[] };
  };
  readonly setTool: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly name: string; readonly description: string; readonly parameters?: Readonly<Record<string, unknown>>; readonly url?: string; readonly oauth?: { readonly tokenUrl: string; readonly clientId: string; readonly clientSecret?: string; readonly authMethod?: "client_secret_basic" | "client_secret_post"; readonly scope?: string; readonly audience?: string; readonly resource?: string }; readonly transferTo?: string; readonly consults?: true; readonly sendsDigits?: true; readonly looksUp?: string; readonly handsOver?: true; readonly savesMobile?: true; readonly timeoutSeconds?: number; readonly agentIds?: readonly (string)[]; readonly newSecret?: true };
    readonly data: { readonly tool: { readonly name: string; readonly description: string; readonly kind: "http" | "mcp" | "transfer" | "consult" | "send_digits" | "look_up" | "hand_over" | "save_mobile"; readonly parameters: Readonly<Record<string, unknown>>; readonly url: string | null; readonly oauth: { readonly tokenUrl: string; readonly clientId: string; readonly authMethod: "client_secret_basic" | "client_secret_post"; readonly scope: string | null; readonly audience: string | null; readonly resource: string | null } | null; readonly hasToken: boolean; readonly serverTool: string | null; readonly transferTo: string | null; readonly looksUp: string | null; readonly timeoutSeconds: number; readonly agentIds: readonly (string)[] | null }; readonly signingSecret: string | null };
  };
  readonly importTools: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly url: string; readonly token?: string; readonly oauth?: { readonly tokenUrl: string; readonly clientId: string; readonly clientSecret?: string; readonly authMethod?: "client_secret_basic" | "client_secret_post"; readonly scope?: string; readonly audience?: string; readonly resource?: string }; readonly tools?: readonly (string)[]; readonly prefix?: string; readonly timeoutSeconds?: number; readonly agentIds?: readonly (string)[] };
    readonly data: { readonly offered: readonly ({ readonly name: string; readonly description: string })[]; readonly tools: readonly ({ readonly name: string; readonly description: string; readonly kind: "http" | "mcp" | "transfer" | "consult" | "send_digits" | "look_up" | "hand_over" | "save_mobile"; readonly parameters: Readonly<Record<string, unknown>>; readonly url: string | null; readonly oauth: { readonly tokenUrl: string; readonly clientId: string; readonly authMethod: "client_secret_basic" | "client_secret_post"; readonly scope: string | null; readonly audience: string | null; readonly resource: string | null } | null; readonly hasToken: boolean; readonly serverTool: string | null; readonly transferTo: string | null; readonly looksUp: string | null; readonly timeoutSeconds: number; readonly agentIds: readonly (string)[] | null })[] };
  };
  readonly tryTool: {
    readonly path: { readonly name: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly agentId: string; readonly arguments: Readonly<Record<string, unknown>> };
    readonly data: { readonly outcome: "done" | "failed" | "unknown"; readonly result: string; readonly ms: number };
  };
  readonly removeTool: {
    readonly path: { readonly name: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly removed: boolean };
  };
  readonly readVoicemail: {
    readonly path: { readonly agentId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly voicemail: { readonly type: "hang_up" } | { readonly type: "leave_message"; readonly text: string } | { readonly type: "talk" } };
  };
  readonly setVoicemail: {
    readonly path: { readonly agentId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly voicemail: { readonly type: "hang_up" } | { readonly type: "leave_message"; readonly text: string } | { readonly type: "talk" } };
    readonly data: { readonly voicemail: { readonly type: "hang_up" } | { readonly type: "leave_message"; readonly text: string } | { readonly type: "talk" } };
  };
  readonly readAnalysisSettings: {
    readonly path: { readonly agentId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly analysis: { readonly criteria: readonly ({ readonly key: string; readonly description: string })[]; readonly fields: { readonly type: "object"; readonly properties: Readonly<Record<string, { readonly type: "string" | "number" | "integer" | "boolean"; readonly description?: string; readonly enum?: readonly (string)[] }>> } | null } };
  };
  readonly setAnalysisSettings: {
    readonly path: { readonly agentId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly analysis: { readonly criteria: readonly ({ readonly key: string; readonly description: string })[]; readonly fields: { readonly type: "object"; readonly properties: Readonly<Record<string, { readonly type: "string" | "number" | "integer" | "boolean"; readonly description?: string; readonly enum?: readonly (string)[] }>> } | null } };
    readonly data: { readonly analysis: { readonly criteria: readonly ({ readonly key: string; readonly description: string })[]; readonly fields: { readonly type: "object"; readonly properties: Readonly<Record<string, { readonly type: "string" | "number" | "integer" | "boolean"; readonly description?: string; readonly enum?: readonly (string)[] }>> } | null } };
  };
  readonly listAnalysisRuns: {
    readonly path: { readonly agentId: string };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly analysisRuns: readonly ({ readonly analysisRunId: string; readonly agentId: string; readonly status: "estimated" | "running" | "completed" | "partial"; readonly of: "calls" | "conversations"; readonly calls: number; readonly analyzed: number; readonly failed: number; readonly maxChargeMicrocredits: number; readonly chargedMicrocredits: number; readonly createdAt: string; readonly expiresAt: string; readonly endedAt: string | null })[]; readonly nextCursor: string | null };
  };
  readonly runAnalysis: {
    readonly path: { readonly agentId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly mode: "estimate"; readonly of?: "calls" | "conversations"; readonly from?: string; readonly to?: string } | { readonly businessId: string; readonly mode: "confirm"; readonly analysisRunId: string; readonly maxChargeMicrocredits: number };
    readonly data: { readonly analysisRunId: string; readonly agentId: string; readonly status: "estimated" | "running" | "completed" | "partial"; readonly of: "calls" | "conversations"; readonly calls: number; readonly analyzed: number; readonly failed: number; readonly maxChargeMicrocredits: number; readonly chargedMicrocredits: number; readonly createdAt: string; readonly expiresAt: string; readonly endedAt: string | null };
  };
  readonly readMemorySettings: {
    readonly path: { readonly agentId: string };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly memory: { readonly enabled: boolean } };
  };
  readonly setMemorySettings: {
    readonly path: { readonly agentId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly memory: { readonly enabled: boolean } };
    readonly data: { readonly memory: { readonly enabled: boolean } };
  };
  readonly readContactMemory: {
    readonly path: { readonly contactId: string };
    readonly query: { readonly businessId: string; readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly data: { readonly entries: readonly ({ readonly id: string; readonly kind: "summary" | "fact" | "promise"; readonly text: string; readonly promisedBy: "business" | "customer" | null; readonly saidAt: string; readonly source: { readonly type: "call"; readonly id: string; readonly evidence: readonly ({ readonly turn: number; readonly atMs: number | null })[] } })[]; readonly nextCursor: string | null };
  };
  readonly eraseContactMemory: {
    readonly path: { readonly contactId: string };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly entryIds?: readonly (string)[] };
    readonly data: { readonly erased: number };
  };
  readonly readSettings: {
    readonly path: {  };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly settings: { readonly name: string; readonly lines: number; readonly timeZone: string | null; readonly carriers: { readonly order: readonly (string)[]; readonly from: readonly ({ readonly carrier: string; readonly number: string })[] } | null; readonly quietHours: readonly ({ readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]; readonly start: string; readonly end: string })[] | null; readonly attemptsPerDay: number | null; readonly destinations: { readonly countries: readonly (string)[] | null; readonly types: readonly ("premium_rate" | "shared_cost" | "personal_number" | "universal_access" | "satellite" | "international_premium" | "international_network")[] }; readonly callLimits: { readonly spendPerDayMicrocredits: number | null; readonly callsPerMinute: number | null }; readonly callAnalysis: { readonly enabled: boolean; readonly priceMicrocredits: number }; readonly conversationAnalysis: { readonly enabled: boolean; readonly silenceMinutes: number; readonly priceMicrocredits: number }; readonly spend: { readonly microcredits: number; readonly endsAt: string | null }; readonly callPrices: { readonly flatMicrocredits: number; readonly byPrefix: readonly ({ readonly prefix: string; readonly microcredits: number })[] }; readonly installation: { readonly timeZone: string; readonly allowedCountries: readonly (string)[] | null; readonly carrierOrder: readonly (string)[]; readonly carrierAccounts: readonly (string)[]; readonly providers: readonly ({ readonly role: "model" | "recogniser" | "synthesiser" | "engine"; readonly inUse: readonly (string)[]; readonly available: readonly ({ readonly provider: string; readonly needsCredential: boolean; readonly defaultChoice: string | null; readonly defaultAddress: string | null })[] })[] } } };
  };
  readonly changeSettings: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly timeZone?: string | null; readonly carriers?: { readonly order: readonly (string)[]; readonly from: readonly ({ readonly carrier: string; readonly number: string })[] } | null; readonly quietHours?: readonly ({ readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]; readonly start: string; readonly end: string })[] | null; readonly attemptsPerDay?: number | null; readonly destinations?: { readonly countries: readonly (string)[] | null; readonly types: readonly ("premium_rate" | "shared_cost" | "personal_number" | "universal_access" | "satellite" | "international_premium" | "international_network")[] }; readonly callLimits?: { readonly spendPerDayMicrocredits: number | null; readonly callsPerMinute: number | null }; readonly callAnalysis?: { readonly enabled: boolean }; readonly conversationAnalysis?: { readonly enabled: boolean; readonly silenceMinutes?: number } };
    readonly data: { readonly settings: { readonly name: string; readonly lines: number; readonly timeZone: string | null; readonly carriers: { readonly order: readonly (string)[]; readonly from: readonly ({ readonly carrier: string; readonly number: string })[] } | null; readonly quietHours: readonly ({ readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]; readonly start: string; readonly end: string })[] | null; readonly attemptsPerDay: number | null; readonly destinations: { readonly countries: readonly (string)[] | null; readonly types: readonly ("premium_rate" | "shared_cost" | "personal_number" | "universal_access" | "satellite" | "international_premium" | "international_network")[] }; readonly callLimits: { readonly spendPerDayMicrocredits: number | null; readonly callsPerMinute: number | null }; readonly callAnalysis: { readonly enabled: boolean; readonly priceMicrocredits: number }; readonly conversationAnalysis: { readonly enabled: boolean; readonly silenceMinutes: number; readonly priceMicrocredits: number }; readonly spend: { readonly microcredits: number; readonly endsAt: string | null }; readonly callPrices: { readonly flatMicrocredits: number; readonly byPrefix: readonly ({ readonly prefix: string; readonly microcredits: number })[] }; readonly installation: { readonly timeZone: string; readonly allowedCountries: readonly (string)[] | null; readonly carrierOrder: readonly (string)[]; readonly carrierAccounts: readonly (string)[]; readonly providers: readonly ({ readonly role: "model" | "recogniser" | "synthesiser" | "engine"; readonly inUse: readonly (string)[]; readonly available: readonly ({ readonly provider: string; readonly needsCredential: boolean; readonly defaultChoice: string | null; readonly defaultAddress: string | null })[] })[] } } };
  };
  readonly testCarriers: {
    readonly path: {  };
    readonly query: {  };
    readonly body: { readonly businessId: string; readonly carrier?: string };
    readonly data: { readonly carriers: readonly ({ readonly carrier: string; readonly ok: boolean; readonly totalMs?: number; readonly remedy?: string })[] };
  };
  readonly listQuotas: {
    readonly path: {  };
    readonly query: { readonly businessId: string };
    readonly body: null;
    readonly data: { readonly quotas: readonly ({ readonly item: "stored_bytes" | "agents" | "contacts" | "contact_categories" | "data_sources" | "campaigns" | "webhook_subscriptions" | "webhook_hosts" | "api_keys"; readonly used: number; readonly limit: number })[] };
  };
}

/** Events of a live stream. */
export type LiveEvent =
  | { readonly type: "stream.opened"; readonly occurredAt: string; readonly topics: readonly ("calls" | "conversations" | "campaigns" | "contact_jobs" | "imports" | "ingestions" | "voices")[]; readonly resumed: boolean }
  | { readonly type: "stream.reset"; readonly occurredAt: string; readonly reason: "too_old" | "too_much" | "unknown_id" | "journal_changed" }
  | { readonly type: "stream.ended"; readonly occurredAt: string; readonly reason: "access_ended" }
  | { readonly type: "call.accepted"; readonly occurredAt: string; readonly callId: string; readonly agentId: string; readonly contactId: string | null; readonly calleeNumber: string; readonly campaignId: string | null; readonly iterationId: string | null; readonly status: "queued" }
  | { readonly type: "call.placed"; readonly occurredAt: string; readonly callId: string; readonly agentId: string; readonly contactId: string | null; readonly calleeNumber: string; readonly campaignId: string | null; readonly iterationId: string | null; readonly status: "queued" }
  | { readonly type: "call.ringing"; readonly occurredAt: string; readonly callId: string; readonly agentId: string; readonly contactId: string | null; readonly calleeNumber: string; readonly campaignId: string | null; readonly iterationId: string | null; readonly status: "ringing" }
  | { readonly type: "call.answered"; readonly occurredAt: string; readonly callId: string; readonly agentId: string; readonly contactId: string | null; readonly calleeNumber: string; readonly campaignId: string | null; readonly iterationId: string | null; readonly status: "answered" }
  | { readonly type: "call.cancelling"; readonly occurredAt: string; readonly callId: string; readonly agentId: string; readonly contactId: string | null; readonly calleeNumber: string; readonly campaignId: string | null; readonly iterationId: string | null; readonly status: "cancelling" }
  | { readonly type: "call.turn"; readonly occurredAt: string; readonly callId: string; readonly agentId: string; readonly contactId: string | null; readonly calleeNumber: string; readonly campaignId: string | null; readonly iterationId: string | null; readonly turn: { readonly turnId: string; readonly speaker: "customer" | "assistant" | "human"; readonly text: string; readonly createdAt: string; readonly audioOffsetMs: number | null; readonly audioEndOffsetMs: number | null; readonly keys?: boolean; readonly sources?: readonly ({ readonly sourceId: string; readonly title: string; readonly passages: readonly ({ readonly position: number; readonly heading: string })[] })[]; readonly interrupted: boolean; readonly heard: "acked" | "estimated"; readonly latencies: { readonly finalTranscriptMs: number | null; readonly firstTokenMs: number | null; readonly firstAudioMs: number | null; readonly firstFrameMs: number | null; readonly firstPlayedMs: number | null } | null } }
  | { readonly type: "call.tool_begun"; readonly occurredAt: string; readonly callId: string; readonly agentId: string; readonly contactId: string | null; readonly calleeNumber: string; readonly campaignId: string | null; readonly iterationId: string | null; readonly toolUse: { readonly useId: string; readonly at: string; readonly name: string; readonly arguments: Readonly<Record<string, unknown>> } }
  | { readonly type: "call.tool_ended"; readonly occurredAt: string; readonly callId: string; readonly agentId: string; readonly contactId: string | null; readonly calleeNumber: string; readonly campaignId: string | null; readonly iterationId: string | null; readonly toolUse: { readonly useId: string; readonly outcome: "done" | "failed" | "unknown"; readonly result: string; readonly durationMs: number } }
  | { readonly type: "call.noted"; readonly occurredAt: string; readonly callId: string; readonly agentId: string; readonly contactId: string | null; readonly calleeNumber: string; readonly campaignId: string | null; readonly iterationId: string | null; readonly note: { readonly code: string; readonly atMs: number | null } }
  | { readonly type: "call.taken_over"; readonly occurredAt: string; readonly callId: string; readonly agentId: string; readonly contactId: string | null; readonly calleeNumber: string; readonly campaignId: string | null; readonly iterationId: string | null; readonly by: { readonly type: "user" | "key" | "call"; readonly id: string } }
  | { readonly type: "call.handed_back"; readonly occurredAt: string; readonly callId: string; readonly agentId: string; readonly contactId: string | null; readonly calleeNumber: string; readonly campaignId: string | null; readonly iterationId: string | null; readonly reason: "handed_back" | "line_left" | "session_ended" }
  | { readonly type: "call.ended"; readonly occurredAt: string; readonly callId: string; readonly agentId: string; readonly contactId: string | null; readonly calleeNumber: string; readonly campaignId: string | null; readonly iterationId: string | null; readonly status: "queued" | "ringing" | "answered" | "cancelling" | "completed" | "no_answer" | "busy" | "failed" | "cancelled"; readonly endedBy: "customer" | "agent" | "operator" | "system" | "provider" | "unknown"; readonly endReason: string; readonly durationSeconds: number }
  | { readonly type: "call.recorded"; readonly occurredAt: string; readonly callId: string; readonly agentId: string; readonly contactId: string | null; readonly calleeNumber: string; readonly campaignId: string | null; readonly iterationId: string | null; readonly recordingAvailable: boolean }
  | { readonly type: "call.charged"; readonly occurredAt: string; readonly callId: string; readonly agentId: string; readonly contactId: string | null; readonly calleeNumber: string; readonly campaignId: string | null; readonly iterationId: string | null; readonly blocks: number; readonly chargedMicrocredits: number }
  | { readonly type: "call.analyzed"; readonly occurredAt: string; readonly callId: string; readonly agentId: string; readonly contactId: string | null; readonly calleeNumber: string; readonly campaignId: string | null; readonly iterationId: string | null; readonly outcome: { readonly status: "running" | "completed" | "failed"; readonly success: boolean | null; readonly sentiment: "positive" | "neutral" | "negative" | "mixed" | null; readonly requests: readonly ("human" | "no_contact" | "call_back")[] } }
  | { readonly type: "conversation.analyzed"; readonly occurredAt: string; readonly conversationId: string; readonly participantId: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly contactId: string | null; readonly outcome: { readonly status: "running" | "completed" | "failed"; readonly success: boolean | null; readonly sentiment: "positive" | "neutral" | "negative" | "mixed" | null; readonly requests: readonly ("human" | "no_contact" | "call_back")[] } }
  | { readonly type: "message.added"; readonly occurredAt: string; readonly conversationId: string; readonly participantId: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly contactId: string | null; readonly message: { readonly messageId: string; readonly at: string; readonly direction: "inbound" | "outbound"; readonly author: string; readonly messageType: string; readonly text: string | null; readonly payload?: { readonly kind: "form"; readonly name: string | null; readonly fields: readonly ({ readonly name: string; readonly value: string })[] } | { readonly kind: "location"; readonly latitude: number | null; readonly longitude: number | null; readonly name: string | null; readonly address: string | null; readonly url: string | null } | { readonly kind: "contacts"; readonly contacts: readonly ({ readonly name: string | null; readonly organisation: string | null; readonly phones: readonly ({ readonly phone: string; readonly type: string | null })[]; readonly emails: readonly (string)[]; readonly addresses: readonly (string)[] })[] } | { readonly kind: "order"; readonly catalogId: string | null; readonly note: string | null; readonly items: readonly ({ readonly productId: string; readonly quantity: number; readonly price: number | null; readonly currency: string | null })[] } | { readonly kind: "choice"; readonly id: string | null; readonly title: string; readonly description: string | null } | { readonly kind: "referral"; readonly source: string | null; readonly sourceId: string | null; readonly url: string | null; readonly headline: string | null; readonly body: string | null; readonly clickId: string | null }; readonly sources?: readonly ({ readonly sourceId: string; readonly title: string; readonly passages: readonly ({ readonly position: number; readonly heading: string })[] })[]; readonly campaignId: string | null; readonly status: "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed" | null } }
  | { readonly type: "message.changed"; readonly occurredAt: string; readonly conversationId: string; readonly participantId: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly contactId: string | null; readonly messageId: string; readonly status: "queued" | "submitted" | "accepted" | "sent" | "delivered" | "read" | "failed" | null; readonly taskStatus: "queued" | "running" | "retrying" | "done" | "failed"; readonly failure: { readonly code: string; readonly message: string } | null }
  | { readonly type: "message.amended"; readonly occurredAt: string; readonly conversationId: string; readonly participantId: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly contactId: string | null; readonly messageId: string; readonly kind: "edited" | "revoked"; readonly at: string; readonly text: string | null }
  | { readonly type: "message.media"; readonly occurredAt: string; readonly conversationId: string; readonly participantId: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly contactId: string | null; readonly messageId: string; readonly kept: boolean }
  | { readonly type: "conversation.handed_over"; readonly occurredAt: string; readonly conversationId: string; readonly participantId: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly contactId: string | null; readonly reason: string | null }
  | { readonly type: "conversation.taken"; readonly occurredAt: string; readonly conversationId: string; readonly participantId: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly contactId: string | null; readonly userId: string }
  | { readonly type: "conversation.given_back"; readonly occurredAt: string; readonly conversationId: string; readonly participantId: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly contactId: string | null; readonly userId: string }
  | { readonly type: "conversation.read"; readonly occurredAt: string; readonly conversationId: string; readonly participantId: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly contactId: string | null; readonly userId: string }
  | { readonly type: "conversation.linked"; readonly occurredAt: string; readonly conversationId: string; readonly participantId: string; readonly channel: "whatsapp" | "instagram"; readonly accountId: string; readonly contactId: string | null }
  | { readonly type: "iteration.created"; readonly occurredAt: string; readonly campaignId: string; readonly campaignName: string; readonly iterationId: string; readonly ordinal: number; readonly channel: "voice" | "whatsapp" | "sms"; readonly agentId: string }
  | { readonly type: "iteration.status"; readonly occurredAt: string; readonly campaignId: string; readonly campaignName: string; readonly iterationId: string; readonly ordinal: number; readonly channel: "voice" | "whatsapp" | "sms"; readonly agentId: string; readonly status: "draft" | "scheduled" | "running" | "paused" | "cancelling" | "cancelled" | "completed" }
  | { readonly type: "iteration.progress"; readonly occurredAt: string; readonly campaignId: string; readonly campaignName: string; readonly iterationId: string; readonly ordinal: number; readonly channel: "voice" | "whatsapp" | "sms"; readonly agentId: string; readonly status: "draft" | "scheduled" | "running" | "paused" | "cancelling" | "cancelled" | "completed"; readonly audienceReady: boolean; readonly counts: { readonly total: number; readonly pending: number; readonly claimed: number; readonly active: number; readonly retry_wait: number; readonly completed: number; readonly voicemail: number; readonly no_answer: number; readonly busy: number; readonly failed: number; readonly cancelled: number; readonly skipped: number }; readonly progress: { readonly finished: number; readonly percent: number; readonly perMinute: number; readonly estimatedEndAt: string | null; readonly waitingFor: "audience" | "start" | "window" | "credit" | "agent" | "channel" | "calling_hours" | "attempts" | "limit" | "limits" | null } }
  | { readonly type: "import.progress"; readonly occurredAt: string; readonly jobId: string; readonly status: "queued" | "running" | "completed" | "failed"; readonly fileName: string; readonly counts: { readonly rows: number; readonly created: number; readonly updated: number; readonly skipped: number; readonly failed: number }; readonly finishedAt: string | null }
  | { readonly type: "contact_job.progress"; readonly occurredAt: string; readonly jobId: string; readonly action: "delete" | "add_categories" | "remove_categories" | "block" | "unblock"; readonly dryRun: boolean; readonly status: "queued" | "running" | "completed" | "cancelled" | "failed"; readonly progressPercent: number; readonly counts: { readonly matched: number; readonly changed: number; readonly skipped: number }; readonly finishedAt: string | null }
  | { readonly type: "ingestion.progress"; readonly occurredAt: string; readonly ingestionId: string; readonly sourceId: string; readonly versionId: string; readonly stage: "received" | "parsing" | "profiling" | "needs_review" | "validated" | "active" | "failed"; readonly versionStatus: "draft" | "validated" | "active" | "superseded"; readonly fileName: string; readonly counts: { readonly rows: number; readonly failed: number } }
  | { readonly type: "call.voices"; readonly occurredAt: string; readonly calls: readonly ({ readonly callId: string; readonly customer: number; readonly agent: number; readonly words: string })[] };

/** The webhook events of each channel, in the order of the API. */
export const WEBHOOK_EVENTS = {
  whatsapp: ['whatsapp.message.received', 'whatsapp.message.sent', 'whatsapp.message.delivered', 'whatsapp.message.read', 'whatsapp.message.failed', 'whatsapp.message.edited', 'whatsapp.message.revoked', 'whatsapp.agent_message.sent', 'whatsapp.agent_message.delivered', 'whatsapp.agent_message.read', 'whatsapp.agent_message.failed'],
  instagram: ['conversation.analyzed', 'instagram.message.received', 'instagram.message.sent', 'instagram.message.seen', 'instagram.message.reaction', 'instagram.message.referral', 'instagram.message.failed', 'instagram.comment.received', 'instagram.comment.replied', 'instagram.comment.failed', 'instagram.message.edited', 'instagram.message.revoked', 'instagram.agent_message.sent', 'instagram.agent_message.seen', 'instagram.agent_message.failed'],
  voice: ['voice.call.ringing', 'voice.call.answered', 'voice.call.disclosed', 'voice.call.turn', 'voice.call.ended', 'voice.call.recorded', 'voice.call.charged', 'voice.call.analyzed'],
  campaign: ['campaign.iteration.started', 'campaign.iteration.paused', 'campaign.iteration.cancelling', 'campaign.iteration.ended', 'campaign.recipient.ended'],
} as const;

/** Method and path of each operation. `keyed`: it takes an Idempotency-Key; `role`: the least role allowed. */
export const OPERATIONS = {
  listAgents: { method: 'GET', path: '/api/v1/agents', keyed: false, role: 'viewer' },
  createAgent: { method: 'POST', path: '/api/v1/agents', keyed: true, role: 'operator' },
  updateAgent: { method: 'PATCH', path: '/api/v1/agents', keyed: true, role: 'operator' },
  archiveAgent: { method: 'DELETE', path: '/api/v1/agents', keyed: true, role: 'operator' },
  listVoices: { method: 'GET', path: '/api/v1/voices', keyed: false, role: 'viewer' },
  listChannels: { method: 'GET', path: '/api/v1/channels', keyed: false, role: 'viewer' },
  readInstagramConnection: { method: 'GET', path: '/api/v1/channels/instagram', keyed: false, role: 'viewer' },
  deleteInstagramConnection: { method: 'DELETE', path: '/api/v1/channels/instagram', keyed: false, role: 'owner' },
  listChannelAssignments: { method: 'GET', path: '/api/v1/channels/assignments', keyed: false, role: 'viewer' },
  assignChannel: { method: 'PATCH', path: '/api/v1/channels/assignments', keyed: false, role: 'owner' },
  listChannelAccounts: { method: 'GET', path: '/api/v1/console/channel-accounts', keyed: false, role: 'viewer' },
  connectChannelAccount: { method: 'POST', path: '/api/v1/console/channel-accounts', keyed: false, role: 'owner' },
  disconnectChannelAccount: { method: 'DELETE', path: '/api/v1/console/channel-accounts/{channel}/{accountId}', keyed: false, role: 'owner' },
  checkChannelAccount: { method: 'POST', path: '/api/v1/console/channel-accounts/{channel}/{accountId}/check', keyed: false, role: 'owner' },
  listContacts: { method: 'GET', path: '/api/v1/contacts', keyed: false, role: 'viewer' },
  createContact: { method: 'POST', path: '/api/v1/contacts', keyed: true, role: 'operator' },
  deleteContacts: { method: 'DELETE', path: '/api/v1/contacts', keyed: true, role: 'operator' },
  exportContacts: { method: 'GET', path: '/api/v1/contacts/export', keyed: false, role: 'viewer' },
  listContactCategories: { method: 'GET', path: '/api/v1/contacts/categories', keyed: false, role: 'viewer' },
  createContactCategory: { method: 'POST', path: '/api/v1/contacts/categories', keyed: true, role: 'operator' },
  deleteContactCategory: { method: 'DELETE', path: '/api/v1/contacts/categories', keyed: true, role: 'operator' },
  readContact: { method: 'GET', path: '/api/v1/contacts/{contactId}', keyed: false, role: 'viewer' },
  updateContact: { method: 'PATCH', path: '/api/v1/contacts/{contactId}', keyed: true, role: 'operator' },
  readContactTimeline: { method: 'GET', path: '/api/v1/contacts/{contactId}/timeline', keyed: false, role: 'viewer' },
  linkContact: { method: 'POST', path: '/api/v1/channel-participants/{participantId}/link-contact', keyed: true, role: 'operator' },
  importContacts: { method: 'POST', path: '/api/v1/contacts/imports', keyed: true, role: 'operator' },
  listContactImports: { method: 'GET', path: '/api/v1/contacts/imports', keyed: false, role: 'viewer' },
  previewContactImport: { method: 'POST', path: '/api/v1/contacts/imports/preview', keyed: false, role: 'operator' },
  startContactJob: { method: 'POST', path: '/api/v1/contacts/jobs', keyed: true, role: 'operator' },
  listContactJobs: { method: 'GET', path: '/api/v1/contacts/jobs', keyed: false, role: 'viewer' },
  cancelContactJob: { method: 'POST', path: '/api/v1/contacts/jobs/{jobId}/cancel', keyed: true, role: 'operator' },
  mergeContacts: { method: 'POST', path: '/api/v1/contacts/{contactId}/merge', keyed: true, role: 'operator' },
  listSuppressions: { method: 'GET', path: '/api/v1/suppressions', keyed: false, role: 'viewer' },
  addSuppressions: { method: 'POST', path: '/api/v1/suppressions', keyed: true, role: 'operator' },
  removeSuppression: { method: 'DELETE', path: '/api/v1/suppressions/{suppressionId}', keyed: true, role: 'operator' },
  importSuppressions: { method: 'POST', path: '/api/v1/suppressions/imports', keyed: true, role: 'operator' },
  exportSuppressions: { method: 'GET', path: '/api/v1/suppressions/export', keyed: false, role: 'viewer' },
  listDataSources: { method: 'GET', path: '/api/v1/data-sources', keyed: false, role: 'viewer' },
  createDataSource: { method: 'POST', path: '/api/v1/data-sources', keyed: true, role: 'operator' },
  updateDataSource: { method: 'PATCH', path: '/api/v1/data-sources', keyed: true, role: 'operator' },
  archiveDataSource: { method: 'DELETE', path: '/api/v1/data-sources', keyed: true, role: 'operator' },
  uploadDataSource: { method: 'POST', path: '/api/v1/data-sources/upload', keyed: true, role: 'operator' },
  refreshDataSource: { method: 'POST', path: '/api/v1/data-sources/refresh', keyed: true, role: 'operator' },
  listIngestions: { method: 'GET', path: '/api/v1/data-sources/ingestions', keyed: false, role: 'viewer' },
  reviewIngestion: { method: 'PATCH', path: '/api/v1/data-sources/ingestions', keyed: true, role: 'operator' },
  readWebhookContract: { method: 'GET', path: '/api/v1/contracts/whatsapp-automation', keyed: false, role: 'viewer' },
  listSubscriptions: { method: 'GET', path: '/api/v1/webhook-subscriptions', keyed: false, role: 'viewer' },
  createSubscription: { method: 'POST', path: '/api/v1/webhook-subscriptions', keyed: true, role: 'owner' },
  updateSubscription: { method: 'PATCH', path: '/api/v1/webhook-subscriptions/{subscriptionId}', keyed: false, role: 'owner' },
  revokeSubscription: { method: 'DELETE', path: '/api/v1/webhook-subscriptions/{subscriptionId}', keyed: false, role: 'owner' },
  rotateSubscriptionSecret: { method: 'POST', path: '/api/v1/webhook-subscriptions/{subscriptionId}/rotate-secret', keyed: false, role: 'owner' },
  listDeliveryAttempts: { method: 'GET', path: '/api/v1/console/webhook-subscriptions/{subscriptionId}/deliveries', keyed: false, role: 'viewer' },
  listDeadLetters: { method: 'GET', path: '/api/v1/console/webhook-subscriptions/{subscriptionId}/dead-letters', keyed: false, role: 'viewer' },
  readDeadLetter: { method: 'GET', path: '/api/v1/console/webhook-subscriptions/{subscriptionId}/dead-letters/payload', keyed: false, role: 'viewer' },
  resendDeadLetter: { method: 'POST', path: '/api/v1/console/webhook-subscriptions/{subscriptionId}/dead-letters/resend', keyed: true, role: 'owner' },
  listCampaigns: { method: 'GET', path: '/api/v1/campaigns', keyed: false, role: 'viewer' },
  createCampaign: { method: 'POST', path: '/api/v1/campaigns', keyed: true, role: 'operator' },
  readCampaign: { method: 'GET', path: '/api/v1/campaigns/{campaignId}', keyed: false, role: 'viewer' },
  actOnCampaign: { method: 'PATCH', path: '/api/v1/campaigns/{campaignId}', keyed: true, role: 'operator' },
  listIterations: { method: 'GET', path: '/api/v1/campaigns/{campaignId}/iterations', keyed: false, role: 'viewer' },
  createIteration: { method: 'POST', path: '/api/v1/campaigns/{campaignId}/iterations', keyed: true, role: 'operator' },
  listMemberships: { method: 'GET', path: '/api/v1/campaigns/{campaignId}/memberships', keyed: false, role: 'viewer' },
  listActivities: { method: 'GET', path: '/api/v1/campaigns/{campaignId}/activities', keyed: false, role: 'viewer' },
  estimateCampaign: { method: 'POST', path: '/api/v1/console/campaign-estimates', keyed: false, role: 'operator' },
  readCampaignSeries: { method: 'GET', path: '/api/v1/console/campaigns/{campaignId}/series', keyed: false, role: 'viewer' },
  listSummaryRuns: { method: 'GET', path: '/api/v1/campaigns/{campaignId}/summary-runs', keyed: false, role: 'viewer' },
  runSummary: { method: 'POST', path: '/api/v1/campaigns/{campaignId}/summary-runs', keyed: true, role: 'operator' },
  exportCampaign: { method: 'GET', path: '/api/v1/campaigns/{campaignId}/exports', keyed: false, role: 'viewer' },
  uploadMedia: { method: 'POST', path: '/api/v1/media', keyed: true, role: 'operator' },
  sendMessage: { method: 'POST', path: '/api/v1/messages', keyed: true, role: 'operator' },
  readMessage: { method: 'GET', path: '/api/v1/messages/{messageId}', keyed: false, role: 'viewer' },
  listTemplates: { method: 'GET', path: '/api/v1/channels/templates', keyed: false, role: 'viewer' },
  markMessagesRead: { method: 'POST', path: '/api/v1/conversations/{conversationId}/read', keyed: false, role: 'operator' },
  listWrittenConversations: { method: 'GET', path: '/api/v1/conversations', keyed: false, role: 'viewer' },
  readWrittenConversation: { method: 'GET', path: '/api/v1/conversations/{conversationId}', keyed: false, role: 'viewer' },
  listConversations: { method: 'GET', path: '/api/v1/console/conversations', keyed: false, role: 'viewer' },
  readConversation: { method: 'GET', path: '/api/v1/console/conversations/{conversationId}', keyed: false, role: 'viewer' },
  listConversationMessages: { method: 'GET', path: '/api/v1/console/conversations/{conversationId}/messages', keyed: false, role: 'viewer' },
  replyInConversation: { method: 'POST', path: '/api/v1/console/conversations/{conversationId}/messages', keyed: true, role: 'operator' },
  takeConversation: { method: 'POST', path: '/api/v1/console/conversations/{conversationId}/take', keyed: false, role: 'operator' },
  giveBackConversation: { method: 'POST', path: '/api/v1/console/conversations/{conversationId}/give-back', keyed: false, role: 'operator' },
  markConversationRead: { method: 'POST', path: '/api/v1/console/conversations/{conversationId}/read', keyed: false, role: 'operator' },
  listSentTemplates: { method: 'GET', path: '/api/v1/console/conversations/{conversationId}/templates', keyed: false, role: 'viewer' },
  listVoiceCalls: { method: 'GET', path: '/api/v1/voice/calls', keyed: false, role: 'viewer' },
  startVoiceCall: { method: 'POST', path: '/api/v1/voice/calls', keyed: true, role: 'operator' },
  exportVoiceCalls: { method: 'GET', path: '/api/v1/voice/calls/export', keyed: false, role: 'viewer' },
  startVoiceCallBatch: { method: 'POST', path: '/api/v1/voice/calls/batch', keyed: true, role: 'operator' },
  resolveVoiceCall: { method: 'GET', path: '/api/v1/voice/calls/resolve', keyed: false, role: 'viewer' },
  readVoiceCall: { method: 'GET', path: '/api/v1/voice/calls/{callId}', keyed: false, role: 'viewer' },
  cancelVoiceCall: { method: 'DELETE', path: '/api/v1/voice/calls/{callId}', keyed: true, role: 'operator' },
  downloadVoiceCallTranscript: { method: 'GET', path: '/api/v1/voice/calls/{callId}/transcript', keyed: false, role: 'viewer' },
  noteToAgent: { method: 'POST', path: '/api/v1/voice/calls/{callId}/agent-notes', keyed: true, role: 'operator' },
  reviewVoiceCall: { method: 'PATCH', path: '/api/v1/voice/calls/{callId}/review', keyed: true, role: 'operator' },
  reviewVoiceCalls: { method: 'POST', path: '/api/v1/voice/calls/reviews', keyed: true, role: 'operator' },
  addVoiceCallNote: { method: 'POST', path: '/api/v1/voice/calls/{callId}/notes', keyed: true, role: 'operator' },
  removeVoiceCallNote: { method: 'DELETE', path: '/api/v1/voice/calls/{callId}/notes/{noteId}', keyed: true, role: 'operator' },
  searchVoiceCalls: { method: 'GET', path: '/api/v1/voice/calls/search', keyed: false, role: 'viewer' },
  searchMessages: { method: 'GET', path: '/api/v1/messages/search', keyed: false, role: 'viewer' },
  listSavedViews: { method: 'GET', path: '/api/v1/saved-views', keyed: false, role: 'viewer' },
  createSavedView: { method: 'POST', path: '/api/v1/saved-views', keyed: true, role: 'operator' },
  updateSavedView: { method: 'PATCH', path: '/api/v1/saved-views/{viewId}', keyed: true, role: 'operator' },
  removeSavedView: { method: 'DELETE', path: '/api/v1/saved-views/{viewId}', keyed: true, role: 'operator' },
  startTestCall: { method: 'POST', path: '/api/v1/console/test-calls', keyed: true, role: 'operator' },
  openLeg: { method: 'POST', path: '/api/v1/voice/calls/{callId}/legs', keyed: false, role: 'viewer' },
  followLive: { method: 'GET', path: '/api/v1/live', keyed: false, role: 'viewer' },
  signIn: { method: 'POST', path: '/api/v1/console/session', keyed: false, role: 'viewer' },
  readSession: { method: 'GET', path: '/api/v1/console/session', keyed: false, role: 'viewer' },
  signOut: { method: 'DELETE', path: '/api/v1/console/session', keyed: false, role: 'viewer' },
  switchBusiness: { method: 'POST', path: '/api/v1/console/session/business', keyed: false, role: 'viewer' },
  setUp: { method: 'POST', path: '/api/v1/console/setup', keyed: false, role: 'viewer' },
  changePassword: { method: 'POST', path: '/api/v1/console/session/password', keyed: false, role: 'viewer' },
  readOverview: { method: 'GET', path: '/api/v1/console/overview', keyed: false, role: 'viewer' },
  startSimulatedCall: { method: 'POST', path: '/api/v1/console/simulated-calls', keyed: true, role: 'operator' },
  listKeys: { method: 'GET', path: '/api/v1/console/keys', keyed: false, role: 'viewer' },
  createKey: { method: 'POST', path: '/api/v1/console/keys', keyed: true, role: 'owner' },
  revokeKey: { method: 'DELETE', path: '/api/v1/console/keys/{keyId}', keyed: false, role: 'owner' },
  startAgentTest: { method: 'POST', path: '/api/v1/console/agent-tests', keyed: true, role: 'operator' },
  continueAgentTest: { method: 'POST', path: '/api/v1/console/agent-tests/{testId}/messages', keyed: true, role: 'operator' },
  readAgentTest: { method: 'GET', path: '/api/v1/console/agent-tests/{testId}', keyed: false, role: 'viewer' },
  listAgentVersions: { method: 'GET', path: '/api/v1/console/agents/{agentId}/versions', keyed: false, role: 'viewer' },
  listLedger: { method: 'GET', path: '/api/v1/console/ledger', keyed: false, role: 'viewer' },
  readLedgerSummary: { method: 'GET', path: '/api/v1/console/ledger/summary', keyed: false, role: 'viewer' },
  readAnalytics: { method: 'GET', path: '/api/v1/analytics', keyed: false, role: 'viewer' },
  exportAnalytics: { method: 'GET', path: '/api/v1/analytics/export', keyed: false, role: 'viewer' },
  listAuditEntries: { method: 'GET', path: '/api/v1/console/audit', keyed: false, role: 'owner' },
  exportAuditCsv: { method: 'GET', path: '/api/v1/console/audit/exports/csv', keyed: false, role: 'owner' },
  exportAuditNdjson: { method: 'GET', path: '/api/v1/console/audit/exports/ndjson', keyed: false, role: 'owner' },
  listMembers: { method: 'GET', path: '/api/v1/console/team', keyed: false, role: 'owner' },
  changeMember: { method: 'PATCH', path: '/api/v1/console/team/{userId}', keyed: false, role: 'owner' },
  endMemberSessions: { method: 'DELETE', path: '/api/v1/console/team/{userId}/sessions', keyed: false, role: 'owner' },
  listInvitations: { method: 'GET', path: '/api/v1/console/team/invitations', keyed: false, role: 'owner' },
  inviteMember: { method: 'POST', path: '/api/v1/console/team/invitations', keyed: true, role: 'owner' },
  revokeInvitation: { method: 'DELETE', path: '/api/v1/console/team/invitations/{invitationId}', keyed: false, role: 'owner' },
  acceptInvitation: { method: 'POST', path: '/api/v1/console/join', keyed: false, role: 'viewer' },
  joinTeam: { method: 'POST', path: '/api/v1/console/session/join', keyed: false, role: 'viewer' },
  listOwnSessions: { method: 'GET', path: '/api/v1/console/sessions', keyed: false, role: 'viewer' },
  endOtherSessions: { method: 'DELETE', path: '/api/v1/console/sessions', keyed: false, role: 'viewer' },
  listProviders: { method: 'GET', path: '/api/v1/console/providers', keyed: false, role: 'viewer' },
  setProviders: { method: 'POST', path: '/api/v1/console/providers', keyed: true, role: 'owner' },
  removeProviders: { method: 'DELETE', path: '/api/v1/console/providers/{role}', keyed: false, role: 'owner' },
  testProviders: { method: 'POST', path: '/api/v1/console/providers/test', keyed: true, role: 'owner' },
  listTools: { method: 'GET', path: '/api/v1/tools', keyed: false, role: 'viewer' },
  setTool: { method: 'POST', path: '/api/v1/tools', keyed: true, role: 'operator' },
  importTools: { method: 'POST', path: '/api/v1/tools/imports', keyed: true, role: 'operator' },
  tryTool: { method: 'POST', path: '/api/v1/tools/{name}/trials', keyed: true, role: 'operator' },
  removeTool: { method: 'DELETE', path: '/api/v1/tools/{name}', keyed: false, role: 'operator' },
  readVoicemail: { method: 'GET', path: '/api/v1/agents/{agentId}/voicemail', keyed: false, role: 'viewer' },
  setVoicemail: { method: 'POST', path: '/api/v1/agents/{agentId}/voicemail', keyed: true, role: 'operator' },
  readAnalysisSettings: { method: 'GET', path: '/api/v1/agents/{agentId}/analysis', keyed: false, role: 'viewer' },
  setAnalysisSettings: { method: 'POST', path: '/api/v1/agents/{agentId}/analysis', keyed: true, role: 'operator' },
  listAnalysisRuns: { method: 'GET', path: '/api/v1/agents/{agentId}/analysis-runs', keyed: false, role: 'viewer' },
  runAnalysis: { method: 'POST', path: '/api/v1/agents/{agentId}/analysis-runs', keyed: true, role: 'operator' },
  readMemorySettings: { method: 'GET', path: '/api/v1/agents/{agentId}/memory', keyed: false, role: 'viewer' },
  setMemorySettings: { method: 'POST', path: '/api/v1/agents/{agentId}/memory', keyed: true, role: 'operator' },
  readContactMemory: { method: 'GET', path: '/api/v1/contacts/{contactId}/memory', keyed: false, role: 'viewer' },
  eraseContactMemory: { method: 'DELETE', path: '/api/v1/contacts/{contactId}/memory', keyed: true, role: 'operator' },
  readSettings: { method: 'GET', path: '/api/v1/console/settings', keyed: false, role: 'viewer' },
  changeSettings: { method: 'PATCH', path: '/api/v1/console/settings', keyed: true, role: 'owner' },
  testCarriers: { method: 'POST', path: '/api/v1/console/carriers/test', keyed: true, role: 'owner' },
  listQuotas: { method: 'GET', path: '/api/v1/console/quotas', keyed: false, role: 'viewer' },
} as const satisfies Record<keyof Operations, unknown>;
