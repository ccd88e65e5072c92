/** Requests for a person are told from mentions of one. */
import { expect, test } from 'vitest';
import { wantsPerson } from './wants-person.js';

const REQUESTS = [
  'Can I speak to a person, please?',
  'I want to talk to a real human being.',
  'Could you put me through to the manager?',
  'Operator!',
  'Please transfer me to a representative.',
  'Ich möchte mit einem Menschen sprechen.',
  'Kann ich bitte mit einer Mitarbeiterin reden?',
  'Verbinden Sie mich mit einem Mitarbeiter',
  'Quiero hablar con una persona.',
  'Páseme con un agente, por favor.',
  'Je voudrais parler à une vraie personne.',
  'Vorrei parlare con un operatore.',
  'Quero falar com uma pessoa.',
];

const MENTIONS = [
  'A table for one person, please.',
  'I was there in person yesterday.',
  'My manager wants the invoice by Friday.',
  'The operator of the lift called me.',
  'Ein Tisch für eine Person.',
  'Una mesa para una persona.',
  'Une table pour une personne.',
  'I would like to book a table',
];

test.each(REQUESTS)('a request: %s', (text) => {
  expect(wantsPerson(text)).toBe(true);
});

test.each(MENTIONS)('none: %s', (text) => {
  expect(wantsPerson(text)).toBe(false);
});
