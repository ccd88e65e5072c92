/** Agents, their tools and voices: `parley.agents`, `parley.tools`, `parley.voices`. */
import type { Make } from '../operations.js';

/** The operations of agents. */
export const agentsOf = ({ operation, list }: Make) => ({
  list: list('listAgents', 'agents'),
  create: operation('createAgent'),
  read: operation('readAgent'),
  update: operation('updateAgent'),
  archive: operation('archiveAgent'),
  versions: list('listPublishedVersions', 'versions'),
  readVersion: operation('readPublishedVersion'),
  readDraft: operation('readDraft'),
  saveDraft: operation('saveDraft'),
  discardDraft: operation('discardDraft'),
  publish: operation('publishDraft'),
  rollBack: operation('rollBackAgent'),
  /** Two versions compared with real recipients. */
  splits: {
    list: list('listSplits', 'splits'),
    start: operation('startSplit'),
    read: operation('readSplit'),
    end: operation('endSplit'),
  },
  readVoicemail: operation('readVoicemail'),
  setVoicemail: operation('setVoicemail'),
  readMemory: operation('readMemorySettings'),
  setMemory: operation('setMemorySettings'),
  /** Success criteria and fields by which conversations are analysed. */
  readAnalysis: operation('readAnalysisSettings'),
  setAnalysis: operation('setAnalysisSettings'),
  analysisRuns: list('listAnalysisRuns', 'analysisRuns'),
  /** Estimates the price of analysing old calls again, or confirms it. */
  runAnalysis: operation('runAnalysis'),
});

/** The operations of agents' tools. */
export const toolsOf = ({ operation }: Make) => ({
  list: operation('listTools'),
  set: operation('setTool'),
  /** Imports the tools of an MCP server. */
  import: operation('importTools'),
  /** Calls the tool once, as an agent would. */
  try: operation('tryTool'),
  remove: operation('removeTool'),
});

/** The operations of voices. */
export const voicesOf = ({ operation }: Make) => ({ list: operation('listVoices') });

/** The operations of simulated customers. */
export const simulationsOf = ({ operation, list }: Make) => ({
  scenarios: {
    list: list('listSimulationScenarios', 'scenarios'),
    create: operation('createSimulationScenario'),
    read: operation('readSimulationScenario'),
    update: operation('updateSimulationScenario'),
    remove: operation('removeSimulationScenario'),
  },
  /** Estimates the price of a run, or confirms it. */
  run: operation('runSimulation'),
  list: list('listSimulationRuns', 'simulationRuns'),
  read: operation('readSimulationRun'),
  cancel: operation('cancelSimulation'),
  conversations: list('listSimulatedConversations', 'conversations'),
  compare: operation('compareSimulationRuns'),
});
