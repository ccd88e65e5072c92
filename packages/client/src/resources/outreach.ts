/** Contacts, suppressions, Data Sources and campaigns: `parley.contacts` and so on. */
import type { Make } from '../operations.js';

/** The operations of contacts. */
export const contactsOf = ({ operation, list }: Make) => ({
  list: list('listContacts', 'contacts'),
  create: operation('createContact'),
  read: operation('readContact'),
  update: operation('updateContact'),
  delete: operation('deleteContacts'),
  merge: operation('mergeContacts'),
  /** CSV. */
  export: operation('exportContacts'),
  timeline: list('readContactTimeline', 'timeline'),
  /** Makes a contact of a person whom a channel identifies without a number. */
  linkParticipant: operation('linkContact'),
  categories: {
    list: list('listContactCategories', 'categories'),
    create: operation('createContactCategory'),
    delete: operation('deleteContactCategory'),
  },
  imports: {
    start: operation('importContacts'),
    /** What an import of the file would read. */
    preview: operation('previewContactImport'),
    list: list('listContactImports', 'jobs'),
  },
  /** Changes of many contacts at once. */
  jobs: {
    start: operation('startContactJob'),
    list: list('listContactJobs', 'jobs'),
    cancel: operation('cancelContactJob'),
  },
  /** What agents know about the contact from earlier conversations. */
  memory: list('readContactMemory', 'entries'),
  eraseMemory: operation('eraseContactMemory'),
});

/** The operations of people who must not be contacted. */
export const suppressionsOf = ({ operation, list }: Make) => ({
  list: list('listSuppressions', 'suppressions'),
  add: operation('addSuppressions'),
  remove: operation('removeSuppression'),
  import: operation('importSuppressions'),
  /** CSV. */
  export: operation('exportSuppressions'),
});

/** The operations of agents' background knowledge. */
export const dataSourcesOf = ({ operation, list }: Make) => ({
  list: list('listDataSources', 'dataSources'),
  create: operation('createDataSource'),
  update: operation('updateDataSource'),
  archive: operation('archiveDataSource'),
  upload: operation('uploadDataSource'),
  /** Reads the table of a database again. */
  refresh: operation('refreshDataSource'),
  ingestions: list('listIngestions', 'ingestions'),
  /** The file as it was uploaded. */
  downloadFile: operation('downloadIngestedFile'),
  reviewIngestion: operation('reviewIngestion'),
});

/** The operations of campaigns. */
export const campaignsOf = ({ operation, list }: Make) => ({
  list: list('listCampaigns', 'campaigns'),
  create: operation('createCampaign'),
  read: operation('readCampaign'),
  /** Pauses, resumes or cancels. */
  act: operation('actOnCampaign'),
  iterations: list('listIterations', 'iterations'),
  createIteration: operation('createIteration'),
  memberships: list('listMemberships', 'memberships'),
  activities: list('listActivities', 'activities'),
  summaryRuns: list('listSummaryRuns', 'summaryRuns'),
  /** Estimates the price of a summary, or confirms it. */
  runSummary: operation('runSummary'),
  findings: operation('readCampaignFindings'),
  /** CSV. */
  export: operation('exportCampaign'),
});
