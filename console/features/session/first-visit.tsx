/** For the first visitor of a service: there is nothing to sign in to yet. */
import type { ReactNode } from 'react';
import { AlonePage } from '../../ui/alone-page.js';
import { SIGN_IN } from './messages.js';

export const FirstVisitPage = (): ReactNode => (
  <AlonePage>
    <h1>{SIGN_IN.first}</h1>
    <p>{SIGN_IN.firstHelp}</p>
    <p className="help">{SIGN_IN.firstLost}</p>
  </AlonePage>
);
