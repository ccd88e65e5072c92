/** Contacts, their categories, and their imports. */
import { ANALYSIS_KIND } from '../../actors/analysis/events.js';
import { BUSINESS_KIND } from '../../actors/business/events.js';
import { CONTACT_IMPORT_KIND } from '../../actors/contact-import/events.js';
import { CONTACT_JOB_KIND } from '../../actors/contact-job/events.js';
import { CONTACT_KIND } from '../../actors/contact-partition/events.js';
import { CONVERSATION_KIND } from '../../actors/conversation/events.js';
import { CONVERSATION_ANALYSIS_KIND } from '../../actors/conversation-analysis/events.js';
import { defineView, following } from '../kernel/view.js';
import { CATEGORY_TABLES, categoryQueries, memberQueries, projectCategories } from './categories.js';
import { CONTACT_IMPORT_TABLES, contactImportQueries, projectContactImports } from './imports.js';
import { CONTACT_JOB_TABLES, contactJobQueries, projectContactJobs } from './jobs.js';
import { forgetErased, forgetRevoked, MEMORY_TABLES, memoryQueries, rememberAnalysed } from './memory.js';
import { CONTACT_NAME_TABLES } from './names.js';
import { projectContacts } from './projection.js';
import { contactQueries } from './queries.js';
import { CONTACT_SEARCH_TABLES } from './search.js';
import { CONTACT_TABLES } from './tables.js';
import { TENANT_TABLES } from './tenants.js';

/** Contacts. */
export const contacts = defineView({
  name: 'contacts',
  tables: [
    CATEGORY_TABLES,
    TENANT_TABLES,
    CONTACT_TABLES,
    CONTACT_NAME_TABLES,
    CONTACT_SEARCH_TABLES,
    CONTACT_IMPORT_TABLES,
    CONTACT_JOB_TABLES,
    MEMORY_TABLES,
  ],
  projections: [
    following(BUSINESS_KIND, projectCategories),
    following(CONTACT_KIND, projectContacts),
    // Merges are recorded first.
    following(CONTACT_KIND, forgetErased),
    following(ANALYSIS_KIND, rememberAnalysed),
    following(CONVERSATION_ANALYSIS_KIND, rememberAnalysed),
    following(CONVERSATION_KIND, forgetRevoked),
    following(CONTACT_IMPORT_KIND, projectContactImports),
    following(CONTACT_JOB_KIND, projectContactJobs),
  ],
  queries: (db) => ({
    ...contactQueries(db),
    ...categoryQueries(db),
    ...memberQueries(db),
    ...contactImportQueries(db),
    ...contactJobQueries(db),
    ...memoryQueries(db),
  }),
});
