/**
 * A newcomer, from the address of a new service to the result of a first campaign: everything in the page, by the keyboard. The steps are
 * the same in every browser; without a microphone to speak into, the talk is left out.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { createNetworkClient } from '../../../../testkit/simulators/network-client.js';
import { until } from '../../../../testkit/until.js';
import { PASSWORD } from '../browser.js';
import { HEARD } from '../calls/heard-in-page.js';
import type { Installation } from '../installation.js';
import type { Hands } from './hands.js';

/** How long calls, imports and campaigns may take. */
const WORK_MS = 120_000;

/** Answers, listens to the greeting and hangs up. */
const ASHA = '+14155550142';
/** Numbers that end in 0001 are busy. */
const BRUNO = '+14155510001';
const PEOPLE = ['Name,Phone,Town', `Asha Ray,${ASHA},Rome`, `Bruno Busy,${BRUNO},Oslo`].join('\n');

const WORDS =
  'You take reservations. When the customer says "book a table", say "With pleasure. For how many people?". When the customer says "goodbye", say "Goodbye!" and hang up. Otherwise, say "I see.".';

export interface Newcomer {
  readonly hands: Hands;
  readonly installation: Installation;
  /** What the microphone says to the agent and the reply that follows; null: the browser makes no calls here. */
  readonly spoken: { readonly words: string; readonly reply: string } | null;
}

/** The address alone says what to do, and the link that the service printed makes an account and a business. */
const settingUp = async (t: Test, { hands, installation: { service } }: Newcomer): Promise<void> => {
  await hands.goto(`${service.url}/campaigns`);
  await hands.sees('Welcome to Parley');
  await hands.sees('Open the set-up link that it printed');
  await hands.picture('first-visit');
  await hands.goto(service.setupUrl ?? '');
  await hands.sees('Set up the console');
  await hands.fill('Business', 'Bella Vista');
  await hands.fill('Your name', 'Nina New');
  await hands.fill('E-mail', 'nina@example.org');
  await hands.fill('Password', PASSWORD);
  await hands.picture('setting-up');
  await hands.press('Enter');
  await hands.sees('Try an agent');
  t.equal(await hands.evaluate('location.hash'), '', 'the address no longer has the token');
  await hands.go('Home');
  await hands.sees('Set-up');
  await hands.sees(/\d of 8 steps done/);
  await hands.picture('home-at-first');
};

const makingAgent = async (_t: Test, { hands }: Newcomer): Promise<void> => {
  await hands.use('Create an agent');
  await hands.sees('Instructions');
  await hands.fill('Name', 'Bella');
  await hands.fill('Greeting', 'Hello, this is Bella Vista. How can I help you?');
  await hands.fill('Instructions', WORDS);
  await hands.picture('agent-written');
  await hands.use('Create agent');
  await hands.sees('Version 1 live');
};

const talking = async (t: Test, { hands, spoken }: Newcomer): Promise<void> => {
  if (spoken === null) return;
  await hands.openTab('Talk');
  await hands.sees('Try:');
  await hands.use('Talk to this agent');
  await hands.sees('You are talking to the agent');
  t.ok(Number(await hands.evaluate(HEARD)) >= 0.05, 'the greeting is heard in the page');
  await hands.reads('How can I help you?');
  await hands.reads(spoken.words);
  await hands.reads(spoken.reply);
  await hands.picture('talking');
  await hands.use('Hang up');
  await hands.sees('The call has ended.');
};

const importing = async (_t: Test, { hands, installation: { dataDir } }: Newcomer): Promise<void> => {
  const file = join(dataDir, 'people.csv');
  await writeFile(file, PEOPLE);
  await hands.go('Home');
  await hands.sees('Set-up');
  await hands.use('Import contacts');
  await hands.sees('Choose or drop a file');
  await hands.reach('Choose or drop a file');
  await hands.attach(file);
  await hands.sees('2 rows');
  await hands.fill('New category', 'Guests');
  await hands.use('Add category');
  await until(
    'the file can be imported',
    async () =>
      (await hands.evaluate(
        "[...document.querySelectorAll('button')].some((button) => button.innerText === 'Start import' && !button.disabled)",
      )) === true,
    WORK_MS,
  );
  await hands.picture('importing');
  await hands.use('Start import');
  await hands.sees(/people\.csv[\s\S]*Done/, WORK_MS);
  await hands.picture('imported');
};

