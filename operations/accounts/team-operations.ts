/** What can be done about a team (docs/contract.md "Roles"). */
import type {
  InvitationAcceptance,
  InvitationCreate,
  InvitationResource,
  MemberChange,
  MemberResource,
} from '../../schemas/team.js';
import type { SessionRecord } from '../../views/accounts/index.js';
import type { Caller, SignedIn, Written } from '../operations.js';

interface MadeInvitation {
  readonly invitation: InvitationResource;
  /** From the root of the console; null where it was told before. */
  readonly link: string | null;
}

export interface TeamOperations {
  /** Those that can be accepted, newest first; `at`: ms since the epoch. */
  listInvitations(businessId: string, at: number): Promise<readonly InvitationResource[]>;
  /** `by`: id of the user who invites. @throws DomainError user_exists, of this business, and invitations_limited */
  invite(caller: Caller, by: string, body: InvitationCreate): Promise<Written<MadeInvitation>>;
  /** @throws DomainError invitation_not_found */
  revokeInvitation(businessId: string, invitationId: string): Promise<Written<{ readonly revoked: true }>>;
  /** Makes the user, and signs them in. @throws DomainError invitation_invalid, sign_in_limited, sign_in_busy */
  acceptInvitation(body: InvitationAcceptance, client: string, at: number): Promise<Written<SignedIn>>;
  /** What is left out stays. `at`: ms since the epoch. @throws DomainError user_not_found, last_owner */
  changeMember(
    businessId: string,
    userId: string,
    change: Pick<MemberChange, 'role' | 'active'>,
    at: number,
  ): Promise<Written<MemberResource>>;
  /** @throws DomainError user_not_found */
  endMemberSessions(
    businessId: string,
    userId: string,
    at: number,
  ): Promise<Written<{ readonly ended: true }>>;
  /** Those of the user but this one. */
  endOtherSessions(session: SessionRecord): Promise<Written<{ readonly ended: true }>>;
}
