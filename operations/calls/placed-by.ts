/** Which carriers place a call of a business, in which order, and from which numbers. */
import type { CarrierChoice } from '../../schemas/accounts/settings.js';

/** The carriers of an installation. */
export interface InstalledCarriers {
  /** Name of the carrier that places calls. */
  readonly carrier: string;
  /** Fallback carriers, in order, if that one fails; absent: none. */
  readonly standInCarriers?: readonly string[];
  /** All carriers that have an account, whether or not they are in that order; absent: those in it. */
  readonly accountCarriers?: readonly string[];
  /** Called with carriers that a business wants but the installation has no account at. */
  readonly onCarrierMissing?: (businessId: string, carriers: readonly string[]) => void;
}

/** As stored in a call (actors/call/events.ts). */
interface PlacedBy {
  readonly carrier: string;
  readonly standIns?: readonly string[];
  readonly from?: Readonly<Record<string, string>>;
}

/** The carriers that the business wants and the installation has; if there are none, the installation's own order. */
export const placedBy = (
  { carrier, standInCarriers, accountCarriers, onCarrierMissing }: InstalledCarriers,
  businessId: string,
  choice: CarrierChoice | null,
): PlacedBy => {
  const installed = [carrier, ...(standInCarriers ?? [])];
  const accounts = accountCarriers ?? installed;
  const wanted = choice?.carriers ?? [];
  const missing = wanted.filter((name) => !accounts.includes(name));
  if (missing.length > 0) onCarrierMissing?.(businessId, missing);
  const present = wanted.filter((name) => accounts.includes(name));
  const [first = carrier, ...others] = present.length === 0 ? installed : present;
  const from = Object.fromEntries(
    Object.entries(choice?.from ?? {}).filter(([name]) => name === first || others.includes(name)),
  );
  return {
    carrier: first,
    ...(others.length === 0 ? {} : { standIns: others }),
    ...(Object.keys(from).length === 0 ? {} : { from }),
  };
};
