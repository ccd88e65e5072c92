/**
 * The simulated phone network of a service, in its own process. A real telephone network has its own processors and is not delayed
 * by the service's work besides calls.
 */
import { takeShortTurns } from '../../providers/scheduling/yield-to-calls.js';
import { runNetwork } from '../../simulators/phone-network/run.js';
import { createCalleeSenses } from './callee-senses.js';

takeShortTurns();
await runNetwork(createCalleeSenses());
