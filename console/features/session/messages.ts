/** Words of signing in and of the first set-up. */
import { messages } from '../../ui/i18n/messages.js';

export const SIGN_IN = messages('SIGN_IN', {
  title: 'Sign in',
  email: 'E-mail',
  password: 'Password',
  button: 'Sign in',
  first: 'Welcome to Parley',
  firstHelp:
    'This service has no accounts yet. Open the set-up link that it printed in its terminal when it started (setupUrl) to create the first account.',
  firstLost: 'No link? Restart the service to print a new one, or run parley admin user create.',
  forgotten: 'Forgot your password? Ask an administrator to reset it.',
  expired: 'Your session has ended',
  expiredHelp: 'Sign in to continue. Nothing you typed is lost.',
});

export const SETUP = messages('SETUP', {
  title: 'Set up the console',
  help: 'Create your account and your business. This link works once.',
  missing:
    'This page needs the full link that the service printed at startup (setupUrl), including everything after the #.',
  business: 'Business',
  name: 'Your name',
  email: 'E-mail',
  password: 'Password',
  passwordHelp: 'At least 12 characters.',
  button: 'Create account',
  credit: 'Starts with 5 lines and 100 credits.',
  country: 'Countries to call',
  allCountries: 'All countries',
  countryHelp: 'Calls to other countries are rejected. You can add more in Settings.',
  goToSignIn: 'Sign in instead',
});

export const RESET = messages('RESET', {
  title: 'Choose a new password',
  missing: 'This page needs the full link from your administrator, including everything after the #.',
  password: 'New password',
  button: 'Save and sign in',
});
