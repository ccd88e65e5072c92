/** `npm run sbom`: prints the software bill of materials of this version, after a build. */
import { shippedPackages } from './packages/lock.js';
import { billOfMaterials } from './packages/sbom.js';

process.stdout.write(`${JSON.stringify(billOfMaterials(shippedPackages()), null, 2)}\n`);
