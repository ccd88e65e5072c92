/**
 * Loaded into the process of the simulated phone network before it starts. A real telephone network has its own processors
 * and is not delayed by the service's work besides calls.
 */
import { takeShortTurns } from '../../providers/scheduling/yield-to-calls.js';

takeShortTurns();
