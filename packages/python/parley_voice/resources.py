"""Generated from the API document by `npm run generate`; do not edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast

from . import types
from .paging import Listing
from .transport import UNSET, Request, Transport, Unset


class Business:
    """The operations of ``business``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def read(
        self,
    ) -> types.ReadBusinessData:
        """Read which business the key or session belongs to."""
        return cast("types.ReadBusinessData", self.transport.request(Request(
                "readBusiness", "GET", "/api/v1/business",
                {}, {}, None,
                of_business=False, keyed=False, is_file=False,
            )))


class Calls:
    """The operations of ``calls``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def start(
        self,
        *,
        agent_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        contact_id: str | Unset = UNSET,
        to_number: str | Unset = UNSET,
        test_variables: Mapping[str, str] | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.StartVoiceCallData:
        """Start a call to a contact or a number. It is dialled immediately or when a line is free, and is
        billable.

        :param business_id: The business of the key or session.
        :param agent_id: An active agent of the channel `voice`.
        :param contact_id: The contact to call. Exactly one of contactId and toNumber.
        :param to_number: The number to call, in E.164. Refused if the agent needs a contact.
        :param test_variables: By alias: they supply missing values and replace existing ones, for test calls.
        """
        return cast("types.StartVoiceCallData", self.transport.request(Request(
                "startVoiceCall", "POST", "/api/v1/voice/calls",
                {}, {}, {"businessId": business_id, "agentId": agent_id, "contactId": contact_id, "toNumber": to_number, "testVariables": test_variables},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def start_batch(
        self,
        *,
        agent_id: str,
        contact_ids: Sequence[str],
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.StartVoiceCallBatchData:
        """Start calls to up to 20 contacts, independently of each other. If none is accepted, the request fails
        with the first failure.

        :param business_id: The business of the key or session.
        :param agent_id: An active agent of the channel `voice`, with categories.
        :param contact_ids: The contacts to call, each once.
        """
        return cast("types.StartVoiceCallBatchData", self.transport.request(Request(
                "startVoiceCallBatch", "POST", "/api/v1/voice/calls/batch",
                {}, {}, {"businessId": business_id, "agentId": agent_id, "contactIds": contact_ids},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def resolve(
        self,
        *,
        agent_id: str,
        contact_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.ResolveVoiceCallData:
        """Resolve the number and the values that a call of this agent to this contact would use.

        :param business_id: The business of the key or session.
        :param agent_id: The agent.
        :param contact_id: The contact.
        """
        return cast("types.ResolveVoiceCallData", self.transport.request(Request(
                "resolveVoiceCall", "GET", "/api/v1/voice/calls/resolve",
                {}, {"businessId": business_id, "agentId": agent_id, "contactId": contact_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        status: Literal["queued", "ringing", "answered", "cancelling", "completed", "no_answer", "busy", "failed", "cancelled"] | Unset = UNSET,
        agent_id: str | Unset = UNSET,
        agent_version: int | Unset = UNSET,
        contact_id: str | Unset = UNSET,
        campaign_id: str | Unset = UNSET,
        analysis: Literal["running", "completed", "failed"] | Unset = UNSET,
        success: Literal["true", "false"] | Unset = UNSET,
        sentiment: Literal["positive", "neutral", "negative", "mixed"] | Unset = UNSET,
        request: Literal["human", "no_contact", "call_back"] | Unset = UNSET,
        ended_by: Literal["customer", "agent", "operator", "system", "provider", "unknown"] | Unset = UNSET,
        end_reason: Literal["completed", "customer_hangup", "agent_hangup", "operator_hangup", "cancelled", "no_answer", "busy", "voicemail", "mailbox_full", "unavailable", "ivr_menu", "not_in_service", "invalid_number", "rejected_by_carrier", "no_line", "claim_lost", "suppressed", "destination_not_allowed", "quiet_hours", "attempts_exceeded", "insufficient_credit", "silence", "max_duration", "menu_loop", "media_lost", "speech_provider_failed", "disclosure_failed", "model_failed", "placement_unknown", "carrier_failed", "internal"] | Unset = UNSET,
        slow: Literal["true", "false"] | Unset = UNSET,
        interrupted: Literal["true", "false"] | Unset = UNSET,
        tool_failed: Literal["true", "false"] | Unset = UNSET,
        reviewed: Literal["true", "false"] | Unset = UNSET,
        tag: str | Unset = UNSET,
        min_score: int | Unset = UNSET,
        max_score: int | Unset = UNSET,
        from_: str | Unset = UNSET,
        to: str | Unset = UNSET,
    ) -> Listing[types.Call]:
        """List calls, newest first.

        :param business_id: The business of the key or session.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        :param status: queued: waits for a line or the carrier. ringing: the carrier has accepted it.
        cancelling: the hang-up awaits the carrier. completed: it was connected. The last five are final.
        :param agent_id: Only those of this agent.
        :param agent_version: Only calls that this version of the agent made.
        :param contact_id: Only those with this contact.
        :param campaign_id: Only those of this campaign.
        :param analysis: running: the model is reading the transcript. failed: `failure` says why, and nothing
        was charged.
        :param success: Whether all success criteria of the agent were met.
        :param sentiment: The customer's sentiment over the whole call or episode; mixed: both positive and
        negative.
        :param request: human: a person instead of the agent; no_contact: not to be contacted again;
        call_back: another call.
        :param ended_by: The party that ended it. system: Parley, by a limit or a rule. provider: a carrier,
        STT, TTS or LLM failed. unknown: not reported.
        :param end_reason: Why it ended, as `endReason` of a call.
        :param slow: Whether an answer took longer than 2 seconds.
        :param interrupted: Whether the customer interrupted the agent.
        :param tool_failed: Whether a tool failed.
        :param reviewed: Whether a person has marked it as reviewed.
        :param tag: A tag. Kept in lower case, without spaces around it.
        :param min_score: A score that a person gave, from 1 to 5.
        :param max_score: A score that a person gave, from 1 to 5.
        :param from_: Created at or after this time.
        :param to: Created before this time.
        """
        return Listing(
            "listVoiceCalls",
            "calls",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listVoiceCalls", "GET", "/api/v1/voice/calls",
                {}, {"businessId": business_id, "limit": limit, "cursor": UNSET if at is None else at, "status": status, "agentId": agent_id, "agentVersion": agent_version, "contactId": contact_id, "campaignId": campaign_id, "analysis": analysis, "success": success, "sentiment": sentiment, "request": request, "endedBy": ended_by, "endReason": end_reason, "slow": slow, "interrupted": interrupted, "toolFailed": tool_failed, "reviewed": reviewed, "tag": tag, "minScore": min_score, "maxScore": max_score, "from": from_, "to": to}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def facets(
        self,
        *,
        business_id: str | Unset = UNSET,
        status: Literal["queued", "ringing", "answered", "cancelling", "completed", "no_answer", "busy", "failed", "cancelled"] | Unset = UNSET,
        agent_id: str | Unset = UNSET,
        agent_version: int | Unset = UNSET,
        contact_id: str | Unset = UNSET,
        campaign_id: str | Unset = UNSET,
        analysis: Literal["running", "completed", "failed"] | Unset = UNSET,
        success: Literal["true", "false"] | Unset = UNSET,
        sentiment: Literal["positive", "neutral", "negative", "mixed"] | Unset = UNSET,
        request: Literal["human", "no_contact", "call_back"] | Unset = UNSET,
        ended_by: Literal["customer", "agent", "operator", "system", "provider", "unknown"] | Unset = UNSET,
        end_reason: Literal["completed", "customer_hangup", "agent_hangup", "operator_hangup", "cancelled", "no_answer", "busy", "voicemail", "mailbox_full", "unavailable", "ivr_menu", "not_in_service", "invalid_number", "rejected_by_carrier", "no_line", "claim_lost", "suppressed", "destination_not_allowed", "quiet_hours", "attempts_exceeded", "insufficient_credit", "silence", "max_duration", "menu_loop", "media_lost", "speech_provider_failed", "disclosure_failed", "model_failed", "placement_unknown", "carrier_failed", "internal"] | Unset = UNSET,
        slow: Literal["true", "false"] | Unset = UNSET,
        interrupted: Literal["true", "false"] | Unset = UNSET,
        tool_failed: Literal["true", "false"] | Unset = UNSET,
        reviewed: Literal["true", "false"] | Unset = UNSET,
        tag: str | Unset = UNSET,
        min_score: int | Unset = UNSET,
        max_score: int | Unset = UNSET,
        from_: str | Unset = UNSET,
        to: str | Unset = UNSET,
    ) -> types.CountVoiceCallsData:
        """Count calls by the values of each filter, among those that match all other filters.

        :param business_id: The business of the key or session.
        :param status: queued: waits for a line or the carrier. ringing: the carrier has accepted it.
        cancelling: the hang-up awaits the carrier. completed: it was connected. The last five are final.
        :param agent_id: Only those of this agent.
        :param agent_version: Only calls that this version of the agent made.
        :param contact_id: Only those with this contact.
        :param campaign_id: Only those of this campaign.
        :param analysis: running: the model is reading the transcript. failed: `failure` says why, and nothing
        was charged.
        :param success: Whether all success criteria of the agent were met.
        :param sentiment: The customer's sentiment over the whole call or episode; mixed: both positive and
        negative.
        :param request: human: a person instead of the agent; no_contact: not to be contacted again;
        call_back: another call.
        :param ended_by: The party that ended it. system: Parley, by a limit or a rule. provider: a carrier,
        STT, TTS or LLM failed. unknown: not reported.
        :param end_reason: Why it ended, as `endReason` of a call.
        :param slow: Whether an answer took longer than 2 seconds.
        :param interrupted: Whether the customer interrupted the agent.
        :param tool_failed: Whether a tool failed.
        :param reviewed: Whether a person has marked it as reviewed.
        :param tag: A tag. Kept in lower case, without spaces around it.
        :param min_score: A score that a person gave, from 1 to 5.
        :param max_score: A score that a person gave, from 1 to 5.
        :param from_: Created at or after this time.
        :param to: Created before this time.
        """
        return cast("types.CountVoiceCallsData", self.transport.request(Request(
                "countVoiceCalls", "GET", "/api/v1/voice/calls/facets",
                {}, {"businessId": business_id, "status": status, "agentId": agent_id, "agentVersion": agent_version, "contactId": contact_id, "campaignId": campaign_id, "analysis": analysis, "success": success, "sentiment": sentiment, "request": request, "endedBy": ended_by, "endReason": end_reason, "slow": slow, "interrupted": interrupted, "toolFailed": tool_failed, "reviewed": reviewed, "tag": tag, "minScore": min_score, "maxScore": max_score, "from": from_, "to": to}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def search(
        self,
        *,
        text: str,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        status: Literal["queued", "ringing", "answered", "cancelling", "completed", "no_answer", "busy", "failed", "cancelled"] | Unset = UNSET,
        agent_id: str | Unset = UNSET,
        agent_version: int | Unset = UNSET,
        contact_id: str | Unset = UNSET,
        campaign_id: str | Unset = UNSET,
        analysis: Literal["running", "completed", "failed"] | Unset = UNSET,
        success: Literal["true", "false"] | Unset = UNSET,
        sentiment: Literal["positive", "neutral", "negative", "mixed"] | Unset = UNSET,
        request: Literal["human", "no_contact", "call_back"] | Unset = UNSET,
        ended_by: Literal["customer", "agent", "operator", "system", "provider", "unknown"] | Unset = UNSET,
        end_reason: Literal["completed", "customer_hangup", "agent_hangup", "operator_hangup", "cancelled", "no_answer", "busy", "voicemail", "mailbox_full", "unavailable", "ivr_menu", "not_in_service", "invalid_number", "rejected_by_carrier", "no_line", "claim_lost", "suppressed", "destination_not_allowed", "quiet_hours", "attempts_exceeded", "insufficient_credit", "silence", "max_duration", "menu_loop", "media_lost", "speech_provider_failed", "disclosure_failed", "model_failed", "placement_unknown", "carrier_failed", "internal"] | Unset = UNSET,
        slow: Literal["true", "false"] | Unset = UNSET,
        interrupted: Literal["true", "false"] | Unset = UNSET,
        tool_failed: Literal["true", "false"] | Unset = UNSET,
        reviewed: Literal["true", "false"] | Unset = UNSET,
        tag: str | Unset = UNSET,
        min_score: int | Unset = UNSET,
        max_score: int | Unset = UNSET,
        from_: str | Unset = UNSET,
        to: str | Unset = UNSET,
    ) -> Listing[types.SearchVoiceCallsItem]:
        """Find ended calls by what was said, newest first, with the turns in which it was found. The words may
        be in different turns; keys that the customer pressed are not found, and calls with deleted contacts
        are not either.

        :param business_id: The business of the key or session.
        :param text: Every word must begin a word of the text; one- and two-letter words match whole words.
        Words in quotation marks follow each other. Chinese, Japanese and other words without spaces are found
        anywhere.
        :param limit: The most results of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        :param status: queued: waits for a line or the carrier. ringing: the carrier has accepted it.
        cancelling: the hang-up awaits the carrier. completed: it was connected. The last five are final.
        :param agent_id: Only those of this agent.
        :param agent_version: Only calls that this version of the agent made.
        :param contact_id: Only those with this contact.
        :param campaign_id: Only those of this campaign.
        :param analysis: running: the model is reading the transcript. failed: `failure` says why, and nothing
        was charged.
        :param success: Whether all success criteria of the agent were met.
        :param sentiment: The customer's sentiment over the whole call or episode; mixed: both positive and
        negative.
        :param request: human: a person instead of the agent; no_contact: not to be contacted again;
        call_back: another call.
        :param ended_by: The party that ended it. system: Parley, by a limit or a rule. provider: a carrier,
        STT, TTS or LLM failed. unknown: not reported.
        :param end_reason: Why it ended, as `endReason` of a call.
        :param slow: Whether an answer took longer than 2 seconds.
        :param interrupted: Whether the customer interrupted the agent.
        :param tool_failed: Whether a tool failed.
        :param reviewed: Whether a person has marked it as reviewed.
        :param tag: A tag. Kept in lower case, without spaces around it.
        :param min_score: A score that a person gave, from 1 to 5.
        :param max_score: A score that a person gave, from 1 to 5.
        :param from_: Created at or after this time.
        :param to: Created before this time.
        """
        return Listing(
            "searchVoiceCalls",
            "results",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "searchVoiceCalls", "GET", "/api/v1/voice/calls/search",
                {}, {"businessId": business_id, "text": text, "limit": limit, "cursor": UNSET if at is None else at, "status": status, "agentId": agent_id, "agentVersion": agent_version, "contactId": contact_id, "campaignId": campaign_id, "analysis": analysis, "success": success, "sentiment": sentiment, "request": request, "endedBy": ended_by, "endReason": end_reason, "slow": slow, "interrupted": interrupted, "toolFailed": tool_failed, "reviewed": reviewed, "tag": tag, "minScore": min_score, "maxScore": max_score, "from": from_, "to": to}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def read(
        self,
        *,
        call_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.ReadVoiceCallData:
        """Read a call with its transcript, its diagnostics and, if ready, signed links to its recording.

        :param call_id: The call.
        :param business_id: The business of the key or session.
        """
        return cast("types.ReadVoiceCallData", self.transport.request(Request(
                "readVoiceCall", "GET", "/api/v1/voice/calls/{callId}",
                {"callId": call_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def cancel(
        self,
        *,
        call_id: str,
        business_id: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.CancelVoiceCallData:
        """End a call: immediately (200) if it was not dialled yet, otherwise (202) once the carrier confirms.

        :param call_id: The call.
        :param business_id: The business of the key or session.
        """
        return cast("types.CancelVoiceCallData", self.transport.request(Request(
                "cancelVoiceCall", "DELETE", "/api/v1/voice/calls/{callId}",
                {"callId": call_id}, {"businessId": business_id}, None,
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def export(
        self,
        *,
        business_id: str | Unset = UNSET,
        status: Literal["queued", "ringing", "answered", "cancelling", "completed", "no_answer", "busy", "failed", "cancelled"] | Unset = UNSET,
        agent_id: str | Unset = UNSET,
        agent_version: int | Unset = UNSET,
        contact_id: str | Unset = UNSET,
        campaign_id: str | Unset = UNSET,
        analysis: Literal["running", "completed", "failed"] | Unset = UNSET,
        success: Literal["true", "false"] | Unset = UNSET,
        sentiment: Literal["positive", "neutral", "negative", "mixed"] | Unset = UNSET,
        request: Literal["human", "no_contact", "call_back"] | Unset = UNSET,
        ended_by: Literal["customer", "agent", "operator", "system", "provider", "unknown"] | Unset = UNSET,
        end_reason: Literal["completed", "customer_hangup", "agent_hangup", "operator_hangup", "cancelled", "no_answer", "busy", "voicemail", "mailbox_full", "unavailable", "ivr_menu", "not_in_service", "invalid_number", "rejected_by_carrier", "no_line", "claim_lost", "suppressed", "destination_not_allowed", "quiet_hours", "attempts_exceeded", "insufficient_credit", "silence", "max_duration", "menu_loop", "media_lost", "speech_provider_failed", "disclosure_failed", "model_failed", "placement_unknown", "carrier_failed", "internal"] | Unset = UNSET,
        slow: Literal["true", "false"] | Unset = UNSET,
        interrupted: Literal["true", "false"] | Unset = UNSET,
        tool_failed: Literal["true", "false"] | Unset = UNSET,
        reviewed: Literal["true", "false"] | Unset = UNSET,
        tag: str | Unset = UNSET,
        min_score: int | Unset = UNSET,
        max_score: int | Unset = UNSET,
        from_: str | Unset = UNSET,
        to: str | Unset = UNSET,
        columns: str | Unset = UNSET,
    ) -> bytes:
        """Download the calls that match the filters as CSV, newest first, with their outcomes. With agentId, its
        success criteria and fields have a column each.

        :param business_id: The business of the key or session.
        :param status: queued: waits for a line or the carrier. ringing: the carrier has accepted it.
        cancelling: the hang-up awaits the carrier. completed: it was connected. The last five are final.
        :param agent_id: Only those of this agent.
        :param agent_version: Only calls that this version of the agent made.
        :param contact_id: Only those with this contact.
        :param campaign_id: Only those of this campaign.
        :param analysis: running: the model is reading the transcript. failed: `failure` says why, and nothing
        was charged.
        :param success: Whether all success criteria of the agent were met.
        :param sentiment: The customer's sentiment over the whole call or episode; mixed: both positive and
        negative.
        :param request: human: a person instead of the agent; no_contact: not to be contacted again;
        call_back: another call.
        :param ended_by: The party that ended it. system: Parley, by a limit or a rule. provider: a carrier,
        STT, TTS or LLM failed. unknown: not reported.
        :param end_reason: Why it ended, as `endReason` of a call.
        :param slow: Whether an answer took longer than 2 seconds.
        :param interrupted: Whether the customer interrupted the agent.
        :param tool_failed: Whether a tool failed.
        :param reviewed: Whether a person has marked it as reviewed.
        :param tag: A tag. Kept in lower case, without spaces around it.
        :param min_score: A score that a person gave, from 1 to 5.
        :param max_score: A score that a person gave, from 1 to 5.
        :param from_: Created at or after this time.
        :param to: Created before this time.
        :param columns: Columns in their order, separated by commas. Default: id, createdAt, agent, campaign,
        contact, number, status, endedBy, endReason, durationSeconds, chargedMicrocredits, success, sentiment,
        requests, callBackAt, summary, analysis, tags, score. Others: startedAt, endedAt, agentVersion,
        slowestAnswerMs, interrupted, toolFailed, reviewed.
        """
        return cast("bytes", self.transport.request(Request(
                "exportVoiceCalls", "GET", "/api/v1/voice/calls/export",
                {}, {"businessId": business_id, "status": status, "agentId": agent_id, "agentVersion": agent_version, "contactId": contact_id, "campaignId": campaign_id, "analysis": analysis, "success": success, "sentiment": sentiment, "request": request, "endedBy": ended_by, "endReason": end_reason, "slow": slow, "interrupted": interrupted, "toolFailed": tool_failed, "reviewed": reviewed, "tag": tag, "minScore": min_score, "maxScore": max_score, "from": from_, "to": to, "columns": columns}, None,
                of_business=True, keyed=False, is_file=True,
            )))

    def transcript(
        self,
        *,
        call_id: str,
        business_id: str | Unset = UNSET,
    ) -> bytes:
        """Download the transcript as text.

        :param call_id: The call.
        :param business_id: The business of the key or session.
        """
        return cast("bytes", self.transport.request(Request(
                "downloadVoiceCallTranscript", "GET", "/api/v1/voice/calls/{callId}/transcript",
                {"callId": call_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=True,
            )))

    def session_log(
        self,
        *,
        call_id: str,
        business_id: str | Unset = UNSET,
    ) -> bytes:
        """Download what went into the sessions of a call, for `parley tune`: audio, recognised words, answers of
        models and tools, and times.

        :param call_id: The call.
        :param business_id: The business of the key or session.
        """
        return cast("bytes", self.transport.request(Request(
                "downloadSessionLog", "GET", "/api/v1/voice/calls/{callId}/session-log",
                {"callId": call_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=True,
            )))

    def erase_session_log(
        self,
        *,
        call_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.EraseSessionLogData:
        """Erase the session log of a call. If the call is live, its log is not kept either. Recording and
        transcript stay. Idempotent.

        :param call_id: The call.
        :param business_id: The business of the key or session.
        """
        return cast("types.EraseSessionLogData", self.transport.request(Request(
                "eraseSessionLog", "DELETE", "/api/v1/voice/calls/{callId}/session-log",
                {"callId": call_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def note_to_agent(
        self,
        *,
        call_id: str,
        text: str,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.NoteToAgentData:
        """Send a note to the agent of a live call. The agent considers it from its next answer on, and does not
        read it out.

        :param call_id: The call.
        :param business_id: The business of the key or session.
        :param text: Information for the next answer of the agent. It is not read out to the customer.
        """
        return cast("types.NoteToAgentData", self.transport.request(Request(
                "noteToAgent", "POST", "/api/v1/voice/calls/{callId}/agent-notes",
                {"callId": call_id}, {}, {"businessId": business_id, "text": text},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def tags(
        self,
        *,
        business_id: str | Unset = UNSET,
    ) -> types.ListVoiceCallTagsData:
        """List the tags of the business's calls with the number of calls that have each, the most used first: at
        most 1000.

        :param business_id: The business of the key or session.
        """
        return cast("types.ListVoiceCallTagsData", self.transport.request(Request(
                "listVoiceCallTags", "GET", "/api/v1/voice/call-tags",
                {}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def review(
        self,
        *,
        call_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        add_tags: Sequence[types.AddTag] | Unset = UNSET,
        remove_tags: Sequence[types.AddTag] | Unset = UNSET,
        score: int | None | Unset = UNSET,
        reviewed: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ReviewVoiceCallData:
        """Add and remove tags of a call, up to 20, set its score, and mark it as reviewed.

        :param call_id: The call.
        :param business_id: The business of the key or session.
        :param add_tags: Tags to add. A call has up to 20.
        :param remove_tags: Tags to remove; a tag that is also added stays.
        :param score: The score, from 1 to 5. Null removes it; omitted: unchanged.
        :param reviewed: Whether a person has gone through the call. Omitted: unchanged.
        """
        return cast("types.ReviewVoiceCallData", self.transport.request(Request(
                "reviewVoiceCall", "PATCH", "/api/v1/voice/calls/{callId}/review",
                {"callId": call_id}, {}, {"businessId": business_id, "addTags": add_tags, "removeTags": remove_tags, "score": score, "reviewed": reviewed},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def review_many(
        self,
        *,
        call_ids: Sequence[str],
        business_id: types.BusinessId | Unset = UNSET,
        add_tags: Sequence[types.AddTag] | Unset = UNSET,
        remove_tags: Sequence[types.AddTag] | Unset = UNSET,
        score: int | None | Unset = UNSET,
        reviewed: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ReviewVoiceCallsData:
        """Add and remove tags of up to 100 calls, set their score, and mark them as reviewed, independently of
        each other.

        :param business_id: The business of the key or session.
        :param call_ids: The calls to change.
        :param add_tags: Tags to add. A call has up to 20.
        :param remove_tags: Tags to remove; a tag that is also added stays.
        :param score: The score, from 1 to 5. Null removes it; omitted: unchanged.
        :param reviewed: Whether a person has gone through the call. Omitted: unchanged.
        """
        return cast("types.ReviewVoiceCallsData", self.transport.request(Request(
                "reviewVoiceCalls", "POST", "/api/v1/voice/calls/reviews",
                {}, {}, {"businessId": business_id, "callIds": call_ids, "addTags": add_tags, "removeTags": remove_tags, "score": score, "reviewed": reviewed},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def add_note(
        self,
        *,
        call_id: str,
        text: str,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.AddVoiceCallNoteData:
        """Add a note about a call, up to 50. The agent and the customer do not receive it.

        :param call_id: The call.
        :param business_id: The business of the key or session.
        :param text: The note.
        """
        return cast("types.AddVoiceCallNoteData", self.transport.request(Request(
                "addVoiceCallNote", "POST", "/api/v1/voice/calls/{callId}/notes",
                {"callId": call_id}, {}, {"businessId": business_id, "text": text},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def remove_note(
        self,
        *,
        call_id: str,
        note_id: str,
        business_id: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.RemoveVoiceCallNoteData:
        """Remove a note about a call.

        :param call_id: The call.
        :param note_id: The note.
        :param business_id: The business of the key or session.
        """
        return cast("types.RemoveVoiceCallNoteData", self.transport.request(Request(
                "removeVoiceCallNote", "DELETE", "/api/v1/voice/calls/{callId}/notes/{noteId}",
                {"callId": call_id, "noteId": note_id}, {"businessId": business_id}, None,
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def open_leg(
        self,
        *,
        call_id: str,
        purpose: Literal["test", "listen", "take_over"],
        business_id: types.BusinessId | Unset = UNSET,
    ) -> types.OpenLegData:
        """Create a token for a browser to join a call: to listen, to take over, or to rejoin a test call.

        :param call_id: The call.
        :param business_id: The business of the key or session.
        :param purpose: test: be the caller of a test call. listen: hear a call. take_over: hear a call and
        speak in place of the agent.
        """
        return cast("types.OpenLegData", self.transport.request(Request(
                "openLeg", "POST", "/api/v1/voice/calls/{callId}/legs",
                {"callId": call_id}, {}, {"businessId": business_id, "purpose": purpose},
                of_business=True, keyed=False, is_file=False,
            )))


class Agents:
    """The operations of ``agents``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.splits = AgentsSplits(transport)

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.Agent]:
        """List the agents of the business, newest first. A page with long agents may contain fewer than `limit`.

        :param business_id: The business of the key or session.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listAgents",
            "agents",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listAgents", "GET", "/api/v1/agents",
                {}, {"businessId": business_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def create(
        self,
        *,
        name: str,
        channel: types.AgentChannel,
        instructions: types.CreateAgentRequestInstructions,
        business_id: types.BusinessId | Unset = UNSET,
        language_code: str | Unset = UNSET,
        data_source_ids: Sequence[str] | Unset = UNSET,
        contact_category_ids: Sequence[str] | Unset = UNSET,
        data_source_variables: Sequence[types.NewDataSourceVariable] | Unset = UNSET,
        voice_settings: types.NewVoiceSettings | Unset = UNSET,
        chat_settings: types.CreateAgentBodyChatSettings | Unset = UNSET,
        instagram_collect_mobile_enabled: bool | Unset = UNSET,
        assignment: types.AgentAssignmentRequest | None | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.CreateAgentData:
        """Create an agent.

        :param business_id: The business of the key or session.
        :param name: What people call the agent.
        :param channel: `sms` agents cannot be assigned yet; `other` is delivered nowhere.
        :param instructions: What the agent is to do, at most 20,000 words. {{alias}} stands for a granted
        variable.
        :param language_code: The language of the agent, BCP 47. Default: en.
        :param data_source_ids: Data Sources whose text the agent is given for its answers.
        :param contact_category_ids: Categories whose contacts the agent may call. Without any, calls to
        contacts are refused; on WhatsApp, all contacts may be written to.
        :param data_source_variables: Fields of Data Sources that the agent may use, each under an alias. With
        a variable, calls need a contact.
        :param voice_settings: How the agent sounds and behaves on calls. Voice only.
        :param chat_settings: WhatsApp and Instagram only. An absent setting has its default.
        :param instagram_collect_mobile_enabled: On Instagram: ask customers without a mobile for it, at most
        twice, then link the contact with that mobile, or create one.
        :param assignment: The account of the channel on which the agent answers. Null or absent: none yet.
        """
        return cast("types.CreateAgentData", self.transport.request(Request(
                "createAgent", "POST", "/api/v1/agents",
                {}, {}, {"businessId": business_id, "name": name, "channel": channel, "instructions": instructions, "languageCode": language_code, "dataSourceIds": data_source_ids, "contactCategoryIds": contact_category_ids, "dataSourceVariables": data_source_variables, "voiceSettings": voice_settings, "chatSettings": chat_settings, "instagramCollectMobileEnabled": instagram_collect_mobile_enabled, "assignment": assignment},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def read(
        self,
        *,
        agent_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.ReadAgentData:
        """Read an agent as it is published.

        :param agent_id: The agent.
        :param business_id: The business of the key or session.
        """
        return cast("types.ReadAgentData", self.transport.request(Request(
                "readAgent", "GET", "/api/v1/agents/{agentId}",
                {"agentId": agent_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def update(
        self,
        *,
        agent_id: types.AgentId,
        name: str,
        channel: types.AgentChannel,
        instructions: types.CreateAgentRequestInstructions,
        business_id: types.BusinessId | Unset = UNSET,
        language_code: str | None | Unset = UNSET,
        data_source_ids: Sequence[str] | None | Unset = UNSET,
        contact_category_ids: Sequence[str] | None | Unset = UNSET,
        data_source_variables: Sequence[types.NewDataSourceVariable] | None | Unset = UNSET,
        voice_settings: types.VoiceSettingsChanges | None | Unset = UNSET,
        chat_settings: types.UpdateAgentRequestChatSettings | None | Unset = UNSET,
        instagram_collect_mobile_enabled: bool | None | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> types.UpdateAgentData:
        """Change an agent. Omitted optional fields and voice settings keep their values; null clears one. Calls
        in progress keep the settings that they started with.

        :param business_id: The business of the key or session.
        :param agent_id: The agent.
        :param name: What people call the agent.
        :param channel: `sms` agents cannot be assigned yet; `other` is delivered nowhere.
        :param instructions: What the agent is to do, at most 20,000 words. {{alias}} stands for a granted
        variable.
        :param language_code: The language of the agent, BCP 47. Default: en.
        :param data_source_ids: Data Sources whose text the agent is given for its answers.
        :param contact_category_ids: Categories whose contacts the agent may call. Without any, calls to
        contacts are refused; on WhatsApp, all contacts may be written to.
        :param data_source_variables: Fields of Data Sources that the agent may use, each under an alias. With
        a variable, calls need a contact.
        :param voice_settings: Voice only: an omitted setting keeps its value, null clears it. Null in place
        of all clears every one.
        :param chat_settings: WhatsApp and Instagram only: an omitted setting keeps its value, null clears it.
        Null in place of all clears every one.
        :param instagram_collect_mobile_enabled: On Instagram: ask customers without a mobile for it, at most
        twice, then link the contact with that mobile, or create one.
        :param if_match: The ``tag`` of what the change is based on. Refused with 412 if it has changed since.
        Default: not checked.
        """
        return cast("types.UpdateAgentData", self.transport.request(Request(
                "updateAgent", "PATCH", "/api/v1/agents",
                {}, {}, {"businessId": business_id, "agentId": agent_id, "name": name, "channel": channel, "instructions": instructions, "languageCode": language_code, "dataSourceIds": data_source_ids, "contactCategoryIds": contact_category_ids, "dataSourceVariables": data_source_variables, "voiceSettings": voice_settings, "chatSettings": chat_settings, "instagramCollectMobileEnabled": instagram_collect_mobile_enabled},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key, if_match=if_match))

    def archive(
        self,
        *,
        agent_id: types.AgentId,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ArchiveAgentData:
        """Archive an agent. It can no longer be selected.

        :param business_id: The business of the key or session.
        :param agent_id: The agent.
        """
        return cast("types.ArchiveAgentData", self.transport.request(Request(
                "archiveAgent", "DELETE", "/api/v1/agents",
                {}, {}, {"businessId": business_id, "agentId": agent_id},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def versions(
        self,
        *,
        agent_id: str,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.AgentVersion]:
        """List the latest 50 versions of an agent, with their times, authors and notes, newest first. A page
        with long versions may contain fewer than `limit`.

        :param agent_id: The agent.
        :param business_id: The business of the key or session.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listPublishedVersions",
            "versions",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listPublishedVersions", "GET", "/api/v1/agents/{agentId}/versions",
                {"agentId": agent_id}, {"businessId": business_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def read_version(
        self,
        *,
        agent_id: str,
        version: int,
        business_id: str | Unset = UNSET,
    ) -> types.ReadPublishedVersionData:
        """Read one version of an agent.

        :param agent_id: The agent.
        :param version: The number of the version.
        :param business_id: The business of the key or session.
        """
        return cast("types.ReadPublishedVersionData", self.transport.request(Request(
                "readPublishedVersion", "GET", "/api/v1/agents/{agentId}/versions/{version}",
                {"agentId": agent_id, "version": version}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def read_draft(
        self,
        *,
        agent_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.ReadDraftData:
        """Read the draft of an agent.

        :param agent_id: The agent.
        :param business_id: The business of the key or session.
        """
        return cast("types.ReadDraftData", self.transport.request(Request(
                "readDraft", "GET", "/api/v1/agents/{agentId}/draft",
                {"agentId": agent_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def save_draft(
        self,
        *,
        agent_id: str,
        name: str,
        channel: types.AgentChannel,
        instructions: types.CreateAgentRequestInstructions,
        business_id: types.BusinessId | Unset = UNSET,
        language_code: str | None | Unset = UNSET,
        data_source_ids: Sequence[str] | None | Unset = UNSET,
        contact_category_ids: Sequence[str] | None | Unset = UNSET,
        data_source_variables: Sequence[types.NewDataSourceVariable] | None | Unset = UNSET,
        voice_settings: types.VoiceSettingsChanges | None | Unset = UNSET,
        chat_settings: types.UpdateAgentRequestChatSettings | None | Unset = UNSET,
        instagram_collect_mobile_enabled: bool | None | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> types.SaveDraftData:
        """Change the draft of an agent, or begin one with the published version; nothing is published. Omitted
        optional fields keep their values; null clears one.

        :param agent_id: The agent.
        :param business_id: The business of the key or session.
        :param name: What people call the agent.
        :param channel: `sms` agents cannot be assigned yet; `other` is delivered nowhere.
        :param instructions: What the agent is to do, at most 20,000 words. {{alias}} stands for a granted
        variable.
        :param language_code: The language of the agent, BCP 47. Default: en.
        :param data_source_ids: Data Sources whose text the agent is given for its answers.
        :param contact_category_ids: Categories whose contacts the agent may call. Without any, calls to
        contacts are refused; on WhatsApp, all contacts may be written to.
        :param data_source_variables: Fields of Data Sources that the agent may use, each under an alias. With
        a variable, calls need a contact.
        :param voice_settings: Voice only: an omitted setting keeps its value, null clears it. Null in place
        of all clears every one.
        :param chat_settings: WhatsApp and Instagram only: an omitted setting keeps its value, null clears it.
        Null in place of all clears every one.
        :param instagram_collect_mobile_enabled: On Instagram: ask customers without a mobile for it, at most
        twice, then link the contact with that mobile, or create one.
        :param if_match: The ``tag`` of what the change is based on. Refused with 412 if it has changed since.
        Default: not checked.
        """
        return cast("types.SaveDraftData", self.transport.request(Request(
                "saveDraft", "PATCH", "/api/v1/agents/{agentId}/draft",
                {"agentId": agent_id}, {}, {"businessId": business_id, "name": name, "channel": channel, "instructions": instructions, "languageCode": language_code, "dataSourceIds": data_source_ids, "contactCategoryIds": contact_category_ids, "dataSourceVariables": data_source_variables, "voiceSettings": voice_settings, "chatSettings": chat_settings, "instagramCollectMobileEnabled": instagram_collect_mobile_enabled},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key, if_match=if_match))

    def discard_draft(
        self,
        *,
        agent_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> types.DiscardDraftData:
        """Delete the draft of an agent. The published version stays.

        :param agent_id: The agent.
        :param business_id: The business of the key or session.
        :param if_match: The ``tag`` of what the change is based on. Refused with 412 if it has changed since.
        Default: not checked.
        """
        return cast("types.DiscardDraftData", self.transport.request(Request(
                "discardDraft", "DELETE", "/api/v1/agents/{agentId}/draft",
                {"agentId": agent_id}, {}, {"businessId": business_id},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key, if_match=if_match))

    def publish(
        self,
        *,
        agent_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        note: str | Unset = UNSET,
        replaces: int | Unset = UNSET,
        percent: int | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> types.PublishDraftData:
        """Publish the draft of an agent as its next version. Its voices, sources and categories are checked
        again. Splits end. Calls in progress keep the version that they started with.

        :param agent_id: The agent.
        :param business_id: The business of the key or session.
        :param note: What the author writes about the version.
        :param replaces: The published version that the draft may replace. Default: the one that it is based
        on. Set it to publish a draft that is outdated.
        :param percent: The share of the recipients that get the draft; the others stay with the version that
        was published before, until the split ends. Default: all.
        :param if_match: The ``tag`` of what the change is based on. Refused with 412 if it has changed since.
        Default: not checked.
        """
        return cast("types.PublishDraftData", self.transport.request(Request(
                "publishDraft", "POST", "/api/v1/agents/{agentId}/publish",
                {"agentId": agent_id}, {}, {"businessId": business_id, "note": note, "replaces": replaces, "percent": percent},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key, if_match=if_match))

    def roll_back(
        self,
        *,
        agent_id: str,
        version: int,
        business_id: types.BusinessId | Unset = UNSET,
        note: str | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> types.RollBackAgentData:
        """Publish an earlier version of an agent again, as its next version. Its voices, sources and categories
        are checked again. Splits end; the draft stays.

        :param agent_id: The agent.
        :param business_id: The business of the key or session.
        :param version: The earlier version to publish again, one of the latest 50.
        :param note: What the author writes about the version.
        :param if_match: The ``tag`` of what the change is based on. Refused with 412 if it has changed since.
        Default: not checked.
        """
        return cast("types.RollBackAgentData", self.transport.request(Request(
                "rollBackAgent", "POST", "/api/v1/agents/{agentId}/roll-back",
                {"agentId": agent_id}, {}, {"businessId": business_id, "version": version, "note": note},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key, if_match=if_match))

    def read_voicemail(
        self,
        *,
        agent_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.ReadVoicemailData:
        """What the agent does when voicemail answers: hang up (default), leave a message, or talk as to a
        person.

        :param agent_id: The agent.
        :param business_id: The business of the key or session.
        """
        return cast("types.ReadVoicemailData", self.transport.request(Request(
                "readVoicemail", "GET", "/api/v1/agents/{agentId}/voicemail",
                {"agentId": agent_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def set_voicemail(
        self,
        *,
        agent_id: str,
        voicemail: types.VoicemailInput,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.SetVoicemailData:
        """Set what a voice agent does when voicemail answers, for new calls. A message may contain placeholders
        like the instructions.

        :param agent_id: The agent.
        :param business_id: The business of the key or session.
        :param voicemail: What the agent does when a machine answers its call.
        """
        return cast("types.SetVoicemailData", self.transport.request(Request(
                "setVoicemail", "POST", "/api/v1/agents/{agentId}/voicemail",
                {"agentId": agent_id}, {}, {"businessId": business_id, "voicemail": voicemail},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def read_memory(
        self,
        *,
        agent_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.ReadMemorySettingsData:
        """Whether the agent remembers contacts.

        :param agent_id: The agent.
        :param business_id: The business of the key or session.
        """
        return cast("types.ReadMemorySettingsData", self.transport.request(Request(
                "readMemorySettings", "GET", "/api/v1/agents/{agentId}/memory",
                {"agentId": agent_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def set_memory(
        self,
        *,
        agent_id: str,
        memory: types.SetMemorySettingsBodyMemory,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.SetMemorySettingsData:
        """Set whether the agent remembers contacts: what its calls leave is kept if the business has calls
        analysed, and the agent is given what is remembered of a contact. Off by default.

        :param agent_id: The agent.
        :param business_id: The business of the key or session.
        :param memory: What the agent may know of earlier calls and conversations.
        """
        return cast("types.SetMemorySettingsData", self.transport.request(Request(
                "setMemorySettings", "POST", "/api/v1/agents/{agentId}/memory",
                {"agentId": agent_id}, {}, {"businessId": business_id, "memory": memory},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def read_analysis(
        self,
        *,
        agent_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.ReadAnalysisSettingsData:
        """The success criteria and the fields to extract of the agent's calls.

        :param agent_id: The agent.
        :param business_id: The business of the key or session.
        """
        return cast("types.ReadAnalysisSettingsData", self.transport.request(Request(
                "readAnalysisSettings", "GET", "/api/v1/agents/{agentId}/analysis",
                {"agentId": agent_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def set_analysis(
        self,
        *,
        agent_id: str,
        analysis: types.SetAnalysisSettingsBodyAnalysis,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.SetAnalysisSettingsData:
        """Set the success criteria and the fields to extract of the agent's calls, for calls that end from now
        on. Calls are analysed if the business has switched that on.

        :param agent_id: The agent.
        :param business_id: The business of the key or session.
        :param analysis: What calls and conversations are judged by, and what is extracted from them.
        """
        return cast("types.SetAnalysisSettingsData", self.transport.request(Request(
                "setAnalysisSettings", "POST", "/api/v1/agents/{agentId}/analysis",
                {"agentId": agent_id}, {}, {"businessId": business_id, "analysis": analysis},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def analysis_runs(
        self,
        *,
        agent_id: str,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.AnalysisRunAnswer]:
        """List the runs over the agent's ended calls and silent conversations with their progress, newest first.

        :param agent_id: The agent.
        :param business_id: The business of the key or session.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listAnalysisRuns",
            "analysisRuns",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listAnalysisRuns", "GET", "/api/v1/agents/{agentId}/analysis-runs",
                {"agentId": agent_id}, {"businessId": business_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def run_analysis(
        self,
        *,
        agent_id: str,
        mode: Literal["estimate"] | Literal["confirm"],
        business_id: types.BusinessId | Unset = UNSET,
        of: Literal["calls", "conversations"] | Unset = UNSET,
        from_: str | Unset = UNSET,
        to: str | Unset = UNSET,
        filter: types.AnalysisFilter | Unset = UNSET,
        analysis_run_id: str | Unset = UNSET,
        max_charge_microcredits: types.MaxChargeMicrocredits | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.RunAnalysisData:
        """Estimate the maximum cost of analysing ended calls, all or those that match a filter, or silent
        conversations with the present criteria and fields (201), or confirm exactly that amount and start the
        run (202). Only completed analyses are charged.

        :param agent_id: The agent.
        :param business_id: The business of the key or session.
        :param mode: Compute the price first: nothing is charged.
        :param of: What is analysed. Default: calls.
        :param from_: Calls that were created, or conversations whose latest message was sent, at or after
        this time. Default: no limit.
        :param to: Calls that were created, or conversations whose latest message was sent, before this time.
        Default: no limit.
        :param filter: Only calls that match, as in a list of calls.
        :param analysis_run_id: The estimate to confirm; it is valid for an hour.
        :param max_charge_microcredits: The `maxChargeMicrocredits` of the estimate, which the client agrees
        to.
        """
        return cast("types.RunAnalysisData", self.transport.request(Request(
                "runAnalysis", "POST", "/api/v1/agents/{agentId}/analysis-runs",
                {"agentId": agent_id}, {}, {"businessId": business_id, "mode": mode, "of": of, "from": from_, "to": to, "filter": filter, "analysisRunId": analysis_run_id, "maxChargeMicrocredits": max_charge_microcredits},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))


class AgentsSplits:
    """The operations of ``agents.splits``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def list(
        self,
        *,
        agent_id: str,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.Split]:
        """List the splits of an agent and of its campaigns, also those that have ended, newest first.

        :param agent_id: The agent.
        :param business_id: The business of the key or session.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listSplits",
            "splits",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listSplits", "GET", "/api/v1/agents/{agentId}/splits",
                {"agentId": agent_id}, {"businessId": business_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def start(
        self,
        *,
        agent_id: str,
        version: int,
        percent: int,
        business_id: types.BusinessId | Unset = UNSET,
        campaign_id: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.StartSplitData:
        """Give a share of the recipients of an agent, or of one of its voice campaigns, an earlier version. A
        recipient gets the same version until the split ends; the next publication ends it.

        :param agent_id: The agent.
        :param business_id: The business of the key or session.
        :param version: The earlier version that is compared with the published one.
        :param percent: The share of the recipients that get it; the others get the published version.
        :param campaign_id: A voice campaign of the agent, whose calls are divided. Default: all that the
        agent does.
        """
        return cast("types.StartSplitData", self.transport.request(Request(
                "startSplit", "POST", "/api/v1/agents/{agentId}/splits",
                {"agentId": agent_id}, {}, {"businessId": business_id, "version": version, "percent": percent, "campaignId": campaign_id},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def read(
        self,
        *,
        agent_id: str,
        split_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.ReadSplitData:
        """Read a split with the outcomes of both versions side by side, and their differences with intervals at
        a confidence of 95 %.

        :param agent_id: The agent.
        :param split_id: The split.
        :param business_id: The business of the key or session.
        """
        return cast("types.ReadSplitData", self.transport.request(Request(
                "readSplit", "GET", "/api/v1/agents/{agentId}/splits/{splitId}",
                {"agentId": agent_id, "splitId": split_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def end(
        self,
        *,
        agent_id: str,
        split_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        winner: int | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.EndSplitData:
        """End a split. A winner that is not the published version is checked and published again; without a
        winner the published version stays.

        :param agent_id: The agent.
        :param split_id: The split.
        :param business_id: The business of the key or session.
        :param winner: One of the two versions; it is published again if it is not the published one. Default:
        none, and the published version stays.
        """
        return cast("types.EndSplitData", self.transport.request(Request(
                "endSplit", "POST", "/api/v1/agents/{agentId}/splits/{splitId}/end",
                {"agentId": agent_id, "splitId": split_id}, {}, {"businessId": business_id, "winner": winner},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))


class Tools:
    """The operations of ``tools``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
    ) -> types.ListToolsData:
        """List the tools of the business, in order of name. Secrets and tokens are never returned.

        :param business_id: The business of the key or session.
        """
        return cast("types.ListToolsData", self.transport.request(Request(
                "listTools", "GET", "/api/v1/tools",
                {}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def set(
        self,
        *,
        name: types.SetToolRequestName,
        description: str,
        business_id: types.BusinessId | Unset = UNSET,
        parameters: Mapping[str, Any] | Unset = UNSET,
        url: str | Unset = UNSET,
        oauth: types.SetToolRequestOauth | Unset = UNSET,
        transfer_to: str | Unset = UNSET,
        consults: Literal[True] | Unset = UNSET,
        sends_digits: Literal[True] | Unset = UNSET,
        looks_up: str | Unset = UNSET,
        hands_over: Literal[True] | Unset = UNSET,
        saves_mobile: Literal[True] | Unset = UNSET,
        timeout_seconds: int | Unset = UNSET,
        agent_ids: Sequence[str] | Unset = UNSET,
        project: str | Unset = UNSET,
        new_secret: Literal[True] | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> types.SetToolData:
        """Add a tool, or replace the tool of the same name, for new calls and answers. It has exactly one of
        url, transferTo, sendsDigits, looksUp, savesMobile and handsOver. The signing secret of a tool with a
        url is returned only once, the secret of its OAuth client never.

        :param business_id: The business of the key or session.
        :param name: The name by which the model uses it. Names of built-in tools like `end_call` are refused.
        :param description: For the model: what the tool does, and when to use it.
        :param parameters: With url: JSON Schema of the object that the server receives, at most 8,000
        characters.
        :param url: The address of its server, which receives signed requests: https, and public.
        :param oauth: With url: the OAuth 2.0 client with which its server is called.
        :param transfer_to: Transfers the customer of a call to this number, E.164.
        :param consults: With transferTo: the agent calls that number first, and puts the customer through
        once a colleague agrees.
        :param sends_digits: Sends digits on a call.
        :param looks_up: Looks up the customer in this structured Data Source.
        :param hands_over: Hands a conversation over to people.
        :param saves_mobile: Saves the mobile that the customer gives to their contact.
        :param timeout_seconds: How long its answer is awaited, seconds. Default: 8.
        :param agent_ids: The agents that may use it. Omitted: every agent of the business.
        :param project: The project of `parley apply` that the tool belongs to. Omitted: none.
        :param new_secret: With url: replace the signing secret of an existing tool.
        :param if_match: The ``tag`` of what the change is based on. Refused with 412 if it has changed since.
        Default: not checked.
        """
        return cast("types.SetToolData", self.transport.request(Request(
                "setTool", "POST", "/api/v1/tools",
                {}, {}, {"businessId": business_id, "name": name, "description": description, "parameters": parameters, "url": url, "oauth": oauth, "transferTo": transfer_to, "consults": consults, "sendsDigits": sends_digits, "looksUp": looks_up, "handsOver": hands_over, "savesMobile": saves_mobile, "timeoutSeconds": timeout_seconds, "agentIds": agent_ids, "project": project, "newSecret": new_secret},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key, if_match=if_match))

    def import_(
        self,
        *,
        url: str,
        business_id: types.BusinessId | Unset = UNSET,
        token: str | Unset = UNSET,
        oauth: types.SetToolRequestOauth | Unset = UNSET,
        tools: Sequence[str] | Unset = UNSET,
        prefix: str | Unset = UNSET,
        timeout_seconds: int | Unset = UNSET,
        agent_ids: Sequence[str] | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ImportToolsData:
        """List the tools of an MCP server, and add those that are named, with their current descriptions. The
        token or the OAuth client’s secret is stored encrypted and never returned.

        :param business_id: The business of the key or session.
        :param url: The address of the MCP server: https, and public.
        :param token: Bearer token for the server. Never returned.
        :param oauth: With url: the OAuth 2.0 client with which its server is called.
        :param tools: Names of the tools to add, as on the server. Omitted: none is added.
        :param prefix: Prefix for their names, followed by an underscore.
        :param timeout_seconds: How long its answer is awaited, seconds. Default: 8.
        :param agent_ids: The agents that may use it. Omitted: every agent of the business.
        """
        return cast("types.ImportToolsData", self.transport.request(Request(
                "importTools", "POST", "/api/v1/tools/imports",
                {}, {}, {"businessId": business_id, "url": url, "token": token, "oauth": oauth, "tools": tools, "prefix": prefix, "timeoutSeconds": timeout_seconds, "agentIds": agent_ids},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def try_(
        self,
        *,
        name: str,
        agent_id: str,
        arguments: Mapping[str, Any],
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.TryToolData:
        """Use a tool once, as an agent would, and read what its model would get. Its server does what the tool
        does.

        :param name: The name by which the model uses it. Names of built-in tools like `end_call` are refused.
        :param business_id: The business of the key or session.
        :param agent_id: The agent as which it is used.
        :param arguments: What the model would supply; checked against `parameters`.
        """
        return cast("types.TryToolData", self.transport.request(Request(
                "tryTool", "POST", "/api/v1/tools/{name}/trials",
                {"name": name}, {}, {"businessId": business_id, "agentId": agent_id, "arguments": arguments},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def remove(
        self,
        *,
        name: str,
        business_id: str | Unset = UNSET,
    ) -> types.RemoveToolData:
        """Remove a tool. Agents that are about to use it get an error. Idempotent.

        :param name: The name by which the model uses it. Names of built-in tools like `end_call` are refused.
        :param business_id: The business of the key or session.
        """
        return cast("types.RemoveToolData", self.transport.request(Request(
                "removeTool", "DELETE", "/api/v1/tools/{name}",
                {"name": name}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))


class Voices:
    """The operations of ``voices``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
        language: str | Unset = UNSET,
    ) -> types.ListVoicesData:
        """List the voices and background noises available to agents of the business, each with an audio sample.
        A language without a region matches the voices of all its regions.

        :param business_id: The business of the key or session.
        :param language: Only voices that speak this language, BCP 47.
        """
        return cast("types.ListVoicesData", self.transport.request(Request(
                "listVoices", "GET", "/api/v1/voices",
                {}, {"businessId": business_id, "language": language}, None,
                of_business=True, keyed=False, is_file=False,
            )))


class SimulationsScenarios:
    """The operations of ``simulations.scenarios``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
        agent_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.Scenario]:
        """List the scenarios of the business, newest first; with agentId, those of the agent and those for any.

        :param business_id: The business of the key or session.
        :param agent_id: The agent.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listSimulationScenarios",
            "scenarios",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listSimulationScenarios", "GET", "/api/v1/simulation-scenarios",
                {}, {"businessId": business_id, "agentId": agent_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def create(
        self,
        *,
        name: str,
        channel: Literal["voice", "whatsapp"],
        scenario: types.ScenarioInput,
        business_id: types.BusinessId | Unset = UNSET,
        agent_id: types.ScenarioAgentId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.CreateSimulationScenarioData:
        """Keep a scenario: simulated customers, and the criteria for their conversations with an agent.

        :param business_id: The business of the key or session.
        :param name: The name of the scenario.
        :param agent_id: The agent that it is for; null: any. It can be run with other agents as well.
        :param channel: Channel of the conversations.
        :param scenario: The customers, and the criteria for their conversations.
        """
        return cast("types.CreateSimulationScenarioData", self.transport.request(Request(
                "createSimulationScenario", "POST", "/api/v1/simulation-scenarios",
                {}, {}, {"businessId": business_id, "name": name, "agentId": agent_id, "channel": channel, "scenario": scenario},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def read(
        self,
        *,
        scenario_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.ReadSimulationScenarioData:
        """Read a scenario.

        :param scenario_id: The scenario.
        :param business_id: The business of the key or session.
        """
        return cast("types.ReadSimulationScenarioData", self.transport.request(Request(
                "readSimulationScenario", "GET", "/api/v1/simulation-scenarios/{scenarioId}",
                {"scenarioId": scenario_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def update(
        self,
        *,
        scenario_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        name: str | Unset = UNSET,
        agent_id: types.ScenarioAgentId | Unset = UNSET,
        scenario: types.ScenarioInput | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.UpdateSimulationScenarioData:
        """Rename a scenario, assign it to an agent or to any, or replace its content; runs keep the content that
        they had.

        :param scenario_id: The scenario.
        :param business_id: The business of the key or session.
        :param name: The name of the scenario.
        :param agent_id: The agent that it is for; null: any. It can be run with other agents as well.
        :param scenario: The customers, and the criteria for their conversations.
        """
        return cast("types.UpdateSimulationScenarioData", self.transport.request(Request(
                "updateSimulationScenario", "PATCH", "/api/v1/simulation-scenarios/{scenarioId}",
                {"scenarioId": scenario_id}, {}, {"businessId": business_id, "name": name, "agentId": agent_id, "scenario": scenario},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def remove(
        self,
        *,
        scenario_id: str,
        business_id: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.RemoveSimulationScenarioData:
        """Remove a scenario; its runs stay.

        :param scenario_id: The scenario.
        :param business_id: The business of the key or session.
        """
        return cast("types.RemoveSimulationScenarioData", self.transport.request(Request(
                "removeSimulationScenario", "DELETE", "/api/v1/simulation-scenarios/{scenarioId}",
                {"scenarioId": scenario_id}, {"businessId": business_id}, None,
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))


class Simulations:
    """The operations of ``simulations``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.scenarios = SimulationsScenarios(transport)

    def run(
        self,
        *,
        mode: Literal["estimate"] | Literal["confirm"],
        business_id: types.BusinessId | Unset = UNSET,
        scenario_id: str | Unset = UNSET,
        agent_id: str | Unset = UNSET,
        instructions: str | Unset = UNSET,
        variables: Mapping[str, str] | Unset = UNSET,
        runs: int | Unset = UNSET,
        at_once: int | Unset = UNSET,
        live_tools: Literal[True] | Unset = UNSET,
        simulation_run_id: str | Unset = UNSET,
        max_charge_microcredits: types.MaxChargeMicrocredits | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.RunSimulationData:
        """Estimate the maximum cost of letting the customers of a scenario talk to an agent (201), or confirm
        exactly that amount and start the run (202). Only conversations that were played are charged.

        :param business_id: The business of the key or session.
        :param mode: Compute the price first: nothing is charged.
        :param scenario_id: The scenario to play.
        :param agent_id: The agent to rehearse, in its published version.
        :param instructions: Rehearsed instead of the instructions of the agent; its other settings stay.
        :param variables: Values for the agent's placeholders, by alias.
        :param runs: Conversations of each customer. Default: as the scenario says.
        :param at_once: Conversations at a time. Default: 4.
        :param live_tools: Confirms that the tools act on the world: required with a scenario whose tools are
        live.
        :param simulation_run_id: The run to confirm; its estimate is valid for an hour.
        :param max_charge_microcredits: The `maxChargeMicrocredits` of the estimate, which the client agrees
        to.
        """
        return cast("types.RunSimulationData", self.transport.request(Request(
                "runSimulation", "POST", "/api/v1/simulation-runs",
                {}, {}, {"businessId": business_id, "mode": mode, "scenarioId": scenario_id, "agentId": agent_id, "instructions": instructions, "variables": variables, "runs": runs, "atOnce": at_once, "liveTools": live_tools, "simulationRunId": simulation_run_id, "maxChargeMicrocredits": max_charge_microcredits},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
        scenario_id: str | Unset = UNSET,
        agent_id: str | Unset = UNSET,
        agent_version: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.SimulationRunSummary]:
        """List simulation runs with their progress, newest first.

        :param business_id: The business of the key or session.
        :param scenario_id: The scenario.
        :param agent_id: The agent.
        :param agent_version: Only runs of this version of the agent.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listSimulationRuns",
            "simulationRuns",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listSimulationRuns", "GET", "/api/v1/simulation-runs",
                {}, {"businessId": business_id, "scenarioId": scenario_id, "agentId": agent_id, "agentVersion": agent_version, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def read(
        self,
        *,
        simulation_run_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.ReadSimulationRunData:
        """Read a simulation run with its scores by criterion so far.

        :param simulation_run_id: The simulation run, from the response to its estimate.
        :param business_id: The business of the key or session.
        """
        return cast("types.ReadSimulationRunData", self.transport.request(Request(
                "readSimulationRun", "GET", "/api/v1/simulation-runs/{simulationRunId}",
                {"simulationRunId": simulation_run_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def cancel(
        self,
        *,
        simulation_run_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.CancelSimulationData:
        """Cancel a running simulation. Conversations that were played stay, and are charged.

        :param simulation_run_id: The simulation run, from the response to its estimate.
        :param business_id: The business of the key or session.
        """
        return cast("types.CancelSimulationData", self.transport.request(Request(
                "cancelSimulation", "POST", "/api/v1/simulation-runs/{simulationRunId}/cancel",
                {"simulationRunId": simulation_run_id}, {}, {"businessId": business_id},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def conversations(
        self,
        *,
        simulation_run_id: str,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.SimulatedConversation]:
        """List the conversations of a simulation run that have ended: transcript, times, uses of tools and
        verdicts. A page ends early where they are long.

        :param simulation_run_id: The simulation run, from the response to its estimate.
        :param business_id: The business of the key or session.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listSimulatedConversations",
            "conversations",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listSimulatedConversations", "GET", "/api/v1/simulation-runs/{simulationRunId}/conversations",
                {"simulationRunId": simulation_run_id}, {"businessId": business_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def compare(
        self,
        *,
        simulation_run_id: str,
        other_run_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.CompareSimulationRunsData:
        """Compare a simulation run with another one of the same scenario: scores by criterion, whether they
        differ by more than chance, and the verdicts that changed.

        :param simulation_run_id: The simulation run, from the response to its estimate.
        :param business_id: The business of the key or session.
        :param other_run_id: The run to compare it with.
        """
        return cast("types.CompareSimulationRunsData", self.transport.request(Request(
                "compareSimulationRuns", "GET", "/api/v1/simulation-runs/{simulationRunId}/comparison",
                {"simulationRunId": simulation_run_id}, {"businessId": business_id, "otherRunId": other_run_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))


class Contacts:
    """The operations of ``contacts``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.categories = ContactsCategories(transport)
        self.imports = ContactsImports(transport)
        self.jobs = ContactsJobs(transport)

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
        search: str | Unset = UNSET,
        category_id: str | Unset = UNSET,
        communication_blocked: bool | Unset = UNSET,
        has_memory: bool | Unset = UNSET,
        created_since: str | Unset = UNSET,
        created_before: str | Unset = UNSET,
        contacted: bool | Unset = UNSET,
        contacted_since: str | Unset = UNSET,
        not_contacted_since: str | Unset = UNSET,
        field: str | Unset = UNSET,
        sort: Literal["created", "name", "lastContact"] | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.Contact]:
        """List contacts with categories and communication rollups, newest first unless `sort` says otherwise.
        With filters, a page may hold fewer contacts than `limit`, or none, although the list continues:
        follow `nextCursor` to its end.

        :param business_id: The business of the key or session.
        :param search: Beginnings of words of the name, the mobile number and the field values.
        :param category_id: Only contacts of this category.
        :param communication_blocked: Only contacts that may not be contacted, or only those that may.
        :param has_memory: Only contacts of which agents remember something, or only the others.
        :param created_since: Only contacts that were created at this time or later.
        :param created_before: Only contacts that were created before this time.
        :param contacted: Only contacts with at least one call or message, or only those without.
        :param contacted_since: Only contacts whose latest call or message was at this time or later.
        :param not_contacted_since: Only contacts without a call or a message at this time or later.
        :param field: A field and its exact value; upper and lower case of ASCII letters are the same. `city:`
        finds contacts without the field.
        :param sort: `created` (default): newest first. `name`: A to Z, ignoring case and accents.
        `lastContact`: the latest call or message first, contacts without any at the end, newest first.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listContacts",
            "contacts",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listContacts", "GET", "/api/v1/contacts",
                {}, {"businessId": business_id, "search": search, "categoryId": category_id, "communicationBlocked": communication_blocked, "hasMemory": has_memory, "createdSince": created_since, "createdBefore": created_before, "contacted": contacted, "contactedSince": contacted_since, "notContactedSince": not_contacted_since, "field": field, "sort": sort, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def create(
        self,
        *,
        name: str,
        mobile: str,
        category_ids: Sequence[str],
        business_id: types.BusinessId | Unset = UNSET,
        fields: Mapping[str, str] | Unset = UNSET,
        time_zone: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.CreateContactData:
        """Create one contact.

        :param business_id: The business of the key or session.
        :param name: The name of the contact; kept on one line.
        :param mobile: The phone number, E.164. Only one contact of the business can have it.
        :param category_ids: The categories; a contact has at least one.
        :param fields: Fields of your own, by key. Agents can be granted their values.
        :param time_zone: IANA name. Takes precedence over the time zones of the number's area.
        """
        return cast("types.CreateContactData", self.transport.request(Request(
                "createContact", "POST", "/api/v1/contacts",
                {}, {}, {"businessId": business_id, "name": name, "mobile": mobile, "categoryIds": category_ids, "fields": fields, "timeZone": time_zone},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def read(
        self,
        *,
        contact_id: str,
        business_id: str | Unset = UNSET,
        campaign_id: str | Unset = UNSET,
    ) -> types.ReadContactData:
        """Read one contact with categories and per-channel rollups, and the conclusion of a campaign about it.

        :param contact_id: The contact.
        :param business_id: The business of the key or session.
        :param campaign_id: Adds the conclusion of this campaign about the contact.
        """
        return cast("types.ReadContactData", self.transport.request(Request(
                "readContact", "GET", "/api/v1/contacts/{contactId}",
                {"contactId": contact_id}, {"businessId": business_id, "campaignId": campaign_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def update(
        self,
        *,
        contact_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        name: str | Unset = UNSET,
        mobile: str | Unset = UNSET,
        category_ids: Sequence[str] | Unset = UNSET,
        fields: Mapping[str, str | None] | Unset = UNSET,
        communication_blocked: bool | Unset = UNSET,
        time_zone: str | None | Unset = UNSET,
        other_mobiles: Sequence[str] | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> types.UpdateContactData:
        """Change a contact, its categories and whether it may be contacted. Omitted fields stay unchanged.

        :param contact_id: The contact.
        :param business_id: The business of the key or session.
        :param name: The name of the contact; kept on one line.
        :param mobile: The new phone number, E.164. One of `otherMobiles` changes places with the former.
        :param category_ids: All categories after the change.
        :param fields: Fields to set, by key; null removes a field. Others stay unchanged.
        :param communication_blocked: True: the contact is neither called nor written to from now on. False
        lifts the block.
        :param time_zone: IANA name. Null: the time zones of the number's area apply.
        :param other_mobiles: All further numbers after the change, each of which the contact has already. The
        others become free.
        :param if_match: The ``tag`` of what the change is based on. Refused with 412 if it has changed since.
        Default: not checked.
        """
        return cast("types.UpdateContactData", self.transport.request(Request(
                "updateContact", "PATCH", "/api/v1/contacts/{contactId}",
                {"contactId": contact_id}, {}, {"businessId": business_id, "name": name, "mobile": mobile, "categoryIds": category_ids, "fields": fields, "communicationBlocked": communication_blocked, "timeZone": time_zone, "otherMobiles": other_mobiles},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key, if_match=if_match))

    def delete(
        self,
        *,
        business_id: types.BusinessId | Unset = UNSET,
        contact_ids: Sequence[str] | Unset = UNSET,
        category_id: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.DeleteContactsData:
        """Delete selected contacts, or every contact of a category. Contacts that no longer exist are ignored.

        :param business_id: The business of the key or session.
        :param contact_ids: The contacts to delete. Exactly one of this and `categoryId`.
        :param category_id: Deletes every contact of the category. Exactly one of this and `contactIds`.
        """
        return cast("types.DeleteContactsData", self.transport.request(Request(
                "deleteContacts", "DELETE", "/api/v1/contacts",
                {}, {}, {"businessId": business_id, "contactIds": contact_ids, "categoryId": category_id},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def merge(
        self,
        *,
        contact_id: str,
        other_contact_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.MergeContactsData:
        """Merge another contact into this one, which takes over its numbers and its history and fills its own
        gaps. The other contact is gone.

        :param contact_id: The contact.
        :param business_id: The business of the key or session.
        :param other_contact_id: The contact that ends.
        """
        return cast("types.MergeContactsData", self.transport.request(Request(
                "mergeContacts", "POST", "/api/v1/contacts/{contactId}/merge",
                {"contactId": contact_id}, {}, {"businessId": business_id, "otherContactId": other_contact_id},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def export(
        self,
        *,
        business_id: str | Unset = UNSET,
        search: str | Unset = UNSET,
        category_id: str | Unset = UNSET,
        communication_blocked: bool | Unset = UNSET,
        has_memory: bool | Unset = UNSET,
        created_since: str | Unset = UNSET,
        created_before: str | Unset = UNSET,
        contacted: bool | Unset = UNSET,
        contacted_since: str | Unset = UNSET,
        not_contacted_since: str | Unset = UNSET,
        field: str | Unset = UNSET,
    ) -> bytes:
        """Download the contacts that match the filters as CSV, newest first, with a column for each field. An
        import reads the file back.

        :param business_id: The business of the key or session.
        :param search: Beginnings of words of the name, the mobile number and the field values.
        :param category_id: Only contacts of this category.
        :param communication_blocked: Only contacts that may not be contacted, or only those that may.
        :param has_memory: Only contacts of which agents remember something, or only the others.
        :param created_since: Only contacts that were created at this time or later.
        :param created_before: Only contacts that were created before this time.
        :param contacted: Only contacts with at least one call or message, or only those without.
        :param contacted_since: Only contacts whose latest call or message was at this time or later.
        :param not_contacted_since: Only contacts without a call or a message at this time or later.
        :param field: A field and its exact value; upper and lower case of ASCII letters are the same. `city:`
        finds contacts without the field.
        """
        return cast("bytes", self.transport.request(Request(
                "exportContacts", "GET", "/api/v1/contacts/export",
                {}, {"businessId": business_id, "search": search, "categoryId": category_id, "communicationBlocked": communication_blocked, "hasMemory": has_memory, "createdSince": created_since, "createdBefore": created_before, "contacted": contacted, "contactedSince": contacted_since, "notContactedSince": not_contacted_since, "field": field}, None,
                of_business=True, keyed=False, is_file=True,
            )))

    def timeline(
        self,
        *,
        contact_id: str,
        business_id: str | Unset = UNSET,
        campaign_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.TimelineItem]:
        """List the communication with a contact on all channels, newest first.

        :param contact_id: The contact.
        :param business_id: The business of the key or session.
        :param campaign_id: Only what belongs to this campaign.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "readContactTimeline",
            "timeline",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "readContactTimeline", "GET", "/api/v1/contacts/{contactId}/timeline",
                {"contactId": contact_id}, {"businessId": business_id, "campaignId": campaign_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def link_participant(
        self,
        *,
        participant_id: str,
        mobile: str,
        business_id: types.BusinessId | Unset = UNSET,
        name: str | Unset = UNSET,
        category_ids: Sequence[str] | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.LinkContactData:
        """Link a channel identity to the contact with that mobile, or to a new contact.

        :param participant_id: The person on the account, whether a contact or not. Accepted by link-contact
        once the person has written.
        :param business_id: The business of the key or session.
        :param mobile: The phone number of the person, E.164. It is not verified with a code.
        :param name: The name of a new contact. Default: the name on the channel, if there is one.
        :param category_ids: The categories of a new contact, which needs them.
        """
        return cast("types.LinkContactData", self.transport.request(Request(
                "linkContact", "POST", "/api/v1/channel-participants/{participantId}/link-contact",
                {"participantId": participant_id}, {}, {"businessId": business_id, "mobile": mobile, "name": name, "categoryIds": category_ids},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def memory(
        self,
        *,
        contact_id: str,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.MemoryEntry]:
        """List what agents remember of a contact, with the calls it comes from, newest first.

        :param contact_id: The contact.
        :param business_id: The business of the key or session.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "readContactMemory",
            "entries",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "readContactMemory", "GET", "/api/v1/contacts/{contactId}/memory",
                {"contactId": contact_id}, {"businessId": business_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def erase_memory(
        self,
        *,
        contact_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        entry_ids: Sequence[str] | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.EraseContactMemoryData:
        """Erase entries of what agents remember of a contact, or everything that was said until now. Returns the
        number of erased entries.

        :param contact_id: The contact.
        :param business_id: The business of the key or session.
        :param entry_ids: The entries to erase. Omitted: everything that was said until now.
        """
        return cast("types.EraseContactMemoryData", self.transport.request(Request(
                "eraseContactMemory", "DELETE", "/api/v1/contacts/{contactId}/memory",
                {"contactId": contact_id}, {}, {"businessId": business_id, "entryIds": entry_ids},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))


class ContactsCategories:
    """The operations of ``contacts.categories``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.Category]:
        """List categories with contact counts, newest first.

        :param business_id: The business of the key or session.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listContactCategories",
            "categories",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listContactCategories", "GET", "/api/v1/contacts/categories",
                {}, {"businessId": business_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def create(
        self,
        *,
        name: str,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.CreateContactCategoryData:
        """Create a category.

        :param business_id: The business of the key or session.
        :param name: The name of the category, unique in the business.
        """
        return cast("types.CreateContactCategoryData", self.transport.request(Request(
                "createContactCategory", "POST", "/api/v1/contacts/categories",
                {}, {}, {"businessId": business_id, "name": name},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def delete(
        self,
        *,
        category_id: str,
        confirm_name: str,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.DeleteContactCategoryData:
        """Delete a category, confirmed by its name. Its contacts keep their other categories.

        :param business_id: The business of the key or session.
        :param category_id: The category.
        :param confirm_name: The name of the category, letter for letter.
        """
        return cast("types.DeleteContactCategoryData", self.transport.request(Request(
                "deleteContactCategory", "DELETE", "/api/v1/contacts/categories",
                {}, {}, {"businessId": business_id, "categoryId": category_id, "confirmName": confirm_name},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))


class ContactsImports:
    """The operations of ``contacts.imports``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def start(
        self,
        *,
        category_ids: Sequence[str],
        file_name: types.FileName,
        content_base64: types.FileContent,
        business_id: types.BusinessId | Unset = UNSET,
        mapping: types.ContactImportMapping | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ImportContactsData:
        """Import contacts from a CSV, TSV, JSON, XLSX or XLSM file into one or more categories. Existing numbers
        are updated.

        :param business_id: The business of the key or session.
        :param category_ids: The categories to which all contacts of the file are added.
        :param mapping: The meaning of columns; whatever is omitted is inferred from their names.
        :param file_name: The name of the file; its ending helps to recognise the format.
        :param content_base64: The file in base64. In `multipart/form-data` it is the part `file` instead.
        """
        return cast("types.ImportContactsData", self.transport.request(Request(
                "importContacts", "POST", "/api/v1/contacts/imports",
                {}, {}, {"businessId": business_id, "categoryIds": category_ids, "mapping": mapping, "fileName": file_name, "contentBase64": content_base64},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def preview(
        self,
        *,
        file_name: types.FileName,
        content_base64: types.FileContent,
        business_id: types.BusinessId | Unset = UNSET,
        mapping: types.ContactImportMapping | Unset = UNSET,
    ) -> types.PreviewContactImportData:
        """Read the beginning of a file as an import would: its encoding, the use of each column, sample values,
        dates and the rows that would be refused. Nothing is stored.

        :param business_id: The business of the key or session.
        :param mapping: The meaning of columns; whatever is omitted is inferred from their names.
        :param file_name: The name of the file; its ending helps to recognise the format.
        :param content_base64: The file in base64. In `multipart/form-data` it is the part `file` instead.
        """
        return cast("types.PreviewContactImportData", self.transport.request(Request(
                "previewContactImport", "POST", "/api/v1/contacts/imports/preview",
                {}, {}, {"businessId": business_id, "mapping": mapping, "fileName": file_name, "contentBase64": content_base64},
                of_business=True, keyed=False, is_file=False,
            )))

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
        job_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.ContactImport]:
        """List imports, newest first, or read one by `jobId`.

        :param business_id: The business of the key or session.
        :param job_id: Only this import.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listContactImports",
            "jobs",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listContactImports", "GET", "/api/v1/contacts/imports",
                {}, {"businessId": business_id, "jobId": job_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )


class ContactsJobs:
    """The operations of ``contacts.jobs``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def start(
        self,
        *,
        action: types.ContactJobAction,
        business_id: types.BusinessId | Unset = UNSET,
        category_ids: Sequence[str] | Unset = UNSET,
        contact_ids: Sequence[str] | Unset = UNSET,
        filter: types.ContactFilter | Unset = UNSET,
        all: Literal[True] | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.StartContactJobData:
        """Delete, block or categorise any number of contacts in the background: named ones, those that match a
        filter, or all.

        :param business_id: The business of the key or session.
        :param action: The change. `remove_categories` skips contacts that would be left without a category.
        `block` and `unblock` set `communicationBlocked`.
        :param category_ids: The categories to add or remove; only with these actions, which need them.
        :param contact_ids: Selects these contacts. Exactly one of this, `filter` and `all`.
        :param filter: Selects the contacts that match all filters. Exactly one of this, `contactIds` and
        `all`.
        :param all: Selects every contact of the business. Exactly one of this, `contactIds` and `filter`.
        :param dry_run: Only count the contacts; nothing is changed.
        """
        return cast("types.StartContactJobData", self.transport.request(Request(
                "startContactJob", "POST", "/api/v1/contacts/jobs",
                {}, {}, {"businessId": business_id, "action": action, "categoryIds": category_ids, "contactIds": contact_ids, "filter": filter, "all": all, "dryRun": dry_run},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
        job_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.ContactJob]:
        """List jobs on contacts, newest first, or read one by `jobId`.

        :param business_id: The business of the key or session.
        :param job_id: Only this job.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listContactJobs",
            "jobs",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listContactJobs", "GET", "/api/v1/contacts/jobs",
                {}, {"businessId": business_id, "jobId": job_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def cancel(
        self,
        *,
        job_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.CancelContactJobData:
        """Stop a job on contacts. What it has changed stays changed.

        :param job_id: The job.
        :param business_id: The business of the key or session.
        """
        return cast("types.CancelContactJobData", self.transport.request(Request(
                "cancelContactJob", "POST", "/api/v1/contacts/jobs/{jobId}/cancel",
                {"jobId": job_id}, {}, {"businessId": business_id},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))


class Suppressions:
    """The operations of ``suppressions``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
        purpose: Literal["service", "marketing"] | Unset = UNSET,
        source: Literal["operator", "api", "contact_block", "customer_request", "keyword", "import"] | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.Suppression]:
        """List suppressed numbers and identities, newest first.

        :param business_id: The business of the key or session.
        :param purpose: service: all contact that the business initiates. marketing: campaigns and offers
        only.
        :param source: Where it came from. operator: a person in the console. customer_request: the agent, at
        the wish of the customer. keyword: the customer wrote a word like STOP.
        :param search: The beginning of an E.164 number or an identity.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listSuppressions",
            "suppressions",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listSuppressions", "GET", "/api/v1/suppressions",
                {}, {"businessId": business_id, "purpose": purpose, "source": source, "search": search, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def add(
        self,
        *,
        suppressions: Sequence[types.NewSuppression],
        business_id: types.BusinessId | Unset = UNSET,
        hang_up: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.AddSuppressionsData:
        """Suppress up to 1,000 numbers or identities. Responds once no further call to them can be placed.

        :param business_id: The business of the key or session.
        :param suppressions: What to suppress.
        :param hang_up: Hang up calls that are already placed. Default: they continue.
        """
        return cast("types.AddSuppressionsData", self.transport.request(Request(
                "addSuppressions", "POST", "/api/v1/suppressions",
                {}, {}, {"businessId": business_id, "suppressions": suppressions, "hangUp": hang_up},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def remove(
        self,
        *,
        suppression_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.RemoveSuppressionData:
        """Remove one suppression. Other suppressions of the same number, and the block of a contact, stay.

        :param suppression_id: The suppression, from the list.
        :param business_id: The business of the key or session.
        """
        return cast("types.RemoveSuppressionData", self.transport.request(Request(
                "removeSuppression", "DELETE", "/api/v1/suppressions/{suppressionId}",
                {"suppressionId": suppression_id}, {}, {"businessId": business_id},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def import_(
        self,
        *,
        file_name: str,
        content_base64: str,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ImportSuppressionsData:
        """Suppress the numbers and identities of a CSV file of up to 50,000 rows with the columns address,
        channel, purpose and reason.

        :param business_id: The business of the key or session.
        :param file_name: The name of the file, for the audit log and messages.
        :param content_base64: The CSV file, at most 8 MiB. In multipart requests it is the part `file`.
        """
        return cast("types.ImportSuppressionsData", self.transport.request(Request(
                "importSuppressions", "POST", "/api/v1/suppressions/imports",
                {}, {}, {"businessId": business_id, "fileName": file_name, "contentBase64": content_base64},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def export(
        self,
        *,
        business_id: str | Unset = UNSET,
    ) -> bytes:
        """Download all suppressions as CSV, with the columns that the import reads.

        :param business_id: The business of the key or session.
        """
        return cast("bytes", self.transport.request(Request(
                "exportSuppressions", "GET", "/api/v1/suppressions/export",
                {}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=True,
            )))


class DataSources:
    """The operations of ``data_sources``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.DataSource]:
        """List Data Sources with their declared fields and item counts, newest first, the contacts last.

        :param business_id: The business of the key or session.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listDataSources",
            "dataSources",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listDataSources", "GET", "/api/v1/data-sources",
                {}, {"businessId": business_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def create(
        self,
        *,
        class_: Literal["structured", "unstructured"],
        name: str,
        business_id: types.BusinessId | Unset = UNSET,
        description: str | Unset = UNSET,
        rows: Sequence[Mapping[str, str | float | bool | None]] | Unset = UNSET,
        text: types.CreateDataSourceRequestText | Unset = UNSET,
        database: types.CreateDataSourceBodyDatabase | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.CreateDataSourceData:
        """Create a structured source from rows, from a database table that the operator has allowed, or empty;
        or an unstructured one from text, or empty. Upload files separately.

        :param business_id: The business of the key or session.
        :param class_: `structured`: rows and fields. `unstructured`: text as background knowledge.
        :param name: The name of the source; kept on one line.
        :param description: What the source contains, for people.
        :param rows: The rows of a structured source, each with its values by column. Upload more as a file.
        :param text: The text of an unstructured source. In a change it replaces the former text.
        :param database: The table that a structured source is read from.
        """
        return cast("types.CreateDataSourceData", self.transport.request(Request(
                "createDataSource", "POST", "/api/v1/data-sources",
                {}, {}, {"businessId": business_id, "class": class_, "name": name, "description": description, "rows": rows, "text": text, "database": database},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def update(
        self,
        *,
        source_id: types.DataSourceId,
        business_id: types.BusinessId | Unset = UNSET,
        name: str | Unset = UNSET,
        description: str | Unset = UNSET,
        status: Literal["active", "archived"] | Unset = UNSET,
        text: types.CreateDataSourceRequestText | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> types.UpdateDataSourceData:
        """Change the name, description, status or text. Omitted fields stay unchanged.

        :param business_id: The business of the key or session.
        :param source_id: The Data Source.
        :param name: The name of the source; kept on one line.
        :param description: What the source contains, for people.
        :param status: Agents use active sources. `active` restores an archived one.
        :param text: The text of an unstructured source. In a change it replaces the former text.
        :param if_match: The ``tag`` of what the change is based on. Refused with 412 if it has changed since.
        Default: not checked.
        """
        return cast("types.UpdateDataSourceData", self.transport.request(Request(
                "updateDataSource", "PATCH", "/api/v1/data-sources",
                {}, {}, {"businessId": business_id, "sourceId": source_id, "name": name, "description": description, "status": status, "text": text},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key, if_match=if_match))

    def archive(
        self,
        *,
        source_id: types.DataSourceId,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ArchiveDataSourceData:
        """Archive a Data Source. Agents no longer resolve values from it.

        :param business_id: The business of the key or session.
        :param source_id: The Data Source.
        """
        return cast("types.ArchiveDataSourceData", self.transport.request(Request(
                "archiveDataSource", "DELETE", "/api/v1/data-sources",
                {}, {}, {"businessId": business_id, "sourceId": source_id},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def upload(
        self,
        *,
        source_id: types.DataSourceId,
        file_name: types.FileName,
        content_base64: types.FileContent,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.UploadDataSourceData:
        """Upload a file as an immutable version: CSV, TSV, JSON, XLSX or XLSM for a structured source; PDF,
        DOCX, HTML, Markdown or text for an unstructured one. Activating the version replaces the text of an
        unstructured source.

        :param business_id: The business of the key or session.
        :param source_id: The Data Source.
        :param file_name: The name of the file; its ending helps to recognise the format.
        :param content_base64: The file in base64. In `multipart/form-data` it is the part `file` instead.
        """
        return cast("types.UploadDataSourceData", self.transport.request(Request(
                "uploadDataSource", "POST", "/api/v1/data-sources/upload",
                {}, {}, {"businessId": business_id, "sourceId": source_id, "fileName": file_name, "contentBase64": content_base64},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def refresh(
        self,
        *,
        source_id: types.DataSourceId,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.RefreshDataSourceData:
        """Read the database table of a source again, as a new immutable version that is reviewed and activated
        like that of a file.

        :param business_id: The business of the key or session.
        :param source_id: The Data Source.
        """
        return cast("types.RefreshDataSourceData", self.transport.request(Request(
                "refreshDataSource", "POST", "/api/v1/data-sources/refresh",
                {}, {}, {"businessId": business_id, "sourceId": source_id},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def ingestions(
        self,
        *,
        business_id: str | Unset = UNSET,
        source_id: str | Unset = UNSET,
        ingestion_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.Ingestion]:
        """List ingestions with their stage, version status, issues and columns to review, newest first.

        :param business_id: The business of the key or session.
        :param source_id: Only ingestions of this source.
        :param ingestion_id: Only this ingestion.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listIngestions",
            "ingestions",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listIngestions", "GET", "/api/v1/data-sources/ingestions",
                {}, {"businessId": business_id, "sourceId": source_id, "ingestionId": ingestion_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def download_file(
        self,
        *,
        ingestion_id: str,
        business_id: str | Unset = UNSET,
    ) -> bytes:
        """Download the file of an ingestion as it was uploaded; of a database, its rows as JSON.

        :param ingestion_id: The ingestion.
        :param business_id: The business of the key or session.
        """
        return cast("bytes", self.transport.request(Request(
                "downloadIngestedFile", "GET", "/api/v1/data-sources/ingestions/{ingestionId}/file",
                {"ingestionId": ingestion_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=True,
            )))

    def review_ingestion(
        self,
        *,
        ingestion_id: types.IngestionId,
        business_id: types.BusinessId | Unset = UNSET,
        columns: Sequence[types.ColumnReview] | Unset = UNSET,
        activate: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ReviewIngestionData:
        """Review the columns and activate the version atomically. If the key column changes, the rows are read
        again first.

        :param business_id: The business of the key or session.
        :param ingestion_id: The ingestion.
        :param columns: The columns to interpret otherwise than proposed. What is omitted stays as proposed.
        :param activate: False: only review; the version stays `validated`.
        """
        return cast("types.ReviewIngestionData", self.transport.request(Request(
                "reviewIngestion", "PATCH", "/api/v1/data-sources/ingestions",
                {}, {}, {"businessId": business_id, "ingestionId": ingestion_id, "columns": columns, "activate": activate},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))


class Campaigns:
    """The operations of ``campaigns``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.Campaign]:
        """List campaigns with their latest iteration, newest first.

        :param business_id: The business of the key or session.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listCampaigns",
            "campaigns",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listCampaigns", "GET", "/api/v1/campaigns",
                {}, {"businessId": business_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def create(
        self,
        *,
        name: str,
        objective: str,
        channel: Literal["voice", "whatsapp", "sms"],
        agent_id: str,
        audience: types.CreateCampaignBodyAudience,
        business_id: types.BusinessId | Unset = UNSET,
        settings: types.IterationSettingsInput | Unset = UNSET,
        start_at: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.CreateCampaignData:
        """Create a campaign with its first iteration. Its recipients are fixed from then on; none are contacted
        before it is started.

        :param business_id: The business of the key or session.
        :param name: What people call the campaign.
        :param objective: What the campaign is for. Summaries judge each recipient by it.
        :param channel: The channel of the first iteration; the agent must have the same.
        :param agent_id: The active agent that contacts the recipients.
        :param audience: Contacts by id and every contact of the categories, each once.
        :param settings: How recipients are contacted. On WhatsApp, exactly one of messageText and
        templateName is required.
        :param start_at: When it starts by itself; it is then `scheduled`. Absent: it waits for `action:
        start`.
        """
        return cast("types.CreateCampaignData", self.transport.request(Request(
                "createCampaign", "POST", "/api/v1/campaigns",
                {}, {}, {"businessId": business_id, "name": name, "objective": objective, "channel": channel, "agentId": agent_id, "audience": audience, "settings": settings, "startAt": start_at},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def read(
        self,
        *,
        campaign_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.ReadCampaignData:
        """Read a campaign with its current iteration: counts by outcome, pace, estimated end.

        :param campaign_id: The campaign.
        :param business_id: The business of the key or session.
        """
        return cast("types.ReadCampaignData", self.transport.request(Request(
                "readCampaign", "GET", "/api/v1/campaigns/{campaignId}",
                {"campaignId": campaign_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def act(
        self,
        *,
        campaign_id: str,
        action: Literal["start", "pause", "cancel"],
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ActOnCampaignData:
        """Start, pause or cancel the current iteration. Calls in progress continue when it is paused, and are
        hung up when it is cancelled.

        :param campaign_id: The campaign.
        :param business_id: The business of the key or session.
        :param action: start: a draft or scheduled iteration now, or a paused one again. pause: begin no more
        contacts; calls in progress continue. cancel: also hang up calls in progress.
        """
        return cast("types.ActOnCampaignData", self.transport.request(Request(
                "actOnCampaign", "PATCH", "/api/v1/campaigns/{campaignId}",
                {"campaignId": campaign_id}, {}, {"businessId": business_id, "action": action},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def iterations(
        self,
        *,
        campaign_id: str,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.Iteration]:
        """List the iterations of a campaign in their order.

        :param campaign_id: The campaign.
        :param business_id: The business of the key or session.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listIterations",
            "iterations",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listIterations", "GET", "/api/v1/campaigns/{campaignId}/iterations",
                {"campaignId": campaign_id}, {"businessId": business_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def create_iteration(
        self,
        *,
        campaign_id: str,
        channel: types.CampaignChannel,
        audience: types.IterationAudience,
        business_id: types.BusinessId | Unset = UNSET,
        agent_id: str | Unset = UNSET,
        settings: types.IterationSettingsInput | Unset = UNSET,
        start_at: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.CreateIterationData:
        """Create a follow-up iteration for recipients selected by the outcomes of earlier ones.

        :param campaign_id: The campaign.
        :param business_id: The business of the key or session.
        :param channel: `sms` is refused until it is available.
        :param agent_id: The active agent of the channel. Default: the agent of the current iteration.
        :param audience: Members of earlier iterations by outcome (default: all iterations and outcomes),
        contacts by id, or the contacts that a completed summary run recommends.
        :param settings: How recipients are contacted. On WhatsApp, exactly one of messageText and
        templateName is required.
        :param start_at: When it starts by itself; it is then `scheduled`. Absent: it waits for `action:
        start`.
        """
        return cast("types.CreateIterationData", self.transport.request(Request(
                "createIteration", "POST", "/api/v1/campaigns/{campaignId}/iterations",
                {"campaignId": campaign_id}, {}, {"businessId": business_id, "channel": channel, "agentId": agent_id, "audience": audience, "settings": settings, "startAt": start_at},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def memberships(
        self,
        *,
        campaign_id: str,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        iteration_id: str | Unset = UNSET,
        contact_id: str | Unset = UNSET,
        status: Literal["pending", "claimed", "active", "retry_wait", "completed", "voicemail", "no_answer", "busy", "failed", "cancelled", "skipped"] | Unset = UNSET,
        call_back: Literal["planned", "called", "declined"] | Unset = UNSET,
    ) -> Listing[types.Membership]:
        """List the members of the iterations of a campaign, with every attempt and its outcome.

        :param campaign_id: The campaign.
        :param business_id: The business of the key or session.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        :param iteration_id: The iteration of the campaign.
        :param contact_id: The contact.
        :param status: pending: not tried yet. claimed: about to be contacted. active: being contacted.
        retry_wait: waits for `retryAt`. The others are final outcomes.
        :param call_back: planned: the recipient will be called. called: it was. declined: it is not called
        back, and `reason` says why.
        """
        return Listing(
            "listMemberships",
            "memberships",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listMemberships", "GET", "/api/v1/campaigns/{campaignId}/memberships",
                {"campaignId": campaign_id}, {"businessId": business_id, "limit": limit, "cursor": UNSET if at is None else at, "iterationId": iteration_id, "contactId": contact_id, "status": status, "callBack": call_back}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def activities(
        self,
        *,
        campaign_id: str,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        contact_id: str | Unset = UNSET,
        iteration_id: str | Unset = UNSET,
        channel: Literal["voice", "whatsapp", "sms"] | Unset = UNSET,
        status: str | Unset = UNSET,
    ) -> Listing[types.Activity]:
        """List the calls and messages of a campaign, newest first.

        :param campaign_id: The campaign.
        :param business_id: The business of the key or session.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        :param contact_id: The contact.
        :param iteration_id: The iteration of the campaign.
        :param channel: `sms` is refused until it is available.
        :param status: Only those with this status.
        """
        return Listing(
            "listActivities",
            "activities",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listActivities", "GET", "/api/v1/campaigns/{campaignId}/activities",
                {"campaignId": campaign_id}, {"businessId": business_id, "limit": limit, "cursor": UNSET if at is None else at, "contactId": contact_id, "iterationId": iteration_id, "channel": channel, "status": status}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def summary_runs(
        self,
        *,
        campaign_id: str,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.SummaryRunAnswer]:
        """List the AI summaries of a campaign with their progress, newest first.

        :param campaign_id: The campaign.
        :param business_id: The business of the key or session.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listSummaryRuns",
            "summaryRuns",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listSummaryRuns", "GET", "/api/v1/campaigns/{campaignId}/summary-runs",
                {"campaignId": campaign_id}, {"businessId": business_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def run_summary(
        self,
        *,
        campaign_id: str,
        mode: Literal["estimate"] | Literal["confirm"],
        business_id: types.BusinessId | Unset = UNSET,
        summary_run_id: str | Unset = UNSET,
        max_charge_microcredits: types.MaxChargeMicrocredits | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.RunSummaryData:
        """Estimate the maximum cost of an AI summary (201), or confirm exactly that amount and start it (202).
        Only completed assessments are charged.

        :param campaign_id: The campaign.
        :param business_id: The business of the key or session.
        :param mode: Compute the price first: nothing is charged.
        :param summary_run_id: The run to confirm; its estimate is valid for an hour.
        :param max_charge_microcredits: The `maxChargeMicrocredits` of the estimate, which the client agrees
        to.
        """
        return cast("types.RunSummaryData", self.transport.request(Request(
                "runSummary", "POST", "/api/v1/campaigns/{campaignId}/summary-runs",
                {"campaignId": campaign_id}, {}, {"businessId": business_id, "mode": mode, "summaryRunId": summary_run_id, "maxChargeMicrocredits": max_charge_microcredits},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def findings(
        self,
        *,
        campaign_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.ReadCampaignFindingsData:
        """Read what was found in the analysed calls of a campaign: verdicts by criterion, sentiments, requests,
        and the distribution of fields.

        :param campaign_id: The campaign.
        :param business_id: The business of the key or session.
        """
        return cast("types.ReadCampaignFindingsData", self.transport.request(Request(
                "readCampaignFindings", "GET", "/api/v1/campaigns/{campaignId}/findings",
                {"campaignId": campaign_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def export(
        self,
        *,
        campaign_id: str,
        summary_run_id: str,
        business_id: str | Unset = UNSET,
        findings: Literal["true", "false"] | Unset = UNSET,
    ) -> bytes:
        """Download the conclusions of a completed or partial summary run as CSV.

        :param campaign_id: The campaign.
        :param business_id: The business of the key or session.
        :param summary_run_id: The summary run, from the response to its estimate.
        :param findings: Add the outcome of the last call to each contact in further columns. Default: false.
        """
        return cast("bytes", self.transport.request(Request(
                "exportCampaign", "GET", "/api/v1/campaigns/{campaignId}/exports",
                {"campaignId": campaign_id}, {"businessId": business_id, "summaryRunId": summary_run_id, "findings": findings}, None,
                of_business=True, keyed=False, is_file=True,
            )))


class Channels:
    """The operations of ``channels``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
    ) -> types.ListChannelsData:
        """List the channels with their current readiness and how agents are assigned to them.

        :param business_id: The business of the key or session.
        """
        return cast("types.ListChannelsData", self.transport.request(Request(
                "listChannels", "GET", "/api/v1/channels",
                {}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def assignments(
        self,
        *,
        channel: Literal["whatsapp", "instagram"],
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.AgentAssignment]:
        """List the connected accounts with their assignments, then the agents that can be assigned: one list in
        two parts, each newest first, paged as one.

        :param business_id: The business of the key or session.
        :param channel: The messaging channel.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listChannelAssignments",
            "assignments",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listChannelAssignments", "GET", "/api/v1/channels/assignments",
                {}, {"businessId": business_id, "channel": channel, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def assign(
        self,
        *,
        channel: Literal["whatsapp", "sms", "voice", "instagram", "other"],
        business_id: types.BusinessId | Unset = UNSET,
        phone_number_id: types.AssignedPhoneNumberId | Unset = UNSET,
        provider_account_id: types.ProviderAccountId | Unset = UNSET,
        ai_agent_id: str | None | Unset = UNSET,
        auto_reply_enabled: bool | Unset = UNSET,
        human_handoff_active: bool | Unset = UNSET,
    ) -> types.AssignChannelData:
        """Change the assignment of a connected account. Omitted fields stay unchanged. An agent and an external
        backend cannot both answer.

        :param business_id: The business of the key or session.
        :param channel: The channel: `whatsapp` or `instagram`. Agents of others are not assigned to accounts.
        :param phone_number_id: WhatsApp: the id of the phone number at Meta. Not used on other channels.
        :param provider_account_id: Instagram: the id of the professional account. Not used on other channels.
        :param ai_agent_id: The agent to assign, an active one of the channel. Null removes the agent.
        Omitted: unchanged.
        :param auto_reply_enabled: Whether the agent answers customers. Omitted: unchanged; false if the
        account was never assigned.
        :param human_handoff_active: Whether people answer on the whole account, so that no agent does.
        Omitted: unchanged; false if the account was never assigned. False also hands back conversations that
        people took over in the channel’s app.
        """
        return cast("types.AssignChannelData", self.transport.request(Request(
                "assignChannel", "PATCH", "/api/v1/channels/assignments",
                {}, {}, {"businessId": business_id, "channel": channel, "phoneNumberId": phone_number_id, "providerAccountId": provider_account_id, "aiAgentId": ai_agent_id, "autoReplyEnabled": auto_reply_enabled, "humanHandoffActive": human_handoff_active},
                of_business=True, keyed=False, is_file=False,
            )))

    def templates(
        self,
        *,
        business_id: str | Unset = UNSET,
        phone_number_id: str | Unset = UNSET,
        search: str | Unset = UNSET,
        refresh: bool | Unset = UNSET,
    ) -> types.ListTemplatesData:
        """List the templates of a WhatsApp account as Meta lists them, up to 200 by name. The list is kept for
        five minutes.

        :param business_id: The business of the key or session.
        :param phone_number_id: The phone number id of the account; required with several accounts.
        :param search: A part of the name.
        :param refresh: Requests the list from Meta now, at most every two seconds.
        """
        return cast("types.ListTemplatesData", self.transport.request(Request(
                "listTemplates", "GET", "/api/v1/channels/templates",
                {}, {"businessId": business_id, "phoneNumberId": phone_number_id, "search": search, "refresh": refresh}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def instagram(
        self,
        *,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.InstagramConnection]:
        """List the connected Instagram accounts, newest first, without their tokens.

        :param business_id: The business of the key or session.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "readInstagramConnection",
            "connections",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "readInstagramConnection", "GET", "/api/v1/channels/instagram",
                {}, {"businessId": business_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def disconnect_instagram(
        self,
        *,
        business_id: types.BusinessId | Unset = UNSET,
    ) -> types.DeleteInstagramConnectionData:
        """Disconnect all Instagram accounts and delete their tokens and assignments.

        :param business_id: The business of the key or session.
        """
        return cast("types.DeleteInstagramConnectionData", self.transport.request(Request(
                "deleteInstagramConnection", "DELETE", "/api/v1/channels/instagram",
                {}, {}, {"businessId": business_id},
                of_business=True, keyed=False, is_file=False,
            )))


class Messages:
    """The operations of ``messages``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def send(
        self,
        *,
        to: str,
        type: Literal["text", "image", "template", "document", "video", "audio", "location", "reaction", "interactive", "linked_media"],
        business_id: types.BusinessId | Unset = UNSET,
        channel: Literal["whatsapp", "instagram"] | Unset = UNSET,
        phone_number_id: types.AssignedPhoneNumberId | Unset = UNSET,
        instagram_account_id: types.ProviderAccountId | Unset = UNSET,
        text: str | Unset = UNSET,
        media_id: str | Unset = UNSET,
        caption: str | Unset = UNSET,
        template: types.TemplateMessage | Unset = UNSET,
        file_name: str | Unset = UNSET,
        interactive: types.InteractiveMessage | Unset = UNSET,
        location: types.LocationMessage | Unset = UNSET,
        reaction: types.SendMessageBodyReaction | Unset = UNSET,
        media: types.SendMessageBodyMedia | Unset = UNSET,
        client_asset_id: types.ClientAssetId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.SendMessageData:
        """Queue a message to a customer who wrote within the last 24 hours, or a template to any recipient.
        Messages are sent in the order in which they were queued.

        :param business_id: The business of the key or session.
        :param channel: The channel. Default: `whatsapp`.
        :param phone_number_id: WhatsApp: the id of the phone number at Meta. Not used on other channels.
        :param instagram_account_id: Instagram: the id of the professional account. Not used on other
        channels.
        :param to: WhatsApp: the mobile number, E.164. Instagram: the Instagram-scoped id of a user who has
        written before.
        :param type: The content, in the field of the same kind. WhatsApp: all but `linked_media`. Instagram:
        `text`, `interactive`, `linked_media`. A `template` may be sent outside the 24 hours, and to people
        who never wrote.
        :param text: The text of a `text` message; on Instagram at most 1,000 bytes in UTF-8.
        :param media_id: The file, from POST /media.
        :param caption: The caption of an image, document or video.
        :param template: A WhatsApp template with its values.
        :param file_name: The name of a document, as the customer sees it.
        :param interactive: A message with buttons, a list or a link. The choice of the customer is a message
        with `payload`.
        :param location: A place on the map; WhatsApp only.
        :param reaction: A reaction to a message of the conversation; WhatsApp only.
        :param media: A file at an address; Instagram only.
        :param client_asset_id: A reference of your own; WhatsApp only. It is not stored.
        """
        return cast("types.SendMessageData", self.transport.request(Request(
                "sendMessage", "POST", "/api/v1/messages",
                {}, {}, {"businessId": business_id, "channel": channel, "phoneNumberId": phone_number_id, "instagramAccountId": instagram_account_id, "to": to, "type": type, "text": text, "mediaId": media_id, "caption": caption, "template": template, "fileName": file_name, "interactive": interactive, "location": location, "reaction": reaction, "media": media, "clientAssetId": client_asset_id},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def read(
        self,
        *,
        message_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.ReadMessageData:
        """Read the delivery state of a message.

        :param message_id: The message.
        :param business_id: The business of the key or session.
        """
        return cast("types.ReadMessageData", self.transport.request(Request(
                "readMessage", "GET", "/api/v1/messages/{messageId}",
                {"messageId": message_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def search(
        self,
        *,
        text: str,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        channel: Literal["whatsapp", "instagram"] | Unset = UNSET,
        agent_id: str | Unset = UNSET,
        contact_id: str | Unset = UNSET,
        campaign_id: str | Unset = UNSET,
        author: Literal["customer", "agent", "human", "api", "campaign"] | Unset = UNSET,
        assignee: str | Unset = UNSET,
        conversation_status: Literal["open", "done"] | Unset = UNSET,
        analysis: Literal["running", "completed", "failed"] | Unset = UNSET,
        success: Literal["true", "false"] | Unset = UNSET,
        sentiment: Literal["positive", "neutral", "negative", "mixed"] | Unset = UNSET,
        request: Literal["human", "no_contact", "call_back"] | Unset = UNSET,
        from_: str | Unset = UNSET,
        to: str | Unset = UNSET,
    ) -> Listing[types.MessageHit]:
        """Find messages of conversations by their text or the words of a voice note, newest first. Revoked
        messages are not found, and messages from before the deletion of their contact are not either.

        :param business_id: The business of the key or session.
        :param text: Every word must begin a word of the text; one- and two-letter words match whole words.
        Words in quotation marks follow each other. Chinese, Japanese and other words without spaces are found
        anywhere.
        :param limit: The most results of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        :param channel: Only messages on this channel.
        :param agent_id: Only conversations that this agent answered last.
        :param contact_id: Only those with this contact.
        :param campaign_id: Only those of this campaign.
        :param author: human: a person of the business. api: the message endpoint. campaign: a campaign.
        :param assignee: Only conversations that are assigned to this user, or `none`: to no member.
        :param conversation_status: Only conversations that are open, or that people are done with.
        :param analysis: running: the model is reading the transcript. failed: `failure` says why, and nothing
        was charged.
        :param success: Whether all success criteria of the agent were met.
        :param sentiment: The customer's sentiment over the whole call or episode; mixed: both positive and
        negative.
        :param request: human: a person instead of the agent; no_contact: not to be contacted again;
        call_back: another call.
        :param from_: Sent at or after this time.
        :param to: Sent before this time.
        """
        return Listing(
            "searchMessages",
            "results",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "searchMessages", "GET", "/api/v1/messages/search",
                {}, {"businessId": business_id, "text": text, "limit": limit, "cursor": UNSET if at is None else at, "channel": channel, "agentId": agent_id, "contactId": contact_id, "campaignId": campaign_id, "author": author, "assignee": assignee, "conversationStatus": conversation_status, "analysis": analysis, "success": success, "sentiment": sentiment, "request": request, "from": from_, "to": to}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def upload_media(
        self,
        *,
        phone_number_id: str,
        media_type: types.MediaType,
        mime_type: types.MimeType,
        file_name: str,
        content_base64: types.FileContent,
        business_id: types.BusinessId | Unset = UNSET,
        channel: Literal["whatsapp"] | Unset = UNSET,
        client_asset_id: types.ClientAssetId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.UploadMediaData:
        """Upload an image, document, video or audio file for messages. The same bytes for the same account are
        uploaded once.

        :param business_id: The business of the key or session.
        :param channel: The channel; only WhatsApp keeps uploads.
        :param phone_number_id: The phone number id of the account that will send the file.
        :param media_type: The kind of file.
        :param mime_type: The type of the file: one that belongs to `mediaType`, and that its content has.
        :param client_asset_id: A reference of your own; WhatsApp only. It is not stored.
        :param file_name: The name of the file.
        :param content_base64: The file in base64. In `multipart/form-data` it is the part `file` instead.
        """
        return cast("types.UploadMediaData", self.transport.request(Request(
                "uploadMedia", "POST", "/api/v1/media",
                {}, {}, {"businessId": business_id, "channel": channel, "phoneNumberId": phone_number_id, "mediaType": media_type, "mimeType": mime_type, "clientAssetId": client_asset_id, "fileName": file_name, "contentBase64": content_base64},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))


class Conversations:
    """The operations of ``conversations``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
        assignee: str | Unset = UNSET,
        status: Literal["open", "done"] | Unset = UNSET,
        channel: Literal["whatsapp", "instagram"] | Unset = UNSET,
        agent_id: str | Unset = UNSET,
        contact_id: str | Unset = UNSET,
        analysis: Literal["running", "completed", "failed"] | Unset = UNSET,
        success: Literal["true", "false"] | Unset = UNSET,
        sentiment: Literal["positive", "neutral", "negative", "mixed"] | Unset = UNSET,
        request: Literal["human", "no_contact", "call_back"] | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.Conversation]:
        """List the conversations by their latest message, newest first, with their outcomes.

        :param business_id: The business of the key or session.
        :param assignee: Only conversations that are assigned to this user, or `none`: to no member.
        :param status: `done`: people are done with it. A message of the customer opens it again.
        :param channel: Only conversations on this channel.
        :param agent_id: Only conversations that this agent answered last.
        :param contact_id: Only those with this contact.
        :param analysis: running: the model is reading the transcript. failed: `failure` says why, and nothing
        was charged.
        :param success: Whether all success criteria of the agent were met.
        :param sentiment: The customer's sentiment over the whole call or episode; mixed: both positive and
        negative.
        :param request: human: a person instead of the agent; no_contact: not to be contacted again;
        call_back: another call.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listWrittenConversations",
            "conversations",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listWrittenConversations", "GET", "/api/v1/conversations",
                {}, {"businessId": business_id, "assignee": assignee, "status": status, "channel": channel, "agentId": agent_id, "contactId": contact_id, "analysis": analysis, "success": success, "sentiment": sentiment, "request": request, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def read(
        self,
        *,
        conversation_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.ReadWrittenConversationData:
        """Read a conversation, and what a model found in its latest messages.

        :param conversation_id: The conversation.
        :param business_id: The business of the key or session.
        """
        return cast("types.ReadWrittenConversationData", self.transport.request(Request(
                "readWrittenConversation", "GET", "/api/v1/conversations/{conversationId}",
                {"conversationId": conversation_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def mark_read(
        self,
        *,
        conversation_id: str,
        business_id: types.BusinessId | Unset = UNSET,
    ) -> types.MarkMessagesReadData:
        """Show the customer that their messages have been read: the latest, and all before it.

        :param conversation_id: The conversation.
        :param business_id: The business of the key or session.
        """
        return cast("types.MarkMessagesReadData", self.transport.request(Request(
                "markMessagesRead", "POST", "/api/v1/conversations/{conversationId}/read",
                {"conversationId": conversation_id}, {}, {"businessId": business_id},
                of_business=True, keyed=False, is_file=False,
            )))


class QuickAnswers:
    """The operations of ``quick_answers``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
    ) -> types.ListQuickAnswersData:
        """List the quick answers of the business in the order of their shortcuts: at most 100.

        :param business_id: The business of the key or session.
        """
        return cast("types.ListQuickAnswersData", self.transport.request(Request(
                "listQuickAnswers", "GET", "/api/v1/quick-answers",
                {}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def create(
        self,
        *,
        shortcut: str,
        title: str,
        text: types.CreateQuickAnswerRequestText,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.CreateQuickAnswerData:
        """Save a text that people insert into their messages by its shortcut.

        :param business_id: The business of the key or session.
        :param shortcut: What people type to insert it, unique in the business; kept in lower case.
        :param title: What it is about.
        :param text: The text. {{name}}, {{first_name}}, {{mobile}}, {{my_name}} and fields of the contact,
        like {{city}}, are filled in for each conversation.
        """
        return cast("types.CreateQuickAnswerData", self.transport.request(Request(
                "createQuickAnswer", "POST", "/api/v1/quick-answers",
                {}, {}, {"businessId": business_id, "shortcut": shortcut, "title": title, "text": text},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def update(
        self,
        *,
        quick_answer_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        shortcut: str | Unset = UNSET,
        title: str | Unset = UNSET,
        text: types.CreateQuickAnswerRequestText | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.UpdateQuickAnswerData:
        """Change the shortcut, the title or the text of a quick answer.

        :param quick_answer_id: The quick answer.
        :param business_id: The business of the key or session.
        :param shortcut: What people type to insert it, unique in the business; kept in lower case.
        :param title: What it is about.
        :param text: The text. {{name}}, {{first_name}}, {{mobile}}, {{my_name}} and fields of the contact,
        like {{city}}, are filled in for each conversation.
        """
        return cast("types.UpdateQuickAnswerData", self.transport.request(Request(
                "updateQuickAnswer", "PATCH", "/api/v1/quick-answers/{quickAnswerId}",
                {"quickAnswerId": quick_answer_id}, {}, {"businessId": business_id, "shortcut": shortcut, "title": title, "text": text},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def remove(
        self,
        *,
        quick_answer_id: str,
        business_id: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.RemoveQuickAnswerData:
        """Remove a quick answer.

        :param quick_answer_id: The quick answer.
        :param business_id: The business of the key or session.
        """
        return cast("types.RemoveQuickAnswerData", self.transport.request(Request(
                "removeQuickAnswer", "DELETE", "/api/v1/quick-answers/{quickAnswerId}",
                {"quickAnswerId": quick_answer_id}, {"businessId": business_id}, None,
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))


class WebhookSubscriptions:
    """The operations of ``webhook_subscriptions``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.Subscription]:
        """List webhook subscriptions, including revoked ones, newest first.

        :param business_id: The business of the key or session.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listSubscriptions",
            "subscriptions",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listSubscriptions", "GET", "/api/v1/webhook-subscriptions",
                {}, {"businessId": business_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def create(
        self,
        *,
        channel: types.SubscriptionChannel,
        callback_url: str,
        events: Sequence[types.WebhookEventType],
        business_id: types.BusinessId | Unset = UNSET,
        phone_number_id: types.AssignedPhoneNumberId | Unset = UNSET,
        provider_account_id: types.ProviderAccountId | Unset = UNSET,
        external_automation: Literal[True] | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.CreateSubscriptionData:
        """Subscribe to the events of an account and take over answering on it: no agent answers while the
        subscription is active. With channel voice or campaign, subscribe to all calls or campaigns of the
        business. The signing secret is returned only once; a repeated request with the same Idempotency-Key
        returns null.

        :param business_id: The business of the key or session.
        :param channel: `whatsapp`, `instagram`: the events of one account. `voice`, `campaign`, `alerts`:
        those of all calls, campaigns or alerts of the business.
        :param phone_number_id: WhatsApp: the id of the phone number at Meta. Not used on other channels.
        :param provider_account_id: Instagram: the id of the professional account. Not used on other channels.
        :param callback_url: An https address that is reachable from the internet.
        :param events: Events of the channel. `message` events report messages sent through the message
        endpoint; `agent_message` events report those of agents and campaigns.
        :param external_automation: WhatsApp and Instagram: the subscriber answers. Required unless all events
        are `agent_message` events and `conversation.analyzed`.
        """
        return cast("types.CreateSubscriptionData", self.transport.request(Request(
                "createSubscription", "POST", "/api/v1/webhook-subscriptions",
                {}, {}, {"businessId": business_id, "channel": channel, "phoneNumberId": phone_number_id, "providerAccountId": provider_account_id, "callbackUrl": callback_url, "events": events, "externalAutomation": external_automation},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def update(
        self,
        *,
        subscription_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        callback_url: str | Unset = UNSET,
        events: Sequence[types.WebhookEventType] | Unset = UNSET,
        status: Literal["active", "paused"] | Unset = UNSET,
        if_match: str | None = None,
    ) -> types.UpdateSubscriptionData:
        """Change the address or events, or pause or resume. No events are sent while paused.

        :param subscription_id: The subscription.
        :param business_id: The business of the key or session.
        :param callback_url: An https address that is reachable from the internet.
        :param events: The events to send from now on, all of them.
        :param status: `paused` stops sending; `active` resumes.
        :param if_match: The ``tag`` of what the change is based on. Refused with 412 if it has changed since.
        Default: not checked.
        """
        return cast("types.UpdateSubscriptionData", self.transport.request(Request(
                "updateSubscription", "PATCH", "/api/v1/webhook-subscriptions/{subscriptionId}",
                {"subscriptionId": subscription_id}, {}, {"businessId": business_id, "callbackUrl": callback_url, "events": events, "status": status},
                of_business=True, keyed=False, is_file=False,
            ), if_match=if_match))

    def revoke(
        self,
        *,
        subscription_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.RevokeSubscriptionData:
        """Revoke a subscription permanently. Its pending deliveries are dropped.

        :param subscription_id: The subscription.
        :param business_id: The business of the key or session.
        """
        return cast("types.RevokeSubscriptionData", self.transport.request(Request(
                "revokeSubscription", "DELETE", "/api/v1/webhook-subscriptions/{subscriptionId}",
                {"subscriptionId": subscription_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def rotate_secret(
        self,
        *,
        subscription_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        overlap_seconds: int | Unset = UNSET,
    ) -> types.RotateSubscriptionSecretData:
        """Replace the signing secret. The previous one becomes invalid immediately, or after an overlap.

        :param subscription_id: The subscription.
        :param business_id: The business of the key or session.
        :param overlap_seconds: For how long deliveries are signed with the previous secret as well, up to 24
        hours. Without it the previous secret stops at once, and with it those of overlaps that have not
        ended.
        """
        return cast("types.RotateSubscriptionSecretData", self.transport.request(Request(
                "rotateSubscriptionSecret", "POST", "/api/v1/webhook-subscriptions/{subscriptionId}/rotate-secret",
                {"subscriptionId": subscription_id}, {}, {"businessId": business_id, "overlapSeconds": overlap_seconds},
                of_business=True, keyed=False, is_file=False,
            )))

    def test(
        self,
        *,
        subscription_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        events: Sequence[types.WebhookEventType] | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.TestSubscriptionData:
        """Send an example of each event that the subscription lists to its endpoint, and read the results.

        :param subscription_id: The subscription.
        :param business_id: The business of the key or session.
        :param events: Of those that the subscription lists. Absent: all of them.
        """
        return cast("types.TestSubscriptionData", self.transport.request(Request(
                "testSubscription", "POST", "/api/v1/webhook-subscriptions/{subscriptionId}/test",
                {"subscriptionId": subscription_id}, {}, {"businessId": business_id, "events": events},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def contract(
        self,
    ) -> types.ReadWebhookContractData:
        """The version of the webhook contract and the events that are emitted."""
        return cast("types.ReadWebhookContractData", self.transport.request(Request(
                "readWebhookContract", "GET", "/api/v1/contracts/whatsapp-automation",
                {}, {}, None,
                of_business=False, keyed=False, is_file=False,
            )))


class Analytics:
    """The operations of ``analytics``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def read(
        self,
        *,
        from_: str,
        to: str,
        business_id: str | Unset = UNSET,
        subject: Literal["calls", "conversations"] | Unset = UNSET,
        time_zone: str | Unset = UNSET,
        group_by: Literal["outcome", "agent", "version", "campaign", "channel", "hour", "day"] | Unset = UNSET,
        agent_id: str | Unset = UNSET,
        version: int | Unset = UNSET,
        campaign_id: str | Unset = UNSET,
        channel: Literal["whatsapp", "instagram"] | Unset = UNSET,
        outcome: Literal["completed", "voicemail", "no_answer", "busy", "failed", "cancelled", "answered", "handed_over", "no_reply", "unanswered"] | Unset = UNSET,
        compare: Literal["none", "previous"] | Unset = UNSET,
    ) -> types.ReadAnalyticsData:
        """Read figures of calls or conversations in a period of up to 366 days, from one time up to, but not
        including, another; both are extended to whole quarters of an hour.

        :param business_id: The business of the key or session.
        :param subject: What the figures are of.
        :param from_: The beginning of the period, moved back to a whole quarter of an hour.
        :param to: The end of the period, at most 366 days later; not included, and moved forward to a whole
        quarter of an hour.
        :param time_zone: IANA name, for hours and days. Default: that of the business.
        :param group_by: hour: of the day, from 00 to 23. channel: of conversations.
        :param agent_id: The agent.
        :param version: Only this version of `agentId`, which is then required.
        :param campaign_id: The campaign.
        :param channel: Only conversations on this channel.
        :param outcome: Of calls: completed, voicemail (a machine answered), no_answer, busy, failed or
        cancelled. Of conversations: answered (both sides wrote), handed_over (a person of the business took
        part), no_reply (only the business wrote) or unanswered (only the customer did).
        :param compare: previous: with the figures of the period before, as long.
        """
        return cast("types.ReadAnalyticsData", self.transport.request(Request(
                "readAnalytics", "GET", "/api/v1/analytics",
                {}, {"businessId": business_id, "subject": subject, "from": from_, "to": to, "timeZone": time_zone, "groupBy": group_by, "agentId": agent_id, "version": version, "campaignId": campaign_id, "channel": channel, "outcome": outcome, "compare": compare}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def export(
        self,
        *,
        from_: str,
        to: str,
        business_id: str | Unset = UNSET,
        subject: Literal["calls", "conversations"] | Unset = UNSET,
        time_zone: str | Unset = UNSET,
        group_by: Literal["outcome", "agent", "version", "campaign", "channel", "hour", "day"] | Unset = UNSET,
        agent_id: str | Unset = UNSET,
        version: int | Unset = UNSET,
        campaign_id: str | Unset = UNSET,
        channel: Literal["whatsapp", "instagram"] | Unset = UNSET,
        outcome: Literal["completed", "voicemail", "no_answer", "busy", "failed", "cancelled", "answered", "handed_over", "no_reply", "unanswered"] | Unset = UNSET,
        compare: Literal["none", "previous"] | Unset = UNSET,
    ) -> bytes:
        """Download the same figures as CSV: a row for all of each period, and one for each group.

        :param business_id: The business of the key or session.
        :param subject: What the figures are of.
        :param from_: The beginning of the period, moved back to a whole quarter of an hour.
        :param to: The end of the period, at most 366 days later; not included, and moved forward to a whole
        quarter of an hour.
        :param time_zone: IANA name, for hours and days. Default: that of the business.
        :param group_by: hour: of the day, from 00 to 23. channel: of conversations.
        :param agent_id: The agent.
        :param version: Only this version of `agentId`, which is then required.
        :param campaign_id: The campaign.
        :param channel: Only conversations on this channel.
        :param outcome: Of calls: completed, voicemail (a machine answered), no_answer, busy, failed or
        cancelled. Of conversations: answered (both sides wrote), handed_over (a person of the business took
        part), no_reply (only the business wrote) or unanswered (only the customer did).
        :param compare: previous: with the figures of the period before, as long.
        """
        return cast("bytes", self.transport.request(Request(
                "exportAnalytics", "GET", "/api/v1/analytics/export",
                {}, {"businessId": business_id, "subject": subject, "from": from_, "to": to, "timeZone": time_zone, "groupBy": group_by, "agentId": agent_id, "version": version, "campaignId": campaign_id, "channel": channel, "outcome": outcome, "compare": compare}, None,
                of_business=True, keyed=False, is_file=True,
            )))


class AlertRules:
    """The operations of ``alert_rules``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
    ) -> types.ListAlertRulesData:
        """List the alert rules of the business, in the order in which they were created: at most 50.

        :param business_id: The business of the key or session.
        """
        return cast("types.ListAlertRulesData", self.transport.request(Request(
                "listAlertRules", "GET", "/api/v1/alert-rules",
                {}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def create(
        self,
        *,
        name: str,
        metric: types.AlertMetric,
        comparison: Literal["above", "below"],
        threshold: types.CreateAlertRuleRequestThreshold,
        business_id: types.BusinessId | Unset = UNSET,
        window_minutes: types.AlertWindow | Unset = UNSET,
        minimum_count: types.MinimumCount | Unset = UNSET,
        agent_id: types.AlertRuleAgentId | Unset = UNSET,
        campaign_id: types.AlertRuleCampaignId | Unset = UNSET,
        notify_webhooks: bool | Unset = UNSET,
        emails: Sequence[types.CreateAlertRuleRequestEmail] | Unset = UNSET,
        enabled: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.CreateAlertRuleData:
        """Create a rule: subscribers and e-mail addresses are notified when a figure crosses a threshold.

        :param business_id: The business of the key or session.
        :param name: The name of the rule; it is the subject of e-mails.
        :param metric: `success_rate`: the share of analyzed calls that met all criteria. `answer_rate`: the
        share of calls that a person answered. `call_failure_rate`: the share of calls that failed.
        `message_failure_rate`: the share of messages that did not arrive. `heard_latency_p95`: from the end
        of the speech of the customer to the first audio that is played, ms, which 95 % of the answers do not
        exceed. `cost`: charges of calls and of their analyses, microcredits. `credit_left`: available credit,
        microcredits. `credit_days`: how many days the available credit lasts, at the average of the last 7
        days.
        :param comparison: Which side of the threshold fires.
        :param threshold: The value that must be exceeded, or fallen below, in the unit of the metric: rates
        from 0 to 1, latencies in ms, cost and credit in microcredits, or days.
        :param window_minutes: The latest minutes that are evaluated, extended to whole quarters of an hour.
        Default: 60. Not for credit.
        :param minimum_count: The fewest calls or messages for which the rule fires: of a success rate,
        analyzed calls; of a latency, answered calls. Default: 20. Not for cost and credit.
        :param agent_id: Only calls or conversations of the agent. Null: all.
        :param campaign_id: Only those of the campaign. Null: all.
        :param notify_webhooks: Whether `alert.fired` and `alert.resolved` are sent to subscribers of alerts.
        Default: true.
        :param emails: Addresses that receive an e-mail when the rule fires, and when it is resolved.
        :param enabled: Whether the rule is evaluated. Default: true.
        """
        return cast("types.CreateAlertRuleData", self.transport.request(Request(
                "createAlertRule", "POST", "/api/v1/alert-rules",
                {}, {}, {"businessId": business_id, "name": name, "metric": metric, "comparison": comparison, "threshold": threshold, "windowMinutes": window_minutes, "minimumCount": minimum_count, "agentId": agent_id, "campaignId": campaign_id, "notifyWebhooks": notify_webhooks, "emails": emails, "enabled": enabled},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def read(
        self,
        *,
        alert_rule_id: str,
        business_id: str | Unset = UNSET,
    ) -> types.ReadAlertRuleData:
        """Read a rule, and evaluate its metric now.

        :param alert_rule_id: The alert rule.
        :param business_id: The business of the key or session.
        """
        return cast("types.ReadAlertRuleData", self.transport.request(Request(
                "readAlertRule", "GET", "/api/v1/alert-rules/{alertRuleId}",
                {"alertRuleId": alert_rule_id}, {"businessId": business_id}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def update(
        self,
        *,
        alert_rule_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        name: str | Unset = UNSET,
        comparison: Literal["above", "below"] | Unset = UNSET,
        threshold: types.CreateAlertRuleRequestThreshold | Unset = UNSET,
        window_minutes: types.AlertWindow | Unset = UNSET,
        minimum_count: types.MinimumCount | Unset = UNSET,
        agent_id: types.AlertRuleAgentId | Unset = UNSET,
        campaign_id: types.AlertRuleCampaignId | Unset = UNSET,
        notify_webhooks: bool | Unset = UNSET,
        emails: Sequence[types.CreateAlertRuleRequestEmail] | Unset = UNSET,
        enabled: bool | Unset = UNSET,
        muted_until: str | None | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.UpdateAlertRuleData:
        """Change a rule, switch it off or on, or mute it until a time.

        :param alert_rule_id: The alert rule.
        :param business_id: The business of the key or session.
        :param name: The name of the rule; it is the subject of e-mails.
        :param comparison: Which side of the threshold fires.
        :param threshold: The value that must be exceeded, or fallen below, in the unit of the metric: rates
        from 0 to 1, latencies in ms, cost and credit in microcredits, or days.
        :param window_minutes: The latest minutes that are evaluated, extended to whole quarters of an hour.
        Default: 60. Not for credit.
        :param minimum_count: The fewest calls or messages for which the rule fires: of a success rate,
        analyzed calls; of a latency, answered calls. Default: 20. Not for cost and credit.
        :param agent_id: Only calls or conversations of the agent. Null: all.
        :param campaign_id: Only those of the campaign. Null: all.
        :param notify_webhooks: Whether `alert.fired` and `alert.resolved` are sent to subscribers of alerts.
        Default: true.
        :param emails: Addresses that receive an e-mail when the rule fires, and when it is resolved.
        :param enabled: Whether the rule is evaluated. Default: true.
        :param muted_until: Until when no notification is sent, at most 90 days ahead. If the rule still fires
        then, the notifications are sent late. Null: send them again from now on.
        """
        return cast("types.UpdateAlertRuleData", self.transport.request(Request(
                "updateAlertRule", "PATCH", "/api/v1/alert-rules/{alertRuleId}",
                {"alertRuleId": alert_rule_id}, {}, {"businessId": business_id, "name": name, "comparison": comparison, "threshold": threshold, "windowMinutes": window_minutes, "minimumCount": minimum_count, "agentId": agent_id, "campaignId": campaign_id, "notifyWebhooks": notify_webhooks, "emails": emails, "enabled": enabled, "mutedUntil": muted_until},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def remove(
        self,
        *,
        alert_rule_id: str,
        business_id: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.RemoveAlertRuleData:
        """Remove a rule and its history.

        :param alert_rule_id: The alert rule.
        :param business_id: The business of the key or session.
        """
        return cast("types.RemoveAlertRuleData", self.transport.request(Request(
                "removeAlertRule", "DELETE", "/api/v1/alert-rules/{alertRuleId}",
                {"alertRuleId": alert_rule_id}, {"businessId": business_id}, None,
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def firings(
        self,
        *,
        alert_rule_id: str,
        business_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Listing[types.AlertFiring]:
        """List when a rule fired, newest first: the latest 500 times.

        :param alert_rule_id: The alert rule.
        :param business_id: The business of the key or session.
        :param limit: The most items of a page.
        :param cursor: The `nextCursor` of the page before, with the same filters. Absent: the first page.
        """
        return Listing(
            "listAlertFirings",
            "firings",
            None if isinstance(cursor, Unset) else cursor,
            lambda at: self.transport.request(Request(
                "listAlertFirings", "GET", "/api/v1/alert-rules/{alertRuleId}/firings",
                {"alertRuleId": alert_rule_id}, {"businessId": business_id, "limit": limit, "cursor": UNSET if at is None else at}, None,
                of_business=True, keyed=False, is_file=False,
            )),
        )

    def test(
        self,
        *,
        alert_rule_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.TestAlertRuleData:
        """Send a test notification to the subscribers and addresses of a rule, and read how each went.

        :param alert_rule_id: The alert rule.
        :param business_id: The business of the key or session.
        """
        return cast("types.TestAlertRuleData", self.transport.request(Request(
                "testAlertRule", "POST", "/api/v1/alert-rules/{alertRuleId}/test",
                {"alertRuleId": alert_rule_id}, {}, {"businessId": business_id},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))


class SavedViews:
    """The operations of ``saved_views``."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def list(
        self,
        *,
        business_id: str | Unset = UNSET,
        of: Literal["calls", "messages"] | Unset = UNSET,
    ) -> types.ListSavedViewsData:
        """List the saved views of the business, in the order in which they were saved: at most 100.

        :param business_id: The business of the key or session.
        :param of: Only views of these, which need only the scopes of these. Default: all views, with the
        scopes of calls.
        """
        return cast("types.ListSavedViewsData", self.transport.request(Request(
                "listSavedViews", "GET", "/api/v1/saved-views",
                {}, {"businessId": business_id, "of": of}, None,
                of_business=True, keyed=False, is_file=False,
            )))

    def create(
        self,
        *,
        name: str,
        business_id: types.BusinessId | Unset = UNSET,
        calls: types.CallQueryInput | Unset = UNSET,
        messages: types.MessageQueryInput | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.CreateSavedViewData:
        """Save a view for the whole business: the query of calls or that of messages, under a name.

        :param business_id: The business of the key or session.
        :param name: The name of the view.
        :param calls: The query of a list of calls; with text, of a search.
        :param messages: The query of a search of messages.
        """
        return cast("types.CreateSavedViewData", self.transport.request(Request(
                "createSavedView", "POST", "/api/v1/saved-views",
                {}, {}, {"businessId": business_id, "name": name, "calls": calls, "messages": messages},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def update(
        self,
        *,
        view_id: str,
        business_id: types.BusinessId | Unset = UNSET,
        of: Literal["calls", "messages"] | Unset = UNSET,
        name: str | Unset = UNSET,
        calls: types.CallQueryInput | Unset = UNSET,
        messages: types.MessageQueryInput | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.UpdateSavedViewData:
        """Rename a saved view, or replace its query.

        :param view_id: The saved view.
        :param business_id: The business of the key or session.
        :param of: Only views of these, which need only the scopes of these. Default: all views, with the
        scopes of calls.
        :param name: The name of the view.
        :param calls: The query of a list of calls; with text, of a search.
        :param messages: The query of a search of messages.
        """
        return cast("types.UpdateSavedViewData", self.transport.request(Request(
                "updateSavedView", "PATCH", "/api/v1/saved-views/{viewId}",
                {"viewId": view_id}, {}, {"businessId": business_id, "of": of, "name": name, "calls": calls, "messages": messages},
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))

    def remove(
        self,
        *,
        view_id: str,
        business_id: str | Unset = UNSET,
        of: Literal["calls", "messages"] | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.RemoveSavedViewData:
        """Remove a saved view.

        :param view_id: The saved view.
        :param business_id: The business of the key or session.
        :param of: Only views of these, which need only the scopes of these. Default: all views, with the
        scopes of calls.
        """
        return cast("types.RemoveSavedViewData", self.transport.request(Request(
                "removeSavedView", "DELETE", "/api/v1/saved-views/{viewId}",
                {"viewId": view_id}, {"businessId": business_id, "of": of}, None,
                of_business=True, keyed=True, is_file=False,
            ), idempotency_key=idempotency_key))


class Resources:
    """The resources of a client."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.business = Business(transport)
        self.calls = Calls(transport)
        self.agents = Agents(transport)
        self.tools = Tools(transport)
        self.voices = Voices(transport)
        self.simulations = Simulations(transport)
        self.contacts = Contacts(transport)
        self.suppressions = Suppressions(transport)
        self.data_sources = DataSources(transport)
        self.campaigns = Campaigns(transport)
        self.channels = Channels(transport)
        self.messages = Messages(transport)
        self.conversations = Conversations(transport)
        self.quick_answers = QuickAnswers(transport)
        self.webhook_subscriptions = WebhookSubscriptions(transport)
        self.analytics = Analytics(transport)
        self.alert_rules = AlertRules(transport)
        self.saved_views = SavedViews(transport)
