/** Types of the Data Source pages, as the API returns them. */
import type { Data } from '../../api/client.js';

export type Source = Data<'listDataSources'>['dataSources'][number];
export type Ingestion = Data<'listIngestions'>['ingestions'][number];
export type Agent = Data<'listAgents'>['agents'][number];
