import { runTogether } from '../support/together.js';

await runTogether('providers');