const calling = async (t: Test, { hands, installation: { service } }: Newcomer): Promise<void> => {
  const network = createNetworkClient(service.networkUrl, service.simulatorToken);
  await network.callee(ASHA, { ringMs: 200, steps: [{ afterSilenceMs: 1_000, do: { type: 'hang_up' } }] });
  await hands.go('Asha Ray');
  await hands.sees('Rome');
  await hands.use('Call');
  await hands.sees('Bella has no access to the categories of this contact.');
  await hands.picture('calling-without-access');
  await hands.use(/^Give Bella access to/);
  await until(
    'Bella has access',
    async () => !String(await hands.evaluate('document.body.innerText')).includes('has no access'),
    WORK_MS,
  );
  await hands.use('Call');
  await hands.sees(`Calling ${ASHA}.`);
  await hands.use('Open the call');
  await hands.sees('Hello, this is Bella Vista.', WORK_MS);
  await hands.picture('call');
  await hands.sees('Completed', WORK_MS);
  t.match(await network.calls(), [{ status: 'completed' }]);
};

const campaigning = async (t: Test, { hands }: Newcomer): Promise<void> => {
  await hands.go('Home');
  await hands.sees('Set-up');
  await hands.picture('home-with-calls');
  await hands.use('New campaign');
  await hands.sees('Create campaign');
  await hands.fill('Name', 'Invitations');
  await hands.fill('Objective', 'Invite guests to the summer party.');
  await hands.tick('Guests (2)');
  await hands.pick('Agent', 'Bella');
  await hands.tick('Only within these hours');
  await hands.fill(/^Further attempts/, '0');
  await hands.sees('About');
  await hands.picture('campaign-written');
  await hands.use('Create campaign');
  await hands.sees('2 people will be called');
  await hands.use('Start');
  await hands.sees(/Invitations[\s✓]+Completed|Completed\s+Voice/, WORK_MS);
  await hands.sees(/Answered\s+1/);
  await hands.sees('Busy');
  await hands.picture('campaign-result');
  t.pass('the campaign has its result in the page');
};

const leaving = async (t: Test, { hands }: Newcomer): Promise<void> => {
  await hands.go('Home');
  await hands.sees('Set-up');
  await hands.sees('4 of 8 steps done');
  await hands.picture('home-at-last');
  await hands.reach('Account of Nina New', 'frame');
  await hands.press('Enter');
  await hands.sees('Sign out');
  for (let item = 0; item < 8; item += 1) {
    if (String(await hands.evaluate('document.activeElement.innerText')).startsWith('Sign out')) break;
    await hands.press('ArrowDown');
  }
  await hands.press('Enter');
  await hands.sees('Forgot your password?');
  await hands.picture('signed-out');
  await hands.fill('E-mail', 'nina@example.org');
  await hands.fill('Password', PASSWORD);
  await hands.press('Enter');
  await hands.sees('Needs you');
  t.pass('signed in again');
};

/** Plays the story; each part begins where the one before it has ended. */
export const playNewcomer = async (t: Test, newcomer: Newcomer): Promise<void> => {
  const parts = [
    ['sees what to do, and makes an account and a business', settingUp],
    ['creates an agent', makingAgent],
    ['talks to the agent in the browser', talking],
    ['imports contacts', importing],
    ['calls a contact', calling],
    ['builds and starts a campaign, and sees its result', campaigning],
    ['signs out and in again', leaving],
  ] as const;
  for (const [title, play] of parts) {
    const begun = performance.now();
    try {
      await play(t, newcomer);
    } catch (error) {
      await newcomer.hands.picture('where-it-failed');
      throw error;
    }
    t.pass(`${title}, in ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
  }
};
