"""Generated from the API document by `npm run generate`; do not edit."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class WhatsappMessageReceivedEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["whatsapp"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    conversationId: ConversationId
    """The conversation."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    phoneNumberId: str
    """The phone number id of the account of the business."""
    eventType: Literal["whatsapp.message.received"]
    """What has happened."""
    providerMessageId: ProviderMessageId
    """The id of the message at the channel."""
    customer: WhatsappMessageReceivedEventCustomer
    """The customer."""
    message: ReceivedMessage
    """The message."""
    humanHandoffActive: HumanHandoffActive
    """Whether a person answers: store it, and do not answer."""


ContractVersion: TypeAlias = "str"
"""The version of the webhook contract."""


EventId: TypeAlias = "str"
"""The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""


CallTimelineItemAt: TypeAlias = "str"
"""When it happened."""


MessageAnswerBusinessId: TypeAlias = "str"
"""The business."""


RetryNumber: TypeAlias = "int"
"""Attempts to deliver this event that have failed so far."""


WhatsappEventFieldsTest: TypeAlias = "Literal[True]"
"""A requested example: nothing has happened. Absent in real events."""


ConversationId: TypeAlias = "str"
"""The conversation."""


ParticipantId: TypeAlias = "str"
"""The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""


ProviderMessageId: TypeAlias = "str"
"""The id of the message at the channel."""


class WhatsappMessageReceivedEventCustomer(TypedDict):
    """The customer."""
    mobileE164: str | None
    """The mobile number, E.164. Null: not reported."""
    whatsappId: str | None
    """The WhatsApp id. Null: not reported."""
    name: str | None
    """The name on the channel. Null: not reported."""


class ReceivedMessage(TypedDict):
    """The message."""
    type: MessageType
    """The kind of content: `text`, `image`, `template`, or the channel’s name of another kind."""
    text: MessageTimelineItemText
    """The words of the message. Null: it has none."""
    payload: NotRequired[MessagePayload]
    """The structured form of a message that is more than its text; `text` says the same in words."""
    media: NotRequired[ReceivedMedia]
    """The file of the message. Absent: none."""


MessageType: TypeAlias = "str"
"""The kind of content: `text`, `image`, `template`, or the channel’s name of another kind."""


MessageTimelineItemText: TypeAlias = "str | None"
"""The words of the message. Null: it has none."""


MessagePayload: TypeAlias = "FormPayload | LocationPayload | ContactsPayload | OrderPayload | ChoicePayload | ReferralPayload"
"""The structured form of a message that is more than its text; `text` says the same in words."""


class FormPayload(TypedDict):
    kind: Literal["form"]
    """A form that the customer has filled in (a WhatsApp Flow)."""
    name: str | None
    """The name of the form; null: not reported."""
    fields: list[FormPayloadFieldsItem]
    """The fields of the form."""


class FormPayloadFieldsItem(TypedDict):
    name: str
    """The name of the field."""
    value: str
    """What the customer entered."""


class LocationPayload(TypedDict):
    kind: Literal["location"]
    """A place that the customer shared."""
    latitude: float | None
    """Degrees; north is positive. Null: not reported."""
    longitude: float | None
    """Degrees; east is positive. Null: not reported."""
    name: str | None
    """The name of the place; null: not reported."""
    address: str | None
    """Its address; null: not reported."""
    url: str | None
    """A page about it; null: not reported."""


class ContactsPayload(TypedDict):
    kind: Literal["contacts"]
    """Contact cards."""
    contacts: list[SharedContact]
    """The cards."""


class SharedContact(TypedDict):
    name: str | None
    """The whole name; null: not reported."""
    organisation: str | None
    """Company, department and title; null: not reported."""
    phones: list[SharedContactPhonesItem]
    """Phone numbers of the card."""
    emails: list[str]
    """E-mail addresses of the card."""
    addresses: list[str]
    """Postal addresses of the card."""


class SharedContactPhonesItem(TypedDict):
    phone: str
    """The number, as the card has it."""
    type: str | None
    """The kind of number; null: not reported."""


class OrderPayload(TypedDict):
    kind: Literal["order"]
    """Products from a catalogue."""
    catalogId: str | None
    """The id of the catalogue at the channel; null: not reported."""
    note: str | None
    """What the customer wrote with the order; null: nothing."""
    items: list[OrderedItem]
    """The ordered products."""


class OrderedItem(TypedDict):
    productId: str
    """The id of the product in the catalogue."""
    quantity: float
    """How many."""
    price: float | None
    """The price of each, in the currency; null: not reported."""
    currency: str | None
    """The currency, ISO 4217; null: not reported."""


class ChoicePayload(TypedDict):
    kind: Literal["choice"]
    """A button or a row of a list that the customer chose."""
    id: str | None
    """The id that the message with the choices gave it; null: none."""
    title: str
    """The label that the customer chose."""
    description: str | None
    """The second line of a row; null: none."""


class ReferralPayload(TypedDict):
    kind: Literal["referral"]
    """The message came through an advertisement or a post."""
    source: str | None
    """The kind of origin; null: not reported."""
    sourceId: str | None
    """The id of the advertisement at the channel; null: not reported."""
    url: str | None
    """Its address; null: not reported."""
    headline: str | None
    """Its headline; null: not reported."""
    body: str | None
    """Its text; null: not reported."""
    clickId: str | None
    """The id of the click, for conversions; null: not reported."""


class ReceivedMedia(TypedDict):
    id: str
    """The file."""
    status: Literal["pending", "ready", "failed"]
    """`pending`: it is being fetched from the channel, and its link waits for it. `failed`: there is no file."""
    mimeType: str | None
    """The type, as the channel reports it. Null: not reported."""
    fileName: str | None
    """The name that the customer’s app sent. Null: none."""
    sizeBytes: int | None
    """The size. Null: not stored yet."""
    sha256: str | None
    """The SHA-256 of the bytes, lower-case hexadecimal. Null: not stored yet."""
    url: str | None
    """A signed link: GET it without a key, and treat it as a secret. Null: the file is not available."""
    urlExpiresAt: str | None
    """When the link expires. Null: there is none."""
    keptUntil: str | None
    """When the file is removed, after 30 days. Null: there is none."""
    failure: ReceivedMediaFailure | None
    """Why the file is not available. Null: it is, or may be."""
    transcript: NotRequired[ReceivedMediaTranscript]
    """The words of a voice note that an agent answers, once it was listened to."""


class ReceivedMediaFailure(TypedDict):
    code: str
    """A stable code."""
    message: str
    """What happened and what to do, for people; the text may change."""


class ReceivedMediaTranscript(TypedDict):
    """The words of a voice note that an agent answers, once it was listened to."""
    text: str | None
    """The words. Null: none could be understood."""
    isPartial: bool
    """Whether only the beginning was listened to."""


HumanHandoffActive: TypeAlias = "bool"
"""Whether a person answers: store it, and do not answer."""


class WhatsappDeliveryEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["whatsapp"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    conversationId: ConversationId
    """The conversation."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    phoneNumberId: str
    """The phone number id of the account of the business."""
    eventType: Literal["whatsapp.message.sent", "whatsapp.message.delivered", "whatsapp.message.read", "whatsapp.message.failed"]
    """What has happened."""
    providerMessageId: WhatsappMessageId
    """The id of the message at the channel. Null: the channel never had it."""
    messageId: MessageId
    """The message."""
    recipient: WhatsappDeliveryEventRecipient
    """The recipient."""
    delivery: MessageDelivery
    """The step, and the steps that were reported before it."""


WhatsappMessageId: TypeAlias = "str | None"
"""The id of the message at the channel. Null: the channel never had it."""


MessageId: TypeAlias = "str"
"""The message."""


class WhatsappDeliveryEventRecipient(TypedDict):
    """The recipient."""
    mobileE164: str
    """The mobile number, E.164."""


class MessageDelivery(TypedDict):
    """The step, and the steps that were reported before it."""
    status: Literal["sent", "delivered", "read", "failed"]
    """The step that this event reports."""
    providerStatus: Literal["sent", "delivered", "read", "failed"] | None
    """The step, if the channel reported it. Null: the service gave the message up."""
    sentAt: str | None
    """When the channel sent it. Null: not reported."""
    deliveredAt: str | None
    """When it was delivered. Null: not reported."""
    readAt: str | None
    """When the customer read it. Null: not reported."""
    failedAt: str | None
    """When it failed. Null: it has not."""
    failure: ReceivedMediaFailure | None
    """Why it failed. Null: it has not."""


class WhatsappAmendmentEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["whatsapp"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    conversationId: ConversationId
    """The conversation."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    phoneNumberId: str
    """The phone number id of the account of the business."""
    eventType: Literal["whatsapp.message.edited", "whatsapp.message.revoked"]
    """What has happened."""
    providerMessageId: ProviderMessageId
    """The id of the message at the channel."""
    message: WhatsappAmendmentEventMessage
    """The message after the change."""


class WhatsappAmendmentEventMessage(TypedDict):
    """The message after the change."""
    text: str | None
    """The text from now on. Null: its content is gone."""


class WhatsappAgentDeliveryEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["whatsapp"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    conversationId: ConversationId
    """The conversation."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    phoneNumberId: str
    """The phone number id of the account of the business."""
    eventType: Literal["whatsapp.agent_message.sent", "whatsapp.agent_message.delivered", "whatsapp.agent_message.read", "whatsapp.agent_message.failed"]
    """What has happened."""
    author: Literal["agent", "campaign"]
    """The author of the message."""
    campaignId: SendingCampaignId
    """The campaign that the message belongs to. Null: none."""
    providerMessageId: WhatsappMessageId
    """The id of the message at the channel. Null: the channel never had it."""
    messageId: MessageId
    """The message."""
    recipient: WhatsappAgentDeliveryEventRecipient
    """The recipient."""
    delivery: MessageDelivery
    """The step, and the steps that were reported before it."""


SendingCampaignId: TypeAlias = "str | None"
"""The campaign that the message belongs to. Null: none."""


class WhatsappAgentDeliveryEventRecipient(TypedDict):
    """The recipient."""
    mobileE164: str
    """The mobile number, E.164."""


class WhatsappConversationAnalyzedEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["whatsapp"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    conversationId: ConversationId
    """The conversation."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    phoneNumberId: str
    """The phone number id of the account of the business."""
    eventType: Literal["conversation.analyzed"]
    """What has happened."""
    analysis: AnalyzedConversation
    """What a model found in the messages between two silences."""


class AnalyzedConversation(TypedDict):
    """What a model found in the messages between two silences."""
    status: CallOutcomeStatus
    """running: the model is reading the transcript. failed: `failure` says why, and nothing was charged."""
    success: OutcomeSuccess
    """Whether the call met all success criteria of its agent; null: there are none, or the transcript does not
    say.
    """
    sentiment: Sentiment
    """The customer's sentiment over the whole call or episode; mixed: both positive and negative."""
    requests: list[CustomerRequest]
    """What the customer requested; empty: nothing."""
    findings: ConversationFindings | None
    """What was found; of the last analysis that completed. Null: none has."""
    failure: ConversationAnalysisFailure | None
    """Why the last analysis failed; null: it did not."""
    analysisRunId: str | None
    """The run that made it; null: the silence of the conversation did."""


CallOutcomeStatus: TypeAlias = "Literal['running', 'completed', 'failed']"
"""running: the model is reading the transcript. failed: `failure` says why, and nothing was charged."""


OutcomeSuccess: TypeAlias = "bool | None"
"""Whether the call met all success criteria of its agent; null: there are none, or the transcript does not say."""


Sentiment: TypeAlias = "Literal['positive', 'neutral', 'negative', 'mixed'] | None"
"""The customer's sentiment over the whole call or episode; mixed: both positive and negative."""


CustomerRequest: TypeAlias = "Literal['human', 'no_contact', 'call_back']"
"""human: a person instead of the agent; no_contact: not to be contacted again; call_back: another call."""


class ConversationFindings(TypedDict):
    summary: str
    """What came of it, in a few sentences."""
    sentiment: ConversationFindingsSentiment
    """The customer's sentiment over the whole call or episode; mixed: both positive and negative."""
    requests: list[ConversationFindingsRequestsItem]
    """What the customer requested; empty: nothing."""
    criteria: list[ConversationCriterion]
    """The verdict on each success criterion of the agent."""
    fields: list[ConversationFindingsFieldsItem]
    """The value of each field that the agent extracts."""


ConversationFindingsSentiment: TypeAlias = "Literal['positive', 'neutral', 'negative', 'mixed']"
"""The customer's sentiment over the whole call or episode; mixed: both positive and negative."""


class ConversationFindingsRequestsItem(TypedDict):
    request: CustomerRequest
    """human: a person instead of the agent; no_contact: not to be contacted again; call_back: another call."""
    at: ConversationFindingsRequestAt
    """When the customer wants to be called back; null: no time was named, or it is another request."""
    evidence: list[ConversationRequestEvidence]
    """What shows it, in order."""


ConversationFindingsRequestAt: TypeAlias = "str | None"
"""When the customer wants to be called back; null: no time was named, or it is another request."""


class ConversationRequestEvidence(TypedDict):
    """A message, and when it was sent."""
    messageId: str
    """The message that shows it."""
    at: str
    """When it was sent."""


class ConversationCriterion(TypedDict):
    key: str
    """The key of the criterion."""
    verdict: Literal["met", "not_met", "unknown"]
    """Whether the criterion is met; unknown: the transcript does not say."""
    reason: str
    """Why the verdict is so."""
    evidence: list[ConversationRequestEvidence]
    """What shows it, in order."""


class ConversationFindingsFieldsItem(TypedDict):
    key: str
    """The key of the field."""
    value: str | float | bool | None
    """What the customer stated; null: nothing."""
    evidence: list[ConversationRequestEvidence]
    """What shows it, in order."""


class ConversationAnalysisFailure(TypedDict):
    code: str
    """One of insufficient_credit, model_failed, model_too_slow, answer_unusable, transcript_missing, abandoned."""
    message: str
    """What happened, and what to do."""


class InstagramConversationAnalyzedEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["instagram"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    conversationId: ConversationId
    """The conversation."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    instagramAccountId: str
    """The Instagram account of the business."""
    eventType: Literal["conversation.analyzed"]
    """What has happened."""
    analysis: AnalyzedConversation
    """What a model found in the messages between two silences."""


class InstagramMessageReceivedEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["instagram"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    conversationId: ConversationId
    """The conversation."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    instagramAccountId: str
    """The Instagram account of the business."""
    eventType: Literal["instagram.message.received"]
    """What has happened."""
    providerMessageId: ProviderMessageId
    """The id of the message at the channel."""
    customer: InstagramCustomer
    """The customer."""
    message: ReceivedMessage
    """The message."""
    humanHandoffActive: HumanHandoffActive
    """Whether a person answers: store it, and do not answer."""


class InstagramCustomer(TypedDict):
    """The customer."""
    instagramId: str | None
    """The Instagram-scoped id. Null: not reported."""
    username: str | None
    """The user name. Null: not reported."""
    name: str | None
    """The name on the channel. Null: not reported."""


class InstagramDeliveryEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["instagram"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    conversationId: ConversationId
    """The conversation."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    instagramAccountId: str
    """The Instagram account of the business."""
    eventType: Literal["instagram.message.sent", "instagram.message.seen", "instagram.message.failed"]
    """What has happened."""
    providerMessageId: WhatsappMessageId
    """The id of the message at the channel. Null: the channel never had it."""
    messageId: MessageId
    """The message."""
    recipient: InstagramDeliveryEventRecipient
    """The recipient."""
    delivery: MessageDelivery
    """The step, and the steps that were reported before it."""


class InstagramDeliveryEventRecipient(TypedDict):
    """The recipient."""
    instagramId: str
    """The Instagram-scoped id."""


class InstagramMessageReactionEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["instagram"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    conversationId: ConversationId
    """The conversation."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    instagramAccountId: str
    """The Instagram account of the business."""
    eventType: Literal["instagram.message.reaction"]
    """What has happened."""
    providerMessageId: ProviderMessageId
    """The id of the message at the channel."""
    customer: InstagramCustomer
    """The customer."""
    reaction: InstagramMessageReactionEventReaction
    """The reaction."""
    humanHandoffActive: HumanHandoffActive
    """Whether a person answers: store it, and do not answer."""


class InstagramMessageReactionEventReaction(TypedDict):
    """The reaction."""
    emoji: str | None
    """The emoji. Null: not reported."""
    action: str
    """`react` or `unreact`."""
    messageId: str
    """The id at the channel of the message that is reacted to."""


class InstagramMessageReferralEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["instagram"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    conversationId: ConversationId
    """The conversation."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    instagramAccountId: str
    """The Instagram account of the business."""
    eventType: Literal["instagram.message.referral"]
    """What has happened."""
    providerMessageId: ProviderMessageId
    """The id of the message at the channel."""
    customer: InstagramCustomer
    """The customer."""
    referral: InstagramMessageReferralEventReferral
    """How the customer came to the conversation."""
    humanHandoffActive: HumanHandoffActive
    """Whether a person answers: store it, and do not answer."""


class InstagramMessageReferralEventReferral(TypedDict):
    """How the customer came to the conversation."""
    source: str | None
    """Where the customer came from. Null: not reported."""
    type: str | None
    """The kind of referral. Null: not reported."""
    ref: str | None
    """The value of `ref` in the link. Null: not reported."""


class InstagramCommentReceivedEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["instagram"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    conversationId: ConversationId
    """The conversation."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    instagramAccountId: str
    """The Instagram account of the business."""
    eventType: Literal["instagram.comment.received"]
    """What has happened."""
    providerMessageId: ProviderMessageId
    """The id of the message at the channel."""
    customer: InstagramCustomer
    """The customer."""
    comment: InstagramComment
    """The public comment."""
    humanHandoffActive: HumanHandoffActive
    """Whether a person answers: store it, and do not answer."""


class InstagramComment(TypedDict):
    """The public comment."""
    id: str | None
    """The id of the comment at the channel. Null: not reported."""
    text: str | None
    """The words of the comment. Null: not reported."""
    mediaId: str | None
    """The id of the post at the channel. Null: not reported."""
    parentId: str | None
    """The comment that it answers. Null: none, or not reported."""


class InstagramCommentRepliedEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["instagram"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    conversationId: ConversationId
    """The conversation."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    instagramAccountId: str
    """The Instagram account of the business."""
    eventType: Literal["instagram.comment.replied", "instagram.comment.failed"]
    """What has happened."""
    comment: InstagramComment
    """The public comment."""
    author: NotRequired[Literal["agent", "campaign"]]
    """The author of the message."""
    campaignId: NotRequired[SendingCampaignId]
    """The campaign that the message belongs to. Null: none."""
    providerMessageId: WhatsappMessageId
    """The id of the message at the channel. Null: the channel never had it."""
    messageId: MessageId
    """The message."""
    recipient: InstagramCommentRepliedEventRecipient
    """The recipient."""
    delivery: MessageDelivery
    """The step, and the steps that were reported before it."""


class InstagramCommentRepliedEventRecipient(TypedDict):
    """The recipient."""
    instagramId: str
    """The Instagram-scoped id."""


class InstagramAmendmentEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["instagram"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    conversationId: ConversationId
    """The conversation."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    instagramAccountId: str
    """The Instagram account of the business."""
    eventType: Literal["instagram.message.edited", "instagram.message.revoked"]
    """What has happened."""
    providerMessageId: ProviderMessageId
    """The id of the message at the channel."""
    message: InstagramAmendmentEventMessage
    """The message after the change."""


class InstagramAmendmentEventMessage(TypedDict):
    """The message after the change."""
    text: str | None
    """The text from now on. Null: its content is gone."""


class InstagramAgentDeliveryEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["instagram"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    conversationId: ConversationId
    """The conversation."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    instagramAccountId: str
    """The Instagram account of the business."""
    eventType: Literal["instagram.agent_message.sent", "instagram.agent_message.seen", "instagram.agent_message.failed"]
    """What has happened."""
    author: Literal["agent", "campaign"]
    """The author of the message."""
    campaignId: SendingCampaignId
    """The campaign that the message belongs to. Null: none."""
    providerMessageId: WhatsappMessageId
    """The id of the message at the channel. Null: the channel never had it."""
    messageId: MessageId
    """The message."""
    recipient: InstagramAgentDeliveryEventRecipient
    """The recipient."""
    delivery: MessageDelivery
    """The step, and the steps that were reported before it."""


class InstagramAgentDeliveryEventRecipient(TypedDict):
    """The recipient."""
    instagramId: str
    """The Instagram-scoped id."""


class CallRingingEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["voice"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    callId: CallId
    """The call."""
    agentId: AgentId
    """The agent."""
    contactId: str | None
    """The contact that was called. Null: a number without a contact."""
    calleeNumber: str
    """The number that was called, E.164."""
    campaignId: str | None
    """The campaign that placed the call. Null: none."""
    iterationId: str | None
    """The iteration of that campaign. Null: none."""
    eventType: Literal["voice.call.ringing"]
    """What has happened."""
    call: CallRingingEventCall
    """The call."""


CallId: TypeAlias = "str"
"""The call."""


AgentId: TypeAlias = "str"
"""The agent."""


class CallRingingEventCall(TypedDict):
    """The call."""
    status: Literal["ringing"]
    """The status of the call."""


class CallAnsweredEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["voice"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    callId: CallId
    """The call."""
    agentId: AgentId
    """The agent."""
    contactId: str | None
    """The contact that was called. Null: a number without a contact."""
    calleeNumber: str
    """The number that was called, E.164."""
    campaignId: str | None
    """The campaign that placed the call. Null: none."""
    iterationId: str | None
    """The iteration of that campaign. Null: none."""
    eventType: Literal["voice.call.answered"]
    """What has happened."""
    call: CallAnsweredEventCall
    """The call."""


class CallAnsweredEventCall(TypedDict):
    """The call."""
    status: Literal["answered"]
    """The status of the call."""


class CallDisclosedEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["voice"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    callId: CallId
    """The call."""
    agentId: AgentId
    """The agent."""
    contactId: str | None
    """The contact that was called. Null: a number without a contact."""
    calleeNumber: str
    """The number that was called, E.164."""
    campaignId: str | None
    """The campaign that placed the call. Null: none."""
    iterationId: str | None
    """The iteration of that campaign. Null: none."""
    eventType: Literal["voice.call.disclosed"]
    """What has happened."""
    disclosure: CallDisclosure
    """Whether the customer heard the disclosure of the agent."""


class CallDisclosure(TypedDict):
    """Whether the customer heard the disclosure of the agent."""
    status: Literal["heard", "not_heard", "none"]
    """none: the agent had no disclosure to make. not_heard: less than 95 % of it was heard, or it has not been
    spoken yet.
    """
    heardAtMs: int | None
    """Position in the recording, ms, at which 95 % of it was heard. Null unless heard."""
    proof: Literal["acked", "estimated"] | None
    """acked: the carrier confirmed its playback. estimated: computed from the time of sending, because the
    carrier does not confirm playback. null unless heard.
    """


class CallTurnEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["voice"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    callId: CallId
    """The call."""
    agentId: AgentId
    """The agent."""
    contactId: str | None
    """The contact that was called. Null: a number without a contact."""
    calleeNumber: str
    """The number that was called, E.164."""
    campaignId: str | None
    """The campaign that placed the call. Null: none."""
    iterationId: str | None
    """The iteration of that campaign. Null: none."""
    eventType: Literal["voice.call.turn"]
    """What has happened."""
    turn: CallTurn
    """A turn that has ended, or was interrupted."""


class CallTurn(TypedDict):
    """A turn that has ended, or was interrupted."""
    turnId: str
    """Identifies the turn in the call."""
    speaker: CallSystemTimelineItemSpeaker
    """assistant: the agent. human: an operator who has taken the call over."""
    text: TranscriptTurnText
    """What was said, as far as it was heard; with `keys`, the pressed keys."""
    createdAt: str
    """When the turn began."""
    audioOffsetMs: AudioOffsetMs
    """Where it begins in the recording, ms; null: unknown."""
    audioEndOffsetMs: AudioEndOffsetMs
    """Where it ends in the recording, ms; null: unknown."""
    keys: NotRequired[bool]
    """The text is keys that the customer pressed; absent: it is words."""
    sources: NotRequired[list[MessageTimelineItemSource]]
    """The Data Sources of which the model was given text for this answer; absent: none."""
    interrupted: bool
    """Whether the other side interrupted it."""


CallSystemTimelineItemSpeaker: TypeAlias = "Literal['customer', 'assistant', 'human']"
"""assistant: the agent. human: an operator who has taken the call over."""


TranscriptTurnText: TypeAlias = "str"
"""What was said, as far as it was heard; with `keys`, the pressed keys."""


AudioOffsetMs: TypeAlias = "int | None"
"""Where it begins in the recording, ms; null: unknown."""


AudioEndOffsetMs: TypeAlias = "int | None"
"""Where it ends in the recording, ms; null: unknown."""


class MessageTimelineItemSource(TypedDict):
    sourceId: str
    """The Data Source; it may have been archived since."""
    title: str
    """The name of the Data Source at the time of the answer."""
    passages: list[MessageTimelineItemSourcePassagesItem]
    """The best of its passages that the model was given, best first; empty: the whole text."""


class MessageTimelineItemSourcePassagesItem(TypedDict):
    position: int
    """Its place among the passages of the text, from 0. It changes when the text is replaced."""
    heading: str
    """The heading that it stands under; empty: none."""


class CallEndedEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["voice"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    callId: CallId
    """The call."""
    agentId: AgentId
    """The agent."""
    contactId: str | None
    """The contact that was called. Null: a number without a contact."""
    calleeNumber: str
    """The number that was called, E.164."""
    campaignId: str | None
    """The campaign that placed the call. Null: none."""
    iterationId: str | None
    """The iteration of that campaign. Null: none."""
    eventType: Literal["voice.call.ended"]
    """What has happened."""
    call: EndedCall
    """The call."""


class EndedCall(TypedDict):
    """The call."""
    status: VoicemailTimelineItemStatus
    """queued: waits for a line or the carrier. ringing: the carrier has accepted it. cancelling: the hang-up
    awaits the carrier. completed: it was connected. The last five are final.
    """
    endedBy: EndedBy
    """The party that ended it. system: Parley, by a limit or a rule. provider: a carrier, STT, TTS or LLM
    failed. unknown: not reported.
    """
    endReason: str
    """Why it ended, a stable name; further ones may be added."""
    durationSeconds: int
    """Connected seconds; 0 if the call was not answered."""
    disclosure: CallDisclosure
    """Whether the customer heard the disclosure of the agent."""


VoicemailTimelineItemStatus: TypeAlias = "Literal['queued', 'ringing', 'answered', 'cancelling', 'completed', 'no_answer', 'busy', 'failed', 'cancelled']"
"""queued: waits for a line or the carrier. ringing: the carrier has accepted it. cancelling: the hang-up awaits
the carrier. completed: it was connected. The last five are final.
"""


EndedBy: TypeAlias = "Literal['customer', 'agent', 'operator', 'system', 'provider', 'unknown']"
"""The party that ended it. system: Parley, by a limit or a rule. provider: a carrier, STT, TTS or LLM failed.
unknown: not reported.
"""


class CallRecordedEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["voice"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    callId: CallId
    """The call."""
    agentId: AgentId
    """The agent."""
    contactId: str | None
    """The contact that was called. Null: a number without a contact."""
    calleeNumber: str
    """The number that was called, E.164."""
    campaignId: str | None
    """The campaign that placed the call. Null: none."""
    iterationId: str | None
    """The iteration of that campaign. Null: none."""
    eventType: Literal["voice.call.recorded"]
    """What has happened."""
    recording: CallRecordedEventRecording | None
    """The recording; `readVoiceCall` has the link. Null: it could not be stored."""


class CallRecordedEventRecording(TypedDict):
    bytes: int
    """The size of the file."""
    durationMs: int
    """The length of the recording, ms."""


class CallChargedEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["voice"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    callId: CallId
    """The call."""
    agentId: AgentId
    """The agent."""
    contactId: str | None
    """The contact that was called. Null: a number without a contact."""
    calleeNumber: str
    """The number that was called, E.164."""
    campaignId: str | None
    """The campaign that placed the call. Null: none."""
    iterationId: str | None
    """The iteration of that campaign. Null: none."""
    eventType: Literal["voice.call.charged"]
    """What has happened."""
    charge: CallChargedEventCharge
    """The settled charge of the call."""


class CallChargedEventCharge(TypedDict):
    """The settled charge of the call."""
    blocks: int
    """Blocks of 20 seconds that were charged."""
    chargedMicrocredits: int
    """The charge, microcredits."""


class CallAnalyzedEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["voice"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    callId: CallId
    """The call."""
    agentId: AgentId
    """The agent."""
    contactId: str | None
    """The contact that was called. Null: a number without a contact."""
    calleeNumber: str
    """The number that was called, E.164."""
    campaignId: str | None
    """The campaign that placed the call. Null: none."""
    iterationId: str | None
    """The iteration of that campaign. Null: none."""
    eventType: Literal["voice.call.analyzed"]
    """What has happened."""
    analysis: AnalyzedCall
    """What a model found in the call."""


class AnalyzedCall(TypedDict):
    """What a model found in the call."""
    status: CallOutcomeStatus
    """running: the model is reading the transcript. failed: `failure` says why, and nothing was charged."""
    success: OutcomeSuccess
    """Whether the call met all success criteria of its agent; null: there are none, or the transcript does not
    say.
    """
    sentiment: Sentiment
    """The customer's sentiment over the whole call or episode; mixed: both positive and negative."""
    requests: list[CustomerRequest]
    """What the customer requested; empty: nothing."""
    findings: CallFindings | None
    """What was found; of the last analysis that completed. Null: none has."""
    failure: ConversationAnalysisFailure | None
    """Why the last analysis failed; null: it did not."""
    analysisRunId: str | None
    """The run that made it; null: the end of the call did."""


class CallFindings(TypedDict):
    summary: str
    """What came of it, in a few sentences."""
    sentiment: ConversationFindingsSentiment
    """The customer's sentiment over the whole call or episode; mixed: both positive and negative."""
    requests: list[CallFindingsRequestsItem]
    """What the customer requested; empty: nothing."""
    criteria: list[CallCriterion]
    """The verdict on each success criterion of the agent."""
    fields: list[CallFindingsFieldsItem]
    """The value of each field that the agent extracts."""


class CallFindingsRequestsItem(TypedDict):
    request: CustomerRequest
    """human: a person instead of the agent; no_contact: not to be contacted again; call_back: another call."""
    at: ConversationFindingsRequestAt
    """When the customer wants to be called back; null: no time was named, or it is another request."""
    evidence: list[CallFindingsRequestEvidence]
    """What shows it, in order."""


class CallFindingsRequestEvidence(TypedDict):
    turn: int
    """Its index in the transcript, from 0."""
    atMs: int | None
    """Where it begins in the recording, ms; null: unknown."""


class CallCriterion(TypedDict):
    key: str
    """The key of the criterion."""
    verdict: Literal["met", "not_met", "unknown"]
    """Whether the criterion is met; unknown: the transcript does not say."""
    reason: str
    """Why the verdict is so."""
    evidence: list[CallFindingsRequestEvidence]
    """What shows it, in order."""


class CallFindingsFieldsItem(TypedDict):
    key: str
    """The key of the field."""
    value: str | float | bool | None
    """What the customer stated; null: nothing."""
    evidence: list[CallFindingsRequestEvidence]
    """What shows it, in order."""


class CallReviewedEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["voice"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    callId: CallId
    """The call."""
    agentId: AgentId
    """The agent."""
    contactId: str | None
    """The contact that was called. Null: a number without a contact."""
    calleeNumber: str
    """The number that was called, E.164."""
    campaignId: str | None
    """The campaign that placed the call. Null: none."""
    iterationId: str | None
    """The iteration of that campaign. Null: none."""
    eventType: Literal["voice.call.reviewed"]
    """What has happened."""
    review: CallReviewedLiveEventReview
    """What a person changed."""


class CallReviewedLiveEventReview(TypedDict):
    """What a person changed."""
    change: Literal["tags", "score", "reviewed", "note_added", "note_removed"]
    """What was changed."""
    addedTags: list[str]
    """If `change` is tags: those that were added."""
    removedTags: list[str]
    """If `change` is tags: those that were removed."""
    score: int | None
    """If `change` is score: the new one, or null if it was removed."""
    reviewed: NotRequired[bool]
    """If `change` is reviewed: whether a person has gone through the call; otherwise absent."""
    note: CallReviewedLiveEventReviewNote | None
    """The note that was added or removed; otherwise null."""
    by: CallReviewedLiveEventReviewBy | None
    """The author of the change; null: unknown."""


class CallReviewedLiveEventReviewNote(TypedDict):
    noteId: NoteId
    """The note."""
    text: str | None
    """The note; null: it was removed."""


NoteId: TypeAlias = "str"
"""The note."""


class CallReviewedLiveEventReviewBy(TypedDict):
    type: Literal["user", "key", "operator"]
    """operator: the command line of the service."""
    id: str
    """The id of the user or key."""


class IterationEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["campaign"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    campaignId: CampaignId
    """The campaign."""
    campaignName: str
    """The name of the campaign."""
    iterationId: str
    """The iteration."""
    eventType: Literal["campaign.iteration.started", "campaign.iteration.paused", "campaign.iteration.cancelling", "campaign.iteration.ended"]
    """What has happened."""
    iteration: IterationEventIteration
    """The iteration."""


CampaignId: TypeAlias = "str"
"""The campaign."""


class IterationEventIteration(TypedDict):
    """The iteration."""
    ordinal: int
    """The number of the iteration in its campaign, from 1."""
    channel: CampaignChannel
    """`sms` is refused until it is available."""
    agentId: AgentId
    """The agent."""
    status: CampaignStatus
    """draft: it awaits `action: start`. scheduled: it awaits `startAt`. cancelling: its calls are being hung up.
    completed: every recipient has an outcome.
    """


CampaignChannel: TypeAlias = "Literal['voice', 'whatsapp', 'sms']"
"""`sms` is refused until it is available."""


CampaignStatus: TypeAlias = "Literal['draft', 'scheduled', 'running', 'paused', 'cancelling', 'cancelled', 'completed']"
"""draft: it awaits `action: start`. scheduled: it awaits `startAt`. cancelling: its calls are being hung up.
completed: every recipient has an outcome.
"""


class RecipientEndedEvent(TypedDict):
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["campaign"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    campaignId: CampaignId
    """The campaign."""
    campaignName: str
    """The name of the campaign."""
    iterationId: str
    """The iteration."""
    eventType: Literal["campaign.recipient.ended"]
    """What has happened."""
    recipient: RecipientEndedEventRecipient
    """The recipient, for whom no further attempt is made."""


class RecipientEndedEventRecipient(TypedDict):
    """The recipient, for whom no further attempt is made."""
    contactId: ContactId
    """The contact."""
    outcome: RecipientOutcome
    """The final outcome of a recipient. voicemail: a machine or an announcement answered. skipped: it was not
    contacted, and `skipReason` says why.
    """
    skipReason: str | None
    """Why the contact was skipped: an error code. Null: it was not."""


ContactId: TypeAlias = "str"
"""The contact."""


RecipientOutcome: TypeAlias = "Literal['completed', 'voicemail', 'no_answer', 'busy', 'failed', 'cancelled', 'skipped']"
"""The final outcome of a recipient. voicemail: a machine or an announcement answered. skipped: it was not
contacted, and `skipReason` says why.
"""


class AlertFiredEvent(TypedDict):
    eventType: Literal["alert.fired", "alert.resolved"]
    """What has happened."""
    contractVersion: ContractVersion
    """The version of the webhook contract."""
    eventId: EventId
    """The same in every attempt: deduplicate by it. It begins with `test:` in a test event."""
    occurredAt: CallTimelineItemAt
    """When it happened."""
    businessId: MessageAnswerBusinessId
    """The business."""
    channel: Literal["alerts"]
    """The channel of the subscription."""
    retryNumber: RetryNumber
    """Attempts to deliver this event that have failed so far."""
    test: NotRequired[WhatsappEventFieldsTest]
    """A requested example: nothing has happened. Absent in real events."""
    alertRuleId: AlertRuleId
    """The alert rule."""
    alert: AlertFiredEventAlert
    """The alert, and its rule as it was when it fired."""


AlertRuleId: TypeAlias = "str"
"""The alert rule."""


class AlertFiredEventAlert(TypedDict):
    """The alert, and its rule as it was when it fired."""
    firingId: str
    """The alert; webhooks name it."""
    name: str
    """The name of the rule."""
    metric: AlertMetric
    """`success_rate`: the share of analyzed calls that met all criteria. `answer_rate`: the share of calls that
    a person answered. `call_failure_rate`: the share of calls that failed. `message_failure_rate`: the share
    of messages that did not arrive. `heard_latency_p95`: from the end of the speech of the customer to the
    first audio that is played, ms, which 95 % of the answers do not exceed. `cost`: charges of calls and of
    their analyses, microcredits. `credit_left`: available credit, microcredits. `credit_days`: how many days
    the available credit lasts, at the average of the last 7 days.
    """
    comparison: Literal["above", "below"]
    """Which side of the threshold fires."""
    threshold: float
    """In the unit of the metric."""
    windowMinutes: WindowMinutes
    """The latest minutes that are evaluated. Null: the moment counts."""
    agentId: AlertRuleAgentId
    """Only calls or conversations of the agent. Null: all."""
    campaignId: AlertRuleCampaignId
    """Only those of the campaign. Null: all."""
    value: float
    """The value when it fired."""
    count: int | None
    """Calls or messages that were counted then. Null: the metric counts none."""
    firedAt: str
    """When it fired."""
    resolvedAt: str | None
    """When it was resolved. Null: it still fires."""
    resolution: AlertFiringResolution
    """Why it ended. Null: it still fires."""
    resolvedValue: float | None
    """The value when it was resolved. Null: it still fires, or there was no value."""


AlertMetric: TypeAlias = "Literal['success_rate', 'answer_rate', 'call_failure_rate', 'message_failure_rate', 'heard_latency_p95', 'cost', 'credit_left', 'credit_days']"
"""`success_rate`: the share of analyzed calls that met all criteria. `answer_rate`: the share of calls that a
person answered. `call_failure_rate`: the share of calls that failed. `message_failure_rate`: the share of
messages that did not arrive. `heard_latency_p95`: from the end of the speech of the customer to the first
audio that is played, ms, which 95 % of the answers do not exceed. `cost`: charges of calls and of their
analyses, microcredits. `credit_left`: available credit, microcredits. `credit_days`: how many days the
available credit lasts, at the average of the last 7 days.
"""


WindowMinutes: TypeAlias = "Literal[15, 30, 60, 180, 360, 720, 1440, 4320, 10080] | None"
"""The latest minutes that are evaluated. Null: the moment counts."""


AlertRuleAgentId: TypeAlias = "str | None"
"""Only calls or conversations of the agent. Null: all."""


AlertRuleCampaignId: TypeAlias = "str | None"
"""Only those of the campaign. Null: all."""


AlertFiringResolution: TypeAlias = "Literal['recovered', 'no_data', 'rule_changed', 'rule_disabled', 'rule_removed'] | None"
"""Why it ended. Null: it still fires."""


WebhookEvent: TypeAlias = "WhatsappMessageReceivedEvent | WhatsappDeliveryEvent | WhatsappAmendmentEvent | WhatsappAgentDeliveryEvent | WhatsappConversationAnalyzedEvent | InstagramConversationAnalyzedEvent | InstagramMessageReceivedEvent | InstagramDeliveryEvent | InstagramMessageReactionEvent | InstagramMessageReferralEvent | InstagramCommentReceivedEvent | InstagramCommentRepliedEvent | InstagramAmendmentEvent | InstagramAgentDeliveryEvent | CallRingingEvent | CallAnsweredEvent | CallDisclosedEvent | CallTurnEvent | CallEndedEvent | CallRecordedEvent | CallChargedEvent | CallAnalyzedEvent | CallReviewedEvent | IterationEvent | RecipientEndedEvent | AlertFiredEvent"
"""An event of a webhook; `eventType` tells them apart."""


class BusinessOfKey(TypedDict):
    businessId: str
    """The business that the key or session belongs to."""
    name: str
    """The name of the business."""


ReadBusinessData: TypeAlias = "BusinessOfKey"
"""What readBusiness answers with."""


BusinessId: TypeAlias = "str"
"""The business of the key or session."""


class StartedCall(TypedDict):
    callId: str
    """The call. Read it to follow its progress."""
    destination: str
    """The number that is dialled, E.164."""
    status: VoicemailTimelineItemStatus
    """queued: waits for a line or the carrier. ringing: the carrier has accepted it. cancelling: the hang-up
    awaits the carrier. completed: it was connected. The last five are final.
    """


StartVoiceCallData: TypeAlias = "StartedCall"
"""What startVoiceCall answers with."""


class StartedCalls(TypedDict):
    accepted: list[AcceptedCall]
    """The calls that were accepted."""
    failures: list[StartedCallsFailuresItem]
    """The contacts that are not called."""


class AcceptedCall(TypedDict):
    contactId: ContactId
    """The contact."""
    callId: CallId
    """The call."""
    destination: str
    """The number that is dialled, E.164."""
    status: VoicemailTimelineItemStatus
    """queued: waits for a line or the carrier. ringing: the carrier has accepted it. cancelling: the hang-up
    awaits the carrier. completed: it was connected. The last five are final.
    """


class StartedCallsFailuresItem(TypedDict):
    contactId: ContactId
    """The contact."""
    error: FailedCallError
    """Why the contact is not called."""


class FailedCallError(TypedDict):
    """Why the contact is not called."""
    code: str
    """A code of the table of errors."""
    message: str
    """What happened, and what to do."""
    category: str
    """The category of the code."""
    retryable: bool
    """Whether the same request may succeed later."""
    details: NotRequired[list[FailedCallErrorDetailsItem]]
    """Particulars, if there are any."""


class FailedCallErrorDetailsItem(TypedDict):
    path: str
    """The value that is concerned, or empty."""
    message: str
    """The problem."""


StartVoiceCallBatchData: TypeAlias = "StartedCalls"
"""What startVoiceCallBatch answers with."""


class ResolvedCall(TypedDict):
    destination: str
    """The number that would be dialled, E.164."""
    values: dict[str, str]
    """The value of each of the agent's variables, by alias."""
    contactRequired: bool
    """Whether calls of this agent need a contact, because it has variables."""


ResolveVoiceCallData: TypeAlias = "ResolvedCall"
"""What resolveVoiceCall answers with."""


class Call(TypedDict):
    """A call."""
    id: str
    """The call; it never changes."""
    status: VoicemailTimelineItemStatus
    """queued: waits for a line or the carrier. ringing: the carrier has accepted it. cancelling: the hang-up
    awaits the carrier. completed: it was connected. The last five are final.
    """
    agentName: str | None
    """The agent that makes it; null: unknown."""
    agentVersion: NotRequired[int | None]
    """The version of the agent that made it; null: it was not recorded, or the call tested words that are not
    published.
    """
    campaignName: str | None
    """The campaign that it is part of; null: none."""
    contactId: str | None
    """The contact that is called; null: a number without a contact."""
    contactName: str | None
    """The name of the contact; null: there is none, or it was deleted."""
    sourceName: str | None
    """The Data Sources of the values in `callData`; null: none."""
    callData: dict[str, str]
    """Snapshot of the values from the client and of granted fields, up to 500 characters each; without those of
    the contact.
    """
    calleeNumber: str
    """The number that is called, E.164; of a test call in a browser: `browser`."""
    durationSeconds: int
    """Connected time, seconds; 0 until it has ended."""
    startedAt: str | None
    """When it was answered; null: it was not."""
    endedAt: str | None
    """When it ended; null: it has not."""
    recordingAvailable: bool
    """Whether `GET /api/v1/voice/calls/{callId}` has links to the recording."""
    transcriptAvailable: bool
    """Whether there is at least one turn of a transcript."""
    createdAt: str
    """When it was requested."""
    chargedMicrocredits: int
    """What it cost, in microcredits (1,000,000 are one credit); 0 until it is settled."""
    endedBy: Literal["customer", "agent", "operator", "system", "provider", "unknown"] | None
    """The party that ended it. system: Parley, by a limit or a rule. provider: a carrier, STT, TTS or LLM
    failed. unknown: not reported.
    """
    endReason: str | None
    """Why it ended; null: it has not. One of completed, customer_hangup, agent_hangup, operator_hangup,
    cancelled, no_answer, busy, voicemail, mailbox_full, unavailable, ivr_menu, not_in_service,
    invalid_number, rejected_by_carrier, no_line, claim_lost, suppressed, destination_not_allowed,
    quiet_hours, attempts_exceeded, insufficient_credit, silence, max_duration, menu_loop, media_lost,
    speech_provider_failed, disclosure_failed, model_failed, placement_unknown, carrier_failed, internal.
    """
    disclosure: CallDisclosure
    """Whether the customer heard the disclosure of the agent."""
    consultationOf: NotRequired[str | None]
    """The call about whose customer a colleague was called; null: the callee is a customer."""
    outcome: NotRequired[CallOutcome | None]
    """What the analysis of the call found; null: it was not analysed."""
    tags: NotRequired[list[str]]
    """Its tags, in the order in which they were added."""
    score: NotRequired[int | None]
    """The score that a person gave it, from 1 to 5; null: none."""
    reviewed: NotRequired[bool]
    """Whether a person has marked it as reviewed."""
    interrupted: NotRequired[bool]
    """Whether the customer interrupted the agent."""
    toolFailed: NotRequired[bool]
    """Whether a tool failed."""
    slowestAnswer: NotRequired[CallSlowestAnswer | None]
    """The slowest answer of the agent; null: there is none."""
    waveform: NotRequired[CallWaveform | None]
    """Who speaks when, in 32 equal slices of the call; null: it has not ended, or nothing was said."""


class CallOutcome(TypedDict):
    status: CallOutcomeStatus
    """running: the model is reading the transcript. failed: `failure` says why, and nothing was charged."""
    success: OutcomeSuccess
    """Whether the call met all success criteria of its agent; null: there are none, or the transcript does not
    say.
    """
    sentiment: Sentiment
    """The customer's sentiment over the whole call or episode; mixed: both positive and negative."""
    requests: list[CustomerRequest]
    """What the customer requested; empty: nothing."""


class CallSlowestAnswer(TypedDict):
    ms: int
    """From the end of the customer's speech to the first sound of the answer, as it was played where the carrier
    reports that; ms.
    """
    atMs: int | None
    """Where the answer begins in the recording, ms; null: unknown."""


class CallWaveform(TypedDict):
    customer: str
    """The customer: a digit for each slice, from 0 to 9 tenths of it."""
    agent: str
    """The agent, and people who took the call over."""


class CallFacets(TypedDict):
    calls: int
    """Examined calls that match all filters."""
    examined: int
    """The calls that were looked at, the latest first: at most 20000."""
    complete: bool
    """Whether these were all; otherwise there may be more than counted."""
    facets: CallFacetValues
    """For each filter its values, counted among the calls that match all other filters: the most frequent first,
    at most 50.
    """


class CallFacetValues(TypedDict):
    """For each filter its values, counted among the calls that match all other filters: the most frequent first,
    at most 50.
    """
    status: list[CallFacet]
    """By status."""
    agentId: list[CallFacet]
    """By agent."""
    agentVersion: list[CallFacet]
    """By version of the agent; empty unless the calls are filtered by `agentId`."""
    campaignId: list[CallFacet]
    """By campaign."""
    analysis: list[CallFacet]
    """By the state of the analysis."""
    success: list[CallFacet]
    """By whether all success criteria were met, `true` or `false`."""
    sentiment: list[CallFacet]
    """By sentiment."""
    request: list[CallFacet]
    """By what the customer requested."""
    endedBy: list[CallFacet]
    """By the party that ended the call."""
    endReason: list[CallFacet]
    """By the reason of the end."""
    slow: list[CallFacet]
    """Calls with a slow answer: `true` alone."""
    interrupted: list[CallFacet]
    """Calls on which the customer interrupted the agent: `true` alone."""
    toolFailed: list[CallFacet]
    """Calls on which a tool failed: `true` alone."""
    reviewed: list[CallFacet]
    """By whether a person has marked it as reviewed, `true` or `false`."""
    tag: list[CallFacet]
    """By tag."""


class CallFacet(TypedDict):
    value: str
    """The value, as the filter takes it."""
    name: str | None
    """The name of the agent or campaign; otherwise null."""
    calls: int
    """Calls with it that match the other filters."""


CountVoiceCallsData: TypeAlias = "CallFacets"
"""What countVoiceCalls answers with."""


class SearchVoiceCallsItem(TypedDict):
    call: Call
    """A call."""
    snippets: list[CallSnippet]
    """Up to three turns in which something was found, in the order of the transcript."""


class CallSnippet(TypedDict):
    turn: int
    """Its place in the transcript, from 0."""
    speaker: CallSystemTimelineItemSpeaker
    """assistant: the agent. human: an operator who has taken the call over."""
    atMs: int | None
    """Where the turn begins in the recording, ms; null: unknown."""
    text: str
    """The part of the text around the first match; … where it is cut."""
    matches: list[CallSnippetMatche]
    """What was found in `text`, in UTF-16 units; `end` excluded."""


class CallSnippetMatche(TypedDict):
    start: int
    """Where the match begins."""
    end: int
    """Where it ends."""


class CallDetails(TypedDict):
    call: Call
    """A call."""
    transcript: list[TranscriptTurn]
    """What was said, in order. It grows while the call is live."""
    recordingUrl: NotRequired[str]
    """Signed address of the recording, to play it; expires after five minutes. Absent: there is none yet."""
    recordingDownloadUrl: NotRequired[str]
    """Signed address of the recording, to save it; same expiry."""
    recordingFilename: NotRequired[str]
    """A safe file name for the recording: `<callId>.opus`, of old calls `.wav`."""
    diagnostics: CallDiagnostics
    """The course of the call, for diagnosis. Names in it may be added."""
    analysis: NotRequired[CallAnalysis | None]
    """Null: the call was not analysed."""
    review: NotRequired[CallReviewDetails]
    """What people noted about the call. It changes nothing about the call."""


class TranscriptTurn(TypedDict):
    speaker: CallSystemTimelineItemSpeaker
    """assistant: the agent. human: an operator who has taken the call over."""
    text: TranscriptTurnText
    """What was said, as far as it was heard; with `keys`, the pressed keys."""
    createdAt: str
    """When the turn began."""
    audioOffsetMs: AudioOffsetMs
    """Where it begins in the recording, ms; null: unknown."""
    audioEndOffsetMs: AudioEndOffsetMs
    """Where it ends in the recording, ms; null: unknown."""
    keys: NotRequired[bool]
    """The text is keys that the customer pressed; absent: it is words."""
    sources: NotRequired[list[MessageTimelineItemSource]]
    """The Data Sources of which the model was given text for this answer; absent: none."""


class CallDiagnostics(TypedDict):
    """The course of the call, for diagnosis. Names in it may be added."""
    attempts: list[CallDiagnosticsAttemptsItem]
    """The carriers that got the request to place the call, one after the other."""
    timeline: list[CallDiagnosticsTimelineItem]
    """All events of the call, in order."""
    outreachRules: NotRequired[list[OutreachRule]]
    """The outreach rules as evaluated immediately before the request to the carrier; absent for calls of
    versions without rules.
    """
    notes: list[CallDiagnosticsNote]
    """Failures and anomalies, in order."""
    toolUses: list[CallToolUse]
    """Tools that the agent used, in start order."""
    modelTokens: NotRequired[list[CallDiagnosticsModelTokensItem]]
    """Language model tokens for the answers of this call, recorded when its media ends; absent if no model
    reported them. Answers that were cut off are not included.
    """
    operators: NotRequired[CallDiagnosticsOperators]
    """Operators of the call: listeners, takeovers and notes to the agent. Absent: none."""
    turns: list[TurnDiagnostics]
    """The turns of the transcript, with what is known about their timing."""
    testVariables: list[CallDiagnosticsTestVariablesItem]
    """The test variables of the request, and what each replaced."""


class CallDiagnosticsAttemptsItem(TypedDict):
    carrier: str
    """The carrier."""
    at: str
    """When the request was sent."""
    outcome: str
    """How far the attempt came: `placing`, `placed`, `unknown`, `ringing` or `answered`; later the status with
    which the call ended, or `failed` if the next carrier was tried.
    """


class CallDiagnosticsTimelineItem(TypedDict):
    at: CallTimelineItemAt
    """When it happened."""
    event: str
    """The name of the event. Further names may be added."""


class OutreachRule(TypedDict):
    rule: str
    """The name of the rule."""
    result: Literal["passed", "refused", "not_applicable"]
    """not_applicable: the rule does not concern this call."""
    code: str | None
    """Error code of a refusal; otherwise null."""
    allowedFrom: str | None
    """When the refusal expires; null: it does not, or nothing was refused."""


class CallDiagnosticsNote(TypedDict):
    code: str
    """What happened; a stable name."""
    atMs: float | None
    """Where in the recording, ms; null: unknown."""
    audioOffsetMs: NotRequired[int]
    """Of `not_understood`: where the speech begins in the recording, ms. Absent: unknown, or the note is about
    no speech.
    """
    audioEndOffsetMs: NotRequired[int]
    """Of `not_understood`: where the speech ends in the recording, ms."""


class CallToolUse(TypedDict):
    at: str
    """When the use began."""
    name: str
    """The tool."""
    arguments: dict[str, Any]
    """What the model supplied."""
    outcome: Literal["done", "failed", "unknown"] | None
    """unknown: it is not known whether it was done. null: still running, or interrupted."""
    result: str | None
    """What the model was given; null: nothing yet."""
    durationMs: float | None
    """How long it took, ms; null: it has not ended."""


class CallDiagnosticsModelTokensItem(TypedDict):
    model: str
    """The model."""
    inputTokens: int
    """Tokens of prompts."""
    outputTokens: int
    """Tokens of answers."""


class CallDiagnosticsOperators(TypedDict):
    """Operators of the call: listeners, takeovers and notes to the agent. Absent: none."""
    lines: list[OperatorLine]
    """The lines that joined the call."""
    takeOvers: list[TakeOver]
    """The times in which a person spoke in place of the agent."""
    agentNotes: list[CallDiagnosticsOperatorsAgentNotesItem]
    """Notes to the agent during the call."""


class OperatorLine(TypedDict):
    by: CallOperator
    """The operator, or the party of another call."""
    purpose: Literal["listen", "take_over"]
    """listen: hear the call. take_over: hear it and speak in place of the agent."""
    joinedAt: str
    """When the line joined."""
    leftAt: str | None
    """When it ended; null: it has not."""


class CallOperator(TypedDict):
    """The operator, or the party of another call."""
    type: Literal["user", "key", "call"]
    """call: the party of another call, who was connected by a consultation."""
    id: str
    """The id of the user, the key or the call."""
    name: str | None
    """The present name; null: a call, or the user or key no longer exists."""


class TakeOver(TypedDict):
    by: CallOperator
    """The operator, or the party of another call."""
    at: str
    """When the takeover began."""
    until: str | None
    """When it ended; null: it has not."""
    reason: Literal["handed_back", "line_left", "session_ended"] | None
    """Why it ended: handed back, line disconnected, or the call or its session ended. Null: it has not."""
    note: str | None
    """The note to the agent at the hand-back; null: none."""


class CallDiagnosticsOperatorsAgentNotesItem(TypedDict):
    by: CallOperator
    """The operator, or the party of another call."""
    at: str
    """When it was sent."""
    text: str
    """The note."""


class TurnDiagnostics(TypedDict):
    speaker: str
    """customer, assistant (the agent) or human (an operator)."""
    audioOffsetMs: int | None
    """Where it begins in the recording, ms; null: unknown."""
    audioEndOffsetMs: int | None
    """Where it ends in the recording, ms; null: unknown."""
    interrupted: bool
    """Whether the other side cut it off."""
    heard: Literal["acked", "estimated"]
    """acked: playback receipts of the carrier prove how far it was heard. estimated: computed from the time of
    sending.
    """
    latencies: TurnLatencies | None
    """How fast the agent answered; null: the turn is no answer."""
    unheard: NotRequired[str]
    """The unspoken rest of the agent’s text when it was interrupted; absent: none known."""
    nudge: NotRequired[bool]
    """The turn asks whether the customer is still there; absent: it does not."""
    disclosure: NotRequired[bool]
    """The turn is the disclosure, or part of it; absent: it is not."""


class TurnLatencies(TypedDict):
    finalTranscriptMs: float | None
    """The final transcript, ms since the end of the customer's speech; null: it did not happen."""
    firstTokenMs: float | None
    """The first token of the model, ms since the end of the customer's speech; null: it did not happen."""
    firstAudioMs: float | None
    """The first audio of the TTS, ms since the end of the customer's speech; null: it did not happen."""
    firstFrameMs: float | None
    """The first frame sent to the carrier, ms since the end of the customer's speech; null: it did not happen."""
    firstPlayedMs: float | None
    """The first frame that was played, ms since the end of the customer's speech; null: it did not happen."""


class CallDiagnosticsTestVariablesItem(TypedDict):
    alias: str
    """The alias."""
    replaced: Literal["missing", "value"]
    """What the test variable replaced: a missing value, or another value."""


class CallAnalysis(TypedDict):
    status: CallOutcomeStatus
    """running: the model is reading the transcript. failed: `failure` says why, and nothing was charged."""
    success: OutcomeSuccess
    """Whether the call met all success criteria of its agent; null: there are none, or the transcript does not
    say.
    """
    findings: CallFindings | None
    """What was found; of the last analysis that completed. Null: none has."""
    failure: ConversationAnalysisFailure | None
    """Why the last analysis failed; null: it did not."""
    analysisRunId: str | None
    """The run that made it; null: the end of the call did."""
    analyzedAt: str | None
    """When it completed or failed; null: it is running."""
    chargedMicrocredits: int
    """What the analyses of the call cost, in microcredits."""


class CallReviewDetails(TypedDict):
    """What people noted about the call. It changes nothing about the call."""
    tags: list[str]
    """In the order in which they were added."""
    score: int | None
    """The score, from 1 to 5; null: none."""
    reviewed: NotRequired[bool]
    """Whether a person has gone through the call."""
    notes: list[CallNote]
    """Its notes, the oldest first."""


class CallNote(TypedDict):
    noteId: NoteId
    """The note."""
    text: str
    """The note."""
    by: AgentVersionBy | None
    """The author; null: unknown."""
    createdAt: str
    """When the note was added."""


class AgentVersionBy(TypedDict):
    """The user or API key that did it."""
    type: Literal["user", "key"]
    """user: of the console. key: an API key."""
    id: str
    """The id of the user or key."""
    name: str | None
    """Null: the user or key no longer exists."""


ReadVoiceCallData: TypeAlias = "CallDetails"
"""What readVoiceCall answers with."""


class CancelledCall(TypedDict):
    callId: CallId
    """The call."""
    status: Literal["cancelling", "cancelled"]
    """cancelled: it had not been dialled. cancelling: it ends once the carrier confirms."""


CancelVoiceCallData: TypeAlias = "CancelledCall"
"""What cancelVoiceCall answers with."""


class ErasedSessionLog(TypedDict):
    callId: CallId
    """The call."""
    erased: bool
    """Whether a log was kept."""


EraseSessionLogData: TypeAlias = "ErasedSessionLog"
"""What eraseSessionLog answers with."""


class AgentNoteAnswer(TypedDict):
    noteId: NoteId
    """The note."""
    callId: CallId
    """The call."""
    text: str
    """The note."""
    createdAt: str
    """When the note was accepted."""


NoteToAgentData: TypeAlias = "AgentNoteAnswer"
"""What noteToAgent answers with."""


class CallTagList(TypedDict):
    tags: list[CallTagListTagsItem]
    """The tags, the most used first."""


class CallTagListTagsItem(TypedDict):
    tag: str
    """The tag."""
    calls: int
    """The number of calls that have it."""


ListVoiceCallTagsData: TypeAlias = "CallTagList"
"""What listVoiceCallTags answers with."""


AddTag: TypeAlias = "str"
"""A tag. Kept in lower case, without spaces around it."""


class CallReview(TypedDict):
    callId: CallId
    """The call."""
    tags: list[str]
    """All tags of the call, in the order in which they were added."""
    score: int | None
    """The score of the call, from 1 to 5; null: none."""
    reviewed: NotRequired[bool]
    """Whether a person has gone through the call."""


ReviewVoiceCallData: TypeAlias = "CallReview"
"""What reviewVoiceCall answers with."""


class CallReviews(TypedDict):
    changed: list[CallReview]
    """The calls that were changed."""
    failures: list[CallReviewsFailuresItem]
    """The calls that were not changed, each with the reason."""


class CallReviewsFailuresItem(TypedDict):
    callId: CallId
    """The call."""
    error: CallReviewsFailuresItemError
    """Why the call was not changed."""


class CallReviewsFailuresItemError(TypedDict):
    """Why the call was not changed."""
    code: str
    """A code of the table of errors."""
    message: str
    """What happened, and what to do."""
    retryable: bool
    """Whether the same change may succeed later."""


ReviewVoiceCallsData: TypeAlias = "CallReviews"
"""What reviewVoiceCalls answers with."""


class CallNoteAnswer(TypedDict):
    noteId: NoteId
    """The note."""
    callId: CallId
    """The call."""
    text: str
    """The note."""
    createdAt: str
    """When the note was added."""


AddVoiceCallNoteData: TypeAlias = "CallNoteAnswer"
"""What addVoiceCallNote answers with."""


class RemovedCallNote(TypedDict):
    noteId: NoteId
    """The note."""
    removed: bool
    """Always true."""


RemoveVoiceCallNoteData: TypeAlias = "RemovedCallNote"
"""What removeVoiceCallNote answers with."""


class LegAnswer(TypedDict):
    callId: CallId
    """The call."""
    leg: Leg
    """The access of one browser to the call."""


class Leg(TypedDict):
    """The access of one browser to the call."""
    purpose: Literal["test", "listen", "take_over"]
    """test: be the caller of a test call. listen: hear a call. take_over: hear a call and speak in place of the
    agent.
    """
    token: str
    """Valid for one websocket; send it in the first message."""
    expiresAt: str
    """Until when the token opens a websocket: one minute."""
    signallingPath: str
    """Path of the websocket on this service."""


OpenLegData: TypeAlias = "LegAnswer"
"""What openLeg answers with."""


class Agent(TypedDict):
    """The published agent."""
    id: str
    """The agent; use it as `agentId`."""
    referenceName: str
    """A readable name that stays the same when the agent is renamed."""
    channel: AgentChannel
    """`sms` agents cannot be assigned yet; `other` is delivered nowhere."""
    status: Literal["active", "archived"]
    """archived: it can no longer be selected for calls, campaigns and accounts."""
    version: NotRequired[int]
    """The number of the published version."""
    contactContextRequired: bool
    """Whether its calls need a contact, because it has variables: `toNumber` is then refused."""
    name: str
    """What people call the agent."""
    instructions: AgentInstructions
    """What the agent is to do."""
    languageCode: str
    """The language of the agent, BCP 47."""
    dataSourceIds: list[str]
    """Data Sources whose text the agent is given for its answers."""
    contactCategoryIds: list[str]
    """Categories whose contacts the agent may call. Without any, calls to contacts are refused; on WhatsApp, all
    contacts may be written to.
    """
    dataSourceVariables: list[AgentDataSourceVariable]
    """Fields of Data Sources that the agent may use, each under an alias."""
    voiceSettings: VoiceSettings
    """How it sounds and behaves on calls; an absent setting has its default."""
    chatSettings: NotRequired[ChatSettings]
    """WhatsApp and Instagram only. An absent setting has its default."""
    instagramCollectMobileEnabled: InstagramCollectMobileEnabled
    """On Instagram: ask customers without a mobile for it, at most twice, then link the contact with that
    mobile, or create one.
    """
    createdAt: str
    """When the agent was created."""
    updatedAt: str
    """When the agent was last changed."""


AgentChannel: TypeAlias = "Literal['whatsapp', 'sms', 'voice', 'instagram', 'other']"
"""`sms` agents cannot be assigned yet; `other` is delivered nowhere."""


AgentInstructions: TypeAlias = "str"
"""What the agent is to do."""


class AgentDataSourceVariable(TypedDict):
    sourceId: str
    """The Data Source that has the field."""
    fieldKey: str
    """The field of the source."""
    alias: str
    """Its name in {{alias}} placeholders of the agent."""


class VoiceSettings(TypedDict):
    """How it sounds and behaves on calls; an absent setting has its default."""
    liveVoiceId: NotRequired[str]
    """The voice, an `id` of `GET /api/v1/voices`. Absent: a voice of the language and gender."""
    language: NotRequired[str]
    """The language of calls, BCP 47, which a voice must speak. Absent: `languageCode`."""
    furtherLanguages: NotRequired[list[str]]
    """Voice only: languages in which the agent continues when the customer speaks them, beside its own. Absent
    or empty: it keeps its own.
    """
    agentGender: NotRequired[Literal["male", "female"]]
    """Chooses a voice of this gender where `liveVoiceId` is absent."""
    backgroundNoiseKey: NotRequired[str]
    """The noise under the voice, a `key` of the noises of `GET /api/v1/voices`. Absent: none."""
    backgroundNoiseLevelPercent: NotRequired[int]
    """The volume of the background noise, in steps of 50; absent: 300. 100 is just audible."""
    firstGreeting: NotRequired[FirstGreeting]
    """Spoken when the call is answered, at most 30 words. May contain {{alias}} placeholders of granted
    variables.
    """
    disclosure: NotRequired[VoiceSettingsDisclosure]
    """Voice only: spoken first on every call, in full and without interruption. At most 60 words; placeholders
    as in the greeting; stored as one line. Empty: none.
    """
    allowGreetingInterrupt: NotRequired[bool]
    """Whether the customer can interrupt the greeting. Default false: what the customer says meanwhile is
    answered after it.
    """
    nudgeAfterSilenceSeconds: NotRequired[NudgeAfterSilenceSeconds]
    """Silence after which the agent asks whether the customer is still there, at most twice, seconds. Absent:
    12.
    """
    disconnectAfterSilenceSeconds: NotRequired[float]
    """Silence of the customer after which the call ends, seconds. Absent: 60."""
    maxCallDurationSeconds: NotRequired[float]
    """The longest that a call may last, seconds; it ends with a closing sentence. Absent: 3,600."""
    repeatInterruptedSentence: NotRequired[bool]
    """Whether the reply after an interruption begins with the sentence that was cut, unless the customer asked a
    question. Default: false.
    """
    filler: NotRequired[VoiceSettingsFiller]
    """Voice only: spoken while a reply is late. Empty: nothing is. Absent: a phrase in the language of the call."""
    fillerAfterSeconds: NotRequired[float]
    """Silence after which the filler is spoken, seconds; absent: 3."""
    keyPauseSeconds: NotRequired[float]
    """Seconds without a key that end what the customer keys in; absent: 2. The key # ends it at once."""
    speakingSpeed: NotRequired[float]
    """Voice only: how fast it speaks, as a factor of the voice's own speed, within the `speeds` of its voice."""
    pronunciations: NotRequired[list[VoiceSettingsPronunciationsItem]]
    """Voice only: how its voice says names and terms. Transcripts keep the written form."""
    patience: NotRequired[VoiceSettingsPatience]
    """How long the agent waits for more words when the customer pauses, where the recogniser does not report the
    end of the turn. Default: `normal`.
    """
    bargeInDuck: NotRequired[BargeInDuck]
    """Voice only: when the customer makes a sound, the agent first speaks more quietly, and stops at a word or
    half a second of speech. False: it stops at once. Default true.
    """
    backchannels: NotRequired[list[str]]
    """Voice only: words that do not interrupt the agent, like "copy that", beside the usual ones of its
    language.
    """
    phoneMenu: NotRequired[VoiceSettingsPhoneMenu]
    """The agent presses keys to find its way through phone menus. Absent: menus are answered like people."""


FirstGreeting: TypeAlias = "str"
"""Spoken when the call is answered, at most 30 words. May contain {{alias}} placeholders of granted variables."""


VoiceSettingsDisclosure: TypeAlias = "str"
"""Voice only: spoken first on every call, in full and without interruption. At most 60 words; placeholders as in
the greeting; stored as one line. Empty: none.
"""


NudgeAfterSilenceSeconds: TypeAlias = "float"
"""Silence after which the agent asks whether the customer is still there, at most twice, seconds. Absent: 12."""


VoiceSettingsFiller: TypeAlias = "str"
"""Voice only: spoken while a reply is late. Empty: nothing is. Absent: a phrase in the language of the call."""


class VoiceSettingsPronunciationsItem(TypedDict):
    written: WrittenForm
    """A name or term as the agent writes it. Case does not count; only whole words are replaced."""
    spoken: str
    """What the voice is given in its place."""


WrittenForm: TypeAlias = "str"
"""A name or term as the agent writes it. Case does not count; only whole words are replaced."""


VoiceSettingsPatience: TypeAlias = "Literal['low', 'normal', 'high']"
"""How long the agent waits for more words when the customer pauses, where the recogniser does not report the end
of the turn. Default: `normal`.
"""


BargeInDuck: TypeAlias = "bool"
"""Voice only: when the customer makes a sound, the agent first speaks more quietly, and stops at a word or half
a second of speech. False: it stops at once. Default true.
"""


class VoiceSettingsPhoneMenu(TypedDict):
    """The agent presses keys to find its way through phone menus. Absent: menus are answered like people."""
    goal: str
    """What the agent looks for in the phone menu of a company that it calls."""
    repeats: NotRequired[int]
    """The call is stuck when the same menu has been heard this often. Default: 3."""
    transferTool: NotRequired[TransferTool]
    """The transfer tool of the agent that takes a stuck call. Default: the call ends with `menu_loop`."""


TransferTool: TypeAlias = "str"
"""The transfer tool of the agent that takes a stuck call. Default: the call ends with `menu_loop`."""


class ChatSettings(TypedDict):
    """WhatsApp and Instagram only. An absent setting has its default."""
    typingIndicator: NotRequired[bool]
    """Mark messages as read and show typing while the agent answers. Default: true."""
    images: NotRequired[bool]
    """Show the images of customers to the model, if it takes images. Default: true."""
    voiceNotes: NotRequired[bool]
    """Transcribe the voice notes of customers by speech recognition. Default: true."""


InstagramCollectMobileEnabled: TypeAlias = "bool"
"""On Instagram: ask customers without a mobile for it, at most twice, then link the contact with that mobile, or
create one.
"""


CreateAgentRequestInstructions: TypeAlias = "str"
"""What the agent is to do, at most 20,000 words. {{alias}} stands for a granted variable."""


class NewDataSourceVariable(TypedDict):
    sourceId: str
    """The Data Source that has the field."""
    fieldKey: str
    """The field of the source."""
    alias: str
    """Its name in {{alias}} placeholders of the agent."""


class NewVoiceSettings(TypedDict):
    """How the agent sounds and behaves on calls. Voice only."""
    liveVoiceId: NotRequired[str]
    """The voice, an `id` of `GET /api/v1/voices`. Absent: a voice of the language and gender."""
    language: NotRequired[str]
    """The language of calls, BCP 47, which a voice must speak. Absent: `languageCode`."""
    furtherLanguages: NotRequired[list[str]]
    """Voice only: languages in which the agent continues when the customer speaks them, beside its own. Absent
    or empty: it keeps its own.
    """
    agentGender: NotRequired[Literal["male", "female"]]
    """Chooses a voice of this gender where `liveVoiceId` is absent."""
    backgroundNoiseKey: NotRequired[Literal["office", "cafe", "street"]]
    """The noise under the voice, a `key` of the noises of `GET /api/v1/voices`. Absent: none."""
    backgroundNoiseLevelPercent: NotRequired[int]
    """The volume of the background noise, in steps of 50; absent: 300. 100 is just audible."""
    firstGreeting: NotRequired[FirstGreeting]
    """Spoken when the call is answered, at most 30 words. May contain {{alias}} placeholders of granted
    variables.
    """
    disclosure: NotRequired[VoiceSettingsDisclosure]
    """Voice only: spoken first on every call, in full and without interruption. At most 60 words; placeholders
    as in the greeting; stored as one line. Empty: none.
    """
    allowGreetingInterrupt: NotRequired[bool]
    """Whether the customer can interrupt the greeting. Default false: what the customer says meanwhile is
    answered after it.
    """
    nudgeAfterSilenceSeconds: NotRequired[NudgeAfterSilenceSeconds]
    """Silence after which the agent asks whether the customer is still there, at most twice, seconds. Absent:
    12.
    """
    disconnectAfterSilenceSeconds: NotRequired[float]
    """Silence of the customer after which the call ends, seconds. Absent: 60."""
    maxCallDurationSeconds: NotRequired[float]
    """The longest that a call may last, seconds; it ends with a closing sentence. Absent: 3,600."""
    repeatInterruptedSentence: NotRequired[bool]
    """Whether the reply after an interruption begins with the sentence that was cut, unless the customer asked a
    question. Default: false.
    """
    filler: NotRequired[VoiceSettingsFiller]
    """Voice only: spoken while a reply is late. Empty: nothing is. Absent: a phrase in the language of the call."""
    fillerAfterSeconds: NotRequired[float]
    """Silence after which the filler is spoken, seconds; absent: 3."""
    keyPauseSeconds: NotRequired[float]
    """Seconds without a key that end what the customer keys in; absent: 2. The key # ends it at once."""
    speakingSpeed: NotRequired[float]
    """Voice only: how fast it speaks, as a factor of the voice's own speed, within the `speeds` of its voice."""
    pronunciations: NotRequired[list[NewVoiceSettingsPronunciation]]
    """Voice only: how its voice says names and terms. Transcripts keep the written form."""
    patience: NotRequired[VoiceSettingsPatience]
    """How long the agent waits for more words when the customer pauses, where the recogniser does not report the
    end of the turn. Default: `normal`.
    """
    bargeInDuck: NotRequired[BargeInDuck]
    """Voice only: when the customer makes a sound, the agent first speaks more quietly, and stops at a word or
    half a second of speech. False: it stops at once. Default true.
    """
    backchannels: NotRequired[list[str]]
    """Voice only: words that do not interrupt the agent, like "copy that", beside the usual ones of its
    language.
    """
    phoneMenu: NotRequired[PhoneMenuSettings]
    """The agent presses keys to find its way through phone menus. Absent: menus are answered like people."""


NewVoiceSettingsLanguage: TypeAlias = "Literal['en', 'en-GB']"
"""The language of calls, BCP 47, which a voice must speak. Absent: `languageCode`."""


class NewVoiceSettingsPronunciation(TypedDict):
    written: WrittenForm
    """A name or term as the agent writes it. Case does not count; only whole words are replaced."""
    spoken: str
    """What the voice is given in its place."""


class PhoneMenuSettings(TypedDict):
    """The agent presses keys to find its way through phone menus. Absent: menus are answered like people."""
    goal: str
    """What the agent looks for in the phone menu of a company that it calls."""
    repeats: NotRequired[int]
    """The call is stuck when the same menu has been heard this often. Default: 3."""
    transferTool: NotRequired[TransferTool]
    """The transfer tool of the agent that takes a stuck call. Default: the call ends with `menu_loop`."""


class CreateAgentBodyChatSettings(TypedDict):
    """WhatsApp and Instagram only. An absent setting has its default."""
    typingIndicator: NotRequired[bool]
    """Mark messages as read and show typing while the agent answers. Default: true."""
    images: NotRequired[bool]
    """Show the images of customers to the model, if it takes images. Default: true."""
    voiceNotes: NotRequired[bool]
    """Transcribe the voice notes of customers by speech recognition. Default: true."""


class AgentAssignmentRequest(TypedDict):
    phoneNumberId: NotRequired[str]
    """WhatsApp: the id of the connected phone number."""
    providerAccountId: NotRequired[str]
    """Instagram: the id of the professional account."""
    autoReplyEnabled: NotRequired[bool]
    """Whether the agent answers messages. Default: true."""
    humanHandoffActive: NotRequired[bool]
    """True: people answer on the account, and the agent is silent. Default: false."""


class CreatedAgent(TypedDict):
    agent: Agent
    """The published agent."""
    referenceName: str
    """As `agent.referenceName`."""
    channelReadiness: Literal["live", "not_connected", "unavailable"]
    """Whether the channel of the agent can be used."""
    assignment: AgentAssignment | None
    """The account on which it answers; null: none."""


class AgentAssignment(TypedDict):
    channel: AgentAssignmentChannel
    """The messaging channel."""
    phoneNumberId: PhoneNumberId
    """The WhatsApp phone number id. Null on other channels."""
    providerAccountId: str | None
    """The Instagram professional account id. Null on other channels."""
    displayName: str
    """The name that is shown for the account."""
    aiAgentId: str | None
    """The assigned agent. Null: none."""
    autoReplyEnabled: bool
    """Whether the assigned agent answers customers."""
    humanHandoffActive: bool
    """Whether people answer on the whole account, so that no agent does."""
    updatedAt: UpdatedAt
    """When it was last changed."""


AgentAssignmentChannel: TypeAlias = "Literal['whatsapp', 'instagram']"
"""The messaging channel."""


PhoneNumberId: TypeAlias = "str | None"
"""The WhatsApp phone number id. Null on other channels."""


UpdatedAt: TypeAlias = "str"
"""When it was last changed."""


CreateAgentData: TypeAlias = "CreatedAgent"
"""What createAgent answers with."""


class AgentAnswer(TypedDict):
    agent: Agent
    """The published agent."""


ReadAgentData: TypeAlias = "AgentAnswer"
"""What readAgent answers with."""


class VoiceSettingsChanges(TypedDict):
    liveVoiceId: NotRequired[str | None]
    """The voice, an `id` of `GET /api/v1/voices`. Absent: a voice of the language and gender."""
    language: NotRequired[str | None]
    """The language of calls, BCP 47, which a voice must speak. Absent: `languageCode`."""
    furtherLanguages: NotRequired[list[str] | None]
    """Voice only: languages in which the agent continues when the customer speaks them, beside its own. Absent
    or empty: it keeps its own.
    """
    agentGender: NotRequired[Literal["male", "female"] | None]
    """Chooses a voice of this gender where `liveVoiceId` is absent."""
    backgroundNoiseKey: NotRequired[Literal["office", "cafe", "street"] | None]
    """The noise under the voice, a `key` of the noises of `GET /api/v1/voices`. Absent: none."""
    backgroundNoiseLevelPercent: NotRequired[int | None]
    """The volume of the background noise, in steps of 50; absent: 300. 100 is just audible."""
    firstGreeting: NotRequired[str | None]
    """Spoken when the call is answered, at most 30 words. May contain {{alias}} placeholders of granted
    variables.
    """
    disclosure: NotRequired[str | None]
    """Voice only: spoken first on every call, in full and without interruption. At most 60 words; placeholders
    as in the greeting; stored as one line. Empty: none.
    """
    allowGreetingInterrupt: NotRequired[bool | None]
    """Whether the customer can interrupt the greeting. Default false: what the customer says meanwhile is
    answered after it.
    """
    nudgeAfterSilenceSeconds: NotRequired[float | None]
    """Silence after which the agent asks whether the customer is still there, at most twice, seconds. Absent:
    12.
    """
    disconnectAfterSilenceSeconds: NotRequired[float | None]
    """Silence of the customer after which the call ends, seconds. Absent: 60."""
    maxCallDurationSeconds: NotRequired[float | None]
    """The longest that a call may last, seconds; it ends with a closing sentence. Absent: 3,600."""
    repeatInterruptedSentence: NotRequired[bool | None]
    """Whether the reply after an interruption begins with the sentence that was cut, unless the customer asked a
    question. Default: false.
    """
    filler: NotRequired[str | None]
    """Voice only: spoken while a reply is late. Empty: nothing is. Absent: a phrase in the language of the call."""
    fillerAfterSeconds: NotRequired[float | None]
    """Silence after which the filler is spoken, seconds; absent: 3."""
    keyPauseSeconds: NotRequired[float | None]
    """Seconds without a key that end what the customer keys in; absent: 2. The key # ends it at once."""
    speakingSpeed: NotRequired[float | None]
    """Voice only: how fast it speaks, as a factor of the voice's own speed, within the `speeds` of its voice."""
    pronunciations: NotRequired[list[NewVoiceSettingsPronunciation] | None]
    """Voice only: how its voice says names and terms. Transcripts keep the written form."""
    patience: NotRequired[Literal["low", "normal", "high"] | None]
    """How long the agent waits for more words when the customer pauses, where the recogniser does not report the
    end of the turn. Default: `normal`.
    """
    bargeInDuck: NotRequired[bool | None]
    """Voice only: when the customer makes a sound, the agent first speaks more quietly, and stops at a word or
    half a second of speech. False: it stops at once. Default true.
    """
    backchannels: NotRequired[list[str] | None]
    """Voice only: words that do not interrupt the agent, like "copy that", beside the usual ones of its
    language.
    """
    phoneMenu: NotRequired[PhoneMenuSettings | None]
    """How the agent finds its way through phone menus. Null: menus are answered like people."""


class UpdateAgentRequestChatSettings(TypedDict):
    typingIndicator: NotRequired[bool | None]
    """Mark messages as read and show typing while the agent answers. Default: true."""
    images: NotRequired[bool | None]
    """Show the images of customers to the model, if it takes images. Default: true."""
    voiceNotes: NotRequired[bool | None]
    """Transcribe the voice notes of customers by speech recognition. Default: true."""


UpdateAgentData: TypeAlias = "AgentAnswer"
"""What updateAgent answers with."""


ArchiveAgentData: TypeAlias = "AgentAnswer"
"""What archiveAgent answers with."""


class AgentVersion(TypedDict):
    """One version of an agent."""
    version: int
    """1 is the version that it was created with."""
    createdAt: str
    """When it was published."""
    by: AgentVersionBy | None
    """The author; null: changes from before authors were recorded."""
    note: NotRequired[str]
    """What its author wrote about it."""
    restored: NotRequired[int]
    """The earlier version that it repeats."""
    channel: AgentChannel
    """`sms` agents cannot be assigned yet; `other` is delivered nowhere."""
    name: str
    """What people call the agent."""
    instructions: AgentInstructions
    """What the agent is to do."""
    languageCode: str
    """The language of the agent, BCP 47."""
    dataSourceIds: list[str]
    """Data Sources whose text the agent is given for its answers."""
    contactCategoryIds: list[str]
    """Categories whose contacts the agent may call. Without any, calls to contacts are refused; on WhatsApp, all
    contacts may be written to.
    """
    dataSourceVariables: list[AgentDataSourceVariable]
    """Fields of Data Sources that the agent may use, each under an alias."""
    voiceSettings: VoiceSettings
    """How it sounds and behaves on calls; an absent setting has its default."""
    chatSettings: NotRequired[ChatSettings]
    """WhatsApp and Instagram only. An absent setting has its default."""
    instagramCollectMobileEnabled: InstagramCollectMobileEnabled
    """On Instagram: ask customers without a mobile for it, at most twice, then link the contact with that
    mobile, or create one.
    """


class AgentVersionAnswer(TypedDict):
    version: AgentVersion
    """One version of an agent."""


ReadPublishedVersionData: TypeAlias = "AgentVersionAnswer"
"""What readPublishedVersion answers with."""


class AgentDraftAnswer(TypedDict):
    draft: AgentDraft
    """What the next publication may be."""


class AgentDraft(TypedDict):
    """What the next publication may be."""
    agentId: AgentId
    """The agent."""
    basedOn: int
    """The version that was published when the draft was begun."""
    isOutdated: bool
    """Another version was published since."""
    tag: str
    """Changes with each save. For `If-Match`, in double quotes."""
    updatedAt: str
    """When it was last saved."""
    updatedBy: SplitStartedBy | None
    """The author of the last save; null: unknown."""
    channel: AgentChannel
    """`sms` agents cannot be assigned yet; `other` is delivered nowhere."""
    name: str
    """What people call the agent."""
    instructions: AgentInstructions
    """What the agent is to do."""
    languageCode: str
    """The language of the agent, BCP 47."""
    dataSourceIds: list[str]
    """Data Sources whose text the agent is given for its answers."""
    contactCategoryIds: list[str]
    """Categories whose contacts the agent may call. Without any, calls to contacts are refused; on WhatsApp, all
    contacts may be written to.
    """
    dataSourceVariables: list[AgentDataSourceVariable]
    """Fields of Data Sources that the agent may use, each under an alias."""
    voiceSettings: VoiceSettings
    """How it sounds and behaves on calls; an absent setting has its default."""
    chatSettings: NotRequired[ChatSettings]
    """WhatsApp and Instagram only. An absent setting has its default."""
    instagramCollectMobileEnabled: InstagramCollectMobileEnabled
    """On Instagram: ask customers without a mobile for it, at most twice, then link the contact with that
    mobile, or create one.
    """


class SplitStartedBy(TypedDict):
    """The user or API key that did it."""
    type: Literal["user", "key"]
    """user: of the console. key: an API key."""
    id: str
    """The id of the user or key."""


ReadDraftData: TypeAlias = "AgentDraftAnswer"
"""What readDraft answers with."""


SaveDraftData: TypeAlias = "AgentDraftAnswer"
"""What saveDraft answers with."""


DiscardDraftData: TypeAlias = "AgentAnswer"
"""What discardDraft answers with."""


PublishDraftData: TypeAlias = "AgentAnswer"
"""What publishDraft answers with."""


RollBackAgentData: TypeAlias = "AgentAnswer"
"""What rollBackAgent answers with."""


class Split(TypedDict):
    """A split of the recipients between two versions."""
    splitId: str
    """The split."""
    agentId: AgentId
    """The agent."""
    campaignId: str | None
    """Null: all that the agent does is divided."""
    published: int
    """The published version."""
    version: int
    """The version that is compared with it."""
    percent: int
    """The share of the recipients that get `version`."""
    startedAt: str
    """When it began to divide recipients."""
    startedBy: SplitStartedBy | None
    """The user or key that started it; null: unknown."""
    endedAt: str | None
    """When it ended; null: it divides recipients."""
    end: SplitEnd | None
    """How it ended; null: it has not."""


class SplitEnd(TypedDict):
    reason: Literal["chosen", "dropped", "published", "archived"]
    """chosen: with a winner; dropped: without; published: another version was published; archived: the agent
    was.
    """
    winner: int | None
    """The version that was chosen; otherwise null."""


class SplitAnswer(TypedDict):
    split: Split
    """A split of the recipients between two versions."""


StartSplitData: TypeAlias = "SplitAnswer"
"""What startSplit answers with."""


class SplitWithResults(TypedDict):
    split: Split
    """A split of the recipients between two versions."""
    results: SplitResults
    """The outcomes of both versions side by side."""


class SplitResults(TypedDict):
    """The outcomes of both versions side by side."""
    confidence: float
    """Of each interval on its own."""
    published: SplitSide
    """What came of the published version."""
    version: SplitSide
    """What came of the version that is compared with it."""
    differences: SplitResultsDifferences
    """Values of `version` minus those of the published version."""


class SplitSide(TypedDict):
    version: int
    """The number of a version of the agent, from 1."""
    calls: int
    """Calls, also those that have not ended."""
    conversations: int
    """Conversations in which the agent has written."""
    answered: SplitShare
    """Of the calls that have ended: those that a person answered."""
    success: SplitShare
    """Of the analysed calls and conversations that met all criteria or missed one: those that met all."""
    criteria: list[SplitSideCriteriaItem]
    """The same for each criterion."""
    durationSeconds: int
    """Connected time of all calls, seconds."""
    chargedMicrocredits: int
    """What the calls cost, in microcredits."""
    answerMs: SplitSideAnswerMs
    """How long customers waited until they heard an answer, ms. Each call counts once, with the mean of its
    answers.
    """
    microcreditsPerCall: SplitSideAnswerMs
    """What a call cost, in microcredits, of the calls that have ended."""


class SplitShare(TypedDict):
    count: int
    """How many it holds for."""
    of: int
    """Among how many."""
    share: float | None
    """`count` divided by `of`; null: of none."""
    low: float | None
    """The lower end of its interval; null: of none."""
    high: float | None
    """The upper end of its interval; null: of none."""


class SplitSideCriteriaItem(TypedDict):
    key: str
    """The key of the criterion."""
    met: SplitShare
    """Of those with a verdict: those that met it."""


class SplitSideAnswerMs(TypedDict):
    count: int
    """Of how many calls it is the mean."""
    mean: float | None
    """The mean of the calls; null: there are none."""
    low: float | None
    """The lower end of its interval; null: all calls are equal, or fewer than two."""
    high: float | None
    """The upper end of its interval; null: all calls are equal, or fewer than two."""


class SplitResultsDifferences(TypedDict):
    """Values of `version` minus those of the published version."""
    answered: SplitResultsDifferencesAnswered | None
    """The difference of the answered calls; null: one of the two shares is of none."""
    success: SplitResultsDifferencesAnswered | None
    """The difference of the successes; null: one of the two shares is of none."""
    criteria: list[SplitResultsDifferencesCriteriaItem]
    """The difference for each criterion."""
    answerMs: SplitResultsDifferencesAnswered | None
    """The difference of the waits for an answer, ms; null: a version has fewer than two calls, or all calls of
    both are equal.
    """
    microcreditsPerCall: SplitResultsDifferencesAnswered | None
    """The difference of the cost of a call, microcredits; null: a version has fewer than two calls, or all calls
    of both are equal.
    """


class SplitResultsDifferencesAnswered(TypedDict):
    difference: float
    """The value of `version`, minus that of the published version."""
    low: float
    """The lower end of its interval."""
    high: float
    """The upper end of its interval."""
    isConclusive: bool
    """Whether the interval excludes 0."""


class SplitResultsDifferencesCriteriaItem(TypedDict):
    key: str
    """The key of the criterion."""
    met: SplitResultsDifferencesAnswered | None
    """The difference of the verdicts; null: one of the two shares is of none."""


ReadSplitData: TypeAlias = "SplitWithResults"
"""What readSplit answers with."""


EndSplitData: TypeAlias = "SplitAnswer"
"""What endSplit answers with."""


class VoicemailAnswer(TypedDict):
    voicemail: Voicemail
    """What the agent does when a machine answers its call."""


Voicemail: TypeAlias = "HangUpVoicemail | LeaveMessageVoicemail | TalkVoicemail"
"""What the agent does when a machine answers its call."""


class HangUpVoicemail(TypedDict):
    type: Literal["hang_up"]
    """Hang up at once."""


class LeaveMessageVoicemail(TypedDict):
    type: Literal["leave_message"]
    """Leave the message after the beep, then hang up."""
    text: LeaveMessageVoicemailText
    """The message, with {{alias}} placeholders like the instructions."""


LeaveMessageVoicemailText: TypeAlias = "str"
"""The message, with {{alias}} placeholders like the instructions."""


class TalkVoicemail(TypedDict):
    type: Literal["talk"]
    """Talk as to a person."""


ReadVoicemailData: TypeAlias = "VoicemailAnswer"
"""What readVoicemail answers with."""


VoicemailInput: TypeAlias = "HangUpVoicemailInput | LeaveMessageVoicemailInput | TalkVoicemailInput"
"""What the agent does when a machine answers its call."""


class HangUpVoicemailInput(TypedDict):
    type: Literal["hang_up"]
    """Hang up at once."""


class LeaveMessageVoicemailInput(TypedDict):
    type: Literal["leave_message"]
    """Leave the message after the beep, then hang up."""
    text: LeaveMessageVoicemailText
    """The message, with {{alias}} placeholders like the instructions."""


class TalkVoicemailInput(TypedDict):
    type: Literal["talk"]
    """Talk as to a person."""


SetVoicemailData: TypeAlias = "VoicemailAnswer"
"""What setVoicemail answers with."""


class MemorySettings(TypedDict):
    memory: MemorySettingsMemory
    """What the agent may know of earlier calls and conversations."""


class MemorySettingsMemory(TypedDict):
    """What the agent may know of earlier calls and conversations."""
    enabled: bool
    """Whether the agent remembers its contacts."""


ReadMemorySettingsData: TypeAlias = "MemorySettings"
"""What readMemorySettings answers with."""


class SetMemorySettingsBodyMemory(TypedDict):
    """What the agent may know of earlier calls and conversations."""
    enabled: bool
    """Whether the agent remembers its contacts."""


SetMemorySettingsData: TypeAlias = "MemorySettings"
"""What setMemorySettings answers with."""


class AnalysisSettings(TypedDict):
    analysis: AnalysisSettingsAnalysis
    """What calls and conversations are judged by, and what is extracted from them."""


class AnalysisSettingsAnalysis(TypedDict):
    """What calls and conversations are judged by, and what is extracted from them."""
    criteria: list[AnalysisSettingsAnalysisCriteriaItem]
    """A call is a success if it meets all of them."""
    fields: AnalysisSettingsAnalysisFields | None
    """The fields to extract; null: nothing is extracted."""


class AnalysisSettingsAnalysisCriteriaItem(TypedDict):
    key: str
    """Its name in findings and exports."""
    description: str
    """When the criterion is met, in plain words."""


class AnalysisSettingsAnalysisFields(TypedDict):
    """JSON Schema of the fields to extract."""
    type: Literal["object"]
    """Always `object`."""
    properties: dict[str, AnalysisSettingsAnalysisFieldsPropertiesValue]
    """The fields by key."""


class AnalysisSettingsAnalysisFieldsPropertiesValue(TypedDict):
    type: AnalysisFieldType
    """The type of the value."""
    description: NotRequired[str]
    """For the model: what the field means."""
    enum: NotRequired[list[str]]
    """The only values of a string."""


AnalysisFieldType: TypeAlias = "Literal['string', 'number', 'integer', 'boolean']"
"""The type of the value."""


ReadAnalysisSettingsData: TypeAlias = "AnalysisSettings"
"""What readAnalysisSettings answers with."""


class SetAnalysisSettingsBodyAnalysis(TypedDict):
    """What calls and conversations are judged by, and what is extracted from them."""
    criteria: list[SetAnalysisSettingsBodyAnalysisCriteriaItem]
    """A call is a success if it meets all of them."""
    fields: SetAnalysisSettingsBodyAnalysisFields | None
    """The fields to extract; null: nothing is extracted."""


class SetAnalysisSettingsBodyAnalysisCriteriaItem(TypedDict):
    key: str
    """Its name in findings and exports."""
    description: str
    """When the criterion is met, in plain words."""


class SetAnalysisSettingsBodyAnalysisFields(TypedDict):
    """JSON Schema of the fields to extract."""
    type: Literal["object"]
    """Always `object`."""
    properties: dict[str, SetAnalysisSettingsBodyAnalysisFieldsPropertiesValue]
    """The fields by key."""


class SetAnalysisSettingsBodyAnalysisFieldsPropertiesValue(TypedDict):
    type: AnalysisFieldType
    """The type of the value."""
    description: NotRequired[str]
    """For the model: what the field means."""
    enum: NotRequired[list[str]]
    """The only values of a string."""


SetAnalysisSettingsData: TypeAlias = "AnalysisSettings"
"""What setAnalysisSettings answers with."""


class AnalysisRunAnswer(TypedDict):
    analysisRunId: str
    """The run; use it to confirm the estimate."""
    agentId: AgentId
    """The agent."""
    status: Literal["estimated", "running", "completed", "partial"]
    """estimated: awaits its confirmation. partial: it has ended, and some could not be analysed; they cost
    nothing.
    """
    of: Literal["calls", "conversations"]
    """What is analysed."""
    calls: int
    """Ended calls in the period that match the filter and in which the customer spoke, or conversations that
    fell silent in it, which were not analysed with the present criteria and fields.
    """
    analyzed: int
    """How many have been analysed so far."""
    failed: int
    """How many could not be analysed; another run tries them again."""
    maxChargeMicrocredits: SummaryRunMaxCharge
    """The most that the run can cost, microcredits. Confirm it with exactly this amount."""
    chargedMicrocredits: ChargedMicrocredits
    """What has been charged so far, microcredits (1,000,000 are one credit)."""
    createdAt: SummaryRunAnswerCreatedAt
    """When the price was estimated."""
    expiresAt: ExpiresAt
    """Until when the estimate can be confirmed."""
    endedAt: EndedAt
    """When the run ended; null: it has not."""


SummaryRunMaxCharge: TypeAlias = "int"
"""The most that the run can cost, microcredits. Confirm it with exactly this amount."""


ChargedMicrocredits: TypeAlias = "int"
"""What has been charged so far, microcredits (1,000,000 are one credit)."""


SummaryRunAnswerCreatedAt: TypeAlias = "str"
"""When the price was estimated."""


ExpiresAt: TypeAlias = "str"
"""Until when the estimate can be confirmed."""


EndedAt: TypeAlias = "str | None"
"""When the run ended; null: it has not."""


class AnalysisFilter(TypedDict):
    """Only calls that match, as in a list of calls."""
    status: NotRequired[VoicemailTimelineItemStatus]
    """queued: waits for a line or the carrier. ringing: the carrier has accepted it. cancelling: the hang-up
    awaits the carrier. completed: it was connected. The last five are final.
    """
    agentVersion: NotRequired[CallQueryAgentVersion]
    """Only calls that this version of the agent made."""
    contactId: NotRequired[CallQueryContactId]
    """Only those with this contact."""
    campaignId: NotRequired[CallQueryCampaignId]
    """Only those of this campaign."""
    analysis: NotRequired[CallOutcomeStatus]
    """running: the model is reading the transcript. failed: `failure` says why, and nothing was charged."""
    success: NotRequired[CallQuerySuccess]
    """Whether all success criteria of the agent were met."""
    sentiment: NotRequired[ConversationFindingsSentiment]
    """The customer's sentiment over the whole call or episode; mixed: both positive and negative."""
    request: NotRequired[CustomerRequest]
    """human: a person instead of the agent; no_contact: not to be contacted again; call_back: another call."""
    endedBy: NotRequired[EndedBy]
    """The party that ended it. system: Parley, by a limit or a rule. provider: a carrier, STT, TTS or LLM
    failed. unknown: not reported.
    """
    endReason: NotRequired[EndReason]
    """Why it ended, as `endReason` of a call."""
    slow: NotRequired[Literal["true", "false"]]
    """Whether an answer took longer than 2 seconds."""
    interrupted: NotRequired[Literal["true", "false"]]
    """Whether the customer interrupted the agent."""
    toolFailed: NotRequired[Literal["true", "false"]]
    """Whether a tool failed."""
    reviewed: NotRequired[Literal["true", "false"]]
    """Whether a person has marked it as reviewed."""
    tag: NotRequired[AddTag]
    """A tag. Kept in lower case, without spaces around it."""
    minScore: NotRequired[MinScore]
    """A score that a person gave, from 1 to 5."""
    maxScore: NotRequired[MinScore]
    """A score that a person gave, from 1 to 5."""


CallQueryAgentVersion: TypeAlias = "int"
"""Only calls that this version of the agent made."""


CallQueryContactId: TypeAlias = "str"
"""Only those with this contact."""


CallQueryCampaignId: TypeAlias = "str"
"""Only those of this campaign."""


CallQuerySuccess: TypeAlias = "Literal['true', 'false']"
"""Whether all success criteria of the agent were met."""


EndReason: TypeAlias = "Literal['completed', 'customer_hangup', 'agent_hangup', 'operator_hangup', 'cancelled', 'no_answer', 'busy', 'voicemail', 'mailbox_full', 'unavailable', 'ivr_menu', 'not_in_service', 'invalid_number', 'rejected_by_carrier', 'no_line', 'claim_lost', 'suppressed', 'destination_not_allowed', 'quiet_hours', 'attempts_exceeded', 'insufficient_credit', 'silence', 'max_duration', 'menu_loop', 'media_lost', 'speech_provider_failed', 'disclosure_failed', 'model_failed', 'placement_unknown', 'carrier_failed', 'internal']"
"""Why it ended, as `endReason` of a call."""


MinScore: TypeAlias = "int"
"""A score that a person gave, from 1 to 5."""


MaxChargeMicrocredits: TypeAlias = "int"
"""The `maxChargeMicrocredits` of the estimate, which the client agrees to."""


RunAnalysisData: TypeAlias = "AnalysisRunAnswer"
"""What runAnalysis answers with."""


class ToolList(TypedDict):
    tools: list[Tool]
    """The tools, in order of name."""


class Tool(TypedDict):
    """A tool, without its secrets."""
    name: str
    """The name by which the model uses it."""
    description: str
    """For the model: what it does, and when to use it."""
    kind: Literal["http", "mcp", "transfer", "consult", "send_digits", "look_up", "hand_over", "save_mobile"]
    """http: a server of the business; mcp: a tool of an MCP server; the others are done by Parley."""
    parameters: dict[str, Any]
    """JSON Schema of the arguments; empty where the tool takes none."""
    url: str | None
    """The address of its server; null unless it is http or mcp."""
    oauth: ToolOauth | None
    """Of http and mcp: the client with which its server is called."""
    hasToken: bool
    """Of mcp: whether a bearer token is stored."""
    serverTool: str | None
    """Of mcp: the server's own name for it; otherwise null."""
    transferTo: str | None
    """Of transfer and consult: the number that is called, E.164; otherwise null."""
    looksUp: str | None
    """Of look_up: the id of the Data Source; otherwise null."""
    timeoutSeconds: int
    """How long its answer is awaited, seconds."""
    agentIds: list[str] | None
    """The agents that may use it; null: every agent of the business."""
    project: NotRequired[str]
    """The project of `parley apply` that the tool belongs to; absent: none."""
    tag: str
    """Changes with each edit. For `If-Match`, in double quotes."""


class ToolOauth(TypedDict):
    tokenUrl: str
    """The authorization server's token endpoint."""
    clientId: str
    """The id of the client at the authorization server."""
    authMethod: Literal["client_secret_basic", "client_secret_post"]
    """Where the secret is sent: in the Authorization header (client_secret_basic) or in the body."""
    scope: str | None
    """Requested scopes, separated by spaces; null: none are named."""
    audience: str | None
    """The audience that is requested; null: none."""
    resource: str | None
    """The URI of the API (RFC 8707); null: not sent, or for an MCP server its url unless there is an audience."""


ListToolsData: TypeAlias = "ToolList"
"""What listTools answers with."""


SetToolRequestName: TypeAlias = "str"
"""The name by which the model uses it. Names of built-in tools like `end_call` are refused."""


class SetToolRequestOauth(TypedDict):
    """With url: the OAuth 2.0 client with which its server is called."""
    tokenUrl: str
    """The authorization server's token endpoint."""
    clientId: str
    """The id of the client at the authorization server."""
    clientSecret: NotRequired[str]
    """Stored encrypted and never returned. Omitted: the tool's present secret stays, if its client, its tokenUrl
    and the origin of its url do.
    """
    authMethod: NotRequired[Literal["client_secret_basic", "client_secret_post"]]
    """Where the secret is sent: in the Authorization header (client_secret_basic, the default) or in the body."""
    scope: NotRequired[str]
    """The scopes to request, separated by spaces."""
    audience: NotRequired[str]
    """For servers that name the API by audience."""
    resource: NotRequired[str]
    """The URI of the API (RFC 8707). Omitted for an MCP server: its url, unless there is an audience."""


class ToolWithSecret(TypedDict):
    tool: Tool
    """A tool, without its secrets."""
    signingSecret: str | None
    """Of a new tool with a url, or a replaced secret; returned only once. The text itself is the signing key.
    Otherwise null, as in the response to a repeated request.
    """


SetToolData: TypeAlias = "ToolWithSecret"
"""What setTool answers with."""


class ImportedTools(TypedDict):
    offered: list[ImportedToolsOfferedItem]
    """The tools of the server."""
    tools: list[Tool]
    """The tools that were added or replaced."""


class ImportedToolsOfferedItem(TypedDict):
    name: str
    """The server's own name for it."""
    description: str
    """What the server says about it."""


ImportToolsData: TypeAlias = "ImportedTools"
"""What importTools answers with."""


class ToolTrial(TypedDict):
    outcome: Literal["done", "failed", "unknown"]
    """unknown: the server did not answer in time, and may have done it."""
    result: str
    """What the model would get."""
    ms: int
    """How long it took, ms."""


TryToolData: TypeAlias = "ToolTrial"
"""What tryTool answers with."""


class RemovedTool(TypedDict):
    removed: bool
    """Always true."""


RemoveToolData: TypeAlias = "RemovedTool"
"""What removeTool answers with."""


class VoiceList(TypedDict):
    voices: list[Voice]
    """The voices."""
    noises: list[VoiceListNoisesItem]
    """The background noises."""


class Voice(TypedDict):
    id: str
    """Use it as an agent's `liveVoiceId`."""
    name: str
    """What people call the voice."""
    language: str
    """Its language, BCP 47."""
    furtherLanguages: NotRequired[list[str]]
    """Other languages that it speaks, BCP 47; absent: none."""
    gender: Literal["male", "female", "neutral"]
    """`neutral`: neither of the two, or not specified by the provider."""
    provider: str
    """The provider that speaks it."""
    speeds: NotRequired[VoiceSpeeds]
    """The range of an agent's `speakingSpeed`; absent: the voice has one speed."""
    sampleUrl: str
    """A WAV file; the signed URL is valid for at least one hour."""


class VoiceSpeeds(TypedDict):
    """The range of an agent's `speakingSpeed`; absent: the voice has one speed."""
    slowest: float
    """The lowest factor."""
    fastest: float
    """The highest factor."""


class VoiceListNoisesItem(TypedDict):
    key: str
    """Use it as an agent's `backgroundNoiseKey`."""
    name: str
    """What people call the noise."""
    sampleUrl: str
    """A WAV file; the signed URL is valid for at least one hour."""


ListVoicesData: TypeAlias = "VoiceList"
"""What listVoices answers with."""


class Scenario(TypedDict):
    """A scenario."""
    scenarioId: str
    """The scenario."""
    name: str
    """The name of the scenario."""
    agentId: ScenarioAgentId
    """The agent that it is for; null: any. It can be run with other agents as well."""
    channel: Literal["voice", "whatsapp"]
    """Channel of the conversations."""
    revision: int
    """Raised by each change."""
    scenario: ScenarioContent
    """The customers, and the criteria for their conversations."""
    createdAt: str
    """When it was first saved."""
    updatedAt: str
    """When it was last changed."""


ScenarioAgentId: TypeAlias = "str | None"
"""The agent that it is for; null: any. It can be run with other agents as well."""


class ScenarioContent(TypedDict):
    """The customers, and the criteria for their conversations."""
    customers: list[ScenarioCustomer]
    """The simulated customers."""
    criteria: list[ScenarioCriterion]
    """What each conversation is judged by."""
    mostTurns: NotRequired[int]
    """Maximum number of turns of a customer before they leave; default 12."""
    tools: NotRequired[ScenarioTools]
    """Tools, and what answers them; only in virtual time."""
    judge: NotRequired[ScenarioContentJudge]
    """How the judge works."""
    runs: NotRequired[int]
    """Number of conversations of each customer that has no number of its own; default 1."""
    seed: NotRequired[int]
    """Seed of what is drawn at random in virtual time; default 1."""


class ScenarioCustomer(TypedDict):
    name: str
    """Unique name in tables and reports."""
    persona: NotRequired[str]
    """Identity and wishes of the customer, played by an LLM."""
    lines: NotRequired[list[str]]
    """What they say, one line per answer of the agent; then they leave."""
    adversarial: NotRequired[ScenarioCustomerAdversarial]
    """They try to change what the agent does, insult it, or talk about something else. With a persona it is
    added to it; without, they say lines of a list.
    """
    voice: NotRequired[str]
    """On calls: their voice, <provider>:<voice>; default flite:rms."""
    noise: NotRequired[ScenarioCustomerNoise]
    """On calls: background noise on their line."""
    interrupts: NotRequired[float]
    """On calls: share of the agent's answers that they interrupt."""
    pauses: NotRequired[float]
    """On calls: share of their lines with a pause in the middle."""
    coughs: NotRequired[float]
    """On calls: share of the agent's answers during which they cough."""
    mumbles: NotRequired[float]
    """On calls: share of their words that are recognised wrongly, or not at all."""
    echo: NotRequired[float]
    """On calls: their telephone returns the agent's voice at this level, in dB."""
    otherSpeaker: NotRequired[ScenarioCustomerOtherSpeaker]
    """On calls: another person near them speaks these lines now and then; default level -30 dB."""
    memory: NotRequired[list[str]]
    """What the agent remembers of them from earlier conversations; only in virtual time."""
    runs: NotRequired[int]
    """Number of their conversations with the agent."""


ScenarioCustomerAdversarial: TypeAlias = "Literal['injection', 'abuse', 'off_topic']"
"""They try to change what the agent does, insult it, or talk about something else. With a persona it is added to
it; without, they say lines of a list.
"""


class ScenarioCustomerNoise(TypedDict):
    """On calls: background noise on their line."""
    kind: Literal["white", "rumble"]
    """white: hiss. rumble: low noise, as in a vehicle."""
    dbfs: ScenarioCustomerNoiseDbfs
    """Level in dB relative to full scale."""


ScenarioCustomerNoiseDbfs: TypeAlias = "float"
"""Level in dB relative to full scale."""


class ScenarioCustomerOtherSpeaker(TypedDict):
    """On calls: another person near them speaks these lines now and then; default level -30 dB."""
    lines: list[str]
    """What the other person says."""
    dbfs: NotRequired[ScenarioCustomerNoiseDbfs]
    """Level in dB relative to full scale."""


class ScenarioCriterion(TypedDict):
    name: str
    """Unique name in tables and reports."""
    says: NotRequired[str]
    """Regular expression that the agent must match at least once, ignoring case."""
    neverSays: NotRequired[str]
    """Regular expression that the agent must never match, ignoring case."""
    usesTool: NotRequired[ToolRule]
    """The agent must use this tool at least once; only in virtual time."""
    neverUsesTool: NotRequired[ToolRule]
    """The agent must never use this tool; only in virtual time."""
    endReason: NotRequired[ScenarioCriterionEndReason]
    """The reason with which a call must end."""
    answersWithinMs: NotRequired[int]
    """Maximum time from the end of the customer's speech to the first frame of each answer on a call, ms."""
    talksOverWithinMs: NotRequired[int]
    """On calls: maximum time for which the agent and the customer speak at once, ms; only in virtual time."""
    judge: NotRequired[str]
    """What an LLM judges in the conversation, or extracts from it."""
    atLeast: NotRequired[float]
    """With judge: minimum score, from 0 to 10."""
    schema: NotRequired[dict[str, Any]]
    """With judge and wanted: JSON Schema of the object that the judge answers with."""
    wanted: NotRequired[dict[str, Any]]
    """With judge and schema: JSON Schema that the answer must match."""


class ToolRule(TypedDict):
    tool: SetToolRequestName
    """The name by which the model uses it. Names of built-in tools like `end_call` are refused."""
    arguments: NotRequired[dict[str, str]]
    """Regular expressions that the arguments must match, by name, ignoring case."""


ScenarioCriterionEndReason: TypeAlias = "Literal['completed', 'customer_hangup', 'agent_hangup', 'operator_hangup', 'cancelled', 'no_answer', 'busy', 'voicemail', 'mailbox_full', 'unavailable', 'ivr_menu', 'not_in_service', 'invalid_number', 'rejected_by_carrier', 'no_line', 'claim_lost', 'suppressed', 'destination_not_allowed', 'quiet_hours', 'attempts_exceeded', 'insufficient_credit', 'silence', 'max_duration', 'menu_loop', 'media_lost', 'speech_provider_failed', 'disclosure_failed', 'model_failed', 'placement_unknown', 'carrier_failed', 'internal']"
"""The reason with which a call must end."""


class ScenarioTools(TypedDict):
    """Tools, and what answers them; only in virtual time."""
    mode: NotRequired[ScenarioToolsMode]
    """What answers: mocked answers (default), the answers of earlier uses, or the tools themselves, which act on
    the world.
    """
    offered: NotRequired[list[ScenarioToolsOfferedItem]]
    """Tools of an agent that the scenario defines."""
    answers: NotRequired[list[ScenarioToolsAnswer]]
    """With mocked: the first answer whose tool and arguments match is given."""
    recorded: NotRequired[list[ScenarioToolsRecorded]]
    """With recorded: uses in order; the same arguments get the same answers."""


ScenarioToolsMode: TypeAlias = "Literal['mocked', 'recorded', 'live']"
"""What answers: mocked answers (default), the answers of earlier uses, or the tools themselves, which act on the
world.
"""


class ScenarioToolsOfferedItem(TypedDict):
    name: SetToolRequestName
    """The name by which the model uses it. Names of built-in tools like `end_call` are refused."""
    description: str
    """For the model: what the tool does, and when to use it."""
    parameters: NotRequired[dict[str, Any]]
    """JSON Schema of the arguments."""


class ScenarioToolsAnswer(TypedDict):
    tool: SetToolRequestName
    """The name by which the model uses it. Names of built-in tools like `end_call` are refused."""
    arguments: NotRequired[dict[str, str]]
    """Regular expressions that the arguments must match, by name, ignoring case."""
    result: ScenarioToolsAnswerResult
    """The result, for the model."""
    outcome: NotRequired[ScenarioToolsAnswerOutcome]
    """unknown: it may or may not have been done."""
    ms: NotRequired[ScenarioToolsAnswerMs]
    """How long the tool takes, ms; default 300."""


ScenarioToolsAnswerResult: TypeAlias = "str"
"""The result, for the model."""


ScenarioToolsAnswerOutcome: TypeAlias = "Literal['done', 'failed', 'unknown']"
"""unknown: it may or may not have been done."""


ScenarioToolsAnswerMs: TypeAlias = "int"
"""How long the tool takes, ms; default 300."""


class ScenarioToolsRecorded(TypedDict):
    tool: SetToolRequestName
    """The name by which the model uses it. Names of built-in tools like `end_call` are refused."""
    arguments: dict[str, Any]
    """The arguments of the use."""
    result: ScenarioToolsAnswerResult
    """The result, for the model."""
    outcome: NotRequired[ScenarioToolsAnswerOutcome]
    """unknown: it may or may not have been done."""
    ms: NotRequired[ScenarioToolsAnswerMs]
    """How long the tool takes, ms; default 300."""


class ScenarioContentJudge(TypedDict):
    """How the judge works."""
    samples: int
    """How often the judge answers each question; default 1."""


class ScenarioInput(TypedDict):
    """The customers, and the criteria for their conversations."""
    customers: list[ScenarioCustomerInput]
    """The simulated customers."""
    criteria: list[ScenarioCriterionInput]
    """What each conversation is judged by."""
    mostTurns: NotRequired[int]
    """Maximum number of turns of a customer before they leave; default 12."""
    tools: NotRequired[ScenarioToolsInput]
    """Tools, and what answers them; only in virtual time."""
    judge: NotRequired[ScenarioInputJudge]
    """How the judge works."""
    runs: NotRequired[int]
    """Number of conversations of each customer that has no number of its own; default 1."""
    seed: NotRequired[int]
    """Seed of what is drawn at random in virtual time; default 1."""


class ScenarioCustomerInput(TypedDict):
    name: str
    """Unique name in tables and reports."""
    persona: NotRequired[str]
    """Identity and wishes of the customer, played by an LLM."""
    lines: NotRequired[list[str]]
    """What they say, one line per answer of the agent; then they leave."""
    adversarial: NotRequired[ScenarioCustomerAdversarial]
    """They try to change what the agent does, insult it, or talk about something else. With a persona it is
    added to it; without, they say lines of a list.
    """
    voice: NotRequired[str]
    """On calls: their voice, <provider>:<voice>; default flite:rms."""
    noise: NotRequired[ScenarioCustomerInputNoise]
    """On calls: background noise on their line."""
    interrupts: NotRequired[float]
    """On calls: share of the agent's answers that they interrupt."""
    pauses: NotRequired[float]
    """On calls: share of their lines with a pause in the middle."""
    coughs: NotRequired[float]
    """On calls: share of the agent's answers during which they cough."""
    mumbles: NotRequired[float]
    """On calls: share of their words that are recognised wrongly, or not at all."""
    echo: NotRequired[float]
    """On calls: their telephone returns the agent's voice at this level, in dB."""
    otherSpeaker: NotRequired[ScenarioCustomerInputOtherSpeaker]
    """On calls: another person near them speaks these lines now and then; default level -30 dB."""
    memory: NotRequired[list[str]]
    """What the agent remembers of them from earlier conversations; only in virtual time."""
    runs: NotRequired[int]
    """Number of their conversations with the agent."""


class ScenarioCustomerInputNoise(TypedDict):
    """On calls: background noise on their line."""
    kind: Literal["white", "rumble"]
    """white: hiss. rumble: low noise, as in a vehicle."""
    dbfs: ScenarioCustomerNoiseDbfs
    """Level in dB relative to full scale."""


class ScenarioCustomerInputOtherSpeaker(TypedDict):
    """On calls: another person near them speaks these lines now and then; default level -30 dB."""
    lines: list[str]
    """What the other person says."""
    dbfs: NotRequired[ScenarioCustomerNoiseDbfs]
    """Level in dB relative to full scale."""


class ScenarioCriterionInput(TypedDict):
    name: str
    """Unique name in tables and reports."""
    says: NotRequired[str]
    """Regular expression that the agent must match at least once, ignoring case."""
    neverSays: NotRequired[str]
    """Regular expression that the agent must never match, ignoring case."""
    usesTool: NotRequired[ToolRuleInput]
    """The agent must use this tool at least once; only in virtual time."""
    neverUsesTool: NotRequired[ToolRuleInput]
    """The agent must never use this tool; only in virtual time."""
    endReason: NotRequired[ScenarioCriterionEndReason]
    """The reason with which a call must end."""
    answersWithinMs: NotRequired[int]
    """Maximum time from the end of the customer's speech to the first frame of each answer on a call, ms."""
    talksOverWithinMs: NotRequired[int]
    """On calls: maximum time for which the agent and the customer speak at once, ms; only in virtual time."""
    judge: NotRequired[str]
    """What an LLM judges in the conversation, or extracts from it."""
    atLeast: NotRequired[float]
    """With judge: minimum score, from 0 to 10."""
    schema: NotRequired[dict[str, Any]]
    """With judge and wanted: JSON Schema of the object that the judge answers with."""
    wanted: NotRequired[dict[str, Any]]
    """With judge and schema: JSON Schema that the answer must match."""


class ToolRuleInput(TypedDict):
    tool: SetToolRequestName
    """The name by which the model uses it. Names of built-in tools like `end_call` are refused."""
    arguments: NotRequired[dict[str, str]]
    """Regular expressions that the arguments must match, by name, ignoring case."""


class ScenarioToolsInput(TypedDict):
    """Tools, and what answers them; only in virtual time."""
    mode: NotRequired[ScenarioToolsMode]
    """What answers: mocked answers (default), the answers of earlier uses, or the tools themselves, which act on
    the world.
    """
    offered: NotRequired[list[ScenarioToolsInputOfferedItem]]
    """Tools of an agent that the scenario defines."""
    answers: NotRequired[list[ScenarioToolsInputAnswer]]
    """With mocked: the first answer whose tool and arguments match is given."""
    recorded: NotRequired[list[ScenarioToolsInputRecorded]]
    """With recorded: uses in order; the same arguments get the same answers."""


class ScenarioToolsInputOfferedItem(TypedDict):
    name: SetToolRequestName
    """The name by which the model uses it. Names of built-in tools like `end_call` are refused."""
    description: str
    """For the model: what the tool does, and when to use it."""
    parameters: NotRequired[dict[str, Any]]
    """JSON Schema of the arguments."""


class ScenarioToolsInputAnswer(TypedDict):
    tool: SetToolRequestName
    """The name by which the model uses it. Names of built-in tools like `end_call` are refused."""
    arguments: NotRequired[dict[str, str]]
    """Regular expressions that the arguments must match, by name, ignoring case."""
    result: ScenarioToolsAnswerResult
    """The result, for the model."""
    outcome: NotRequired[ScenarioToolsAnswerOutcome]
    """unknown: it may or may not have been done."""
    ms: NotRequired[ScenarioToolsAnswerMs]
    """How long the tool takes, ms; default 300."""


class ScenarioToolsInputRecorded(TypedDict):
    tool: SetToolRequestName
    """The name by which the model uses it. Names of built-in tools like `end_call` are refused."""
    arguments: dict[str, Any]
    """The arguments of the use."""
    result: ScenarioToolsAnswerResult
    """The result, for the model."""
    outcome: NotRequired[ScenarioToolsAnswerOutcome]
    """unknown: it may or may not have been done."""
    ms: NotRequired[ScenarioToolsAnswerMs]
    """How long the tool takes, ms; default 300."""


class ScenarioInputJudge(TypedDict):
    """How the judge works."""
    samples: int
    """How often the judge answers each question; default 1."""


class ScenarioAnswer(TypedDict):
    scenario: Scenario
    """A scenario."""


CreateSimulationScenarioData: TypeAlias = "ScenarioAnswer"
"""What createSimulationScenario answers with."""


ReadSimulationScenarioData: TypeAlias = "ScenarioAnswer"
"""What readSimulationScenario answers with."""


UpdateSimulationScenarioData: TypeAlias = "ScenarioAnswer"
"""What updateSimulationScenario answers with."""


class RemovedScenario(TypedDict):
    scenarioId: str
    """The scenario."""
    removed: bool
    """Always true."""


RemoveSimulationScenarioData: TypeAlias = "RemovedScenario"
"""What removeSimulationScenario answers with."""


class SimulationRunAnswer(TypedDict):
    simulationRun: SimulationRun
    """A simulation run with its scores so far."""


class SimulationRun(TypedDict):
    """A simulation run with its scores so far."""
    simulationRunId: str
    """The run; use it to confirm the estimate."""
    scenarioId: str
    """The scenario that is played."""
    scenarioName: str
    """Its name when the price was estimated."""
    scenarioRevision: int
    """Its revision when the price was estimated."""
    agentId: str
    """The agent that is rehearsed."""
    agentVersion: int | None
    """The version of the agent when the price was estimated; null: unknown."""
    ownInstructions: bool
    """Whether the request had instructions of its own, so that the version says less."""
    channel: Literal["voice", "whatsapp"]
    """Channel of the conversations."""
    tools: Literal["mocked", "recorded", "live"]
    """What answers the tools of the agent: mocked answers, recorded ones, or the tools themselves."""
    status: SimulationRunStatus
    """estimated: awaits its confirmation. partial: it has ended, and some conversations could not be played;
    they cost nothing.
    """
    conversations: int
    """Conversations to play."""
    played: int
    """Conversations with verdicts, which are charged."""
    failed: int
    """Conversations that the simulation could not play, which cost nothing."""
    maxChargeMicrocredits: SummaryRunMaxCharge
    """The most that the run can cost, microcredits. Confirm it with exactly this amount."""
    chargedMicrocredits: ChargedMicrocredits
    """What has been charged so far, microcredits (1,000,000 are one credit)."""
    createdAt: SummaryRunAnswerCreatedAt
    """When the price was estimated."""
    expiresAt: ExpiresAt
    """Until when the estimate can be confirmed."""
    endedAt: EndedAt
    """When the run ended; null: it has not."""
    instructions: str
    """The instructions that were rehearsed."""
    criteria: list[CriterionResult]
    """The scores so far, by criterion."""


SimulationRunStatus: TypeAlias = "Literal['estimated', 'running', 'completed', 'partial', 'cancelled']"
"""estimated: awaits its confirmation. partial: it has ended, and some conversations could not be played; they
cost nothing.
"""


class CriterionResult(TypedDict):
    criterion: str
    """The name of the criterion."""
    passed: int
    """Conversations that met it."""
    failed: int
    """Conversations that did not."""
    errors: int
    """Conversations in which it could not be judged."""
    passRate: float | None
    """Of the conversations with a verdict, from 0 to 1; null if there are none."""
    passInterval: CriterionResultPassInterval | None
    """The interval of `passRate`; null if that is null."""
    score: CriterionScore | None
    """The mean score, of a criterion whose judge gives scores; otherwise null."""


class CriterionResultPassInterval(TypedDict):
    """Covers the true value in 95 of 100 simulations."""
    low: float
    """The lower end."""
    high: float
    """The upper end."""


class CriterionScore(TypedDict):
    count: int
    """Conversations with a score."""
    mean: float
    """The mean score, from 0 to 10."""
    deviation: float | None
    """Standard deviation; null with a single score."""
    interval: CriterionResultPassInterval | None
    """The interval of the mean; null with a single score."""


RunSimulationData: TypeAlias = "SimulationRunAnswer"
"""What runSimulation answers with."""


class SimulationRunSummary(TypedDict):
    simulationRunId: str
    """The run; use it to confirm the estimate."""
    scenarioId: str
    """The scenario that is played."""
    scenarioName: str
    """Its name when the price was estimated."""
    scenarioRevision: int
    """Its revision when the price was estimated."""
    agentId: str
    """The agent that is rehearsed."""
    agentVersion: int | None
    """The version of the agent when the price was estimated; null: unknown."""
    ownInstructions: bool
    """Whether the request had instructions of its own, so that the version says less."""
    channel: Literal["voice", "whatsapp"]
    """Channel of the conversations."""
    tools: Literal["mocked", "recorded", "live"]
    """What answers the tools of the agent: mocked answers, recorded ones, or the tools themselves."""
    status: SimulationRunStatus
    """estimated: awaits its confirmation. partial: it has ended, and some conversations could not be played;
    they cost nothing.
    """
    conversations: int
    """Conversations to play."""
    played: int
    """Conversations with verdicts, which are charged."""
    failed: int
    """Conversations that the simulation could not play, which cost nothing."""
    maxChargeMicrocredits: SummaryRunMaxCharge
    """The most that the run can cost, microcredits. Confirm it with exactly this amount."""
    chargedMicrocredits: ChargedMicrocredits
    """What has been charged so far, microcredits (1,000,000 are one credit)."""
    createdAt: SummaryRunAnswerCreatedAt
    """When the price was estimated."""
    expiresAt: ExpiresAt
    """Until when the estimate can be confirmed."""
    endedAt: EndedAt
    """When the run ended; null: it has not."""


ReadSimulationRunData: TypeAlias = "SimulationRunAnswer"
"""What readSimulationRun answers with."""


CancelSimulationData: TypeAlias = "SimulationRunAnswer"
"""What cancelSimulation answers with."""


class SimulatedConversation(TypedDict):
    place: int
    """Its place in the run, from 0."""
    customer: str
    """The name of the simulated customer."""
    run: int
    """The number of this customer's conversation, from 1."""
    endedAt: str
    """When it ended."""
    lines: list[SimulatedConversationLine]
    """What was said, in order."""
    toolUses: list[SimulatedConversationToolUse]
    """The uses of tools, in order."""
    endReason: str | None
    """How a call ended; null in writing."""
    answerMs: list[float]
    """For each answer on a call: from the end of the customer's speech to its first frame, ms."""
    talkedOverMs: NotRequired[list[int]]
    """For each time that both sides of a call spoke at once: for how long, ms."""
    durationMs: NotRequired[int | None]
    """In virtual time: how long it lasted, ms; null: unknown."""
    problem: SimulatedConversationProblem | None
    """Why it did not reach its end; null: it did."""
    tooSlow: NotRequired[SimulatedConversationTooSlow | None]
    """The machine was too slow for the times to prove anything; null or absent: it was not."""
    verdicts: list[SimulatedConversationVerdict]
    """The verdict on each criterion."""
    isCut: bool
    """Whether parts were too long to be kept."""


class SimulatedConversationLine(TypedDict):
    speaker: Literal["customer", "agent", "human"]
    """human: a person who took the call over."""
    text: str
    """What the other side heard."""
    startMs: NotRequired[int | None]
    """ms since the beginning; null: unknown."""
    endMs: NotRequired[int | None]
    """ms since the beginning; null: unknown."""
    interrupted: NotRequired[Literal[True]]
    """The other side cut it off; absent: it was heard to its end."""
    said: NotRequired[str]
    """What the customer really said; absent: it is what was heard."""


class SimulatedConversationToolUse(TypedDict):
    tool: str
    """The tool."""
    arguments: dict[str, Any]
    """What the model supplied."""
    outcome: ScenarioToolsAnswerOutcome
    """unknown: it may or may not have been done."""
    result: str
    """What the model was given."""
    startMs: int | None
    """ms since the beginning; null: unknown."""
    ms: int
    """How long it took, ms."""


class SimulatedConversationProblem(TypedDict):
    of: Literal["agent", "simulation"]
    """agent: it failed the conversation. simulation: a provider, the persona or the machine did."""
    text: str
    """What went wrong."""


class SimulatedConversationTooSlow(TypedDict):
    """The machine fell behind the real clock by this much while a provider was awaited: times prove nothing."""
    behindMs: int
    """How far it fell behind the real clock, ms."""


class SimulatedConversationVerdict(TypedDict):
    criterion: str
    """The name of the criterion."""
    outcome: Literal["passed", "failed", "error"]
    """error: undecided, because something other than the agent failed."""
    reason: str
    """Why, in words."""
    score: NotRequired[float]
    """From 0 to 10, if a score was requested: the mean of the samples."""
    spread: NotRequired[float]
    """With several samples of a score: their standard deviation."""
    agreement: NotRequired[float]
    """With several samples: the share that agrees with the outcome, 0 to 1."""
    answer: NotRequired[dict[str, Any]]
    """The judge's answer, if a schema was given: that of the first sample for the outcome."""


class SimulationComparisonAnswer(TypedDict):
    comparison: SimulationComparison
    """How two runs of a scenario differ."""


class SimulationComparison(TypedDict):
    """How two runs of a scenario differ."""
    base: SimulationRunSummary
    """The run in the path."""
    other: SimulationRunSummary
    """The run that it is compared with."""
    criteria: list[CriterionComparison]
    """Those that both runs have."""
    changedVerdicts: int
    """How many verdicts changed."""
    changes: list[SimulationComparisonChange]
    """The first 500 verdicts that changed."""


class CriterionComparison(TypedDict):
    criterion: str
    """The name of the criterion."""
    base: CriterionResult
    """Its scores in `base`."""
    other: CriterionResult
    """Its scores in `other`."""
    passRate: CriterionComparisonPassRate | None
    """How the share of conversations that met it differs; null: one of the runs has none."""
    score: CriterionComparisonPassRate | None
    """How the mean score differs; null: one of the runs has none."""


class CriterionComparisonPassRate(TypedDict):
    difference: float
    """The value of `other` minus that of `base`."""
    interval: CriterionResultPassInterval | None
    """The interval of the difference; null: there are too few conversations."""
    trend: Literal["better", "worse", "unclear"]
    """unclear: the difference may be chance."""


class SimulationComparisonChange(TypedDict):
    customer: str
    """The name of the simulated customer."""
    run: int
    """The number of this customer's conversation, from 1."""
    criterion: str
    """The name of the criterion."""
    base: Literal["passed", "failed", "error"]
    """The verdict in `base`."""
    other: Literal["passed", "failed", "error"]
    """The verdict in `other`."""


CompareSimulationRunsData: TypeAlias = "SimulationComparisonAnswer"
"""What compareSimulationRuns answers with."""


class Contact(TypedDict):
    id: ContactId
    """The contact."""
    name: str
    """The name of the contact."""
    mobile: str
    """The phone number, E.164."""
    fields: dict[str, str]
    """Fields of your own, by key."""
    categories: list[ContactCategoriesItem]
    """The categories of the contact, at least one."""
    communicationBlocked: bool
    """Whether the contact is neither called nor written to."""
    timeZone: str | None
    """IANA name. Null: the time zones of the number's area apply."""
    otherMobiles: NotRequired[list[str]]
    """Further numbers of the person, E.164, which came with merged contacts. Absent: none. Campaigns use
    `mobile` only.
    """
    mobileUnconfirmed: NotRequired[Literal[True]]
    """A customer gave the number to an agent: campaigns skip the contact until it is confirmed with
    link-contact, or set.
    """
    rollups: ContactRollups
    """The communication with the contact, by channel."""
    createdAt: CreatedAt
    """When it was created."""
    updatedAt: UpdatedAt
    """When it was last changed."""
    tag: NotRequired[str]
    """Changes with each edit. For `If-Match`, in double quotes. Absent in lists."""


class ContactCategoriesItem(TypedDict):
    id: str
    """The category."""
    name: str
    """The name of the category."""


class ContactRollups(TypedDict):
    """The communication with the contact, by channel."""
    voice: ContactRollup
    """Calls."""
    whatsapp: ContactRollup
    """WhatsApp messages."""
    instagram: ContactRollup
    """Instagram messages."""


class ContactRollup(TypedDict):
    count: int
    """Calls, or messages of both sides, with the contact on the channel."""
    lastAt: str | None
    """The time of the latest one. Null: none yet."""
    lastOutcome: str | None
    """The status of the latest call or message; `received` for one from the customer. Null: none yet."""


CreatedAt: TypeAlias = "str"
"""When it was created."""


class ContactAnswer(TypedDict):
    contact: Contact
    """The contact."""


CreateContactData: TypeAlias = "ContactAnswer"
"""What createContact answers with."""


class ContactDetails(TypedDict):
    contact: Contact
    """The contact."""
    campaignSummary: NotRequired[ContactCampaignSummary | None]
    """The conclusion of the campaign. Null: it has none. Absent without `campaignId`."""


class ContactCampaignSummary(TypedDict):
    campaignId: CampaignId
    """The campaign."""
    summaryRunId: str
    """The summary run, from the response to its estimate."""
    conclusion: str
    """What the contact's calls and messages say about the objective."""
    nextAction: str
    """What to do next."""
    recommended: bool
    """Whether to contact this person again."""
    assessedAt: str
    """When it was written."""


ReadContactData: TypeAlias = "ContactDetails"
"""What readContact answers with."""


UpdateContactData: TypeAlias = "ContactAnswer"
"""What updateContact answers with."""


class DeletedContacts(TypedDict):
    deleted: int
    """Contacts that were deleted."""


DeleteContactsData: TypeAlias = "DeletedContacts"
"""What deleteContacts answers with."""


class MergedContacts(TypedDict):
    contact: Contact
    """The contact that stays."""


MergeContactsData: TypeAlias = "MergedContacts"
"""What mergeContacts answers with."""


TimelineItem: TypeAlias = "CallTimelineItem | CallSystemTimelineItem | VoicemailTimelineItem | MessageTimelineItem | MobileGivenTimelineItem | HandedOverTimelineItem"


class CallTimelineItem(TypedDict):
    id: CallTimelineItemId
    """Identifies the item within the timeline."""
    at: CallTimelineItemAt
    """When it happened."""
    channel: Literal["voice"]
    """A call."""
    callId: CallId
    """The call."""
    campaignId: CallTimelineItemCampaignId
    """The campaign that it belongs to. Null: none."""
    type: Literal["call_started"]
    """A call was accepted."""
    agentName: str
    """The name of the agent."""


CallTimelineItemId: TypeAlias = "str"
"""Identifies the item within the timeline."""


CallTimelineItemCampaignId: TypeAlias = "str | None"
"""The campaign that it belongs to. Null: none."""


class CallSystemTimelineItem(TypedDict):
    id: CallTimelineItemId
    """Identifies the item within the timeline."""
    at: CallTimelineItemAt
    """When it happened."""
    channel: Literal["voice"]
    """A call."""
    callId: CallId
    """The call."""
    campaignId: CallTimelineItemCampaignId
    """The campaign that it belongs to. Null: none."""
    type: Literal["transcript"]
    """Something that was said on a call."""
    speaker: CallSystemTimelineItemSpeaker
    """assistant: the agent. human: an operator who has taken the call over."""
    text: str
    """The words."""


class VoicemailTimelineItem(TypedDict):
    id: CallTimelineItemId
    """Identifies the item within the timeline."""
    at: CallTimelineItemAt
    """When it happened."""
    channel: Literal["voice"]
    """A call."""
    callId: CallId
    """The call."""
    campaignId: CallTimelineItemCampaignId
    """The campaign that it belongs to. Null: none."""
    type: Literal["call_ended"]
    """A call has ended."""
    status: VoicemailTimelineItemStatus
    """queued: waits for a line or the carrier. ringing: the carrier has accepted it. cancelling: the hang-up
    awaits the carrier. completed: it was connected. The last five are final.
    """
    durationSeconds: int
    """Connected seconds."""
    endedBy: str | None
    """The side that ended it: `customer`, `agent`, `operator`, `system`, `provider` or `unknown`. Null: not
    known.
    """
    endReason: str | None
    """Why it ended, a stable name. Null: not known."""


class MessageTimelineItem(TypedDict):
    id: CallTimelineItemId
    """Identifies the item within the timeline."""
    at: CallTimelineItemAt
    """When it happened."""
    channel: AgentAssignmentChannel
    """The messaging channel."""
    type: Literal["message"]
    """A message of either side."""
    messageId: MessageId
    """The message."""
    conversationId: ConversationId
    """The conversation."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    campaignId: CallTimelineItemCampaignId
    """The campaign that it belongs to. Null: none."""
    direction: MessageTimelineItemDirection
    """`inbound`: from the customer. `outbound`: from the business."""
    author: MessageTimelineItemAuthor
    """The author: `customer`, `api` (the message endpoint), `agent`, `human` or `campaign`."""
    messageType: MessageType
    """The kind of content: `text`, `image`, `template`, or the channel’s name of another kind."""
    text: MessageTimelineItemText
    """The words of the message. Null: it has none."""
    status: DeliveryStatus
    """The delivery state of an outbound message. Null: the customer wrote it."""
    media: ReceivedMedia | None
    """The file of a message from the customer. Null: none."""
    payload: NotRequired[MessagePayload]
    """The structured form of a message that is more than its text; `text` says the same in words."""
    sources: NotRequired[list[MessageTimelineItemSource]]
    """The Data Sources of which the model was given text for this answer; absent: none."""
    editedAt: NotRequired[str]
    """When the customer changed it last. Absent: never."""
    revokedAt: NotRequired[str]
    """When the customer deleted it; its content is gone. Absent: never."""


MessageTimelineItemDirection: TypeAlias = "Literal['inbound', 'outbound']"
"""`inbound`: from the customer. `outbound`: from the business."""


MessageTimelineItemAuthor: TypeAlias = "str"
"""The author: `customer`, `api` (the message endpoint), `agent`, `human` or `campaign`."""


DeliveryStatus: TypeAlias = "Literal['queued', 'submitted', 'accepted', 'sent', 'delivered', 'read', 'failed'] | None"
"""The delivery state of an outbound message. Null: the customer wrote it."""


class MobileGivenTimelineItem(TypedDict):
    id: CallTimelineItemId
    """Identifies the item within the timeline."""
    at: CallTimelineItemAt
    """When it happened."""
    channel: AgentAssignmentChannel
    """The messaging channel."""
    type: Literal["mobile_given"]
    """A person on a channel gave this mobile number and was linked to the contact, or an agent saved it for the
    contact.
    """
    conversationId: ConversationId
    """The conversation."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    campaignId: None
    """Always null: it belongs to no campaign."""
    mobile: str
    """The number, E.164."""
    created: bool
    """Whether the contact was created for it; otherwise an existing contact had the number."""


class HandedOverTimelineItem(TypedDict):
    id: CallTimelineItemId
    """Identifies the item within the timeline."""
    at: CallTimelineItemAt
    """When it happened."""
    channel: AgentAssignmentChannel
    """The messaging channel."""
    type: Literal["handed_over"]
    """An agent handed the conversation over to people. No agent answers in it any more."""
    conversationId: ConversationId
    """The conversation."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    campaignId: None
    """Always null: it belongs to no campaign."""
    reason: HandedOverTimelineItemReason
    """What the customer wants, in the words of the agent that handed over. Null: not stated."""


HandedOverTimelineItemReason: TypeAlias = "str | None"
"""What the customer wants, in the words of the agent that handed over. Null: not stated."""


class LinkedContact(TypedDict):
    participant: ChannelParticipant
    """The participant, linked to the contact."""
    contact: Contact
    """The contact."""


class ChannelParticipant(TypedDict):
    """The participant, linked to the contact."""
    id: str
    """The participant."""
    channel: AgentAssignmentChannel
    """The messaging channel."""
    displayName: str | None
    """The name on the channel. Null: not reported."""
    contactId: str | None
    """The linked contact. Null: none."""


LinkContactData: TypeAlias = "LinkedContact"
"""What linkContact answers with."""


class Category(TypedDict):
    id: str
    """The category."""
    name: str
    """The name of the category."""
    contactCount: int
    """Contacts in the category."""


class CategoryAnswer(TypedDict):
    category: Category
    """The category."""


CreateContactCategoryData: TypeAlias = "CategoryAnswer"
"""What createContactCategory answers with."""


class DeletedCategory(TypedDict):
    category: Category
    """The deleted category."""


DeleteContactCategoryData: TypeAlias = "DeletedCategory"
"""What deleteContactCategory answers with."""


class ContactImportMapping(TypedDict):
    """The meaning of columns; whatever is omitted is inferred from their names."""
    mobile: NotRequired[str]
    """The column of the phone numbers."""
    name: NotRequired[str]
    """The column of the names."""
    nameParts: NotRequired[list[str]]
    """Columns that form the name, joined by spaces in this order, if `name` is omitted; an empty list: contacts
    are named by their numbers.
    """
    fields: NotRequired[dict[str, str]]
    """Columns and the keys of their fields. Other columns become fields under their own names."""
    timeZone: NotRequired[str]
    """The column of IANA time zone names; an empty cell keeps the existing value."""
    ignore: NotRequired[list[str]]
    """Columns to leave out."""
    dates: NotRequired[dict[str, Literal["dmy", "mdy", "ymd"]]]
    """Columns of dates with the order of day, month and year: stored as ISO 8601 (`05/06/2026` in `dmy` is
    `2026-06-05`). Other values are stored as they are, with the issue `date_invalid`.
    """
    defaultCountry: NotRequired[str]
    """The country of numbers without a plus sign, ISO 3166-1 alpha-2. Omitted: their rows are refused."""
    encoding: NotRequired[Literal["utf-8", "utf-16le", "utf-16be", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257", "koi8-r", "macintosh", "shift_jis", "euc-jp", "euc-kr", "gb18030", "big5"]]
    """The encoding of a text file. Omitted: detected. A byte order mark counts in any case."""


FileName: TypeAlias = "str"
"""The name of the file; its ending helps to recognise the format."""


FileContent: TypeAlias = "str"
"""The file in base64. In `multipart/form-data` it is the part `file` instead."""


class ContactImportAnswer(TypedDict):
    job: ContactImport
    """The import."""


class ContactImport(TypedDict):
    jobId: JobId
    """The job."""
    status: ContactImportStatus
    """`completed`: all rows were read, even if some were refused. `failed`: the whole file was refused."""
    fileName: str
    """The name of the file."""
    counts: ContactImportCounts
    """The outcome of the rows so far."""
    issues: list[ContactImportIssue]
    """The first 200 issues."""
    createdAt: CreatedAt
    """When it was created."""
    finishedAt: FinishedAt
    """When it ended. Null: it has not."""


JobId: TypeAlias = "str"
"""The job."""


ContactImportStatus: TypeAlias = "Literal['queued', 'running', 'completed', 'failed']"
"""`completed`: all rows were read, even if some were refused. `failed`: the whole file was refused."""


class ContactImportCounts(TypedDict):
    """The outcome of the rows so far."""
    rows: int
    """Rows of the file that have been read."""
    created: int
    """Contacts that were created."""
    updated: int
    """Contacts whose number existed already, and that were changed."""
    skipped: int
    """Rows that change nothing, repeat a number of the file, or have a further number of a contact."""
    failed: int
    """Rows that were refused; `issues` says why."""


class ContactImportIssue(TypedDict):
    row: int | None
    """The row; 1 is the first one after the header row. Null: the whole file."""
    column: str | None
    """The column. Null: the whole row or file."""
    code: str
    """The kind of problem, a stable name."""
    message: str
    """The problem, for people; the text may change."""


FinishedAt: TypeAlias = "str | None"
"""When it ended. Null: it has not."""


ImportContactsData: TypeAlias = "ContactImportAnswer"
"""What importContacts answers with."""


class ContactImportPreviewAnswer(TypedDict):
    preview: ContactImportPreview
    """What the import would do."""


class ContactImportPreview(TypedDict):
    """What the import would do."""
    format: Literal["csv", "tsv", "json", "xlsx"]
    """The format, recognised by content and name. `xlsx` includes XLSM."""
    encoding: Literal["utf-8", "utf-16le", "utf-16be", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257", "koi8-r", "macintosh", "shift_jis", "euc-jp", "euc-kr", "gb18030", "big5"] | None
    """The encoding of the text. Null: the format determines it."""
    encodingDetected: bool
    """False: `mapping.encoding` named it, or the format determines it."""
    delimiter: str | None
    """The character between cells. Null: not a text table."""
    sheet: str | None
    """The sheet of a workbook that is read: the first visible one. Null: not a workbook."""
    headerRow: int
    """The line or row with the names of the columns, from 1."""
    rows: int
    """Rows that were read, at most 1,000."""
    complete: bool
    """Whether these are all rows of the file."""
    failed: int
    """Those of them that the import would refuse."""
    withoutCountry: int
    """Those that it would refuse because their number needs `mapping.defaultCountry`."""
    usable: bool
    """False: the import would refuse the whole file, for the reasons among the issues without a row."""
    columns: list[PreviewedColumn]
    """The columns, in the order of the file."""
    issues: list[ContactImportIssue]
    """Issues of these rows and of the file, as those of the job."""


class PreviewedColumn(TypedDict):
    column: str
    """The name of the column."""
    use: Literal["mobile", "name", "first_name", "last_name", "time_zone", "field", "ignored"]
    """What the import would make of the column."""
    key: str
    """The key of the field; of other columns, the key that they would have as a field. A number with a `label`
    is a field in rows where it is not chosen.
    """
    label: str | None
    """The column whose labels choose among several columns of numbers, row by row (`Phone 1 - Label` of Google
    Contacts). Null: none.
    """
    samples: list[str]
    """The first three filled values, at most 200 characters each."""
    dates: PreviewedColumnDates | None
    """The dates of the column. Null: most values are no dates."""


class PreviewedColumnDates(TypedDict):
    order: Literal["dmy", "mdy", "ymd", "ambiguous"]
    """The order of `mapping.dates`, else the only one in which the values can be read. `ambiguous`: they do not
    say whether the day or the month is first.
    """
    misfits: int
    """Filled values that are no date in this order; in any order, if it is ambiguous."""
    readings: list[DateReading]
    """Some values, each in every order."""


class DateReading(TypedDict):
    value: str
    """The value, as the file has it."""
    dmy: str | None
    """The value as ISO 8601, read as day, month, year. Null: no such day."""
    mdy: str | None
    """The value as ISO 8601, read as month, day, year. Null: no such day."""
    ymd: str | None
    """The value as ISO 8601, read as year, month, day. Null: no such day."""


PreviewContactImportData: TypeAlias = "ContactImportPreviewAnswer"
"""What previewContactImport answers with."""


ContactJobAction: TypeAlias = "Literal['delete', 'add_categories', 'remove_categories', 'block', 'unblock']"
"""The change. `remove_categories` skips contacts that would be left without a category. `block` and `unblock`
set `communicationBlocked`.
"""


class ContactFilter(TypedDict):
    search: NotRequired[str]
    """Beginnings of words of the name, the mobile number and the field values."""
    categoryId: NotRequired[str]
    """Only contacts of this category."""
    communicationBlocked: NotRequired[bool]
    """Only contacts that may not be contacted, or only those that may."""
    hasMemory: NotRequired[bool]
    """Only contacts of which agents remember something, or only the others."""
    createdSince: NotRequired[str]
    """Only contacts that were created at this time or later."""
    createdBefore: NotRequired[str]
    """Only contacts that were created before this time."""
    contacted: NotRequired[bool]
    """Only contacts with at least one call or message, or only those without."""
    contactedSince: NotRequired[str]
    """Only contacts whose latest call or message was at this time or later."""
    notContactedSince: NotRequired[str]
    """Only contacts without a call or a message at this time or later."""
    fields: NotRequired[dict[str, str]]
    """Fields and their exact values. An empty value finds contacts without the field."""


class ContactJobAnswer(TypedDict):
    job: ContactJob
    """The job."""


class ContactJob(TypedDict):
    jobId: JobId
    """The job."""
    action: ContactJobAction
    """The change. `remove_categories` skips contacts that would be left without a category. `block` and
    `unblock` set `communicationBlocked`.
    """
    dryRun: bool
    """Whether it only counts the contacts."""
    status: ContactJobStatus
    """The state of the job. What a `cancelled` or `failed` job has changed stays changed."""
    progressPercent: int
    """The share of the contacts of the business that the job has gone through."""
    counts: ContactJobCounts
    """The contacts that the job has gone through."""
    createdAt: CreatedAt
    """When it was created."""
    finishedAt: FinishedAt
    """When it ended. Null: it has not."""


ContactJobStatus: TypeAlias = "Literal['queued', 'running', 'completed', 'cancelled', 'failed']"
"""The state of the job. What a `cancelled` or `failed` job has changed stays changed."""


class ContactJobCounts(TypedDict):
    """The contacts that the job has gone through."""
    matched: int
    """Selected contacts so far."""
    changed: int
    """Contacts that were changed or deleted; 0 for a dry run."""
    skipped: int
    """Contacts that were already as requested, or could not be changed."""


StartContactJobData: TypeAlias = "ContactJobAnswer"
"""What startContactJob answers with."""


CancelContactJobData: TypeAlias = "ContactJobAnswer"
"""What cancelContactJob answers with."""


class MemoryEntry(TypedDict):
    id: str
    """The entry."""
    kind: Literal["summary", "fact", "promise"]
    """`summary`: of a call or conversation. `fact`: the customer stated it. `promise`: open until a later call
    or conversation shows that it was kept.
    """
    text: str
    """What is remembered, at most 300 characters."""
    promisedBy: Literal["business", "customer"] | None
    """The side that made the promise. Null: not a promise."""
    saidAt: str
    """When it was said; of a summary, when the conversation began."""
    source: MemoryEntrySource
    """Where it was said."""


MemoryEntrySource: TypeAlias = "CallMemoryEntrySource | ConversationMemoryEntrySource"
"""Where it was said."""


class CallMemoryEntrySource(TypedDict):
    type: Literal["call"]
    """It was said on a call."""
    id: CallId
    """The call."""
    evidence: list[CallFindingsRequestEvidence]
    """The turns that show it; of a summary none."""


class ConversationMemoryEntrySource(TypedDict):
    type: Literal["conversation"]
    """It was written in a conversation."""
    id: ConversationId
    """The conversation."""
    evidence: list[ConversationRequestEvidence]
    """The messages that show it; of a summary none."""


class ErasedContactMemory(TypedDict):
    erased: int
    """The number of erased entries."""


EraseContactMemoryData: TypeAlias = "ErasedContactMemory"
"""What eraseContactMemory answers with."""


class Suppression(TypedDict):
    id: str
    """The suppression; use it to remove it."""
    channel: Literal["phone", "instagram"]
    """phone: calls and WhatsApp messages."""
    address: str
    """E.164 number for phone; otherwise the id of the person on the channel."""
    purpose: Literal["service", "marketing"]
    """service: all contact that the business initiates. marketing: campaigns and offers only."""
    source: Literal["operator", "api", "contact_block", "customer_request", "keyword", "import"]
    """Where it came from. operator: a person in the console. customer_request: the agent, at the wish of the
    customer. keyword: the customer wrote a word like STOP.
    """
    reason: str
    """Why, in the words of the request; empty: none were given."""
    by: SuppressionBy | None
    """The author; null: the customer, or the command line."""
    status: Literal["suppressing", "suppressed"]
    """suppressing: calls that are about to be placed are still being checked against it."""
    createdAt: str
    """When it was added."""


class SuppressionBy(TypedDict):
    type: Literal["user", "key", "agent"]
    """user: of the console. key: an API key."""
    id: str
    """The id of the user, key or agent."""


class NewSuppression(TypedDict):
    channel: NotRequired[Literal["phone", "instagram"]]
    """Default: phone."""
    address: str
    """A number in E.164, or for `instagram` the id of the person there."""
    purpose: Literal["service", "marketing"]
    """service: all contact that the business initiates. marketing: campaigns and offers only."""
    reason: NotRequired[str]
    """Why; shown in the list."""


class AddedSuppressions(TypedDict):
    suppressions: list[Suppression]
    """The suppressions, in the order of the request."""
    callsAtCarrier: list[str]
    """Calls that were already placed and may still be connected."""


AddSuppressionsData: TypeAlias = "AddedSuppressions"
"""What addSuppressions answers with."""


class RemovedSuppression(TypedDict):
    id: str
    """The suppression."""
    removed: bool
    """Always true."""


RemoveSuppressionData: TypeAlias = "RemovedSuppression"
"""What removeSuppression answers with."""


class ImportedSuppressions(TypedDict):
    rows: int
    """Rows of the file without its header."""
    suppressed: int
    """Rows that were added."""
    failed: int
    """Rows that were skipped."""
    issues: list[ImportedSuppressionsIssuesItem]
    """The first 200 skipped rows, with the reason."""


class ImportedSuppressionsIssuesItem(TypedDict):
    row: int
    """The number of the row in the file."""
    code: str
    """Why it was skipped; a stable name."""
    message: str
    """What is wrong with it."""


ImportSuppressionsData: TypeAlias = "ImportedSuppressions"
"""What importSuppressions answers with."""


DataSource = TypedDict(
    "DataSource",
    {
        "id": "DataSourceId",
        "name": "str",
        "description": "str | None",
        "class": "Literal['structured', 'unstructured']",
        "status": "Literal['active', 'archived']",
        "builtIn": "bool",
        "fields": "list[DataSourceFieldsItem]",
        "keyField": "str | None",
        "database": "DataSourceDatabase | None",
        "itemCount": "int",
        "activeVersionId": "str | None",
        "createdAt": "str | None",
        "updatedAt": "str | None",
        "tag": "NotRequired[str]",
    },
)


DataSourceId: TypeAlias = "str"
"""The Data Source."""


class DataSourceFieldsItem(TypedDict):
    key: str
    """The key under which agents are granted the field."""
    label: str
    """The name of the column in the file."""
    type: DataSourceFieldType
    """The type of the values. A value of another type counts as missing."""


DataSourceFieldType: TypeAlias = "Literal['text', 'integer', 'decimal', 'boolean', 'date', 'datetime', 'mobile', 'email', 'uuid']"
"""The type of the values. A value of another type counts as missing."""


class DataSourceDatabase(TypedDict):
    """The table that a structured source is read from."""
    connection: str
    """The name of a connection that the operator of the service has allowed the business to use."""
    table: str
    """An allowed table or view of that connection."""


CreateDataSourceRequestText: TypeAlias = "str"
"""The text of an unstructured source. In a change it replaces the former text."""


class CreateDataSourceBodyDatabase(TypedDict):
    """The table that a structured source is read from."""
    connection: str
    """The name of a connection that the operator of the service has allowed the business to use."""
    table: str
    """An allowed table or view of that connection."""


class CreatedDataSource(TypedDict):
    dataSource: DataSource
    """The Data Source."""
    ingestion: Ingestion | None
    """The ingestion of the rows or of the table. Null: neither was sent."""


class Ingestion(TypedDict):
    ingestionId: IngestionId
    """The ingestion."""
    jobId: str
    """The job that reads the file."""
    sourceId: DataSourceId
    """The Data Source."""
    versionId: str
    """The version that the ingestion creates."""
    stage: IngestionStage
    """`parsing`: rows are read again under another key. `profiling`: columns are examined. `needs_review`: some
    columns need a decision. `validated`: can be activated. `failed`: see `issues`.
    """
    versionStatus: DataSourceVersionStatus
    """The state of the version; agents use the `active` one."""
    fileName: str
    """The name of the file, or of the database table."""
    counts: IngestionCounts
    """What was read; for a document, the passages of its text."""
    columns: list[IngestionColumn]
    """The columns, in the order of the file; empty for a document."""
    issues: list[ContactImportIssue]
    """Problems of the file and its rows, at most 200."""
    createdAt: CreatedAt
    """When it was created."""
    updatedAt: UpdatedAt
    """When it was last changed."""


IngestionId: TypeAlias = "str"
"""The ingestion."""


IngestionStage: TypeAlias = "Literal['received', 'parsing', 'profiling', 'needs_review', 'validated', 'active', 'failed']"
"""`parsing`: rows are read again under another key. `profiling`: columns are examined. `needs_review`: some
columns need a decision. `validated`: can be activated. `failed`: see `issues`.
"""


DataSourceVersionStatus: TypeAlias = "Literal['draft', 'validated', 'active', 'superseded']"
"""The state of the version; agents use the `active` one."""


class IngestionCounts(TypedDict):
    """What was read; for a document, the passages of its text."""
    rows: int
    """Rows that were read."""
    failed: int
    """Rows that cannot be used."""


class IngestionColumn(TypedDict):
    column: str
    """The name of the column in the file."""
    fieldKey: str
    """The key of the field, as proposed or reviewed."""
    type: Literal["text", "integer", "decimal", "boolean", "date", "datetime", "mobile", "email", "uuid"]
    """The type, as proposed or reviewed."""
    include: bool
    """Whether the column becomes a field."""
    key: bool
    """Whether it is the column that identifies the contact of a row: a mobile number or a contact id. At most
    one.
    """
    filled: int
    """Rows with a value."""
    empty: int
    """Rows without a value."""
    misfits: int
    """Values that do not match the type; they count as missing."""
    needsReview: bool
    """Whether the column needs a decision before the version is activated."""
    reviewReason: str | None
    """`mixed_types`: values of several types. `ambiguous_date`: day or month may be first. Null: no review is
    needed.
    """
    dateOrder: NotRequired[Literal["dmy", "mdy", "ymd"]]
    """As chosen in the review. Absent: dates are kept as written."""


CreateDataSourceData: TypeAlias = "CreatedDataSource"
"""What createDataSource answers with."""


class DataSourceAnswer(TypedDict):
    dataSource: DataSource
    """The Data Source."""


UpdateDataSourceData: TypeAlias = "DataSourceAnswer"
"""What updateDataSource answers with."""


ArchiveDataSourceData: TypeAlias = "DataSourceAnswer"
"""What archiveDataSource answers with."""


class IngestionAnswer(TypedDict):
    ingestion: Ingestion
    """The ingestion."""


UploadDataSourceData: TypeAlias = "IngestionAnswer"
"""What uploadDataSource answers with."""


RefreshDataSourceData: TypeAlias = "IngestionAnswer"
"""What refreshDataSource answers with."""


class ColumnReview(TypedDict):
    column: str
    """The name of the column in the file."""
    fieldKey: NotRequired[str]
    """The key under which agents are granted the field."""
    type: NotRequired[DataSourceFieldType]
    """The type of the values. A value of another type counts as missing."""
    include: NotRequired[bool]
    """Whether the column becomes a field."""
    key: NotRequired[bool]
    """Whether it is the column that identifies the contact of a row: a mobile number or a contact id. At most
    one.
    """
    dateOrder: NotRequired[Literal["dmy", "mdy", "ymd"]]
    """The order of day, month and year: dates are stored as ISO 8601 (`05/06/2026` in `dmy` is `2026-06-05`).
    Required of an included column of dates whose `reviewReason` is `ambiguous_date`.
    """


ReviewIngestionData: TypeAlias = "IngestionAnswer"
"""What reviewIngestion answers with."""


class Campaign(TypedDict):
    """A campaign. Channel, agent, status and counts are those of its current iteration."""
    id: str
    """The campaign; use it as `campaignId`."""
    name: str
    """What people call the campaign."""
    objective: str
    """What the campaign is for."""
    channel: CampaignChannel
    """`sms` is refused until it is available."""
    agentId: str
    """The agent of the current iteration."""
    status: CampaignStatus
    """draft: it awaits `action: start`. scheduled: it awaits `startAt`. cancelling: its calls are being hung up.
    completed: every recipient has an outcome.
    """
    currentIteration: Iteration
    """One run of a campaign over its members, on one channel."""
    counts: IterationCounts
    """Members by status."""
    createdAt: str
    """When the campaign was created."""


class Iteration(TypedDict):
    """One run of a campaign over its members, on one channel."""
    id: str
    """The iteration; use it as `iterationId`."""
    campaignId: CampaignId
    """The campaign."""
    ordinal: int
    """Its place in the campaign, from 1."""
    channel: CampaignChannel
    """`sms` is refused until it is available."""
    agentId: str
    """The agent that contacts its members."""
    status: CampaignStatus
    """draft: it awaits `action: start`. scheduled: it awaits `startAt`. cancelling: its calls are being hung up.
    completed: every recipient has an outcome.
    """
    settings: IterationSettings
    """How its members are contacted, with defaults filled in."""
    audienceReady: bool
    """Whether the member list is complete."""
    counts: IterationCounts
    """Members by status."""
    progress: CampaignProgress
    """The pace of the iteration, and what it waits for."""
    startAt: str | None
    """When it is to start by itself; null: by `action: start`."""
    startedAt: str | None
    """When it started; null: it has not."""
    endedAt: str | None
    """When it ended; null: it has not."""
    createdAt: CreatedAt
    """When it was created."""


class IterationSettings(TypedDict):
    """How its members are contacted, with defaults filled in."""
    maxRetries: int
    """How often a member that was busy, did not answer or failed is tried again."""
    retryDelayMinutes: int
    """The time between attempts, minutes."""
    retryVoicemail: bool
    """Whether answering machines count as unanswered."""
    callBacks: IterationSettingsCallBacks | None
    """Call-backs at the time that recipients requested; null: none are made."""
    window: CallingWindow | None
    """When recipients may be contacted; null: at any time."""
    messageText: str | None
    """WhatsApp: the text; null: a template, or a call."""
    templateName: str | None
    """WhatsApp: the template; null: none."""
    templateLanguage: str | None
    """Language of the template; null: that of the agent."""
    templateComponents: list[TemplateComponent]
    """Values of the variables of the template; empty: it has none."""


class IterationSettingsCallBacks(TypedDict):
    """Voice: call recipients again at the time that they requested, as the analysis of their call states it."""
    maxPerContact: int
    """The most call-backs of each recipient."""
    withinDays: int
    """How many days after the call in which it was requested a call-back may be made."""


class CallingWindow(TypedDict):
    """When recipients may be contacted."""
    timezone: str
    """IANA name of the time zone of days and hours."""
    days: list[CallingWindowDay]
    """The days on which the window opens."""
    start: str
    """When it opens, HH:MM on a 24-hour clock."""
    end: str
    """When it closes, HH:MM; if before `start`, on the next day."""
    recipientTimezone: NotRequired[bool]
    """Apply days and hours in each recipient's own time zone; `timezone` is for recipients whose zone is
    unknown.
    """


CallingWindowDay: TypeAlias = "Literal['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']"
"""A day of the week."""


TemplateComponent: TypeAlias = "HeaderTemplateComponent | BodyTemplateComponent | ReplyButtonComponent | LinkButtonComponent | CouponButtonComponent"


class HeaderTemplateComponent(TypedDict):
    type: Literal["header"]
    """The header of the template."""
    parameters: list[HeaderParameter]
    """The value of its variable, or its image."""


HeaderParameter: TypeAlias = "TextParameter | CurrencyParameter | DateTimeParameter | ImageParameter"


class TextParameter(TypedDict):
    type: Literal["text"]
    """A text."""
    text: str
    """The value. May contain {{alias}} placeholders."""
    parameter_name: NotRequired[str]
    """The name of the variable; required if the template names its variables."""


class CurrencyParameter(TypedDict):
    type: Literal["currency"]
    """An amount of money."""
    currency: CurrencyParameterCurrency
    """The amount, which the channel formats for the customer."""


class CurrencyParameterCurrency(TypedDict):
    """The amount, which the channel formats for the customer."""
    fallback_value: str
    """The amount as text. May contain {{alias}} placeholders."""
    code: str
    """The currency, ISO 4217."""
    amount_1000: int
    """The amount times 1,000."""


class DateTimeParameter(TypedDict):
    type: Literal["date_time"]
    """A date or time."""
    date_time: DateTimeParameterDateTime
    """The date or time."""


class DateTimeParameterDateTime(TypedDict):
    """The date or time."""
    fallback_value: str
    """The date or time as text. May contain {{alias}} placeholders."""


class ImageParameter(TypedDict):
    type: Literal["image"]
    """An image in the header."""
    image: ImageParameterImage
    """Exactly one of `id` and `link`."""


class ImageParameterImage(TypedDict):
    """Exactly one of `id` and `link`."""
    id: NotRequired[str]
    """A `mediaId` from POST /media."""
    link: NotRequired[str]
    """An https address, from which the channel fetches it."""


class BodyTemplateComponent(TypedDict):
    type: Literal["body"]
    """The main text of the template."""
    parameters: list[BodyParameter]
    """The values of its variables, in order."""


BodyParameter: TypeAlias = "TextParameter | CurrencyParameter | DateTimeParameter"


class ReplyButtonComponent(TypedDict):
    type: ReplyButtonComponentType
    """A button of the template."""
    sub_type: Literal["quick_reply"]
    """The kind of the button."""
    index: str | int
    """The place of the button in the template, from 0."""
    parameters: list[ReplyButtonComponentParametersItem]
    """The value of the button."""


ReplyButtonComponentType: TypeAlias = "Literal['button']"
"""A button of the template."""


class ReplyButtonComponentParametersItem(TypedDict):
    type: Literal["payload"]
    """What a quick reply returns."""
    payload: str
    """Returned with the answer of the customer. May contain {{alias}} placeholders."""


class LinkButtonComponent(TypedDict):
    type: ReplyButtonComponentType
    """A button of the template."""
    sub_type: Literal["url"]
    """The kind of the button."""
    index: str | int
    """The place of the button in the template, from 0."""
    parameters: list[TextParameter]
    """The value of the button."""


class CouponButtonComponent(TypedDict):
    type: ReplyButtonComponentType
    """A button of the template."""
    sub_type: Literal["copy_code"]
    """The kind of the button."""
    index: str | int
    """The place of the button in the template, from 0."""
    parameters: list[CouponButtonComponentParametersItem]
    """The value of the button."""


class CouponButtonComponentParametersItem(TypedDict):
    type: Literal["coupon_code"]
    """A code to copy."""
    coupon_code: str
    """The code. May contain {{alias}} placeholders."""


class IterationCounts(TypedDict):
    """Members by status."""
    total: int
    """All members; it grows until `audienceReady`."""
    pending: int
    """Not tried yet."""
    claimed: int
    """About to be contacted."""
    active: int
    """Being contacted."""
    retry_wait: int
    """Waiting for their next attempt."""
    completed: int
    """Reached: a person answered the call, or the message was sent."""
    voicemail: int
    """Answered by a machine or an announcement."""
    no_answer: int
    """Not answered."""
    busy: int
    """Busy."""
    failed: int
    """Failed."""
    cancelled: int
    """Cancelled."""
    skipped: int
    """Not contacted, because of a rule."""


class CampaignProgress(TypedDict):
    """The pace of the iteration, and what it waits for."""
    finished: int
    """Members with a final outcome."""
    percent: int
    """The share of members with a final outcome, in percent."""
    perMinute: float
    """Members finished per minute, over the last ten minutes."""
    estimatedEndAt: str | None
    """When all members will have an outcome at this pace; null: unknown."""
    waitingFor: Literal["audience", "start", "window", "credit", "agent", "channel", "calling_hours", "attempts", "limit", "limits", "call_back", "analysis"] | None
    """What the iteration is waiting for, if anything. call_back: call-backs that recipients requested; analysis:
    whether recipients requested one.
    """


class CreateCampaignBodyAudience(TypedDict):
    """Contacts by id and every contact of the categories, each once."""
    contactIds: NotRequired[list[str]]
    """Contacts by id."""
    categoryIds: NotRequired[list[str]]
    """Categories, of which every contact is a recipient."""
    excludeContactIds: NotRequired[list[str]]
    """Contacts that are left out."""


class IterationSettingsInput(TypedDict):
    """How recipients are contacted. On WhatsApp, exactly one of messageText and templateName is required."""
    maxRetries: NotRequired[int]
    """How often a recipient that was busy, did not answer or failed is tried again."""
    retryDelayMinutes: NotRequired[int]
    """The time between attempts, minutes."""
    retryVoicemail: NotRequired[bool]
    """Voice: count an answering machine as unanswered, so that maxRetries and retryDelayMinutes apply to it."""
    callBacks: NotRequired[IterationSettingsInputCallBacks]
    """Voice: call recipients again at the time that they requested, as the analysis of their call states it."""
    window: NotRequired[CallingWindowInput]
    """When recipients may be contacted."""
    messageText: NotRequired[str]
    """WhatsApp; may contain {{alias}} placeholders. Reaches customers who wrote within the last 24 hours."""
    templateName: NotRequired[str]
    """WhatsApp; an approved template."""
    templateLanguage: NotRequired[str]
    """Language of the template, for example en_US. Default: the language of the agent."""
    templateComponents: NotRequired[list[TemplateComponentInput]]
    """The values of the variables, in the format of Meta’s Cloud API, each part at most once. Omitted: the
    template has no variables.
    """


class IterationSettingsInputCallBacks(TypedDict):
    """Voice: call recipients again at the time that they requested, as the analysis of their call states it."""
    maxPerContact: int
    """The most call-backs of each recipient."""
    withinDays: int
    """How many days after the call in which it was requested a call-back may be made."""


class CallingWindowInput(TypedDict):
    """When recipients may be contacted."""
    timezone: str
    """IANA name of the time zone of days and hours."""
    days: list[CallingWindowDay]
    """The days on which the window opens."""
    start: str
    """When it opens, HH:MM on a 24-hour clock."""
    end: str
    """When it closes, HH:MM; if before `start`, on the next day."""
    recipientTimezone: NotRequired[bool]
    """Apply days and hours in each recipient's own time zone; `timezone` is for recipients whose zone is
    unknown.
    """


TemplateComponentInput: TypeAlias = "HeaderTemplateComponentInput | BodyTemplateComponentInput | ReplyButtonComponentInput | LinkButtonComponentInput | CouponButtonComponentInput"


class HeaderTemplateComponentInput(TypedDict):
    type: Literal["header"]
    """The header of the template."""
    parameters: list[HeaderParameterInput]
    """The value of its variable, or its image."""


HeaderParameterInput: TypeAlias = "TextParameterInput | CurrencyParameterInput | DateTimeParameterInput | ImageParameterInput"


class TextParameterInput(TypedDict):
    type: Literal["text"]
    """A text."""
    text: str
    """The value. May contain {{alias}} placeholders."""
    parameter_name: NotRequired[str]
    """The name of the variable; required if the template names its variables."""


class CurrencyParameterInput(TypedDict):
    type: Literal["currency"]
    """An amount of money."""
    currency: CurrencyParameterInputCurrency
    """The amount, which the channel formats for the customer."""


class CurrencyParameterInputCurrency(TypedDict):
    """The amount, which the channel formats for the customer."""
    fallback_value: str
    """The amount as text. May contain {{alias}} placeholders."""
    code: str
    """The currency, ISO 4217."""
    amount_1000: int
    """The amount times 1,000."""


class DateTimeParameterInput(TypedDict):
    type: Literal["date_time"]
    """A date or time."""
    date_time: DateTimeParameterInputDateTime
    """The date or time."""


class DateTimeParameterInputDateTime(TypedDict):
    """The date or time."""
    fallback_value: str
    """The date or time as text. May contain {{alias}} placeholders."""


class ImageParameterInput(TypedDict):
    type: Literal["image"]
    """An image in the header."""
    image: ImageParameterInputImage
    """Exactly one of `id` and `link`."""


class ImageParameterInputImage(TypedDict):
    """Exactly one of `id` and `link`."""
    id: NotRequired[str]
    """A `mediaId` from POST /media."""
    link: NotRequired[str]
    """An https address, from which the channel fetches it."""


class BodyTemplateComponentInput(TypedDict):
    type: Literal["body"]
    """The main text of the template."""
    parameters: list[BodyParameterInput]
    """The values of its variables, in order."""


BodyParameterInput: TypeAlias = "TextParameterInput | CurrencyParameterInput | DateTimeParameterInput"


class ReplyButtonComponentInput(TypedDict):
    type: ReplyButtonComponentType
    """A button of the template."""
    sub_type: Literal["quick_reply"]
    """The kind of the button."""
    index: str | int
    """The place of the button in the template, from 0."""
    parameters: list[ReplyButtonComponentInputParametersItem]
    """The value of the button."""


class ReplyButtonComponentInputParametersItem(TypedDict):
    type: Literal["payload"]
    """What a quick reply returns."""
    payload: str
    """Returned with the answer of the customer. May contain {{alias}} placeholders."""


class LinkButtonComponentInput(TypedDict):
    type: ReplyButtonComponentType
    """A button of the template."""
    sub_type: Literal["url"]
    """The kind of the button."""
    index: str | int
    """The place of the button in the template, from 0."""
    parameters: list[TextParameterInput]
    """The value of the button."""


class CouponButtonComponentInput(TypedDict):
    type: ReplyButtonComponentType
    """A button of the template."""
    sub_type: Literal["copy_code"]
    """The kind of the button."""
    index: str | int
    """The place of the button in the template, from 0."""
    parameters: list[CouponButtonComponentInputParametersItem]
    """The value of the button."""


class CouponButtonComponentInputParametersItem(TypedDict):
    type: Literal["coupon_code"]
    """A code to copy."""
    coupon_code: str
    """The code. May contain {{alias}} placeholders."""


class CampaignAnswer(TypedDict):
    campaign: Campaign
    """A campaign. Channel, agent, status and counts are those of its current iteration."""


CreateCampaignData: TypeAlias = "CampaignAnswer"
"""What createCampaign answers with."""


ReadCampaignData: TypeAlias = "CampaignAnswer"
"""What readCampaign answers with."""


ActOnCampaignData: TypeAlias = "CampaignAnswer"
"""What actOnCampaign answers with."""


class IterationAudience(TypedDict):
    """Members of earlier iterations by outcome (default: all iterations and outcomes), contacts by id, or the
    contacts that a completed summary run recommends.
    """
    fromIterationIds: NotRequired[list[str]]
    """Iterations whose members are selected. Default: all of the campaign."""
    outcomes: NotRequired[list[RecipientOutcome]]
    """The outcomes of the selected members. Default: all."""
    contactIds: NotRequired[list[str]]
    """Contacts by id, also beside the other fields."""
    recommendedBySummaryRunId: NotRequired[str]
    """A completed summary run of all iterations, whose recommended contacts are selected; not with
    fromIterationIds or outcomes.
    """


class IterationAnswer(TypedDict):
    iteration: Iteration
    """One run of a campaign over its members, on one channel."""


CreateIterationData: TypeAlias = "IterationAnswer"
"""What createIteration answers with."""


class Membership(TypedDict):
    """A contact in an iteration."""
    contactId: ContactId
    """The contact."""
    contactName: str | None
    """The name of the contact; null: the contact was deleted."""
    iterationId: str
    """The iteration that it is a member of."""
    status: Literal["pending", "claimed", "active", "retry_wait", "completed", "voicemail", "no_answer", "busy", "failed", "cancelled", "skipped"]
    """pending: not tried yet. claimed: about to be contacted. active: being contacted. retry_wait: waits for
    `retryAt`. The others are final outcomes.
    """
    attempts: list[MembershipAttempt]
    """The calls or messages to the contact, the oldest first."""
    outcome: Literal["completed", "voicemail", "no_answer", "busy", "failed", "cancelled", "skipped"] | None
    """The final outcome; null: there is none yet."""
    skipReason: str | None
    """The error code for which the contact was skipped; otherwise null."""
    retryAt: str | None
    """When the contact is tried again; null: it does not wait."""
    waitingFor: Literal["calling_hours", "attempts", "limits", "call_back"] | None
    """Why the contact is not contacted before `retryAt`; call_back: at its own request; null: no such reason."""
    callOutcome: NotRequired[CallOutcome | None]
    """Of the last call; null: it was not analysed. Absent without the scope communications:read."""
    callBack: MembershipCallBack | None
    """Null: none was requested, or the campaign makes none."""
    lastActivityAt: str | None
    """When the last call or message began or ended; null: there was none."""


class MembershipAttempt(TypedDict):
    callId: str | None
    """The call; null: it was a message."""
    messageId: str | None
    """The message; null: it was a call."""
    startedAt: str
    """When the attempt began."""
    endedAt: str | None
    """When it ended; null: it has not."""
    outcome: Literal["completed", "voicemail", "no_answer", "busy", "failed", "cancelled", "skipped"] | None
    """What came of it; null: it has not ended."""


class MembershipCallBack(TypedDict):
    requestedAt: str
    """The time that the recipient named."""
    state: Literal["planned", "called", "declined"]
    """planned: the recipient will be called. called: it was. declined: it is not called back, and `reason` says
    why.
    """
    reason: str | None
    """Why it was declined: no_contact (the recipient does not want to be contacted), too_late (after the last
    day for it), cancelled (with the campaign), or an error code. Otherwise null.
    """


class Activity(TypedDict):
    channel: CampaignChannel
    """`sms` is refused until it is available."""
    callId: str | None
    """The call; null: it is a message."""
    messageId: str | None
    """The message; null: it is a call."""
    iterationId: str
    """The iteration of the campaign."""
    contactId: ContactId
    """The contact."""
    contactName: str | None
    """The name of the contact; null: the contact was deleted."""
    direction: Literal["outbound", "inbound"]
    """outbound: from the business. inbound: from the contact."""
    status: str
    """The status of the call or message; `received` for a message from a customer."""
    durationSeconds: int | None
    """Connected time of a call, seconds; null: it is a message."""
    at: str
    """When the call was requested, or the message was written."""


class SummaryRunAnswer(TypedDict):
    summaryRunId: str
    """The run; use it to confirm the estimate, and to export it."""
    campaignId: CampaignId
    """The campaign."""
    status: Literal["estimated", "running", "completed", "partial"]
    """estimated: awaits its confirmation. partial: it has ended, and some contacts could not be assessed; they
    cost nothing.
    """
    contacts: int
    """Contacts of all iterations of the campaign, each once."""
    assessed: int
    """How many have been assessed so far."""
    failed: int
    """How many could not be assessed."""
    failures: list[SummaryRunAnswerFailuresItem]
    """The first 20 contacts that could not be assessed, in the order of their ids; they are not charged. The
    export lists all of them.
    """
    recommended: int
    """How many should be contacted again."""
    maxChargeMicrocredits: SummaryRunMaxCharge
    """The most that the run can cost, microcredits. Confirm it with exactly this amount."""
    chargedMicrocredits: ChargedMicrocredits
    """What has been charged so far, microcredits (1,000,000 are one credit)."""
    createdAt: SummaryRunAnswerCreatedAt
    """When the price was estimated."""
    expiresAt: ExpiresAt
    """Until when the estimate can be confirmed."""
    confirmedAt: str | None
    """When the run was confirmed; null: it was not."""
    endedAt: str | None
    """When the run ended; null: it has not."""


class SummaryRunAnswerFailuresItem(TypedDict):
    contactId: str
    """The contact."""
    code: str
    """One of model_failed, model_too_slow, assessment_unusable, reason_not_kept."""
    message: str
    """What happened and what to do."""


RunSummaryData: TypeAlias = "SummaryRunAnswer"
"""What runSummary answers with."""


class CampaignFindingsAnswer(TypedDict):
    findings: CampaignFindings
    """What was found in the analysed calls of a campaign."""


class CampaignFindings(TypedDict):
    """What was found in the analysed calls of a campaign."""
    calls: int
    """Analysed calls that are counted."""
    complete: bool
    """Whether all of them are counted: of a larger campaign, the latest 10,000 are."""
    success: CampaignFindingsSuccess
    """Calls that met all criteria of their agent, or missed one."""
    sentiments: CampaignFindingsSentiments
    """Calls by the sentiment of the customer."""
    requests: CampaignFindingsRequests
    """Calls by what the customer requested."""
    criteria: list[CampaignFindingsCriteria]
    """The present criteria of the agents of the campaign."""
    fields: list[CampaignFindingsField]
    """The present fields of the agents of the campaign that are numbers, booleans or have a list of values."""
    callBacks: CampaignFindingsCallBacks
    """Recipients by the state of the call-back that they requested."""


class CampaignFindingsSuccess(TypedDict):
    """Calls that met all criteria of their agent, or missed one."""
    met: int
    """Calls that met it."""
    notMet: int
    """Calls that did not."""
    unknown: int
    """Calls whose transcript does not say."""
    rate: float | None
    """The share of `met` among those of which the transcript says it; null: there are none."""


class CampaignFindingsSentiments(TypedDict):
    """Calls by the sentiment of the customer."""
    positive: int
    """Calls with positive."""
    neutral: int
    """Calls with neutral."""
    negative: int
    """Calls with negative."""
    mixed: int
    """Calls with mixed."""


class CampaignFindingsRequests(TypedDict):
    """Calls by what the customer requested."""
    human: int
    """Calls with human."""
    no_contact: int
    """Calls with no_contact."""
    call_back: int
    """Calls with call_back."""


class CampaignFindingsCriteria(TypedDict):
    key: str
    """The key of the criterion."""
    met: int
    """Calls that met it."""
    notMet: int
    """Calls that did not."""
    unknown: int
    """Calls whose transcript does not say."""
    rate: float | None
    """The share of `met` among those of which the transcript says it; null: there are none."""


class CampaignFindingsField(TypedDict):
    key: str
    """The key of the field."""
    type: Literal["choice", "boolean", "number"]
    """choice: a text with a list of values."""
    stated: int
    """Calls in which the customer stated it."""
    values: list[CampaignFindingsFieldValuesItem]
    """Of a choice or a boolean: the calls with each value."""
    least: float | None
    """Of a number: the least value; otherwise null."""
    mean: float | None
    """Of a number: the mean; otherwise null."""
    most: float | None
    """Of a number: the greatest value; otherwise null."""


class CampaignFindingsFieldValuesItem(TypedDict):
    value: str
    """The value."""
    calls: int
    """The calls with this value."""


class CampaignFindingsCallBacks(TypedDict):
    """Recipients by the state of the call-back that they requested."""
    planned: int
    """Recipients who will be called back."""
    called: int
    """Recipients who were called back."""
    declined: int
    """Recipients who are not called back."""


ReadCampaignFindingsData: TypeAlias = "CampaignFindingsAnswer"
"""What readCampaignFindings answers with."""


class ChannelList(TypedDict):
    channels: list[Channel]
    """All channels."""


class Channel(TypedDict):
    channel: Literal["whatsapp", "sms", "voice", "instagram", "other"]
    """The key of the channel."""
    label: str
    """The name of the channel, for people."""
    status: Literal["live", "coming_later", "reserved"]
    """Whether the service offers the channel. `reserved`: for agents without delivery."""
    readiness: Literal["live", "not_connected", "unavailable"]
    """`live`: can be used now. `not_connected`: no account is connected. `unavailable`: cannot be used at
    present.
    """
    assignmentMode: Literal["phone_number", "provider_account", "none"]
    """What an agent is assigned to: a WhatsApp phone number, an Instagram account, or nothing."""
    connectedAccounts: int
    """Connected accounts of the business on the channel."""


ListChannelsData: TypeAlias = "ChannelList"
"""What listChannels answers with."""


AssignedPhoneNumberId: TypeAlias = "str"
"""WhatsApp: the id of the phone number at Meta. Not used on other channels."""


ProviderAccountId: TypeAlias = "str"
"""Instagram: the id of the professional account. Not used on other channels."""


class ChannelAssignment(TypedDict):
    phoneNumberId: PhoneNumberId
    """The WhatsApp phone number id. Null on other channels."""
    assignment: AgentAssignment
    """The assignment after the change."""


AssignChannelData: TypeAlias = "ChannelAssignment"
"""What assignChannel answers with."""


class TemplateList(TypedDict):
    templates: list[Template]
    """The first 200 templates that match, by name."""
    total: int
    """All templates that match."""
    readAt: str
    """When the list was read from Meta."""


class Template(TypedDict):
    name: str
    """The name of the template."""
    language: str
    """The language, as Meta writes it."""
    status: str
    """As Meta reports it; only APPROVED templates can be sent."""
    category: str | None
    """As Meta reports it. Null: Meta reports none."""
    header: TemplateHeader | None
    """The header. Null: the template has none."""
    body: TemplateBody
    """The main text."""
    footer: str | None
    """The footer. Null: the template has none."""
    buttons: list[TemplateButtonsItem]
    """The index of a button is its place in this list, from 0."""


class TemplateHeader(TypedDict):
    format: Literal["text", "image", "video", "document", "location", "other"]
    """What the header contains. Only text and images can be sent."""
    text: str | None
    """The text, with its variables in double braces. Null: not a text."""
    variables: list[str]
    """The variables of the text, in order: numbers or names."""


class TemplateBody(TypedDict):
    """The main text."""
    text: str
    """The text, with its variables in double braces."""
    variables: list[str]
    """The variables of the text, in order: numbers or names."""


class TemplateButtonsItem(TypedDict):
    type: Literal["quick_reply", "url", "copy_code", "other"]
    """What the button does. `other`: a kind for which a message cannot provide a value."""
    text: str
    """The label of the button."""
    needsValue: bool
    """Whether a message must provide a value for it."""


ListTemplatesData: TypeAlias = "TemplateList"
"""What listTemplates answers with."""


class InstagramConnection(TypedDict):
    providerAccountId: str
    """The Instagram professional account id."""
    displayName: str
    """The name that is shown for the account."""
    username: str | None
    """The user name on Instagram. Null: the channel has none."""
    connectedAt: str
    """When the account was connected."""


class RemovedInstagramConnection(TypedDict):
    disconnected: list[str]
    """The ids of the accounts that were disconnected."""


DeleteInstagramConnectionData: TypeAlias = "RemovedInstagramConnection"
"""What deleteInstagramConnection answers with."""


class TemplateMessage(TypedDict):
    """A WhatsApp template with its values."""
    name: str
    """The name of an approved template."""
    language: str
    """The language of the template."""
    agentId: NotRequired[str]
    """The agent whose variables the placeholders refer to. Default: the agent of the account."""
    components: NotRequired[list[TemplateComponentInput]]
    """The values of the variables, in the format of Meta’s Cloud API, each part at most once. Omitted: the
    template has no variables.
    """


InteractiveMessage: TypeAlias = "ButtonsInteractiveMessage | ListInteractiveMessage | LinkInteractiveMessage"
"""A message with buttons, a list or a link. The choice of the customer is a message with `payload`."""


class ButtonsInteractiveMessage(TypedDict):
    """A text with reply buttons; quick replies on Instagram."""
    kind: Literal["buttons"]
    """Reply buttons."""
    header: NotRequired[InteractiveHeader]
    """A line above the text; WhatsApp only."""
    footer: NotRequired[InteractiveFooter]
    """A line below the text; WhatsApp only."""
    body: str
    """The text of the message."""
    buttons: list[ButtonsInteractiveMessageButtonsItem]
    """The buttons, from left to right."""


InteractiveHeader: TypeAlias = "str"
"""A line above the text; WhatsApp only."""


InteractiveFooter: TypeAlias = "str"
"""A line below the text; WhatsApp only."""


class ButtonsInteractiveMessageButtonsItem(TypedDict):
    id: str
    """Returned with the answer; unique in the message."""
    title: str
    """The label of the button. Unique in the message."""


class ListInteractiveMessage(TypedDict):
    """A text with a list to choose from; WhatsApp only."""
    kind: Literal["list"]
    """A list to choose from."""
    header: NotRequired[InteractiveHeader]
    """A line above the text; WhatsApp only."""
    footer: NotRequired[InteractiveFooter]
    """A line below the text; WhatsApp only."""
    body: str
    """The text of the message."""
    button: str
    """The label that opens the list."""
    sections: list[ListInteractiveMessageSectionsItem]
    """The sections; at most 10 rows in all."""


class ListInteractiveMessageSectionsItem(TypedDict):
    title: NotRequired[str]
    """The title of the section; required if there are several."""
    rows: list[ListInteractiveMessageSectionsItemRowsItem]
    """The rows of the section."""


class ListInteractiveMessageSectionsItemRowsItem(TypedDict):
    id: str
    """Returned with the answer; unique in the message."""
    title: str
    """The first line of the row."""
    description: NotRequired[str]
    """The second line of the row."""


class LinkInteractiveMessage(TypedDict):
    """A text with a button that opens an address."""
    kind: Literal["link"]
    """A button that opens an address."""
    header: NotRequired[InteractiveHeader]
    """A line above the text; WhatsApp only."""
    footer: NotRequired[InteractiveFooter]
    """A line below the text; WhatsApp only."""
    body: str
    """The text of the message."""
    label: str
    """The label of the button."""
    url: str
    """The address, https or http."""


class LocationMessage(TypedDict):
    """A place on the map; WhatsApp only."""
    latitude: float
    """Degrees; north is positive."""
    longitude: float
    """Degrees; east is positive."""
    name: NotRequired[str]
    """The name of the place."""
    address: NotRequired[str]
    """The address; allowed only with a name."""


class SendMessageBodyReaction(TypedDict):
    """A reaction to a message of the conversation; WhatsApp only."""
    providerMessageId: str
    """The message of the conversation that is reacted to, as events name it."""
    emoji: str
    """One emoji; an empty text removes the reaction."""


class SendMessageBodyMedia(TypedDict):
    """A file at an address; Instagram only."""
    kind: Literal["image", "video", "audio"]
    """The kind of file at the address."""
    url: str
    """An https address, from which the channel fetches the file."""


ClientAssetId: TypeAlias = "str"
"""A reference of your own; WhatsApp only. It is not stored."""


class AcceptedMessage(TypedDict):
    messageId: str
    """The message, for `readMessage` and in its webhooks."""
    taskRef: str
    """A reference to the work of sending it."""
    providerMessageRef: str | None
    """The id of the message at the channel. Null: the channel does not have it yet."""
    queued: bool
    """True: it waits to be sent. It has not been delivered."""
    correlationId: str
    """An id for support requests: that of the message."""


SendMessageData: TypeAlias = "AcceptedMessage"
"""What sendMessage answers with."""


class MessageAnswer(TypedDict):
    messageId: MessageId
    """The message."""
    businessId: MessageAnswerBusinessId
    """The business."""
    conversationId: str | None
    """The conversation that has the message."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    phoneNumberId: PhoneNumberId
    """The WhatsApp phone number id. Null on other channels."""
    recipient: str
    """The mobile number (E.164), or the Instagram-scoped id."""
    type: str
    """The kind of content, as in the request."""
    status: Literal["queued", "submitted", "accepted", "sent", "delivered", "read", "failed"]
    """`queued`: waits to be sent; `submitted`: the request to the channel is under way; `accepted`: the channel
    has it; then as the channel reports. Only moves forward.
    """
    taskStatus: TaskStatus
    """The work of handing the message to the channel. `retrying`: after a throttle or an unknown outcome.
    `done`: the channel accepted it.
    """
    providerMessageId: str | None
    """The id of the message at the channel. Null: the channel does not have it."""
    providerStatus: str | None
    """The furthest status that the channel reported. Null: none yet."""
    queuedAt: str
    """When the message was queued."""
    sentAt: str | None
    """When the channel sent it. Null: not reported."""
    deliveredAt: str | None
    """When it was delivered. Null: not reported."""
    readAt: str | None
    """When the customer read it. Null: not reported."""
    failedAt: str | None
    """When it failed. Null: it has not."""
    failure: MessageAnswerFailure | None
    """Why it failed. Null: it has not."""


TaskStatus: TypeAlias = "Literal['queued', 'running', 'retrying', 'done', 'failed']"
"""The work of handing the message to the channel. `retrying`: after a throttle or an unknown outcome. `done`:
the channel accepted it.
"""


class MessageAnswerFailure(TypedDict):
    code: str | None
    """A stable error code."""
    message: str | None
    """What happened and what to do, for people; the text may change."""


ReadMessageData: TypeAlias = "MessageAnswer"
"""What readMessage answers with."""


class MessageHit(TypedDict):
    messageId: MessageId
    """The message."""
    conversationId: ConversationId
    """The conversation."""
    channel: Literal["whatsapp", "instagram"]
    """The channel of the conversation."""
    contactId: str | None
    """The contact; null: the person is none."""
    name: str | None
    """The name of the contact, otherwise the name on the channel; null: unknown."""
    campaignId: str | None
    """The campaign that sent it; null: none did."""
    author: MessageHitAuthor
    """human: a person of the business. api: the message endpoint. campaign: a campaign."""
    type: str
    """For example text or audio; the words of voice notes are found, too."""
    at: str
    """When it was sent or received."""
    text: str
    """The part of the text around the first match; … where it is cut."""
    matches: list[CallSnippetMatche]
    """What was found in `text`, in UTF-16 units; `end` excluded."""


MessageHitAuthor: TypeAlias = "Literal['customer', 'agent', 'human', 'api', 'campaign']"
"""human: a person of the business. api: the message endpoint. campaign: a campaign."""


MediaType: TypeAlias = "Literal['image', 'document', 'video', 'audio']"
"""The kind of file."""


MimeType: TypeAlias = "Literal['image/jpeg', 'image/png', 'video/mp4', 'video/3gpp', 'audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg', 'application/pdf', 'text/plain', 'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/vnd.openxmlformats-officedocument.presentationml.presentation']"
"""The type of the file: one that belongs to `mediaType`, and that its content has."""


class Media(TypedDict):
    mediaId: str
    """The file, for messages."""
    providerMediaId: str
    """The id of the file at the channel."""
    mediaType: MediaType
    """The kind of file."""
    mimeType: str
    """The type of the file."""
    uploadedAt: str
    """When the channel received it."""
    expiresAt: str
    """When the channel removes it, 30 days later: upload it again."""
    contentSha256: str
    """The SHA-256 of the bytes, lower-case hexadecimal."""
    providerStatus: Literal["uploaded"]
    """The channel has the file."""
    correlationId: str
    """An id for support requests: that of the file."""


UploadMediaData: TypeAlias = "Media"
"""What uploadMedia answers with."""


class Conversation(TypedDict):
    id: ConversationId
    """The conversation."""
    channel: AgentAssignmentChannel
    """The messaging channel."""
    accountId: str
    """The account of the business: a WhatsApp phone number id or an Instagram account id."""
    accountName: str | None
    """The name of the account. Null: it is no longer connected."""
    address: str
    """The address of the customer: a number in E.164, or the channel’s id."""
    participantId: ParticipantId
    """The person on the account, whether a contact or not. Accepted by link-contact once the person has written."""
    contactId: str | None
    """The contact. Null: the person is none."""
    name: str | None
    """The name of the contact, otherwise the name on the channel. Null: unknown."""
    lastMessage: ConversationLastMessage | None
    """The latest message. Null: none."""
    lastActivityAt: str
    """When the latest message was received or queued."""
    unread: int
    """Messages of the customer that no user has read."""
    waitingSince: str | None
    """Since when the customer waits for a human: no agent answers, and no human has. Null: the customer does
    not.
    """
    handOverReason: HandedOverTimelineItemReason
    """What the customer wants, in the words of the agent that handed over. Null: not stated."""
    answering: Literal["human", "agent", "backend", "nobody"]
    """The side that answers the next message of the customer."""
    agentName: str | None
    """The name of the agent that is assigned to the account. Null: none."""
    takenBy: ConversationTakenBy | None
    """The user who has taken it over in the console. Null: none."""
    assignedTo: ConversationTakenBy | None
    """The member of the team to whom it is assigned, regardless of the side that answers. Null: no member."""
    status: Literal["open", "done"]
    """`done`: people are done with it. A message of the customer opens it again."""
    humanUntil: str | None
    """When it returns to the agent, unless it is handed back earlier or a human writes again. Null: no human has
    it.
    """
    outcome: CallOutcome | None
    """The outcome of the latest messages between two silences. Null: they were not analysed."""
    windowClosesAt: str | None
    """When the window for free text closes, 24 hours after the customer last wrote. Null: the customer has not
    written.
    """


class ConversationLastMessage(TypedDict):
    messageId: MessageId
    """The message."""
    at: str
    """When it was received or queued."""
    direction: MessageTimelineItemDirection
    """`inbound`: from the customer. `outbound`: from the business."""
    author: MessageTimelineItemAuthor
    """The author: `customer`, `api` (the message endpoint), `agent`, `human` or `campaign`."""
    messageType: MessageType
    """The kind of content: `text`, `image`, `template`, or the channel’s name of another kind."""
    text: str | None
    """The first 200 characters. Null: it has no words."""
    status: DeliveryStatus
    """The delivery state of an outbound message. Null: the customer wrote it."""


class ConversationTakenBy(TypedDict):
    userId: str
    """The user."""
    name: str | None
    """The name of the user. Null: the user no longer exists."""


class ConversationDetails(TypedDict):
    conversation: Conversation
    """The conversation."""
    analysis: ConversationAnalysis | None
    """What a model found in the latest messages between two silences. Null: they were not analysed."""


class ConversationAnalysis(TypedDict):
    status: CallOutcomeStatus
    """running: the model is reading the transcript. failed: `failure` says why, and nothing was charged."""
    success: OutcomeSuccess
    """Whether the call met all success criteria of its agent; null: there are none, or the transcript does not
    say.
    """
    findings: ConversationFindings | None
    """What was found; of the last analysis that completed. Null: none has."""
    failure: ConversationAnalysisFailure | None
    """Why the last analysis failed; null: it did not."""
    firstMessageId: str
    """The first message that was analysed."""
    lastMessageId: str
    """The last message that was analysed."""
    analysisRunId: str | None
    """The run that made it; null: the silence of the conversation did."""
    analyzedAt: str | None
    """When it completed or failed; null: it is running."""
    chargedMicrocredits: int
    """What the analyses of the conversation cost, in microcredits."""


ReadWrittenConversationData: TypeAlias = "ConversationDetails"
"""What readWrittenConversation answers with."""


class MessagesRead(TypedDict):
    conversationId: ConversationId
    """The conversation."""
    providerMessageId: str
    """The id at the channel of the latest message that was marked."""


MarkMessagesReadData: TypeAlias = "MessagesRead"
"""What markMessagesRead answers with."""


class QuickAnswerList(TypedDict):
    quickAnswers: list[QuickAnswer]
    """The quick answers."""


class QuickAnswer(TypedDict):
    quickAnswerId: str
    """The quick answer."""
    shortcut: str
    """What people type to insert it."""
    title: str
    """What it is about."""
    text: str
    """The text, with its placeholders."""


ListQuickAnswersData: TypeAlias = "QuickAnswerList"
"""What listQuickAnswers answers with."""


CreateQuickAnswerRequestText: TypeAlias = "str"
"""The text. {{name}}, {{first_name}}, {{mobile}}, {{my_name}} and fields of the contact, like {{city}}, are
filled in for each conversation.
"""


class QuickAnswerAnswer(TypedDict):
    quickAnswer: QuickAnswer
    """The quick answer as it is kept."""


CreateQuickAnswerData: TypeAlias = "QuickAnswerAnswer"
"""What createQuickAnswer answers with."""


UpdateQuickAnswerData: TypeAlias = "QuickAnswerAnswer"
"""What updateQuickAnswer answers with."""


class RemovedQuickAnswer(TypedDict):
    quickAnswerId: str
    """The quick answer."""
    removed: Literal[True]
    """It was removed."""


RemoveQuickAnswerData: TypeAlias = "RemovedQuickAnswer"
"""What removeQuickAnswer answers with."""


class Subscription(TypedDict):
    id: str
    """The subscription."""
    channel: SubscriptionChannel
    """`whatsapp`, `instagram`: the events of one account. `voice`, `campaign`, `alerts`: those of all calls,
    campaigns or alerts of the business.
    """
    phoneNumberId: PhoneNumberId
    """The WhatsApp phone number id. Null on other channels."""
    providerAccountId: str | None
    """The Instagram professional account id. Null on other channels."""
    callbackUrl: str
    """Where events are sent."""
    events: list[WebhookEventType]
    """The events that are sent."""
    externalAutomation: bool
    """Whether the subscriber answers."""
    status: Literal["active", "paused", "revoked"]
    """`paused`: nothing is sent. `revoked`: for good."""
    pauseReason: Literal["endpoint_gone"] | None
    """Why the service paused it: `endpoint_gone`, because the endpoint answered with 410. Its events then wait
    for 72 hours, until it is resumed. Null: the service did not.
    """
    pausedAt: str | None
    """When it was paused. Null: it is not."""
    secretLast4: str
    """The last four characters of the signing secret."""
    previousSecretUntil: str | None
    """Until when deliveries are signed with a previous secret as well. Null: only the present secret signs."""
    createdAt: CreatedAt
    """When it was created."""
    updatedAt: UpdatedAt
    """When it was last changed."""
    tag: str
    """Changes with each edit. For `If-Match`, in double quotes."""


SubscriptionChannel: TypeAlias = "Literal['whatsapp', 'instagram', 'voice', 'campaign', 'alerts']"
"""`whatsapp`, `instagram`: the events of one account. `voice`, `campaign`, `alerts`: those of all calls,
campaigns or alerts of the business.
"""


WebhookEventType: TypeAlias = "Literal['whatsapp.message.received', 'whatsapp.message.sent', 'whatsapp.message.delivered', 'whatsapp.message.read', 'whatsapp.message.failed', 'whatsapp.message.edited', 'whatsapp.message.revoked', 'whatsapp.agent_message.sent', 'whatsapp.agent_message.delivered', 'whatsapp.agent_message.read', 'whatsapp.agent_message.failed', 'conversation.analyzed', 'instagram.message.received', 'instagram.message.sent', 'instagram.message.seen', 'instagram.message.reaction', 'instagram.message.referral', 'instagram.message.failed', 'instagram.comment.received', 'instagram.comment.replied', 'instagram.comment.failed', 'instagram.message.edited', 'instagram.message.revoked', 'instagram.agent_message.sent', 'instagram.agent_message.seen', 'instagram.agent_message.failed', 'voice.call.ringing', 'voice.call.answered', 'voice.call.disclosed', 'voice.call.turn', 'voice.call.ended', 'voice.call.recorded', 'voice.call.charged', 'voice.call.analyzed', 'voice.call.reviewed', 'campaign.iteration.started', 'campaign.iteration.paused', 'campaign.iteration.cancelling', 'campaign.iteration.ended', 'campaign.recipient.ended', 'alert.fired', 'alert.resolved']"
"""The type of the event."""


class CreatedSubscription(TypedDict):
    subscription: Subscription
    """The subscription."""
    signingSecret: str | None
    """The text itself is the key of `X-Service-Signature`, and its bytes are that of `webhook-signature`. It is
    returned only here. Null in the response to a repeated request.
    """
    standardSecret: str | None
    """The same secret as libraries of Standard Webhooks take it, to verify `webhook-signature`: `whsec_` and the
    bytes of `signingSecret` in base64. It is returned only here. Null in the response to a repeated request.
    """


CreateSubscriptionData: TypeAlias = "CreatedSubscription"
"""What createSubscription answers with."""


class SubscriptionAnswer(TypedDict):
    subscription: Subscription
    """The subscription."""


UpdateSubscriptionData: TypeAlias = "SubscriptionAnswer"
"""What updateSubscription answers with."""


RevokeSubscriptionData: TypeAlias = "SubscriptionAnswer"
"""What revokeSubscription answers with."""


class RotatedSecret(TypedDict):
    subscription: Subscription
    """The subscription."""
    signingSecret: str
    """The text itself is the key of `X-Service-Signature`, and its bytes are that of `webhook-signature`. It is
    returned only here.
    """
    standardSecret: str
    """The same secret as libraries of Standard Webhooks take it, to verify `webhook-signature`: `whsec_` and the
    bytes of `signingSecret` in base64. It is returned only here.
    """


RotateSubscriptionSecretData: TypeAlias = "RotatedSecret"
"""What rotateSubscriptionSecret answers with."""


class TestDeliveries(TypedDict):
    deliveries: list[TestDeliveriesDelivery]
    """The result of each test event."""


class TestDeliveriesDelivery(TypedDict):
    eventId: str
    """It begins with `test:`."""
    eventType: WebhookEventType
    """The type of the event."""
    outcome: Literal["delivered", "failed"]
    """`delivered`: the endpoint answered with 2xx in time."""
    httpStatus: int | None
    """The HTTP status of the response. Null: there was none."""
    problem: TestDeliveriesDeliveryProblem
    """Why it was not delivered, a stable name: address_not_allowed, name_not_resolved, name_lookups_limited,
    connection_refused, connection_failed, timeout, tls_certificate_expired, tls_certificate_untrusted,
    tls_certificate_wrong_host, tls_certificate_invalid, tls_failed, invalid_response, redirect_not_followed,
    endpoint_gone; more may follow. Null: another status, or delivered.
    """
    latencyMs: int
    """Time to the response, ms."""
    responseExcerpt: str
    """The beginning of the response, at most 512 bytes."""


TestDeliveriesDeliveryProblem: TypeAlias = "str | None"
"""Why it was not delivered, a stable name: address_not_allowed, name_not_resolved, name_lookups_limited,
connection_refused, connection_failed, timeout, tls_certificate_expired, tls_certificate_untrusted,
tls_certificate_wrong_host, tls_certificate_invalid, tls_failed, invalid_response, redirect_not_followed,
endpoint_gone; more may follow. Null: another status, or delivered.
"""


TestSubscriptionData: TypeAlias = "TestDeliveries"
"""What testSubscription answers with."""


class WebhookContract(TypedDict):
    contractVersion: str
    """The version of the payloads."""
    events: list[str]
    """All events that are emitted."""
    signature: WebhookContractSignature
    """How to verify that a request is genuine."""
    standardWebhooks: StandardWebhooksContract
    """The signature of Standard Webhooks, which every request carries as well."""


class WebhookContractSignature(TypedDict):
    """How to verify that a request is genuine."""
    algorithm: str
    """How the signature is computed."""
    signedContent: str
    """What is signed."""
    headers: list[str]
    """Headers of each request to a subscriber."""
    toleranceSeconds: int
    """How far a timestamp may be from the current time."""


class StandardWebhooksContract(TypedDict):
    """The signature of Standard Webhooks, which every request carries as well."""
    algorithm: str
    """How the signature is computed."""
    signedContent: str
    """What is signed."""
    headers: list[str]
    """Headers of each request to a subscriber."""
    toleranceSeconds: int
    """How far a timestamp may be from the current time."""


ReadWebhookContractData: TypeAlias = "WebhookContract"
"""What readWebhookContract answers with."""


Analytics = TypedDict(
    "Analytics",
    {
        "subject": "Literal['calls', 'conversations']",
        "timeZone": "str",
        "groupBy": "Literal['outcome', 'agent', 'version', 'campaign', 'channel', 'hour', 'day'] | None",
        "from": "str",
        "to": "str",
        "totals": "AnalyticsTotals",
        "groups": "list[AnalyticsGroup]",
        "previous": "AnalyticsPrevious | None",
    },
)


class AnalyticsTotals(TypedDict):
    calls: AnalyticsTotalsCalls | None
    """Null: the figures are of conversations."""
    conversations: AnalyticsTotalsConversations | None
    """Null: the figures are of calls."""


class AnalyticsTotalsCalls(TypedDict):
    calls: int
    """Calls that were requested in the period and have ended."""
    answered: int
    """By a person, as far as known: not by a machine."""
    answerRate: float | None
    """The share of calls that a person answered; null: there are no calls."""
    analyzed: int
    """With a completed analysis."""
    succeeded: int
    """Met all success criteria of their agent."""
    notSucceeded: int
    """Did not meet one of them."""
    successRate: float | None
    """Of the calls that succeeded or did not; null: of none."""
    durationSeconds: int
    """Connected time of all calls, seconds."""
    callSeconds: TotalCallSeconds
    """Connected time of the calls that a person answered, seconds."""
    chargedMicrocredits: int
    """What the calls cost, in microcredits; without analysisCostMicrocredits."""
    analysisCostMicrocredits: int
    """Charges of the analyses of the calls, also of repeated ones."""
    latencies: AnalyticsTotalsCallsLatencies
    """Of the agents' turns."""
    agentTurns: int
    """Turns of agents."""
    interruptions: int
    """Agents' turns that the customer interrupted."""
    silences: int
    """How often agents had to ask whether the customer is still there."""
    silenceEnds: int
    """Calls that ended because of silence."""
    toolUses: int
    """Uses of tools."""
    toolFailures: int
    """Uses of tools that failed; an unknown outcome does not count."""


class TotalCallSeconds(TypedDict):
    p50: float | None
    """The median."""
    p95: float | None
    """The value that 95 % do not exceed."""


class AnalyticsTotalsCallsLatencies(TypedDict):
    """Of the agents' turns."""
    finalTranscriptMs: TotalCallSeconds
    """From the end of the customer's speech to its final transcript, ms."""
    firstTokenMs: TotalCallSeconds
    """To the first token of the model, ms."""
    firstAudioMs: TotalCallSeconds
    """To the first audio of the TTS, ms."""
    firstFrameMs: TotalCallSeconds
    """To the first frame sent to the carrier, ms."""
    firstPlayedMs: TotalCallSeconds
    """To the first frame that was played, ms."""


class AnalyticsTotalsConversations(TypedDict):
    conversations: int
    """A conversation begins with the first message after 24 hours without any."""
    answered: int
    """In which both sides wrote."""
    answerRate: float | None
    """The share of conversations in which both sides wrote; null: there are none."""
    messagesReceived: int
    """Messages of customers."""
    messagesSent: int
    """Messages of the business."""
    messagesFailed: int
    """Messages of the business that did not arrive."""
    replySeconds: TotalCallSeconds
    """From a customer's first unanswered message to the answer of an agent; at most 5 % off; null: there is
    none.
    """
    handedOver: int
    """In which an agent handed over to people, or a person took part."""
    answeredByHuman: int
    """In which a person of the business wrote."""


class AnalyticsGroup(TypedDict):
    key: str | None
    """An outcome, a channel, an id, an hour or a day (2026-03-01); null: no agent or campaign is known. Of a
    version: the id of its agent.
    """
    name: str | None
    """The name of the agent or campaign; otherwise null."""
    version: int | None
    """The version, if grouped by version; null: otherwise, or it was not recorded."""
    figures: AnalyticsTotals
    """The figures of the group."""


AnalyticsPrevious = TypedDict(
    "AnalyticsPrevious",
    {
        "from": "str",
        "to": "str",
        "totals": "AnalyticsTotals",
        "groups": "list[AnalyticsGroup]",
    },
)


ReadAnalyticsData: TypeAlias = "Analytics"
"""What readAnalytics answers with."""


class AlertRuleList(TypedDict):
    alertRules: list[AlertRule]
    """The rules, in the order in which they were created."""
    canSendEmail: bool
    """Whether the installation has a mail server. If not, rules cannot have addresses."""


class AlertRule(TypedDict):
    """An alert rule."""
    alertRuleId: AlertRuleId
    """The alert rule."""
    name: str
    """The name of the rule."""
    metric: AlertMetric
    """`success_rate`: the share of analyzed calls that met all criteria. `answer_rate`: the share of calls that
    a person answered. `call_failure_rate`: the share of calls that failed. `message_failure_rate`: the share
    of messages that did not arrive. `heard_latency_p95`: from the end of the speech of the customer to the
    first audio that is played, ms, which 95 % of the answers do not exceed. `cost`: charges of calls and of
    their analyses, microcredits. `credit_left`: available credit, microcredits. `credit_days`: how many days
    the available credit lasts, at the average of the last 7 days.
    """
    comparison: Literal["above", "below"]
    """Which side of the threshold fires."""
    threshold: float
    """In the unit of the metric."""
    windowMinutes: WindowMinutes
    """The latest minutes that are evaluated. Null: the moment counts."""
    minimumCount: int | None
    """The fewest calls or messages for which the rule fires. Null: none are required."""
    agentId: AlertRuleAgentId
    """Only calls or conversations of the agent. Null: all."""
    campaignId: AlertRuleCampaignId
    """Only those of the campaign. Null: all."""
    notifyWebhooks: bool
    """Whether subscribers of alerts are notified."""
    emails: list[str]
    """Addresses that are notified."""
    enabled: bool
    """Whether the rule is evaluated."""
    status: Literal["ok", "firing", "off"]
    """`off`: it is not enabled."""
    firingSince: str | None
    """Since when it fires. Null: it does not."""
    mutedUntil: str | None
    """Until when no notification is sent. Null: it is not muted."""
    revision: int
    """Raised by each change, except of the mute."""
    createdAt: CreatedAt
    """When it was created."""
    updatedAt: UpdatedAt
    """When it was last changed."""


ListAlertRulesData: TypeAlias = "AlertRuleList"
"""What listAlertRules answers with."""


CreateAlertRuleRequestThreshold: TypeAlias = "float"
"""The value that must be exceeded, or fallen below, in the unit of the metric: rates from 0 to 1, latencies in
ms, cost and credit in microcredits, or days.
"""


AlertWindow: TypeAlias = "Literal[15, 30, 60, 180, 360, 720, 1440, 4320, 10080]"
"""The latest minutes that are evaluated, extended to whole quarters of an hour. Default: 60. Not for credit."""


MinimumCount: TypeAlias = "int"
"""The fewest calls or messages for which the rule fires: of a success rate, analyzed calls; of a latency,
answered calls. Default: 20. Not for cost and credit.
"""


CreateAlertRuleRequestEmail: TypeAlias = "str"


class AlertRuleAnswer(TypedDict):
    alertRule: AlertRule
    """An alert rule."""


CreateAlertRuleData: TypeAlias = "AlertRuleAnswer"
"""What createAlertRule answers with."""


class AlertRuleWithReading(TypedDict):
    alertRule: AlertRule
    """An alert rule."""
    current: AlertRuleWithReadingCurrent
    """The metric at present."""


class AlertRuleWithReadingCurrent(TypedDict):
    """The metric at present."""
    value: float | None
    """The value in the unit of the metric. Null: there is none yet."""
    count: int | None
    """Calls or messages that were counted. Null: the metric counts none."""
    meetsCondition: bool
    """Whether the value is on the side of the threshold that fires, with enough calls or messages."""


ReadAlertRuleData: TypeAlias = "AlertRuleWithReading"
"""What readAlertRule answers with."""


UpdateAlertRuleData: TypeAlias = "AlertRuleAnswer"
"""What updateAlertRule answers with."""


class RemovedAlertRule(TypedDict):
    alertRuleId: AlertRuleId
    """The alert rule."""
    removed: bool
    """Always true."""


RemoveAlertRuleData: TypeAlias = "RemovedAlertRule"
"""What removeAlertRule answers with."""


class AlertFiring(TypedDict):
    """A time during which the rule fired."""
    firingId: str
    """The alert; webhooks name it."""
    status: Literal["firing", "resolved"]
    """Whether it still fires."""
    comparison: Literal["above", "below"]
    """The side of the threshold that fired."""
    threshold: float
    """The threshold when it fired."""
    value: float
    """The value when it fired."""
    count: int | None
    """Calls or messages that were counted then. Null: the metric counts none."""
    firedAt: str
    """When it fired."""
    resolvedAt: str | None
    """When it was resolved. Null: it still fires."""
    resolution: AlertFiringResolution
    """Why it ended. Null: it still fires."""
    resolvedValue: float | None
    """The value when it was resolved. Null: it still fires, or there was no value."""
    notifiedAt: str | None
    """When the notifications were sent. Null: the rule was muted."""
    mails: list[AlertMail]
    """The e-mails of the alert, in order."""


class AlertMail(TypedDict):
    """An e-mail of the alert."""
    email: str
    """The address."""
    notification: Literal["fired", "resolved"]
    """What the e-mail reports."""
    status: Literal["pending", "sent", "failed"]
    """`sent`: the mail server took it. `failed`: no further attempt is made."""
    attempts: int
    """Attempts so far."""
    problem: AlertMailProblem
    """Why it was not handed to the mail server. `daily_limit`: the rule has sent 200 e-mails that day. Null: it
    was, or was not tried yet.
    """


AlertMailProblem: TypeAlias = "Literal['smtp_not_configured', 'connection_failed', 'timeout', 'tls_failed', 'authentication_failed', 'sender_refused', 'recipient_refused', 'message_refused', 'daily_limit', 'dropped_by_operator'] | None"
"""Why it was not handed to the mail server. `daily_limit`: the rule has sent 200 e-mails that day. Null: it was,
or was not tried yet.
"""


class AlertTestAnswer(TypedDict):
    test: AlertTestAnswerTest
    """How each test notification went."""


class AlertTestAnswerTest(TypedDict):
    """How each test notification went."""
    webhooks: list[AlertTestAnswerTestWebhook]
    """The subscribers of `alert.fired`, up to 10. Empty: there are none, or the rule does not notify them."""
    mails: list[AlertTestAnswerTestMailsItem]
    """The addresses of the rule."""


class AlertTestAnswerTestWebhook(TypedDict):
    """A test event that was sent to a subscriber."""
    subscriptionId: str
    """The subscription."""
    outcome: Literal["delivered", "failed"]
    """`delivered`: the endpoint answered with 2xx in time."""
    httpStatus: int | None
    """The HTTP status of the response. Null: there was none."""
    problem: TestDeliveriesDeliveryProblem
    """Why it was not delivered, a stable name: address_not_allowed, name_not_resolved, name_lookups_limited,
    connection_refused, connection_failed, timeout, tls_certificate_expired, tls_certificate_untrusted,
    tls_certificate_wrong_host, tls_certificate_invalid, tls_failed, invalid_response, redirect_not_followed,
    endpoint_gone; more may follow. Null: another status, or delivered.
    """


class AlertTestAnswerTestMailsItem(TypedDict):
    """A test e-mail."""
    email: str
    """The address."""
    outcome: Literal["sent", "failed"]
    """`sent`: the mail server took it."""
    problem: AlertMailProblem
    """Why it was not handed to the mail server. `daily_limit`: the rule has sent 200 e-mails that day. Null: it
    was, or was not tried yet.
    """


TestAlertRuleData: TypeAlias = "AlertTestAnswer"
"""What testAlertRule answers with."""


class SavedViewList(TypedDict):
    savedViews: list[SavedView]
    """The views, in the order in which they were saved."""


class SavedView(TypedDict):
    """A saved view: it has either calls or messages."""
    viewId: str
    """The saved view."""
    name: str
    """The name of the view."""
    calls: NotRequired[CallQuery]
    """The query of a list of calls; with text, of a search."""
    messages: NotRequired[MessageQuery]
    """The query of a search of messages."""


CallQuery = TypedDict(
    "CallQuery",
    {
        "text": "NotRequired[SearchText]",
        "status": "NotRequired[VoicemailTimelineItemStatus]",
        "agentId": "NotRequired[str]",
        "agentVersion": "NotRequired[CallQueryAgentVersion]",
        "contactId": "NotRequired[CallQueryContactId]",
        "campaignId": "NotRequired[CallQueryCampaignId]",
        "analysis": "NotRequired[CallOutcomeStatus]",
        "success": "NotRequired[CallQuerySuccess]",
        "sentiment": "NotRequired[ConversationFindingsSentiment]",
        "request": "NotRequired[CustomerRequest]",
        "endedBy": "NotRequired[EndedBy]",
        "endReason": "NotRequired[EndReason]",
        "slow": "NotRequired[Literal['true', 'false']]",
        "interrupted": "NotRequired[Literal['true', 'false']]",
        "toolFailed": "NotRequired[Literal['true', 'false']]",
        "reviewed": "NotRequired[Literal['true', 'false']]",
        "tag": "NotRequired[AddTag]",
        "minScore": "NotRequired[MinScore]",
        "maxScore": "NotRequired[MinScore]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)
"""The query of a list of calls; with text, of a search."""


SearchText: TypeAlias = "str"
"""Every word must begin a word of the text; one- and two-letter words match whole words. Words in quotation
marks follow each other. Chinese, Japanese and other words without spaces are found anywhere.
"""


MessageQuery = TypedDict(
    "MessageQuery",
    {
        "text": "SearchText",
        "channel": "NotRequired[Literal['whatsapp', 'instagram']]",
        "agentId": "NotRequired[str]",
        "contactId": "NotRequired[CallQueryContactId]",
        "campaignId": "NotRequired[CallQueryCampaignId]",
        "author": "NotRequired[MessageHitAuthor]",
        "assignee": "NotRequired[MessageQueryAssignee]",
        "conversationStatus": "NotRequired[Literal['open', 'done']]",
        "analysis": "NotRequired[CallOutcomeStatus]",
        "success": "NotRequired[CallQuerySuccess]",
        "sentiment": "NotRequired[ConversationFindingsSentiment]",
        "request": "NotRequired[CustomerRequest]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)
"""The query of a search of messages."""


MessageQueryAssignee: TypeAlias = "str"
"""Only conversations that are assigned to this user, or `none`: to no member."""


ListSavedViewsData: TypeAlias = "SavedViewList"
"""What listSavedViews answers with."""


CallQueryInput = TypedDict(
    "CallQueryInput",
    {
        "text": "NotRequired[SearchText]",
        "status": "NotRequired[VoicemailTimelineItemStatus]",
        "agentId": "NotRequired[str]",
        "agentVersion": "NotRequired[CallQueryAgentVersion]",
        "contactId": "NotRequired[CallQueryContactId]",
        "campaignId": "NotRequired[CallQueryCampaignId]",
        "analysis": "NotRequired[CallOutcomeStatus]",
        "success": "NotRequired[CallQuerySuccess]",
        "sentiment": "NotRequired[ConversationFindingsSentiment]",
        "request": "NotRequired[CustomerRequest]",
        "endedBy": "NotRequired[EndedBy]",
        "endReason": "NotRequired[EndReason]",
        "slow": "NotRequired[Literal['true', 'false']]",
        "interrupted": "NotRequired[Literal['true', 'false']]",
        "toolFailed": "NotRequired[Literal['true', 'false']]",
        "reviewed": "NotRequired[Literal['true', 'false']]",
        "tag": "NotRequired[AddTag]",
        "minScore": "NotRequired[MinScore]",
        "maxScore": "NotRequired[MinScore]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)


MessageQueryInput = TypedDict(
    "MessageQueryInput",
    {
        "text": "SearchText",
        "channel": "NotRequired[Literal['whatsapp', 'instagram']]",
        "agentId": "NotRequired[str]",
        "contactId": "NotRequired[CallQueryContactId]",
        "campaignId": "NotRequired[CallQueryCampaignId]",
        "author": "NotRequired[MessageHitAuthor]",
        "assignee": "NotRequired[MessageQueryAssignee]",
        "conversationStatus": "NotRequired[Literal['open', 'done']]",
        "analysis": "NotRequired[CallOutcomeStatus]",
        "success": "NotRequired[CallQuerySuccess]",
        "sentiment": "NotRequired[ConversationFindingsSentiment]",
        "request": "NotRequired[CustomerRequest]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)


class SavedViewAnswer(TypedDict):
    savedView: SavedView
    """A saved view: it has either calls or messages."""


CreateSavedViewData: TypeAlias = "SavedViewAnswer"
"""What createSavedView answers with."""


UpdateSavedViewData: TypeAlias = "SavedViewAnswer"
"""What updateSavedView answers with."""


class RemovedSavedView(TypedDict):
    viewId: str
    """The saved view."""
    removed: bool
    """Always true."""


RemoveSavedViewData: TypeAlias = "RemovedSavedView"
"""What removeSavedView answers with."""
