/** Entry point of the page. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readAgainAfter } from '../api/affected.js';
import { ApiProblem, setWrittenHandler } from '../api/client.js';
import { SessionProvider } from '../features/session/session.js';
import { language } from '../ui/i18n/language.js';
import { App } from './app.js';

/** A read without an answer is retried once; a refusal is an answer. */
const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof ApiProblem && error.code === 'no_answer';

const queries = new QueryClient({
  defaultOptions: { queries: { retry: shouldRetry, retryDelay: 500, staleTime: 1_000 } },
});

document.documentElement.lang = language;
setWrittenHandler((write) => readAgainAfter(queries, write));

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root element');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <SessionProvider>
        <App />
      </SessionProvider>
    </QueryClientProvider>
  </StrictMode>,
);
