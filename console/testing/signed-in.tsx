/** Renders a component for a signed-in owner, with a stubbed service. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { SessionProvider, useAuth } from '../features/session/session.js';
import { type ServiceAnswer, type ServiceRequest, stubService } from './service.js';

/** The business of the session. */
export const BUSINESS_ID = '6f0c1f5e-1c54-4d4e-9d63-3f1f6b0a7a11';

const BUSINESS = { id: BUSINESS_ID, name: 'Acme' };
const START = {
  hasUsers: true,
  session: {
    user: { id: '0a4b8f3e-58a5-4a0b-9f5e-6a1c2d3e4f50', email: 'ann@acme.example', name: 'Ann' },
    business: BUSINESS,
    role: 'owner',
    memberships: [{ business: BUSINESS, role: 'owner' }],
    csrfToken: 'token-1',
    expiresAt: '2036-01-01T00:00:00.000Z',
  },
};

interface Service {
  /** Data of reads by their path. Others fail. */
  readonly reads?: Readonly<Record<string, unknown>>;
  readonly write?: (request: ServiceRequest) => ServiceAnswer | Promise<ServiceAnswer>;
}

interface Shown {
  readonly user: UserEvent;
  /** The bodies of the writes so far. */
  readonly sent: () => readonly unknown[];
}

/** Shown once the session is there. */
const SignedIn = ({ children }: { readonly children: ReactNode }): ReactNode =>
  useAuth().state.type === 'signed_in' && <main>{children}</main>;

export const showSignedIn = async (
  content: ReactNode,
  { reads = {}, write = () => ({ data: {} }) }: Service = {},
): Promise<Shown> => {
  const requests = stubService((request) => {
    if (request.method !== 'GET') return write(request);
    if (request.path === '/api/v1/console/start') return { data: START };
    const data = reads[request.path];
    return data === undefined ? { code: 'not_found' } : { data };
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionProvider>
        <SignedIn>{content}</SignedIn>
      </SessionProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('main');
  return {
    user: userEvent.setup(),
    sent: () => requests.filter(({ method }) => method !== 'GET').map(({ body }) => body),
  };
};
