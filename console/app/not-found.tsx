/** Shown at an address that no page has. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { APP } from './messages.js';

export const NotFoundPage = (): ReactNode => (
  <div className="page stack">
    <h1>{APP.notFound.title}</h1>
    <p>{APP.notFound.help}</p>
    <p>
      <Link href="/" className="main">
        {APP.notFound.home}
      </Link>
    </p>
  </div>
);
