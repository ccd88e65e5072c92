/** What the programs of this project share: the client of Parley, and settings. */
import { Parley } from 'parley-voice-client';

/** The value of a variable of .env. */
export const setting = (name) => {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`${name} is not set; README.md says where it comes from`);
  return value;
};

export const createClient = () =>
  new Parley({
    baseUrl: setting('PARLEY_URL'),
    apiKey: setting('PARLEY_API_KEY'),
    businessId: setting('PARLEY_BUSINESS_ID'),
  });

/** The active agent of this name. */
export const agentNamed = async (parley, name) => {
  for await (const agent of parley.agents.list())
    if (agent.name === name && agent.status === 'active') return agent;
  throw new Error(`there is no agent ${name}; run npm run apply`);
};
