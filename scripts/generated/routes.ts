/** The route table of the API as data: no handler of it can run. */
import { apiRoutes } from '../../gateway/api-routes.js';
import type { Route } from '../../gateway/route.js';
import type { SpeechSamples } from '../../media/speech/samples.js';
import { stub } from '../../testkit/stub.js';

/** The languages depend on the voices of a service; those that the API description names here stand for them. */
const LANGUAGES = ['en', 'en-GB'];

export const routesWithoutService = (): readonly Route[] =>
  apiRoutes(
    {
      operations: stub({}),
      views: stub({}),
      samples: stub<SpeechSamples>({ voices: async () => [] }),
      languages: LANGUAGES,
      mediaLinks: stub({}),
      voiceReadiness: () => 'live',
      quotas: stub({}),
    },
    { recordings: stub({}), samples: stub({}) },
    stub({}),
    () => false,
  );
