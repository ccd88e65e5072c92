/** Who has a mobile number: asked of the partition that keeps it unique, and not of the views. */
import { contactPartition } from '../actors/contact-partition/index.js';
import type { ActorAsker } from '../actors/runtime/asking.js';
import { partitionOfMobile } from '../schemas/ids.js';

/** The contact's id; null when nobody has the number. `mobile`: E.164. */
export const contactOfMobile = async (
  { actors }: { readonly actors: ActorAsker },
  businessId: string,
  mobile: string,
): Promise<string | null> => {
  const target = { business: businessId, id: partitionOfMobile(mobile) };
  const { answer: holder } = await actors.query(contactPartition, target, 'holder_of', mobile);
  return holder;
};
